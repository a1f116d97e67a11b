"""Vistas: planets, ships and stars where a screen has room for a picture, from the files in ``assets/common/art``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from starforge.games.assets import folder, read_cards
from starforge.quick import dataclass
from starforge.tui.drawing.art.planets import Planet, Tones, ascii_rows, pairs, pixels
from starforge.tui.drawing.art.sky import draw_stars
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region

LEAST = Region(0, 0, 20, 6)
"""What a picture needs; where there is less, there are stars alone."""
LARGE = (100, 36)
"""Columns and rows of a screen that has room for pictures."""


@dataclass(frozen=True, slots=True)
class Vessel:
    """Hold a ship in pixels: the tone behind each letter, and its twin in ASCII."""

    tones: dict[str, str]
    pixels: str
    ascii: str


@dataclass(frozen=True, slots=True)
class Thing:
    """Put a planet or a ship somewhere: the place of its middle and its size are hundredths of the room."""

    name: str
    x: int
    y: int
    size: int = 0


@dataclass(frozen=True, slots=True)
class Vista:
    planets: tuple[Thing, ...] = ()
    ships: tuple[Thing, ...] = ()


@lru_cache(1)
def planets() -> dict[str, Planet]:
    return read_cards(folder("common") / "art" / "planets.toml", Planet)


@lru_cache(1)
def ships() -> dict[str, Vessel]:
    return read_cards(folder("common") / "art" / "ships.toml", Vessel)


@lru_cache(1)
def vistas() -> dict[str, Vista]:
    return read_cards(folder("common") / "art" / "vistas.toml", Vista)


@lru_cache(16)
def ship_pixels(name: str) -> Tones:
    """Return a ship as rows of pixels of one length."""
    ship = ships()[name]
    rows = ship.pixels.strip("\n").splitlines()
    wide = max(map(len, rows))
    return tuple(tuple(ship.tones.get(letter, "") for letter in row.ljust(wide)) for row in rows)


@lru_cache(16)
def ship_rows(name: str) -> tuple[str, ...]:
    """Return a ship in ASCII."""
    rows = ships()[name].ascii.strip("\n").splitlines()
    wide = max(map(len, rows))
    return tuple(row.ljust(wide) for row in rows)


def is_large(picture: Picture) -> bool:
    """Tell whether a screen is large enough for pictures."""
    return picture.width >= LARGE[0] and picture.height >= LARGE[1]


def draw_vista(picture: Picture, region: Region, name: str, plain: bool) -> None:
    """Draw a vista if the screen is large; ``plain``: in ASCII and without colours."""
    if not is_large(picture):
        return
    vista = vistas()[name] if region.width >= LEAST.width and region.height >= LEAST.height else Vista()
    for thing in vista.planets:
        size = min(region.height * 2 * thing.size // 100, region.width * 6 // 10)
        tones = pixels(planets()[thing.name], max(size - size % 2, 4))
        _draw(picture, region, thing, tones, ascii_rows(tones) if plain else None)
    for thing in vista.ships:
        _draw(picture, region, thing, ship_pixels(thing.name), ship_rows(thing.name) if plain else None)
    draw_stars(picture, region.common(Region(0, 0, picture.width, picture.height)), len(name))


def _draw(picture: Picture, region: Region, thing: Thing, tones: Tones, rows: Sequence[str] | None) -> None:
    """Draw pixels, or rows of ASCII, around a place; whatever leaves the region is cut off."""
    wide, tall = (len(tones[0]), (len(tones) + 1) // 2) if rows is None else (len(rows[0]), len(rows))
    if wide > region.width or tall > region.height:
        return
    x = min(max(region.x + region.width * thing.x // 100 - wide // 2, region.x), region.end - wide)
    y = min(max(region.y + region.height * thing.y // 100 - tall // 2, region.y), region.bottom - tall)
    if rows is None:
        draw_pixels(picture, x, y, tones)
        return
    for n, row in enumerate(rows):
        start, stop = len(row) - len(row.lstrip()), len(row.rstrip())
        picture.put(x + start, y + n, row[start:stop], "dim")


def draw_pixels(picture: Picture, x: int, y: int, tones: Tones) -> None:
    """Draw pixels in half blocks, two a cell; where there is none, what was there stays."""
    for row, (upper, lower) in enumerate(pairs(tones), y):
        for n, (above, below) in enumerate(zip(upper, lower, strict=True), x):
            if above or below:
                sign = "▀" if above else "▄"
                picture.put(n, row, sign, f"art {above or below} {below if above and below else '.'}")
