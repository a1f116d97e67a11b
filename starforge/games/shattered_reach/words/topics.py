"""What can be asked about the war in words: the map, the ships, what threatens whom, ranges and paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.english import an, some
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import title_of
from starforge.games.shattered_reach.plans.berths import ROLES, berths_by_role
from starforge.games.shattered_reach.plans.fleet import Station, formation
from starforge.games.shattered_reach.plans.locks import escape
from starforge.games.shattered_reach.plans.rams import best_ram, menace_words, ram_words, ways_to_ram
from starforge.games.shattered_reach.plans.reach import Arrival, ShipReach, reach_of
from starforge.games.shattered_reach.plans.volleys import Salvo, blows_at, in_percent, kill_chance, salvoes, suggested
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.view.chases import Chase, chases, sight
from starforge.games.shattered_reach.view.types import ShipView, WarView, name
from starforge.games.shattered_reach.words.report import plan_words, ship_name, ship_words

TOPICS = {
    "map": "map: planets, objectives, zones and the edges of the map",
    "ships": "ships WORDS: every ship, or those with the words in their name or their owner's",
    "threats": "threats: what foes near your ships could fire, and who could ram them; all locks and missiles",
    "range": "range A B: how far a ship or hex is from another and where it lies; ships by number, hexes as Q,R",
    "reach": "reach A Q,R N: the cheapest way of a ship to a hex, there heading N if you say so, or why there is none; "
    "reach A B V: how it rams ship B, at velocity V if you say so",
    "formation": "formation A Q,R B C: how ships B and C keep their places as ship A goes to a hex, as what to type; "
    "without B and C all of yours that can still move",
    "shots": "shots: all that your weapons could fire at whom, the best first; 'shots best': those to take, in order",
    "odds": "odds: whom all that bears would kill with which chance, then your shots, then locks and missiles of all",
    "berths": "berths: where each ship that is not placed yet could stand by its role, as what to type",
    "path": "path A: where a ship goes by its plan, hex by hex, or where it only drifts; without A the ship in hand",
}
_NEAR = targeting.LONGEST
_WRONG = "Name a ship by its number or a hex as Q,R: 'range 3 7' or 'range 3 0,-4'."


def inform(view: WarView, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
    return _TELL[topic](view, names, words)


def _map(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    field = view.chart
    found = [f"The map has {len(field.hexes)} hexes, Q from {_span(q for q, _ in field.hexes)}; {_rows(field.hexes)}."]
    found.append(f"Planets: {_listed(field.planets)}.")
    if field.core:
        found.append(f"The core: {_listed(field.core)}.")
    for q, r, seat in view.map.goals:
        found.append(f"Objective at {q},{r}" + (f", home of {names[seat]}." if seat >= 0 else "."))
    for seat, zone in enumerate(view.map.zones):
        if zone:
            hexes = [_hex(word) for word in zone.split()]
            found.append(f"Zone of {names[seat]}: Q from {_span(q for q, _ in hexes)}; {_rows(hexes)}.")
    return found


def _hex(word: str) -> Hex:
    q, r = word.split(",")
    return int(q), int(r)


def _span(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return f"{found[0]} to {found[-1]}"


def _rows(hexes: Iterable[Hex]) -> str:
    return f"R from {_span(r for _, r in hexes)}"


def _listed(hexes: Iterable[Hex]) -> str:
    return "; ".join(f"{q},{r}" for q, r in sorted(hexes)) or "none"


def _ships(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    wanted = " ".join(words).lower()
    found = [ship for ship in view.ships if wanted in f"{ship_name(ship)} {names[ship.seat]}".lower()]
    return [f"{ship_words(ship, names)} {_armed(ship)}" for ship in found] or ["There is no such ship."]


def _armed(ship: ShipView) -> str:
    hull = hulls()[ship.card]
    arms = (f"{some(n, weapons()[kind].name)} to range {len(weapons()[kind].hit)}" for kind, n in hull.weapons.items())
    return f"Length {hull.length}, speed {hull.speed}, ram value {hull.ram}; {', '.join(arms) or 'no weapons'}."


def _threats(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    if view.seat is None:
        return ["Only players have ships."]
    team = view.seats[view.seat].team
    own = [ship for ship in view.ships if ship.seat == view.seat and ship.hexes and not ship.wreck]
    others = [ship for ship in view.ships if view.seats[ship.seat].team != team and ship.hexes]
    foes = [ship for ship in others if ship.fires or not (ship.wreck or ship.hulk)]
    if not own:
        return ["You have no ships on the map."]
    return [*(_threat(view, ship, foes) for ship in own), *(_chase(view, names, one) for one in chases(view))]


def _threat(view: WarView, ship: ShipView, foes: Sequence[ShipView]) -> str:
    near = sorted((sight(view, foe, ship)[0], foe.id, foe) for foe in foes)
    told = [
        f"{ship_name(foe)} {_where(ship, foe)}, {_fires(view, foe, ship)}" for reach, _, foe in near if reach <= _NEAR
    ]
    rams = menace_words(view, ship.id)
    rammed = f" Where it goes, it {rams}." if rams else ""
    return f"{ship_name(ship)}: {'; '.join(told) or f'no foe within {_NEAR}'}.{_doom(view, ship)}{rammed}"


def _fires(view: WarView, ship: ShipView, target: ShipView) -> str:
    """Return what a ship could fire at another from where both are (SR-F2 to SR-F5, SR-F7)."""
    if target.wreck:
        return "nothing may be fired at a wreck"
    reach, ahead, seen, _ = sight(view, ship, target)
    if ship.numb or ((ship.hulk or ship.wreck) and not ship.fires):
        return "which cannot fire"
    kinds = (weapons()[kind] for kind in hulls()[ship.card].weapons)
    armed = (k for k in kinds if ship.missiles or not k.launched)
    able = [k for k in armed if reach <= len(k.hit) and seen and (ahead or k.any_arc)]
    shots = (
        f"{k.name} at {k.hit[reach - 1]} or less, {round(targeting.WAYS[k.hit[reach - 1]] * 100 / 36)} %" for k in able
    )
    return " and ".join(shots) or "nothing bears"


def _doom(view: WarView, ship: ShipView) -> str:
    drift = next((d for d in view.drifts if d.ship == ship.id and d.stop), None)
    return f" If it only drifts, its move ends early: {drift.stop}." if drift else ""


def _chase(view: WarView, names: Sequence[str], one: Chase) -> str:
    ship, what = name(view, one.ship.id), one.weapon.name
    owner, whom = names[one.ship.seat], name(view, one.target)
    if one.flying:
        head, way = f"{an(what).capitalize()} of {owner}'s {ship} is in flight to {whom}", "seeks again"
    else:
        head, way = f"{owner}'s {ship} has locked {an(what)} onto {whom}, to range {one.reach}", "can launch"
    when = "this round" if one.due else "next round"
    if one.why:
        return f"{head}; as things stand it is lost {when}: {one.why}."
    odds = f"{one.hits} % to hit"
    if one.flying:
        odds = f"{one.seeks} % to find it, then {odds}, {one.percent} % in all"
    flees = escape(view, one)
    away = f"; {whom} gets away in {flees.out} of the {flees.of} places it can move to" if flees else ""
    return f"{head}; it {way} {when}, from range {one.range} as now: {odds}{away}."


def _where(ship: ShipView, other: ShipView) -> str:
    reach, a, b = min((hx.distance(a, b), a, b) for a in ship.hexes for b in other.hexes)
    return f"at range {reach} to the {_heading(a, b)}"


def _heading(a: Hex, b: Hex) -> str:
    """Return the heading that leads nearest to another hex."""
    return hx.NAMES[min(range(6), key=lambda h: hx.distance(hx.step(a, h, hx.distance(a, b)), b))]


def _range(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    if len(words) != 2:
        return [_WRONG]
    ends = [_place(view, word) for word in words]
    if not ends[0] or not ends[1]:
        return [_WRONG]
    looking = view.ship(int(words[0][:6])) if words[0].isdecimal() else None
    _, block, _, reach, a, b = min(_lane(view, looking, a, b) for a in ends[0] for b in ends[1])
    found = [f"{words[1]} is at range {reach} of {words[0]}, to the {_heading(a, b)}." if reach else "They touch."]
    if len(ends[0]) + len(ends[1]) > 2 and reach and not block:
        found.append(f"The line of sight is from {a[0]},{a[1]} to {b[0]},{b[1]}.")
    if block:
        found.append(f"The planet at {block[0]},{block[1]} is between them.")
    pair = [view.ship(int(word[:6])) if word.isdecimal() else None for word in words]
    if pair[0] and pair[1] and view.seats[pair[0].seat].team != view.seats[pair[1].seat].team:
        found.append(f"{ship_name(pair[0])} on {ship_name(pair[1])}: {_fires(view, pair[0], pair[1])}.")
    return found


def _lane(view: WarView, looking: ShipView | None, a: Hex, b: Hex) -> tuple[int, Hex | tuple[()], bool, int, Hex, Hex]:
    """Return a pair of hexes with what ranks it: the closest, then one that sees, then one ahead (SR-F3)."""
    reach = hx.distance(a, b)
    block = next((at for at in hx.between(a, b) if at in view.chart.planets), ())
    return reach, block, looking is not None and not hx.in_front(a, looking.heading, b), reach, a, b


def _place(view: WarView, word: str) -> tuple[Hex, ...]:
    """Return the hexes of a ship by its number, or the hex that is written; none for anything else."""
    if word.isdecimal():
        ship = view.ship(int(word[:6]))
        return ship.hexes if ship else ()
    q, _, r = word.partition(",")
    fine = all(part.removeprefix("-").isdecimal() and len(part) < 6 for part in (q, r))
    return ((int(q), int(r)),) if fine else ()


def _path(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    number = int(words[0][:6]) if words and words[0].isdecimal() else view.hand
    plan = view.plan(number)
    if plan is not None:
        steps = "; ".join(f"{step} to {q},{r} heading {hx.NAMES[heading]}" for q, r, heading, step in plan.path)
        return [plan_words(view, plan), f"Hex by hex: {steps or 'it stays'}."]
    ship, drift = view.ship(number), next((d for d in view.drifts if d.ship == number), None)
    if ship is None or drift is None:
        return ["That ship has no plan and does not drift."]
    trail = ", ".join(f"{q},{r}" for q, r in drift.path)
    end = f", and its move ends early: {drift.stop}" if drift.stop else ""
    return [f"{ship_name(ship)} drifts to {trail}{end}."]


def _reach(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    ship = view.ship(int(words[0][:6])) if words and words[0].isdecimal() else None
    at = _place(view, words[1])[:1] if len(words) > 1 and "," in words[1] else ()
    heading = hx.NAMES.index(words[2].upper()) if len(words) > 2 and words[2].upper() in hx.NAMES else None
    other = view.ship(int(words[1][:6])) if len(words) > 1 and words[1].isdecimal() else None
    if ship is None or not ship.hexes or not (at or other):
        return ["Name a ship by its number and a hex as Q,R, or a ship to ram: 'reach 3 0,-4 NE' or 'reach 3 7'."]
    found = reach_of(view, ship.id)
    if other is not None:
        return [_rams(found, other, int(words[2][:3]) if len(words) > 2 and words[2].isdecimal() else None)]
    way = found.best(at[0], heading)
    if way is None:
        return [f"{ship_name(ship)}: {found.why(at[0], heading)}"]
    end = f"{way.cost} MP, heading {hx.NAMES[way.heading]}, velocity {way.velocity}"
    risks = "".join(f"; {risk}" for risk in found.risks(way))
    return [f"{ship_name(ship)} to {words[1]}: {end}{risks}. {_course(way, ship.id)}"]


def _formation(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    at = _place(view, words[1])[:1] if len(words) > 1 and "," in words[1] else ()
    able = {ship.id: ship for ship in view.ships if ship.seat == view.seat and ship.hexes and ship.can_act}
    wanted = [int(word[:6]) if word.isdecimal() else -1 for word in (*words[:1], *words[2:])]
    if view.phase != "move" or not at or not able.keys() >= {*wanted}:
        return ["Name ships of yours that can still move, and a hex: 'formation 3 0,-4 5 7', or 'formation 3 0,-4'."]
    lead, group = wanted[0], wanted[1:] or sorted(able.keys() - {wanted[0]})
    found = reach_of(view, lead)
    move = found.best(at[0])
    if move is None:
        return [f"{ship_name(able[lead])}: {found.why(at[0])}"]
    return [_station(able[one.ship], one) for one in formation(view, [lead, *group], lead, move)]


def _station(ship: ShipView, one: Station) -> str:
    """Return where a ship of a group goes, and what to type for it."""
    if one.move is None:
        return f"{ship_name(ship)} cannot follow: {one.why}"
    far = f" {hx.distance(one.move.hex, one.hex)} off its place: {one.why}" if one.why else " in its place."
    return f"{ship_name(ship)}{far} {_course(one.move, ship.id)}"


def _rams(found: ShipReach, other: ShipView, velocity: int | None) -> str:
    """Return how a ship can ram another, and what comes of it."""
    ram, speeds = best_ram(found, other.id, velocity), [one.velocity for one in ways_to_ram(found, other.id)]
    if ram is None:
        ways = f" at velocity {velocity}; it can at {', '.join(map(str, speeds))}" if speeds else " in its next move"
        return f"{title_of(found.ship)} cannot ram {ship_name(other)}{ways}."
    able = f" At velocity {speeds[0]} to {speeds[-1]} it can be rammed." if len(speeds) > 1 else ""
    words = f"{title_of(found.ship)} rams {ship_name(other)}: {ram_words(found, ram)}."
    return f"{words}{able} {_course(ram.move, found.ship.id)}"


def _course(way: Arrival, number: int) -> str:
    """Return what to type to plan a move."""
    return f"course {number} {','.join(way.steps) or '-'}"


def _shots(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    found = suggested(view) if "best" in words else salvoes(view)
    return [_salvo_words(view, one) for one in found] or ["Nothing of yours can be fired now."]


def _odds(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    table, found = salvoes(view), list[str]()
    for target in (ship for ship in view.ships if any(one.target == ship.id for one in table)):
        chance = in_percent(kill_chance(target, blows_at(view, target.id, table)))
        found.append(f"{ship_name(target)}: all that bears, if nothing else is fired at, kills it with {chance} %.")
    found += [_salvo_words(view, one) for one in table]
    return [*found, *(_chase(view, names, one) for one in chases(view))] or ["Nobody has dice to throw now."]


def _salvo_words(view: WarView, one: Salvo) -> str:
    times = f"{len(one.actions)} x " if len(one.actions) > 1 else ""
    odds = f"{one.needed} or less, {one.percent} %" if one.needed else f"{one.percent} %"
    whole, part = divmod(one.expected, 100)
    end = (
        f"expected damage {whole}.{part:02}, kills with {one.kill} %" if not one.locks else "a lock, for the next round"
    )
    who, whom = name(view, one.ship), name(view, one.target)
    return f"{who}: {times}{weapons()[one.weapon].name} at {whom}, range {one.range}, {odds}; {end}. {one.actions[0]}"


def _berths(view: WarView, names: Sequence[str], words: Sequence[str]) -> list[str]:
    found, line = [], "select {0}, face {1}, place {2} {3}: {4}, heading {5}; {6}."
    for one in berths_by_role(view):
        who, heading = name(view, one.ship), hx.NAMES[one.heading]
        found.append(line.format(one.ship, one.heading, *one.hex, who, heading, ROLES[one.role]))
    return found or ["None of your ships waits for a place."]


_TELL: dict[str, Callable[[WarView, Sequence[str], Sequence[str]], list[str]]] = {
    "map": _map,
    "ships": _ships,
    "threats": _threats,
    "odds": _odds,
    "berths": _berths,
    "range": _range,
    "reach": _reach,
    "formation": _formation,
    "shots": _shots,
    "path": _path,
}
