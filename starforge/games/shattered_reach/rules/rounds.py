"""Rounds from first to last: whose turn it is, the end of the round, and victory."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.engine.ops import push
from starforge.engine.state import Result
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES
from starforge.games.shattered_reach.model.state import (
    Ship,
    War,
    goals,
    hexes_of,
    hull_of,
    in_play,
    named,
    remove,
    rulings,
    scenario,
    works,
)
from starforge.games.shattered_reach.rules.firing import can_fire, forget
from starforge.games.shattered_reach.rules.ops import op


def turn_order(s: War) -> list[int]:
    """Return the seats in turn order: from the left of the initiative holder, who is last (SR-S3)."""
    count = len(s.players)
    return [(s.holder + n) % count for n in range(1, count + 1)]


@op("start a round")
def start_round(s: War, seat: int) -> None:
    """Let every seat move, then every seat fire, then end the round (SR-R1)."""
    s.turn += 1
    for ship in s.ships.values():
        ship.moved = False
    order = [n for n in turn_order(s) if any(s.fleet(n))]
    s.emit("round-begun", round=s.turn, order=[n for n in order if in_play(s, n)], holder=s.holder)
    turns = [(name, n) for name in ("move-turn", "fire-turn") for n in order]
    push(s, *turns, ("end-round", s.holder))


@op("end the round")
def end_round(s: War, seat: int) -> None:
    """Remove, recover, judge, and pass the initiative, in that order (SR-R2)."""
    for ship in list(s.ships.values()):
        if ship.wreck or s.players[ship.seat].conceded:
            s.emit("removed", **named(ship), card=ship.card)
            remove(s, ship)
    for ship in s.ships.values():
        if ship.locks or ship.flights:
            forget(s, ship, lambda aimed: aimed.target in s.ships)
        _recover(s, ship)
    s.result = judge(s)
    if s.result is None and s.turn >= s.rounds:
        s.result = _by_cost(s)
    if s.result is not None:
        _close(s)
        return
    for ship in s.ships.values():
        ship.numb, ship.stung = ship.stung, False
    s.holder = next(n for n in turn_order(s) if in_play(s, n))
    push(s, ("start-round", s.holder))


def _recover(s: War, ship: Ship) -> None:
    """Restore shields: +1 for a fighter, +1d4 for a capital ship, never above the card's value."""
    hull = hull_of(ship)
    if ship.hulk or ship.shields >= hull.shields:
        return
    gain = 1 if hull.fighter else s.rng.roll(4)
    gain = min(gain, hull.shields - ship.shields)
    ship.shields += gain
    s.emit("recovered", **named(ship), shields=gain)


def _close(s: War) -> None:
    assert s.result is not None
    s.phase = "over"
    s.emit("ended", winners=list(s.result.winners), text=s.result.text)


def judge(s: War) -> Result | None:
    """Return who has won at the end of a round: by devouring, then by capture, then by fleets (SR-V1 to SR-V4)."""
    victory = scenario(s).victory
    if victory == "devour":
        return _devoured(s)
    captor = _captor(s) if victory in ("homes", "core") else None
    if captor is not None:
        place = "the core" if victory == "core" else "a home planet"
        return won(s, s.players[captor.seat].team, f"captured {place}")
    return last_standing(s)


def _devoured(s: War) -> Result | None:
    myriad = next(n for n, p in enumerate(s.players) if p.side == 0)
    attackers, defenders = s.players[myriad].team, _other_team(s, myriad)
    if s.devoured:
        return won(s, attackers, "devoured the planet")
    if not any(ship.card == "bristlemaw" and works(ship) for ship in s.fleet(myriad)):
        return won(s, defenders, "stopped the Bristlemaw")
    if not any(in_play(s, n) for n, p in enumerate(s.players) if p.team == defenders):
        return won(s, attackers, "are the last fleet standing")
    return None


def _other_team(s: War, seat: int) -> int:
    return next(p.team for p in s.players if p.team != s.players[seat].team)


def _captor(s: War) -> Ship | None:
    """Return the ship whose capture holds, the first of several by when each came to its planet (SR-V2, SR-V3)."""
    places = goals(s)
    holding = [
        ship
        for ship in s.ships.values()
        if works(ship)
        and not (ship.numb or ship.stung or hull_of(ship).fighter)
        and any(places.get(at, s.players[ship.seat].side) != s.players[ship.seat].side for at in hexes_of(ship))
    ]
    return min(holding, key=lambda ship: ship.landed, default=None)


def last_standing(s: War, firing: Sequence[int] = ()) -> Result | None:
    """Return the end of the game when at most one team is left (SR-V1), those of the seats ``firing`` among them."""
    left = sorted({p.team for n, p in enumerate(s.players) if in_play(s, n) or n in firing})
    if len(left) > 1:
        return None
    if not left:
        return Result((), "Nobody is left: the war is a draw.")
    return won(s, left[0], "are the last fleet standing")


def won(s: War, team: int, how: str) -> Result:
    winners = tuple(n for n, p in enumerate(s.players) if p.team == team)
    names = " and ".join(FACTION_NAMES[s.players[n].faction].removeprefix("The ") for n in winners)
    return Result(winners, f"The {names} {how}.", _scores(s))


def _scores(s: War) -> tuple[int, ...]:
    return tuple(sum(hull_of(ship).cost for ship in s.fleet(n) if works(ship)) for n in range(len(s.players)))


def _by_cost(s: War) -> Result:
    """Return the end at the round limit: the team with the greater cost of working ships wins (SR-V5)."""
    costs: dict[int, int] = {}
    for p, cost in zip(s.players, _scores(s), strict=True):
        costs[p.team] = costs.get(p.team, 0) + cost
    best = [team for team, cost in sorted(costs.items()) if cost == max(costs.values())]
    if len(best) > 1:
        return Result((), f"After {s.turn} rounds the fleets are worth the same: a draw.", _scores(s))
    return won(s, best[0], f"have the greater fleet left after {s.turn} rounds")


def _fires_yet(s: War, seat: int) -> bool:
    """Return whether a seat's firing turn is still to come, and ships that may fire in it, wrecks too (SR-R3)."""
    to_come = ("fire-turn", seat) in s.queue and not s.players[seat].conceded
    return to_come and rulings(s) and any(can_fire(s, ship) for ship in s.fleet(seat))


@op("give up")
def give_up(s: War, seat: int) -> None:
    """Pass a seat over that has conceded: it ends the game if one side is left, else its ships drift (SR-V5)."""
    s.result = last_standing(s, [n for n in range(len(s.players)) if _fires_yet(s, n)])
    if s.result is not None:
        _close(s)
    else:
        push(s, ("drift-rest" if s.phase == "move" else "cease", seat))
