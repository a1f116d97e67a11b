"""What a ship could fire at from where a move ends, and what could fire at it there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.engine.state import clone
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.model.state import Ship, War, chart, hull_of, works
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.rules import flight, targeting
from starforge.games.shattered_reach.rules.firing import can_fire
from starforge.games.shattered_reach.rules.orders import board_for
from starforge.games.shattered_reach.view.types import WarView


class Bearer(NamedTuple):
    """Weapons of a kind that bear: how many, the roll that hits, and its chance in percent."""

    weapon: str
    mounts: int
    needed: int
    percent: int

    @property
    def locks(self) -> bool:
        """Tell whether they lock first, and do no damage in this round (SR-F10)."""
        return weapons()[self.weapon].launched


def hits(aims: Iterable[Bearer]) -> float:
    """Return the damage that weapons which bear do on average in this round."""
    guns = [(one, weapons()[one.weapon].damage) for one in aims if not one.locks]
    return sum(one.mounts * damage * targeting.WAYS[one.needed] / 36 for one, damage in guns)


class Contact(NamedTuple):
    """A foe in sight: its range, what bears on it, what of it bears on the ship, and whether it moves no more.

    One that still moves is taken to drift; a wreck still fires in its last round and cannot be fired at.
    """

    ship: int
    range: int
    mine: tuple[Bearer, ...]
    theirs: tuple[Bearer, ...]
    settled: bool


class Sights:
    """Look from wherever a ship may come to at its foes, where they will be if those to move yet only drift."""

    def __init__(self, s: War, ship: Ship) -> None:
        self._s, self._ship = s, ship
        team = s.players[ship.seat].team
        foes = [foe for foe in s.ships.values() if s.players[foe.seat].team != team and foe.placed]
        self._foes = [(foe, _drifted(s, foe)) for foe in foes if not foe.wreck or _fires(s, foe)]
        self._near: dict[Hex, list[tuple[Ship, Ship]]] = {}
        self._seen: dict[tuple[Hex, int], tuple[Contact, ...]] = {}
        near = ((foe.id, there, hull_of(there).length) for foe, there in self._foes if not foe.wreck)
        self._prey = [(number, there.q, there.r, there.heading, length) for number, there, length in near]
        mounts = [weapons()[kind] for kind in hull_of(ship).weapons] if _fires(s, ship) else []
        armed = [weapon for weapon in mounts if ship.missiles or not weapon.launched]
        self._ahead = max((len(weapon.hit) for weapon in armed), default=0)
        self._around = max((len(weapon.hit) for weapon in armed if weapon.any_arc), default=0)

    @property
    def settled(self) -> bool:
        """Tell whether no foe that fires has its move before it."""
        return all(_settled(foe) or not _fires(self._s, foe) for foe, _ in self._foes)

    def targets(self, bow: Hex, heading: int) -> list[tuple[int, int]]:
        """Return the foes that could be fired at when the ship stands there, the nearest first, each after its range.

        It is what ``at`` finds of them, and much sooner there.
        """
        found, length, planets = list[tuple[int, int]](), hull_of(self._ship).length, chart(self._s).planets
        for number, foe_q, foe_r, facing, other in self._prey:
            q, r = foe_q - bow[0], foe_r - bow[1]
            apart = max(abs(q), abs(r), abs(q + r))
            if apart - length - other + 2 > self._ahead:
                continue
            lanes: tuple[targeting.Lane, ...]
            if length == other == 1:
                before = apart <= self._around or hx.in_front((0, 0), heading, (q, r))
                lanes, reach = ((targeting.Lane(before, False, hx.between((0, 0), (q, r))),) if before else ()), apart
            else:
                reach, lanes = targeting.bear((q, r), heading, length, facing, other)
            around = reach <= self._around
            for lane in lanes if reach <= self._ahead else ():
                if (around or lane.ahead) and planets.isdisjoint([hx.add(bow, at) for at in lane.crossed]):
                    found.append((reach, number))
                    break
        return sorted(found)

    def at(self, bow: Hex, heading: int) -> tuple[Contact, ...]:
        """Return the foes that could fire, or be fired at, when the ship stands there; the nearest first."""
        found = self._seen.get((bow, heading))
        if found is None:
            contacts = (self._look(bow, heading, foe, there) for foe, there in self._about(bow))
            found = tuple(sorted((one for one in contacts if one.mine or one.theirs), key=lambda one: one[1::-1]))
            self._seen[bow, heading] = found
        return found

    def _about(self, bow: Hex) -> list[tuple[Ship, Ship]]:
        if bow not in self._near:
            most = targeting.LONGEST + hull_of(self._ship).length - 2
            self._near[bow] = [
                (foe, there)
                for foe, there in self._foes
                if hx.distance(bow, (there.q, there.r)) <= most + hull_of(there).length
            ]
        return self._near[bow]

    def _look(self, bow: Hex, heading: int, foe: Ship, there: Ship) -> Contact:
        s, ship, planets = self._s, self._ship, chart(self._s).planets
        length, other = hull_of(ship).length, hull_of(there).length
        bearing = targeting.bear(hx.sub((there.q, there.r), bow), heading, length, there.heading, other)
        clear = [lane for lane in bearing[1] if planets.isdisjoint(hx.add(bow, at) for at in lane.crossed)]
        mine = clear and _fires(s, ship) and not foe.wreck
        theirs = clear and _fires(s, foe)
        return Contact(
            foe.id,
            bearing[0],
            _aims(ship, bearing[0], any(lane.ahead for lane in clear)) if mine else (),
            _aims(foe, bearing[0], any(lane.behind for lane in clear)) if theirs else (),
            _settled(foe),
        )


def sights_of(view: WarView, number: int) -> Sights:
    """Return what a ship sees from anywhere, on the board as the plans carried out before its own leave it."""
    s = board_for(board(view), number)
    return Sights(s, s.ships[number])


def _drifted(s: War, foe: Ship) -> Ship:
    if foe.moved or not works(foe) or not foe.velocity or s.phase != "move":
        return foe
    p, foe = flight.start(foe), clone(foe)
    flight.coast(s, foe, p)
    foe.q, foe.r = p.q, p.r
    return foe


def _settled(foe: Ship) -> bool:
    """Return whether a ship has moved, or can only drift (SR-F8)."""
    return foe.moved or foe.numb or not works(foe)


def _fires(s: War, ship: Ship) -> bool:
    """Return whether a ship may fire in the firing phase after its next move (SR-R3, SR-F8, SR-F9)."""
    able = works(ship) and not ship.stung if s.phase == "fire" else can_fire(s, ship)
    return able and not s.players[ship.seat].conceded


def _aims(ship: Ship, reach: int, ahead: bool) -> tuple[Bearer, ...]:
    """Return the weapons of a ship that bear on a target in sight at a range, in its forward arc or not."""
    bearing = []
    for kind, count in hull_of(ship).weapons.items():
        weapon = weapons()[kind]
        if reach <= len(weapon.hit) and (ahead or weapon.any_arc) and (ship.missiles or not weapon.launched):
            needed = weapon.hit[reach - 1]
            bearing.append(Bearer(kind, count, needed, round(targeting.WAYS[needed] * 100 / 36)))
    return tuple(bearing)
