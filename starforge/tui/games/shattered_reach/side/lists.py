"""The lists beside the map: every ship in a line of its own, and every lock and missile with its next chance. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from starforge.english import some
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, hulls
from starforge.games.shattered_reach.view.chases import Chase, chases
from starforge.games.shattered_reach.view.types import ShipView, WarView, name
from starforge.games.shattered_reach.words.warnings import captures
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.shattered_reach.gaze import gaze_of
from starforge.tui.games.shattered_reach.map.marks import MARKED, condition, health, pointing, side
from starforge.tui.games.shattered_reach.map.story import Deed
from starforge.tui.games.shattered_reach.side.cards import ROOMY, bar
from starforge.tui.games.shattered_reach.side.rows import Block, Row, cells, spread, wrapped
from starforge.tui.games.shattered_reach.spots import HexSpot, ShipSpot


def fleet_blocks(scene: Scene, width: int, focus: int) -> list[Block]:
    """Return every ship in a line of its own, the viewer's first; the ship ``focus`` has the cursor."""
    view = cast(WarView, scene.view)
    blocks: list[Block] = []
    for n in sorted(range(len(view.seats)), key=lambda n: n != view.seat):
        blocks.append(Block(_head(scene, view, n, width)))
        for ship in view.ships:
            if ship.seat == n:
                line = _fleet_line(scene, ship, width > ROOMY)
                blocks.append(Block((line,), ShipSpot(ship.id), ship.id == focus))
    return blocks


def _head(scene: Scene, view: WarView, n: int, width: int) -> list[Row]:
    """Return a seat's name, faction, ships and points, in as few rows as hold them."""
    seat, (mark, _, style) = view.seats[n], side(n)
    short = f"{seat.ships} · {seat.points:,}"
    long = f"{some(seat.ships, 'ship')}, {seat.points:,} pts"
    words = (long if width > ROOMY else short) if seat.ships or view.turn else ""
    who, count = (f"{mark} {scene.names[n]}", f"{style} bold"), (words, "")
    faction = FACTION_NAMES.get(seat.faction, "").removeprefix("The ").split(" ")[0]
    row: Row = [who, (f" {faction}", "dim")]
    if cells(row) + cells([count]) < width:
        return [spread(row, [count], width)]
    return [[who], spread([(f"  {faction}", "dim")], [count], width)]


def _fleet_line(scene: Scene, ship: ShipView, roomy: bool) -> Row:
    view, card, (mark, _, style) = cast(WarView, scene.view), hulls()[ship.card], side(ship.seat)
    wrong = condition(ship)
    planned = any(plan.ship == ship.id and plan.steps for plan in view.plans)
    ready = "✓" if ship.moved or (view.turn == 0 and ship.hexes) else "+" if planned else "·" if ship.can_act else " "
    done = MARKED if ship.id in gaze_of(scene).marked else ready
    way = pointing(ship.heading, scene.ascii) if ship.hexes else "-"
    left = health(ship)
    colour = "danger" if wrong or left < 50 else "warn" if left < 100 else "good"
    row: Row = [
        (f"{done}{mark}{way:<2}", style if not ship.wreck else "dim"),
        (f"{ship.id:>3} {card.name:<11}", "" if not ship.wreck else "dim strike"),
    ]
    if roomy:
        gauge = bar(ship.hull + ship.shields, card.hull + card.shields, 5).ljust(5)
        row += [(f" v{ship.velocity:<2} ", "dim"), (gauge, colour)]
    return [*row, (f" {wrong or f'{left}%'}", colour if wrong else "dim")]


def warning_blocks(view: WarView, width: int) -> list[Block]:
    """Return which foes win by a capture when the round ends as things stand."""
    return [Block(wrapped(f"! {words}.", width, "danger bold", "  ")) for words in captures(view)]


def chase_blocks(view: WarView, width: int) -> list[Block]:
    """Return every lock and every missile in flight, those that are due in this round first."""
    found = sorted(chases(view), key=lambda one: not one.due)
    none = "No ship has locked another, and no missile is in flight."
    return [_chase(view, one, width) for one in found] or [Block(wrapped(none, width, "dim", ""))]


def _chase(view: WarView, one: Chase, width: int) -> Block:
    (mark, _, style), target, roomy = side(one.ship.seat), view.ship(one.target), width > ROOMY
    row: Row = [(f"{mark} {name(view, one.ship.id)} ", f"{style} bold")]
    whom: Row = [
        ("» " if one.flying else "◉ ", "warn bold"),
        (name(view, one.target), side(target.seat)[2] if target else "dim"),
    ]
    first = [[*row, *whom]] if cells(row) + cells(whom) <= width else [row, [("  ", ""), *whom]]
    when = "now" if one.due else "next"
    if one.why:
        rest = wrapped(f"  {when}: lost, {one.why}", width, "danger", "    ")
    else:
        lock = f"range {one.range}, lock to {one.reach}" if roomy else f"r{one.range}, to {one.reach}"
        flown = f"seeks {one.seeks}%, hits {one.hits}%" if roomy else f"{one.seeks}%·{one.hits}%"
        words = f"  {when}: {flown if one.flying else lock}"
        rest = [spread([(words, "dim")], [(f"{one.percent}%", "legal bold")], width)]
    return Block([*first, *rest], HexSpot(target.hexes[0]) if target is not None and target.hexes else None)


def report_blocks(deeds: Sequence[Deed], width: int, read: int) -> list[Block]:
    """Return what each ship of others has done, the one that is being read lit; in a narrow panel moves are brief."""
    blocks = []
    for n, deed in enumerate(deeds):
        mark, _, style = side(deed.seat)
        head: Row = [(f"{mark} {deed.name}", f"{style} bold")]
        brief = bool(deed.brief) and width <= ROOMY
        rest = [words for words in deed.told if not brief or words != deed.move]
        told = [row for words in rest for row in wrapped(f"· {words}", width)]
        if brief:
            head = spread(head, [(deed.brief, "dim")], width)
        blocks.append(Block([head, *told], ShipSpot(deed.ship), n == read))
    none = "Nobody else has done anything since your last turn."
    return blocks or [Block(wrapped(none, width, "dim", ""))]
