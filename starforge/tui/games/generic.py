"""How a game without a drawing of its own is shown: its view in words, on the common frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from starforge.engine.game import Game
from starforge.tui.drawing.frame import Scene, draw_choices, draw_hint, draw_log, draw_question, draw_title
from starforge.tui.drawing.picture import Picture, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.screens.page import draw_footer
from starforge.tui.screens.play.ui import GameUi


class GenericUi(GameUi):
    """Show any game in words."""

    @staticmethod
    def facts(game: Game[Any, Any], view: Any, names: Sequence[str]) -> Sequence[str]:
        return game.lines(view, names)

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        return draw(scene, width, height)


def draw(scene: Scene, width: int, height: int) -> Picture:
    """Return the whole screen; ``scene.more`` are the words."""
    picture = Picture(width, height)
    draw_title(picture, scene, [(f" · turn {scene.view.turn}", "dim")])
    side = width * 2 // 5 if width >= 100 else 0
    columns = max(width // 36, 1)
    choices = min(max(-(-len(scene.items) // columns), 3), height // 3)
    board = height - choices - (4 if side else 7)
    picture.box(Region(0, 1, width - side, board + 1), "Table")
    row = 2
    for line in cast("Sequence[str]", scene.more):
        for part in wrap(line, width - side - 4):
            if row < board + 1:
                picture.put(2, row, part)
            row += 1
    if side:
        picture.box(Region(width - side, 1, side, board + 1), "Log")
        draw_log(picture, scene, Region(width - side + 2, 2, side - 4, board - 1))
    else:
        draw_log(picture, scene, Region(1, board + 2, width - 2, 3))
    top = height - choices - 3
    draw_question(picture, scene, Region(0, top, picture.width))
    draw_choices(picture, scene, Region(0, top + 1, width, choices))
    draw_hint(picture, scene, Region(1, height - 2, width - 2))
    draw_footer(picture, scene.scope)
    return picture
