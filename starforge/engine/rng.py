"""Chance that is the same in every process and every Python: a keyed counter hash."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import Any

from starforge.quick import dataclass

SEED_BITS, _MASK = 63, (1 << 64) - 1
_pack, _unpack = Struct("<Q").pack, Struct("<Q").unpack


@lru_cache(256)
def _keyed(seed: int) -> Callable[[], blake2b]:
    """Return what makes hashes with the seed's key: a copy of one costs less than a new one."""
    return blake2b(digest_size=8, key=(seed & _MASK).to_bytes(8, "little")).copy


@dataclass(slots=True)
class Rng:
    """Give the numbers of one seed, one after the other.

    ``n`` counts the numbers already given. ``ahead`` are results that come before any hashed one: a position or a test
    sets them to decide the next dice and draws, each from 0.
    """

    seed: int
    n: int = 0
    ahead: tuple[int, ...] = ()

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1; raise ValueError when a number set ahead is not one of them."""
        n, self.n = self.n, self.n + 1
        if self.ahead:
            value, self.ahead = self.ahead[0], self.ahead[1:]
            if not 0 <= value < limit:
                raise ValueError(f"a result set ahead is {value}, but here it must be from 0 to {limit - 1}")
            return value
        (hashed := _keyed(self.seed)()).update(_pack(n))
        drawn: int = _unpack(hashed.digest())[0]
        return drawn * limit >> 64

    def numbers(self, limits: Collection[int]) -> list[int]:
        """Return one number for each limit, as ``below`` gives them one after the other."""
        if self.ahead:
            return [self.below(limit) for limit in limits]
        copied, pack, unpack, found = _keyed(self.seed), _pack, _unpack, []
        for n, limit in enumerate(limits, self.n):
            (hashed := copied()).update(pack(n))
            found.append(unpack(hashed.digest())[0] * limit >> 64)
        self.n += len(limits)
        return found

    def roll(self, sides: int = 6) -> int:
        """Return a die roll from 1 to ``sides``."""
        return self.below(sides) + 1

    def shuffle(self, items: list[Any]) -> None:
        """Put ``items`` into a random order, in place."""
        places = range(len(items), 1, -1)
        for last, other in zip(places, self.numbers(places), strict=True):
            items[last - 1], items[other] = items[other], items[last - 1]
