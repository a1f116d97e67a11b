"""What one hex shows: the text of its rows in each zoom, and the style it is drawn in."""

from __future__ import annotations

from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.view.types import ShipView
from starforge.tui.drawing.frame import SIDES
from starforge.tui.games.shattered_reach.map.scenery import Ghost, Scenery, Step

ARROWS = "↑↗↘↓↙↖"
HOLLOW = "△○◇□"
"""The hollow twins of the sides' marks: for zones, and for ships where they are not yet."""
HATCH = "▒"
STEPS = {"forward": "fwd", "left": "left", "right": "right", "drift": "drift", "coast": "coast"}
DISC = ("▗▄▄▖", "▐████▌", "▝▀▀▀▀▘")


class Mark(NamedTuple):
    """Show a hex: a text for each of its rows, the last over its bottom edge, with a style and a ground.

    Neighbours of one ``ship`` are drawn as one body, without borders between them.
    """

    rows: tuple[str, ...]
    style: str
    ground: str = ""
    ship: int = -1


def side(seat: int, ascii_only: bool = False) -> tuple[str, str, str]:
    """Return mark, hollow mark and style of a seat; in ASCII there are no hollow marks."""
    mark, style = SIDES[seat % len(SIDES)]
    return mark, mark if ascii_only else HOLLOW[seat % len(SIDES)], style


def pointing(heading: int, ascii_only: bool) -> str:
    """Return a heading as an arrow, or as letters where there are no arrows."""
    return hx.NAMES[heading] if ascii_only else ARROWS[heading]


def mark(scenery: Scenery, at: Hex, zoom: int, ascii_only: bool) -> Mark:
    """Return what a hex shows."""
    filled = scenery.bodies.get(at)
    if filled is not None:
        return _ship(scenery, *filled, zoom, ascii_only)
    step, ghost = scenery.steps.get(at), scenery.ghosts.get(at)
    if step is not None and (at not in scenery.view.chart.planets or scenery.plan is None):
        return _step(scenery, at, step, zoom, ascii_only)
    if at in scenery.view.chart.planets:
        return _planet(scenery, at, zoom, ascii_only, step is not None or ghost is not None)
    if at in scenery.ends:
        return Mark(_rows(zoom, ("=", ""), ("", "=", "")), "legal", "on:path")
    if ghost is not None:
        return _ghost(ghost, zoom, ascii_only)
    return _open(scenery, at, zoom, ascii_only)


def _rows(zoom: int, two: tuple[str, str], four: tuple[str, str, str]) -> tuple[str, ...]:
    """Return the rows of a hex: ``two`` where there are so many, ``four`` with nothing over the bottom edge."""
    return (*four, "") if zoom == 2 else two


def condition(ship: ShipView) -> str:
    """Return in at most four letters what is wrong with a ship."""
    if ship.wreck:
        return "✗✗"
    return "hulk" if ship.hulk else "ion!" if ship.numb else "ion" if ship.stung else ""


def health(ship: ShipView) -> int:
    """Return how much of hull and shields a ship has left, in percent."""
    card = hulls()[ship.card]
    return (ship.hull + ship.shields) * 100 // (card.hull + card.shields)


def _ship(scenery: Scenery, ship: ShipView, place: int, zoom: int, ascii_only: bool) -> Mark:
    ground = f"on:hull{ship.seat % 3 + 1}"
    _, _, style = side(ship.seat)
    if place:
        return Mark((HATCH * 6,) * (4 if zoom == 2 else 2), style, ground, ship.id)
    shot = scenery.shots.get(ship.id)
    wrong, note = condition(ship), f"»{ship.velocity}" if ship.velocity else ""
    colour = "title bold"
    if ship.id in scenery.rammed:
        note, colour, ground = "ram!", "bold", "on:danger"
    elif shot is not None:
        note, colour, ground = f"{shot.percent}%", "bold", "on:legal"
    elif wrong:
        note = wrong
    if ship.wreck:
        colour, ground = "dim", "on:bar"
    elif scenery.hand is not None and scenery.hand.id == ship.id:
        colour = "legal bold"
    return Mark(_labels(ship, note, wrong, zoom, ascii_only), colour, ground, ship.id)


def _labels(ship: ShipView, note: str, wrong: str, zoom: int, ascii_only: bool) -> tuple[str, ...]:
    """Return the texts at a ship's bow: side, heading, number, and velocity or what matters more."""
    mark, _, _ = side(ship.seat)
    way = pointing(ship.heading, ascii_only)
    number = str(ship.id)
    if zoom == 2:
        left = health(ship)
        lower = f"{note or '»0'} {left}%" if left < 100 and not wrong else note or "»0"
        if len(lower) > 6:
            lower = note
        return hulls()[ship.card].name[:4], f"{mark}{way} {number}"[:6], lower, ""
    if zoom == 0:
        return (way, mark + number[-1]) if ascii_only else (mark + way, number[-2:])
    whole = mark + number + way if ascii_only else mark + way + number
    if len(whole) <= 4:
        return whole, note and note.rjust(3)
    return mark + number, way + (note if len(way + note) <= 4 else note.lstrip("»"))


def _step(scenery: Scenery, at: Hex, step: Step, zoom: int, ascii_only: bool) -> Mark:
    way, plan = pointing(step.heading, ascii_only), scenery.plan
    last = step.own and plan is not None and plan.path[-1][:2] == at
    style = "dim" if not step.own else "danger bold" if last and plan and plan.lost else "legal bold"
    edge = f"»{plan.end[3]}" if last and plan and not plan.lost else "~~" if step.step == "coast" else ""
    number = str(step.number)
    main = (number + way) if ascii_only else way + number
    if zoom == 0:
        main, edge = (number[-1:] + way[:1] if len(way) == 1 else way, edge[-2:] or "") if ascii_only else (main, edge)
        main = main if len(main) <= 2 else main[-2:]
    wide = f"{way} {number}"
    return Mark(_rows(zoom, (main, edge), ("", wide, edge if last else STEPS[step.step])), style, "on:path")


def _planet(scenery: Scenery, at: Hex, zoom: int, ascii_only: bool, crossed: bool) -> Mark:
    """Show a planet: an objective has a ring of its own, with the side's mark on a home; a crash is marked."""
    style, core = "hue3", "O" if ascii_only else "●"
    seat = scenery.goals.get(at)
    if seat is not None:
        core, style = "◎", "warn bold" if seat < 0 else f"{side(seat)[2]} bold"
    mark = "" if seat is None or seat < 0 else side(seat)[0]
    if crossed or at in scenery.blocked:
        return Mark(
            _rows(zoom, (f"!{core}!"[: 2 if zoom == 0 else 3], ""), ("!!", f"! {core}{core} !", "!!")), "danger bold"
        )
    if zoom == 2:
        rows = (DISC[0], DISC[1] if seat is None else f"▐█{core}{mark or core}█▌", DISC[2], "")
        return Mark(rows, style)
    return Mark((core + (mark or core) if zoom == 0 else f"({core}{mark})", ""), style)


def _ghost(ghost: Ghost, zoom: int, ascii_only: bool) -> Mark:
    _, hollow, style = side(ghost.ship.seat, ascii_only)
    hollow = "~" + hollow if ascii_only else hollow
    if not ghost.last:
        return Mark(_rows(zoom, ("·" if zoom else "∙", ""), ("", "· ·", "")), style)
    way, number = pointing(ghost.ship.heading, ascii_only), str(ghost.ship.id)
    main = hollow + number + way if ascii_only else hollow + way + number
    if zoom == 0:
        main = hollow if ascii_only else hollow + way
    edge = {"ram": "ram!", "turn-ram": "ram!", "edge": "lost", "planet": "lost"}.get(ghost.stop, "")
    edge = "!!" if edge and zoom == 0 else edge
    style = "danger" if edge else style
    return Mark(_rows(zoom, (main[:4], edge), ("", f"{hollow}{way} {number}"[:6], edge or "drifts")), style)


def _open(scenery: Scenery, at: Hex, zoom: int, ascii_only: bool) -> Mark:
    """Show an empty hex: its zone, its range where arcs are shown, or its coordinates where there is room."""
    seat = scenery.zones.get(at)
    if seat is not None:
        _, hollow, style = side(seat, ascii_only)
        berth = at in scenery.berths
        style, text = ("legal bold", "+" + hollow) if berth else (style, hollow)
        ground = "on:lit" if berth else f"on:area{seat % 3 + 1}"
        return Mark(_rows(zoom, (text, ""), ("", _coordinates(at), text)), style, ground)
    reach = scenery.reach.get(at)
    if reach is not None:
        return Mark(_rows(zoom, (str(reach), ""), ("", str(reach), "")), "dim", "on:arc")
    return Mark(_rows(zoom, ("·" if zoom else "", ""), ("", _coordinates(at), "")), "faint")


def _coordinates(at: Hex) -> str:
    return f"{at[0]},{at[1]}"
