"""The picture of Astroforce: gauges, the ship with its stations, the cards, the question and the choices. Pure."""

from __future__ import annotations

from typing import cast

from starforge.games.astroforce.model.actions import CarryOut, LockIn, Pay
from starforge.games.astroforce.model.state import FAILURES_LOST, YEARS
from starforge.games.astroforce.view.types import AstroforceView, StationView
from starforge.tui.drawing.frame import (
    SIDES,
    Item,
    Scene,
    draw_choices,
    draw_hint,
    draw_log,
    draw_question,
    draw_text,
)
from starforge.tui.drawing.picture import Picture, Span
from starforge.tui.drawing.region import Region
from starforge.tui.games.astroforce.about import about
from starforge.tui.games.astroforce.cards import draw_active, draw_cards, draw_mission
from starforge.tui.games.astroforce.dice import HUES, NAMES, berth, big_die, die, lit_dice, lit_role, tumbling
from starforge.tui.games.astroforce.spots import MISSION, CardSpot, StationSpot, ZoneSpot
from starforge.tui.screens.page import draw_footer

SHORT = {"Quarters": "Rest", "Medbay": "Med", "On cards": "Cards", "Captured": "Held", "Failed": "Fails"}


def draw(scene: Scene, width: int, height: int) -> Picture:
    """Return the whole screen."""
    picture = Picture(width, height)
    _draw_gauges(picture, scene)
    if width >= 110 and height >= 34:
        _draw_wide(picture, scene, width, height)
    else:
        _draw_small(picture, scene, width, height)
    draw_footer(picture, scene.scope)
    return picture


def _view(scene: Scene) -> AstroforceView:
    return cast(AstroforceView, scene.view)


def _draw_gauges(picture: Picture, scene: Scene) -> None:
    """Draw the first row: patrol, year, fuel, hull and shields."""
    view, wide = _view(scene), picture.width >= 100
    picture.put(0, 0, " " * picture.width, "on:bar")
    x = picture.put(1, 0, "ASTROFORCE", "title bold on:bar")
    x = picture.put(x, 0, f" {view.patrol.title()}", "dim on:bar")
    room = picture.width - 52 - view.fuel_full - view.hull_most - view.shields_most - len(view.patrol)
    x = picture.put(x, 0, f" {'Year' if room >= 0 else 'Y'} {min(view.year, YEARS)}/{YEARS}", "title on:bar")
    low = view.fuel <= 2
    gauges = (
        ("Fuel", view.fuel, view.fuel_full, "danger" if low else "warn", "■", "□"),
        ("Hull", view.hull, view.hull_most, "danger" if view.hull <= 2 else "good", "■", "□"),
        ("Shields", view.shields, view.shields_most, "mine", "●", "○"),
    )
    for name, value, most, style, full, empty in gauges:
        x = picture.put(x + (4 if wide else 2), 0, f"{name} ", "dim on:bar")
        if picture.width < 78:
            x = picture.put(x, 0, f"{value}/{most}", f"{style} bold on:bar")
            continue
        for glyph, mark in ((full, style), (empty, "faint")):
            count = max(min(value, most), 0) if glyph == full else most - max(min(value, most), 0)
            x = picture.put(x, 0, glyph * count, f"{mark} on:bar")
        x = picture.put(x, 0, f" {value}", f"{style} bold on:bar")
    if wide:
        note = f"turn {view.turn} · {view.rank}"
        picture.right(picture.width - 1, 0, note, "dim on:bar")


def _captain(scene: Scene) -> str:
    """Return who is Captain, in a table of two."""
    view = _view(scene)
    if view.seats < 2:
        return ""
    marks = {n: SIDES[n][0] for n in range(view.seats)}
    return (
        f"Captain {marks[view.captain]} {scene.names[view.captain]} · Crew {marks[view.crew]} {scene.names[view.crew]}"
    )


def _on_board(scene: Scene) -> list[int]:
    """Return which lines of the menu the list shows: all but those whose card shows its key on the board."""
    if scene.path:
        return list(range(len(scene.items)))
    return [n for n, one in enumerate(scene.items) if not _is_card(one)]


def _is_card(one: Item) -> bool:
    return (isinstance(one.spot, CardSpot) and one.spot != MISSION and len(one.items) != 0) or _single(one)


def _single(one: Item) -> bool:
    return isinstance(one.action, (Pay, LockIn, CarryOut)) and one.spot not in (None, MISSION)


def _draw_small(picture: Picture, scene: Scene, width: int, height: int) -> None:
    """Draw the table for 80 columns: Mission and ship above Events and Developments."""
    half = width // 2
    choices = 4 if height >= 24 else 3
    bottom = height - choices - 4
    board = bottom - 1
    top = 8
    draw_mission(picture, scene, 0, 1, half, top)
    _draw_ship(picture, scene, half, 1, width - half, top, big=False)
    _draw_piles(picture, scene, 0, 1 + top, half, board - top, width)
    draw_question(picture, scene, Region(0, bottom, picture.width), below=2)
    draw_choices(picture, scene, Region(0, bottom + 1, width, choices), _on_board(scene), 26)
    row = draw_hint(picture, scene, Region(1, bottom + 1 + choices, width - 2, 2))
    draw_log(picture, scene, Region(0, row, width, height - 1 - row))


def _draw_piles(picture: Picture, scene: Scene, x: int, y: int, half: int, height: int, width: int) -> None:
    """Draw Events at the left and Developments at the right."""
    view = _view(scene)
    picture.box(Region(x, y, half, height), f"Events {len(view.plots)}/9", f"deck {view.events_left}")
    draw_cards(picture, scene, view.plots, x + 2, y + 1, half - 4, height - 2, "All is quiet.")
    left, room = x + half, width - half
    picture.box(Region(left, y, room, height), "Developments", f"active {len(view.active)}/9")
    rows = height - 2 - (0 if height < 6 else 1 if height < 9 else min(len(view.active), 9))
    row = draw_cards(picture, scene, view.offers, left + 2, y + 1, room - 4, rows, "None is left.")
    draw_active(picture, view, left + 2, row, room - 4, y + height - 1 - row)


def _draw_wide(picture: Picture, scene: Scene, width: int, height: int) -> None:
    """Draw the table for large terminals: cards, ship, and a column to read in, the choices below."""
    left, middle = (width * 33) // 100, 50 if width < 170 else 54
    right = width - left - middle
    choices = 4 if width < 170 else 3
    bottom = height - choices - 4
    view = _view(scene)
    mission = min(max(len(view.mission.stages) + 5, 9), 13) if view.mission else 9
    draw_mission(picture, scene, 0, 1, left, mission)
    rows = bottom - 1 - mission
    if rows > 24:
        _draw_patrol(picture, scene, 0, bottom - 10, left, 10)
        rows -= 10
    picture.box(Region(0, 1 + mission, left, rows), f"Events {len(view.plots)}/9", f"deck {view.events_left}")
    draw_cards(picture, scene, view.plots, 2, 2 + mission, left - 4, rows - 2, "All is quiet.")
    ship = 21
    _draw_ship(picture, scene, left, 1, middle, ship, big=True)
    rows = bottom - 1 - ship
    picture.box(Region(left, 1 + ship, middle, rows), "Development queue", f"deck {view.developments_left}")
    draw_cards(picture, scene, view.offers, left + 2, 2 + ship, middle - 4, rows - 2, "None is left.")
    _draw_side(picture, scene, left + middle, 1, right, bottom - 1)
    draw_question(picture, scene, Region(0, bottom, picture.width), below=2)
    draw_choices(picture, scene, Region(0, bottom + 1, width, choices), _on_board(scene), 34)
    draw_hint(picture, scene, Region(1, bottom + 1 + choices, width - 2, 2))


def _draw_patrol(picture: Picture, scene: Scene, x: int, y: int, width: int, height: int) -> None:
    """Draw what the patrol has behind it."""
    view = _view(scene)
    picture.box(Region(x, y, width, height), "Patrol", f"{view.patrol}, failures: {view.failures}")
    row = y + 1
    for n in range(YEARS):
        done = n < len(view.completed)
        words = view.completed[n].title if done else "this Mission" if n == len(view.completed) and view.mission else ""
        picture.put(x + 2, row + n, f"{'✓' if done else '▸' if words else '·'} Year {n + 1}", "good" if done else "dim")
        picture.put(x + 12, row + n, words, "" if done else "dim", width - 14)
    failed = ", ".join(card.title for card in view.failed) or "no Mission yet"
    picture.put(x + 2, row + YEARS, f"Failed: {failed}", "danger" if view.failed else "dim", width - 4)
    gone = ", ".join(card.title for card in view.event_discards[-4:][::-1]) or "none"
    picture.put(x + 2, row + YEARS + 1, f"Last Events gone: {gone}", "dim", width - 4)
    decks = f"Decks: {view.missions_left} Missions, {view.events_left} Events, {view.developments_left} Developments"
    picture.put(x + 2, row + YEARS + 2, decks, "dim", width - 4)


def _draw_side(picture: Picture, scene: Scene, x: int, y: int, width: int, height: int) -> None:
    """Draw the column to read in: active Developments, what is under the cursor, and the log."""
    view = _view(scene)
    active = min(max(len(view.active), 1), 9) + 2
    picture.box(Region(x, y, width, active), "Active Developments", f"{len(view.active)}/9")
    draw_active(picture, view, x + 2, y + 1, width - 4, active - 2)
    row = y + active
    size = (height - active) // 2
    _draw_reading(picture, scene, x, row, width, size)
    row += size
    picture.box(Region(x, row, width, y + height - row), "Log", "l: all of it")
    draw_log(picture, scene, Region(x + 2, row + 1, width - 4, y + height - row - 2))


def _draw_reading(picture: Picture, scene: Scene, x: int, y: int, width: int, height: int) -> None:
    """Draw what there is to read about what is under the cursor."""
    title, *texts = about(scene) or ["Under the cursor", "f shows a letter beside each place; i reads about it."]
    picture.box(Region(x, y, width, height), title)
    row = y + 1
    for text in texts:
        style = "dim italic" if text.startswith("— ") else "mine" if text.startswith("→ ") else ""
        row = draw_text(picture, text, Region(x + 2, row, width - 4, y + height - 1 - row), style)


def _draw_ship(picture: Picture, scene: Scene, x: int, y: int, width: int, height: int, big: bool) -> None:
    """Draw the ship: five stations with their dice, where the other dice are, and the Sensors."""
    view, step = _view(scene), 3 if big else 1
    title = _captain(scene) or "ASV Pioneer"
    picture.box(Region(x, y, width, height), title, "rolled, not yet on duty" if view.rolled and big else "")
    lit = lit_dice(scene)
    for n, station in enumerate(view.stations):
        _draw_station(picture, scene, station, n, x + 2, y + 1 + n * step, lit[station.role], big)
        picture.spot(Region(x + 1, y + 1 + n * step, width - 17, step), StationSpot(station.role))
    _draw_counts(picture, scene, x + width - (15 if width > 33 else 11), y + 1, step, width > 33)
    row = y + 1 + 5 * step
    if row < y + height - 1:
        _draw_sensors(picture, scene, x + 2, row, width - 4, big)


def _draw_station(
    picture: Picture, scene: Scene, station: StationView, role: int, x: int, y: int, lit: int, big: bool
) -> None:
    here = lit_role(scene) == station.role
    middle = y + 1 if big else y
    hue = HUES[station.role]
    if station.blocked:
        picture.put(x, middle, station.role, "dim strike")
        picture.put(x + 4, middle, "× blocked", "danger")
    else:
        picture.put(x, middle, station.role, f"{hue} bold" + (" on:cursor" if here else ""))
    if big:
        picture.put(x, y, NAMES[station.role], "dim")
    step, left = (5, x + 12) if big else (3, x + 4)
    for n in range(max(station.dice, 0 if station.blocked else station.places)):
        at = left + n * step
        if n >= station.dice:
            berth(picture, at, y, big)
        elif scene.moment:
            (big_die if big else die)(picture, at, y, tumbling(scene, role, n))
        else:
            (big_die if big else die)(picture, at, y, station.role, n < lit)
    if station.bridge:
        spot = x + 14 if station.blocked else left + max(station.dice, station.places) * step
        picture.put(spot, middle, f"+{station.bridge}", f"{hue} bold")


def _draw_counts(picture: Picture, scene: Scene, x: int, y: int, step: int, roomy: bool) -> None:
    """Draw where the dice without a face are, and how many Missions have failed."""
    view = _view(scene)
    counts: tuple[tuple[str, str, str], ...] = (
        ("Quarters", str(view.quarters), "title"),
        ("Medbay", str(view.medbay), "warn" if view.medbay else "dim"),
        ("On cards", str(view.on_cards), "title" if view.on_cards else "dim"),
        ("Captured", str(view.captured), "danger" if view.captured else "dim"),
        ("Failed", f"{view.fails}/{FAILURES_LOST}", "danger bold" if view.fails else "dim"),
    )
    for n, (name, value, style) in enumerate(counts):
        row = y + n * step
        picture.put(x, row, name if roomy else SHORT[name], "dim")
        picture.right(x + (13 if roomy else 9), row, value, f"{style} bold" if style == "title" else style)
        dice = {"Quarters": view.quarters, "Medbay": view.medbay}.get(name, 0)
        if step == 3 and dice:
            picture.put(x, row + 1, "▪ " * min(dice, 6), style)
            picture.put(x, row + 2, "▪ " * max(dice - 6, 0), style)
    picture.spot(Region(x, y, 13, 1), ZoneSpot("quarters"))
    picture.spot(Region(x, y + step, 13, 1), ZoneSpot("medbay"))


def _draw_sensors(picture: Picture, scene: Scene, x: int, y: int, width: int, big: bool) -> None:
    """Draw the Sensors with the Threats on them, and the odds that the next roll fills them."""
    view = _view(scene)
    step, left = (5, x + 12) if big else (3, x + 8)
    picture.put(x, y + 1 if big else y, "Sensors", f"{HUES['THR']} bold")
    for n in range(view.sensors_most):
        if n < view.sensors:
            (big_die if big else die)(picture, left + n * step, y, "THR")
        else:
            berth(picture, left + n * step, y, big)
    words: list[Span] = [
        (f"{view.odds:.0%}", "warn bold" if view.odds >= 0.25 else "title bold"),
        (" fill next", "dim"),
    ]
    picture.spot(Region(x, y, width, 3 if big else 1), ZoneSpot("sensors"))
    at = left + view.sensors_most * step + 1
    if big and at + 14 > x + width:
        picture.spans(x + 12, y + 3, [*words, (" roll: an Event", "dim")])
    else:
        picture.spans(at, y + 1 if big else y, words, x + width - at)
