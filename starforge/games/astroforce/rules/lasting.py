"""What lasts while a card lies on the table: computed from the cards in play whenever asked, never stored."""

from __future__ import annotations

from dataclasses import field
from functools import cache

from starforge.engine.state import Op, clone
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, SENSORS, SHIELDS, STATIONS, Astroforce, by_rules
from starforge.games.astroforce.rules.ops.vocabulary import lasting_op
from starforge.games.astroforce.rules.payments import Dice, Memo
from starforge.quick import dataclass


@dataclass(slots=True, eq=False)
class Lasting:
    """Hold what the cards in play make of the rules; never changed once ``lasting`` has returned it.

    ``room`` is how many dice each station takes at Report for Duty.
    """

    stations: dict[str, int] = field(default_factory=lambda: dict(zip(FACES, STATIONS, strict=True)))
    sensors: int = SENSORS
    shields: int = SHIELDS
    blocked: Dice = ()
    barred: dict[str, str] = field(default_factory=dict)
    bridge: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FACES, 0))
    lighter: tuple[tuple[str, str], ...] = ()
    dearer: Dice = ()
    bonus: dict[str, int] = field(default_factory=dict)
    armour: int = 0
    in_full: str = ""
    through_shields: bool = False
    room: dict[str, int] = field(default_factory=dict)


def lasting(s: Astroforce) -> Lasting:
    """Return what the cards in play make of the rules; completed Events have no say any more (AF-X5)."""
    now, known = NOTHING, _lasting_cards()
    for card in s.active:  # before the Events, which come and go more often, so that what is known serves longer
        if card in known:
            now = _WITH[now, card]
    for plot in s.plots:
        if plot.card in known and not plot.done:
            now = _WITH[now, plot.card]
    return now


@cache
def _lasting_cards() -> dict[str, tuple[Op, ...]]:
    return {card: one.lasting for deck in (events(), developments()) for card, one in deck.items() if one.lasting}


def _with(case: tuple[Lasting, str]) -> Lasting:
    """Return what a card makes of what lasts without it: the same whenever these cards lie there in this order."""
    before, card = case
    now = clone(before)
    for op in _lasting_cards()[card]:
        lasting_op.do(op, now, card)
    now.room = {face: 0 if face in now.blocked else most for face, most in now.stations.items()}
    return now


_WITH: Memo[tuple[Lasting, str], Lasting] = Memo(_with)
NOTHING = Lasting(room=dict(zip(FACES, STATIONS, strict=True)))
"""What there is without any card."""


def stopped(s: Astroforce, act: str) -> bool:
    """Return whether an Event forbids an act, whatever would do it (AF-X5)."""
    return by_rules(s, 3) and act in lasting(s).barred


def needs_of(now: Lasting, stage: str, needs: Dice) -> Dice:
    """Return what a Mission stage needs as things stand; lighter never makes it free."""
    if not now.lighter and not now.dearer:
        return needs
    left = sorted([*needs, *now.dearer], key=FACES.index)
    for name, face in now.lighter:
        if name == stage.lower() and face in left and len(left) > 1:
            left.remove(face)
    return tuple(left)
