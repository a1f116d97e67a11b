"""Chances of what dice can pay for: now, with one of them rolled again, and at the next Roll Call; all exact."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import factorial, prod
from typing import NamedTuple

from starforge.games.astroforce.model.state import FACES, Astroforce, InPlay
from starforge.games.astroforce.rules.deployment import targets, unpayable
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.payments import PURSE, Counts, Dice
from starforge.games.astroforce.rules.piles import lacking, stages
from starforge.games.astroforce.rules.turn import effects_of, pending
from starforge.games.astroforce.view.odds import dice_next
from starforge.games.astroforce.view.table import table
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words.printed import title


class Chance(NamedTuple):
    """Say how likely dice can pay for a card or its stage; None where there is nothing to roll, or nobody can know.

    ``reason`` is why no dice can be put on it now.
    """

    label: str
    needs: Dice
    now: bool | None
    again: float | None
    next: float | None
    reason: str = ""


def chances(view: AstroforceView) -> list[Chance]:
    """Return the chances of the Mission's stage, the Events and the Developments on offer, by the dice alone.

    An Event that Threats may draw, and re-rolls that cards may give, are left out of account.
    """
    s, count = table(view), dice_rolled(view)
    rolled = roll_call(s, count) if count else {}
    return [_chance(s, name, card, rolled) for name, card in targets(s) if not card.done and lacking(lasting(s), card)]


def dice_rolled(view: AstroforceView) -> int:
    """Return how many dice the next Roll Call rolls, the one that is asked for or the next turn's."""
    return view.quarters if "roll" in view.waiting.values() else dice_next(table(view))


def _chance(s: Astroforce, name: str, card: InPlay, rolled: dict[Counts, float]) -> Chance:
    now, steps = lasting(s), stages(card)
    needs, refusal = lacking(now, card), unpayable(s, name, card, now)
    label = f"{title(card.card)}, {steps[card.stage].name}" if steps else title(card.card)
    bridge, crew = tuple(now.bridge.values()), tuple(s.crew.values())
    after = sum(share for dice, share in rolled.items() if PURSE[dice + bridge].pays(needs)) if rolled else None
    able, once_more = None, None
    if any(crew):
        lent = tuple(s.bridge.values()) if s.phase == "deploy" else bridge
        able = PURSE[on_duty(s, crew) + lent].pays(needs)
        once_more = 1.0 if able else again(s, lent, needs)
    return Chance(label, needs, able, once_more, after, refusal.reason if refusal else "")


def again(s: Astroforce, lent: Counts, needs: Dice) -> float:
    """Return the chance to pay when one die, the best for it, is rolled again."""
    best, crew = 0, tuple(s.crew.values())
    for die in [role for role, count in enumerate(crew) if count]:
        hands = [tuple(n - (role == die) + (role == face) for role, n in enumerate(crew)) for face in range(len(FACES))]
        hands.append(tuple(n - (role == die) for role, n in enumerate(crew)))
        best = max(best, sum(PURSE[on_duty(s, hand) + lent].pays(needs) for hand in hands))
    return best / 6


def on_duty(s: Astroforce, crew: Counts) -> Counts:
    """Return the dice that stations take at Report for Duty, if that is still to come."""
    return tuple(map(min, crew, lasting(s).room.values())) if s.phase == "roll" else crew


def roll_call(s: Astroforce, count: int) -> dict[Counts, float]:
    """Return how likely each set of dice reports to the stations when so many are rolled.

    What cards in play are known to do to the dice after the roll is done to them.
    """
    effects = [op for name in pending(s, "roll") for op in effects_of(s, name, "roll")]
    found: Counter[Counts] = Counter()
    room = tuple(lasting(s).room.values())
    for faces, share in _rolls(count).items():
        crew = dict(zip(FACES, faces, strict=True))
        for name, *args in effects:
            if name in ("dismissed", "becomes") and crew[str(args[0])]:
                crew[str(args[0])] -= 1
                if name == "becomes":
                    crew[str(args[1])] += 1
        found[tuple(map(min, crew.values(), room))] += share  # type: ignore[assignment]
    return dict(found)


@lru_cache(16)
def _rolls(count: int) -> dict[Counts, float]:
    """Return the chance of each number of dice by role; those that are missing are Threats."""
    found = {}
    for faces in _splits(count, len(FACES)):
        ways = factorial(count) // prod(map(factorial, (*faces, count - sum(faces))))
        found[faces] = ways / 6**count
    return found


def _splits(most: int, roles: int) -> list[Counts]:
    if not roles:
        return [()]
    return [(n, *rest) for n in range(most + 1) for rest in _splits(most - n, roles - 1)]
