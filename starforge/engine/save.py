"""Save files: a match as options, seats, seed and moves, checked on the way in, written so that none is ever half."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import field, fields
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

import starforge
from starforge.engine.game import Game
from starforge.engine.match import Drift, Match, Move
from starforge.engine.shape import Misshapen, read_shape, sized
from starforge.engine.state import to_jsonable
from starforge.quick import dataclass


class SaveError(Exception):
    """Report a save that cannot be used; the text says which, why, and what can be done."""


class OptionError(ValueError):
    """Report an option a game does not have, or a value it does not take."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Say who sits at a seat: a person's name, or a bot's level."""

    name: Annotated[str, sized(1, 40)]
    bot: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """Hold one match as it is written to a file; ``ended`` and ``winners`` say how it did if not by its rules."""

    format: Literal[1] = 1
    written_by: str = starforge.__version__
    game: str
    rules_version: int
    options: dict[str, str | int | bool] = field(default_factory=dict)
    seats: list[Seat]
    seed: int
    start: str = ""
    moves: list[tuple[int, str]] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)
    ended: str = ""
    winners: list[int] = field(default_factory=list)


def read_options(game: Game[Any, Any], given: dict[str, Any]) -> Any:
    """Return a game's options from names and values (text will do); raise OptionError that lists what there is."""
    hints = get_type_hints(game.options)
    for name in given:
        if name not in hints:
            raise OptionError(f"{game.info.title} has no option {name!r}; it has: {', '.join(hints) or 'none'}")
    try:
        return read_shape(game.options, {name: _meant(hints[name], value) for name, value in given.items()})
    except Misshapen as error:
        first = error.faults[0]
        raise OptionError(f"option {first.place[0]}: {first.words} (not {first.given!r})") from None


def _meant(hint: Any, value: Any) -> Any:
    """Return the value that text stands for: one of a Literal, or a whole number."""
    if hint is int and isinstance(value, str) and value.isdecimal():
        return int(value)
    return next((known for known in get_args(hint) if str(known) == value), value)


def options_of(match: Match) -> dict[str, Any]:
    """Return a match's options by name."""
    return {f.name: getattr(match.options, f.name) for f in fields(match.options)}


def to_save(match: Match, seats: list[Seat]) -> Save:
    """Return a match as a save."""
    info = match.game.info
    return Save(
        game=info.id,
        rules_version=match.state.rules or info.rules_version,
        options=options_of(match),
        seats=seats,
        seed=match.seed,
        start=match.start,
        moves=[(move.seat, move.text) for move in match.moves],
        digests=match.digests,
    )


def to_match(game: Game[Any, Any], save: Save) -> Match:
    """Play a save to where it stood; raise SaveError when these rules do not lead there."""
    info = game.info
    if not (info.rules_since or info.rules_version) <= save.rules_version <= info.rules_version:
        raise SaveError(
            f"this {info.title} was played by rules version {save.rules_version}, and these are version "
            f"{info.rules_version}; install starforge {save.written_by}, which wrote it, to go on with it"
        )
    if len(save.seats) not in info.seats:
        raise SaveError(f"this {info.title} has {len(save.seats)} seats, for which there is no such game")
    try:
        options = read_options(game, dict(save.options))
        match = Match(game, options, len(save.seats), save.seed, save.start)
        match.go_by(save.rules_version if save.rules_version < info.rules_version else 0)
        match.replay([Move(*move) for move in save.moves], save.digests)
    except (Drift, ValueError) as error:
        raise SaveError(
            f"this {info.title} (written by starforge {save.written_by}) does not play as recorded: {error}"
        ) from error
    return match


def save_text(save: Save) -> str:
    """Return a save as the text of a file."""
    return json.dumps(to_jsonable(save), indent=1, ensure_ascii=False) + "\n"


def write_save(path: Path, save: Save) -> None:
    """Write a save beside its place, flush it to the disk, and put it there in one step; raise OSError if it cannot."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(save_text(save))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def read_save(path: Path) -> Save:
    """Return what a save file holds; raise SaveError with a sentence when it is not one."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SaveError(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise SaveError(f"{path} cannot be read: {error}") from None
    try:
        return parse_save(text)
    except ValueError as error:
        raise SaveError(f"{path} is not a starforge save: {error}") from None


def parse_save(text: str) -> Save:
    """Return what the text of a save file holds; raise ValueError with a sentence when it is none."""
    try:
        return read_shape(Save, json.loads(text))
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not JSON ({error})") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
