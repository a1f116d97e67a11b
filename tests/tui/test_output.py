"""What goes out: only what changes, and the terminal shows the same as if everything were sent."""

from __future__ import annotations

import ast
import random
import re
import unicodedata
from itertools import product
from pathlib import Path
from typing import Any

import pyte
import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip

import starforge
from starforge.tables.local import LocalLobby
from starforge.tui.app.app import StarforgeApp
from starforge.tui.app.output import PLAIN, TWINS, Shown, ascii_twin, by_style, change, in_rows, sgr
from starforge.tui.app.terminal import erases
from starforge.tui.app.theme import MONO, SIXTEEN, THEMES
from starforge.tui.drawing.picture import Picture
from tests import source
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

TOUR = (
    "n",
    "left",
    *"577",
    "enter",
    "b",
    "1",
    "escape",
    "tab",
    "tab",
    "?",
    "down",
    "escape",
    "l",
    "escape",
    *"ms1",
    "1",
    "escape",
    "escape",
    *"qq",
)


class StockApp(StarforgeApp):
    """Send what Textual would send."""

    _display = App._display


def cells(screen: pyte.Screen) -> list[Any]:
    """Return what can be seen: of a blank, where nothing is drawn through it, only the ground."""
    rows = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    return [
        [
            (" ", one.bg) if one.data == " " and not (one.reverse or one.underscore or one.strikethrough) else one
            for one in row
        ]
        for row in rows
    ]


def tour(lobby: LocalLobby, kind: type[StarforgeApp], size: tuple[int, int]) -> tuple[list[Any], int]:
    async def script(seen: Seen) -> tuple[list[Any], int]:
        terminal, shots, fed = pyte.Screen(*size), [], 0
        stream = pyte.Stream(terminal)
        for key in TOUR:
            await seen.press(key)
            stream.feed(seen.bytes[fed:])
            fed = len(seen.bytes)
            shots.append(cells(terminal))
        return shots, fed

    result: tuple[list[Any], int] = run(make_app(lobby, kind=kind), script, size)
    return result


def test_a_terminal_shows_the_same_with_the_diff_as_without(tmp_path: Any) -> None:
    ours, few = tour(LocalLobby(tmp_path / "a"), StarforgeApp, (80, 24))
    stock, many = tour(LocalLobby(tmp_path / "b"), StockApp, (80, 24))
    for key, mine, theirs in zip(TOUR, ours, stock, strict=True):
        assert mine == theirs, key
    assert few * 2 < many


def test_a_cursor_move_costs_few_bytes(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> int:
        await seen.press("tab")
        before = len(seen.bytes)
        await seen.press("tab")
        return len(seen.bytes) - before

    assert run(make_app(lobby, at_table("tiny", "Ada", "bot:greedy")), script, (120, 36)) < 600


def test_nothing_is_sent_when_nothing_changes(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> str:
        await seen.rest()
        before = len(seen.bytes)
        seen.app.screen.repaint()
        await seen.rest()
        return seen.bytes[before:]

    assert run(make_app(lobby), script) == ""


@pytest.mark.parametrize("colours", ["many", "none"])
def test_the_ascii_look_sends_ascii_only(lobby: LocalLobby, colours: str) -> None:
    async def script(seen: Seen) -> str:
        await seen.press(*TOUR)
        await seen.resize(120, 40)
        return seen.bytes

    sent = run(make_app(lobby, look="ascii", colours=colours), script)
    assert len(sent) > 10_000
    assert sent.isascii()


def test_no_colours_means_no_colour_codes(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> str:
        await seen.press(*TOUR)
        return seen.bytes

    sent = run(make_app(lobby, colours="none"), script)
    codes = {code for found in re.findall(r"\x1b\[([\d;]*)m", sent) for code in found.split(";")}
    assert codes <= {"0", "1", "2", "3", "4", "7", "9", "22", "23", "24", "27", "29"}


def strip(*pieces: tuple[str, str]) -> Strip:
    return Strip([Segment(text, Style.parse(style)) for text, style in pieces])


def sent(shown: Shown, *pieces: tuple[str, str]) -> list[tuple[int, str]]:
    return [(x, "".join(c[0] for c in cells)) for x, cells in shown.update(0, 0, shown.cells(strip(*pieces)))]


def test_only_the_changed_cells_are_sent() -> None:
    shown = Shown(ColorSystem.TRUECOLOR)
    shown.ready((40, 1))
    assert sent(shown, ("a row of twenty cells that stays", "red")) == [(0, "a row of twenty cells that stays")]
    assert sent(shown, ("a row of twenty cells that stays", "red")) == []
    assert sent(shown, ("A row of twenty cells that stayS", "red")) == [(0, "A"), (31, "S")]
    assert sent(shown, ("B rOw of twenty cells that stayS", "red")) == [(0, "B rO")]
    assert sent(shown, ("B rOw of", "red"), (" twenty cells that stayS", "blue"))[0][0] == 9
    shown.forget()
    shown.ready((40, 1))
    assert sent(shown, ("ab", "red")) == [(0, "ab")]


def test_a_picture_goes_out_as_its_strips_would() -> None:
    words = ("danger bold on:panel", "dim", "hue1 underline", "on:cursor")
    for theme, twins in product((*THEMES.values(), SIXTEEN, MONO), (False, True)):
        picture = Picture(30, 1)
        for n, word in enumerate(words):
            picture.put(7 * n, 0, "┌a  星 b"[n % 2 :], word)
        runs = Strip([Segment(text, theme.style(style)) for text, style in picture.runs(0)])
        shown = Shown(ColorSystem.TRUECOLOR, twins)
        assert shown.drawn(picture.chars[0], picture.styles[0], theme.style) == shown.cells(runs)


def test_wide_characters_are_never_cut() -> None:
    shown = Shown(ColorSystem.TRUECOLOR)
    shown.ready((10, 1))
    sent(shown, ("a星b", ""))
    assert sent(shown, ("a船b", "")) == [(1, "船")]
    assert sent(shown, ("a--b", "")) == [(1, "--")]
    assert sent(shown, ("a星b", "")) == [(1, "星")]


@pytest.mark.parametrize("seed", range(40))
def test_style_by_style_a_terminal_shows_the_same(seed: int) -> None:
    rng = random.Random(seed)
    screens = [pyte.Screen(40, 6) for _ in range(3)]
    shown = Shown(ColorSystem.TRUECOLOR)
    shown.ready((40, 6))
    theme = next(iter(THEMES.values()))
    words = ("danger bold on:panel", "dim", "hue1 underline", "on:cursor", "title strike", "", "legal bold on:cursor")
    texts = ("ab", "a b", " ", " " * 9, "星 x", "word       ", "      w")
    for _ in range(6):
        picture = Picture(40, 6)
        for _ in range(12):
            picture.put(rng.randrange(-2, 40), rng.randrange(6), rng.choice(texts), rng.choice(words))
        drawn = ((y, shown.drawn(picture.chars[y], picture.styles[y], theme.style)) for y in range(6))
        pieces = [(y, x, cells) for y, row in drawn for x, cells in shown.update(y, 0, row)]
        ways = in_rows(pieces), by_style(pieces, False), by_style(pieces, True)
        for screen, sent in zip(screens, ways, strict=True):
            pyte.Stream(screen).feed(sent)
        assert cells(screens[0]) == cells(screens[1]) == cells(screens[2])
        assert "X" not in ways[1]


def test_cells_are_erased_only_where_the_terminal_does_it_in_the_ground_that_is_set() -> None:
    assert erases({"TERM": "xterm-256color"})
    assert erases({"TERM": "tmux-256color"})
    assert not erases({"TERM": "screen-256color"})
    assert not erases({"TERM": "xterm-256color", "STY": "1234.pts-0.host"})
    assert not erases({})


def test_what_goes_beyond_the_edge_is_not_sent() -> None:
    shown = Shown(ColorSystem.TRUECOLOR)
    shown.ready((3, 1))
    assert sent(shown, ("abcdef", "")) == [(0, "abc")]


def drawn() -> set[str]:
    """Return every character beyond ASCII in the texts that the screens draw."""
    found: set[str] = set()
    for path in (Path(starforge.__file__).parent / "tui").rglob("*.py"):
        found |= {c for n in source.nodes(path) if isinstance(n, ast.Constant) for c in str(n.value)}
    return {c for c in found if not c.isascii()}


@pytest.mark.xdist_group("structure")
def test_every_glyph_has_an_ascii_twin_of_one_cell() -> None:
    shown = drawn()
    assert shown <= set(TWINS)
    assert all(cell_len(c) == 1 and unicodedata.east_asian_width(c) not in "WF" for c in shown)
    assert all(len(g) == 1 and len(t) == 1 and t.isascii() and not g.isascii() for g, t in TWINS.items())
    assert ascii_twin("▐S▌ Zoë 星 \U0001f680") == "[S] Zoe ?  ? "
    assert ascii_twin("plain") == "plain"


def test_styles_become_the_codes_that_the_terminal_knows() -> None:
    danger = THEMES["night"].style("danger bold on:panel")
    assert sgr(danger, ColorSystem.TRUECOLOR) == ("1", "38;2;255;107;107", "48;2;17;24;48")
    assert sgr(danger, ColorSystem.EIGHT_BIT)[1].startswith("38;5;")
    assert sgr(SIXTEEN.style("danger bold"), ColorSystem.STANDARD) == ("1", "91", "40")
    assert sgr(MONO.style("danger bold on:cursor"), None) == ("1;7", "", "")


def test_only_what_differs_between_two_styles_is_switched() -> None:
    assert change(("1", "31", "40"), ("1", "32", "40")) == "\x1b[32m"
    assert change(("1", "31", "40"), ("", "31", "40")) == "\x1b[22m"
    assert change(("1;2;4", "31", "40"), ("2;9", "31", "40")) == "\x1b[22;24;2;9m"
    assert change(("", "31", "40"), ("", "", "40")) == "\x1b[39m"
    assert change(("1", "31", "40"), ("1", "31", "40")) == ""
    assert change(("1", "31", ""), PLAIN) == "\x1b[0m"
