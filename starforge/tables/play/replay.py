"""Replays: a save played again, to look at any moment of it. There is no way to act in one."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from starforge.engine.event import Event, redact
from starforge.engine.game import Game, View
from starforge.engine.match import Drift, Match, Move
from starforge.engine.save import Save, SaveError, to_match
from starforge.engine.state import Result, State, clone
from starforge.games import GAMES, load, span_of
from starforge.games.end_card import EndCard, Heading, end_card
from starforge.games.feats import Feat, Story, earned

_EVERY = 25


class Replay:
    """Show any moment of a saved match; raise SaveError in words when it does not play under these rules.

    Before its end a match is shown as spectators see it, unless only one person plays in it; then the moves that others
    have made in secret do not count: each step leads to the next move that can be known of. ``turns`` holds the turn
    after each step, from 0, before any move.
    """

    def __init__(self, save: Save) -> None:
        match = play_save(save)
        self.save, self._last = save, match.state
        self.game: Game[Any, Any] = match.game
        self.seats = tuple(save.seats)
        self.ended = match.state.result is not None or save.ended != ""
        self._over = Result(tuple(save.winners), save.ended) if save.ended and match.state.result is None else None
        self._match = Match(self.game, match.options, match.seats, match.seed, match.start)
        self._match.go_by(match.state.rules)
        self._states: list[State] = [clone(self._match.state)]
        self._events = [self._match.opening]
        turns = [self._match.state.turn]
        for number, move in enumerate(match.moves, 1):
            self._events += self._match.replay([move])
            turns.append(self._match.state.turn)
            if number % _EVERY == 0:
                self._states.append(clone(self._match.state))
        self._steps = [n for n in range(len(turns)) if not n or self._is_known(n)]
        self.turns = [turns[n] for n in self._steps]
        self.length = len(self._steps) - 1

    def _is_known(self, number: int) -> bool:
        """Tell whether those who may look at the match know of a move."""
        if self.ended or self._match.moves[number - 1].seat in self.viewers:
            return True
        return any(redact(event, viewer) for event in self._events[number] for viewer in self.viewers)

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Return through whose eyes the match may be seen; None is a spectator."""
        people = [n for n, seat in enumerate(self.seats) if not seat.bot]
        if self.ended:
            return (None, *range(len(self.seats)))
        return (None, *people) if len(people) == 1 else (None,)

    def move(self, n: int) -> Move | None:
        """Return the move of step ``n``, from 1, where its text may be shown: after the end of the match."""
        return self._match.moves[n - 1] if self.ended and n else None

    def end_card(self) -> EndCard:
        """Return what the match came to; raise SaveError before its end."""
        if not self.ended:
            raise SaveError("this game has not ended, so there is no end card yet")
        card = end_card(self.save.game, self._last, self._events, [seat.name for seat in self.seats])
        card = replace(card, honours=tuple(self.honours().values()))
        return replace(card, outcome=self._over.text) if self._over is not None else card

    def honours(self) -> dict[str, str]:
        """Return the titles of what the people of an ended match are honoured for, by id."""
        people = [n for n, seat in enumerate(self.seats) if not seat.bot]
        return {feat.id: feat.title for n in people for feat in self.feats(n)}

    def story(self, seat: int) -> Story:
        """Return an ended match as one seat played it."""
        result = self._last.result or self._over or Result((), "")
        events = [event for told in self._events for event in told]
        options = self._match.options
        chosen = {field.name: getattr(options, field.name) for field in fields(options)}
        return Story(events, chosen, seat, len(self.seats), result)

    def feats(self, seat: int) -> list[Feat]:
        """Return what a seat is honoured for."""
        return earned(self.save.game, self.story(seat))

    def heading(self, where: str) -> Heading:
        """Return what stands on an end card besides what the match came to; ``where`` is its file or id."""
        names = tuple(seat.name for seat in self.seats)
        result = self.view(self.length, None).result
        won = result is not None and any(n in result.winners and not seat.bot for n, seat in enumerate(self.seats))
        label, span = self.game.label(self.save.options), span_of(self.save.game)
        return Heading(self.game.info.title, label, names, self.save.seed, f"starforge replay {where}", span, won)

    def state(self, n: int) -> State:
        """Return all that was true after a step, of which no screen may show more than ``view`` does."""
        number = self._steps[n]
        s = clone(self._states[number // _EVERY])
        for by, text in self._match.moves[number - number % _EVERY : number]:
            self.game.apply(s, by, self.game.parse(text))
        return s

    def _check(self, seat: int | None) -> None:
        if seat not in self.viewers:
            raise ValueError(f"this match has not ended, so seat {seat} may not be looked at")

    def events(self, n: int, seat: int | None = None) -> list[Event]:
        """Return what happened in a step, as a viewer was told, after the end of the match all of it."""
        self._check(seat)
        since = self._steps[n - 1] + 1 if n else 0
        events = [event for one in self._events[since : self._steps[n] + 1] for event in one]
        return events if self.ended else [seen for event in events if (seen := redact(event, seat))]

    def view(self, n: int, seat: int | None = None) -> View:
        """Return the view after step ``n`` (0: before any), without choices."""
        self._check(seat)
        view: View = self.game.observe(self.state(n), seat)
        if self._over is not None and n == self.length:
            view = replace(view, result=self._over, waiting={}, ask=None)
        return view


def play_save(save: Save) -> Match:
    """Return the match a save holds, played to its last move; raise SaveError in words when it cannot be."""
    if save.game not in GAMES:
        raise SaveError(f"this is a game of {save.game!r}, which this starforge does not have")
    try:
        return to_match(load(save.game), save)
    except (Drift, LookupError, TypeError, AttributeError) as error:
        raise SaveError(f"this {save.game} does not play as recorded: {error}") from error
