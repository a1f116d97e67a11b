"""What lasts while a card lies on the table: computed from the cards in play whenever asked, never stored."""

from __future__ import annotations

from dataclasses import field
from functools import cache, lru_cache

from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, SENSORS, SHIELDS, STATIONS, Astroforce, rulings
from starforge.games.astroforce.rules.ops.vocabulary import lasting_op
from starforge.games.astroforce.rules.payments import Counts, Dice
from starforge.quick import dataclass


@dataclass(slots=True, eq=False)
class Lasting:
    """Hold what the cards in play make of the rules; never changed once ``lasting`` has returned it."""

    stations: list[int] = field(default_factory=lambda: list(STATIONS))
    sensors: int = SENSORS
    shields: int = SHIELDS
    blocked: list[str] = field(default_factory=list)
    barred: dict[str, str] = field(default_factory=dict)
    bridge: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FACES, 0))
    lighter: list[tuple[str, str]] = field(default_factory=list)
    dearer: list[str] = field(default_factory=list)
    bonus: dict[str, int] = field(default_factory=dict)
    armour: int = 0
    in_full: str = ""
    through_shields: bool = False


def lasting(s: Astroforce) -> Lasting:
    """Return what the cards in play make of the rules; completed Events have no say any more (AF-X5)."""
    known = _lasting_cards()
    plots = [p.card for p in s.plots if p.card in known and not p.done]
    active = [card for card in s.active if card in known] if s.active else ()
    return _of(tuple(plots), tuple(active)) if plots or active else NOTHING


@cache
def _lasting_cards() -> frozenset[str]:
    return frozenset(card for deck in (events(), developments()) for card, one in deck.items() if one.lasting)


@lru_cache(50_000)
def _of(plots: tuple[str, ...], active: tuple[str, ...]) -> Lasting:
    now = Lasting()
    for card in plots:
        for op in events()[card].lasting:
            lasting_op.do(op, now, card)
    for card in active:
        for op in developments()[card].lasting:
            lasting_op.do(op, now, card)
    return now


def stopped(s: Astroforce, act: str) -> bool:
    """Return whether an Event forbids an act, whatever would do it (AF-X5)."""
    return act in lasting(s).barred and rulings(s)


NOTHING = Lasting()
"""What there is without any card."""


def needs_of(now: Lasting, stage: str, needs: Dice) -> Dice:
    """Return what a Mission stage needs as things stand; lighter never makes it free."""
    if not now.lighter and not now.dearer:
        return needs
    return _needs_of(stage.lower(), needs, tuple(now.lighter), tuple(now.dearer))


@lru_cache(10_000)
def _needs_of(stage: str, needs: Dice, lighter: tuple[tuple[str, str], ...], dearer: Dice) -> Dice:
    left = sorted([*needs, *dearer], key=FACES.index)
    for name, face in lighter:
        if name == stage and face in left and len(left) > 1:
            left.remove(face)
    return tuple(left)


@lru_cache(10_000)
def capacity(now: Lasting) -> Counts:
    """Return how many dice each station takes at Report for Duty."""
    return tuple(0 if face in now.blocked else n for face, n in zip(FACES, now.stations, strict=True))
