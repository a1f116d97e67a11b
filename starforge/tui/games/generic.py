"""How a game without a drawing of its own is shown: its view in words, on the common frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from starforge.engine.game import Game
from starforge.tui.drawing.foot import Foot, draw_news, fresh
from starforge.tui.drawing.frame import Scene, draw_title, here
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
    about, style = here(scene)
    foot = Foot(
        scene=scene,
        width=width,
        height=height,
        which=range(len(scene.items)),
        rows=min(max(-(-len(scene.items) // columns), 3), height // 3),
        narrowest=36,
        usual=1 if side else 3,
        about=about,
        style=style,
        news=() if side else fresh(scene),
    )
    board = height - 4 - foot.tall
    picture.box(Region(0, 1, width - side, board + 2), "Table")
    row = 2
    for line in cast("Sequence[str]", scene.more):
        for part in wrap(line, width - side - 4):
            if row < board + 2:
                picture.put(2, row, part)
            row += 1
    if side:
        picture.box(Region(width - side, 1, side, board + 2), "Log")
        draw_news(picture, scene, fresh(scene), Region(width - side + 2, 2, side - 4, board))
    foot.draw(picture)
    draw_footer(picture, scene.scope)
    return picture
