"""Which dice can pay for which results, by the rules of substitution (AF-D5), without trying every combination."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from operator import sub
from typing import TypeVar

from starforge.games.astroforce.model.state import DICE, FACES, PARTNER
from starforge.quick import dataclass

K = TypeVar("K")
V = TypeVar("V")
Counts = tuple[int, ...]
Dice = tuple[str, ...]

_PARTNER = {FACES.index(face): FACES.index(partner) for face, partner in PARTNER.items()}
_BITS, _MASK, _BIAS = 5, 31, 8
_ZERO = sum(_BIAS << _BITS * role for role in range(len(FACES)))
"""No die over and none short, packed; a role's bits hold what is over and _BIAS, for it may be below 0."""
_GUARD = sum(1 << _BITS * role + _BITS - 1 for role in range(len(FACES)))
"""The highest bit of each role; added to dice, it is still there if no more of the role are taken than there are."""


@lru_cache(1_000)
def count(faces: Dice) -> Counts:
    """Return how often each role stands among ``faces``."""
    return tuple(map(faces.count, FACES))


class Memo(dict[K, V]):
    """Find a value when it is first looked up, and keep it; forget all when there are ``most``.

    A look-up costs half as much as the call of a function with a cache.
    """

    def __init__(self, find: Callable[[K], V], most: int = 20_000) -> None:
        super().__init__()
        self._find, self._most = find, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        self[key] = value = self._find(key)
        return value


@dataclass(frozen=True, slots=True, eq=False)
class Purse:
    """Hold the dice in stations and the Bridge Crew results, packed so that many requirements are checked fast.

    ``able`` has a bit for each role of which one result can be made. What ``over`` is after a requirement is a number,
    too: five bits for each role, so that the same surplus and shortage is judged once, whatever dice and needs it came
    from. ``duties`` are those of ``able`` that can pay for a crew action, for Orders need another die in a station.
    """

    crew: Counts
    bridge: Counts
    over: int
    lent: Counts | None
    able: int
    duties: int
    dice: int

    def pays(self, needs: Dice) -> bool:
        """Return whether the dice can pay all of the results."""
        return ENOUGH[self.over - (COST[needs] if self.lent is None else _cost(needs, self.lent))]


def _purse(both: Counts) -> Purse:
    dice, bridge = both[: len(FACES)], both[len(FACES) :]
    lent = bridge if any(bridge) else None
    over = _pack(dice) + _ZERO
    able = sum(1 << role for role, face in enumerate(FACES) if ENOUGH[over - _cost((face,), lent)])
    orders = sum(dice) > (0 if bridge[0] else 1 if dice[0] else 3)
    return Purse(dice, bridge, over, lent, able, able if orders else able & ~1, sum(dice))


def _pack(counts: Iterable[int]) -> int:
    return sum(n << _BITS * role for role, n in enumerate(counts))


@lru_cache(20_000)
def _cost(needs: Dice, lent: Counts | None) -> int:
    """Return, packed, what is needed of each role besides the Bridge Crew's results."""
    wanted = count(needs)
    return _pack(wanted if lent is None else (max(0, n - b) for n, b in zip(wanted, lent, strict=True)))


def _enough(over: int) -> bool:
    """Return whether what is over makes up for what is short: pairs first, then threes of the rest."""
    left = [(over >> _BITS * role & _MASK) - _BIAS for role in range(len(FACES))]
    short = -sum(n for n in left if n < 0)
    pairs = sum(min(-left[r], left[p] // 2) for r, p in _PARTNER.items() if left[r] < 0 < left[p])
    return 3 * short <= sum(n for n in left if n > 0) + pairs


COST: Memo[Dice, int] = Memo(lambda needs: _pack(count(needs)))
"""What requirements take, packed."""
ENOUGH: Memo[int, bool] = Memo(_enough)
"""Whether what is over after a requirement, packed, makes up for what is short."""
PURSE: Memo[Counts, Purse] = Memo(_purse)
"""The purse of the dice in stations by role, with the Bridge Crew results behind them."""


def payments(needs: Counts, dice: Counts, bridge: Counts) -> tuple[Dice, ...]:
    """Return the smallest sets of dice that pay ``needs``, each sorted by role, those of fewest dice first.

    Dice are told apart by face only, so each payment is a multiset; one that contains another is left out. Bridge Crew
    results (``+ENG``) stand in for like dice only (AF-K3).
    """
    return _PAYMENTS[needs, dice, bridge]


def _payments(case: tuple[Counts, Counts, Counts]) -> tuple[Dice, ...]:
    needs, dice, bridge = case
    there = _pack(dice) + _GUARD
    found: list[tuple[int, Dice]] = []
    lendings = (
        product(*[range(min(both) + 1) for both in zip(needs, bridge, strict=True)]) if any(bridge) else (bridge,)
    )
    for lent in lendings:
        rest = tuple(map(sub, needs, lent)) if any(lent) else needs
        found += [_SPELT[taken, lent] for taken in _SMALLEST[rest] if there - taken & _GUARD == _GUARD]
    found.sort()
    return tuple([paid for _, paid in found])


def _spell(paid: tuple[int, Counts]) -> tuple[int, Dice]:
    """Return how many dice there are, packed, and with the results lent all that is paid as it is written."""
    packed, lent = paid
    dice = [face for role, face in enumerate(FACES) for _ in range(packed >> _BITS * role & _MASK)]
    return len(dice), (*dice, *("+" + face for face, n in zip(FACES, lent, strict=True) for _ in range(n)))


def _smallest(needs: Counts) -> list[int]:
    """Return, packed, the smallest sets of dice that pay needs, were there ten dice of each role.

    Which of them there are dice for is all that depends on a purse, since what makes a set a smallest one is in it. It
    holds some like dice; of a role that falls short of like dice it holds no other, since a like die would always do
    better where it belongs; and the rest are dice that make pairs and threes.
    """
    likes = product(*(range(need + 1) for need in needs))
    return [_pack(like) + extra for like in likes for extra in _STAND_INS[tuple(map(sub, needs, like))]]


def _stand_ins(short: Counts) -> list[int]:
    """Return, packed, which dice of the roles that are not short exactly make up for what is.

    Two of a partner's role stand in for one, else any three: so dice and pairs together are three times what is short.
    """
    most = 3 * sum(short)
    sums = [(0, 0)]
    for role, gap in enumerate(short):
        if not gap:
            pairs = short[_PARTNER[role]] if role in _PARTNER else 0
            steps = [(dice << _BITS * role, dice + min(pairs, dice // 2)) for dice in range(min(most, DICE) + 1)]
            sums = [(packed + a, used + b) for packed, used in sums for a, b in steps if used + b <= most]
    return [packed for packed, used in sums if used == most]


_PAYMENTS: Memo[tuple[Counts, Counts, Counts], tuple[Dice, ...]] = Memo(_payments)
_SPELT: Memo[tuple[int, Counts], tuple[int, Dice]] = Memo(_spell)
_SMALLEST: Memo[Counts, list[int]] = Memo(_smallest)
_STAND_INS: Memo[Counts, list[int]] = Memo(_stand_ins)


def split(needs: Dice, dice: Dice) -> list[tuple[str, Dice]]:
    """Return which dice of a payment make which result, in this order: like, then pairs, then threes.

    Bridge Crew results come first, since they can be nothing else (AF-K3).
    """
    pool = list(dice)
    open_needs: list[str] = []
    made: list[tuple[str, Dice]] = []
    for need in needs:
        like = next((die for die in ("+" + need, need) if die in pool), None)
        if like is None:
            open_needs.append(need)
        else:
            pool.remove(like)
            made.append((need, (like,)))
    for need in list(open_needs):
        partner = PARTNER.get(need, "")
        if pool.count(partner) >= 2:
            pool.remove(partner)
            pool.remove(partner)
            open_needs.remove(need)
            made.append((need, (partner, partner)))
    for need in open_needs:
        made.append((need, tuple(pool[:3])))
        del pool[:3]
    return made
