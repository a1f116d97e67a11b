"""Exact odds, from what a seat may know: the next tile's damage, crew and missions to come, the landing. Pure.

What others keep behind their screens may change them: they hold for the ships as this seat knows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEPARTMENTS, HAND, TURNS
from starforge.games.reach.view.types import BoardView, ReachView

_INDEX = {d: n for n, d in enumerate(DEPARTMENTS)}
Odds = dict[int, Fraction]
"""A chance for each number."""


def tile_damage(view: ReachView) -> Odds:
    """Return the chance of each damage of the next tile; nothing where none comes, 0 alone where a round begins."""
    if view.phase in ("setup", "landing") or view.turn >= TURNS or not view.tiles_left:
        return {}
    if view.step == 3 or not view.turn:
        return {0: Fraction(1)}
    count = Counter(book().tiles[tile].damage for tile in view.tiles_left)
    return {damage: Fraction(n, count.total()) for damage, n in sorted(count.items())}


def takes(b: BoardView, damage: int) -> int:
    """Return how many damage cards a ship takes of a tile, as it stands (UR-D1, UR-W4)."""
    left = max(0, damage - b.stops)
    return 0 if left and b.decoy else left


def taken(view: ReachView, seat: int) -> Odds:
    """Return the chance of each number of damage cards that the next tile brings a ship."""
    found: Odds = {}
    for damage, chance in tile_damage(view).items():
        n = takes(view.boards[seat], damage)
        found[n] = found.get(n, Fraction(0)) + chance
    return found


def _drawn(view: ReachView, seat: int, damage: int) -> tuple[int, int]:
    """Return how many damage cards a ship draws from the deck as it is, and from the discards when that is empty."""
    deck, discards = sum(view.damage_left.values()), sum(view.damage_discards.values())
    before = 0
    for other in view.order:
        if other == seat:
            break
        before += takes(view.boards[other], damage)
    n = takes(view.boards[seat], damage)
    first = min(max(deck - before, 0), n)
    return first, min(n - first, max(deck + discards - before - first, 0))


def hits(view: ReachView, seat: int) -> dict[str, Fraction]:
    """Return by department the chance that the next tile leaves a damage card there (UR-P2)."""
    spared = dict.fromkeys(DEPARTMENTS, Fraction(0))
    for damage, chance in tile_damage(view).items():
        first, second = _drawn(view, seat, damage)
        for d in DEPARTMENTS:
            spared[d] += chance * _none(view.damage_left, d, first) * _none(view.damage_discards, d, second)
    return {d: 1 - chance if tile_damage(view) else Fraction(0) for d, chance in spared.items()}


def _none(pile: Mapping[str, int], card: str, n: int) -> Fraction:
    """Return the chance that none of ``n`` cards drawn from a pile is of a kind."""
    size = sum(pile.values())
    n = min(n, size)
    return Fraction(comb(size - pile.get(card, 0), n), comb(size, n))


def some_of(pile: Mapping[str, int], card: str, n: int) -> Fraction:
    """Return the chance that one at least of ``n`` cards drawn from a pile is of a kind."""
    return 1 - _none(pile, card, n)


def bonus(boards: Sequence[BoardView], ability: str) -> int:
    """Return how much the Specialists in departments with power add, by the name of their ability."""
    specialists = book().specialists
    cards = (c.card for b in boards for d in b.departments for c in d.cards if c.card in specialists)
    abilities = (specialists[card].ability for card in cards)
    return sum(int(asked[1]) for asked in abilities if asked is not None and asked[0] == ability)


def crew_to_come(view: ReachView) -> dict[str, Fraction]:
    """Return by crew card of the own deck the chance to draw it in the next turn of this round."""
    me = view.me
    if me is None or view.step == 3 or view.phase in ("setup", "landing"):
        return {}
    return {card: some_of(me.unseen, card, HAND + bonus([me], "draw-extra")) for card in me.unseen}


def missions_to_come(view: ReachView) -> dict[str, Fraction]:
    """Return by type the chance that the next pool has a mission of it."""
    if view.phase in ("setup", "landing") or view.turn >= TURNS:
        return {}
    deck = view.missions_left[view.turn // 3]
    size = len(view.boards) + 1 + (bonus(view.boards, "extra-missions") if view.step < 3 else 0)
    return {kind: some_of(deck, kind, size) for kind in deck}


# --- the landing ------------------------------------------------------------------------------------------------------


def shortest(missing: Sequence[int], crew: Sequence[str]) -> int:
    """Return how much power is missing to land at the least, when crew is placed as well as it can be."""
    return _shortest(tuple(max(0, n) for n in missing), tuple(sorted(crew, key=lambda c: (-crew_card(c).main, c))))


@lru_cache(1_000)
def _shortest(missing: tuple[int, ...], crew: tuple[str, ...]) -> int:
    best, ways = shortfall([0] * len(missing), missing, crew), {missing}
    rest = sum(crew_card(card).main for card in crew)
    for card in crew:
        rest -= crew_card(card).main
        ways = {after for left in ways for after in _with(left, card) if sum(after) - rest < best}
    return min([best, *map(sum, ways)])


def shortfall(power: Sequence[int], need: Sequence[int], free: Sequence[str]) -> int:
    """Return about how many points are missing to land: ``free`` crew is placed one by one, as each fills most."""
    missing = [max(0, n - p) for n, p in zip(need, power, strict=True)]
    for card in sorted(free, key=lambda c: -crew_card(c).main):
        c = crew_card(card)
        home, worst = _INDEX[c.home], max(range(4), key=lambda d: missing[d])
        at_home, away = min(missing[home], c.main), min(missing[worst], c.worker)
        spot, filled = (home, at_home) if at_home >= away else (worst, away)
        missing[spot] -= filled
    return sum(missing)


def _with(left: tuple[int, ...], card: str) -> Iterator[tuple[int, ...]]:
    """Yield what would still be missing with a card in each department that lacks power."""
    gives = book().power
    wanted = [n for n, missing in enumerate(left) if missing]
    for n in wanted:
        yield (*left[:n], max(0, left[n] - gives[card, DEPARTMENTS[n]]), *left[n + 1 :])


def short_of_landing(view: ReachView, more: Mapping[str, int]) -> int:
    """Return how much power the own ship will lack to land with ``more`` damage, all its crew placed well (UR-E3).

    Repairers mend and are placed anew, as are Juniors of the Academy, risen; tokens and cards to come are not counted,
    nor what ends with the turn (UR-W4). Specialists aboard give what they give as they stand, see ``unsure``.
    """
    me, card = view.me, view.landing
    assert me is not None
    assert card is not None
    missing, crew = [], [c.card for c in me.hand]
    for d in me.departments:
        hurt = max(0, d.damage + more.get(d.slug, 0) - len(d.repairers) - d.calm)
        missing.append(card.required[d.slug] - (d.default + d.crew + d.research + d.landing - hurt))
        crew += [c.card for c in d.repairers]
    crew += [f"{c.card[0]}2" for c in me.academy]
    crew += [slug for slug, n in me.unseen.items() for _ in range(n)]
    return shortest(missing, crew)


def unsure(view: ReachView) -> bool:
    """Return whether the own ship has Specialists, who may give more or less once others are placed beside them."""
    me = view.me
    assert me is not None
    zones = [me.hand, me.defence, *(d.cards for d in me.departments), *(d.repairers for d in me.departments)]
    return not book().specialists.keys().isdisjoint([*me.unseen, *(c.card for zone in zones for c in zone)])


def lands(view: ReachView) -> Fraction:
    """Return the chance that the own ship can still land after the next tile, or whether it can if none comes."""
    assert view.seat is not None
    chances = tile_damage(view) or {0: Fraction(1)}
    found = Fraction(0)
    for damage, chance in chances.items():
        first, second = _drawn(view, view.seat, damage)
        for drawn, share in _hands(view, first, second):
            found += chance * share * (short_of_landing(view, drawn) == 0)
    return found


def _hands(view: ReachView, first: int, second: int) -> Iterator[tuple[Counter[str], Fraction]]:
    """Yield every hand of damage cards that may be drawn, with its chance."""
    for one in combinations_with_replacement(DEPARTMENTS, first):
        for other in combinations_with_replacement(DEPARTMENTS, second):
            share = _exactly(view.damage_left, Counter(one)) * _exactly(view.damage_discards, Counter(other))
            if share:
                yield Counter(one) + Counter(other), share


def _exactly(pile: Mapping[str, int], wanted: Counter[str]) -> Fraction:
    """Return the chance to draw exactly these cards from a pile."""
    ways = 1
    for card, n in wanted.items():
        ways *= comb(pile.get(card, 0), n)
    return Fraction(ways, comb(sum(pile.values()), wanted.total()))
