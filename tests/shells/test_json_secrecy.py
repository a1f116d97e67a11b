"""Whatever one seat does in secret, the JSON shell tells all others the same of it: also how often it acted."""

from __future__ import annotations

import asyncio
import io
import json
import secrets
from collections.abc import Iterator
from dataclasses import fields
from itertools import count
from typing import NamedTuple

import pytest

from starforge.engine.event import redact
from starforge.engine.game import Game
from starforge.engine.rng import Rng
from starforge.engine.save import Seat
from starforge.engine.state import State, clone
from starforge.games import load
from starforge.tables import local_table
from starforge.tables.local import LocalLobby
from starforge.tui.shells.json import Json
from tests.contract.checks import options_for, walk

MOST = 12
"""So many secret actions are tried in a row."""


class Moment(NamedTuple):
    """A moment at which a seat acts in secret, and two ways in which it may do so, one of them in more steps.

    ``open``: it is still asked after either of them.
    """

    moves: list[tuple[int, str]]
    kind: str
    seat: int
    ways: tuple[list[str], list[str]]
    open: bool


def others(game: Game, s: State, seat: int) -> list[int | None]:
    players = len(s.players) if hasattr(s, "players") else getattr(s, "seats", 1)
    return [None, *(n for n in range(players) if n != seat)]


def in_secret(game: Game, s: State, seat: int, dice: Rng, steps: int) -> tuple[list[str], State]:
    """Let a seat take random actions of which nobody else learns anything; return them and what they led to."""
    done: list[str] = []
    for _ in range(steps):
        legal = game.legal(s, seat) if seat in s.asks else []
        if not legal:
            break
        action = legal[dice.below(len(legal))]
        after = clone(s)
        after.events = []
        game.apply(after, seat, action)
        for other in others(game, s, seat):
            if game.view(after, other) != game.view(s, other) or any(redact(e, other) for e in after.events):
                return done, s
        done.append(str(action))
        after.events = []
        s = after
    return done, s


def answered(game: Game, s: State, seat: int, dice: Rng) -> tuple[list[str], State] | None:
    """Let a seat go on in secret until it has answered; None when that cannot be, or others learn more by it."""
    done: list[str] = []
    for _ in range(MOST * 5):
        for action in game.legal(s, seat):
            after = clone(s)
            after.events = []
            game.apply(after, seat, action)
            if seat not in after.asks and after.asks:
                after.events = []
                return [*done, str(action)], after
        more, s = in_secret(game, s, seat, dice, 1)
        if not more:
            break
        done += more
    return None


def moments(slug: str, seats: int, seed: int) -> Iterator[Moment]:
    """Find a moment for each kind of ask, and whether others are asked too, in which what a seat does stays secret."""
    game, moves, known = load(slug), list[tuple[int, str]](), set[tuple[str, bool, bool]]()
    for s, acting, action in walk(game, seats, seed):
        for seat in sorted(s.asks):
            kind = s.asks[seat].kind
            sort = kind, len(s.asks) > 1, seat == min(s.asks)
            if sort in known:
                continue
            dice = Rng(seed + len(moves))
            found = [in_secret(game, clone(s), seat, dice, steps) for steps in (1 + dice.below(3), MOST)]
            ways = tuple(texts for texts, _ in found)
            if not all(ways) or len(ways[0]) == len(ways[1]):
                continue
            known.add(sort)
            yield Moment(list(moves), kind, seat, ways, open=True)
        moves.append((acting, str(action)))


def finished(moment: Moment, slug: str, seats: int, seed: int) -> Moment | None:
    """Return a moment in which the seat has answered by either way, and nothing else is known of it."""
    game = load(slug)
    ends, after = [], []
    for way in moment.ways:
        s = replayed(game, moment.moves, seats, seed)
        for text in way:
            s.events = []
            game.apply(s, moment.seat, game.parse(text))
        s.events = []
        if end := answered(game, s, moment.seat, Rng(seed)):
            ends.append([*way, *end[0]])
            after.append(end[1])
    if len(ends) < 2 or after[0].asks.keys() != after[1].asks.keys():
        return None
    if any(game.view(after[0], n) != game.view(after[1], n) for n in others(game, after[0], moment.seat)):
        return None
    return moment._replace(ways=tuple(ends), open=False)


def replayed(game: Game, moves: list[tuple[int, str]], seats: int, seed: int) -> State:
    s = game.new(options_for(game, seats, seed), seats, seed)
    for by, text in moves:
        s.events = []
        game.apply(s, by, game.parse(text))
    s.events = []
    return s


class Talk:
    """A table that is played over the JSON shell."""

    def __init__(self, folder, slug: str, seats: list[Seat], seed: int) -> None:
        game = load(slug)
        chosen = options_for(game, len(seats), seed)
        options = {one.name: getattr(chosen, one.name) for one in fields(chosen)}
        self.table = asyncio.run(LocalLobby(folder).create(slug, seats, options, seed))

    def say(self, *commands: dict) -> list[str]:
        """Send commands, and return what comes back."""
        out = io.StringIO()
        text = "".join(json.dumps(command) + "\n" for command in commands)
        asyncio.run(Json(self.table, io.StringIO(text), out).run())
        return out.getvalue().splitlines()

    def look(self, viewer: int | None) -> list[str]:
        """Ask for everything that a seat may look at."""
        commands = [{"cmd": name, "seat": viewer} for name in ("view", "log")]
        length = self.table.length(viewer)
        commands += [{"cmd": "log", "seat": viewer, "since": n} for n in {1, length // 2, length, length + 1}]
        if viewer is not None:
            commands += [{"cmd": name, "seat": viewer} for name in ("legal", "choices", "hint")]
        return self.say(*commands)

    def undo(self, viewer: int) -> list[str]:
        return self.say({"cmd": "undo", "seat": viewer})


def acts(seat: int, way: list[str]) -> list[dict]:
    return [{"cmd": "act", "seat": seat, "action": text} for text in way]


@pytest.fixture
def same_ids(monkeypatch):
    """Let the tables of two games have the same id."""

    def restart() -> None:
        numbers = count()
        monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):06x}")

    return restart


GAMES: list[tuple[str, int, set[str], int]] = [
    *(("tiny", 3, {"lay"}, seed) for seed in range(3, 8)),
    *(("reach", seats, {"plan"}, 2 + seats) for seats in (2, 3, 4)),
    ("shattered-reach", 2, {"build", "deploy", "move"}, 3),
]


@pytest.mark.parametrize(("slug", "seats", "kinds", "seed"), GAMES)
def test_people_cannot_tell_what_another_did_in_secret(tmp_path, same_ids, slug, seats, kinds, seed):
    found = set()
    for n, moment in enumerate(moments(slug, seats, seed)):
        for at, one in enumerate(filter(None, (moment, finished(moment, slug, seats, seed)))):
            heard = []
            for number, way in enumerate(one.ways):
                same_ids()
                talk = Talk(tmp_path / f"{n}-{at}-{number}", slug, [Seat(name=f"P{i}") for i in range(seats)], seed)
                talk.say(*(command for by, text in one.moves for command in acts(by, [text])))
                answers = talk.say(*acts(one.seat, way))
                assert not any('"illegal"' in line or '"error"' in line for line in answers), answers
                viewers = [seat for seat in (None, *range(seats)) if seat != one.seat]
                told = {viewer: talk.look(viewer) for viewer in viewers}
                told |= {f"undo {viewer}": talk.undo(viewer) for viewer in viewers if viewer is not None}
                heard.append(told)
            assert heard[0] == heard[1], f"{one.ways} of seat {one.seat}"
            found.add(one.kind)
    assert kinds <= found, found


class Scripted:
    """A bot that does what is written down."""

    blind = True

    def __init__(self, game: Game, texts: list[str]) -> None:
        self.game, self.texts = game, texts

    def choose(self, view, sample):
        return self.game.parse(self.texts.pop(0))


@pytest.mark.parametrize(("slug", "seats", "kinds", "seed"), GAMES)
def test_people_cannot_tell_what_a_bot_did_in_secret(tmp_path, monkeypatch, same_ids, slug, seats, kinds, seed):
    """Then all that is ever printed is the same, until a person answers: there is no line for each of its actions."""
    found = set()
    for n, moment in enumerate(moments(slug, seats, seed)):
        one = finished(moment, slug, seats, seed)
        if one is None or one.seat > min(replayed(load(slug), one.moves, seats, seed).asks):
            continue
        heard = []
        for number, way in enumerate(one.ways):
            same_ids()
            people = [Seat(name=f"P{i}", bot="random" if i == one.seat else "") for i in range(seats)]
            talk = Talk(tmp_path / f"{n}-{number}", slug, people, seed)
            for by, text in one.moves:
                asyncio.run(talk.table.submit(by, talk.table.game.parse(text)))
            with monkeypatch.context() as patch:
                patch.setattr(local_table, "make", lambda game, level, seed, way=way: Scripted(game, list(way)))
                told = talk.say()
            assert len(told) <= 4, "it is asked, has answered, is no longer asked, and that is all"
            heard.append([told, [talk.look(viewer) for viewer in (None, *range(seats)) if viewer != one.seat]])
        assert heard[0] == heard[1], f"{one.ways} of seat {one.seat}"
        found.add(one.kind)
    assert found & kinds, found
