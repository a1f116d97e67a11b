"""Which dice can pay for which results, by the rules of substitution (AF-D5), without trying every combination."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from starforge.games.astroforce.model import FACES, PARTNER

Counts = tuple[int, ...]
Dice = tuple[str, ...]

_PARTNER = tuple(FACES.index(PARTNER[face]) if face in PARTNER else -1 for face in FACES)
_BRIDGE = tuple("+" + face for face in FACES)
_ROLES = range(len(FACES))


def count(faces: tuple[str, ...]) -> Counts:
    """Return how often each role stands among ``faces``."""
    return tuple(faces.count(face) for face in FACES)


def counts(crew: dict[str, int]) -> Counts:
    """Return the dice of a dict by role."""
    return tuple(crew.get(face, 0) for face in FACES)


def covers(needs: Counts, dice: Counts) -> bool:
    """Return whether some of ``dice`` pay ``needs``: each by a like die, two of the partner role, or any three.

    Taking like dice first, then pairs, never does worse: a pair or triple can always give way to a like die.
    """
    missing, left = 0, 0
    for need, partner in zip(range(5), _PARTNER, strict=True):
        short = needs[need] - dice[need]
        if short <= 0:
            left -= short
        elif partner >= 0:
            pairs = min(short, max(0, dice[partner] - needs[partner]) // 2)
            missing += short - pairs
            left -= 2 * pairs
        else:
            missing += short
    return left >= 3 * missing


@lru_cache(200_000)
def payments(needs: Counts, dice: Counts, bridge: Counts) -> tuple[Dice, ...]:
    """Return the smallest sets of dice that pay ``needs``, each sorted by role, those of fewest dice first.

    Dice are told apart by face only, so each payment is a multiset; one that contains another is left out. Bridge Crew
    results (``+ENG``) stand in for like dice only (AF-K3).
    """
    found: list[Dice] = []
    for lent in product(*(range(min(b, n) + 1) for b, n in zip(bridge, needs, strict=True))):
        rest = tuple(n - b for n, b in zip(needs, lent, strict=True))
        found += [_spell(dice_paid, lent) for dice_paid in _least(rest, dice)]
    return tuple(sorted(found, key=lambda paid: (sum(die[0] != "+" for die in paid), paid)))


@lru_cache(200_000)
def payment_set(needs: Counts, dice: Counts, bridge: Counts) -> frozenset[Dice]:
    """Return the payments as a set, to ask whether one is among them."""
    return frozenset(payments(needs, dice, bridge))


def _spell(dice: Counts, lent: Counts) -> Dice:
    faces = [face for face, n in zip(FACES, dice, strict=True) for _ in range(n)]
    return (*faces, *(face for face, n in zip(_BRIDGE, lent, strict=True) for _ in range(n)))


@lru_cache(200_000)
def _least(needs: Counts, dice: Counts) -> tuple[Counts, ...]:
    """Return the multisets of real dice that pay ``needs`` and pay it no more when any one die is missing."""
    if not covers(needs, dice):
        return ()
    found = []
    for paid in product(*(range(d + 1) for d in dice)):
        if covers(needs, paid) and not any(
            paid[r] and covers(needs, (*paid[:r], paid[r] - 1, *paid[r + 1 :])) for r in _ROLES
        ):
            found.append(paid)
    return tuple(found)


def split(needs: Dice, dice: Dice) -> list[tuple[str, Dice]]:
    """Return which dice of a payment make which result, as ``covers`` counts them: like, then pairs, then threes.

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
