"""The end card of USC: Reach: scores by part, what was claimed in each turn, the damage of the tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any

from starforge.engine.event import Event
from starforge.english import listed, some
from starforge.games.end_card import EndCard, Luck, Standing, Strip, TurningPoint
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import TURNS, Reach
from starforge.games.reach.view.types import ReachView
from starforge.games.reach.words.names import SHORT

BIG = 5
"""The points of a mission whose claim is worth telling."""


def end_card(s: Reach, told: Sequence[Sequence[Event]], names: Sequence[str]) -> EndCard:
    events = [event for one in told for event in one]
    landed = {e.data["seat"]: e.data for e in events if e.kind == "landed"}
    scored = {e.data["seat"]: e.data for e in events if e.kind == "scored"}
    won = [names[n] for n in (s.result.winners if s.result else ())]
    outcome = f"{listed(won)} {'wins' if len(won) == 1 else 'share the victory'}." if won else "Nobody has landed."
    return EndCard(
        outcome,
        tuple(_standing(n, landed.get(n), scored.get(n)) for n in range(len(names))),
        tuple(Strip(name, _claims(events, n), n) for n, name in enumerate(names)),
        "points claimed in each turn",
        tuple(_points(told, names)),
        tuple(_luck(events, names)),
    )


def _standing(seat: int, landed: dict[str, Any] | None, scored: dict[str, Any] | None) -> Standing:
    if scored is None:
        short = landed["short"] if landed else {}
        return Standing("-", tuple((f"short in {SHORT[d]}", str(n)) for d, n in short.items()), seat)
    missions, crew, *objectives, damage = (int(points) for _, points in scored["lines"])
    parts = {"missions": missions, "crew": crew, "objectives": sum(objectives), "damage": damage}
    return Standing(str(scored["score"]), tuple((name, str(n)) for name, n in parts.items()), seat)


def _turns(told: Sequence[Sequence[Event]]) -> Iterator[tuple[int, int, Event]]:
    """Yield every event with the number of its move and the turn it was in."""
    turn = 0
    for move, events in enumerate(told):
        for event in events:
            if event.kind == "turned":
                turn = 3 * (event.data["round"] - 1) + event.data["step"]
            yield move, turn, event


def _claims(events: Sequence[Event], seat: int) -> str:
    points = [0] * (TURNS + 1)
    for _, turn, e in _turns([events]):
        if e.kind == "claimed" and e.data["seat"] == seat:
            points[turn] += int(e.data["points"])
    return "".join(str(min(n, 9)) if n else "·" for n in points[1:])


def _points(told: Sequence[Sequence[Event]], names: Sequence[str]) -> Iterator[TurningPoint]:
    for move, turn, e in _turns(told):
        d, who = e.data, names[e.data["seat"]] if "seat" in e.data else ""
        if e.kind == "claimed" and d["points"] >= BIG:
            words = f"{who} claims {book().missions[d['mission']].title} for {some(d['points'], 'point')}."
            yield TurningPoint(move, turn, words, float(d["points"]))
        elif e.kind == "hit" and len(d["departments"]) > 1:
            words = f"{who} takes {some(len(d['departments']), 'damage card')}."
            yield TurningPoint(move, turn, words, -float(len(d["departments"])))
        elif e.kind == "kept":
            yield TurningPoint(move, turn, f"{who} takes on the {crew_card(d['card']).title}.", 2.0)
        elif e.kind == "landed" and d["short"]:
            yield TurningPoint(move, turn, f"{who} is {sum(d['short'].values())} short and cannot land.", -10.0)


def _luck(events: Sequence[Event], names: Sequence[str]) -> Iterator[Luck]:
    tiles = [e.data["damage"] for e in events if e.kind == "turned" and e.data["step"] > 1]
    average = mean(tile.damage for tile in book().tiles.values())
    yield Luck("Tile damage", sum(tiles), len(tiles) * average)
    orders = [e.data["order"] for e in events if e.kind == "ordered"]
    for seat in range(len(names)):
        first = sum(order[0] == seat for order in orders)
        yield Luck("first in order", first, len(orders) / len(names), seat)


def standing(view: ReachView, names: Sequence[str]) -> str:
    """Return what each player has so far."""
    return ", ".join(f"{names[b.seat]} {b.score}{f' (damage {b.hurt})' if b.hurt else ''}" for b in view.boards) + "."
