"""What things are worth to a thinking player, in points where a Mission stage is about a hundred."""

from __future__ import annotations

from functools import lru_cache

from starforge.engine.state import Op
from starforge.games.astroforce.model.catalogue import developments, events, missions
from starforge.games.astroforce.model.state import HULL, YEARS, Astroforce, InPlay
from starforge.games.astroforce.rules.lasting import standing
from starforge.games.astroforce.view.types import AstroforceView

STAGE = 100.0
_YEAR = 800.0
_BRIDGE = {"COM": 40.0, "SCI": 40.0, "MED": 34.0, "ENG": 40.0, "SEC": 38.0}
_LIGHTER = {"travel": 24.0, "scan": 18.0, "combat": 22.0, "influence": 16.0, "cure": 18.0, "repair": 14.0}
_LASTING = {
    "station": 7.0,
    "sensor": 16.0,
    "stronger-shields": 9.0,
    "armour": 26.0,
    "through-shields": 12.0,
    "stronger": 14.0,
}
_USES = {
    "fuel": 14.0,
    "lend": 14.0,
    "orders": 40.0,
    "shields-up": 8.0,
    "man": 4.0,
    "foresee": 8.0,
    "dismiss": 30.0,
    "second-shift": 7.0,
    "heal": 5.0,
    "hull": 5.0,
}
_COUNTED = ("fuel", "lend", "second-shift", "heal", "hull", "man")


def of_development(s: Astroforce, card: str) -> float:
    """Return what an active Development is worth for the rest of the patrol."""
    worth = _of_development(card)
    return worth if developments()[card].use and developments()[card].uses == "once" else worth * _horizon(s)


def _horizon(s: Astroforce) -> float:
    return min(1.0, (YEARS + 1 - s.year) / 3)


@lru_cache(100)
def _of_development(card: str) -> float:
    data = developments()[card]
    worth = 0.0
    for name, *args in data.lasting:
        if name == "bridge":
            worth += _BRIDGE[str(args[0])]
        elif name == "lighter":
            worth += _LIGHTER.get(str(args[0]), 10.0)
        else:
            worth += _LASTING[str(name)]
    for name, *args in (*data.use, *data.roll):
        worth += _USES[str(name)] * (int(args[-1]) if name in _COUNTED else 1) if name in _USES else 16.0 * int(args[0])
    return worth


def slack(s: Astroforce) -> int:
    """Return how many turns the Mission can lose before it fails."""
    if s.mission is None:
        return 9
    left = len(missions()[s.mission.card].stages) - s.mission.stage
    return s.fuel - 1 - left + (1 if s.mission.moved else 0)


def of_stage(s: Astroforce) -> float:
    """Return what completing the current stage is worth; more when fuel is short."""
    return STAGE + 20.0 * max(0, 4 - slack(s))


def _of_m(s: Astroforce, op: Op) -> float:
    """Return what an effect costs that comes every turn."""
    name, *args = op
    count = int(args[0]) if args and isinstance(args[0], int) else 1
    hurt = 10.0 + 3.0 * (HULL - s.hull)
    if name == "fuel":
        return 42.0 + 14.0 * max(0, 4 - slack(s))
    if name == "damage":
        return hurt * count
    if name == "hull-damage":
        return hurt * count * 1.4
    if name == "damage-by-sensors":
        return hurt * 1.6
    return (40.0 + 5.0 * s.medbay) * count if name == "to-medbay" else 18.0 * count


_BARS = {"orders": 8.0, "clear": 9.0, "developments": 7.0, "stages": 70.0}


def _of_lasting(s: Astroforce, op: Op) -> float:
    name, *args = op
    if name == "block":
        return 22.0 + 14.0 * _ahead(s, str(args[0]))
    if name == "dearer":
        return 26.0
    if name != "bar":
        return 6.0
    if args[0] == "transmat":
        return _transmats(s)
    if args[0] == "shields":
        return 4.0 + 7.0 * danger(s)
    if args[0] == "heal":
        return 4.0 + 14.0 * s.medbay
    return 3.0 + 2.0 * (HULL - s.hull) if args[0] == "repair" else _BARS[str(args[0])]


def _ahead(s: Astroforce, role: str) -> float:
    """Return how much the Mission's next stages need a role."""
    if s.mission is None or s.mission.done:
        return 0.0
    first, *then = missions()[s.mission.card].stages[s.mission.stage :]
    return min(2.0, first.needs.count(role) + 0.3 * sum(stage.needs.count(role) for stage in then))


def _transmats(s: Astroforce) -> float:
    if s.mission is None or s.mission.done:
        return 6.0
    ahead = missions()[s.mission.card].stages[s.mission.stage :]
    return 70.0 if ahead[0].transmat else 22.0 if any(stage.transmat for stage in ahead) else 6.0


def of_plot(s: Astroforce, plot: InPlay) -> float:
    """Return what it is worth to be rid of an Event in play."""
    card = events()[plot.card]
    worth = 3.0 + 17.0 * plot.captured
    worth += sum(_of_m(s, op) for op in card.m) + sum(_of_lasting(s, op) for op in card.lasting)
    worth += 11.0 * len(card.roll) + sum(9.0 + 5.0 * len(s.active) for _ in card.mission_end)
    return worth + sum(12.0 * int(op[1]) for op in card.reward if op[0] == "fuel")


def of_top(card: str) -> float:
    """Return how bad it is to draw an Event."""
    event = events()[card]
    worst = 12.0 * len(event.now) + 25.0 * len(event.m) + 10.0 * len(event.needs)
    return worst + (60.0 if ("bar", "stages") in event.lasting else 12.0 * len(event.lasting))


def danger(s: Astroforce) -> float:
    """Return how many points of Damage the cards in play deal each turn."""
    acts = [op for plot in s.plots if not plot.done for op in events()[plot.card].m]
    if s.mission is not None:
        mission = missions()[s.mission.card]
        acts += mission.later if s.mission.stage and mission.later else mission.m
    points = sum(float(op[1]) for op in acts if op[0] == "damage")
    points += sum(2.0 for op in acts if op[0] == "damage-by-sensors")
    return max(0.0, points - standing(s).armour)


def of_repair(s: Astroforce) -> float:
    """Return what a point of hull is worth."""
    return 4.0 + 1.2 * (HULL - s.hull) ** 2


def of_healing(s: Astroforce) -> float:
    """Return what it is worth to have a die back from Medbay."""
    return 16.0 + 7.0 * s.medbay


def of_shields(s: Astroforce) -> float:
    """Return what it is worth to raise shields; a Transmat soon to come makes them a burden."""
    useful = min(standing(s).shields - s.shields, 3.0 * danger(s) + 1.5)
    soon = _transmats(s) if not standing(s).through_shields else 0.0
    return max(4.0, 0.7 * of_repair(s)) * useful - (20.0 if soon > 60 else 6.0 if soon > 20 else 0.0)


def of_table(view: AstroforceView) -> float:
    """Return how well the patrol stands as the view shows it."""
    if view.result is not None:
        return 10_000.0 if view.result.winners else _YEAR * view.year - 5_000.0
    stage = view.mission.stage if view.mission is not None else 0
    worth = _YEAR * (view.year - view.fails) + STAGE * stage + 12.0 * view.hull + 4.0 * view.shields
    worth += 10.0 * view.fuel - 20.0 * view.medbay - 17.0 * view.captured - 3.0 * view.sensors
    worth -= sum(25.0 for plot in view.plots if not plot.done)
    worth += sum(20.0 for _ in view.active) + sum(18.0 for offer in view.offers if offer.done)
    return worth + sum(2.0 for card in (*view.plots, *view.offers) for _ in card.stacks)
