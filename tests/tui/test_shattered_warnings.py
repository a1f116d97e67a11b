"""What is lost before long is seen on a war's screen, whatever its panel shows and however small it is."""

from typing import Any

import pytest

from starforge.engine.position import write_position
from starforge.games import GAMES
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.words.warnings import worded
from starforge.tables.local import LocalLobby
from tests.shattered_reach.test_warnings import war
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

CAPTOR = "Picket 2 is on a home planet and wins at the end of the round unless it is destroyed"
MANY = [f"{n} B wasp {n - 10},-4 N v0" for n in range(3, 14)]


@pytest.fixture(autouse=True)
def the_war(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "shattered-reach", "starforge.games.shattered_reach.game:GAME")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=str)
def test_a_capture_to_come_is_seen_on_every_page_of_the_panel(size: tuple[int, int], lobby: LocalLobby) -> None:
    start = write_position(GAME, war("homeworlds", ["1 A wasp -2,-3 N v0", "2 B picket -4,7 N v0", *MANY]))

    async def script(seen: Seen) -> list[str]:
        shown = []
        for _ in range(4):
            shown.append(seen.text())
            await seen.press("p")
        return shown

    shown: Any = run(make_app(lobby, at_table("shattered-reach", "A", "bot:random", start=start)), script, size)
    assert all("! Picket 2" in text and "wins at the end of the round" in text for text in shown)
    assert len({*shown}) > 1


def test_a_warning_is_worded_in_ever_fewer_words() -> None:
    assert worded(CAPTOR) == [
        f"{CAPTOR}.",
        "Picket 2 is on a home planet and wins at the end of the round",
        "Picket 2 wins at the end of the round",
    ]
    lock = "Wasp 1 loses its lock on Spark 3 this round"
    assert worded(f"{lock}: it is out of reach") == [f"{lock}: it is out of reach.", lock, lock]
