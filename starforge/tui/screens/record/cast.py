"""A game as a file that asciinema plays: asciicast version 2."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rich.color import ColorSystem

from starforge.tables.play.replay import Replay
from starforge.tui.app.output import PLAIN, Shown, change, written
from starforge.tui.app.theme import Theme, theme_for
from starforge.tui.drawing.end_card import draw_end_card
from starforge.tui.drawing.picture import Picture
from starforge.tui.screens.page import draw_footer
from starforge.tui.screens.record.film import Film

SIZE = (80, 24)
STEP = 0.8
"""Seconds of an ordinary step."""


def film(replay: Replay, where: str, twins: bool = False) -> str:
    """Return a replay as a spectator sees it, step by step, and after it the end card."""
    head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": f"starforge: {replay.game.info.title}"}
    lines = [json.dumps(head)]
    shown, theme, at = Shown(ColorSystem.TRUECOLOR, twins), theme_for("night", "many"), 0.0
    for picture, seconds in _pictures(Film(replay, twins), where):
        lines.append(json.dumps([round(at, 2), "o", _sent(picture, shown, theme)]))
        at += seconds
    return "\n".join([*lines, json.dumps([round(at, 2), "o", ""]), ""])


def _pictures(made: Film, where: str) -> Iterator[tuple[Picture, float]]:
    """Yield each picture with the seconds that it stays; steps of which nobody is told are left out."""
    for n in range(made.length + 1):
        if n and not made.told(n, None) and not made.ends_turn(n):
            continue
        picture = made.picture(n, None, SIZE)
        draw_footer(picture, "replay", f"{n}/{made.length}", keys=())
        yield picture, STEP * made.pause(n)
    if made.replay.ended:
        yield draw_end_card(made.replay.end_card(), made.replay.heading(where), SIZE), 8 * STEP


def _sent(picture: Picture, shown: Shown, theme: Theme) -> str:
    """Return what a terminal is sent that shows the picture before."""
    out, now = ["\x1b[?25l\x1b[2J" if shown.size == (0, 0) else ""], PLAIN
    shown.ready((picture.width, picture.height))
    for y in range(picture.height):
        for x, cells in shown.update(y, 0, shown.drawn(picture.chars[y], picture.styles[y], theme.style)):
            out.append(f"\x1b[{y + 1};{x + 1}H")
            now = written(out, cells, now)
    return "".join([*out, change(now, PLAIN)])
