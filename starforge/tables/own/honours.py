"""Honours told in the turn in which they are won, and which of an ended game's were never won before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from starforge.engine.state import Result
from starforge.games.end_card import EndCard
from starforge.games.feats import HONOURED, Feat, Story, earned_so_far
from starforge.tables.own.lesson_table import LessonTable
from starforge.tables.own.logbook import Logged, read_logbook
from starforge.tables.play.replay import Replay
from starforge.tables.store.tables import Tables
from starforge.tables.table import Table

_GOES_ON = Result((), "")


class Honours:
    """Tell what the people of a table are honoured for, once each turn is over; what was won before is known."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[int, set[str]] = {}
        self._turns: dict[int, int] = {}
        self._counts = table.game.info.id in HONOURED and not isinstance(table, LessonTable)

    def news(self, seat: int | None, turn: int) -> list[str]:
        """Return in sentences what a seat was honoured for before a turn, and was not told yet."""
        if seat is None or not self._counts or seat not in self._table.here or self._turns.get(seat, -1) >= turn:
            return []
        first, self._turns[seat] = seat not in self._turns, turn
        won = self._won(seat, turn)
        known = self._known.setdefault(seat, set())
        new = [] if first else [feat for feat in won if feat.id not in known]
        known |= {feat.id for feat in won}
        return [f"★ Honour: {feat.title}. {feat.text}" for feat in new]

    def _won(self, seat: int, turn: int) -> list[Feat]:
        table, options = self._table, self._table.options
        events = [one.event for one in table.log(seat) if one.turn < turn]
        chosen = {field.name: getattr(options, field.name) for field in fields(options)}
        return earned_so_far(table.game.info.id, Story(events, chosen, seat, len(table.seats), _GOES_ON))


def won_before(store: Tables, game: str, but: str) -> set[str]:
    """Return the honours of a game that were won at other tables, as far as those are counted."""
    others = (one for name, one in read_logbook(store).items() if name != but)
    return {feat for one in others if one is not None and one.game == game for feat in one.feats}


def known_among(games: Sequence[Logged], replay: Replay, where: str) -> set[str]:
    """Return the honours of a server's game that are not new to the user whose games these are: others', and older."""
    mine = {feat for one in games if one.id == where for feat in one.feats}
    older = {feat for one in games if one.id != where and one.game == replay.save.game for feat in one.feats}
    return older | ({*replay.honours()} - mine)


def card_with_new(replay: Replay, known: set[str]) -> EndCard:
    """Return how an ended game went, those of its honours first that are not known."""
    return replace(replay.end_card(), honours=marked(replay.honours(), known))


def own_card(replay: Replay, store: Tables, where: str) -> EndCard:
    """Return how one of the user's own games went, those of its honours first that were never won before."""
    return card_with_new(replay, won_before(store, replay.save.game, where))


def marked(titles: dict[str, str], before: set[str]) -> tuple[str, ...]:
    """Return honours for an end card, by id: those that were never won before first, and said to be new."""
    new = [f"{title} (new)" for feat, title in titles.items() if feat not in before]
    return (*new, *(title for feat, title in titles.items() if feat in before))
