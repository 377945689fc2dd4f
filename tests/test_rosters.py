"""Rosters in the data folder: written, read again, exported, imported, and refused in words."""

from __future__ import annotations

import pytest
from tables import WORDS

from companion.errors import Rejected
from companion.games.monster_town.state import CharacterSetup
from companion.rosters import Roster, Rosters, parsed, slug_of, written

BRUTE = CharacterSetup("The Brute", 6, 3, "Werewolf", ["leader", "geno-locked"])
PUP = CharacterSetup('Pup "ü"', 1, 0, reserve=True)
PACK = Roster("Ann's pack", "wolfenpack", None, [BRUTE, PUP])


def test_a_roster_is_a_file_that_a_person_can_read_and_comes_back_as_it_was(tmp_path):
    slug = Rosters(tmp_path).save(PACK)
    text = (tmp_path / "rosters" / f"{slug}.toml").read_text(encoding="utf-8")
    assert slug == "ann-s-pack"
    assert 'traits = ["leader", "geno-locked"]' in text
    assert Rosters(tmp_path).all() == {slug: PACK}
    assert parsed(written(PACK)) == PACK


def test_the_same_name_replaces_and_another_that_looks_alike_does_not(tmp_path):
    rosters = Rosters(tmp_path)
    rosters.save(PACK)
    rosters.save(Roster("Ann's pack", "wolfenpack", None, [BRUTE]))
    rosters.save(Roster("Ann's Pack!"))
    assert [len(each.characters) for each in rosters.all().values()] == [0, 1]


@pytest.mark.parametrize(("name", "slug"), [("Wölfe", "wolfe"), ("../../etc/passwd", "etc-passwd"), ("狼", "roster")])
def test_a_name_never_leaves_the_folder(name, slug):
    assert slug_of(name) == slug


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name = ", "not-toml"),
        ("role = 'wolfenpack'", "missing-field"),
        ("name = 'x'\nrole = 'sharks'", "wrong-field"),
        ("name = 'x'\nnmae = 'y'", "misspelt-field"),
        ("name = 'x'\n[[characters]]\nname = 'A'\nlife = 0\nconquest = 1", "wrong-field"),
        ("name = 'x'\n[[characters]]\nname = 'A'\nlife = 1\nconquest = 1\ntraits = ['shy']", "wrong-field"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text, code):
    with pytest.raises(Rejected) as refusal:
        parsed(text)
    assert refusal.value.code == code
    assert len(WORDS.refusal(refusal.value).split()) > 4


def test_a_gang_that_could_not_begin_is_refused_before_it_is_written(tmp_path):
    with pytest.raises(Rejected, match="too-many-starting"):
        Rosters(tmp_path).save(Roster("x", "wolfenpack", None, [CharacterSetup(f"{n}", 1, 1) for n in range(5)]))
    assert Rosters(tmp_path).all() == {}


def test_a_file_that_makes_no_sense_is_left_alone_and_said(tmp_path, caplog):
    rosters = Rosters(tmp_path)
    rosters.save(PACK)
    (tmp_path / "rosters" / "broken.toml").write_text("name =", encoding="utf-8")
    assert list(rosters.all()) == ["ann-s-pack"]
    assert "broken.toml" in caplog.text


def test_a_roster_is_forgotten(tmp_path):
    rosters = Rosters(tmp_path)
    rosters.delete(rosters.save(PACK))
    assert rosters.all() == {}
    with pytest.raises(Rejected, match="no-such-roster"):
        rosters.delete("ann-s-pack")


def test_a_table_without_a_folder_says_that_nothing_is_kept():
    with pytest.raises(Rejected, match="not-kept"):
        Rosters(None).save(PACK)
