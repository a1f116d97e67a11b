"""The picture of fleet building: the roster with what is bought, what still fits, the card under the cursor. Pure."""

from __future__ import annotations

from typing import NamedTuple, cast

from starforge.english import some
from starforge.games.shattered_reach.model.actions import Buy, Choose, Enlist
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, fleets, hulls, roster, weapons
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words.report import scenarios_title
from starforge.tui.drawing.art.vista import draw_vista
from starforge.tui.drawing.foot import Foot
from starforge.tui.drawing.frame import Item, Scene, draw_text, here
from starforge.tui.drawing.picture import Picture, Span
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot
from starforge.tui.games.shattered_reach.about import scenario_words
from starforge.tui.games.shattered_reach.gaze import gaze_of
from starforge.tui.games.shattered_reach.map.marks import side
from starforge.tui.games.shattered_reach.menu import listed
from starforge.tui.games.shattered_reach.side.rows import Row, cells, draw_rows, wrapped
from starforge.tui.games.shattered_reach.spots import KeptSpot
from starforge.tui.games.shattered_reach.strip import draw_strip, keys_now, with_entries
from starforge.tui.screens.page import draw_footer

ROOMY = 56
"""From so many columns on, the roster says in words what each type is like."""
VICTORY = {
    "fleets": "Victory: the last fleet standing.",
    "homes": "Victory: capture an enemy home planet with a capital ship, or be the last fleet standing.",
    "core": "Victory: capture the core with a capital ship, or be the last fleet standing.",
    "devour": "Victory: the Bristlemaw devours the planet, or it falls.",
}


def draw_yard(scene: Scene, view: WarView, width: int, height: int) -> Picture:
    """Return the screen on which a fleet is built in secret."""
    picture = Picture(width, height)
    draw_strip(picture, scene, view)
    left = width if width < 76 else width * 61 // 100 if width < 110 else width // 2
    foot = _foot(scene, width, height)
    bottom = height - 1 - foot.tall
    faction = view.seats[view.seat].faction if view.seat is not None else ""
    secret = "secret until all commit" if left > 58 else "secret"
    picture.box(Region(0, 1, left, bottom - 1), f"Shipyard · {_name(faction)}", secret)
    inner = Region(0, 1, left, bottom - 1).inside()
    row = _draw_purse(picture, view, inner) + (height > 21)
    row = _draw_roster(picture, scene, Region(1, row, left - 2, bottom - 1 - row))
    if row < bottom - 3:
        row = _draw_fleet(picture, view, inner.from_row(row + 2 if row < bottom - 5 else row + 1).top(7))
    _draw_lists(picture, scene, inner.from_row(row + 1))
    if left < width:
        beside = Region(left, 1, width - left, bottom - 1)
        picture.box(beside, _beside_title(scene))
        _draw_beside(picture, scene, beside.inside())
    foot.draw(picture)
    draw_footer(picture, scene.scope, keys=keys_now(view))
    return picture


def _foot(scene: Scene, width: int, height: int) -> Foot:
    about, style = here(scene)
    told, news = with_entries(scene)
    return Foot(
        scene=told,
        width=width,
        height=height,
        which=listed(scene.items),
        rows=3 if scene.path else 2,
        narrowest=1,
        usual=1 if scene.path else 2,
        about=about,
        style=style,
        news=news,
    )


def _name(faction: str) -> str:
    return FACTION_NAMES.get(faction, "").removeprefix("The ")


def _draw_purse(picture: Picture, view: WarView, region: Region) -> int:
    """Draw what is spent and what is left of each purse; return the row after it."""
    x, y, width, _ = region
    spent: dict[str, int] = {}
    for slug in view.fleet:
        kind = hulls()[slug].kind
        spent[kind] = spent.get(kind, 0) + hulls()[slug].cost
    for kind, left in view.purse:
        used = spent.get(kind, 0) if kind != "any" else sum(spent.values())
        total = used + left
        size = max(width - 34, 8)
        full = used * size // total if total else 0
        name = "Points  " if kind == "any" else f"{kind.title():<8}"
        spans: list[Span] = [
            (name, "dim"),
            ("■" * full, "legal"),
            ("□" * (size - full), "faint"),
            (f" {used:,} spent, ", "dim"),
            (f"{left:,} left", "title bold"),
        ]
        picture.spans(x, y, spans, width)
        y += 1
    return y


class Offer(NamedTuple):
    """Offer a type of ship in a line, which the cursor is on or which is shut."""

    slug: str
    item: int | None = None
    here: bool = False
    shut: bool = False


def _offers(scene: Scene, view: WarView) -> list[Offer]:
    if scene.path:
        return [Offer(slug) for slug in roster(view.seats[view.seat or 0].faction)]
    buys = [(n, one, one.action) for n, one in enumerate(scene.items) if isinstance(one.action, Buy)]
    return [Offer(buy.ship, n, n == scene.number, bool(one.reason)) for n, one, buy in buys]


def _draw_roster(picture: Picture, scene: Scene, region: Region) -> int:
    """Draw every type that the faction has: cost, how many are bought, and how many more still fit.

    Where the region is too low, the types go without their head, and only those about the cursor are shown. Return the
    last row.
    """
    view = cast(WarView, scene.view)
    head = f"   {'ship':<11}{'cost':>5}  {'have':<10}"
    head += " fits  speed hull shields" if region.width >= ROOMY else " fits sp/hu/sh"
    y, offers = region.y, _offers(scene, view)
    if len(roster(view.seats[view.seat or 0].faction)) < region.height:
        picture.put(region.x + 1, y, head, "dim", region.width - 1)
    else:
        y -= 1
        here = next((n for n, one in enumerate(offers) if one.here), 0)
        first = max(here + 1 - region.height, 0)
        offers = offers[first : first + region.height]
    for offer in offers:
        y += 1
        line = Region(region.x, y, region.width)
        _draw_type(picture, view, offer, line)
        if offer.item is not None:
            picture.spot(line, ItemSpot(offer.item))
    return y


def _draw_type(picture: Picture, view: WarView, offer: Offer, line: Region) -> None:
    (slug, _, here, shut), (x, y, width, _) = offer, line
    hull, have = hulls()[slug], view.fleet.count(slug)
    ground = " on:cursor" if here else ""
    picture.put(x, y, " " * width, ground.strip())
    picture.put(x, y, "▸" if here else "×" if shut else " ", ("legal bold" if here else "danger") + ground)
    style = "dim" if shut and not have else "title" if here else ""
    picture.put(x + 2, y, f"{hull.name:<12}{hull.cost:>5,}", style + ground)
    marks = ("▪" * have if hull.limit > 2 else "◆" * have) + "·" * (hull.limit - have)
    picture.put(x + 21, y, f"{marks:<10}", ("legal bold" if have else "faint") + ground)
    fits = f"+{fitting(view, slug)}" if fitting(view, slug) else "full" if have == hull.limit else "-"
    numbers = f"{hull.speed:>3}/{hull.hull}/{hull.shields}"
    if width >= ROOMY:
        numbers = f"{hull.speed:>4} {hull.hull:>5} {hull.shields:>6}"
    picture.put(x + 32, y, f"{fits:>4}", ("good" if fits[0] == "+" else "dim") + ground)
    picture.put(x + 37, y, numbers, "dim" + ground, width - 37)


def fitting(view: WarView, slug: str) -> int:
    """Return how many more of a type the purse and the limit allow."""
    hull, purse = hulls()[slug], dict(view.purse)
    points = purse.get("any", purse.get(hull.kind, 0))
    return min(points // hull.cost, hull.limit - view.fleet.count(slug))


def _draw_lists(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the fleets that are ready-made and those kept by name, or the list that is open, where there is room."""
    groups = [(scene.path[-1], "", scene.items)] if scene.path else [(o.label, o.key, o.items) for o in scene.items]
    for title, key, items in groups:
        if region.height < 4 or not items:
            continue
        x, y, width, height = region
        picture.put(x, y, "─" * width, "line")
        picture.put(x + 1, y, f" {title}{f': {key}' if key else ''} ", "dim")
        for n, one in enumerate(items[: height - 1]):
            here = bool(scene.path) and n == scene.number
            style = "title on:cursor" if here else "dim" if one.reason else ""
            picture.put(x, y + 1 + n, _fleet_words(scene, one).ljust(width), style, width)
            if scene.path:
                picture.spot(region.row(1 + n), ItemSpot(n))
        region = region.below(len(items) + 2)


def _ships_of(scene: Scene, one: Item | None) -> dict[str, int]:
    """Return the ships of a line that is a whole fleet, none for any other."""
    if one is not None and isinstance(one.action, Enlist):
        return fleets()[one.action.fleet].ships
    kept = gaze_of(scene).stock
    return next((k.ships for k in kept if one is not None and one.spot == KeptSpot(k.name)), {})


def _fleet_words(scene: Scene, one: Item) -> str:
    ships = _ships_of(scene, one)
    cost = sum(hulls()[slug].cost * count for slug, count in ships.items())
    name = fleets()[one.action.fleet].name if isinstance(one.action, Enlist) else one.label
    return f"{name:<24}{cost:>7,} pts {some(sum(ships.values()), 'ship'):>9}"


def _draw_fleet(picture: Picture, view: WarView, region: Region) -> int:
    """Draw what is bought so far and what it amounts to; return the row after it."""
    _, y, width, height = region
    counts = {slug: view.fleet.count(slug) for slug in hulls() if slug in view.fleet}
    words = ", ".join(f"{n} {hulls()[slug].name}" for slug, n in counts.items()) or "nothing yet"
    guns: dict[str, int] = {}
    for slug in view.fleet:
        for kind, count in hulls()[slug].weapons.items():
            guns[kind] = guns.get(kind, 0) + count
    rows = wrapped(f"Your fleet: {words}.", width, "title", "")
    if guns:
        arms = ", ".join(f"{n} {weapons()[kind].name}" for kind, n in guns.items())
        hull, shields = (sum(getattr(hulls()[slug], what) for slug in view.fleet) for what in ("hull", "shields"))
        rows += wrapped(f"{some(len(view.fleet), 'ship')}; {hull} hull, {shields} shields; {arms}.", width, "dim", "")
    draw_rows(picture, rows, region, "i")
    return y + min(len(rows), height)


def _beside_title(scene: Scene) -> str:
    one = scene.item
    if one is not None and isinstance(one.action, Buy):
        return hulls()[one.action.ship].name
    return _fleet_words(scene, one)[:24].strip() if one is not None and _ships_of(scene, one) else "Scenario"


def _draw_beside(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the card of the ship or fleet under the cursor, else the scenario."""
    one, width, height = scene.item, region.width, region.height
    above, below = region.split_rows(height - height // 3)
    ships = _ships_of(scene, one)
    needs = len(ships) + 9 if ships else height
    if one is not None and isinstance(one.action, Buy):
        needs = _card_rows(one.action.ship, width)
    if height > 30 or needs <= above.height:
        region = above
        draw_vista(picture, below, "dock", scene.plain)
    if one is not None and isinstance(one.action, Buy):
        draw_type_card(picture, one.action.ship, region)
    elif one is not None and ships:
        cost = {slug: count * hulls()[slug].cost for slug, count in ships.items()}
        rows: list[Row] = [[(f"{n:>2} × {hulls()[slug].name:<12}{cost[slug]:>7,}", "")] for slug, n in ships.items()]
        rows += [[("", "")], [(f"{'in all':>17}{sum(cost.values()):>7,}", "title bold")]]
        about = [[("", "")], *wrapped(one.hint, region.width, "dim", "")]
        draw_rows(picture, [*rows, *(about if len(rows) + len(about) <= region.height else ())], region, "i")
    else:
        draw_scenario(picture, scene, region)


def _card_rows(slug: str, width: int) -> int:
    """Return how many rows the whole card of a type of ship takes."""
    return len(wrapped(hulls()[slug].text, width, "dim", "")) + 1 + len(type_rows(slug, width))


def draw_type_card(picture: Picture, slug: str, region: Region) -> None:
    """Draw the card of a type of ship; what is said about it takes the room left."""
    words, rows = wrapped(hulls()[slug].text, region.width, "dim", ""), type_rows(slug, region.width)
    room = region.height - len(rows) - 1
    if room >= len(words):
        rows = [*words, [], *rows]
    draw_rows(picture, rows, region, "i")


def type_rows(slug: str, width: int) -> list[Row]:
    """Return what a type of ship is like, with the table of each weapon."""
    hull, narrow = hulls()[slug], width < 38
    rows = wrapped(f"{hull.kind}, {hull.cost:,} points, length {hull.length}, at most {hull.limit}", width, indent="")
    rows.append(_facts(hull.speed, hull.hull, hull.shields, hull.ram, not narrow))
    for kind, count in hull.weapons.items():
        weapon, cell = weapons()[kind], 3 if narrow else 4
        words = f"{weapon.damage}{' ion' if weapon.ion else ''} damage, {'any' if weapon.any_arc else 'forward'} arc"
        called: Span = (f"{count} × {weapon.name}", "title bold")
        rows += [[called], [(f"  {words}", "dim")]] if narrow else [[called, (f"  {words}", "dim")]]
        ranges = "".join(f"{n:>{cell}}" for n in range(1, len(weapon.hit) + 1))
        rows.append([(f"range{ranges}", "dim")])
        rows.append([("hits≤", "dim"), ("".join(f"{n:>{cell}}" for n in weapon.hit), "")])
        if weapon.launched:
            words = f"launch hits {weapon.miss + 1}-{weapon.dud - 1}; {hull.missiles} aboard"
            rows.append([(words, "warn")])
    return rows


def _facts(speed: int, hull: int, shields: int, ram: int, roomy: bool) -> list[Span]:
    spans: list[Span] = []
    for name, value in (("speed", speed), ("hull", hull), ("shields" if roomy else "sh", shields), ("ram", ram)):
        spans += [(f"{name} ", "dim"), (f"{value}  " if roomy else f"{value} ", "title bold")]
    return spans


def draw_scenario(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw what the scenario is about, how it is won, and who commands what."""
    view, (x, y, width, _) = cast(WarView, scene.view), region
    picture.put(x, y, scenarios_title(view), "title bold", width)
    y = draw_text(picture, scenario_words(view), Region(x, y + 1, width, 5), "dim") + 1
    y = draw_text(picture, VICTORY[view.victory], Region(x, y, width, 3)) + 1
    for n, seat in enumerate(view.seats):
        if y >= region.bottom:
            return
        mark, _, style = side(n)
        role = f", {seat.side}" if seat.side else ""
        asked = " (building)" if n in view.waiting and view.phase == "build" else ""
        words = f"{_name(seat.faction) or 'no faction yet'}{role}{asked}"
        picture.spans(x, y, [(f"{mark} {scene.names[n]}  ", f"{style} bold"), (words, "")], width)
        y += 1


def draw_factions(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the ships of the faction under the cursor, or the scenario."""
    one = scene.item
    if one is None or not isinstance(one.action, Choose):
        draw_scenario(picture, scene, region)
        return
    rows: list[Row] = [[(_name(one.action.faction), "title bold")]]
    rows += [row for slug in roster(one.action.faction) for row in _type_rows(slug, region.width)]
    draw_rows(picture, rows, region, "i")
    rest = region.below(len(rows) + 1)
    if rest.height > 8:
        draw_scenario(picture, scene, rest)


def _type_rows(slug: str, width: int) -> list[Row]:
    """Return the name, the cost and the weapons of a type of ship, below one another where there is little room."""
    hull = hulls()[slug]
    arms = ", ".join(f"{count} {weapons()[kind].name}" for kind, count in hull.weapons.items())
    row: Row = [(f"{hull.name:<11}{hull.cost:>6,} ", "")]
    if cells(row) + len(arms) <= width:
        return [[*row, (arms, "dim")]]
    return [row, *wrapped(f"  {arms}", width, "dim")]
