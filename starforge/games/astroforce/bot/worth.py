"""What things are worth to a thinking player, in points where a Mission stage is about a hundred."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from starforge.engine.ops import Ops
from starforge.engine.state import Op
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import HULL, YEARS, Astroforce, InPlay
from starforge.games.astroforce.rules.effects import lasting_op, op
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.outlook import danger, slack, transmats
from starforge.games.astroforce.view.types import AstroforceView

STAGE = 100.0
GAIN, HARM = 16.0, -18.0
"""What an op is worth that does not say so: something good on a Development, something bad on an Event."""
_YEAR = 800.0


def of_development(s: Astroforce, card: str) -> float:
    """Return what an active Development is worth for the rest of the patrol."""
    data = developments()[card]
    worth = _sum(s, lasting_op, data.lasting, GAIN) + _sum(s, op, (*data.use, *data.roll), GAIN)
    return worth if data.use and data.uses == "once" else worth * _horizon(s)


def _horizon(s: Astroforce) -> float:
    return min(1.0, (YEARS + 1 - s.year) / 3)


def _sum(s: Astroforce, words: Ops, ops: Iterable[Op], usual: float) -> float:
    return sum(words.worth(one, s) or usual for one in ops)


def of_stage(s: Astroforce) -> float:
    """Return what completing the current stage is worth; more when fuel is short."""
    return STAGE + 20.0 * max(0, 4 - slack(s))


def of_plot(s: Astroforce, plot: InPlay) -> float:
    """Return what it is worth to be rid of an Event in play."""
    card = events()[plot.card]
    harm = _sum(s, lasting_op, card.lasting, HARM) + _sum(s, op, (*card.m, *card.roll, *card.mission_end), HARM)
    return 3.0 + 17.0 * plot.captured - harm + _sum(s, op, card.reward, GAIN)


def of_top(card: str) -> float:
    """Return how bad it is to draw an Event."""
    event = events()[card]
    worst = 12.0 * len(event.now) + 25.0 * len(event.m) + 10.0 * len(event.needs)
    return worst + (60.0 if ("bar", "stages") in event.lasting else 12.0 * len(event.lasting))


def of_repair(s: Astroforce) -> float:
    return 4.0 + 1.2 * (HULL - s.hull) ** 2


def of_healing(s: Astroforce) -> float:
    """Return what it is worth to have a die back from Medbay."""
    return 16.0 + 7.0 * s.medbay


def of_shields(s: Astroforce) -> float:
    """Return what it is worth to raise shields; a Transmat soon to come makes them a burden."""
    useful = min(lasting(s).shields - s.shields, 3.0 * danger(s) + 1.5)
    soon = transmats(s) if not lasting(s).through_shields else 0.0
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


def signs(views: Sequence[AstroforceView], seat: int) -> dict[str, float]:
    """Return what tells how likely the patrol comes home."""
    view = views[seat]
    mission = view.mission
    done = mission.stage / max(1, len(mission.stages)) if mission is not None else 0.0
    return {
        "years": len(view.completed) / YEARS,
        "failed": float(len(view.failed)),
        "stages": done,
        "stages_a_fuel": (1 - done) / max(1, view.fuel),
        "hull": view.hull / view.hull_most,
        "low_hull": float(view.hull <= 2),
        "shields": view.shields / view.shields_most,
        "fuel": view.fuel / max(1, view.fuel_full),
        "crew_lost": (view.medbay + view.captured) / 5,
        "events": sum(not plot.done for plot in view.plots) / 5,
        "developments": len(view.active) / 5,
        **{patrol: float(view.patrol == patrol) for patrol in ("medium", "hard", "deadly")},
        "two": float(view.seats == 2),
    }
