"""Substitution (AF-D5) against counting everything: every set of dice, every way to use it."""

from functools import lru_cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from starforge.games.astroforce.model.state import FACES, PARTNER
from starforge.games.astroforce.rules.payments import count, payments, split

NONE = (0, 0, 0, 0, 0)


@lru_cache(None)
def pays(needs: tuple[int, ...], dice: tuple[int, ...]) -> bool:
    """Say by trying everything whether exactly these dice pay these results."""
    role = next((n for n in range(5) if needs[n]), None)
    if role is None:
        return not any(dice)
    left = tuple(n - (r == role) for r, n in enumerate(needs))
    for used in product(range(4), repeat=5):
        if sum(used) not in (1, 2, 3) or any(u > d for u, d in zip(used, dice, strict=True)):
            continue
        like = sum(used) == 1 and used[role] == 1
        pair = sum(used) == 2 and FACES[role] in PARTNER and used[FACES.index(PARTNER[FACES[role]])] == 2
        if (like or pair or sum(used) == 3) and pays(left, tuple(d - u for d, u in zip(dice, used, strict=True))):
            return True
    return False


def smallest(needs: tuple[int, ...], dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    paying = [sub for sub in product(*(range(d + 1) for d in dice)) if pays(needs, sub)]
    return {one for one in paying if not any(less != one and all(map(int.__le__, less, one)) for less in paying)}


few = st.tuples(*[st.integers(0, 3)] * 5).filter(lambda dice: sum(dice) <= 8)
wanted = st.lists(st.sampled_from(FACES), min_size=1, max_size=3).map(lambda faces: count(tuple(faces)))


@settings(max_examples=150, deadline=None)
@given(wanted, few)
def test_af_d5_payments_are_exactly_the_smallest_sets_that_pay(needs, dice):
    """AF-D5: nothing is missing, nothing is more than enough."""
    found = payments(needs, dice, NONE)
    assert len(set(found)) == len(found)
    assert {count(paid) for paid in found} == smallest(needs, dice)


@settings(max_examples=150, deadline=None)
@given(wanted, few, st.tuples(*[st.integers(0, 2)] * 5))
def test_af_k3_bridge_crew_results_only_stand_in_for_themselves(needs, dice, bridge):
    """AF-K3: taking the lent results away leaves a payment of what they do not cover."""
    for paid in payments(needs, dice, bridge):
        lent = tuple(paid.count("+" + face) for face in FACES)
        assert all(map(int.__le__, lent, bridge))
        rest = tuple(n - b for n, b in zip(needs, lent, strict=True))
        assert count(paid) in smallest(rest, dice)


@settings(max_examples=150, deadline=None)
@given(wanted, few, st.tuples(*[st.integers(0, 1)] * 5))
def test_a_payment_splits_into_one_stack_for_each_result(needs, dice, bridge):
    faces = tuple(face for face, n in zip(FACES, needs, strict=True) for _ in range(n))
    for paid in payments(needs, dice, bridge):
        made = split(faces, paid)
        assert count(tuple(result for result, _ in made)) == needs
        assert sorted(die for _, dice_used in made for die in dice_used) == sorted(paid)
        for result, used in made:
            assert len(used) == 3 or used in ((result,), ("+" + result,), (PARTNER.get(result),) * 2)
            assert len(used) == 1 or all(die[0] != "+" for die in used)


def test_af_d5_ten_dice_of_one_kind_do_not_explode():
    """AF-D5: dice are told apart by face only."""
    assert payments(count(("COM", "COM", "COM")), (0, 10, 0, 0, 0), NONE) == (("SCI",) * 9,)
    assert len(payments(count(("SCI", "SCI", "MED", "COM")), (2, 3, 3, 3, 3), NONE)) <= 70
