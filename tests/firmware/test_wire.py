"""What goes over the cable: nothing true is lost in spelling, nothing false is ever believed."""

from __future__ import annotations

import ast
import binascii
import json
import random
import re
import shutil
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion import wire
from companion.paths import beside
from companion.wire import LineBuffer, Message, WireError, decode, encode

UP, DOWN = 0, 1
WIRE_PY = beside("firmware") / "wire.py"


def sealed(body: str | bytes) -> bytes:
    """The body with its right checksum, worked out by Python's own library and not by ours."""
    raw = body.encode() if isinstance(body, str) else body
    return raw + b" *%04X" % binascii.crc_hqx(raw, 0xFFFF)


CODES = {
    "too-long",
    "not-ascii",
    "no-checksum",
    "bad-checksum",
    "wrong-version",
    "bad-sender",
    "bad-sequence",
    "unknown-word",
    "bad-arguments",
}

REFUSED = [
    (b"", "no-checksum", "expected ' \\*' and four hex digits at the end, came ''"),
    (b"*F5E2", "no-checksum", None),
    (b"ets Jun  8 2016 00:22:57", "no-checksum", None),
    (b"1 die-a 42 settled 7 set", "no-checksum", None),
    (b"1 die-a 42 settled 7 set*F5E2", "no-checksum", None),
    (b"1 die-a 42 settled 7 set *F5E", "no-checksum", None),
    (b"1 die-a 42 settled 7 set *F5E2 ", "no-checksum", None),
    (b"1 die-a 42 settled 7 set *f5e2", "bad-checksum", "expected checksum F5E2, came 'f5e2'"),
    (b"1 die-a 42 settled 8 set *F5E2", "bad-checksum", "came 'F5E2'"),
    (
        sealed(b"1 die-a 42 settled 7 s\xc3\xa9t"),
        "not-ascii",
        "expected printable ASCII, came '1 die-a 42 settled 7 s\\?\\?t",
    ),
    (sealed(b"1 die-a 42 settled 7\tset"), "not-ascii", None),
    (sealed(b"1 die-a 42\nsettled 7 set"), "not-ascii", None),
    (sealed(b"1 die-a 42 settled 7 set\x7f"), "not-ascii", None),
    (
        sealed("1 die-a 42 pressed " + "x" * 96),
        "too-long",
        "at most 120 bytes, came '1 die-a 42 pressed x{21}\\.\\.\\.'",
    ),
    (sealed("2 die-a 42 settled 7 set"), "wrong-version", "expected version 1, came '2'"),
    (sealed("01 die-a 42 settled 7 set"), "wrong-version", "came '01'"),
    (sealed(""), "wrong-version", "came ''"),
    (sealed(" 1 die-a 42 settled 7 set"), "wrong-version", None),
    (sealed("1"), "bad-sender", "came ''"),
    (sealed("1  42 settled 7 set"), "bad-sender", None),
    (sealed("1 Die 42 settled 7 set"), "bad-sender", "expected sender of 1 to 20 characters a-z 0-9 -, came 'Die'"),
    (sealed("1 die_a 42 settled 7 set"), "bad-sender", None),
    (sealed("1 " + "d" * 21 + " 42 settled 7 set"), "bad-sender", None),
    (sealed("1 die-a"), "bad-sequence", "came ''"),
    (sealed("1 die-a 65536 settled 7 set"), "bad-sequence", "expected sequence 0 to 65535, came '65536'"),
    (sealed("1 die-a -1 settled 7 set"), "bad-sequence", None),
    (sealed("1 die-a 042 settled 7 set"), "bad-sequence", None),
    (sealed("1 die-a +42 settled 7 set"), "bad-sequence", None),
    (sealed("1 die-a 4_2 settled 7 set"), "bad-sequence", None),
    (sealed("1 die-a " + "9" * 60 + " settled 7 set"), "bad-sequence", None),
    (sealed("1 die-a 42"), "unknown-word", "came ''"),
    (sealed("1 die-a 42 Settled 7 set"), "unknown-word", "expected a word that a board says, came 'Settled'"),
    (sealed("1 die-a 42 ack die-b 7"), "unknown-word", "expected a word that a board says, came 'ack'"),
    (sealed("1 table 42 settled 7 set"), "unknown-word", "expected a word that the table says, came 'settled'"),
    (sealed("1 die-a 42 settled"), "bad-arguments", "expected 'settled FACE HOW', came 'settled'"),
    (sealed("1 die-a 42 settled 7"), "bad-arguments", None),
    (sealed("1 die-a 42 settled 7 set "), "bad-arguments", None),
    (sealed("1 die-a 42 settled 7  set"), "bad-arguments", None),
    (sealed("1 die-a 42 settled 7 set 7"), "bad-arguments", None),
    (sealed("1 die-a 42 settled 10 set"), "bad-arguments", "expected face 0 to 9, came '10'"),
    (sealed("1 die-a 42 settled -0 set"), "bad-arguments", None),
    (sealed("1 die-a 42 settled seven set"), "bad-arguments", "came 'seven'"),
    (sealed("1 die-a 42 settled 7 thrown"), "bad-arguments", "expected how set or rolled or bumped, came 'thrown'"),
    (sealed("1 die-a 42 rolling 7"), "bad-arguments", None),
    (sealed("1 die-a 42 battery 101"), "bad-arguments", "expected percent 0 to 100, came '101'"),
    (sealed("1 die-a 42 beat -1"), "bad-arguments", None),
    (sealed("1 die-a 42 beat 1000000000"), "bad-arguments", None),
    (sealed("1 die-a 42 hello dice 0.1.0"), "bad-arguments", None),
    (sealed("1 die-a 42 hello die 0.1.0_beta"), "bad-arguments", None),
    (sealed("1 die-a 42 hello 0.1.0"), "bad-arguments", None),
    (sealed("1 table 42 hello die 0.1.0"), "bad-arguments", None),
    (sealed("1 knob-1 42 turned 2"), "bad-arguments", "expected clicks -99 to 99, with its sign and not 0, came '2'"),
    (sealed("1 knob-1 42 turned +0"), "bad-arguments", None),
    (sealed("1 knob-1 42 turned -0"), "bad-arguments", None),
    (sealed("1 knob-1 42 turned +02"), "bad-arguments", None),
    (sealed("1 knob-1 42 turned +100"), "bad-arguments", None),
    (sealed("1 knob-1 42 pressed"), "bad-arguments", None),
    (sealed("1 knob-1 42 pressed Undo"), "bad-arguments", None),
    (sealed("1 table 42 ack 7"), "bad-arguments", "expected 'ack TO SEQUENCE', came 'ack 7'"),
    (sealed("1 table 42 ack die-a 65536"), "bad-arguments", None),
    (sealed("1 table 42 blink die-a often 3"), "bad-arguments", None),
    (sealed("1 table 42 blink die-a quick 100"), "bad-arguments", None),
    (sealed("1 table 42 colour die-a FF8800"), "bad-arguments", None),
    (sealed("1 table 42 colour die-a ff880"), "bad-arguments", None),
    (sealed("1 table 42 calibrate die-a"), "bad-arguments", None),
    (sealed("1 table 42 rate die-a 60"), "bad-arguments", "expected hertz 10 or 25 or 50 or 100 or 200, came '60'"),
]


def refused(line: bytes) -> WireError:
    with pytest.raises(WireError) as caught:
        decode(line)
    return caught.value


def argument(check) -> st.SearchStrategy[int | str]:
    if hasattr(check, "options"):
        return st.sampled_from(check.options)
    if hasattr(check, "characters"):
        return st.text(check.characters, min_size=check.shortest, max_size=check.longest)
    return st.integers(check.low, check.high).filter(lambda value: value or not check.signed)


@st.composite
def messages(draw) -> Message:
    """Anything that anyone may say."""
    way, word = draw(
        st.sampled_from(
            [(way, word) for word, ways in wire.WORDS.items() for way in (UP, DOWN) if ways[way] is not None]
        )
    )
    name = st.text("abcdefghijklmnopqrstuvwxyz0123456789-", min_size=1, max_size=20).filter(
        lambda name: name != wire.TABLE
    )
    sender = wire.TABLE if way == DOWN else draw(name)
    return Message(
        sender, draw(st.integers(0, 65535)), word, tuple(draw(argument(check)) for check in wire.WORDS[word][way])
    )


def said(message: Message) -> bytes:
    return encode(message.sender, message.seq, message.word, *message.args)


# The document


def test_a_stranger_gets_every_checksum_right_with_the_documents_lines(protocol):
    assert len(protocol.lines) > 40
    assert [said(decode(line)) for line in protocol.lines] == [line + b"\n" for line in protocol.lines]
    assert [sealed(line[:-6]) for line in protocol.lines] == protocol.lines


def test_the_contracts_example_is_a_die_set_to_seven():
    assert decode(b"1 die-a 42 settled 7 set *F5E2\n") == ("die-a", 42, "settled", (7, "set"))
    assert encode("die-a", 42, "settled", 7, "set") == b"1 die-a 42 settled 7 set *F5E2\n"


@pytest.mark.parametrize(("way", "heading"), [(UP, "What a board says"), (DOWN, "What the table says")])
def test_the_document_explains_every_word_with_its_arguments_and_no_other(protocol, way, heading):
    explained = {word: names for word, (names, _) in protocol.rows(heading).items()}
    assert explained == {
        word: tuple(check.name for check in ways[way]) for word, ways in wire.WORDS.items() if ways[way] is not None
    }


def test_the_document_shows_every_word_in_use(protocol):
    shown = {(decode(line).sender == wire.TABLE, decode(line).word) for line in protocol.lines}
    assert shown == {
        (bool(way), word) for word, ways in wire.WORDS.items() for way in (UP, DOWN) if ways[way] is not None
    }


def test_the_document_says_what_is_acknowledged_and_how_long_to_wait(protocol):
    marked = [word for word, (_, acknowledged) in protocol.rows("What a board says").items() if acknowledged == "yes"]
    assert tuple(marked) == wire.ACKED
    for sentence in (
        f"{wire.BAUD} baud, 8 data bits, no parity, 1 stop bit",
        f"At most {wire.MAX_BYTES} bytes",
        f"within {wire.REPEAT_MS} ms: send it again",
        f"At most {wire.REPEATS} times",
        f"that sender's latest {wire.REMEMBERED} lines",
        f"`beat` every {wire.BEAT_S} s",
        f"silent for {wire.LOST_S} s",
        f"every {wire.ASLEEP_BEAT_S // 60} minutes wakes",
        f"Silent for {wire.ASLEEP_LOST_S // 60} minutes, it is lost",
    ):
        assert sentence in protocol.flowing


def test_the_document_names_every_choice(protocol):
    checks = [check for ways in wire.WORDS.values() for way in ways for check in way or ()]
    choices = {str(option) for check in checks for option in getattr(check, "options", ())}
    assert choices <= set(re.findall(r"[a-z0-9]+", protocol.text))


def test_the_documents_c_code_writes_the_same_lines(protocol, tmp_path):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.fail("no C compiler to try the document's code with")
    [code] = protocol.blocks("c")
    main = """
    int main(int count, char **words) {
      char line[122];
      for (int i = 1; i + 2 < count; i += 3) {
        unsigned seq;
        sscanf(words[i + 1], "%u", &seq);
        frame(line, words[i], seq, words[i + 2]);
        fputs(line, stdout);
      }
      return crc16("123456789") != 0x29B1;
    }
    """
    (tmp_path / "board.c").write_text(code + main)
    subprocess.run(
        [compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", tmp_path / "board", tmp_path / "board.c"],
        check=True,
    )
    words = [word for line in protocol.lines for word in line[:-6].decode().split(" ", 3)[1:]]
    board = subprocess.run([tmp_path / "board", *words], check=True, capture_output=True)
    assert board.stdout.splitlines() == protocol.lines


# What is believed


def test_the_checksum_is_the_one_in_every_catalogue():
    assert wire.crc16(b"123456789") == 0x29B1


@given(messages())
def test_what_is_said_is_what_is_heard(message):
    line = said(message)
    assert decode(line) == message
    assert line == sealed(line[:-7]) + b"\n"


@given(messages())
def test_no_line_is_longer_than_a_board_can_hold(message):
    assert len(said(message)) <= wire.MAX_BYTES + 1


def test_an_arduinos_println_is_understood_too():
    assert decode(b"1 die-a 42 settled 7 set *F5E2\r\n") == decode(b"1 die-a 42 settled 7 set *F5E2")


def test_the_longest_line_may_end_with_cr_lf():
    longest = sealed("1 die-a 42 pressed " + "x" * 95)
    assert len(longest) == wire.MAX_BYTES
    assert refused(longest + b"\r\n").code == "bad-arguments"  # not too long


def test_a_sequence_wraps_to_zero():
    assert (wire.after(42), wire.after(65535)) == (43, 0)


# What is refused


@pytest.mark.parametrize(("line", "code", "words"), REFUSED)
def test_a_wrong_line_is_refused_and_says_why(line, code, words):
    no = refused(line)
    assert no.code == code
    assert isinstance(no, ValueError)
    assert str(no).isprintable()
    if words is not None:
        with pytest.raises(WireError, match=words):
            decode(line)


def test_every_reason_to_refuse_has_its_line():
    assert {code for _, code, _ in REFUSED} == CODES


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (("die-a", 42, "settled", 10, "set"), "bad-arguments"),
        (("die-a", 42, "settled", "7", "set"), "bad-arguments"),
        (("die-a", 42, "settled", 7.0, "set"), "bad-arguments"),
        (("die-a", 42, "settled", True, "set"), "bad-arguments"),
        (("die-a", 42, "settled", None, "set"), "bad-arguments"),
        (("die-a", 42, "settled", 7), "bad-arguments"),
        (("die-a", 42, "pressed", "two words"), "bad-arguments"),
        (("die-a", 42, "pressed", "undo\n"), "bad-arguments"),
        (("die-a", 42, "pressed", None), "bad-arguments"),
        (("knob-1", 42, "turned", 0), "bad-arguments"),
        (("knob-1", 42, "turned", "+2"), "bad-arguments"),
        (("die-a", 65536, "rolling"), "bad-sequence"),
        (("die-a", 4.5, "rolling"), "bad-sequence"),
        (("Ann's die", 42, "rolling"), "bad-sender"),
        ((None, 42, "rolling"), "bad-sender"),
        (("die-a", 42, "ack", "die-b", 7), "unknown-word"),
        (("die-a", 42, "exploded"), "unknown-word"),
    ],
)
def test_nobody_can_say_what_would_not_be_understood(said, code):
    with pytest.raises(WireError) as caught:
        encode(*said)
    assert caught.value.code == code


@given(messages(), st.data())
def test_one_wrong_byte_is_always_noticed(message, data):
    line = bytearray(said(message))
    line[data.draw(st.integers(0, len(line) - 2))] ^= data.draw(st.integers(1, 255))
    refused(bytes(line))


def one_of_each(protocol) -> Iterator[bytes]:
    """The document's first line of every word."""
    yield from {(decode(line).sender, decode(line).word): line for line in reversed(protocol.lines)}.values()


def test_a_line_cut_short_anywhere_is_refused(protocol):
    for line in one_of_each(protocol):
        for length in range(len(line)):
            refused(line[:length])
            refused(line[:length] + b"\n")


def test_a_byte_lost_or_added_slips_through_only_where_the_checksum_happens_to_agree(protocol):
    """Sixteen bits cannot catch them all: `calibrate dite-a 3` has the checksum of `calibrate die-a 3`.

    So this holds us to what can be promised: what slips through truly has the right checksum, and it is very rare.
    """
    tried, by_chance = 0, []
    for line in one_of_each(protocol):
        for place in range(len(line) + 1):
            lost = line[:place] + line[place + 1 :]
            added = [line[:place] + bytes([byte]) + line[place:] for byte in (0, 9, 10, 13, *range(32, 127), 255)]
            for damaged in (lost, *added):
                if damaged in (line, line + b"\r", line + b"\n"):
                    continue
                tried += 1
                try:
                    decode(damaged)
                except WireError:
                    continue
                by_chance.append(damaged)
    assert all(damaged == sealed(damaged[:-6]) for damaged in by_chance)
    assert len(by_chance) <= tried // 10_000


@given(st.binary(max_size=200) | st.from_regex(rb"1 [ -~]{0,60} \*[0-9A-F]{4}\r?\n?", fullmatch=True))
@example(b"1 die-a 42 settled 7 set *F5E2\r\n")
def test_of_any_bytes_only_a_line_that_we_would_write_ourselves_is_believed(noise):
    try:
        message = decode(noise)
    except WireError:
        no = refused(noise)
        assert no.code in CODES
        assert str(no).isprintable()
        assert len(str(no)) < 200
    else:
        assert said(message).rstrip() == noise.rstrip(b"\r\n")


@given(st.text("0123456789 -+azAZ_.*", max_size=50).map(lambda rest: sealed("1 " + rest)))
def test_even_with_a_right_checksum_only_a_line_that_we_would_write_ourselves_is_believed(line):
    try:
        message = decode(line)
    except WireError:
        assert refused(line).code in CODES
    else:
        assert said(message) == line + b"\n"


def test_noise_is_never_a_message():
    noise = random.Random(1)
    for _ in range(10_000):
        refused(noise.randbytes(noise.randrange(60)))


# Lines out of a stream


chunks = st.lists(
    st.one_of(
        messages().map(said),
        st.binary(max_size=30),
        st.sampled_from([b"\n", b"\r\n", b"x" * 119, b"x" * 120 + b"\n", b"x" * 121 + b"\n", b"\xff" * 300]),
    ),
    max_size=12,
).map(b"".join)


@given(chunks, st.lists(st.integers(0, 2000), max_size=20))
def test_lines_are_the_same_however_the_bytes_are_cut(stream, cuts):
    whole = LineBuffer()
    lines = whole.feed(stream)
    places = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    pieces = LineBuffer()
    in_pieces = [line for a, b in pairwise(places) for line in pieces.feed(stream[a:b])]
    bytewise = LineBuffer()
    by_the_byte = [line for byte in stream for line in bytewise.feed(bytes([byte]))]
    assert lines == in_pieces == by_the_byte
    assert whole.dropped == pieces.dropped == bytewise.dropped
    *ended, _ = stream.split(b"\n")
    assert lines == [line for line in ended if line not in (b"", b"\r") and len(line) <= wire.MAX_BYTES + 1]


def test_noise_before_a_line_costs_only_what_it_touches():
    buffer = LineBuffer()
    settled = b"1 die-a 42 settled 7 set *F5E2"
    assert buffer.feed(b"\xff" * 500 + settled) == []
    assert buffer.feed(b"\n\r\n" + settled + b"\r\n" + settled[:9]) == [settled + b"\r"]
    assert buffer.feed(bytearray(settled[9:] + b"\n")) == [settled]
    assert buffer.dropped == 1


def test_a_board_gone_mad_cannot_fill_the_memory():
    buffer = LineBuffer()
    nonsense = b"\xaa" * 4096
    tracemalloc.start()
    try:
        for _ in range(1000):
            buffer.feed(nonsense)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64_000
    assert buffer.dropped == 1
    assert buffer.feed(b"\nhello\n") == [b"hello"]


# The board's side

ON_BOTH = """
import json
import wire

def heard(line):
    try:
        return list(wire.decode(line))
    except wire.WireError as no:
        return [no.code, str(no)]

def said(message):
    try:
        return wire.encode(*message).decode()
    except wire.WireError as no:
        return [no.code, str(no)]

buffer = wire.LineBuffer()
cut = [buffer.feed(STREAM[i:i + 7]) for i in range(0, len(STREAM), 7)]
print(json.dumps([
    [heard(line) for line in LINES],
    [said(message) for message in MESSAGES],
    [line.decode() for lines in cut for line in lines],
    buffer.dropped,
    wire.crc16(bytes(range(256))),
    wire.after(65535),
]))
"""


def test_a_board_with_micropython_hears_and_says_the_same(protocol, micropython, capsys, monkeypatch):
    lines = [line + b"\n" for line in protocol.lines] + [line for line, _, _ in REFUSED]
    heard = [decode(line) for line in protocol.lines]
    spoken = [(m.sender, m.seq, m.word, *m.args) for m in heard]
    spoken += [
        ("die-a", 1, "settled", 7.0, "set"),
        ("die-a", 1, "settled", None, "set"),
        ("knob-1", 1, "turned", 0),
        (None, 1, "rolling"),
    ]
    stream = b"x" * 300 + b"\r\n\r\n" + b"\r\n".join(protocol.lines) + b"\n"
    program = f"LINES = {lines!r}\nMESSAGES = {spoken!r}\nSTREAM = {stream!r}\n{ON_BOTH}"

    assert micropython("print(sys.implementation.name)") == "micropython\n"
    on_the_board = json.loads(micropython(program, WIRE_PY))
    monkeypatch.setitem(sys.modules, "wire", wire._wire)
    exec(program, {})
    on_the_pi = json.loads(capsys.readouterr().out)
    assert on_the_board == on_the_pi
    assert [line[0] for line in on_the_board[0][: len(heard)]] == [m.sender for m in heard]


def test_the_file_leans_on_nothing_that_a_board_lacks():
    tree = list(ast.walk(ast.parse(WIRE_PY.read_text(encoding="utf-8"))))
    lacking = (ast.Import, ast.ImportFrom, ast.Match, ast.NamedExpr, ast.AnnAssign)
    assert [node for node in tree if isinstance(node, lacking)] == []
    assert all(node.conversion == -1 for node in tree if isinstance(node, ast.FormattedValue))  # no {…!r}
    assert not any(node.cause for node in tree if isinstance(node, ast.Raise))
