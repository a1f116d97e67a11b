"""A state as a short text that anyone can type: TOML that names what differs from an empty table."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from starforge.engine.rng import Rng
from starforge.engine.shape import Misshapen, at_default, read_shape
from starforge.engine.state import State, to_jsonable

if TYPE_CHECKING:
    from starforge.engine.game import Game


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
        game.complete(s)
    except Misshapen as error:
        first = error.faults[0]
        place = ".".join(first.place) or "the position"
        raise PositionError(f"at {place}: {first.words.lower()} (it is {first.given!r})") from None
    except (ValueError, KeyError) as error:
        raise PositionError(f"the position is not possible: {error}") from None
    if not s.asks and s.result is None:
        raise PositionError("the position asks nobody anything; add an ask such as [asks.0] kind = '...'")
    return s
