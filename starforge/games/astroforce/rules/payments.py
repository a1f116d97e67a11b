"""Which dice can pay for which results, by the rules of substitution (AF-D5), without trying every combination."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from typing import TypeVar

from starforge.games.astroforce.model.state import FACES, PARTNER
from starforge.quick import dataclass

K = TypeVar("K")
V = TypeVar("V")
Counts = tuple[int, ...]
Dice = tuple[str, ...]

_PARTNER = {FACES.index(face): FACES.index(partner) for face, partner in PARTNER.items()}
_BITS, _MASK, _BIAS = 5, 31, 8
_ZERO = sum(_BIAS << _BITS * role for role in range(len(FACES)))
"""No die over and none short, packed; a role's bits hold what is over and _BIAS, for it may be below 0."""
_BRIDGE = tuple("+" + face for face in FACES)


@lru_cache(1_000)
def count(faces: Dice) -> Counts:
    """Return how often each role stands among ``faces``."""
    return tuple(map(faces.count, FACES))


def payments(needs: Counts, dice: Counts, bridge: Counts) -> tuple[Dice, ...]:
    """Return the smallest sets of dice that pay ``needs``, each sorted by role, those of fewest dice first.

    Dice are told apart by face only, so each payment is a multiset; one that contains another is left out. Bridge Crew
    results (``+ENG``) stand in for like dice only (AF-K3).
    """
    return _PAYMENTS[needs, tuple(map(min, dice, _USABLE[needs])), tuple(map(min, bridge, needs))]


def _usable(needs: Counts) -> Counts:
    """Return the most dice of each role that a payment could use, like dice and stand-ins: more make no difference."""
    most = [3 * (sum(needs) - need) for need in needs]
    pairs = [needs[_PARTNER[role]] if role in _PARTNER else 0 for role in range(len(needs))]
    return tuple(
        need + max(dice for dice in range(top + 1) if dice + min(pair, dice // 2) <= top)
        for need, top, pair in zip(needs, most, pairs, strict=True)
    )


def _payments(case: tuple[Counts, Counts, Counts]) -> tuple[Dice, ...]:
    needs, dice, bridge = case
    if sum(needs) > sum(dice) + sum(bridge):
        return ()
    found: list[tuple[int, Dice]] = []
    for lent in product(*(range(b + 1) for b in bridge)):
        rest = tuple(n - b for n, b in zip(needs, lent, strict=True))
        found += [_SPELT[paid, lent] for paid in _least(rest, dice)]
    return tuple(dice for _, dice in sorted(found))


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


def _spell(paid: tuple[int, Counts]) -> tuple[int, Dice]:
    """Return how many dice there are, packed, and with the results lent all that is paid as it is written."""
    dice, lent = paid
    faces = [face for face, n in zip(FACES, _unpack(dice), strict=True) for _ in range(n)]
    return len(faces), (*faces, *(face for face, n in zip(_BRIDGE, lent, strict=True) for _ in range(n)))


_USABLE: Memo[Counts, Counts] = Memo(_usable)
_PAYMENTS: Memo[tuple[Counts, Counts, Counts], tuple[Dice, ...]] = Memo(_payments)
_SPELT: Memo[tuple[int, Counts], tuple[int, Dice]] = Memo(_spell)


def _unpack(packed: int) -> Counts:
    return tuple(packed >> _BITS * role & _MASK for role in range(len(FACES)))


def _shares(role: int, need: int, there: int) -> list[tuple[int, int, int]]:
    """Return what like dice of a role can do, packed: how many pay, what is short then, what is over then."""
    shift = _BITS * role
    shares = [(like << shift, (need - like) << shift, 0) for like in range(min(need, there + 1))]
    return shares if there < need else [*shares, (need << shift, 0, (there - need) << shift)]


_SHARES: Memo[tuple[int, int, int], list[tuple[int, int, int]]] = Memo(lambda key: _shares(*key))


def _least(needs: Counts, dice: Counts) -> list[int]:
    """Return the multisets of real dice, packed, that pay ``needs`` and pay it no more when any one die is missing.

    Such a set holds some like dice; of a role that falls short of like dice it holds no other, since a like die
    would always do better where it belongs; and the rest are dice over that make pairs and threes.
    """
    sums = [(0, 0, sum(dice[role] << _BITS * role for role, need in enumerate(needs) if not need))]
    for role, need in enumerate(needs):
        if need:
            shares = _SHARES[role, need, dice[role]]
            sums = [(like + a, short + b, over + c) for like, short, over in sums for a, b, c in shares]
    return [like + extra for like, short, over in sums for extra in _STAND_INS[short, over]]


def _stand_ins(gap: tuple[int, int]) -> tuple[int, ...]:
    """Return, packed, which of the dice over exactly make up for what is short.

    Two of a partner's role stand in for one, else any three: so dice and pairs together are three times what is short.
    """
    short, over = map(_unpack, gap)
    most = 3 * sum(short)
    sums = [(0, 0)]
    for role, there in enumerate(over):
        if there:
            steps = _STEPS[role, there, short[_PARTNER[role]] if role in _PARTNER else 0]
            sums = [(packed + a, used + b) for packed, used in sums for a, b in steps if used + b <= most]
    return tuple(packed for packed, used in sums if used == most)


def _steps(key: tuple[int, int, int]) -> list[tuple[int, int]]:
    """Return for each number of dice of a role that number, packed, and how many dice and pairs they are."""
    role, there, pairs = key
    return [(dice << _BITS * role, dice + min(pairs, dice // 2)) for dice in range(there + 1)]


_STEPS: Memo[tuple[int, int, int], list[tuple[int, int]]] = Memo(_steps)
_STAND_INS: Memo[tuple[int, int], tuple[int, ...]] = Memo(_stand_ins)


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
