"""The end card of Shattered Reach: what is left of each fleet, losses round by round, hits beside the odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from starforge.engine.event import Event
from starforge.english import some
from starforge.games.end_card import EndCard, Luck, Standing, Strip, TurningPoint
from starforge.games.shattered_reach.model.catalogue import hulls, weapons
from starforge.games.shattered_reach.model.state import War
from starforge.games.shattered_reach.rules.targeting import WAYS
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words.battle import LOST, Aimed, battle, gunners, rolls

SCALE = 20.0
"""The points of a ship that matter as much as one in the gains of turning points."""


def end_card(s: War, told: Sequence[Sequence[Event]], names: Sequence[str]) -> EndCard:
    events = [event for one in told for event in one]
    seats = range(len(names))
    scores = s.result.scores if s.result and s.result.scores else tuple(0 for _ in seats)
    return EndCard(
        s.result.text if s.result else "",
        tuple(Standing(f"{scores[n]:,}", tuple(_parts(events, n)), n) for n in seats),
        tuple(Strip(names[n], _losses(events, n), n) for n in seats),
        "ships lost in each round",
        tuple(_points(told, names)),
        tuple(_luck(events)),
        tuple(gunners(events, names)),
    )


def _parts(events: Sequence[Event], seat: int) -> Iterator[tuple[str, str]]:
    mine = [e for e in events if e.data.get("seat") == seat]
    ships = sum(len(e.data["ships"]) for e in mine if e.kind == "mustered")
    lost = [e for e in mine if e.kind in LOST]
    yield "left", f"{ships - len(lost)}/{ships}"
    yield "lost", f"{sum(hulls()[e.data['card']].cost for e in lost):,}"
    yield "shots", str(sum(e.kind in ("fired", "launched") for e in mine))
    yield "rams", str(sum(e.kind == "rammed" for e in mine))


def _losses(events: Sequence[Event], seat: int) -> str:
    lost: list[int] = []
    for e in events:
        if e.kind == "round-begun":
            lost.append(0)
        elif lost and e.kind in LOST and e.data["seat"] == seat:
            lost[-1] += 1
    return "".join(str(min(n, 9)) if n else "·" for n in lost)


def _points(told: Sequence[Sequence[Event]], names: Sequence[str]) -> Iterator[TurningPoint]:
    turn, by, whose = 0, "", -1
    for move, events in enumerate(told):
        for e in events:
            d = e.data
            if e.kind == "round-begun":
                turn = d["round"]
            elif e.kind in ("fired", "launched", "rammed"):
                by, whose = d["name"], d["seat"]
                yield from _shot(move, turn, e)
            elif e.kind == "destroyed":
                gain = hulls()[d["card"]].cost / SCALE
                killed = " by its own ram" if by == d["name"] else f" by {by}" if by else ""
                words = f"{names[d['seat']]}'s {d['name']} is destroyed{killed}."
                own = whose in (-1, d["seat"])
                yield TurningPoint(move, turn, words, -gain if own else gain, d["seat"] if own else whose)
            elif e.kind == "crashed":
                how = "hits a planet" if d["into"] == "planet" else "leaves the map"
                cost = hulls()[d["card"]].cost
                yield TurningPoint(move, turn, f"{names[d['seat']]}'s {d['name']} {how} and is lost.", -cost / SCALE)
            elif e.kind == "landed":
                yield TurningPoint(move, turn, f"{names[d['seat']]}'s {d['name']} stops on the objective.", 50.0)
            elif e.kind == "conceded":
                yield TurningPoint(move, turn, f"{names[d['seat']]} concedes.", -50.0)


def _shot(move: int, turn: int, e: Event) -> Iterator[TurningPoint]:
    """Yield a shot that was against the odds: a sure one that missed."""
    d = e.data
    if e.kind == "fired" and not d["hit"] and WAYS[d["needed"]] >= 30:
        percent = round(WAYS[d["needed"]] * 100 / 36)
        words = f"{d['name']} misses {d['target_name']} with its {weapons()[d['weapon']].name} at {percent} %."
        yield TurningPoint(move, turn, words, -percent / 100)


def _luck(events: Sequence[Event]) -> Iterator[Luck]:
    by: dict[int, list[Aimed]] = {}
    for one in rolls(events):
        by.setdefault(one.seat, []).append(one)
    for seat, mine in sorted(by.items()):
        hits, expected = sum(one.hit for one in mine), sum(one.ways for one in mine) / 36
        yield Luck(f"hits and locks in {some(len(mine), 'roll')}", hits, expected, seat)


def turn_report(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return the battle report of a round."""
    return battle(events, names)


def standing(view: WarView, names: Sequence[str]) -> str:
    """Return what is left of each fleet."""
    seats = zip(names, view.seats, strict=True)
    return "; ".join(f"{name} {some(seat.ships, 'ship')}, {seat.points:,}" for name, seat in seats) + "."
