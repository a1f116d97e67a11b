"""Whole games as people read them: every action, what was told of it, and digests of the state.

A file ``GAME/NAME.txt`` begins with what is played: the game and the version of its rules, options, bots, a seed. The
rest is written by ``python -m tests regenerate goldens``. To keep another game, write its head and regenerate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.event import Event
from starforge.engine.match import DIGEST_EVERY, Drift, Match
from starforge.engine.save import OptionError, read_options
from starforge.engine.state import digest
from starforge.games import load

FOLDER = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cyd", "Dov")
FILES = sorted(FOLDER.glob("*/*.txt"))
Moves = Sequence[tuple[int, str]]


class RulesChanged(Exception):
    """Report a game that goes otherwise than it is written, by rules that still call themselves the same."""


@dataclass(frozen=True)
class Head:
    """Say what is played, as the first lines of a file do."""

    game: str
    rules: int
    options: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int

    def lines(self) -> list[str]:
        options = " ".join(self.options) or "as they are"
        return [
            f"game {self.game}, rules {self.rules}",
            f"options {options}",
            f"bots {' '.join(self.bots)}",
            f"seed {self.seed}",
        ]


def read_head(text: str) -> Head:
    words = dict(line.split(" ", 1) for line in text.splitlines()[:4])
    game, rules = words["game"].split(", rules ")
    options = () if words["options"] == "as they are" else tuple(words["options"].split())
    return Head(game, int(rules), options, tuple(words["bots"].split()), int(words["seed"]))


def read_moves(text: str) -> list[tuple[int, str]]:
    moves = [line[2:].split(": ", 1) for line in text.splitlines() if line.startswith("> ")]
    return [(NAMES.index(who), action) for who, action in moves]


def digests(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("# ")]


def begin(head: Head) -> Match:
    game = load(head.game)
    options = read_options(game, dict(option.split("=", 1) for option in head.options))
    return Match(game, options, len(head.bots), head.seed)


def play(head: Head) -> list[tuple[int, str]]:
    """Let bots play a game, and return its moves."""
    match = begin(head)
    players = [make(match.game, level, derive(head.seed, seat)) for seat, level in enumerate(head.bots)]
    while match.state.result is None:
        s, seat = match.state, min(match.state.asks)
        sample = sampler(match.game, s, seat, len(match.moves))
        match.submit(seat, players[seat].choose(look(match.game, s, seat, players[seat]), sample))
    return [(move.seat, move.text) for move in match.moves]


def write(head: Head, moves: Moves) -> str:
    """Return a game as text, played anew by its moves; raise Drift where one is refused."""
    match = begin(head)
    lines = [*head.lines(), "", *told(match, match.opening)]
    for number, (seat, action) in enumerate(moves, 1):
        (events,) = match.replay([(seat, action)])
        lines += [f"> {NAMES[seat]}: {action}", *told(match, events)]
        if number % DIGEST_EVERY == 0 or number == len(moves):
            lines.append(f"# {number} moves: {digest(match.state)}")
    return "\n".join([*lines, match.state.result.text if match.state.result else "It goes on.", ""])


def told(match: Match, events: Sequence[Event]) -> Iterator[str]:
    words = (match.game.tell(event, NAMES) for event in events)
    return (f"  {one}" for one in words if one)


def renew(text: str) -> str:
    """Return a file as it should be: with the moves it has, or played by bots if the rules say they have changed."""
    head = read_head(text)
    version = load(head.game).info.rules_version
    if moves := read_moves(text):
        try:
            again = write(replace(head, rules=version), moves)
        except (Drift, OptionError, ValueError) as error:
            again = str(error)
        if digests(again) == digests(text):
            return again
        if version == head.rules:
            raise RulesChanged(head.game)
    head = replace(head, rules=version)
    return write(head, play(head))


def regenerate() -> int:
    """Write every file anew, and return the exit code; a game whose rules changed unsaid is left as it is."""
    refused = set()
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        try:
            again = renew(text)
        except RulesChanged as error:
            refused.add(str(error))
            continue
        if again != text:
            path.write_text(again, encoding="utf-8")
            print(f"{path.relative_to(FOLDER)} has changed", flush=True)
    for game in sorted(refused):
        print(f"{game}: {UNSAID}")
    return 1 if refused else 0


UNSAID = "cards or rules have changed, so older saves do not play on: raise rules_version in its Info, and run again"
