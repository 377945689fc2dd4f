"""A redraw leaves alone what it need not touch: focus, scrolling, and what somebody is typing."""

from __future__ import annotations

import pytest

MORPH = """async ([before, after]) => {
    const { morph } = await import("/static/morph.js");
    const region = document.createElement("div");
    region.innerHTML = before;
    document.body.append(region);
    const kept = region.querySelector("[data-kept]");
    const field = region.querySelector("input");
    if (field) { field.focus(); field.value = "half a na"; field.setSelectionRange(3, 5); }
    const list = region.querySelector(".scroll");
    if (list) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(".scroll { height: 60px; overflow: auto }");
        document.adoptedStyleSheets = [sheet];
        list.scrollTop = 40;
    }
    morph(region, after);
    return {
        html: region.innerHTML,
        same: kept ? region.querySelector("[data-kept]") === kept : null,
        typed: field && [field.value, field.selectionStart, document.activeElement === field],
        scrolled: list ? list.scrollTop : null,
    };
}"""


@pytest.fixture
def morph(live, screen):
    page = screen(live.port)
    return lambda before, after: page.evaluate(MORPH, [before, after])


def test_text_and_attributes_follow(morph):
    after = '<p class="b" id="x">two</p><p>three</p>'
    assert morph('<p class="a" title="t" id="x">one</p>', after)["html"] == after
    assert morph("<p>a</p><p>b</p><i>c</i>", "<p>b</p>")["html"] == "<p>b</p>"
    assert morph("", "<b>new</b>")["html"] == "<b>new</b>"


def test_a_thing_with_an_id_moves_instead_of_being_made_anew(morph):
    done = morph('<p id="a">1</p><p id="b" data-kept="">2</p>', '<p id="b" data-kept="">2!</p><p id="c">3</p>')
    assert done["same"] is True
    assert done["html"] == '<p id="b" data-kept="">2!</p><p id="c">3</p>'


def test_a_half_typed_name_stays(morph):
    done = morph('<p>7</p><input value="Bob">', '<p>6</p><input value="Bert">')
    assert done["typed"] == ["half a na", 3, True]
    assert "<p>6</p>" in done["html"]


def test_scrolling_stays(morph):
    lines = "".join(f"<p>line {n}</p>" for n in range(50))
    assert morph(f'<div class="scroll">{lines}</div>', f'<div class="scroll"><p>new</p>{lines}</div>')["scrolled"] == 40


def test_a_region_inside_a_region_is_left_to_its_own_message(morph):
    before = '<h1>old</h1><div id="in" data-region="">inside</div>'
    after = '<h1>new</h1><div id="in" data-region=""></div>'
    assert morph(before, after)["html"] == '<h1>new</h1><div id="in" data-region="">inside</div>'
