"""Planets: balls of a few tones, lit from the upper left, in half blocks or in ASCII. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, sin, sqrt

from starforge.quick import dataclass

_LIGHT = (-0.62, -0.52, 0.59)
_RAMP = " .:-=+*%@"
_RING = (1.25, 1.75)
"""Where a ring begins and ends, in radii."""

Tones = tuple[tuple[str, ...], ...]
"""Rows of pixels: a tone each, such as ``hue2/6`` for six tenths of it, '' for nothing."""


@dataclass(frozen=True, slots=True)
class Planet:
    """Say how a planet looks, see the file."""

    lands: tuple[str, ...]
    rough: int = 5
    bands: int = 0
    air: str = ""
    ring: str = ""


@lru_cache(64)
def pixels(planet: Planet, size: int) -> Tones:
    """Return a planet of so many pixels across; with a ring its rows are longer."""
    half = size / 2
    wide = int(half * _RING[1]) if planet.ring else int(half) + 1
    return tuple(
        tuple(_pixel(planet, (x + 0.5) / half, (y + 0.5 - half) / half, half) for x in range(-wide, wide))
        for y in range(size)
    )


def _pixel(planet: Planet, x: float, y: float, half: float) -> str:
    far = x * x + y * y
    if planet.ring and (tone := _ring(planet, x, y, far)):
        return tone
    if far > 1:
        return f"{planet.air}/2" if planet.air and far < (1 + 1.6 / half) ** 2 and x + y < 0.5 else ""
    z = sqrt(1 - far)
    light = max(x * _LIGHT[0] + y * _LIGHT[1] + z * _LIGHT[2], 0.0)
    return f"{_land(planet, x, y, z)}/{min(int(1.5 + light * 9.5), 10)}"


def _ring(planet: Planet, x: float, y: float, far: float) -> str:
    """Return the tone of the ring, which lies aslant: before the ball below its middle, behind it above."""
    away = sqrt(x * x + ((y - x * 0.16) * 4.2) ** 2)
    if not _RING[0] < away < _RING[1] or (far < 1 and y < x * 0.16):
        return ""
    return f"{planet.ring}/{5 if 1.46 < away < 1.54 else 8}"


def _land(planet: Planet, x: float, y: float, z: float) -> str:
    """Return the tone of the ground at a place: hills from a few waves, or bands of cloud."""
    lon, rough = atan2(x, z), planet.rough
    hills = sin(rough * lon + 2.1 * sin(rough * 0.7 * y + 1.3)) + sin(rough * 1.9 * y + 1.7 * sin(rough * 0.9 * lon))
    hills += 0.5 * sin(rough * 3.1 * lon + 4 * y) + 0.5 * sin(rough * 2.7 * (y + x))
    bands = 3 * sin(rough * 1.6 * y + 0.25 * sin(3 * lon + 5 * y))
    height = (hills * (10 - planet.bands) + bands * planet.bands) / 60 + 0.5
    return planet.lands[max(0, min(int(height * len(planet.lands)), len(planet.lands) - 1))]


def ascii_rows(tones: Tones) -> list[str]:
    """Return the rows of a picture in ASCII, one for two rows of pixels: the brighter, the more ink."""
    return ["".join(map(_ink, upper, lower)) for upper, lower in pairs(tones)]


def _ink(upper: str, lower: str) -> str:
    level = sum(int(tone.partition("/")[2] or 10) for tone in (upper, lower) if tone)
    return _RAMP[min(-(-level * (len(_RAMP) - 1) // 20), len(_RAMP) - 1)]


def pairs(tones: Tones) -> list[tuple[Sequence[str], Sequence[str]]]:
    """Return rows of pixels by twos, the last with an empty one where their number is odd."""
    rows: list[tuple[str, ...]] = list(tones)
    if len(rows) % 2:
        rows.append(("",) * len(rows[0]))
    return list(zip(rows[::2], rows[1::2], strict=True))
