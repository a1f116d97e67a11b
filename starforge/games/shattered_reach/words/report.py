"""The war as a seat sees it, in lines of words."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.engine import hex as hx
from starforge.english import some
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, hulls, weapons
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.games.shattered_reach.view.types import PlanView, RamView, ShipView, WarView
from starforge.games.shattered_reach.words.warnings import warnings


def lines(view: WarView, names: Sequence[str]) -> list[str]:
    """Return the view in words: the war, the seats, then each ship that the seat may see, nearest things first."""
    found = [f"{scenarios_title(view)}, round {view.turn} of at most {view.rounds}, {_PHASES[view.phase]}."]
    if view.order:
        found.append("Turn order: " + ", ".join(names[n] for n in view.order) + ".")
    for n, seat in enumerate(view.seats):
        if seat.faction:
            side = f", {seat.side}" if seat.side else ""
            found.append(
                f"{names[n]}: {FACTION_NAMES[seat.faction]}{side}, {some(seat.ships, 'ship')} worth {seat.points:,}."
            )
    if view.fleet:
        counts = {slug: view.fleet.count(slug) for slug in view.fleet}
        found.append("Your fleet: " + ", ".join(f"{n} {hulls()[slug].name}" for slug, n in counts.items()) + ".")
    found += [f"Objective at {q},{r}" + (f", home of {names[n]}." if n >= 0 else ".") for q, r, n in view.map.goals]
    found += [f"Warning: {words}." for words in warnings(view)]
    found += [ship_words(ship, names) for ship in view.ships]
    found += [plan_words(view, plan) for plan in view.plans]
    return found


_PHASES = {
    "faction": "choice of factions",
    "build": "fleet building",
    "deploy": "deployment",
    "move": "movement",
    "fire": "firing",
    "over": "over",
}


def scenarios_title(view: WarView) -> str:
    return scenario_of(view.scenario, view.custom).title


def ship_words(ship: ShipView, names: Sequence[str]) -> str:
    h = hulls()[ship.card]
    where = f"at {ship.hexes[0][0]},{ship.hexes[0][1]} heading {hx.NAMES[ship.heading]}" if ship.hexes else "not placed"
    marks = [word for word, true in _marks(ship) if true]
    return (
        f"{names[ship.seat]}'s {ship_name(ship)} {where}, velocity {ship.velocity}, hull {ship.hull}/{h.hull}, "
        f"shields {ship.shields}/{h.shields}" + "".join(f", {word}" for word in marks) + "."
    )


def _marks(ship: ShipView) -> list[tuple[str, bool]]:
    locks = [f"{weapons()[x.weapon].name} locked on ship {x.target}" for x in ship.locks]
    flights = [f"{weapons()[x.weapon].name} in flight to ship {x.target}" for x in ship.flights]
    return [
        ("wreck", ship.wreck),
        ("disabled", ship.hulk),
        ("inoperable this round", ship.numb),
        ("inoperable next round", ship.stung),
        (some(ship.missiles, "missile"), ship.missiles > 0),
        *((word, True) for word in (*locks, *flights)),
    ]


def ship_name(ship: ShipView) -> str:
    return f"{hulls()[ship.card].name} {ship.id}"


def plan_words(view: WarView, plan: PlanView) -> str:
    """Return a plan, where it ends and what it hits, in one line."""
    ship = view.ship(plan.ship)
    q, r, heading, velocity = plan.end
    steps = ", ".join(plan.steps) or "only drift"
    words = [f"Plan of {ship_name(ship) if ship else plan.ship}: {steps}; {plan.mp} MP and {plan.drift} of drift left"]
    words += [ram_words(view, ram) for ram in plan.rams]
    if plan.lost:
        words.append(_LOST.get(plan.stop, "is lost"))
    else:
        words.append(f"ends at {q},{r} heading {hx.NAMES[heading]}, velocity {velocity}")
    return "; ".join(words) + "."


_LOST = {"edge": "leaves the map and is lost", "planet": "enters a planet and is lost"}


def ram_words(view: WarView, ram: RamView) -> str:
    target = view.ship(ram.target)
    whom = ship_name(target) if target else f"ship {ram.target}"
    end = "pushes it back" if ram.pushed else "is stopped"
    return f"rams {whom} at {ram.speed} and {end}: it takes {ram.dealt}, this ship takes {ram.taken}"
