"""The first and the last rows of the screen: scenario, round, phase and seats; what happened last; the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len

from starforge.games.shattered_reach.model.actions import Fire
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words.report import scenarios_title
from starforge.tables.table import LONGEST_NAME
from starforge.tui.drawing.frame import Item, Scene
from starforge.tui.drawing.picture import Picture, Span, fit
from starforge.tui.games.shattered_reach.map.marks import side
from starforge.tui.games.shattered_reach.spots import SalvoSpot

PHASES = {
    "faction": "Factions",
    "build": "Fleet building",
    "deploy": "Deployment",
    "move": "Movement",
    "fire": "Firing",
    "over": "Over",
}

RECENT = 40
"""Lines of the log among which what happened last is found."""
_LOOK = (("v", "lens"), ("g", "zoom"), ("p", "panel"))
_ALWAYS = (("u", "undo"), ("?", "keys"), ("h", "hint"), ("i", "inspect"), ("r", "rules"), ("q", "leave"), ("l", "log"))
_KEYS = {
    "faction": (("Enter", "choose"), ("Tab", "next")),
    "build": (("Enter", "buy"), ("a", "take out"), ("Tab", "next")),
    "deploy": (("Enter", "place"), ("t", "next ship"), (",", "all by role"), *_LOOK),
    "move": (("Enter", "do"), ("t", "next ship"), (",", "move all"), *_LOOK),
    "fire": (("Enter", "do"), ("t", "next ship"), (",", "volley"), *_LOOK),
}


def keys_now(view: WarView, one: Item | None = None) -> tuple[tuple[str, str], ...]:
    """Return the keys to show in the last row: those of the item under the cursor and of the question first."""
    if one is not None and isinstance(one.action, Fire) and not one.reason:
        return (("Enter", "fire"), ("x", "fire all"), ("Backspace", "back"), *_LOOK, *_ALWAYS)
    if one is not None and isinstance(one.spot, SalvoSpot):
        return (("Enter", "one shot"), ("x", "all of the line"), ("Space", "page"), ("Backspace", "back"), *_ALWAYS)
    asked = _KEYS.get(view.ask.kind, ()) if view.ask is not None else ()
    odds = (("%", "odds"),) if view.phase == "fire" else ()
    return (*(asked or (("Enter", "go on"), *_LOOK)), *_ALWAYS[:2], *odds, *_ALWAYS[2:])


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
    row = next((way for way in ways if _cells(way) + _cells(seats) + 3 <= picture.width), None)
    if row is None:
        count = len(view.seats)
        short: list[Span] = [("SR", "title bold"), *([(f" · {view.turn}", "")] if view.turn else []), phase]
        row = next((way for way in (ways[-1], short) if picture.width - _cells(way) - 3 >= 10 * count), short)
        seats = _seats(scene, view, max((picture.width - _cells(row) - 3) // count - 5, 3))
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


def entries(log: Sequence[str]) -> list[str]:
    """Return what happened, each with the lines that belong to it."""
    found: list[str] = []
    for words in log:
        if found and words.startswith("  "):
            found[-1] += f" {words.strip()}"
        else:
            found.append(words.strip())
    return found


def with_entries(scene: Scene) -> tuple[Scene, list[str]]:
    """Return a scene whose log has the last entries whole, and those of them that are new, at least one."""
    told = entries(scene.log[-RECENT:])
    fresh = len(entries(scene.log[-scene.fresh :])) if scene.fresh else 0
    return replace(scene, log=told, fresh=min(fresh, len(told))), told[-max(fresh, 1) :]
