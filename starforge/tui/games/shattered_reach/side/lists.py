"""The lists beside the map: every ship in a line of its own, and every lock and missile with its next chance. Pure."""

from __future__ import annotations

from typing import cast

from rich.cells import cell_len

from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, hulls
from starforge.games.shattered_reach.view.chases import Chase, chases
from starforge.games.shattered_reach.view.types import ShipView, WarView, name
from starforge.tui.drawing.frame import Scene, draw_text
from starforge.tui.drawing.picture import Picture, Span, fit
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.marks import condition, health, pointing, side
from starforge.tui.games.shattered_reach.side.cards import bar
from starforge.tui.games.shattered_reach.spots import HexSpot, ShipSpot


def draw_fleets(picture: Picture, scene: Scene, region: Region, focus: int) -> None:
    """Draw every ship in a line of its own, the viewer's first; the ship ``focus`` is kept in sight."""
    view, (x, y, width, height) = cast(WarView, scene.view), region
    lines: list[tuple[list[Span], ShipView | None]] = []
    for n in sorted(range(len(view.seats)), key=lambda n: n != view.seat):
        lines.append((_head(scene, view, n, width), None))
        lines += [(_fleet_line(scene, ship, width > 30), ship) for ship in view.ships if ship.seat == n]
    at = next((k for k, (_, ship) in enumerate(lines) if ship and ship.id == focus), 0)
    first = 0 if at < height - 1 else max(min(at - height // 2, len(lines) - height), 0)
    for row, (spans, ship) in enumerate(lines[first : first + height]):
        here = " on:cursor" if ship and ship.id == focus else ""
        picture.spans(x, y + row, [(text, f"{style}{here}".strip()) for text, style in spans], width)
        if ship:
            picture.spot(region.row(row), ShipSpot(ship.id))
    if first + height < len(lines):
        words = f" {len(lines) - first - height + 1} more: p "
        picture.put(x, region.bottom - 1, words.center(width), "dim")


def _head(scene: Scene, view: WarView, n: int, width: int) -> list[Span]:
    """Return a seat's line: its name as far as there is room, its faction where there is more, ships and points."""
    seat, (mark, _, style) = view.seats[n], side(n)
    short = f"{seat.ships} · {seat.points:,}"
    words = (f"{seat.ships} ships, {seat.points:,} pts" if width > 30 else short) if seat.ships or view.turn else ""
    name = fit(f"{mark} {scene.names[n]}", width - len(words) - 1)
    faction = FACTION_NAMES.get(seat.faction, "").removeprefix("The ").split(" ")[0]
    spare = width - cell_len(name) - len(words) - 1
    faction = f" {faction}" if len(faction) < spare else ""
    return [(name, f"{style} bold"), (faction.ljust(spare + 1), "dim"), (words, "")]


def _fleet_line(scene: Scene, ship: ShipView, roomy: bool) -> list[Span]:
    card, (mark, _, style) = hulls()[ship.card], side(ship.seat)
    wrong = condition(ship)
    view: WarView = scene.view  # type: ignore[assignment]
    planned = any(plan.ship == ship.id and plan.steps for plan in view.plans)
    done = "✓" if ship.moved or (view.turn == 0 and ship.hexes) else "+" if planned else "·" if ship.can_act else " "
    way = pointing(ship.heading, scene.ascii) if ship.hexes else "-"
    left = health(ship)
    colour = "danger" if wrong or left < 50 else "warn" if left < 100 else "good"
    cells = 5 if roomy else 3
    return [
        (f"{done}{mark}{way:<2}", style if not ship.wreck else "dim"),
        (f"{ship.id:>3} {card.name:<11}"[: 15 if roomy else 10], "" if not ship.wreck else "dim strike"),
        (f" v{ship.velocity:<2} " if roomy else " ", "dim"),
        (bar(ship.hull + ship.shields, card.hull + card.shields, cells).ljust(cells), colour),
        (f" {wrong or f'{left}%'}", colour if wrong else "dim"),
    ]


def draw_chases(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw every lock and every missile in flight in two lines each, those that are due in this round first."""
    view = cast(WarView, scene.view)
    found = sorted(chases(view), key=lambda one: not one.due)
    if not found:
        draw_text(picture, "No ship has locked another, and no missile is in flight.", region, "dim")
        return
    height = region.height
    fits = height // 2 if len(found) * 2 <= height else max((height - 1) // 2, 0)
    for n, one in enumerate(found[:fits]):
        _draw_chase(picture, view, one, region.below(2 * n).top(2))
    if fits < len(found):
        picture.put(region.x, region.y + 2 * fits, f"{len(found) - fits} more".center(region.width), "dim")


def _draw_chase(picture: Picture, view: WarView, one: Chase, region: Region) -> None:
    x, y, width, _ = region
    (mark, _, style), target, roomy = side(one.ship.seat), view.ship(one.target), width > 30
    whom = _short(target, roomy) if target else name(view, one.target)
    spans: list[Span] = [
        (f"{mark} {_short(one.ship, roomy)} ", f"{style} bold"),
        ("» " if one.flying else "◉ ", "warn bold"),
        (whom, side(target.seat)[2] if target else "dim"),
    ]
    picture.spans(x, y, spans, width)
    when = "now" if one.due else "next"
    if one.why:
        picture.put(x, y + 1, f"  {when}: lost, {one.why}", "danger", width)
    else:
        lock = f"range {one.range}, lock to {one.reach}" if roomy else f"r{one.range}, to {one.reach}"
        flown = f"seeks {one.seeks}%, hits {one.hits}%" if roomy else f"{one.seeks}%·{one.hits}%"
        picture.put(x, y + 1, f"  {when}: {flown if one.flying else lock}", "dim", width - 5)
        picture.right(region.end, y + 1, f" {one.percent}%", "legal bold")
    if target is not None and target.hexes:
        picture.spot(region, HexSpot(target.hexes[0]))


def _short(ship: ShipView, roomy: bool) -> str:
    return f"{hulls()[ship.card].name[: 11 if roomy else 6]} {ship.id}"
