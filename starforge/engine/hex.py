"""Exact geometry of hexagonal grids: whole numbers only, so that no rounding ever decides a rule.

Hexes are flat-topped, in axial coordinates (q, r): q grows to the east, r to the south. Headings run clockwise from
north: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
"""

from __future__ import annotations

from functools import lru_cache

Hex = tuple[int, int]

NAMES = ("N", "NE", "SE", "S", "SW", "NW")
STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The neighbour that lies in each heading from (0, 0)."""


def add(a: Hex, b: Hex) -> Hex:
    """Return the hex that lies from ``a`` as ``b`` lies from the origin."""
    return a[0] + b[0], a[1] + b[1]


def sub(a: Hex, b: Hex) -> Hex:
    """Return how ``a`` lies from ``b``."""
    return a[0] - b[0], a[1] - b[1]


def step(a: Hex, heading: int, count: int = 1) -> Hex:
    """Return the hex ``count`` steps from ``a`` in a heading; a negative count goes backwards."""
    dq, dr = STEPS[heading]
    return a[0] + dq * count, a[1] + dr * count


def pack(a: Hex) -> int:
    """Return a hex as one number, to look it up by; the numbers add up as hexes do, up to coordinates of 499."""
    return a[0] * 1000 + a[1]


def unpack(number: int) -> Hex:
    """Return the hex that ``pack`` made a number of."""
    q = (number + 499) // 1000
    return q, number - 1000 * q


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotate(a: Hex, turns: int, pivot: Hex = (0, 0)) -> Hex:
    """Return ``a`` turned clockwise about ``pivot`` by sixths of a circle; a negative number turns back."""
    q, r = a[0] - pivot[0], a[1] - pivot[1]
    for _ in range(turns % 6):
        q, r = -r, q + r
    return pivot[0] + q, pivot[1] + r


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at exactly ``radius`` from the centre, clockwise from the northern corner."""
    if radius == 0:
        return (centre,)
    found = []
    at = step(centre, 0, radius)
    for heading in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            found.append(at)
            at = step(at, heading)
    return tuple(found)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at most ``radius`` from the centre, ring by ring outwards."""
    return tuple(at for size in range(radius + 1) for at in ring(centre, size))


def beam(start: Hex, heading: int, count: int) -> tuple[Hex, ...]:
    """Return ``count`` hexes in a straight row that begins with ``start``."""
    dq, dr = STEPS[heading]
    q, r = start
    return tuple((q + dq * n, r + dr * n) for n in range(count))


def ahead(a: Hex, heading: int, b: Hex) -> int:
    """Return twice the dot product of a heading and the way from ``a`` to ``b``: positive ahead, negative astern.

    It is 0 exactly on the side line, the line through ``a`` square to the heading.
    """
    dq, dr = STEPS[heading]
    q, r = b[0] - a[0], b[1] - a[1]
    return 2 * dq * q + 2 * dr * r + dq * r + dr * q


def in_front(a: Hex, heading: int, b: Hex) -> bool:
    """Return whether ``b`` lies in the forward 180 degrees of ``a``; a hex on the side line does."""
    return ahead(a, heading, b) >= 0


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes whose open inside the line between two hex centres crosses, from ``a`` to ``b``, both included.

    Hexes that the line only touches at a corner, or along whose side it runs, are not among them.
    """
    q, r = a
    return (a, *((q + x, r + y) for x, y in _crossed(b[0] - q, b[1] - r)), *((b,) if a != b else ()))


def between(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """Return the hexes strictly between two hexes that could block the sight from one to the other."""
    q, r = a
    return tuple((q + x, r + y) for x, y in _crossed(b[0] - q, b[1] - r))


@lru_cache(4096)
def _crossed(q: int, r: int) -> tuple[Hex, ...]:
    """Return the hexes between (0, 0) and (q, r) whose open inside the line crosses, in order.

    They are worked out in one sixth of the circle and turned for the others.
    """
    if (q <= 0 or r < 0) and (q, r) != (0, 0):
        return tuple(rotate(at, 1) for at in _crossed(*rotate((q, r), -1)))
    reach = distance((0, 0), (q, r))
    found = []
    for x in range(min(0, q) - 1, max(0, q) + 2):
        for y in range(min(0, r) - 1, max(0, r) + 2):
            stretch = _stretch((q, r), (x, y)) if (x, y) not in ((0, 0), (q, r)) else None
            if stretch is not None and distance((0, 0), (x, y)) <= reach:
                found.append((stretch, (x, y)))
    return tuple(at for _, at in sorted(found))


def _stretch(end: Hex, at: Hex) -> tuple[int, int] | None:
    """Return the open stretch of the line from (0, 0) to ``end`` that lies inside the hex ``at``, None if none does.

    A hex is where three differences of cube coordinates are each within 1 of its centre's. Along the line each grows
    evenly, so each allows an interval of the line; all are scaled by a common factor to stay whole.
    """
    ends, centres = _strips(end), _strips(at)
    scale = 1
    for grow in ends:
        scale *= abs(grow) or 1
    low, high = 0, scale
    for grow, centre in zip(ends, centres, strict=True):
        if grow == 0:
            if centre != 0:
                return None
            continue
        sides = (centre - 1) * scale // grow, (centre + 1) * scale // grow
        low, high = max(low, min(sides)), min(high, max(sides))
    return (low, high) if low < high else None


def _strips(a: Hex) -> tuple[int, int, int]:
    """Return the differences of a hex's cube coordinates; one of them changes by 2 across each side."""
    x, z = a
    y = -x - z
    return x - y, y - z, z - x
