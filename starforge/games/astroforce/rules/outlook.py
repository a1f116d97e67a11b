"""How pressing things are, as anybody sees from the table: what ops are worth depends on it.

Worth is counted in points, of which a Mission stage brings about a hundred.
"""

from __future__ import annotations

from starforge.engine.state import Op
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
    deeds = acts(s)
    points = sum(float(op[1]) for op in deeds if op[0] == "damage")
    points += sum(2.0 for op in deeds if op[0] == "damage-by-sensors")
    return max(0.0, points - lasting(s).armour)


def acts(s: Astroforce) -> list[Op]:
    """Return what the Events in play and the Mission do in each Mission phase."""
    found = _of_events(s)
    if s.mission is not None and not s.mission.done:
        mission = missions()[s.mission.card]
        found += mission.later if s.mission.stage and mission.later else mission.m
    return found


def _of_events(s: Astroforce) -> list[Op]:
    return [op for plot in s.plots if not plot.done for op in events()[plot.card].m]


def drain(s: Astroforce) -> int:
    """Return how much Fuel the Events in play take in each Mission phase; Missions do only before their first stage."""
    return -sum(min(0, int(op[1])) for op in _of_events(s) if op[0] == "fuel")


def blow(s: Astroforce) -> tuple[int, int]:
    """Return the Damage that cards in play deal in the next Mission phase, and how much of it takes crew.

    A Mission without Fuel fails before it could act (AF-M1).
    """
    harm = dict.fromkeys(("damage", "hull-damage"), 0)
    for name, *args in acts(s) if s.fuel > 1 else _of_events(s):
        points = s.sensors if name == "damage-by-sensors" else int(args[0]) if name in harm else 0
        harm["hull-damage" if name == "hull-damage" else "damage"] += max(0, points - lasting(s).armour)
    through = max(0, harm["damage"] - s.shields) + harm["hull-damage"]
    return sum(harm.values()), max(0, through - s.hull)
