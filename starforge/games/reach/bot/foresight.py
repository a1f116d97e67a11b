"""What the others may do while all plan at once: hands they could hold, placed as a Captain would, and the claims.

All of it follows from the view alone, drawn by the same chance for the same table, so that a plan thought out once
stays the same while it is placed card by card, on every machine.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from starforge.engine.rng import Rng
from starforge.games.reach.bot.planner import Rival, Scenario, Situation, Target, plan, powers
from starforge.games.reach.bot.turns import TRUST, situation, stops_of
from starforge.games.reach.bot.worth import own
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEPARTMENTS, HAND
from starforge.games.reach.rules.ops.vocabulary import Outlook, op
from starforge.games.reach.view.types import BoardView, MissionView, ReachView

SCENARIOS = 6
"""How many hands of each rival are thought through."""


class HiddenShip(NamedTuple):
    """Hold what is known of a rival behind its screen, and its default power in the department of the play order."""

    unseen: tuple[str, ...]
    situation: Situation
    default: int


def worth_to(view: ReachView, m: MissionView, seat: int) -> float:
    """Return what a mission is worth to another seat, as far as one can know: its Landing card is secret."""
    b = view.boards[seat]
    return m.points + op.worth(book().missions[m.mission].reward, Outlook(view.turn, b.hurt, view.tokens))


def foreseen(view: ReachView) -> Situation:
    """Return the situation of the seat's planning with what the others may do."""
    assert view.tile is not None
    default = next(d.default for d in own(view).departments if d.slug == view.tile.order)
    return replace(situation(view), scenarios=scenarios(view), default=default)


def scenarios(view: ReachView) -> tuple[Scenario, ...]:
    """Return how the others may stand when the screens drop."""
    return _planned(tuple(_ship(view, b) for b in view.boards if b.seat != view.seat), view.turn)


@lru_cache(64)
def _planned(ships: tuple[HiddenShip, ...], turn: int) -> tuple[Scenario, ...]:
    return tuple(tuple(_rival(ship, Rng(turn * SCENARIOS + n)) for ship in ships) for n in range(SCENARIOS))


def _rival(ship: HiddenShip, rng: Rng) -> Rival:
    """Return how a rival stands after it has placed a hand that it may hold."""
    cards = list(ship.unseen)
    rng.shuffle(cards)
    at = ship.situation.holding(tuple(sorted(cards[:HAND])))
    power = powers(at, plan(at))
    met = tuple((t.mission, t.worth) for t in at.targets if all(p >= n for p, n in zip(power, t.needs, strict=True)))
    return Rival(power[at.order], ship.default, met)


def _ship(view: ReachView, b: BoardView) -> HiddenShip:
    tile, others = view.tile, [one for one in view.boards if one.seat != b.seat]
    assert tile is not None
    order = DEPARTMENTS.index(tile.order)
    gain = 2.0 if view.step == 1 else 1.5
    open_ = [m for m in view.pool if m.reserved in (None, b.seat)]
    at = Situation(
        turn=view.turn,
        hand=(),
        power=tuple(d.total for d in b.departments),
        targets=tuple(sorted((_target(view, m, b.seat) for m in open_), key=lambda t: -t.worth)),
        order=order,
        rivals=tuple(_before(one, order) + gain for one in others),
        stops=stops_of(view),
        workers=b.workers,
        learners=len(b.academy),
        damage=tuple(max(0, d.damage - len(d.repairers)) for d in b.departments),
        need=_usual_need(),
        spare=_spare(view, b),
    )
    unseen = tuple(card for card, n in sorted(b.unseen.items()) for _ in range(n))
    return HiddenShip(unseen, at, b.departments[order].default)


def _before(b: BoardView, order: int) -> int:
    """Return a ship's power in a department without what was placed there behind its screen."""
    d = b.departments[order]
    return d.total - sum(c.gives for c in d.cards if c.new)


def _target(view: ReachView, m: MissionView, seat: int) -> Target:
    left = tuple(0.8**n for n in range(len(view.boards)))
    return Target(tuple(m.needs.get(d, 0) for d in DEPARTMENTS), worth_to(view, m, seat), left, m.mission)


def _spare(view: ReachView, b: BoardView) -> int:
    coming = sum(crew_card(card).main * n for card, n in b.unseen.items()) - 2 * HAND
    repairing = sum(c.main + 1 for d in b.departments for c in d.repairers)
    return int(TRUST[len(view.boards)] * max(0, coming + repairing + b.tokens + 2 * len(b.academy)))


@lru_cache(1)
def _usual_need() -> tuple[int, ...]:
    """Return what Landing cards need on average."""
    cards = book().landings.values()
    return tuple(round(sum(card.need.get(d, 0) for card in cards) / len(cards)) for d in DEPARTMENTS)


def taken_by_others(view: ReachView, claimed: str) -> float:
    """Return what those who claim after this seat can take at best once a mission is claimed."""
    seat = own(view).seat
    left, found = [m for m in view.pool if m.mission != claimed], 0.0
    for other in view.order[view.order.index(seat) + 1 :]:
        met = [m for m in left if not m.lacking[other] and m.reserved in (None, other)]
        best = max(met, key=lambda m: worth_to(view, m, other), default=None)
        if best is not None:
            found += worth_to(view, best, other)
            left.remove(best)
    return found
