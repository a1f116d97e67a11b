"""When a thinking player plays its Scavenge cards. A card whose op is not named here is played as soon as it may be."""

from __future__ import annotations

from collections.abc import Callable

from starforge.games.reach.bot.worth import own, value
from starforge.games.reach.model.actions import Play
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import TURNS
from starforge.games.reach.view.types import MissionView, ReachView

LATE = ("after-claim", "turn-end", "growth")
"""The asks at which a card is played that changes nothing about this turn's claim."""


def wanted_play(view: ReachView) -> Play | None:
    """Return the first card to play now, None for none."""
    plays = (choice for choice in view.legal if isinstance(choice, Play))
    return next((choice for choice in plays if wanted(view, choice.card)), None)


def wanted(view: ReachView, card: str) -> bool:
    """Return whether to play a card now that may be played."""
    name, *args = book().missions[card].reward
    judge = _JUDGES.get(str(name))
    return judge is None or judge(view, *args)


def claimable(view: ReachView) -> list[MissionView]:
    """Return the missions that the seat meets and may claim, best first."""
    seat = own(view).seat
    met = [m for m in view.pool if not m.lacking[seat] and m.reserved in (None, seat)]
    return sorted(met, key=lambda m: -value(view, m))


def near(view: ReachView, power: int) -> list[MissionView]:
    """Return the missions that lack no more than so much in one department."""
    seat = own(view).seat
    found = [m for m in view.pool if m.reserved in (None, seat) and len(m.lacking[seat]) == 1]
    return [m for m in found if sum(m.lacking[seat].values()) <= power]


def misplaced(view: ReachView) -> list[tuple[str, str]]:
    return [
        (c.card, d.slug)
        for d in own(view).departments
        for c in d.cards
        if c.face == "worker" and not c.new and c.level >= 2
    ]


def _asked(view: ReachView) -> str:
    return view.ask.kind if view.ask else ""


def _best(view: ReachView) -> float:
    return max((value(view, m) for m in claimable(view)), default=0.0)


def _boost(view: ReachView, power: int) -> bool:
    gains = [value(view, m) for m in near(view, power)]
    return _asked(view) == "claim" and bool(gains) and max(gains) > _best(view) + 1.5


def _go_first(view: ReachView) -> bool:
    return view.forecast[0] != own(view).seat


def _lift(view: ReachView, number: int) -> bool:
    return view.step == 3 and any(misplaced(view))


def _mend(view: ReachView, number: int) -> bool:
    hurt = own(view).hurt
    if _asked(view) in LATE:
        return hurt >= number or view.turn >= 8
    return _asked(view) == "before" and hurt >= 3


def _new_pool(view: ReachView, more: int = 0) -> bool:
    return min((sum(m.lacking[own(view).seat].values()) for m in view.pool), default=9) > 3 - more


def _more_missions(view: ReachView, number: int) -> bool:
    return _asked(view) == "claim" and _best(view) < 5.0


def _shift(view: ReachView, number: int) -> bool:
    short = view.landing.short if view.landing else {}
    last = _asked(view) in LATE and view.turn == TURNS
    return last and any(d.damage and d.slug in short for d in own(view).departments)


_JUDGES: dict[str, Callable[..., bool]] = {
    "extra-pool": _more_missions,
    "forge": _boost,
    "go-first": _go_first,
    "lift-crew": _lift,
    "mend": _mend,
    "new-pool": _new_pool,
    "overcharge": _boost,
    "shift-damage": _shift,
}
