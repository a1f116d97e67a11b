"""What a user has set, in a TOML file."""

from __future__ import annotations

import os
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from starforge.engine.shape import Misshapen, exactly, matching, read_shape, sized
from starforge.engine.state import to_jsonable
from starforge.quick import dataclass

YesOrNo = Annotated[bool, exactly(bool, "it must be true or false")]


@dataclass(frozen=True, slots=True)
class Settings:
    """Hold what a user may set; every value has a default. ``theme`` is the name of one of the app's themes.

    ``bell`` and ``notify``: whether the terminal's bell rings, and a command to run, when it becomes the user's turn at
    a table of a server; see ``OWN``. ``handoffs``: whether a terminal that changes hands waits for a key even where
    nothing is secret; ``reports``: whether what has happened is told before a turn. ``hints``: the level
    of bots that gives them. ``learned`` names the lessons and
    puzzles that are done, one word each.
    """

    theme: Annotated[str, matching("[a-z0-9-]{1,30}", "it is no name of a theme")] = "night"
    look: Literal["auto", "ascii", "unicode"] = "auto"
    animations: YesOrNo = True
    confirmations: YesOrNo = True
    handoffs: YesOrNo = True
    reports: YesOrNo = True
    bell: YesOrNo = True
    hints: Literal["cadet", "officer", "captain", "admiral"] = "captain"
    name: Annotated[str, sized(0, 40)] = ""
    learned: Annotated[str, matching("[a-z0-9/ -]{0,3900}", "those are no names of lessons")] = ""
    notify: Annotated[str, sized(0, 1000)] = ""


OWN = frozenset({"notify"})
"""Settings that only the user's own file decides: no server keeps them, and none that a server sends is used."""


def read_settings(path: Path) -> tuple[Settings, str]:
    """Return the settings, and a sentence about what in the file could not be used ('' when all could).

    What cannot be used takes its default; the file as it was is kept beside it.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(), ""
    except (OSError, UnicodeDecodeError) as error:
        return Settings(), f"The settings in {path} cannot be read ({error}); the defaults are used."
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _keep_aside(path, Settings(), f"they are not TOML ({error})")
    settings, wrong = _check(found)
    return _keep_aside(path, settings, "; ".join(wrong)) if wrong else (settings, "")


def _check(found: dict[str, Any]) -> tuple[Settings, list[str]]:
    try:
        return read_shape(Settings, found), []
    except Misshapen as error:
        wrong = []
        for fault in error.faults:
            name = fault.place[0]
            words = f"{name} cannot be {fault.given!r}: {fault.words.lower()}"
            wrong.append(f"there is no setting {name!r}" if fault.unknown else words)
            found.pop(name, None)
        return Settings(**found), wrong


def _keep_aside(path: Path, settings: Settings, wrong: str) -> tuple[Settings, str]:
    kept = path.with_name(path.name + ".kept")
    try:
        kept.write_bytes(path.read_bytes())
        write_settings(path, settings)
    except OSError as error:
        return settings, f"Some settings in {path} are not used: {wrong}. The file stays as it is ({error})."
    return settings, f"Some settings in {path} were not usable: {wrong}. The file as it was is kept as {kept.name}."


def keep_settings(path: Path, values: dict[str, Any]) -> str:
    """Store changed settings, and nothing that was only wished for this once; return what went wrong, or ''."""
    try:
        write_settings(path, replace(read_settings(path)[0], **values))
    except OSError as error:
        return f"The settings hold for now, but cannot be kept in {path}: {error.strerror}."
    return ""


def write_settings(path: Path, settings: Settings) -> None:
    """Write the settings beside their place and put them there in one step; raise OSError if that fails."""
    import tomli_w

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(tomli_w.dumps(to_jsonable(settings)), encoding="utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
