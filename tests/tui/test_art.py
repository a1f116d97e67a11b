"""Pictures for their own sake: drawn from files, with twins, and where a large screen has nothing else to say."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from rich.color import ColorSystem

from starforge.games import GAMES
from starforge.tui.app.theme import GREYED, MONO, SIXTEEN, SIXTEEN_DAY, THEMES
from starforge.tui.drawing.art.vista import draw_vista, planets, ship_pixels, ship_rows, ships, vistas
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.screens.record.daily import DailyScreen
from starforge.tui.screens.record.records import RecordsScreen
from tests.pictures import astroforce, cards, learning, reach, shattered_reach
from tests.pictures.shot import HUGE, LARGE, Shot, opened

ALL = dict(GAMES)
FRAMES = set("─│┌┐└┘├┤┬┴┼═╱╲╴╶╵╷_/\\·∙*▔▁-")
MOST = 0.17
"""How much of a large screen may be empty in one piece."""


@pytest.fixture(autouse=True)
def all_games(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for slug, where in ALL.items():
        monkeypatch.setitem(GAMES, slug, where)


def void(picture: Picture) -> tuple[int, Region]:
    """Return the largest rectangle in which nothing is drawn, with its cells."""
    best, rising = (0, Region(0, 0, 0, 0)), [0] * picture.width
    for y in range(picture.height):
        for x in range(picture.width):
            empty = picture.chars[y][x] == " " and "on:" not in picture.styles[y][x].replace("on:panel", "")
            rising[x] = rising[x] + 1 if empty else 0
        stack: list[tuple[int, int]] = []
        for x, height in enumerate([*rising, 0]):
            start = x
            while stack and stack[-1][1] >= height:
                start, tall = stack.pop()
                best = max(best, (tall * (x - start), Region(start, y - tall + 1, x - start, tall)))
            stack.append((start, height))
    return best


def test_the_largest_void_is_found() -> None:
    picture = Picture(10, 6)
    picture.put(0, 2, "##########")
    picture.put(4, 4, "#")
    assert void(picture) == (20, Region(0, 0, 10, 2))


async def daily(lobby: Any) -> Any:
    return DailyScreen()


async def logbook(lobby: Any) -> Any:
    return RecordsScreen()


WHOLE = (
    *(shot for module in (astroforce, reach, shattered_reach, cards, learning) for shot in module.SHOTS),
    Shot("daily", daily, size=LARGE),
    Shot("logbook", logbook, size=LARGE),
)
SCREENS = [
    shot._replace(size=size)
    for size in (LARGE, HUGE)
    for shot in WHOLE
    if (shot.look, shot.colours, shot.theme) == ("unicode", "many", "night")
    and (shot.size == size or (size == LARGE and not shot.name[-1].isdigit()))
] + [shot._replace(size=HUGE) for shot in WHOLE if shot.name in ("home", "new-game", "learn", "card-reach-120x40")]


@pytest.mark.xdist_group("pictures of games")  # what is advised there is worked out once
@pytest.mark.parametrize("shot", SCREENS, ids=lambda shot: f"{shot.name}-at-{shot.size[0]}")
def test_no_large_screen_has_a_big_void_and_lines_draw_nothing_but_frames(shot: Shot) -> None:
    async def look() -> Picture:
        async with opened(shot) as app:
            page: Any = app.screen
            picture: Picture = page.sheet.picture
            return picture

    picture = asyncio.run(look())
    cells, where = void(picture)
    assert cells <= MOST * picture.width * picture.height, (cells, where)
    drawn = {
        c
        for chars, styles in zip(picture.chars, picture.styles, strict=True)
        for c, style in zip(chars, styles, strict=True)
        if "line" in style.split()
    }
    assert drawn <= FRAMES | {" "}, "what is to be read is not drawn in the colour of frames"


@pytest.mark.parametrize("name", vistas())
@pytest.mark.parametrize("size", [(58, 12), (120, 25), (200, 40)])
def test_a_vista_is_drawn_in_any_look_and_keeps_to_its_region(name: str, size: tuple[int, int]) -> None:
    region = Region(3, 2, *size)
    for plain in (False, True):
        picture = Picture(size[0] + 60, size[1] + 30, "none")
        draw_vista(picture, region, name, plain)
        assert picture.text().isascii() or not plain or set(picture.text()) <= set(map(chr, range(128))) | set("·∙")
        assert len(picture.text().split()) > 12
        drawn = {
            (x, y): style for y, row in enumerate(picture.styles) for x, style in enumerate(row) if style != "none"
        }
        assert all(region.contains(x, y) for x, y in drawn)
        for style in set(drawn.values()):
            for theme in (*THEMES.values(), *GREYED.values(), SIXTEEN, SIXTEEN_DAY, MONO):
                found: Any = theme.style(style)
                assert theme is not MONO or found.color is None
                assert found.color is None or found.color.downgrade(ColorSystem.STANDARD)


def test_small_screens_have_no_pictures() -> None:
    picture = Picture(80, 24)
    draw_vista(picture, Region(0, 0, 80, 24), "harbour", False)
    assert not picture.text().strip()


def test_every_thing_in_the_files_can_be_drawn_and_is_seen_somewhere() -> None:
    seen = {thing.name for vista in vistas().values() for thing in (*vista.planets, *vista.ships)}
    assert seen == {*planets(), *ships()}
    for name, ship in ships().items():
        assert {letter for row in ship.pixels.split() for letter in row} <= set(ship.tones)
        assert ship.ascii.isascii()
        assert {len(row) for row in ship_rows(name)} == {len(ship_rows(name)[0])}
        tones = {tone for row in ship_pixels(name) for tone in row}
        assert all(not tone or tone in THEMES["night"].words for tone in tones)
    assert all(land in THEMES["night"].words for planet in planets().values() for land in planet.lands)
