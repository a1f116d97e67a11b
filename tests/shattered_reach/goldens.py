"""Whole games as people read them, in ``goldens/*.txt``; ``python -m tests.shattered_reach.goldens`` writes them."""

from __future__ import annotations

from pathlib import Path

from starforge.bots.levels import make
from starforge.engine.match import Match
from starforge.engine.rng import Rng
from starforge.engine.state import clone, digest
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.state import Options, War

FOLDER = Path(__file__).parent / "goldens"
NAMES = ("Ada", "Ben", "Cyd")
GAMES = {
    "small-skirmish": (Options(factions="ferrum,ember", rounds=8), 2, 11),
    "three-ways": (Options(factions="myriad,ember,ferrum", rounds=6), 3, 12),
    "planetary-defense": (Options(scenario="planetary-defense-2p", factions="myriad,ember", rounds=3), 2, 13),
}


def play(name: str) -> Match:
    """Play one of the games by bots."""
    options, seats, seed = GAMES[name]
    match = Match(GAME, options, seats, seed)
    players = [make(GAME, "greedy", seed + n) for n in range(seats)]
    while match.state.result is None:
        s = match.state
        assert isinstance(s, War)
        seat = min(s.asks)
        match.submit(seat, players[seat].choose(GAME.view(s, seat), lambda s=s, seat=seat: sample(s, seat)))
    return match


def sample(s: War, seat: int) -> War:
    twin = clone(s)
    GAME.redeal(twin, seat, Rng(1))
    return twin


def write(match: Match) -> str:
    """Return a game as text: every action, and what was told of it; the digest of its end last."""
    again = Match(GAME, match.options, match.seats, match.seed)
    lines = []
    for move in match.moves:
        lines.append(f"> {NAMES[move.seat]}: {move.text}")
        for event in again.submit(move.seat, GAME.parse(move.text)):
            told = GAME.tell(event, NAMES)
            lines += [f"  {told}"] if told else []
    return "\n".join([*lines, f"= {digest(again.state)}", ""])


def read(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return the moves of a kept game, and its whole text."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    moves = [line[2:].split(": ", 1) for line in text.splitlines() if line.startswith("> ")]
    return [(NAMES.index(who), what) for who, what in moves], text


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(write(play(name)), encoding="utf-8")
