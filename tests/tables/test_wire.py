"""What travels between server and client arrives as it was, over whole games of every game."""

import json
from datetime import UTC, datetime

import pytest

from starforge.engine.event import Event, redact
from starforge.games import load
from starforge.tables.remote import wire
from starforge.tables.shared import ChatMessage, Clock, Notice, SeatAssignment, Times, UndoRequest
from starforge.tables.table import Told
from tests.contract.checks import walk, watchers

GAMES = [("astroforce", 1), ("astroforce", 2), ("reach", 2), ("reach", 4), ("shattered-reach", 2), ("tiny", 3)]


def sent(data):
    """Return data as it comes out of the other end of a line."""
    return json.loads(wire.line({"x": data}))["x"]


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_every_view_of_a_whole_game_arrives_as_it_was(slug, seats):
    game = load(slug)
    for n, (s, asked, _) in enumerate(walk(game, seats, 11)):
        for seat in watchers(seats) if n % 6 == 0 else [asked] if n % 2 else []:
            view = game.view(s, seat)
            assert wire.unpack_view(game, sent(wire.pack_view(game, view))) == view


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_events_arrive_and_are_told_in_the_same_words(slug, seats):
    game, names = load(slug), ("Ada", "Ben", "Cy", "Dee")[:seats]
    count = 0
    for s, _, _ in walk(game, seats, 12):
        for seat in (0, None):
            events = [seen for event in s.events if (seen := redact(event, seat))]
            told = [Told(3, event) for event in (*events, *s.events)]
            arrived = wire.unpack_told(sent(wire.pack_told(told)))
            assert arrived == told
            assert [one.turn for one in arrived] == [one.turn for one in told]
            count += sum(bool(game.tell(one.event, names)) for one in arrived)
            assert [game.tell(one.event, names) for one in arrived] == [game.tell(one.event, names) for one in told]
    assert count > 10


def test_a_redacted_event_takes_nothing_hidden_along():
    event = Event("drawn", {"seat": 1, "card": "c07"}, {"card": (1,)})
    assert sent(wire.pack_event(redact(event, 0))) == ["drawn", {"seat": 1}]


def test_what_events_hold_keeps_its_type():
    event = Event("odd", {"a": (1, (2, "x")), "b": [[1], ()], "c": {1: {"y": (3,)}}, "d": None, "e": 0.1, "f": True})
    assert wire.unpack_event(sent(wire.pack_event(event))) == event


def test_what_the_lobby_shows_arrives_as_it_was():
    now = datetime(2026, 11, 30, 5, 40, 1, 250, UTC)
    assignments = (SeatAssignment(user="Ada"), SeatAssignment(bot="greedy"), SeatAssignment(invited="Ben"))
    notice = Notice("a1", "reach", {"landings": True, "n": 2}, "Ada", "playing", assignments, Clock("move", 60), 3, now)
    for kind, value in (
        (Notice, notice),
        (ChatMessage, ChatMessage(3, now, "Ben", "hello [b]")),
        (UndoRequest | None, UndoRequest(1, (0, 2))),
        (UndoRequest | None, None),
        (Times, Times(now, {0: 20, 2: 7})),
        (tuple[Notice, ...], (notice, notice)),
    ):
        assert wire.unpack(kind, sent(wire.pack(kind, value))) == value


@pytest.mark.parametrize("text", [b"", b"[1]", b"{", b'{"a": NaN}', b'{"a": "\xff"}', b"[" * 60_000, b"9" * 60_000])
def test_a_line_that_is_no_message_is_refused(text):
    with pytest.raises(wire.WireError):
        wire.read_line(text)


def test_what_is_no_view_is_refused():
    game = load("reach")
    for data in (None, [], [1, 2], "x", {"seat": 1}):
        with pytest.raises(wire.WireError):
            wire.unpack_view(game, data)
    with pytest.raises(wire.WireError):
        wire.unpack(Notice, ["a1"])
    with pytest.raises(wire.WireError):
        wire.unpack_told([[1]])
