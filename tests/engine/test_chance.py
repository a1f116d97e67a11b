from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starforge.engine.rng import Rng
from starforge.engine.state import clone


def test_the_numbers_of_a_seed_never_change() -> None:
    """A golden row: another Python, process or machine must give the same, or every saved game drifts."""
    rng = Rng(7)
    assert [rng.below(100) for _ in range(12)] == [48, 87, 18, 94, 95, 54, 86, 6, 58, 63, 13, 77]
    rng = Rng(7)
    deck = list(range(10))
    rng.shuffle(deck)
    assert deck == [9, 8, 0, 3, 2, 5, 6, 1, 7, 4]


@given(st.integers(0, 2**63 - 1), st.integers(1, 1000), st.integers(0, 50))
def test_numbers_are_in_range_and_copies_go_on_alike(seed: int, limit: int, skip: int) -> None:
    rng = Rng(seed, skip)
    twin = clone(rng)
    assert [rng.below(limit) for _ in range(5)] == [twin.below(limit) for _ in range(5)]
    assert rng.n == skip + 5
    assert all(0 <= rng.below(limit) < limit for _ in range(20))


def test_dice_are_fair() -> None:
    rng = Rng(1)
    counts = Counter(rng.roll() for _ in range(60_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(9_600 < n < 10_400 for n in counts.values())


@given(st.lists(st.integers(), max_size=30), st.integers(0, 1000))
def test_a_shuffle_keeps_every_item(items: list[int], seed: int) -> None:
    shuffled = items[:]
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_results_set_ahead_come_first_and_are_checked() -> None:
    rng = Rng(1, ahead=(5, 0, 9))
    assert [rng.roll(), rng.roll()] == [6, 1]
    with pytest.raises(ValueError, match="set ahead is 9, but here it must be from 0 to 5"):
        rng.roll()
    assert Rng(1).below(6) == Rng(1, ahead=()).below(6)
