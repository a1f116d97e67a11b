"""Whole games as readable text: what the planning player did and what happened, for a few seeds.

After a wanted change of rules or cards write them anew with STARFORGE_GOLDENS=write in the environment,
and read the difference.
"""

import os
from pathlib import Path

import pytest

from starforge.games.astroforce.bot import player
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import Options

GAMES = {
    "solo-easy-7": (Options(patrol="easy"), 1, 7),
    "solo-deadly-3": (Options(patrol="deadly", failures="consecutive"), 1, 3),
    "pair-medium-11": (Options(patrol="medium"), 2, 11),
}
FOLDER = Path(__file__).parent / "goldens"


def play(options: Options, seats: int, seed: int) -> str:
    """Return a game as text: an order a line, and under it what happened."""
    names = ["Ada", "Ben"][:seats]
    s = GAME.new(options, seats, seed)

    def happened() -> list[str]:
        return [f"  {line}" for line in (GAME.tell(event, names) for event in s.events) if line]

    lines = happened()
    while s.result is None:
        s.events.clear()
        ((seat, ask),) = s.asks.items()
        order = player.choose(s, ask.kind, tuple(GAME.legal(s, seat)))
        GAME.apply(s, seat, order)
        lines.append(f"{names[seat]}: {order}")
        lines += happened()
    return "\n".join([*lines, s.result.text, ""])


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_is_written(name):
    path = FOLDER / f"{name}.txt"
    text = play(*GAMES[name])
    if os.environ.get("STARFORGE_GOLDENS") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
