"""Pictures of the cards at the end of games, and of a game as a film."""

from __future__ import annotations

from starforge.engine.save import read_save
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tui.screens.page import Page
from starforge.tui.screens.record.end_card import EndCardScreen
from starforge.tui.screens.record.replay import ReplayScreen
from tests.pictures import ROOT
from tests.pictures.shot import LARGE, SMALL, Opening, Shot

GAMES = {
    "astroforce": "astroforce-solo-greedy-9",
    "reach": "reach-4-seats-seed-8",
    "shattered": "shattered-reach-3-seats-seed-9",
}


def ended(name: str, film: bool = False) -> Opening:
    """Open the end card of a game that is kept, or the film of it."""

    async def first(lobby: LocalLobby) -> Page:
        replay = Replay(read_save(ROOT / "tests" / "games" / "saves" / f"{name}.json"))
        return (ReplayScreen if film else EndCardScreen)(replay, "game.json")

    return first


SHOTS = (
    *(
        Shot(f"card-{game}-{size[0]}x{size[1]}", ended(name), size=size)
        for game, name in GAMES.items()
        for size in (SMALL, LARGE)
    ),
    Shot("film-80x24", ended(GAMES["shattered"], film=True), ("t", "t", "t")),
)
