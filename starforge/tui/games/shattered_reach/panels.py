"""The panels beside the map: ship cards, the plan, shots, fleets at a glance, and the strip above everything."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from starforge.engine import hex as hx
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, TURNING, hulls, roster, weapons
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.games.shattered_reach.model.state import body
from starforge.games.shattered_reach.view.types import PlanView, RamView, ShipView, WarView, name
from starforge.games.shattered_reach.words.choices import card_words
from starforge.games.shattered_reach.words.report import scenarios_title, ship_name
from starforge.tables.table import LONGEST_NAME
from starforge.tui.drawing.frame import Scene, draw_text
from starforge.tui.drawing.picture import Picture, Span, fit
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.marks import ARROWS, condition, pointing, side
from starforge.tui.games.shattered_reach.menu import hazard

PHASES = {
    "faction": "Factions",
    "build": "Fleet building",
    "deploy": "Deployment",
    "move": "Movement",
    "fire": "Firing",
    "over": "Over",
}
SHORT = {"forward": "F", "slow": "S", "left": "L", "right": "R", "drift": "D"}


_LOOK = (("v", "lens"), ("g", "zoom"), ("p", "panel"))
_ALWAYS = (("u", "undo"), ("?", "keys"), ("h", "hint"), ("i", "inspect"), ("r", "rules"), ("l", "log"), ("q", "leave"))
_KEYS = {
    "faction": (("Enter", "choose"), ("Tab", "next")),
    "build": (("Enter", "buy"), ("Tab", "next")),
    "deploy": (("Enter", "place"), ("t", "next ship"), *_LOOK),
    "move": (("Enter", "do"), ("t", "next ship"), (",", "move all"), *_LOOK),
    "fire": (("Enter", "do"), ("t", "next ship"), ("x", "fire all"), *_LOOK),
}


def keys_now(view: WarView) -> tuple[tuple[str, str], ...]:
    """Return the keys to show in the last row: those of the question first."""
    asked = _KEYS.get(view.ask.kind, ()) if view.ask is not None else ()
    return (*(asked or (("Enter", "go on"), *_LOOK)), *_ALWAYS)


def draw_strip(picture: Picture, scene: Scene, view: WarView) -> None:
    """Draw the first row: scenario, round, phase, and the order of seats with the initiative's holder.

    Where room is short the game's name is, too; then the scenario is left out, then names are cut, all alike.
    """
    picture.put(0, 0, " " * picture.width, "on:bar")
    phase: Span = (f" · {PHASES.get(view.phase, '')}", "legal bold")
    spans: list[Span] = [(f" · Round {view.turn}/{view.rounds}", ""), phase] if view.turn else [phase]
    where: Span = (f" · {scenarios_title(view)}", "dim")
    ways = [[(name, "title bold"), where, *spans] for name in (scene.title.upper(), "SHATTERED", "SR")]
    ways.append([("SR", "title bold"), *spans])
    seats = _seats(scene, view, LONGEST_NAME)
    row = next((way for way in ways if _cells(way) + _cells(seats) + 2 <= picture.width), None)
    if row is None:
        count = len(view.seats)
        short: list[Span] = [("SR", "title bold"), *([(f" · {view.turn}", "")] if view.turn else []), phase]
        row = next((way for way in (ways[-1], short) if picture.width - _cells(way) - 2 >= 10 * count), short)
        seats = _seats(scene, view, max((picture.width - _cells(row) - 2) // count - 5, 3))
    picture.spans(1, 0, [(text, f"{style} on:bar") for text, style in row])
    picture.spans(picture.width - _cells(seats) - 1, 0, [(text, f"{style} on:bar") for text, style in seats])


def _seats(scene: Scene, view: WarView, longest: int) -> list[Span]:
    """Return the seats in turn order, those who act marked, names cut to ``longest`` cells."""
    seats: list[Span] = []
    for n in view.order or tuple(range(len(view.seats))):
        mark, _, style = side(n)
        active = n in view.waiting and view.result is None
        star = "★" if view.turn and n == view.holder else ""
        name = fit(scene.names[n], longest)
        seats.append((f"{'▸' if active else ' '}{mark} {name}{star} ", style + (" bold" if active else "")))
    return seats


def _cells(spans: Sequence[Span]) -> int:
    return sum(cell_len(text) for text, _ in spans)


def bar(value: int, most: int, width: int) -> str:
    """Return a gauge of at most ``width`` cells; something left is never shown as nothing."""
    width = min(width, most)
    full = -(-value * width // most) if most else 0
    return "■" * full + "□" * (width - full)


def draw_card(picture: Picture, scene: Scene, ship: ShipView, x: int, y: int, width: int, height: int) -> None:
    """Draw a ship's card as it stands."""
    card, (mark, _, style) = hulls()[ship.card], side(ship.seat)
    cost = f"{card.cost:,} pts" if width > 30 else f"{card.cost:,}"
    picture.put(x, y, f"{mark} {ship_name(ship)}", f"{style} bold", width - len(cost) - 1)
    picture.right(x + width, y, cost, "dim")
    way = f"{hx.NAMES[ship.heading]} {ARROWS[ship.heading]}" if not scene.ascii else hx.NAMES[ship.heading]
    wrong = {"✗✗": "destroyed", "hulk": "disabled for good", "ion!": "inoperable", "ion": "inoperable next round"}
    state = wrong.get(condition(ship), "")
    place = f"at {ship.hexes[0][0]},{ship.hexes[0][1]} " if ship.hexes else "not placed "
    rows: list[list[Span]] = [
        [(place, "dim"), (f"heading {way}" if ship.hexes else "", ""), (f" length {card.length}", "dim")][
            : 3 if width > 30 else 2
        ],
        [
            ("velocity ", "dim"),
            (str(ship.velocity), "title bold"),
            (f" of {card.speed}  ram ", "dim"),
            (str(card.ram), ""),
        ],
        _gauge("hull   ", ship.hull, card.hull, width, "good" if ship.hull * 2 > card.hull else "danger"),
        _gauge("shields", ship.shields, card.shields, width, "mine"),
    ]
    if state:
        rows.insert(1, [(f"! {state}", "danger bold")])
    for kind, count in card.weapons.items():
        weapon = weapons()[kind]
        supply = f" {ship.missiles} left" if weapon.launched else ""
        arc = (" all round" if width > 30 else " any") if weapon.any_arc else ""
        called = weapon.name if width > 30 else weapon.name.split()[-1]
        what = f"{weapon.damage}{' ion' if weapon.ion else ''} to {len(weapon.hit)}{arc}"
        left = dict(ship.guns).get(kind, 0)
        fresh = f"{left}/{count}" if ship.guns and left < count and not weapon.launched else str(count)
        rows.append([(f"{fresh}× {called}", ""), (f" {what}{supply}", "dim")])
    rows += _missiles(ship)
    for row in rows[: max(height - 1, 0)]:
        y += 1
        picture.spans(x, y, row, width)


def _gauge(name: str, value: int, most: int, width: int, style: str) -> list[Span]:
    return [(f"{name} ", "dim"), (bar(value, most, max(width - 16, 4)), style), (f" {value}/{most}", style)]


def _missiles(ship: ShipView) -> list[list[Span]]:
    """Return locks and missiles in flight, with what they need next."""
    rows: list[list[Span]] = []
    for lock in ship.locks:
        weapon = weapons()[lock.weapon]
        odds = f"hits {weapon.miss + 1}-{weapon.dud - 1}"
        words = f"{odds}, launch now" if lock.ready else f"to range {lock.reach}, {odds}"
        rows.append([(f"◉ lock on {lock.target}: ", "warn"), (words, "warn bold" if lock.ready else "dim")])
    for flight in ship.flights:
        words = f"seeks on {flight.needed} or less" if flight.needed else "seeks next phase"
        rows.append([(f"» missile at {flight.target}: ", "warn"), (words, "dim")])
    return rows


def draw_plan(picture: Picture, scene: Scene, plan: PlanView, x: int, y: int, width: int, stop: int) -> None:
    """Draw a plan above the row ``stop``: its steps, what is left, every warning, and where it ends."""
    view: WarView = scene.view  # type: ignore[assignment]
    nothing = "only drift" if plan.drift else "nothing: it stays"
    steps = " ".join(SHORT.get(step, f"P{step[-1]}") for step in plan.steps) or nothing
    cost, hexes = plan.turn
    rows: list[tuple[str, str]] = [(steps, "legal bold")]
    left = " left" if width > 30 else ""
    rows.append((f"MP {plan.mp}{left} · drift {plan.drift}{left} · v{plan.velocity}", ""))
    missing = max(hexes - plan.since, 0)
    turn = f"a turn costs {cost} MP" + (f" after {missing} more hex{'es' * (missing > 1)}" if missing else "")
    if not plan.stop and width > 30:
        rows.append((turn, "dim"))
    rows += [(words, "danger bold") for words in warnings(view, plan)]
    if not plan.lost:
        q, r, heading, velocity = plan.end
        way = pointing(heading, scene.ascii)
        rows.append((f"ends at {q},{r} {way} v{velocity}", "good" if not plan.rams else "warn"))
    for words, style in rows:
        if y < stop:
            y = draw_text(picture, words, Region(x, y, width, stop - y), style)


def draw_shots(picture: Picture, view: WarView, target: ShipView | None, x: int, y: int, width: int, stop: int) -> None:
    """Draw what each weapon in hand makes of a target; without one, how many targets each has."""
    kinds = dict.fromkeys(shot.weapon for shot in view.shots)
    shots = [shot for shot in view.shots if target is not None and shot.target == target.id]
    if not shots:
        for kind in kinds:
            can = sum(shot.weapon == kind and not shot.reason for shot in view.shots)
            words = f"{weapons()[kind].name}: {can} target{'s' * (can != 1)}"
            y = draw_text(picture, words, Region(x, y, width, max(stop - y, 0)), "" if can else "dim")
        return
    for shot in shots:
        if y >= stop:
            return
        kind = weapons()[shot.weapon].name
        if width < 30 and weapons()[shot.weapon].launched:
            kind = kind.split()[-1]
        if shot.reason:
            y = draw_text(
                picture, f"× {kind}: {shot.reason} [{shot.rule}]", Region(x, y, width, min(stop - y, 2)), "dim"
            )
            continue
        picture.put(x, y, f"▸ {kind}", "legal bold", width)
        picture.right(x + width, y, f" {shot.percent}%", "legal bold")
        words = f"  range {shot.range}, {shot.needed} or less, avg {shot.expected / 100:.2f}"
        if width < 30:
            words = f" r{shot.range} {shot.needed} or less avg {shot.expected / 100:.2f}"
        picture.put(x, y + 1, words, "" if y + 1 < stop else "faint", width)
        y += 2


def warnings(view: WarView, plan: PlanView) -> list[str]:
    """Return what a player must know before a plan is flown: rams, hazards, own ships hit."""
    own = view.ship(plan.ship)
    found = [_ram(view, ram, own.seat if own else -1) for ram in plan.rams]
    danger = hazard(plan)
    return found + ([f"! {danger}"] if danger else [])


def _ram(view: WarView, ram: RamView, seat: int) -> str:
    target = view.ship(ram.target)
    own = "your own " if target and target.seat == seat else ""
    end = "it is pushed back 1 hex" if ram.pushed else "it stays, you stop before it"
    return f"! rams {own}{name(view, ram.target)} at v{ram.speed}: it takes {ram.dealt}, you take {ram.taken}; {end}"


def place_words(view: WarView, at: tuple[int, int], names: Sequence[str]) -> list[str]:
    """Return what is at a hex without a ship."""
    words = [f"Hex {at[0]},{at[1]}"]
    chart = view.chart
    seat = next((n for q, r, n in view.map.goals if (q, r) == at), None)
    if seat is not None:
        words.append("the core: an objective" if seat < 0 else f"home planet of {names[seat]}: an objective")
    elif at in chart.planets:
        words.append("planet: ships that enter are destroyed, and it blocks the line of sight")
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
    words += ["".join(text for text, _ in row) + "." for row in _missiles(ship)]
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
