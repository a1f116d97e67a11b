"""What there is to read about the hexes, ships and scenarios of Shattered Reach. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, TURNING, hulls, roster, weapons
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.games.shattered_reach.model.state import body
from starforge.games.shattered_reach.plans.locks import escape
from starforge.games.shattered_reach.plans.rams import menace_words
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.view.types import ShipView, WarView, name
from starforge.games.shattered_reach.words.choices import card_words
from starforge.games.shattered_reach.words.report import ship_name
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.shattered_reach.side.cards import missile_rows, plan_rows, shot_rows
from starforge.tui.games.shattered_reach.side.rows import Row


def hex_words(view: WarView, at: tuple[int, int], names: Sequence[str]) -> list[str]:
    """Return what is at a hex without a ship."""
    words = [f"Hex {at[0]},{at[1]}"]
    chart = view.chart
    seat = next((n for q, r, n in view.map.goals if (q, r) == at), None)
    if seat is not None:
        words.append("core, objective" if seat < 0 else "home, objective")
        words += [] if seat < 0 else [f"the home planet of {names[seat]}"]
    elif at in chart.planets:
        words += ["planet", "ships that enter are destroyed, and it blocks the line of sight"]
    elif at in chart.edge:
        words.append("map edge")
    else:
        words.append("open space")
    hand = view.ship(view.hand)
    if hand and hand.hexes and at not in hand.hexes:
        words.append(f"{min(hx.distance(a, at) for a in hand.hexes)} hexes from {ship_name(hand)}")
    drifting = [d.ship for d in view.drifts if d.path and _drifts_to(view, d.ship, d.path[-1], at)]
    ships = [ship for number in drifting if (ship := view.ship(number)) is not None]
    words += [f"{ship_name(ship)} drifts here if it does nothing" for ship in ships]
    return words


def _drifts_to(view: WarView, number: int, end: tuple[int, int], at: tuple[int, int]) -> bool:
    ship = view.ship(number)
    return ship is not None and at in body(*end, ship.heading, hulls()[ship.card].length)


def ship_paragraphs(scene: Scene, view: WarView, ship: ShipView) -> list[str]:
    """Return all there is to read about a ship."""
    card = hulls()[ship.card]
    words = [
        f"{scene.names[ship.seat]}'s {ship_name(ship)}",
        card.text,
        f"{card.kind.title()} of the {FACTION_NAMES[card.faction].removeprefix('The ')}, {card.cost:,} points, "
        f"length {card.length}, speed {card.speed}, ram value {card.ram}.",
        f"Velocity {ship.velocity}, hull {ship.hull} of {card.hull}, shields {ship.shields} of {card.shields}.",
    ]
    for kind, count in card.weapons.items():
        weapon = weapons()[kind]
        arc = "in any direction" if weapon.any_arc else "into the forward 180 degrees"
        table = ", ".join(f"{n}: {needed}" for n, needed in enumerate(weapon.hit, 1))
        words.append(
            f"{count} x {weapon.name}: {weapon.damage} {'ion ' if weapon.ion else ''}damage {arc}; hits on two dice, "
            f"by range: {table}." + (f" Misses to {weapon.miss}, dud from {weapon.dud}." if weapon.launched else "")
        )
    if card.missiles:
        words.append(f"Missiles left: {ship.missiles} of {card.missiles}.")
    costs = ", ".join(f"{v}: {TURNING[v][0]} MP after {TURNING[v][1]}" for v in range(card.speed + 1))
    words.append(f"Turning one hex side, by velocity: {costs}.")
    words += ["".join(text for text, _ in row) + "." for row in missile_rows(ship)]
    guns = [(left, card.weapons[kind], weapons()[kind].name) for kind, left in ship.guns if kind in card.weapons]
    fresh = [f"{left} of {count} {called}" for left, count, called in guns]
    words += [f"Yet to fire: {', '.join(fresh)}."] if fresh else []
    return words


WIDE = 200
"""Columns in which no line of what is being done needs wrapping."""


def doing_paragraphs(scene: Scene, view: WarView, target: ShipView | None) -> list[str]:
    """Return what is planned for the ship in hand, and what it could fire at a target."""
    plan = view.plan(view.hand)
    words = []
    if plan is not None:
        rows = plan_rows(view, plan, WIDE, scene.ascii)
        words.append(f"Plan of {name(view, plan.ship)}: " + "; ".join(_text(row) for row in rows) + ".")
    if view.shots:
        rows = shot_rows(view, target, WIDE)
        words.append(f"Shots of {name(view, view.hand)}: " + "; ".join(_text(row) for row in rows) + ".")
    return words


def _text(row: Row) -> str:
    return " ".join("".join(text for text, _ in row).split())


def lock_paragraphs(view: WarView, ship: ShipView) -> list[str]:
    """Return the locks of and on a ship: how far they hold, and how easily they are shaken off."""
    found = []
    for one in chases(view):
        if one.flying or ship.id not in (one.ship.id, one.target):
            continue
        away = escape(view, one)
        shaken = f"; {away.out} of the {away.of} ends that its target can come to shake it off" if away else ""
        whom = f"{name(view, one.ship.id)} on {name(view, one.target)}"
        found.append(f"Lock of {whom}: it holds to range {one.reach}, and is at {one.range} now{shaken}.")
    return found


def map_paragraphs(scene: Scene, view: WarView, at: Hex, ship: ShipView | None) -> list[str]:
    """Return all there is to read about a hex, a ship, what the ship in hand is doing, and the line of the menu."""
    one, words = scene.item, [*ship_paragraphs(scene, view, ship), *lock_paragraphs(view, ship)] if ship else []
    where, what, *more = hex_words(view, at, scene.names)
    words += [f"{where}: {what}", *more, *doing_paragraphs(scene, view, ship)]
    if ship is not None and ship.seat == view.seat and (rams := menace_words(view, ship.id)):
        words.append(f"Where it goes, {name(view, ship.id)} {rams}.")
    if one is not None:
        words += [f"{one.label}: {about}" for about in (one.reason, one.hint) if about]
    return words


def roster_paragraphs(view: WarView) -> list[str]:
    """Return the cards of all ships there are for the seat: of its faction, or of each while it has none."""
    mine = view.seats[view.seat].faction if view.seat is not None else ""
    found = []
    for faction in (mine,) if mine else FACTION_NAMES:
        found.append(f"Ships of the {FACTION_NAMES[faction].removeprefix('The ')}:")
        cards = [(hulls()[slug], card_words(slug)) for slug in roster(faction)]
        found += [f"{hull.name}, {hull.cost:,} points: {words}." for hull, words in cards]
    return found


def scenario_words(view: WarView) -> str:
    """Return what the scenario is about."""
    return scenario_of(view.scenario, view.custom).text
