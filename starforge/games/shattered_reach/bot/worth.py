"""What a position is worth to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from starforge.engine import hex as hx
from starforge.games.shattered_reach.bot.outlook import lands
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.view.types import ShipView, WarView


def worth(view: WarView) -> float:
    """Return the points of the seat's team less those of the others, each ship by what is left of it."""
    assert view.seat is not None
    team = view.seats[view.seat].team
    return sum(_left(ship) * (1 if view.seats[ship.seat].team == team else -1) for ship in view.ships)


def _left(ship: ShipView) -> float:
    """Return what is left of a ship in points; half of a ship's worth is that it works at all."""
    if ship.wreck or ship.hulk:
        return 0.0
    h = hulls()[ship.card]
    return h.cost * (0.5 + 0.5 * (ship.hull + ship.shields) / (h.hull + h.shields))


def signs(views: Sequence[WarView], seat: int) -> dict[str, float]:
    """Return what tells who is ahead: what is left of a team's ships, and how near it is to what wins at once.

    All but the number of rivals compare the seat's team with the strongest other one.
    """
    view = views[seat]
    if not view.turn:  # there are no teams yet, and nobody sees a fleet but the own (SR-S5)
        return dict.fromkeys(("lead", "late_lead", "near", "devours"), 0.0) | {"rivals": float(len(views) - 2)}
    teams = list(dict.fromkeys(one.team for one in view.seats))
    left, near, own = dict.fromkeys(teams, 0.0), dict.fromkeys(teams, 0.0), view.seats[seat].team
    for ship in view.ships:
        team = view.seats[ship.seat].team
        left[team] += _left(ship)
        near[team] = max(near[team], _near(view, ship))

    def beside_others(of: dict[int, float]) -> float:
        return of[own] - max((one for team, one in of.items() if team != own), default=0.0)

    strengths = {team: log(one + 100) for team, one in left.items()}
    return {
        "lead": beside_others(strengths),
        "late_lead": beside_others(strengths) * min(1.0, view.turn / 6),
        "near": beside_others(near),
        "devours": beside_others({team: float(_devours(view, team)) for team in teams}),
        "rivals": float(len(teams) - 2),
    }


def _near(view: WarView, ship: ShipView) -> float:
    """Return how near a ship is to an objective that it can take, from 1 there down to 0, which is none."""
    place = (view.scenario, view.custom, len(view.seats))
    if ship.wreck or ship.hulk or not ship.hexes or not lands(place, ship.card):
        return 0.0
    far = [hx.distance(at, (q, r)) for q, r, owner in view.map.goals if owner != ship.seat for at in ship.hexes]
    return 1 / (1 + min(far) / 3) if far else 0.0


def _devours(view: WarView, team: int) -> bool:
    """Tell whether a team has the Bristlemaw, of which the scenario is about."""
    return (
        view.victory == "devour"
        and view.turn > 0
        and any(ship.card == "bristlemaw" and view.seats[ship.seat].team == team for ship in view.ships)
    )
