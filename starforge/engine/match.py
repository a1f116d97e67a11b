"""A game being played: the log of its actions, from which everything else can be played again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game
from starforge.engine.position import read_position
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.state import State, clone, digest

DIGEST_EVERY = 20
_CHANCE = "your last action rolled dice, or drew at random"
_SHOWN = "your last action has shown somebody what was not known before"


class Move(NamedTuple):
    """Record one action: who took it, and its text."""

    seat: int
    text: str


class Drift(Exception):
    """Report that a record does not play as it did when it was written; the text says at which move."""


class Match:
    """Play one game; the moves made, with game, options, seats and seed, are all there is to save.

    ``start`` is a position to begin from instead of a new game. The state belongs to the engine: show people views.
    ``opening`` holds what happened before the first move; ``asked`` is about the last moves, those that told nothing.
    """

    def __init__(self, game: Game[Any, Any], options: Any, seats: int, seed: int, start: str = "") -> None:
        self.game, self.options, self.seats, self.seed, self.start = game, options, seats, seed, start
        self.state: State = read_position(game, start, seed) if start else game.new(options, seats, seed)
        self.state.rules = 0
        self.opening: list[Event] = self.state.events
        self.state.events = []
        self.moves: list[Move] = []
        self.digests: dict[int, str] = {}
        self._base: State | None = None  # the state before the last moves that told nothing, from which they are redone
        self._final: dict[int, tuple[int, str]] = {}  # by seat its last action that nobody takes back, and why
        self.asked: list[tuple[int, ...]] = []  # who was asked before each; () if it showed its player something

    def go_by(self, version: int) -> None:
        """Play a game that has not begun by an older version of the rules, by those of today if it is 0."""
        self.state.rules = version
        if version:
            self.game.older(self.state, version)
            self.opening, self.state.events = self.state.events or self.opening, []

    def submit(self, seat: int, action: Action) -> list[Event]:
        """Take an action and return what happened, unredacted; raise and change nothing if it is refused or fails."""
        s = self.state
        if self._base is None:
            self._base = clone(s)
        known, asked = (s.rng.n, s.learned), tuple(s.asks)
        try:
            self.game.apply(s, seat, action)
        except BaseException as error:
            self.state = s if isinstance(error, Illegal) else self._redone(len(self.moves))
            raise
        events, s.events = s.events, []
        self.moves.append(Move(seat, str(action)))
        if known[0] == s.rng.n and (known[1] == s.learned or (events and all(e.only == (seat,) for e in events))):
            self.asked.append(asked if known[1] == s.learned else ())
        else:
            chance = known[0] != s.rng.n
            self._final[seat] = (len(self.moves) - 1, _CHANCE if chance else _SHOWN)
            self._base = None
            self.asked.clear()
        if len(self.moves) % DIGEST_EVERY == 0:
            self.digests[len(self.moves)] = digest(s)
        return events

    def undoable(self, seat: int, agreed: bool = False) -> Refusal | None:
        """Return why the seat cannot take its last action back.

        Undo goes back over nothing that became known, and over acts of others only where all were asked at the same
        time: what they do commutes, and whether one may undo must not tell what the others did, or alone have seen.
        If the others have ``agreed`` it takes all that was done since back with it; else what they did stands.
        """
        if self._last(seat, agreed) is not None:
            return None
        return Refusal(self._stopped(seat, agreed), self.game.info.order_rule)

    def _stopped(self, seat: int, agreed: bool) -> str:
        """Return in words what keeps the seat from taking its last action back."""
        place = next((n for n in range(len(self.moves) - 1, -1, -1) if self.moves[n].seat == seat), None)
        if place is None:
            return "There is nothing to undo."
        final, why = self._final.get(seat, (None, ""))
        first = len(self.moves) - len(self.asked)
        if final == place:
            return f"Undo stops here: {why}."
        if place >= first and not self.asked[place - first]:
            return "Undo stops here: your last action has shown you something."
        if agreed:
            return "Undo stops here: somebody has seen something new since."
        if place >= first:
            return "Undo stops here: somebody else has acted since; only at a server can the others agree to it."
        return "Undo stops here: somebody else has acted since, and dice were rolled or something became known."

    def _last(self, seat: int, agreed: bool) -> int | None:
        """Return the place in ``moves`` of the action that the seat may take back."""
        others: list[int] = []
        for place in range(len(self.moves) - 1, len(self.moves) - len(self.asked) - 1, -1):
            by, asked = self.moves[place].seat, self.asked[place - len(self.moves)]
            if by == seat:
                return place if asked and (agreed or all(other in asked for other in others)) else None
            if agreed and not asked:
                return None
            others.append(by)
        return None

    def _redone(self, place: int) -> State:
        """Return the state before the move at ``place``, one of those that told nothing or the next."""
        assert self._base is not None
        s = clone(self._base)
        for seat, text in self.moves[len(self.moves) - len(self.asked) : place]:
            self.game.apply(s, seat, self.game.parse(text))
        s.events = []
        return s

    def undo(self, seat: int, agreed: bool = False) -> int:
        """Take the seat's last action back, see ``undoable``; return its number, from 1, or raise Illegal."""
        if (refusal := self.undoable(seat, agreed)) is not None:
            raise Illegal(refusal)
        place = self._last(seat, agreed)
        assert place is not None
        self.state, since = self._redone(place), self.moves[place + 1 :]
        del self.asked[place - len(self.moves) :]
        del self.moves[place:]
        self.digests = {n: mark for n, mark in self.digests.items() if n <= place}
        self.replay([] if agreed else since)
        return place + 1

    def replay(self, moves: Sequence[tuple[int, str]], digests: dict[int, str] | None = None) -> list[list[Event]]:
        """Play recorded moves and return the events of each; raise Drift where the record does not fit these rules.

        Moves recorded by older rules may each become several; the digests go by the numbers they had.
        """
        told, old = [], self.state.rules
        for number, (seat, text) in enumerate(moves, len(self.moves) + 1):
            try:
                texts = self.game.modernise(self.state, seat, text, old) if old else (text,)
                told.append([event for one in texts for event in self.submit(seat, self.game.parse(one))])
            except (Illegal, ValueError) as error:
                raise Drift(f"move {number} ({text!r} by seat {seat}) is refused: {error}") from error
            expected = (digests or {}).get(number)
            if expected is not None and expected != digest(self.state):
                raise Drift(f"after move {number} the game is not what it was when this was recorded")
        return told
