"""What one hex shows: the text of its rows in each zoom, and the style it is drawn in."""

from __future__ import annotations

from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.view.types import ShipView
from starforge.tui.drawing.frame import SIDES
from starforge.tui.games.shattered_reach.map.scenery import Ghost, Landfall, Scenery, Step

ARROWS = "↑↗↘↓↙↖"
HOLLOW = "△○◇□"
"""The hollow twins of the sides' marks: for zones, and for ships where they are not yet."""
HATCH = "▒"
GONE, MARKED, CRAMPED = "✗✗", "*", "!off"
STEPS = {"forward": "fwd", "left": "left", "right": "right", "drift": "drift", "coast": "coast"}
DISCS = (("▟▙", "▜▛"), ("▟██▙", "▜██▛"), ("▟██▙", "▟████▙", "▜████▛", ""))
"""A planet in each zoom: full blocks, which no side's mark and no number is made of."""
PIPS = ("▂▄▆", "!-=")
"""What is left of a damaged ship, in thirds, and the same for terminals without such glyphs."""
SHORT = {"hulk": "hu", "ion!": "io", "ion": "io"}
"""What is wrong with a ship where a hex has room for two letters; they stand in the place of its number."""


class Mark(NamedTuple):
    """Show a hex: a text for each of its rows, the last over its bottom edge, with a style and a ground.

    Neighbours of one ``ship`` are drawn as one body, without borders between them. ``pip`` stands on its right side.
    """

    rows: tuple[str, ...]
    style: str
    ground: str = ""
    ship: int = -1
    pip: str = ""


def side(seat: int, ascii_only: bool = False) -> tuple[str, str, str]:
    """Return mark, hollow mark and style of a seat; in ASCII there are no hollow marks."""
    mark, style = SIDES[seat % len(SIDES)]
    return mark, mark if ascii_only else HOLLOW[seat % len(SIDES)], style


def pointing(heading: int, ascii_only: bool) -> str:
    """Return a heading as an arrow, or as two signs where there are no arrows: no sign that looks like a key."""
    return f"{hx.NAMES[heading]}."[:2] if ascii_only else ARROWS[heading]


def mark(scenery: Scenery, at: Hex, zoom: int, ascii_only: bool) -> Mark:
    """Return what a hex shows."""
    filled = scenery.bodies.get(at)
    if filled is not None:
        return _ship(scenery, *filled, zoom, ascii_only)
    step, ghost = scenery.steps.get(at), scenery.ghosts.get(at)
    if step is not None and (at not in scenery.view.chart.planets or scenery.plan is None):
        return _step(scenery, at, step, zoom, ascii_only)
    if at in scenery.view.chart.planets:
        return _planet(scenery, at, zoom, step is not None or ghost is not None)
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
        return GONE
    return "hulk" if ship.hulk else "ion!" if ship.numb else "ion" if ship.stung else ""


def health(ship: ShipView) -> int:
    """Return how much of hull and shields a ship has left, in percent."""
    card = hulls()[ship.card]
    return (ship.hull + ship.shields) * 100 // (card.hull + card.shields)


def pip(ship: ShipView, ascii_only: bool) -> str:
    """Return a sign for how much a damaged ship has left, '' for one that is whole or gone."""
    left = health(ship)
    return "" if ship.wreck or left >= 100 else PIPS[ascii_only][min(left * 3 // 100, 2)]


def _ship(scenery: Scenery, ship: ShipView, place: int, zoom: int, ascii_only: bool) -> Mark:
    ground = f"on:hull{ship.seat % 3 + 1}"
    sign, _, style = side(ship.seat)
    if place:
        owned = (f"{HATCH}{sign}", f"{HATCH}{sign}{sign}{HATCH}", f"{HATCH * 2}{sign}{sign}{HATCH * 2}")[zoom]
        rows = (HATCH, owned, HATCH, HATCH) if zoom == 2 else (owned, HATCH)
        return Mark(rows, style, ground, ship.id)
    shot = scenery.shots.get(ship.id)
    wrong, note = condition(ship), f"»{ship.velocity}" if ship.velocity else ""
    colour = "title bold"
    if ship.id in scenery.rammed:
        note, colour, ground = "ram!", "bold", "on:danger"
    elif shot is not None:
        note, colour, ground = f"{shot.percent}%", "bold", "on:legal"
    elif ship.id in scenery.over.prey:
        note, colour = "ram?", "warn bold"
    elif wrong:
        note = wrong
    elif scenery.cramped(ship.hexes[0], ship.heading):
        note, colour = CRAMPED, "danger bold"
    if ship.wreck:
        colour, ground = "dim", "on:bar"
    elif scenery.hand is not None and scenery.hand.id == ship.id:
        colour = "legal bold"
    return Mark(_labels(ship, note, wrong, zoom, ascii_only), colour, ground, ship.id, pip(ship, ascii_only))


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
        if wrong:
            return mark + (number[-1] if ascii_only else way), SHORT.get(wrong, wrong)
        return (way, mark + number[-1]) if ascii_only else (mark + way, number[-2:])
    whole = mark + number + way if ascii_only else mark + way + number
    if len(whole) <= 4:
        return whole, note and note.rjust(3)
    fitting = (one for one in (way + note, way + note.lstrip("»"), note) if len(one) <= 4)
    return mark + number, next(fitting, note[:4])


def _step(scenery: Scenery, at: Hex, step: Step, zoom: int, ascii_only: bool) -> Mark:
    way, plan = pointing(step.heading, ascii_only), scenery.plan
    last = step.own and plan is not None and plan.path[-1][:2] == at
    style = "dim" if not step.own else "danger bold" if last and plan and plan.lost else "legal bold"
    edge = f"»{plan.end[3]}" if last and plan and not plan.lost else "~~" if step.step == "coast" else ""
    number = str(step.number)
    main = (number + way) if ascii_only else way + number
    if zoom == 0:
        main, edge = (way, edge[-2:]) if ascii_only else (main, edge)
        main = main if len(main) <= 2 else main[-2:]
    wide = f"{way} {number}"
    return Mark(_rows(zoom, (main, edge), ("", wide, edge if last else STEPS[step.step])), style, "on:path")


def _planet(scenery: Scenery, at: Hex, zoom: int, crossed: bool) -> Mark:
    """Show a planet: an objective has a ring, with the side's mark on a home; a crash or a blocked shot is marked."""
    rows, style, seat = list(DISCS[zoom]), "hue3", scenery.goals.get(at)
    if seat is not None:
        style = "warn bold" if seat < 0 else f"{side(seat)[2]} bold"
        core = f"◎{side(seat)[0] if seat >= 0 else '◎'}"
        rows[zoom // 2] = (core, f"▟{core}▙", f"▟█{core}█▙")[zoom]
    if crossed or at in scenery.blocked:
        rows[1 + zoom // 2], style = ("!!", "▜!!▛", "▜█!!█▛")[zoom], "danger bold"
    return Mark(tuple(rows), style)


def _ghost(ghost: Ghost, zoom: int, ascii_only: bool) -> Mark:
    _, hollow, style = side(ghost.ship.seat, ascii_only)
    hollow = "~" + hollow if ascii_only else hollow
    if not ghost.last:
        return Mark(_rows(zoom, ("·" if zoom else "∙", ""), ("", "· ·", "")), style)
    way, number = pointing(ghost.ship.heading, ascii_only), str(ghost.ship.id)
    main = hollow + way + number
    if ascii_only:
        main = hollow + number + (way if len(hollow + number + way) <= 4 else "")
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
        cramped = berth and scenery.cramped(at, scenery.view.facing)
        style, text = ("warn bold" if cramped else "legal bold", "+!"[cramped] + hollow) if berth else (style, hollow)
        ground = "on:lit" if berth else f"on:area{seat % 3 + 1}"
        return Mark(_rows(zoom, (text, ""), ("", _coordinates(at), text)), style, ground)
    end = scenery.over.ends.get(at)
    if end is not None:
        return _end(scenery, end, zoom, ascii_only)
    trail = scenery.trails.get(at)
    if trail is not None:
        sign, _, style = side(trail)
        return Mark(_rows(zoom, ("'" + sign, ""), ("", "'" + sign, "")), style)
    reach = scenery.reach.get(at)
    if reach is not None:
        return Mark(_rows(zoom, (str(reach), ""), ("", str(reach), "")), "dim", "on:arc")
    return empty(at, zoom)


def empty(at: Hex, zoom: int) -> Mark:
    """Show a hex with nothing there: its coordinates where there is room."""
    return Mark(_rows(zoom, ("·" if zoom else "", ""), ("", _coordinates(at), "")), "faint")


def _end(scenery: Scenery, end: Landfall, zoom: int, ascii_only: bool) -> Mark:
    """Show how a ship would arrive at a hex, and how many it could fire at from there."""
    way, speed = pointing(end.heading, ascii_only), str(end.velocity)
    style, danger = ("warn", "!") if end.risky else ("legal", "")
    if zoom == 0:
        head, edge = way if ascii_only else f"{way}{speed}", f"{danger}{end.aims}"[:2]
        return Mark((head, edge), style, "on:arc")
    fitting = (one for one in (f"{way}»{speed}{danger}", f"{way}{speed}{danger}") if len(one) <= 4)
    head, aims = next(fitting, way + speed), end.aims and end.aims.rjust(4, "_")
    return Mark(_rows(zoom, (head, aims), ("", f"{way}»{speed}{danger}", end.aims)), style, "on:arc")


def _coordinates(at: Hex) -> str:
    return f"{at[0]},{at[1]}"
