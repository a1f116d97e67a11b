"""Pictures: cells, clipping, spots, and text from people that can do no harm."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import ColorSystem

from starforge.tui.app.theme import (
    ATTRIBUTES,
    GREYED,
    GROUNDS,
    MONO,
    SIXTEEN,
    SIXTEEN_DAY,
    THEMES,
    WORDS,
    Theme,
    theme_for,
)
from starforge.tui.drawing.markdown import place_of, render
from starforge.tui.drawing.picture import Picture, clean, fit, pad, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot
from starforge.tui.drawing.svg import to_svg
from starforge.tui.drawing.text_field import TextField


def test_what_is_drawn_outside_is_cut_off() -> None:
    picture = Picture(6, 2)
    picture.put(-2, 0, "abcdefghij")
    picture.put(4, 1, "xyz")
    picture.put(0, 5, "nowhere")
    assert picture.text() == "cdefgh\n    xy"


def test_wide_characters_take_two_cells_and_never_leave_a_half() -> None:
    picture = Picture(6, 1)
    picture.put(0, 0, "星星")
    picture.put(1, 0, "a")
    assert "".join(picture.chars[0]) == " a星  "
    assert cell_len("".join(picture.chars[0])) == 6


@given(st.text(max_size=40), st.integers(0, 30))
def test_any_text_becomes_cells_without_control(text: str, width: int) -> None:
    picture = Picture(30, 1)
    picture.put(3, 0, text)
    row = "".join(picture.chars[0])
    assert row.isprintable()
    assert cell_len(row) == 30
    assert cell_len(pad(text, width)) == width
    assert all(cell_len(part) <= max(width, 2) for part in wrap(text, max(width, 2)))


def test_markup_and_escapes_in_names_are_only_text() -> None:
    assert clean("[bold red]Eve[/]\x1b[31m\x07\u202e") == "[bold red]Eve[/] [31m  "
    assert fit("a long name", 6) == "a lon…"


def test_spots_are_found_where_they_are_drawn_the_last_first() -> None:
    small, large = ItemSpot(1), ItemSpot(2)
    inner = Picture(4, 4)
    inner.spot(Region(0, 0, 2, 1), small)
    picture = Picture(10, 10)
    picture.spot(Region(0, 0, 10, 10), large)
    picture.paste(inner, 3, 3)
    assert picture.find(3, 3) == small
    assert picture.find(5, 3) == large
    assert picture.find(20, 3) is None


@given(st.text(st.sampled_from("ab 字é星 "), max_size=90), st.integers(2, 40))
def test_wrapping_loses_nothing_and_fits(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert not text.isascii() or all(lines)


def test_every_theme_knows_every_word() -> None:
    for theme in (*THEMES.values(), *GREYED.values(), SIXTEEN, SIXTEEN_DAY, MONO):
        for word in (*WORDS, *GROUNDS, *ATTRIBUTES, "on:hue1"):
            theme.style(word)
        assert all(theme.style(word).color is None for word in WORDS) or theme is not MONO


def light(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    lines = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * lines[0] + 0.7152 * lines[1] + 0.0722 * lines[2]


XTERM = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)


@pytest.mark.parametrize("theme", [SIXTEEN, SIXTEEN_DAY], ids=lambda theme: theme.id)
@pytest.mark.parametrize("bright", [False, True], ids=["as they are", "bold is bright"])
def test_whatever_is_drawn_in_sixteen_colours_can_be_read(theme: Theme, bright: bool) -> None:
    """Every word on every ground, which is more than any screen draws, also where bold letters become bright ones."""
    colours = [light(colour) for colour in XTERM]
    for word in WORDS:
        for ground in ("", *GROUNDS, *(f"on:{word}" for word in WORDS)):
            style: Any = theme.style(f"{word} {ground} bold")
            letters = style.color.number + (8 if bright and style.bold and style.color.number < 8 else 0)
            pair = sorted((colours[letters], colours[style.bgcolor.number]))
            assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 3, (word, ground)


@pytest.mark.parametrize("theme", [*THEMES.values(), *GREYED.values()], ids=lambda theme: theme.id)
def test_whatever_is_drawn_can_be_read_on_its_ground_in_every_theme(theme: Theme) -> None:
    """Every word on every ground, which is more than any screen draws; also where there are 256 colours."""
    system = ColorSystem.EIGHT_BIT if theme in GREYED.values() else ColorSystem.TRUECOLOR
    for word in WORDS:
        for ground in ("", *GROUNDS, *(f"on:{word}" for word in WORDS)):
            style: Any = theme.style(f"{word} {ground}")
            seen = (colour.downgrade(system).get_truecolor().hex for colour in (style.color, style.bgcolor))
            pair = sorted(map(light, seen))
            least = {"line": 1.4, "faint": 3}.get(
                word, 7 if theme.id == "contrast" and ground in ("", "on:bar") else 4.5
            )
            assert (pair[1] + 0.05) / (pair[0] + 0.05) >= least, (word, ground)


def test_a_colour_that_can_be_read_is_left_as_it_is() -> None:
    night = THEMES["night"]
    assert all(str(night.style(word)).startswith(night.words[word]) for word in WORDS)
    assert "#ff6b6b" not in str(night.style("danger on:hull3"))


def test_the_theme_fits_the_terminal() -> None:
    assert theme_for("daylight", "none") is MONO
    assert theme_for("night", "sixteen") is SIXTEEN
    assert theme_for("daylight", "sixteen") is theme_for("night", "sixteen", light=True) is SIXTEEN_DAY
    assert theme_for("contrast", "sixteen", light=True) is SIXTEEN
    assert theme_for("night", "many", light=True).id == "night"
    assert theme_for("night", "256").id == "night-256"
    assert theme_for("no-such-theme", "many").id == "night"


def test_a_line_is_typed_and_edited() -> None:
    now = TextField.of("Ada", 5)
    assert now.typed("!?x").text == "Ada!?"
    assert now.pressed("left").pressed("backspace").text == "Aa"
    assert now.pressed("home").pressed("delete").text == "da"
    assert now.pressed("home").pressed("left").pressed("end").cursor == 3
    assert TextField.of("1", 9, digits=True).typed("2x\x1b3").text == "123"


BOOK = """# The book

Some *words* with a `code` and **bold** ones, as AF-D5 says.

## Rules
- **AF-D5** Substitution: two of a kind, and a text that is long enough to be wrapped into several lines.
- **AF-D6** Crew actions.

| Role | Action |
|---|---|
| COM | Orders, a long cell that has to be wrapped into its own column |
"""


def test_a_text_that_is_offered_gives_way_to_what_is_typed():
    offered = TextField.of("root", offered=True)
    assert offered.typed("A").typed("da").text == "Ada"
    assert offered.pressed("backspace").typed("Ben").text == "Ben"
    assert offered.pressed("left").typed("!").text == "roo!t"
    assert offered.pressed("end").pressed("backspace").text == "roo"
    assert offered.text == "root"


def test_markdown_becomes_lines() -> None:
    lines = render(BOOK, 40)
    text = ["".join(part for part, _ in spans) for spans in lines]
    assert text[0] == "THE BOOK"
    assert "Some words with a code and bold ones, as" in text
    assert any(row.startswith("• AF-D5 Substitution") for row in text)
    assert any(row.startswith("Role  Action") for row in text)
    assert all(len(row) <= 40 for row in text)
    assert "**" not in "\n".join(text)


def test_a_rule_is_found_where_it_is_told_not_where_it_is_named() -> None:
    lines = render(BOOK, 40)
    place = place_of(lines, "AF-D5")
    assert place is not None
    assert "".join(part for part, _ in lines[place]).startswith("• AF-D5")
    assert place_of(lines, "AF-Z9") is None


def test_a_picture_becomes_the_same_svg_each_time() -> None:
    picture = Picture(20, 2)
    picture.put(1, 0, "a <b>  ▐S▌", "danger bold")
    svg = to_svg(picture, THEMES["night"])
    assert svg == to_svg(picture, THEMES["night"])
    assert svg.isascii()
    assert "&lt;b&gt;" in svg
    assert "[S]" in to_svg(picture, THEMES["night"], ascii_only=True)


def test_the_change_of_a_row_is_all_that_differs_and_tears_no_wide_letter() -> None:
    chance = random.Random(4)

    def drawn() -> Picture:
        picture = Picture(12, 1)
        for _ in range(3):
            picture.put(chance.randrange(12), 0, chance.choice(["宇宙", "ab", "é", " "]), chance.choice(["", "dim"]))
        return picture

    for _ in range(400):
        old, new = drawn(), drawn()
        change = new.change(old, 0)
        if change is None:
            assert (old.chars, old.styles) == (new.chars, new.styles)
            continue
        first, last = change
        patched = Picture(12, 1)
        patched.paste(old, 0, 0)
        for text, style in new.runs(0, first, last):
            first = patched.put(first, 0, text, style)
        assert (patched.chars, patched.styles) == (new.chars, new.styles)
        assert first == last
