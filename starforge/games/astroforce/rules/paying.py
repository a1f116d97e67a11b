"""Paying in two steps: what for, then with which dice, asked only where ways differ (AF-D5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.engine.action import Action
from starforge.engine.ops import push
from starforge.engine.rules import Refusal
from starforge.engine.state import Ask, Op
from starforge.games.astroforce.model.actions import With
from starforge.games.astroforce.model.state import Astroforce
from starforge.games.astroforce.rules.payments import PURSE, Dice, Memo, Purse, count, payments
from starforge.games.astroforce.rules.turn import DEPLOY
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Bill:
    """Say what an order costs and, once it is paid, does; ``needs`` are in the order of the roles.

    ``spare`` dice must be left in stations.
    """

    needs: Callable[[Astroforce, Any], Dice]
    do: Callable[[Astroforce, Any, Dice], None]
    spare: int = 0

    def ways(self, s: Astroforce, order: Action) -> tuple[Dice, ...]:
        """Return the smallest sets of dice that pay for the order."""
        return _WAYS[self.needs(s, order), means(s), self.spare]

    def answers(self, s: Astroforce, order: Action) -> tuple[With, ...]:
        """Return what may be answered when it is asked with which dice."""
        return _ANSWERS[self.needs(s, order), means(s), self.spare]

    def settle(self, s: Astroforce, seat: int, order: Action) -> None:
        """Pay in the only way there is, or ask with which dice."""
        ways = self.ways(s, order)
        if len(ways) == 1:
            self.do(s, order, ways[0])
        else:
            ask_with(s, seat, order)


def _ways(case: tuple[Dice, Purse, int]) -> tuple[Dice, ...]:
    needs, dice, spare = case
    found = payments(count(needs), dice.crew, dice.bridge)
    return tuple(one for one in found if real(one) + spare <= dice.dice) if spare else found


_WAYS: Memo[tuple[Dice, Purse, int], tuple[Dice, ...]] = Memo(_ways)
_ANSWERS: Memo[tuple[Dice, Purse, int], tuple[With, ...]] = Memo(lambda case: tuple(map(With, _WAYS[case])))


def ask_with(s: Astroforce, seat: int, order: Action) -> None:
    """Ask which dice it shall be."""
    ask = s.asks[seat] = _ASK_WITH[order]
    push(s, ("spend", seat, *ask.args))


_ASK_WITH: Memo[Action, Ask] = Memo(lambda order: Ask("with", tuple(str(order).split())))


def answer(s: Astroforce, chosen: str) -> None:
    """Give what was chosen to the op that waits for it, the next to run, as its last argument."""
    s.queue[-1] = (*s.queue[-1], chosen)


def means(s: Astroforce) -> Purse:
    return PURSE[(*s.crew.values(), *s.bridge.values())]


def unaffordable(s: Astroforce, needs: Dice) -> Refusal | None:
    """Refuse results that the dice in stations cannot make."""
    if means(s).pays(needs):
        return None
    return Refusal(f"The dice in stations cannot make {' '.join(needs)}.", "AF-D5")


def real(dice: Dice) -> int:
    """Return how many of the results paid with are dice."""
    return sum(die[0] != "+" for die in dice)


def spend(s: Astroforce, dice: Dice) -> None:
    """Take dice from stations, and results from the Bridge Crew."""
    for die in dice:
        if die[0] == "+":
            s.bridge[die[1:]] -= 1
        else:
            s.crew[die] -= 1


def go_on(s: Astroforce, *ops: Op) -> None:
    """Let ops run, then ask for the next order; the Crew's proposal is answered by whatever was ordered."""
    s.proposal = ""
    if ops:
        push(s, *ops, ("deploy", s.captain))
    else:
        s.asks[s.captain] = DEPLOY
