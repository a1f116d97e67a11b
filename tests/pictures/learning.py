"""Pictures of lessons, of the glossary, and of a war about to be chosen."""

from __future__ import annotations

from starforge.games.lessons import lessons
from starforge.tables.local import LocalLobby
from starforge.tables.own.lesson_table import LessonTable
from starforge.tui.screens.learn.glossary import GlossaryScreen
from starforge.tui.screens.learn.learn import LearnScreen
from starforge.tui.screens.learn.lesson import LessonScreen
from starforge.tui.screens.new_game import NewGameScreen
from starforge.tui.screens.page import Page
from tests.pictures.shot import LARGE, SMALL, Opening, Shot


def lesson(game: str, slug: str) -> Opening:
    """Open a lesson."""

    async def first(lobby: LocalLobby) -> Page:
        return LessonScreen(LessonTable(next(one for one in lessons(game) if one.slug == slug), "Ada"))

    return first


async def listed(lobby: LocalLobby) -> Page:
    return LearnScreen("astroforce")


async def words(lobby: LocalLobby) -> Page:
    return GlossaryScreen("shattered-reach")


async def war(lobby: LocalLobby) -> Page:
    return NewGameScreen()


EVENTS, CREW = lesson("astroforce", "05-events"), lesson("reach", "01-ship-and-crew")
SHOTS = (
    Shot("learn", listed),
    *(
        Shot(f"{name}-{size[0]}x{size[1]}", first, keys, size)
        for size in (SMALL, LARGE)
        for name, first, keys in (
            ("lesson-astroforce", EVENTS, ()),
            ("lesson-reach", CREW, ("1", "a")),
            ("lesson-shattered", lesson("shattered-reach", "06-ramming"), ("w", "w", "w")),
            ("glossary", words, ()),
            ("new-war", war, ("left", "f", "end", *["tab"] * 4)),
        )
    ),
)
