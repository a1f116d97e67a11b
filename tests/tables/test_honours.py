"""Honours: told when the turn is over in which they are won, once; on the end card those that are new go first."""

import asyncio
import io

import pytest

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.cli import main
from starforge.engine.save import Seat, read_options
from starforge.engine.shape import read_shape
from starforge.engine.state import Result
from starforge.games import load
from starforge.games.feats import Story, earned, earned_so_far
from starforge.games.lessons import lessons
from starforge.tables.local import LocalLobby
from starforge.tables.own.honours import Honours, card_with_new, known_among, marked, won_before
from starforge.tables.own.lesson_table import LessonTable
from starforge.tables.own.logbook import Ended, Logged, count_games
from starforge.tables.play.replay import Replay
from starforge.tui.screens.play.telling import Telling
from starforge.tui.screens.record.end_card import EndCardScreen
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain import Plain
from starforge.tui.shells.told import card_of, card_of_table
from tests.tui.fake_lobby import FakeLobby, FakeServer
from tests.tui.shared import client, together

ADA = [Seat(name="Ada")]
BEGIN = """game = "astroforce"
phase = "roll"
turn = 3
mission = {card = "deep-freeze", stage = 1}
fuel = 9

[rng]
seed = 1
ahead = [3, 3, 3, 3, 3, 3, 1, 1, 2, 2]

[asks.0]
kind = "roll"
"""
SAID = [
    "★ Honour: Clear sky. Roll ten dice without a Threat.",
    "★ Honour: With one voice. Roll six dice of one role at once.",
]


async def rolled(folder):
    """Return a table where ten dice without a Threat were rolled, six of them ENG, in the turn before this one."""
    lobby = LocalLobby(folder)
    table = await lobby.create("astroforce", ADA, {}, 3, BEGIN)
    told = Telling(table)
    told.lines(0)
    for order in ("roll", "end"):
        assert not [line for line in told.lines(0) if line.startswith("★")], "not before the turn is over"
        await table.submit(0, table.game.parse(order))
    return lobby, table, told


def stars(lines):
    return [line for line in lines if line.startswith("★")]


def test_they_are_told_once_when_their_turn_is_over(tmp_path):
    _, table, told = asyncio.run(rolled(tmp_path))
    assert stars(told.lines(0)) == SAID
    assert stars(told.lines(0)) == SAID
    assert stars(told.lines(None)) == []
    assert stars(Telling(table).lines(0)) == [], "whoever comes back has been told"


def test_what_is_won_in_a_turn_waits_for_its_end(tmp_path):
    _, table, _ = asyncio.run(rolled(tmp_path))
    honours = Honours(table)
    assert [honours.news(0, turn) for turn in (2, 3, 4, 5)] == [[], [], SAID, []]


def test_what_was_done_in_a_turn_that_is_not_over_is_not_told(tmp_path):
    async def script():
        table = await LocalLobby(tmp_path).create("astroforce", ADA, {}, 3, BEGIN)
        honours = Honours(table)
        assert honours.news(0, 2) == []
        await table.submit(0, table.game.parse("roll"))
        assert honours.news(0, 3) == [], "turn 3 is in progress"
        assert honours.news(0, 4) == SAID

    asyncio.run(script())


def test_by_lines_they_are_told_too(tmp_path):
    async def script():
        table = await LocalLobby(tmp_path).create("astroforce", ADA, {}, 3, BEGIN)
        out = io.StringIO()
        await Plain(table, Lines(io.StringIO("roll\nend\n1\n"), out)).run()
        return out.getvalue().splitlines()

    assert stars(asyncio.run(script())) == SAID


def test_a_lesson_honours_nobody():
    table = LessonTable(lessons("astroforce")[0], "Ada")
    assert Honours(table).news(0, 99) == Honours(table).news(None, 99) == []


def test_on_the_end_card_what_is_new_goes_first(tmp_path):
    async def script():
        lobby, table, _ = await rolled(tmp_path)
        await table.resign(0)
        assert won_before(lobby.store, "astroforce", table.id) == set(), "nothing was counted yet"
        await count_games(lobby)
        assert won_before(lobby.store, "astroforce", table.id) == set(), "the game itself is not before"
        assert won_before(lobby.store, "astroforce", "another") == {"clear-sky", "one-voice"}

    asyncio.run(script())
    titles = {"clear-sky": "Clear sky", "wall": "The wall held"}
    assert marked(titles, {"clear-sky"}) == ("The wall held (new)", "Clear sky")


@pytest.mark.parametrize(("name", "seats", "options"), [("astroforce", 1, {}), ("reach", 2, {})])
def test_what_is_told_on_the_way_is_earned_in_the_end(name, seats, options):
    """No honour is told that the end takes away: what only the end decides waits for it."""
    game = load(name)
    s = game.new(read_options(game, options), seats, 5)
    bots = [make(game, "random", derive(seat)) for seat in range(seats)]
    events, told, turn = [], set(), s.turn
    for n in range(3000):
        events, s.events = [*events, *s.events], []
        if s.turn != turn or s.result is not None:
            turn = s.turn
            told |= {one.id for one in earned_so_far(name, Story(events, {}, 0, seats, Result((), "")))}
        if s.result is not None:
            break
        seat = min(s.asks)
        action = bots[seat].choose(look(game, s, seat, bots[seat]), sampler(game, s, seat, n))
        game.apply(s, seat, action)
    assert told <= {one.id for one in earned(name, Story(events, options, 0, seats, s.result))}


async def ended(folder):
    """Return a table that was given up after two honours were won at it."""
    lobby, table, _ = await rolled(folder)
    await table.submit(0, table.game.parse("roll"))
    await table.resign(0)
    return lobby, table


def test_every_end_card_of_an_own_game_says_what_is_new(tmp_path):
    async def script():
        lobby, table = await ended(tmp_path / "data" / "starforge")
        card = "\n".join(await card_of_table(table))
        assert "Honours: Clear sky (new), With one voice (new)." in card
        assert card == "\n".join(card_of(Replay(table.save()), table.id, lobby.store))
        assert "(new)" not in "\n".join(card_of(Replay(table.save()), "game.json", None)), (
            "whose game it is nobody knows"
        )
        again = await ended(tmp_path / "data" / "starforge")
        assert "(new)" not in "\n".join(await card_of_table(again[1]))

    asyncio.run(script())


def test_the_end_card_of_a_game_is_printed_by_its_id_with_what_is_new(tmp_path, capsys, monkeypatch):
    _, table = asyncio.run(ended(tmp_path / "data"))
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    assert main(["replay", table.id, "--card"]) == 0
    assert "★ Clear sky (new) · With one voice (new)" in capsys.readouterr().out
    assert main(["replay", table.id, "--plain"]) == 0
    assert "Clear sky (new), With one voice (new)." in capsys.readouterr().out
    assert main(["replay", table.id, "--svg", str(tmp_path / "card.svg")]) == 0
    assert "(new)" in (tmp_path / "card.svg").read_text()


def logged(table, name, *feats):
    """Return what a game came to, as the logbook of a server tells it."""
    ended = Ended(table.id, table.save(), 0, "Lost", "2026-12-01T10:00:00")
    return {**ended.counted(), "id": name, "feats": list(feats)}


@pytest.mark.parametrize(
    ("games", "shown"),
    [
        ({"here": ["clear-sky", "one-voice"]}, "★ Clear sky (new) · With one voice (new)"),
        ({"here": ["clear-sky", "one-voice"], "older": ["one-voice"]}, "★ Clear sky (new) · With one voice"),
        ({"here": ["one-voice"]}, "★ With one voice (new) · Clear sky"),
        ({}, "★ Clear sky · With one voice"),
    ],
    ids=["both", "one was won before", "one is another's", "who looks on"],
)
def test_at_a_server_its_logbook_says_what_is_new(tmp_path, games, shown):
    _, table = asyncio.run(ended(tmp_path))
    replay = Replay(table.save())

    class Shared(FakeLobby):
        async def logbook(self, tell):
            return [logged(table, name, *feats) for name, feats in games.items()]

    async def first(app):
        app.shared = Shared(FakeServer("Ada"), "Ada")
        return EndCardScreen(replay, "here", again=lambda: None)

    async def script(ada):
        await ada.rest()
        assert "ssh HOST export here > game.json" in ada.text()
        assert "starforge replay" not in ada.text()
        return ada.text()

    assert shown in together(script, client(FakeServer("Ada"), "Ada", first=first))
    found = [read_shape(Logged, logged(table, name, *feats)) for name, feats in games.items()]
    assert list(card_with_new(replay, known_among(found, replay, "here")).honours) == shown[2:].split(" · ")
