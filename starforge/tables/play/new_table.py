"""What a new table begins from: game, options, seed and perhaps a position, checked before anything is kept."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import tomli_w

from starforge import __version__
from starforge.engine.game import Game
from starforge.engine.match import Match
from starforge.engine.position import PositionError
from starforge.engine.rng import Rng
from starforge.engine.save import OptionError, Seat, options_of, read_options
from starforge.engine.state import clone
from starforge.games import load
from starforge.tables.lobby import check_seats, label_of
from starforge.tables.play.meta import TableSetup
from starforge.tables.table import TableError

LONGEST_START = 32 * 1024
"""Characters of a position that a table may begin from."""
MOST_NESTED, LARGEST_NUMBER, MOST_TIMES = 200, 999_999, 999
"""What a line of such a position may hold of what nests, the position of numbers, and its queue, whose ops count up to
them, of which it may hold many."""
MOST_TRIED = 5_000
"""Actions within which random players end any game."""
_GREAT = re.compile(r"\d[\d_]{6,}")


def setup_of(match: Match) -> TableSetup:
    """Return what a match has begun from."""
    info, options = match.game.info, options_of(match)
    label = label_of(info.id, options)
    return TableSetup(info.id, info.rules_version, match.seed, __version__, options, match.start, info.title, label)


def set_up(game: str, seats: int, options: Mapping[str, Any], seed: int, start: str) -> TableSetup:
    """Return what a match begins from; raise TableError where it cannot be played.

    A position says nothing about chance: the seed decides that, and nobody knows it.
    """
    start = _checked(start)
    try:
        check_seats(game, [Seat(name="Somebody")] * seats)
        rules = load(game)
        chosen = new_options(rules, dict(options))
        match = Match(rules, chosen, seats, seed, start)
        check_start(match, MOST_TRIED // 10)
        for seat in (*range(seats), None):
            rules.view(match.state, seat)
    except (OptionError, PositionError) as error:
        raise TableError(str(error)) from error
    except (ValueError, LookupError, TypeError, AttributeError, RuntimeError) as error:
        raise TableError(f"{rules.info.title} cannot begin like that: {error}") from error
    return setup_of(match)


def new_options(game: Game[Any, Any], given: dict[str, Any]) -> Any:
    """Return the options of a game that begins now; raise OptionError too for one that would do nothing.

    Options that can be so have ``idle``, which says why, or nothing.
    """
    options = read_options(game, given)
    if words := getattr(options, "idle", ""):
        raise OptionError(words)
    return options


def _checked(start: str) -> str:
    """Return a position without chance; raise TableError for one that could keep the server busy for long."""
    if max(sum(line.count(c) for c in ".[{") for line in start.split("\n")) > MOST_NESTED:
        raise TableError(f"a line of a position has at most {MOST_NESTED} dots and brackets that open")
    try:
        start = without_chance(start)
        if len(start) > LONGEST_START:
            raise TableError(f"a position has at most {LONGEST_START} characters")
        facts = tomllib.loads(start)
        _check_facts(facts, LARGEST_NUMBER)
        _check_facts(facts.get("queue", ()), MOST_TIMES)
    except RecursionError:
        raise TableError("a position is not nested so deeply") from None
    except tomllib.TOMLDecodeError:
        pass  # that is told with the name of the game
    return start


def _check_facts(facts: Any, largest: int) -> None:
    """Raise TableError for a number, also in text, up to which to count takes long, and for what terminals obey."""
    if isinstance(facts, dict | list):
        for one in (*facts, *facts.values()) if isinstance(facts, dict) else facts:
            _check_facts(one, largest)
    elif isinstance(facts, str) and not facts.isprintable():
        raise TableError("text in a position has letters, digits, signs and spaces only")
    elif _GREAT.search(facts) if isinstance(facts, str) else not abs(_number(facts)) <= largest:
        raise TableError(f"a number in a position is at most {largest:,} here")


def _number(fact: Any) -> float:
    return fact if isinstance(fact, int | float) else 0


def check_start(match: Match, most: int = MOST_TRIED) -> None:
    """Raise PositionError when the position a match began from is for other seats, or cannot be played on.

    It is played on by random players, at most so many actions; one that is not over then cannot end.
    """
    players = getattr(match.state, "players", None)
    there = len(players) if isinstance(players, list) else max(match.state.asks, default=0) + 1
    fits = there == match.seats if isinstance(players, list) else there <= match.seats
    if match.start and not fits:
        raise PositionError(f"the position is for {there} seats, and the table has {match.seats}")
    if match.start:
        _try_out(match, most)


def _try_out(match: Match, most: int) -> None:
    game, s, dice = match.game, clone(match.state), Rng(match.seed)
    try:
        census = game.census(s)
        for _ in range(most):
            if s.result is not None:
                break
            seat = sorted(s.asks)[dice.below(len(s.asks))]
            legal = game.legal(s, seat)
            game.apply(s, seat, legal[dice.below(len(legal))])
            s.events.clear()
        if game.census(s) != census:
            raise ValueError("cards, dice or points come from nowhere, or are lost")
    except Exception as error:  # whatever a rule meets that no game leads to
        words = str(error) if isinstance(error, ValueError) else repr(error)
        raise PositionError(f"the position is not possible: playing on, it breaks down ({words})") from None
    if s.result is None and most >= MOST_TRIED:
        raise PositionError("the position cannot be played: no game that goes on from it comes to an end")


def without_chance(position: str) -> str:
    """Return a position that says nothing of dice and draws to come; what is no position stays as it is."""
    try:
        facts: dict[str, Any] = tomllib.loads(position)
    except tomllib.TOMLDecodeError:
        return position
    return tomli_w.dumps(facts) if facts.pop("rng", None) is not None else position
