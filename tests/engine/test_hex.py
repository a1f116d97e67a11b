"""Hexagonal geometry against its published invariants and against brute force with fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from starforge.engine import hex as hx

small = st.integers(-9, 9)
hexes = st.tuples(small, small)
headings = st.integers(0, 5)


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: hx.Hex, b: hx.Hex, c: hx.Hex) -> None:
    assert hx.distance(a, b) == hx.distance(b, a) >= 0
    assert (hx.distance(a, b) == 0) == (a == b)
    assert hx.distance(a, c) <= hx.distance(a, b) + hx.distance(b, c)


@given(hexes, headings, st.integers(0, 12))
def test_a_straight_row_is_as_long_as_its_steps(a: hx.Hex, heading: int, count: int) -> None:
    assert hx.distance(a, hx.step(a, heading, count)) == count
    assert hx.step(hx.step(a, heading, count), heading, -count) == a
    assert hx.beam(a, heading, count) == tuple(hx.step(a, heading, n) for n in range(count))


def test_headings_run_clockwise_from_north() -> None:
    assert hx.NAMES == ("N", "NE", "SE", "S", "SW", "NW")
    assert [hx.rotate(hx.STEPS[0], n) for n in range(6)] == list(hx.STEPS)
    assert all(hx.add(hx.STEPS[n], hx.STEPS[n + 3]) == (0, 0) for n in range(3))


@given(hexes, hexes, hexes, st.integers(-7, 7))
def test_rotation_keeps_distances_and_comes_round(a: hx.Hex, b: hx.Hex, pivot: hx.Hex, turns: int) -> None:
    turned = hx.rotate(a, turns, pivot), hx.rotate(b, turns, pivot)
    assert hx.distance(*turned) == hx.distance(a, b)
    assert hx.rotate(turned[0], -turns, pivot) == a
    assert hx.rotate(a, 6, pivot) == a
    assert hx.rotate(pivot, turns, pivot) == pivot


@given(hexes, st.integers(0, 7))
def test_rings_and_discs_have_the_published_sizes(a: hx.Hex, radius: int) -> None:
    found = hx.ring(a, radius)
    assert len(set(found)) == len(found) == (6 * radius or 1)
    assert all(hx.distance(a, b) == radius for b in found)
    assert len(set(hx.disc(a, radius))) == 3 * radius * (radius + 1) + 1


def point(a: hx.Hex) -> tuple[Fraction, Fraction]:
    """A centre in a plane squeezed so that everything is rational: x in units of 3/2 side, y of sqrt(3)/2 side."""
    return Fraction(a[0]), Fraction(a[0] + 2 * a[1])


def inside(p: tuple[Fraction, Fraction], a: hx.Hex) -> bool:
    """Strictly inside the hex, from the six sides: |y| < 1 and |3x +- y| < 2 about its centre."""
    x, y = p[0] - point(a)[0], p[1] - point(a)[1]
    return abs(y) < 1 and abs(3 * x + y) < 2 and abs(3 * x - y) < 2


def crossings(a: hx.Hex, b: hx.Hex, c: hx.Hex) -> bool:
    """Brute force: whether the line passes through the open inside of ``c``, from where it meets the six side lines."""
    (x0, y0), (x1, y1), (cx, cy) = point(a), point(b), point(c)
    cuts = {Fraction(0), Fraction(1)}
    for kx, ky, half in ((0, 1, 1), (3, 1, 2), (3, -1, 2)):
        grow = kx * (x1 - x0) + ky * (y1 - y0)
        for side in (half, -half):
            if grow:
                cuts.add((side - kx * (x0 - cx) - ky * (y0 - cy)) / grow)
    order = sorted(t for t in cuts if 0 <= t <= 1)
    middles = [(t + u) / 2 for t, u in pairwise(order)]
    return any(inside((x0 + t * (x1 - x0), y0 + t * (y1 - y0)), c) for t in middles)


@given(hexes, hexes)
def test_sight_agrees_with_fractions(a: hx.Hex, b: hx.Hex) -> None:
    far = hx.distance(a, b) + 1  # no way through the inside of a hex is longer
    candidates = [c for c in hx.disc(a, far) if hx.distance(a, c) + hx.distance(c, b) <= far]
    expected = {c for c in candidates if c not in (a, b) and crossings(a, b, c)}
    assert set(hx.between(a, b)) == expected


@given(hexes, hexes, st.integers(0, 5))
def test_sight_is_the_same_both_ways_and_turns_with_the_board(a: hx.Hex, b: hx.Hex, turns: int) -> None:
    assert hx.between(a, b) == hx.between(b, a)[::-1]
    turned = tuple(hx.rotate(c, turns) for c in hx.between(a, b))
    assert set(hx.between(hx.rotate(a, turns), hx.rotate(b, turns))) == set(turned)


@given(hexes, hexes)
def test_a_line_visits_each_distance_in_order(a: hx.Hex, b: hx.Hex) -> None:
    found = hx.line(a, b)
    assert found[0] == a
    assert found[-1] == b
    assert len(set(found)) == len(found)
    steps = [hx.distance(a, c) for c in found]
    assert steps == sorted(steps)


def test_a_side_or_a_corner_does_not_block() -> None:
    assert hx.between((0, 0), (1, 1)) == ()
    assert hx.between((0, 0), (2, -1)) == ()
    assert hx.between((0, 0), (2, 2)) == ((1, 1),)
    assert hx.between((0, 0), (3, 0)) == ((1, 0), (2, 0))
    assert hx.line((4, 4), (4, 4)) == ((4, 4),)


@given(hexes, headings, hexes)
def test_arcs_split_the_plane_and_hold_the_side_line(a: hx.Hex, heading: int, b: hx.Hex) -> None:
    front, back = hx.in_front(a, heading, b), hx.in_front(a, (heading + 3) % 6, b)
    assert front or back
    assert (front and back) == (hx.ahead(a, heading, b) == 0)
    turned = hx.rotate(b, 1, a)
    assert hx.in_front(a, (heading + 1) % 6, turned) == front


def test_the_side_line_is_inside_the_arc() -> None:
    assert hx.in_front((0, 0), 0, (2, -1))
    assert hx.in_front((0, 0), 0, (-2, 1))
    assert not hx.in_front((0, 0), 0, (1, 0))
    assert hx.in_front((0, 0), 0, (1, -1))
    assert hx.in_front((0, 0), 0, (0, 0))


def test_packed_hexes_are_apart_and_add_up():
    near, far = hx.disc((0, 0), 12), [(0, 0), (60, -30), (-45, 90)]
    packed = {hx.pack(hx.add(a, b)) for a in far for b in near}
    assert len(packed) == len(far) * len(near)
    assert all(hx.pack(hx.add(a, b)) == hx.pack(a) + hx.pack(b) for a in far for b in near)
    assert all(hx.unpack(hx.pack(a)) == a for a in (*far, (499, 499), (-499, -499), (499, -499), (-499, 499)))
