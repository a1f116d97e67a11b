"""A state as a short text that anyone can type: TOML that names what differs from an empty table."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from starforge.engine.rng import Rng
from starforge.engine.shape import Misshapen, at_default, read_shape
from starforge.engine.state import State, to_jsonable

if TYPE_CHECKING:
    from starforge.engine.game import Game


_MOST = 1_000_000
"""Positions count up to here."""


class PositionError(ValueError):
    """Report a position that cannot be read; the text says where and what is wrong."""


def write_position(game: Game[Any, Any], s: State) -> str:
    """Return the whole state as text; reading it gives an equal state."""
    import tomli_w

    facts = {
        f.name: to_jsonable(getattr(s, f.name)) for f in fields(s) if f.name != "events" and not at_default(s, f.name)
    }
    return tomli_w.dumps({"game": game.info.id, **_tidy(facts)})


def _tidy(value: Any) -> Any:
    """Leave out what TOML cannot say (nothing) and the reader restores by default."""
    if isinstance(value, dict):
        return {k: _tidy(v) for k, v in value.items() if v is not None}
    return [_tidy(v) for v in value] if isinstance(value, list) else value


def read_position(game: Game[Any, Any], text: str, seed: int) -> State:
    """Return the state that a text names, what it leaves out filled in by ``game.complete`` with ``seed``.

    Raise PositionError with a sentence that names the place.
    """
    import tomllib

    try:
        facts = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PositionError(f"the position is not TOML: {error}") from None
    named = facts.pop("game", None)
    if named != game.info.id:
        raise PositionError(f"the position must begin with game = {game.info.id!r}, not {named!r}")
    facts.setdefault("rng", to_jsonable(Rng(seed)))
    if isinstance(facts["rng"], dict):
        facts["rng"].setdefault("seed", seed)
    try:
        s: State = read_shape(game.state, facts)
        _check_common(game, s)
        ahead, s.rng.ahead = s.rng.ahead, ()  # for dice and draws to come, not for the shuffles of decks
        game.complete(s)
        s.rng.ahead = ahead
    except Misshapen as error:
        first = error.faults[0]
        place = ".".join(first.place) or "the position"
        raise PositionError(f"at {place}: {first.words.lower()} (it is {first.given!r})") from None
    except ValueError as error:
        raise PositionError(f"the position is not possible: {error}") from None
    except (LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError) as error:
        raise PositionError(f"the position is not possible: what it holds does not fit together ({error!r})") from None
    if not s.asks and s.result is None:
        raise PositionError("the position asks nobody anything; add an ask such as [asks.0] kind = '...'")
    _look_over(game, s)
    return s


def _check_common(game: Game[Any, Any], s: State) -> None:
    """Raise ValueError for what is wrong in the fields that every game has."""
    seats = range(max(game.info.seats))
    for name, value in (("turn", s.turn), ("learned", s.learned), ("rng.n", s.rng.n)):
        if not 0 <= value < _MOST:
            raise ValueError(f"{name} is from 0 to {_MOST - 1:,}, not {value}")
    if s.rules or s.events:
        raise ValueError("rules and events are not for positions to say")
    for seat, ask in s.asks.items():
        if seat not in seats:
            raise ValueError(f"asks: there is no seat {seat}; seats count from 0")
        if ask.kind not in game.rules:
            raise ValueError(f"asks.{seat}.kind: there is no {ask.kind!r}; there are: {', '.join(game.rules)}")
    for place, op in enumerate(s.queue):
        words = [str(one) for one in op]
        if len(op) < 2 or op[1] not in seats:
            raise ValueError(f"queue.{place}: after the name of an op comes the seat it acts for")
        game.ops.read(" ".join([words[0], *words[2:]]))
    if s.result is not None and not set(s.result.winners) <= set(seats):
        raise ValueError("result.winners: there is no such seat")


def _look_over(game: Game[Any, Any], s: State) -> None:
    """Raise PositionError where a position cannot be shown to everybody at the table."""
    count = len(getattr(s, "players", ())) or getattr(s, "seats", max(game.info.seats))
    names = [f"Player {n}" for n in range(1, count + 1)]
    try:
        game.census(s)
        for seat in (None, *s.asks):
            view = game.view(s, seat)
            game.hidden(s, seat)
            game.lines(view, names)
            game.question(view)
            if seat is not None and s.result is None and not view.legal:
                raise ValueError(f"asks.{seat}: nothing can be answered to {s.asks[seat].kind!r} here")
    except ValueError as error:
        raise PositionError(f"the position is not possible: {error}") from None
    except (LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError) as error:
        raise PositionError(f"the position is not possible: what it holds does not fit together ({error!r})") from None
