"""Save files: a match as options, seats, seed and moves, checked on the way in, written so that none is ever half."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

import starforge
from starforge.engine.game import Game
from starforge.engine.match import Drift, Match, Move


class SaveError(Exception):
    """Report a save that cannot be used; the text says which, why, and what can be done."""


class OptionError(ValueError):
    """Report an option a game does not have, or a value it does not take."""


class Seat(BaseModel):
    """Say who sits at a seat: a person's name, or a bot's level."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(min_length=1, max_length=40)
    bot: str = ""


class Save(BaseModel):
    """Hold one match as it is written to a file; ``ended`` says how it did if that was not by its rules."""

    model_config = ConfigDict(extra="forbid")
    format: Literal[1] = 1
    written_by: str = starforge.__version__
    game: str
    rules_version: int
    options: dict[str, str | int | bool] = {}
    seats: list[Seat]
    seed: int
    start: str = ""
    moves: list[tuple[int, str]] = []
    digests: dict[int, str] = {}
    ended: str = ""


def read_options(game: Game[Any, Any], given: dict[str, Any]) -> Any:
    """Return a game's options from names and values (text will do); raise OptionError that lists what there is."""
    hints = get_type_hints(game.options)
    for name in given:
        if name not in hints:
            raise OptionError(f"{game.info.title} has no option {name!r}; it has: {', '.join(hints) or 'none'}")
    try:
        return TypeAdapter(game.options).validate_python({k: _literal(hints[k], v) for k, v in given.items()})
    except ValidationError as error:
        first = error.errors()[0]
        raise OptionError(f"option {first['loc'][0]}: {first['msg']} (not {first['input']!r})") from None


def _literal(hint: Any, value: Any) -> Any:
    """Return the value of a Literal that is written like ``value``; text stands for numbers too."""
    return next((known for known in get_args(hint) if str(known) == value), value)


def to_save(match: Match, seats: list[Seat]) -> Save:
    """Return a match as a save."""
    options = TypeAdapter(match.game.options).dump_python(match.options)
    info = match.game.info
    return Save(
        game=info.id,
        rules_version=info.rules_version,
        options=options,
        seats=seats,
        seed=match.seed,
        start=match.start,
        moves=[(move.seat, move.text) for move in match.moves],
        digests=match.digests,
    )


def to_match(game: Game[Any, Any], save: Save) -> Match:
    """Play a save to where it stood; raise SaveError when these rules do not lead there."""
    if save.rules_version != game.info.rules_version:
        raise SaveError(
            f"this {game.info.title} was played by rules version {save.rules_version}, and these are version "
            f"{game.info.rules_version}; install starforge {save.written_by}, which wrote it, to go on with it"
        )
    try:
        match = Match(game, read_options(game, dict(save.options)), len(save.seats), save.seed, save.start)
        match.replay([Move(*move) for move in save.moves], save.digests)
    except (Drift, ValueError) as error:
        raise SaveError(
            f"this {game.info.title} (written by starforge {save.written_by}) does not play as recorded: {error}"
        ) from error
    return match


def write_save(path: Path, save: Save) -> None:
    """Write a save beside its place, flush it to the disk, and put it there in one step; raise OSError if it cannot."""
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(save.model_dump_json(indent=1) + "\n")
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
        return Save.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise SaveError(f"{path} is not a starforge save: {place}: {first['msg']}") from None
