"""How pressing things are, as anybody sees from the table: what ops are worth depends on it.

Worth is counted in points, of which a Mission stage brings about a hundred.
"""

from __future__ import annotations

from starforge.games.astroforce.model.catalogue import events, missions
from starforge.games.astroforce.model.state import HULL, Astroforce
from starforge.games.astroforce.rules.lasting import lasting


def slack(s: Astroforce) -> int:
    """Return how many turns the Mission can lose before it fails."""
    if s.mission is None:
        return 9
    left = len(missions()[s.mission.card].stages) - s.mission.stage
    return s.fuel - 1 - left + (1 if s.mission.moved else 0)


def frailty(s: Astroforce) -> float:
    """Return what a point of Damage costs."""
    return 10.0 + 3.0 * (HULL - s.hull)


def demand(s: Astroforce, role: str) -> float:
    """Return how much the Mission's next stages need a role."""
    if s.mission is None or s.mission.done:
        return 0.0
    first, *then = missions()[s.mission.card].stages[s.mission.stage :]
    return min(2.0, first.needs.count(role) + 0.3 * sum(stage.needs.count(role) for stage in then))


def transmats(s: Astroforce) -> float:
    """Return what it is worth that the Transmat works."""
    if s.mission is None or s.mission.done:
        return 6.0
    ahead = missions()[s.mission.card].stages[s.mission.stage :]
    return 70.0 if ahead[0].transmat else 22.0 if any(stage.transmat for stage in ahead) else 6.0


def danger(s: Astroforce) -> float:
    """Return how many points of Damage the cards in play deal each turn."""
    acts = [op for plot in s.plots if not plot.done for op in events()[plot.card].m]
    if s.mission is not None:
        mission = missions()[s.mission.card]
        acts += mission.later if s.mission.stage and mission.later else mission.m
    points = sum(float(op[1]) for op in acts if op[0] == "damage")
    points += sum(2.0 for op in acts if op[0] == "damage-by-sensors")
    return max(0.0, points - lasting(s).armour)
