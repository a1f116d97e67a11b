"""The picture of Astroforce: gauges, the ship with its stations, the cards, the question and the choices. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from starforge.english import percent
from starforge.games.astroforce.model.actions import CarryOut, LockIn, Pay, Point, Propose
from starforge.games.astroforce.model.state import FAILURES_LOST, YEARS
from starforge.games.astroforce.view.types import AstroforceView, StationView
from starforge.tui.drawing.art.vista import draw_vista
from starforge.tui.drawing.foot import Foot, draw_news, fresh
from starforge.tui.drawing.frame import SIDES, Item, Scene, draw_text, here
from starforge.tui.drawing.picture import Picture, Span, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.games.astroforce.about import about
from starforge.tui.games.astroforce.cards import draw_active, draw_cards, draw_mission, is_wide, mark, mission_height
from starforge.tui.games.astroforce.dice import HUES, NAMES, berth, big_die, die, lit_dice, lit_role
from starforge.tui.games.astroforce.spots import MISSION, CardSpot, StationSpot, ZoneSpot
from starforge.tui.screens.page import draw_footer

PATROLS = {"easy": "patrol", "medium": "storm", "hard": "frontline"}
"""What is seen from the ship on each patrol, where no Event hides it."""
LEAST_BOARD = 11
"""Rows of Mission and ship, with a row for a card below them."""
SHORT = {"Quarters": "Rest", "Medbay": "Med", "On cards": "Cards", "Captured": "Held", "Failed": "Fails"}


def draw(scene: Scene, width: int, height: int) -> Picture:
    picture = Picture(width, height)
    _draw_gauges(picture, scene)
    if is_wide(picture):
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
        for glyph, hue in ((full, style), (empty, "faint")):
            count = max(min(value, most), 0) if glyph == full else most - max(min(value, most), 0)
            x = picture.put(x, 0, glyph * count, f"{hue} on:bar")
        x = picture.put(x, 0, f" {value}", f"{style} bold on:bar")
    if wide:
        note = f"turn {view.turn} · {view.rank}"
        note = note if x + len(note) + 2 < picture.width else f"turn {view.turn}"
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


def on_board(scene: Scene) -> list[int]:
    """Return which lines of the menu the list shows: all but those whose card shows its key on the board."""
    if scene.path:
        return list(range(len(scene.items)))
    return [n for n, one in enumerate(scene.items) if not _is_card(one)]


def _is_card(one: Item) -> bool:
    return (isinstance(one.spot, CardSpot) and one.spot != MISSION and len(one.items) != 0) or _single(one)


def _single(one: Item) -> bool:
    return (
        isinstance(one.action, (Pay, LockIn, CarryOut, Point, Propose))
        and isinstance(one.spot, CardSpot)
        and one.spot != MISSION
    )


def _draw_small(picture: Picture, scene: Scene, width: int, height: int) -> None:
    """Draw the table for 80 columns: Mission and ship above Events and Developments."""
    foot = _roomy(_foot(picture, scene, 4 if height >= 24 else 3, 26, fresh(scene)))
    table, half = Region(0, 1, width, height - 2 - foot.tall), width // 2
    least = min(max(8, mission_height(scene, half)), max(8, table.height - 6))
    above, below = table.split_rows(least)
    mission, ship = above.split_columns(half)
    draw_mission(picture, scene, mission)
    _draw_ship(picture, scene, ship, big=False)
    _draw_piles(picture, scene, below)
    foot.draw(picture)


def _roomy(foot: Foot) -> Foot:
    """Return it with a row more where all choices are then in sight, and with a board that shows a card of each kind.

    A name of a stage may be so long that the choices stand in fewer columns; what is said may take several rows.
    """
    more = replace(foot, rows=foot.rows + 1, usual=1)
    if foot.width >= 78 and foot.pages > 1 and more.pages == 1:
        foot = more
    return replace(foot, board=LEAST_BOARD) if len(foot.words[0]) > 1 else foot


def _foot(picture: Picture, scene: Scene, rows: int, narrowest: int, news: Sequence[str] = ()) -> Foot:
    words, style = here(scene)
    if is_wide(picture) and not scene.path and isinstance(scene.spot, CardSpot) and style == "dim":
        words = ""  # the column says it
    return Foot(
        scene=scene,
        width=picture.width,
        height=picture.height,
        which=on_board(scene),
        rows=rows,
        narrowest=narrowest,
        usual=2,
        about=words,
        style=style,
        news=news,
    )


def _draw_piles(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw Events at the left and Developments at the right."""
    view, height = _view(scene), region.height
    left, right = region.split_columns(region.width // 2)
    picture.box(left, f"Events {len(view.plots)}/9", f"deck {view.events_left}")
    events = draw_cards(picture, scene, view.plots, left.inside(), "All is quiet.")
    mark(picture, left, events.left_out or _foreseen(view))
    picture.box(right, "Developments", f"active {len(view.active)}/9")
    inner = right.inside()
    active = 0 if height < 6 else 1 if height < 9 else min(len(view.active), 9)
    offers = draw_cards(picture, scene, view.offers, inner.top(inner.height - active), "None is left.")
    mark(picture, right, draw_active(picture, view, inner.from_row(offers.row)) or offers.left_out)


def _foreseen(view: AstroforceView) -> str:
    """Return the mark of Events to come that have been looked at."""
    return "next ones seen, more: i" if view.foreseen else ""


def _draw_wide(picture: Picture, scene: Scene, width: int, height: int) -> None:
    """Draw the table for large terminals: cards, ship, and a column to read in, the choices below."""
    foot = _foot(picture, scene, 4 if width < 170 else 3, 34)
    table = Region(0, 1, width, height - 2 - foot.tall)
    cards, middle, side = table.split_columns(width * 33 // 100, 50 if width < 170 else 54)
    _draw_cards_column(picture, scene, cards)
    ship, queue = middle.split_rows(21)
    _draw_ship(picture, scene, ship, big=True)
    view = _view(scene)
    picture.box(queue, "Development queue", f"deck {view.developments_left}")
    mark(picture, queue, draw_cards(picture, scene, view.offers, queue.inside(), "None is left.").left_out)
    _draw_side(picture, scene, side)
    foot.draw(picture)


def _draw_cards_column(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the Mission, the Events, and where there is room what the patrol has behind it."""
    view = _view(scene)
    mission, events = region.split_rows(min(max(mission_height(scene, region.width) + 2, 9), 16))
    draw_mission(picture, scene, mission)
    if events.height > 24:
        events, patrol = events.split_rows(events.height - 10)
        _draw_patrol(picture, scene, patrol)
    picture.box(events, f"Events {len(view.plots)}/9", f"deck {view.events_left}")
    drawn = draw_cards(picture, scene, view.plots, events.inside(), "All is quiet.")
    mark(picture, events, drawn.left_out or _foreseen(view))
    if not drawn.left_out:
        draw_vista(picture, events.inside(1).from_row(drawn.row + 1), PATROLS.get(view.patrol, "patrol"), scene.plain)


def _draw_patrol(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw what the patrol has behind it."""
    view, (x, y, width, _) = _view(scene), region
    picture.box(region, "Patrol", f"{view.patrol}, failures: {view.failures}")
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


def _draw_side(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the column to read in: active Developments, what is under the cursor, and the log."""
    view = _view(scene)
    active, rest = region.split_rows(min(max(len(view.active), 1), 9) + 2)
    picture.box(active, "Active Developments", f"{len(view.active)}/9")
    mark(picture, active, draw_active(picture, view, active.inside()))
    reading, log = rest.split_rows(rest.height // 2)
    _draw_reading(picture, scene, reading)
    picture.box(log, "Log", "l: all of it")
    draw_news(picture, scene, fresh(scene), log.inside())


def _draw_reading(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw what there is to read about what is under the cursor."""
    title, *texts = about(scene) or ["Under the cursor", "f shows a letter beside each place; i reads about it."]
    picture.box(region, title)
    rest = region.inside()
    if sum(len(wrap(text, rest.width)) for text in texts) > rest.height:
        mark(picture, region, "more: i")
    for text in texts:
        style = "dim italic" if text.startswith("— ") else "mine" if text.startswith("→ ") else ""
        rest = rest.from_row(draw_text(picture, text, rest, style))


def _draw_ship(picture: Picture, scene: Scene, region: Region, big: bool) -> None:
    """Draw the ship: five stations with their dice, where the other dice are, and the Sensors."""
    view, step = _view(scene), 3 if big else 1
    title = _captain(scene) or "ASV Pioneer"
    damage, crew = view.blow
    note = f"{damage} Damage next turn" if damage else "rolled, not yet on duty" if view.rolled and big else ""
    note = note if len(title) + len(note) + 6 <= region.width else ""
    picture.box(region, title, note)
    style = "danger bold" if crew else "dim"
    if damage and note:
        picture.put(region.end - 4 - len(note), region.y, f" {note} ", style)
    elif damage:
        picture.right(region.end - 1, region.bottom - 1, f" {damage} Damage next turn ", style)
    lit, rest = lit_dice(scene), region.inside()
    counts = rest.after(rest.width - (13 if region.width > 33 else 9))
    for station in view.stations:
        place, rest = rest.split_rows(step)
        _draw_station(picture, scene, station, place.left(place.width - counts.width), lit[station.role])
        picture.spot(Region(place.x - 1, place.y, region.width - 17, step), StationSpot(station.role))
    _draw_counts(picture, scene, counts, step)
    if rest.height:
        _draw_sensors(picture, scene, rest.top(step))


def _draw_station(picture: Picture, scene: Scene, station: StationView, region: Region, lit: int) -> None:
    """Draw a station with its dice, of which so many are lit."""
    x, y, _, height = region
    big, count, x0 = height > 1, station.dice, x
    here = lit_role(scene) == station.role
    middle = y + 1 if big else y
    hue = HUES[station.role]
    picture.put(x, middle, station.role, "dim strike" if station.blocked else f"{hue} bold" + (" on:cursor" * here))
    if big:
        picture.put(x, y, NAMES[station.role], "dim")
    step, x = (5, x + 12) if big else (3, x + 4)
    if station.blocked:
        x = picture.put(x0 + 4, middle, "× blocked", "danger") + 1
    places = max(count, 0 if station.blocked else station.places)
    bridge = f"+{station.bridge}" if station.bridge else ""
    room = (region.end - x - len(bridge)) // step
    shown = places if places <= room else min(1, count)
    for n in range(shown):
        at = x + n * step
        if n >= count:
            berth(picture, at, y, big)
        else:
            (big_die if big else die)(picture, at, y, station.role, n < lit)
    x += shown * step
    if shown < places:
        x = picture.put(
            x, middle, f"×{count}/{station.places}" if shown else f"{count}/{station.places}", f"{hue} bold"
        )
    picture.put(x, middle, bridge, f"{hue} bold")


def _draw_counts(picture: Picture, scene: Scene, region: Region, step: int) -> None:
    """Draw where the dice without a face are, and how many Missions have failed."""
    view, (x, y, width, _) = _view(scene), region
    counts: tuple[tuple[str, str, str], ...] = (
        ("Quarters", str(view.quarters), "title"),
        ("Medbay", str(view.medbay), "warn" if view.medbay else "dim"),
        ("On cards", str(view.on_cards), "title" if view.on_cards else "dim"),
        ("Captured", str(view.captured), "danger" if view.captured else "dim"),
        ("Failed", f"{view.fails}/{FAILURES_LOST}", "danger bold" if view.fails else "dim"),
    )
    for n, (name, value, style) in enumerate(counts):
        row = y + n * step
        picture.put(x, row, name if width > 9 else SHORT[name], "dim")
        picture.right(region.end, row, value, f"{style} bold" if style == "title" else style)
        dice = {"Quarters": view.quarters, "Medbay": view.medbay}.get(name, 0)
        if step == 3 and dice:
            picture.put(x, row + 1, "▪ " * min(dice, 6), style)
            picture.put(x, row + 2, "▪ " * max(dice - 6, 0), style)
    picture.spot(Region(x, y, 13, 1), ZoneSpot("quarters"))
    picture.spot(Region(x, y + step, 13, 1), ZoneSpot("medbay"))


def _draw_sensors(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the Sensors with the Threats on them, and the odds that the next roll fills them."""
    view, (x, y, width, height) = _view(scene), region
    big = height > 1
    step, left = (5, x + 12) if big else (3, x + 8)
    picture.put(x, y + 1 if big else y, "Sensors", f"{HUES['THR']} bold")
    for n in range(view.sensors_most):
        if n < view.sensors:
            (big_die if big else die)(picture, left + n * step, y, "THR")
        else:
            berth(picture, left + n * step, y, big)
    picture.spot(region, ZoneSpot("sensors"))
    at = left + view.sensors_most * step + 1
    words = _fills(view, 99 if big else x + width - at)
    if big and at + 14 > x + width:
        picture.spans(x + 12, y + 3, [*words, (" roll: an Event", "dim")] if view.odds is not None else words)
    else:
        picture.spans(at, y + 1 if big else y, words, x + width - at)


def _fills(view: AstroforceView, width: int) -> list[Span]:
    """Return what fills the Sensors, in as many words as fit: a chance, or how many Threats."""
    if view.odds is None:
        free = view.sensors_most - view.sensors
        number, more = (str(free), "title bold"), (" fills them" if free == 1 else " fill them", " more")
    else:
        number = (percent(view.odds), "warn bold" if view.odds >= 0.25 else "title bold")
        more = (" fill next", " fill")
    return [number, *[(word, "dim") for word in more if len(number[0]) + len(word) <= width][:1]]
