"""The ship cards, the plan and the shots beside the map. Pure."""

from __future__ import annotations

from starforge.engine import hex as hx
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.view.types import PlanView, RamView, ShipView, ShotView, WarView, name
from starforge.games.shattered_reach.words.report import ship_name
from starforge.tui.drawing.frame import Scene, draw_text
from starforge.tui.drawing.picture import Picture, Span
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.marks import ARROWS, condition, pointing, side
from starforge.tui.games.shattered_reach.menu import hazard

SHORT = {"forward": "F", "slow": "S", "left": "L", "right": "R", "drift": "D"}


def bar(value: int, most: int, width: int) -> str:
    """Return a gauge of at most ``width`` cells; something left is never shown as nothing."""
    width = min(width, most)
    full = -(-value * width // most) if most else 0
    return "■" * full + "□" * (width - full)


def draw_card(picture: Picture, scene: Scene, ship: ShipView, region: Region) -> None:
    """Draw a ship's card as it stands."""
    x, y, width, height = region
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
    rows += missile_spans(ship)
    for n, row in enumerate(rows[: max(height - 1, 0)], 1):
        picture.spans(x, y + n, row, width)


def _gauge(name: str, value: int, most: int, width: int, style: str) -> list[Span]:
    return [(f"{name} ", "dim"), (bar(value, most, max(width - 16, 4)), style), (f" {value}/{most}", style)]


def missile_spans(ship: ShipView) -> list[list[Span]]:
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


def draw_plan(picture: Picture, scene: Scene, plan: PlanView, region: Region) -> None:
    """Draw a plan: its steps, what is left, every warning, and where it ends."""
    width = region.width
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
        if region.height:
            region = region.from_row(draw_text(picture, words, region, style))


def draw_shots(picture: Picture, view: WarView, target: ShipView | None, region: Region) -> None:
    """Draw what each weapon in hand makes of a target; without one, how many targets each has."""
    kinds = dict.fromkeys(shot.weapon for shot in view.shots)
    shots = [shot for shot in view.shots if target is not None and shot.target == target.id]
    if not shots:
        for kind in kinds:
            can = sum(shot.weapon == kind and not shot.reason for shot in view.shots)
            words = f"{weapons()[kind].name}: {can} target{'s' * (can != 1)}"
            region = region.from_row(draw_text(picture, words, region, "" if can else "dim"))
        return
    for shot in shots:
        if not region.height:
            return
        if shot.reason:
            words = f"× {_called(shot, region.width)}: {shot.reason} [{shot.rule}]"
            region = region.from_row(draw_text(picture, words, region.top(2), "dim"))
        else:
            _draw_shot(picture, shot, region.top(2))
            region = region.below(2)


def _called(shot: ShotView, width: int) -> str:
    """Return the name of a weapon; where there is little room, for those that are launched its last word."""
    weapon = weapons()[shot.weapon]
    return weapon.name.split()[-1] if width < 30 and weapon.launched else weapon.name


def _draw_shot(picture: Picture, shot: ShotView, region: Region) -> None:
    x, y, width, height = region
    picture.put(x, y, f"▸ {_called(shot, width)}", "legal bold", width)
    picture.right(region.end, y, f" {shot.percent}%", "legal bold")
    words = f"  range {shot.range}, {shot.needed} or less, avg {shot.expected / 100:.2f}"
    if width < 30:
        words = f" r{shot.range} {shot.needed} or less avg {shot.expected / 100:.2f}"
    picture.put(x, y + 1, words, "" if height > 1 else "faint", width)


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
