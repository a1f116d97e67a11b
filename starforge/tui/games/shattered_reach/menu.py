"""The choices of Shattered Reach as a menu: steps of a plan, weapons and their targets, berths, ships to buy. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.engine.rules import Choice
from starforge.games.shattered_reach.model.actions import (
    Back,
    Buy,
    Cancel,
    Commit,
    Concede,
    Confirm,
    DriftHex,
    Earlier,
    EndFire,
    EndMovement,
    Enlist,
    Fire,
    Forward,
    Launch,
    LockOn,
    Pivot,
    PlaceShip,
    Reacquire,
    Ready,
    Select,
    Sell,
    SetHeading,
    Slow,
    TurnLeft,
    TurnRight,
)
from starforge.games.shattered_reach.model.catalogue import fleets, hulls, weapons
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.view.types import PlanView, RamView, ShotView, WarView, name
from starforge.games.shattered_reach.words.report import ship_name
from starforge.tui.drawing.frame import SIDES, Item, item
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.shattered_reach.fleets.hangar import Kept, Stock
from starforge.tui.games.shattered_reach.fleets.stocking import order
from starforge.tui.games.shattered_reach.spots import (
    FlySpot,
    HexSpot,
    KeepSpot,
    KeptSpot,
    ShipSpot,
    TypeSpot,
    WeaponSpot,
)

STEP_KEYS: dict[type[Action], str] = {Forward: "w", Slow: "s", TurnLeft: "a", TurnRight: "d", DriftHex: "x"}
WEAPON_KEYS = "wasdx"
LETTERS = "abcdgnopvy"
"""Keys of lists that take the map's place: those that move the map's cursor there."""


def menu(view: WarView) -> tuple[Item, ...]:
    """Return what the seat may consider."""
    kind = view.ask.kind if view.ask else ""
    if kind == "build":
        return tuple(_build(view))
    if kind == "deploy":
        return tuple(_deploy(view))
    if kind == "move":
        return tuple(_move(view))
    if kind == "fire":
        return tuple(_fire(view))
    if kind == "faction":
        return lettered(item(choice) for choice in view.choices)
    keys: dict[type[Action], str] = {Confirm: "e", Cancel: "x"}
    return tuple(item(choice, key=keys.get(type(choice.action), "")) for choice in view.choices)


def lettered(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items of a list with letters that do nothing else there."""
    letters = iter(LETTERS)
    return tuple(replace(one, key=next(letters, "")) for one in items)


def _of(view: WarView, *kinds: type[Action]) -> list[Choice]:
    return [choice for choice in view.choices if isinstance(choice.action, kinds)]


def _build(view: WarView) -> Iterable[Item]:
    """Yield a line for each type of ship, the ready-made fleets behind one, and the commitment."""
    for choice in _of(view, Buy):
        assert isinstance(choice.action, Buy)
        yield replace(item(choice), label=hulls()[choice.action.ship].name, spot=TypeSpot(choice.action.ship))
    ready_made = lettered(item(c, label=_ready_made(c.action)) for c in sorted(_of(view, Enlist), key=_cost))
    if ready_made:
        yield Item("Ready-made fleets", "Whole fleets within your budget, to take as they are.", "x", None, ready_made)
    left = sum(points for _, points in view.purse)
    for choice in _of(view, Ready):
        yield item(choice, key="e", label=f"Commit this fleet, {left:,} left")


def _cost(choice: Choice) -> int:
    """Return a key that puts the dearest fleets first."""
    fleet = fleets()[choice.action.fleet] if isinstance(choice.action, Enlist) else None
    return -sum(hulls()[slug].cost for slug in fleet.list) if fleet else 0


def _ready_made(action: Action) -> str:
    fleet = fleets()[action.fleet] if isinstance(action, Enlist) else None
    return f"{fleet.name}: {sum(hulls()[slug].cost for slug in fleet.list):,} points" if fleet else str(action)


def kept_items(view: WarView, stock: Stock, unread: str) -> tuple[Item, ...]:
    """Return the fleets that the user keeps by name for the seat's faction, and how to keep the one being built."""
    faction = view.seats[view.seat or 0].faction
    own = lettered(Item(one.name, _kept_hint(view, one), spot=KeptSpot(one.name)) for one in stock.of(faction))
    none = "" if own else unread or "No fleet of this faction is kept yet; s keeps the one you build."
    hint = f"{len(own)} that fit this faction."
    if stock.faults:
        more = f" (and {len(stock.faults) - 1} more)" if len(stock.faults) > 1 else ""
        hint += f" Cannot be used: {stock.faults[0]}{more}"
    words = "Give this fleet a name, to build it again in other games."
    return Item("Fleets you kept", hint, "w", None, own, None, none), Item(
        "Keep this fleet", words, "s", spot=KeepSpot()
    )


def _kept_hint(view: WarView, one: Kept) -> str:
    left_out = order(view, one.ships).left_out
    without = f" Left out here: {'; '.join(left_out)}." if left_out else ""
    return f"{one.words}: {one.cost:,} points.{without} x deletes it."


def _deploy(view: WarView) -> Iterable[Item]:
    """Yield turning, readiness, ships, and a hidden line for each berth."""
    turns = {(c.action.heading - view.facing) % 6: c for c in _of(view, SetHeading) if isinstance(c.action, SetHeading)}
    for way, key, words in ((5, "a", "left"), (1, "d", "right")):
        if way in turns:
            heading = (view.facing + way) % 6
            yield item(turns[way], key=key, label=f"Turn {words}, to {hx.NAMES[heading]}")
    for choice in _of(view, Ready):
        yield item(choice, key="e")
    yield from _ships(view)
    for choice in _of(view, PlaceShip):
        assert isinstance(choice.action, PlaceShip)
        yield item(choice, spot=HexSpot((choice.action.q, choice.action.r)))


def _ships(view: WarView) -> Iterable[Item]:
    """Yield a line for each other ship that can be taken in hand; it is found on the map and in the fleet list."""
    for choice in _of(view, Select):
        assert isinstance(choice.action, Select)
        ship = view.ship(choice.action.ship)
        place = HexSpot(ship.hexes[0]) if ship and ship.hexes else ShipSpot(choice.action.ship)
        yield item(choice, spot=place)


def _move(view: WarView) -> Iterable[Item]:
    """Yield the commitment first, then the steps, so that Enter moves the ship as planned."""
    plan = view.plan(view.hand)
    for choice in _of(view, Commit):
        idle = "Let it drift now" if plan and plan.drift else "Leave it where it is"
        words = "Move as planned" if plan and plan.steps else idle
        yield replace(item(choice, label=words, key="#"), hint=outlook(view, plan) if plan else choice.hint)
    for choice in _of(view, *STEP_KEYS):
        label = "Drift one hex (0 MP)" if isinstance(choice.action, DriftHex) else ""
        yield item(choice, key=STEP_KEYS[type(choice.action)], label=label)
    pivots = tuple(item(choice) for choice in _of(view, Pivot))
    if pivots:
        reason = (pivots[0].reason, pivots[0].rule) if all(one.reason for one in pivots) else ("", "")
        yield Item("Turn about another hex", "Choose the pivot of this move.", "@", None, pivots, None, *reason)
    for choice in _of(view, Back):
        yield item(choice, label="Step back: Backspace")
    for choice in _of(view, Earlier):
        yield item(choice, key="=")
    for choice in _of(view, EndMovement):
        yield item(choice, key="e")
    yield _all_plans(view)
    for choice in _of(view, Concede):
        yield item(choice, key="&")
    yield from _ships(view)


def _all_plans(view: WarView) -> Item:
    ready = finished(view)
    none = "" if ready else "No plan has a step yet; t takes the next ship in hand."
    words = f"Move all {len(ready)} planned" if len(ready) > 1 else "Move all as planned"
    hint = f"In this order: {', '.join(name(view, plan.ship) for plan in ready)}. It asks before a ram or a loss."
    return Item(words, hint, ",", None, (), FlySpot(), none, "SR-M3" if none else "")


def finished(view: WarView) -> list[PlanView]:
    """Return the plans that have a step."""
    return [plan for plan in view.plans if plan.steps]


def outlook(view: WarView, plan: PlanView) -> str:
    """Return what a plan leads to, in words: rams with damage to both, hazards, or where it ends."""
    words = risks(view, plan)
    q, r, heading, velocity = plan.end
    if not plan.lost:
        words.append(f"ends at {q},{r} heading {hx.NAMES[heading]}, velocity {velocity}")
    return "; ".join(words) + "."


def risks(view: WarView, plan: PlanView) -> list[str]:
    """Return the rams and hazards of a plan in a few words each."""
    found = [
        f"rams {name(view, ram.target)}: {ram.dealt} damage to it{', which destroys it' * destroys(view, ram)}, "
        f"{ram.taken} to you"
        for ram in plan.rams
    ]
    danger = hazard(plan)
    return found + ([danger] if danger else [])


def destroys(view: WarView, ram: RamView) -> bool:
    """Tell whether a ram destroys its target (SR-X2, SR-F9)."""
    target = view.ship(ram.target)
    return target is not None and ram.dealt >= (1 if target.hulk else target.hull + target.shields)


def hazard(plan: PlanView) -> str:
    """Return what destroys or stops the ship at the end of its plan, other than a ram, or ''."""
    if plan.stop == "goal":
        return "stops on the objective"
    if not plan.lost:
        return ""
    return {"edge": "leaves the map and is lost", "planet": "hits a planet and is lost"}.get(plan.stop, "is lost")


def _fire(view: WarView) -> Iterable[Item]:
    """Yield a line for each weapon with its targets behind it, launches and guided missiles, then the rest."""
    missiles, mounts = _of(view, Launch, Reacquire), _by_weapon(view)
    keys = _weapon_keys(view, missiles, mounts)
    for choice in missiles:
        yield _missile(view, choice, keys.get(str(choice.action), ""))
    for mount, choices in mounts.items():
        yield _weapon(view, mount, choices, keys.get(mount, ""))
    for choice in _of(view, EndFire):
        yield item(choice, key="e")
    for choice in _of(view, Concede):
        yield item(choice, key="&")
    yield from _ships(view)


def _weapon_keys(view: WarView, missiles: Sequence[Choice], mounts: Iterable[str]) -> dict[str, str]:
    """Return the key of each weapon's line: a mount keeps its own for the whole phase, the rest take what is free."""
    ship = view.ship(view.hand)
    hull = hulls()[ship.card] if ship else None
    launchers = [f"{kind} {slot + 1}" for slot, kind in enumerate(hull.launchers)] if hull else []
    own = dict(zip([*(hull.guns if hull else ()), *launchers], WEAPON_KEYS, strict=False))
    found: dict[str, str] = {}
    for choice in missiles:
        if isinstance(choice.action, Launch) and choice.action.launcher < len(launchers):
            found[str(choice.action)] = own.pop(launchers[choice.action.launcher], "")
    found |= {mount: own[mount] for mount in mounts if mount in own}
    spare = (key for key in WEAPON_KEYS if key not in (*found.values(), *own.values()))
    for line in (*(str(choice.action) for choice in missiles), *mounts):
        if line not in found:
            found[line] = next(spare, "")
    return found


def _by_weapon(view: WarView) -> dict[str, list[Choice]]:
    """Return the shots by kind of gun, and the locks by launcher (``torpedo 1``)."""
    found: dict[str, list[Choice]] = {}
    for choice in _of(view, Fire, LockOn):
        match choice.action:
            case Fire(weapon, _):
                found.setdefault(weapon, []).append(choice)
            case LockOn(launcher, _):
                found.setdefault(launcher_name(view, launcher), []).append(choice)
    return found


def _weapon(view: WarView, mount: str, choices: Sequence[Choice], key: str) -> Item:
    kind, _, number = mount.partition(" ")
    weapon = weapons()[kind]
    targets = sorted((_target(view, kind, c) for c in choices), key=lambda pair: (bool(pair[1].reason), -pair[0]))
    items = tuple(one for _, one in targets)
    can = sum(not one.reason for one in items)
    ship = view.ship(view.hand)
    left = dict(ship.guns).get(kind, 0) if ship else 0
    what = f"Lock {weapon.name.split()[-1]} {number}" if number else f"Fire {weapon.name} ×{left}"
    reason = (items[0].reason, items[0].rule) if not can else ("", "")
    whom = f"{can} target{'s' * (can != 1)}"
    hint = f"{whom}, {weapon.damage} {'ion ' if weapon.ion else ''}damage a hit; Enter shows them on the map."
    return Item(f"{what}: {whom}", hint, key, None, items, WeaponSpot(kind, int(number or 0)), *reason)


def _target(view: WarView, kind: str, choice: Choice) -> tuple[int, Item]:
    assert isinstance(choice.action, (Fire, LockOn))
    number = choice.action.target
    ship = view.ship(number)
    shot = shot_at(view, kind, number)
    whom = f"{SIDES[ship.seat % len(SIDES)][0]} {ship_name(ship)}" if ship else f"ship {number}"
    gun = isinstance(choice.action, Fire)
    shown, hint = f"  r{shot.range}" if shot else "", choice.hint
    if shot and not shot.reason:
        shown += f"  {shot.percent}%  avg {shot.expected / 100:.2f}" if gun else f"  locks {shot.percent}%"
        if gun:
            hint = f"Range {shot.range}, {shot.needed} or less hits. Enter: one shot, x: all."
    here = item(choice, spot=_at(view, number), label=whom + shown)
    return shot.expected if shot else 0, replace(here, hint=hint)


def launcher_name(view: WarView, launcher: int) -> str:
    """Return a launcher of the ship in hand as its kind and its number from 1."""
    ship = view.ship(view.hand)
    kinds = hulls()[ship.card].launchers if ship else ()
    return f"{kinds[launcher]} {launcher + 1}" if launcher < len(kinds) else f"missile {launcher + 1}"


def shot_at(view: WarView, kind: str, target: int) -> ShotView | None:
    """Return what a weapon of the ship in hand makes of a target."""
    return next((shot for shot in view.shots if shot.weapon == kind and shot.target == target), None)


def _at(view: WarView, number: int) -> Spot | None:
    ship = view.ship(number)
    return HexSpot(ship.hexes[0]) if ship and ship.hexes else None


def _missile(view: WarView, choice: Choice, key: str) -> Item:
    """Return a launch, or a missile in flight that may try again, with the chance that it hits."""
    ship, launch = view.ship(view.hand), isinstance(choice.action, Launch)
    number = choice.action.launcher if isinstance(choice.action, Launch) else getattr(choice.action, "missile", 0)
    mine = [one for one in chases(view) if ship and one.ship.id == ship.id and one.flying != launch]
    locks = [lock.launcher for lock in ship.locks] if ship else []
    place = locks.index(number) if launch and number in locks else number
    if not 0 <= place < len(mine):
        return item(choice, key=key)
    one = mine[place]
    what = f"Launch {one.weapon.name.split()[-1]} {number + 1}" if launch else f"Guide {one.weapon.name.split()[-1]}"
    odds = f"{one.percent}%" if one.percent else "out of reach"
    hint = f"{choice.hint}; range {one.range}: {one.percent} % to hit" if not launch and one.percent else choice.hint
    label = f"{what}, {odds}: {name(view, one.target)}"
    return replace(item(choice, key=key, spot=_at(view, one.target), label=label), hint=hint)


def sale(view: WarView, slug: str) -> Choice | None:
    """Return the choice that takes a ship out of the fleet being built."""
    return next((choice for choice in _of(view, Sell) if choice.action == Sell(slug)), None)


def listed(items: Sequence[Item]) -> list[int]:
    """Return which lines the list shows: not the ships and berths that the map shows, nor the ships to buy."""
    return [n for n, one in enumerate(items) if not isinstance(one.action, (PlaceShip, Select, Buy))]


_RULES: dict[type[Action], str] = {
    Forward: "SR-M4",
    Slow: "SR-M5",
    TurnLeft: "SR-M6",
    TurnRight: "SR-M6",
    DriftHex: "SR-M10",
    Pivot: "SR-M12",
    Commit: "SR-M3",
    EndMovement: "SR-M11",
    Concede: "SR-V5",
    Fire: "SR-F5",
    LockOn: "SR-F10",
    Launch: "SR-F11",
    Reacquire: "SR-F12",
    Buy: "SR-S4",
    Enlist: "SR-S4",
    PlaceShip: "SR-S6",
    SetHeading: "SR-S5",
    EndFire: "SR-F1",
}
_ASKED = {"faction": "SR-S1", "build": "SR-S4", "deploy": "SR-S5", "move": "SR-M3", "fire": "SR-F1", "concede": "SR-V5"}


def rule(view: WarView, one: Item | None) -> str:
    if one is not None and one.rule:
        return one.rule
    leaf = one
    while leaf is not None and leaf.action is None and leaf.items:
        leaf = leaf.items[0]
    if leaf is not None and leaf.action is not None and type(leaf.action) in _RULES:
        return _RULES[type(leaf.action)]
    return _ASKED.get(view.ask.kind, "") if view.ask else ""
