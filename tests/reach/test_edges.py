"""Edges of the rules at which breaking them on purpose went unnoticed: ``python -m tests.bench.mutants``."""

import pytest

from starforge.engine.ops import push
from starforge.games.reach.rules.ops.vocabulary import op
from tests.reach.table import kinds, planning


@pytest.mark.parametrize(("zone", "damage", "left"), [("engine", 2, 1), ("engine", 0, 0), ("academy", 2, 2)])
def test_ur_w6_a_specialist_repairs_the_department_that_it_stands_in_alone(zone, damage, left):
    s = planning(2, "", "")
    p = s.players[0]
    p.crew[zone].append("mechanic")
    p.damage["engine"] = damage
    s.asks.clear()
    s.events.clear()
    push(s, ("mend-here", 0, "mechanic", 1))
    op.run(s)
    assert p.damage["engine"] == left
    assert set(p.damage) == set(s.players[1].damage)
    assert kinds(s.events) == ["repaired"] * (damage - left)
