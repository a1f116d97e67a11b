"""The chance that the next roll fills the Sensors: what it is, or that nobody can say it yet."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from starforge.engine.state import Op
from starforge.games.astroforce.model.catalogue import developments
from starforge.games.astroforce.model.state import ACTIVE_MOST, Astroforce, cards_in_play, dice_of, dice_on, locked
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.turn import effects_of, pending

_APART = frozenset({"fuel", "hull", "shields-down"})
"""Effects that touch no die."""
_POINTS = {"damage": 1, "hull-damage": 1}


@lru_cache(200)
def odds_to_fill(dice: int, free: int) -> float:
    """Return the chance that of ``dice`` rolled at least ``free`` show a Threat."""
    ways: int = sum(comb(dice, k) * 5 ** (dice - k) for k in range(max(0, free), dice + 1))
    return ways / float(6**dice)


def odds(s: Astroforce) -> float | None:
    """Return the chance that the next roll, or what is known to come before it, fills the Sensors.

    The next roll is that of one die where a re-roll is asked for; else it is the next Roll Call, in Deploy that of the
    next turn if this one ended now. It is None where cards not yet seen, or choices not yet made, decide about it.
    """
    kinds = {ask.kind for ask in s.asks.values()}
    free = lasting(s).sensors - s.sensors
    if "roll" in kinds:
        return odds_to_fill(s.quarters, free)
    if "reroll" in kinds:
        return odds_to_fill(1, free)
    return _after_this_turn(s, free) if s.phase in ("deploy", "cleanup") and s.asks and not s.queue else None


def _after_this_turn(s: Astroforce, free: int) -> float | None:
    claimed = [offer.card for offer in s.offers if offer.done]
    unknown = s.mission is None or s.mission.done or s.fuel <= 1 or locked(s)
    if unknown or len(s.active) + len(claimed) > ACTIVE_MOST:
        return None
    free += sum(int(op[1]) for card in claimed for op in developments()[card].lasting if op[0] == "sensor")
    acted, s.acted = s.acted, []
    effects = [op for name in pending(s, "m") for op in effects_of(s, name, "m")]
    s.acted = acted
    return _roll_after(s, effects, dice_next(s), free)


def dice_next(s: Astroforce) -> int:
    """Return how many dice are rolled at the next Roll Call if this turn ends now and nothing takes one."""
    kept = sum(len(dice_of(one)) for _, one in locked(s))
    home = sum(dice_on(card) for card in cards_in_play(s)) + sum(plot.captured for plot in s.plots if plot.done)
    return s.quarters + sum(s.crew.values()) + home - kept


def _roll_after(s: Astroforce, effects: list[Op], dice: int, free: int) -> float | None:
    """Return the chance that the Sensors fill by the roll that follows 'M' effects, where these leave it certain."""
    points = 0
    for name, *args in effects:
        count = args[0] if args and isinstance(args[0], int) else 0
        if name in _POINTS:
            points += count
        elif name == "damage-by-sensors":
            points += s.sensors
        elif name == "to-sensors" and len(effects) == 1:
            dice, free = dice - count, free - count
        elif name == "to-medbay" and len(effects) == 1:
            dice -= count
        elif name not in _APART:
            return None
    return odds_to_fill(dice, free) if dice > 0 and points <= s.hull else None
