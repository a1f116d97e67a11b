"""What a thinking player does: aim at missions in reach, prevent and repair, grow the crew, and mean to land.

It knows its own view and nothing else. The figures are victory points, as a player would guess them.
"""

from __future__ import annotations

from collections.abc import Callable

from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.games.reach.bot import growth, turns
from starforge.games.reach.view.types import ReachView


def advise(view: ReachView, rng: Rng) -> Action | None:
    """Return what to do now, one of ``view.legal``."""
    if view.seat is None or view.ask is None:
        return None
    decide = _DECIDES.get(view.ask.kind, _any)
    wanted = decide(view, rng)
    legal = view.legal
    return wanted if wanted in legal else legal[-1]


def _any(view: ReachView, rng: Rng) -> Action:
    return view.legal[0]


_DECIDES: dict[str, Callable[[ReachView, Rng], Action]] = {
    "ship": growth.ship,
    "before": turns.play_or_hold,
    "plan": turns.place_hand,
    "claim": turns.claim,
    "after-claim": turns.play_or_hold,
    "attach": growth.attach,
    "overcharge": turns.boost,
    "forge": turns.boost,
    "mend": turns.mend,
    "shift": turns.shift,
    "rove": growth.rove,
    "turn-end": turns.turn_end,
    "promote": growth.promote,
    "hire": growth.recruit,
    "settle": growth.settle,
    "teach": growth.teach,
    "recruit": growth.recruit,
    "growth": growth.growth,
    "keep": growth.keep,
}
