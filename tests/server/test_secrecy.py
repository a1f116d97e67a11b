"""What each client receives, byte for byte, over whole games of all games, holds nothing that its user may not know.

Every view that is sent is also right for states in which all that its seat cannot know is dealt anew; and where two
games differ only in what one seat does in secret, or whether it does it at all, everybody else receives the same bytes.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator

import pytest

from starforge.engine.action import Action
from starforge.engine.event import redact
from starforge.engine.game import Game
from starforge.engine.rng import Rng
from starforge.engine.state import State, clone
from starforge.games import load
from starforge.server.push import outbox
from starforge.tables.remote import wire
from starforge.tables.shared import Clock
from tests.contract.checks import options_for, pick, walk
from tests.server.local_server import LocalServer, Tap, serving, tap

NAMES = ("Ada", "Ben", "Cy", "Dee")
GAMES = [("tiny", 3), ("astroforce", 2), ("reach", 3), ("shattered-reach", 2)]
SEED = 5_214_783_996
TRIES = 6
"""So often a kind of action is looked at, whether it is taken in secret."""


async def gather(server: LocalServer, game: Game, seats: int, seed: int) -> tuple[str, list[Tap]]:
    """Begin a table with the players, one who watches and one who stays in the lobby, each with an own line."""
    clients = [await tap(server, name) for name in (*NAMES[:seats], "Eve", "Flo")]
    options = options_for(game, seats, seed)
    given = {name: getattr(options, name) for name in options.__dataclass_fields__ if name != "custom"}
    table_id = await server.table(NAMES[:seats], game.info.id, seed, Clock("bank", 100_000), **given)
    for client in clients[:-1]:
        answer = await client.ask("open", table=table_id)
        assert set(answer["ok"]) == {"game", "options", "seat", "recap"}
    return table_id, clients


async def quiet(clients: list[Tap]) -> None:
    """Return when every client has what it is to be told: an answer comes after all news."""
    for client in clients:
        await client.ask("preferences")


def packed(game: Game, s: State, seat: int | None):
    return json.loads(wire.text(wire.pack_view(game, game.view(s, seat))))


def check_views(server: LocalServer, table_id: str, clients: list[Tap], dice: Rng) -> None:
    """Compare what every client was told last with what its seat may know of a state dealt anew."""
    table = server.daemon.hub.open[table_id]
    game, true = table.game, table.record.match.state
    for seat, client in [*enumerate(clients[:-2]), (None, clients[-2])]:
        for viewer, side in ((seat, "own"), (None, "public")):
            if viewer is None or seat is not None:
                s = clone(true)
                game.redeal(s, viewer, Rng(dice.below(2**40)))
                told = client.last(table_id, side if seat is not None else "public", "view")
                assert told == packed(game, s, viewer), f"seat {seat} is told what it cannot know"


@pytest.mark.parametrize(("slug", "seats"), GAMES)
async def test_nothing_that_is_sent_tells_more_than_a_seat_may_know(tmp_path, slug, seats):
    game, dice, kept = load(slug), Rng(3), 0
    async with serving(tmp_path) as server:
        table_id, clients = await gather(server, game, seats, SEED)
        table = server.daemon.hub.open[table_id]
        for count in range(3000):
            s = table.record.match.state
            if s.result is not None:
                break
            if count % (1 if count < 30 else 60) == 0:
                await quiet(clients)
                check_views(server, table_id, clients, dice)
            seat, action = pick(game, s, dice)
            mine = table.record.mine[seat]
            after = clone(s)
            after.events = []
            game.apply(after, seat, action)
            answer = await clients[seat].ask("submit", table=table_id, action=str(action), mine=mine)
            known = [seen for event in after.events if (seen := redact(event, seat))]
            assert answer["ok"] == json.loads(wire.text([wire.pack_event(event) for event in known]))
            kept += known != after.events
        await quiet(clients)
        received = [b"".join(client.lines) for client in clients]
    assert table.record.match.state.result is not None
    assert kept or slug not in ("tiny", "reach"), "no answer had anything to keep from who asked"
    for seat, bytes_ in enumerate(received):
        assert str(SEED).encode() not in bytes_, f"client {seat} is told the seed"
        assert b"digest" not in bytes_
        assert b"SHA256:" not in bytes_
    assert len(received[-1]) < len(received[-2]), "who is in the lobby is told less than who watches"


def spots(game: Game, seats: int, seed: int) -> Iterator[tuple[list[tuple[int, str]], int, list[str]]]:
    """Find the moments of a random game at which a seat may choose in secret, one for each kind of action.

    Give the moves until then, the seat, and two actions that nobody else can tell apart, nor from doing nothing.
    """
    moves: list[tuple[int, str]] = []
    known: dict[type, int] = {}
    for s, acting, action in walk(game, seats, seed):
        for seat in sorted(s.asks):
            kinds: dict[type, list[Action]] = {}
            for one in game.legal(s, seat):
                kinds.setdefault(type(one), []).append(one)
            for kind, both in kinds.items():
                if known.get(kind, 0) >= TRIES or len(both) < 2:
                    continue
                known[kind] = known.get(kind, 0) + 1
                if all(_is_secret(game, s, seat, one) for one in both[:2]):
                    known[kind] = TRIES
                    yield list(moves), seat, [str(one) for one in both[:2]]
        moves.append((acting, str(action)))


def _is_secret(game: Game, s: State, seat: int, action) -> bool:
    after = clone(s)
    after.events = []
    game.apply(after, seat, action)
    others = [None, *(n for n in range(len(_players(s))) if n != seat)]
    return all(
        game.view(after, other) == game.view(s, other) and not any(redact(e, other) for e in after.events)
        for other in others
    )


def _players(s: State):
    return s.players if hasattr(s, "players") else range(getattr(s, "seats", 1))


def others_go_on(game: Game, s: State, seat: int, secret: list[str | None], steps: int = 5) -> list[tuple[int, str]]:
    """Return moves of other seats that are allowed whatever the seat has done, until that becomes known."""
    states = []
    for text in secret:
        after = clone(s)
        after.events = []
        if text is not None:
            game.apply(after, seat, game.parse(text))
        states.append(after)
    moves: list[tuple[int, str]] = []
    for _ in range(steps):
        asked = [n for n in sorted(states[0].asks) if n != seat and all(n in one.asks for one in states)]
        legal = [[str(a) for a in game.legal(one, asked[0])] for one in states] if asked else []
        if not asked or not legal[0] or any(one != legal[0] for one in legal):
            break
        move = asked[0], legal[0][len(moves) % len(legal[0])]
        for one in states:
            one.events = []
            game.apply(one, move[0], game.parse(move[1]))
        others = [None, *(n for n in range(len(_players(s))) if n != seat)]
        if any(game.view(one, n) != game.view(states[0], n) for one in states for n in others):
            break
        moves.append(move)
    return moves


async def hear(folder, monkeypatch, slug: str, seats: int, moves, then, seed: int) -> list[list[bytes]]:
    """Play ``moves`` at a server and ``then`` others, each at its time, and return what each client receives then."""
    tokens = iter(range(1000))
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(tokens):06x}")
    monkeypatch.setattr(outbox, "LOBBY_PAUSE", 3600)  # so that the lobby is told of before answers only, never by time
    async with serving(folder) as server:
        now = 1_000_000_000.0
        server.daemon.hub.now = lambda: now
        table_id, clients = await gather(server, load(slug), seats, seed)
        table = server.daemon.hub.open[table_id]
        for number, (seat, text, later) in enumerate([*((*move, 60) for move in moves), *then]):
            now += later
            if number == len(moves):
                await quiet(clients)
                before = [len(client.lines) for client in clients]
            mine = table.record.mine[seat]
            what = {"do": "undo"} if text == "undo" else {"do": "submit", "action": text}
            answer = await clients[seat].ask(what.pop("do"), table=table_id, mine=mine, **what)
            assert "ok" in answer, (text, answer)
        await quiet(clients)
        return [client.lines[count:] for client, count in zip(clients, before, strict=True)]


@pytest.mark.parametrize(("slug", "seats", "kinds"), [("tiny", 3, 1), ("reach", 2, 2), ("shattered-reach", 2, 4)])
async def test_what_one_does_in_secret_reaches_no_other_line(tmp_path, monkeypatch, slug, seats, kinds):
    game, tried = load(slug), []
    for moves, seat, pair in spots(game, seats, SEED):
        s = game.new(options_for(game, seats, SEED), seats, SEED)
        for by, text in moves:
            s.events = []
            game.apply(s, by, game.parse(text))
        then = others_go_on(game, s, seat, [*pair, None])
        acts = [[(seat, pair[0], 5)], [(seat, pair[1], 9)], [], [(seat, pair[0], 1), (seat, "undo", 1)]]
        heard = []
        for number, secret in enumerate(acts if then else acts[:2]):
            folder = tmp_path / f"{len(tried)}-{number}"
            folder.mkdir()
            spent = sum(later for _, _, later in secret)
            others = [(*move, 60 if n else 100 - spent) for n, move in enumerate(then)]
            lines = await hear(folder, monkeypatch, slug, seats, moves, [*secret, *others], SEED)
            heard.append([lines[n] for n in range(seats + 2) if n != seat])
        tried.append(pair[0].split()[0])
        for number, other in enumerate(heard[1:], 1):
            for before, after in zip(heard[0], other, strict=True):
                assert after == before, f"{pair[0]} by seat {seat} can be told from {acts[number] or 'nothing'}"
        if not then:
            assert not any(b'"push":"table"' in line for one in heard[0] for line in one)
    assert len(tried) >= kinds, tried
