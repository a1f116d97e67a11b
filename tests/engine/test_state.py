from __future__ import annotations

from dataclasses import dataclass, field

from starforge.engine.rng import Rng
from starforge.engine.state import State, clone, digest


@dataclass(slots=True)
class Crate:
    cards: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Hold(State):
    crates: dict[int, Crate] = field(default_factory=dict)
    rows: list[list[int]] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)


def test_a_clone_shares_nothing_that_can_change() -> None:
    s = Hold(rng=Rng(1), crates={1: Crate(["a"])}, rows=[[1], [2]], piles={"x": ["b"]}, counts={"n": 1})
    before, twin = digest(s), clone(s)
    assert digest(twin) == before
    twin.crates[1].cards.append("c")
    twin.rows[0].append(3)
    twin.piles["x"].append("d")
    twin.counts["n"] += 1
    twin.rng.below(6)
    assert digest(s) == before
    assert digest(twin) != before
