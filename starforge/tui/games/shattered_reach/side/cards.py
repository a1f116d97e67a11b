"""The ship cards, the plan and the shots beside the map, in rows. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from starforge.engine import hex as hx
from starforge.english import amount
from starforge.games.shattered_reach.model.catalogue import Hull, Weapon, hulls, weapons
from starforge.games.shattered_reach.view.types import PlanView, RamView, ShipView, WarView, name
from starforge.games.shattered_reach.words.report import ship_name
from starforge.tui.games.shattered_reach.map.marks import ARROWS, condition, pointing, side
from starforge.tui.games.shattered_reach.menu import destroys, hazard
from starforge.tui.games.shattered_reach.side.rows import Row, spread, wrapped

SHORT = {"forward": "F", "slow": "S", "left": "L", "right": "R", "drift": "D"}
ROOMY = 30
"""Columns from which on things have their whole names."""
WRONG = {"✗✗": "destroyed", "hulk": "disabled for good", "ion!": "inoperable", "ion": "inoperable next round"}


def bar(value: int, most: int, width: int) -> str:
    """Return a gauge of at most ``width`` cells; something left is never shown as nothing."""
    width = min(width, most)
    full = -(-value * width // most) if most else 0
    return "■" * full + "□" * (width - full)


def card_rows(ship: ShipView, width: int, flat: bool, ascii_only: bool) -> list[Row]:
    """Return a ship's card as it stands; ``flat`` puts hull and shields into one row."""
    card, (mark, _, style) = hulls()[ship.card], side(ship.seat)
    cost = f"{card.cost:,} pts" if width > ROOMY else f"{card.cost:,}"
    state = WRONG.get(condition(ship), "")
    return [
        spread([(f"{mark} {ship_name(ship)}", f"{style} bold")], [(cost, "dim")], width),
        *([[(f"! {state}", "danger bold")]] if state else []),
        _place(ship, card, width > ROOMY, ascii_only),
        [("velocity ", "dim"), (str(ship.velocity), "title bold"), (f" of {card.speed}  ram {card.ram}", "dim")],
        *_gauges(ship, card, width, flat),
        *(_weapon_row(ship, kind, count, width > ROOMY) for kind, count in card.weapons.items()),
        *missile_rows(ship, width > ROOMY),
    ]


def _place(ship: ShipView, card: Hull, roomy: bool, ascii_only: bool) -> Row:
    if not ship.hexes:
        return [(f"not placed  length {card.length}", "dim")]
    way = f"{hx.NAMES[ship.heading]}{'' if ascii_only else ' ' + ARROWS[ship.heading]}"
    at = f"at {ship.hexes[0][0]},{ship.hexes[0][1]} "
    return [(at, "dim"), (f"heading {way}" if roomy else way, ""), (f" length {card.length}", "dim")]


def _gauges(ship: ShipView, card: Hull, width: int, flat: bool) -> list[Row]:
    sound = "good" if ship.hull * 2 > card.hull else "danger"
    if flat:
        words = f" {ship.shields}/{card.shields}"
        return [[("hull", "dim"), (f" {ship.hull}/{card.hull}", sound), (" shields", "dim"), (words, "mine")]]
    gauges = (("hull   ", ship.hull, card.hull, sound), ("shields", ship.shields, card.shields, "mine"))
    return [
        [(f"{called} ", "dim"), (bar(value, most, max(width - 16, 4)), style), (f" {value}/{most}", style)]
        for called, value, most, style in gauges
    ]


def _weapon_row(ship: ShipView, kind: str, count: int, roomy: bool) -> Row:
    weapon = weapons()[kind]
    supply = f" {ship.missiles} left" if weapon.launched else ""
    arc = (" all round" if roomy else " any") if weapon.any_arc else ""
    left = dict(ship.guns).get(kind, 0)
    fresh = f"{left}/{count}" if ship.guns and left < count and not weapon.launched else str(count)
    what = f" {weapon.damage}{' ion' if weapon.ion else ''} to {len(weapon.hit)}{arc}{supply}"
    return [(f"{fresh}× {_called(weapon, roomy)}", ""), (what, "dim")]


def _called(weapon: Weapon, roomy: bool) -> str:
    """Return the name of a weapon, where there is little room its last word."""
    return weapon.name if roomy else weapon.name.split()[-1]


def missile_rows(ship: ShipView, roomy: bool = True) -> Iterator[Row]:
    """Yield locks and missiles in flight, with what they need next."""
    for lock in ship.locks:
        weapon = weapons()[lock.weapon]
        odds = f"hits {weapon.miss + 1}-{weapon.dud - 1}"
        words = f"{odds}, launch now" if lock.ready else f"to range {lock.reach}, {odds}"
        if not roomy:
            words = f"{odds}, now" if lock.ready else f"r{lock.reach}, {odds}"
        lead = f"◉ lock on {lock.target}: " if roomy else f"◉ on {lock.target}: "
        yield [(lead, "warn"), (words, "warn bold" if lock.ready else "dim")]
    for flight in ship.flights:
        words = f"seeks on {flight.needed} or less" if flight.needed else "seeks next phase"
        if not roomy:
            words = f"{flight.needed} or less" if flight.needed else "next phase"
        yield [(f"» missile at {flight.target}: " if roomy else f"» at {flight.target}: ", "warn"), (words, "dim")]


def plan_rows(view: WarView, plan: PlanView, width: int, ascii_only: bool) -> list[Row]:
    """Return a plan: its steps, what is left, every warning, and where it ends."""
    nothing = "only drift" if plan.drift else "nothing: it stays"
    steps = " ".join(SHORT.get(step, f"P{step[-1]}") for step in plan.steps) or nothing
    left = " left" if width > ROOMY else ""
    rows = wrapped(steps, width, "legal bold")
    rows.append([(f"MP {plan.mp}{left} · drift {plan.drift}{left} · v{plan.velocity}", "")])
    rows += [row for words in warnings(view, plan) for row in wrapped(words, width, "danger bold")]
    if not plan.lost:
        q, r, heading, velocity = plan.end
        ends = f"ends at {q},{r} {pointing(heading, ascii_only)} v{velocity}"
        rows.append([(ends, "good" if not plan.rams else "warn")])
    cost, hexes = plan.turn
    missing = max(hexes - plan.since, 0)
    after = f" after {missing} more hex{'es' * (missing > 1)}" if missing else ""
    if not plan.stop:
        rows += wrapped(f"a turn costs {cost} MP{after}", width, "dim")
    return rows


def shot_rows(view: WarView, target: ShipView | None, width: int) -> list[Row]:
    """Return what each weapon in hand makes of a target; without one, how many targets each has."""
    rows: list[Row] = []
    shots = [shot for shot in view.shots if target is not None and shot.target == target.id]
    for shot in shots:
        called = _called(weapons()[shot.weapon], width > ROOMY)
        if shot.reason:
            rows += wrapped(f"× {called}: {shot.reason} [{shot.rule}]", width, "dim")
            continue
        what, average = f"{shot.needed} or less", f"avg {amount(shot.expected / 100, 2)}"
        rows.append(spread([(f"▸ {called}", "legal bold")], [(f"{shot.percent}%", "legal bold")], width))
        told = f"  range {shot.range}, {what}" if width > ROOMY else f" r{shot.range}, {what}"
        whole = f"{told}, {average}"
        rows += [[(line, "")] for line in ((whole,) if len(whole) <= width else (f"{told},", f"  {average}"))]
    for kind in dict.fromkeys(shot.weapon for shot in view.shots) if not shots else ():
        can = sum(shot.weapon == kind and not shot.reason for shot in view.shots)
        words = f"{weapons()[kind].name}: {can} target{'s' * (can != 1)}"
        rows += wrapped(words, width, "" if can else "dim")
    return rows


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
    dealt = f"{ram.dealt} and is destroyed" if destroys(view, ram) else str(ram.dealt)
    return f"! rams {own}{name(view, ram.target)} at v{ram.speed}: it takes {dealt}, you take {ram.taken}; {end}"
