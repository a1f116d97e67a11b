"""Choices and questions in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.english import some
from starforge.games.shattered_reach.model.actions import (
    Back,
    Buy,
    Cancel,
    Choose,
    Commit,
    Concede,
    Confirm,
    Defer,
    DriftHex,
    Earlier,
    EndFire,
    EndMovement,
    Enlist,
    Fire,
    FlyAll,
    Forward,
    Launch,
    LockOn,
    Pivot,
    PlaceShip,
    PlanMove,
    Reacquire,
    Ready,
    Select,
    Sell,
    SetHeading,
    Slow,
    TurnLeft,
    TurnRight,
)
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, TURNING, Weapon, fleets, hulls, weapons
from starforge.games.shattered_reach.model.state import Ship, War, chart, hull_of, title_of
from starforge.games.shattered_reach.rules import orders, targeting
from starforge.games.shattered_reach.rules.building import ready_made
from starforge.games.shattered_reach.rules.deployment import room_ahead
from starforge.games.shattered_reach.rules.movement import can_move, foresee
from starforge.games.shattered_reach.view.build import show_plan, show_shot
from starforge.games.shattered_reach.view.types import RamView, ShotView, WarView

Words = tuple[str, str]


def describe(s: War, seat: int, action: Action) -> Words:
    return _WORDS[type(action)](s, seat, action)


def _hand(s: War, seat: int) -> Ship:
    return s.ships[s.players[seat].chosen]


def card_words(slug: str) -> str:
    h = hulls()[slug]
    mounts = ", ".join(some(count, weapons()[kind].name) for kind, count in h.weapons.items())
    supply = f" with {some(h.missiles, 'missile')}" if h.missiles else ""
    size = f"length {h.length}, " if h.length > 1 else ""
    return f"{size}speed {h.speed}, hull {h.hull}, shields {h.shields}, ram value {h.ram}; {mounts}{supply}"


def _buy(s: War, seat: int, a: Buy) -> Words:
    count = s.players[seat].fleet.count(a.ship)
    have = f" (you have {count})" if count else ""
    return f"Buy {hulls()[a.ship].name} for {hulls()[a.ship].cost:,}{have}", card_words(a.ship)


def _enlist(s: War, seat: int, a: Enlist) -> Words:
    fleet = fleets()[a.fleet]
    left = sum(ready_made(s, seat)[a.fleet][0].values())
    ships = ", ".join(f"{n} {hulls()[slug].name}" for slug, n in fleet.ships.items())
    return f"Take the ready-made fleet {fleet.name}", f"{ships}; leaves {left:,} of your points"


def _ready(s: War, seat: int, a: Ready) -> Words:
    if s.phase == "build":
        left = sum(s.players[seat].purse.values())
        return f"Commit this fleet ({left:,} points unspent)", "All fleets are shown once everybody has committed."
    placed = [ship for ship in s.fleet(seat) if ship.placed]
    ahead = [(ship, *room_ahead(chart(s), (ship.q, ship.r), ship.heading)) for ship in placed]
    warned = [f"{title_of(ship)} heads straight for {end}" for ship, count, end in ahead if not count]
    return "Commit this deployment", "; ".join([*warned, "all deployments are shown once everybody has committed"])


def _place(s: War, seat: int, a: PlaceShip) -> Words:
    heading = s.players[seat].heading
    count, end = room_ahead(chart(s), (a.q, a.r), heading)
    if end and not count:
        room = f", straight for {end}: a hex forward, and it is lost"
    else:
        room = f", {f'{count} hexes' if count > 1 else 'a hex'} from {end}" if end else ""
    return f"Place {title_of(_hand(s, seat))} at {a.q},{a.r}", f"heading {hx.NAMES[heading]}{room}"


def _select(s: War, seat: int, a: Select) -> Words:
    ship = s.ships[a.ship]
    if s.phase == "deploy":
        return (f"Take {title_of(ship)} back in hand" if ship.placed else f"Take {title_of(ship)} in hand"), ""
    return f"Take {title_of(ship)} in hand", condition(s, ship)


def condition(s: War, ship: Ship) -> str:
    h = hull_of(ship)
    words = [f"velocity {ship.velocity}", f"hull {ship.hull}/{h.hull}", f"shields {ship.shields}/{h.shields}"]
    return ", ".join(words)


def _forward(s: War, seat: int, a: Forward) -> Words:
    return "Forward (1 MP)", "velocity +1 and one hex straight ahead"


def _slow(s: War, seat: int, a: Slow) -> Words:
    return "Slow down (1 MP)", "velocity -1 and one hex less of drift"


def _turn(s: War, seat: int, a: TurnLeft | TurnRight) -> Words:
    ship = _hand(s, seat)
    p = s.plans[ship.id]
    cost, hexes = TURNING[p.velocity]
    missing = 0 if p.turned else max(0, hexes - p.since)
    first = f"drifts {missing} first, then " if missing else ""
    side = "left" if isinstance(a, TurnLeft) else "right"
    return f"Turn {side} ({cost} MP)", f"{first}turns one hex side"


def _pivot(s: War, seat: int, a: Pivot) -> Words:
    return f"Turn about its hex {a.hex} behind the bow", "for this whole move"


def _commit(s: War, seat: int, a: Commit) -> Words:
    ship = _hand(s, seat)
    planned = s.plans[ship.id].steps
    label = f"Move {title_of(ship)} as planned" if planned else f"Let {title_of(ship)} drift now"
    plan = show_plan(s, ship, planned)
    order = orders.planned(s)
    early = [f"before {title_of(s.ships[order[0]])}, which is planned to move first"] if ship.id in order[1:] else []
    rams = [_ram(s, ram) for ram in plan.rams]
    lost = [WARNED.get(plan.stop, "it is destroyed")] if plan.lost else []
    others = [event for event in foresee(s, seat, a) if event.data["ship"] != ship.id]
    return label, "; ".join([*early, *rams, *lost, *_dangers(others)])


WARNED = {"edge": "it leaves the map and is lost", "planet": "it enters a planet and is lost"}


def _ram(s: War, ram: RamView) -> str:
    end = "pushes it back" if ram.pushed else "stops before it"
    return f"rams {title_of(s.ships[ram.target])} and {end}: {ram.dealt} damage to it, {ram.taken} to this ship"


def _end_movement(s: War, seat: int, a: EndMovement) -> Words:
    left = [ship for ship in s.fleet(seat) if can_move(ship)]
    unused = sum(bool(s.plans[ship.id].steps) for ship in left if ship.id in s.plans)
    words = ["1 ship will only drift" if len(left) == 1 else f"{len(left)} ships will only drift"]
    words += [f"{unused} plan{'s are' if unused > 1 else ' is'} dropped"] if unused else []
    return "End movement", "; ".join([*words, *_dangers(foresee(s, seat, a))])


def _course(s: War, seat: int, a: PlanMove) -> Words:
    return f"Plan {title_of(s.ships[a.ship])}: {', '.join(a.steps) or 'only drift'}", ""


def _earlier(s: War, seat: int, a: Earlier) -> Words:
    order = orders.planned(s)
    place = order.index(s.players[seat].chosen) if s.players[seat].chosen in order else 0
    before = f"before {title_of(s.ships[order[place - 1]])}" if place else "earlier"
    return f"Move {title_of(_hand(s, seat))} {before}", "changes the order in which plans are carried out"


def _fly_all(s: War, seat: int, a: FlyAll) -> Words:
    order = ", ".join(title_of(s.ships[number]) for number in orders.planned(s))
    told = [f"in this order: {order}"] if order else []
    return "Carry out all plans", "; ".join([*told, *_dangers(foresee(s, seat, a))])


def _dangers(events: Iterable[Event]) -> list[str]:
    """Return in words which ships would ram others or be lost by drifting."""
    words = []
    for event in events:
        d = event.data
        if event.kind == "rammed":
            words.append(f"{d['name']} would ram {d['target_name']}")
        elif event.kind == "crashed":
            words.append(f"{d['name']} would {'hit a planet' if d['into'] == 'planet' else 'leave the map'}")
    return words


def shot_words(shot: ShotView) -> str:
    whole, part = divmod(shot.expected, 100)
    return f"range {shot.range}, {shot.needed} or less: {shot.percent} %, expected damage {whole}.{part:02}"


def _shot(s: War, seat: int, kind: str, target: int) -> str:
    shot = show_shot(s, _hand(s, seat), s.ships[target], kind)
    return shot_words(shot) if shot.needed else f"range {shot.range}"


def _fire(s: War, seat: int, a: Fire) -> Words:
    target = s.ships[a.target]
    return f"Fire {weapons()[a.weapon].name} at {title_of(target)}", _shot(s, seat, a.weapon, a.target)


def _lock(s: War, seat: int, a: LockOn) -> Words:
    kind = hull_of(_hand(s, seat)).launchers[a.launcher]
    weapon, shot = weapons()[kind], show_shot(s, _hand(s, seat), s.ships[a.target], kind)
    label = f"Lock {weapon.name} {a.launcher + 1} onto {title_of(s.ships[a.target])}"
    if not shot.needed:
        return label, f"range {shot.range}"
    later = f"launched next round on a target ahead, in sight and within range {shot.range}: {_launch_words(weapon)}"
    return label, f"range {shot.range}, {shot.needed} or less: {shot.percent} %; deals nothing now; {later}"


def _launch_words(weapon: Weapon) -> str:
    percent = round(targeting.launch_chance(weapon)[0] * 100 / 36)
    return f"hits on {weapon.miss + 1} to {weapon.dud - 1}: {percent} %, damage {weapon.damage}"


def _launch(s: War, seat: int, a: Launch) -> Words:
    ship = _hand(s, seat)
    kind, lock = hull_of(ship).launchers[a.launcher], ship.locks[a.launcher]
    weapon, target = weapons()[kind], s.ships.get(lock.target)
    whom = title_of(target) if target else "its target"
    return f"Launch {weapon.name} {a.launcher + 1} at {whom}", _launch_words(weapon)


def _reacquire(s: War, seat: int, a: Reacquire) -> Words:
    missile = _hand(s, seat).flights[a.missile]
    target = s.ships.get(missile.target)
    whom = title_of(target) if target else "its target"
    return f"Let the {weapons()[missile.kind].name} in flight try again for {whom}", "no action, no arc needed"


def _end_fire(s: War, seat: int, a: EndFire) -> Words:
    idle = ", ".join(title_of(s.ships[number]) for number in s.players[seat].ready)
    return "Cease fire", f"can still fire: {idle}; locks not launched and missiles not guided are lost"


def _fixed(label: str, hint: str = "") -> Callable[[War, int, Any], Words]:
    return lambda s, seat, a: (label, hint)


_WORDS: dict[type[Action], Callable[[War, int, Any], Words]] = {
    Defer: lambda s, seat, a: ("Let the others choose first", "You take one of the factions that they leave."),
    Choose: lambda s, seat, a: (f"Command the {FACTION_NAMES[a.faction].removeprefix('The ')}", ""),
    Buy: _buy,
    Sell: lambda s, seat, a: (f"Take out one {hulls()[a.ship].name}", f"gives {hulls()[a.ship].cost:,} points back"),
    Enlist: _enlist,
    Ready: _ready,
    SetHeading: lambda s, seat, a: (f"Face {hx.NAMES[a.heading]}", ""),
    PlaceShip: _place,
    Select: _select,
    Forward: _forward,
    Slow: _slow,
    TurnLeft: _turn,
    TurnRight: _turn,
    DriftHex: _fixed("Drift one hex now (0 MP)", "uses up one hex of the drift"),
    Pivot: _pivot,
    Back: _fixed("Take the last step back"),
    Commit: _commit,
    PlanMove: _course,
    Earlier: _earlier,
    FlyAll: _fly_all,
    EndMovement: _end_movement,
    Fire: _fire,
    LockOn: _lock,
    Launch: _launch,
    Reacquire: _reacquire,
    EndFire: _end_fire,
    Concede: _fixed("Concede", "asks once more"),
    Confirm: _fixed("Yes, concede", "your ships drift and are removed at the end of the round"),
    Cancel: _fixed("No, fight on"),
}


def question(view: WarView) -> str:
    """Return what the view's seat is asked, or what the table waits for."""
    if view.result is not None:
        return view.result.text
    if view.ask is None:
        return f"Waiting for the others: {_WAITING[view.phase]}."
    ship = view.ship(view.hand)
    name = title_of(Ship(ship.seat, ship.card, ship.id)) if ship else ""
    if view.ask.kind == "build":
        left = " and ".join(f"{n:,} {'' if kind == 'any' else kind + ' '}points" for kind, n in view.purse)
        return f"Build your fleet: {left} left."
    if view.ask.kind == "deploy":
        own = [bool(one.hexes) for one in view.ships if one.seat == view.seat]
        where = f"Deploy {name} in your zone: {sum(own)} of {len(own)} are placed."
        return where if name else "Everything is placed. Ready?"
    return {
        "faction": "Which faction do you command?",
        "move": f"Plan the move of {name}.",
        "fire": f"What does {name} fire at?",
        "concede": "Do you really give up?",
    }[view.ask.kind]


_WAITING = {
    "faction": "factions are being chosen",
    "build": "fleets are being built",
    "deploy": "fleets are being deployed",
    "move": "ships are being moved",
    "fire": "weapons are being fired",
    "over": "the war is over",
}
