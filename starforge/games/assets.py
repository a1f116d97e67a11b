"""The data files of the games: where they are, and how a file of cards is read so that a mistake names its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import starforge
from starforge.engine.shape import Misshapen, read_shape

M = TypeVar("M")


class AssetError(ValueError):
    """Report a data file that cannot be used; the text names the file, the line, the card and the mistake."""


def folder(game: str) -> Path:
    """Return the folder of a game's data files: beside the modules in a wheel, beside the package in a checkout."""
    package = Path(starforge.__file__).resolve().parent
    name = game.replace("-", "_")
    inside = package / "assets" / name
    return inside if inside.is_dir() else package.parent / "assets" / name


def read_cards(path: Path, model: type[M], only: str | None = None) -> dict[str, M]:
    """Return the cards of a TOML file, a table ``[slug]`` each, in the file's order; raise AssetError for a mistake.

    With ``only`` a slug, no other card is read; none is returned where there is none of that slug.
    """
    text = path.read_text(encoding="utf-8")
    try:
        facts = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise AssetError(f"{path.name}: {error}") from None
    if only is not None:
        facts = {only: facts[only]} if only in facts else {}
    try:
        return read_shape(dict[str, model], facts)  # type: ignore[valid-type]
    except Misshapen as error:
        first = error.faults[0]
        card, *place = first.place
        line = _line(text, card, place, first.given)
        where = ".".join(place) or "the whole card"
        raise AssetError(f"{path.name}, line {line}, card {card!r}, {where}: {first.words}") from None


def files(game: str, room: str) -> list[Path]:
    """Return a game's TOML files in a folder of its data files, by name."""
    return sorted((folder(game) / room).glob("*.toml"))


def read_position_file(game: str, name: str) -> str:
    """Return one of a game's positions as text; raise OSError if there is none of that name."""
    return (folder(game) / "positions" / f"{name}.toml").read_text(encoding="utf-8")


def read_table(path: Path, model: type[M]) -> tuple[M, str]:
    """Return a TOML file as a ``model``, and its text; raise AssetError for a mistake."""
    text = path.read_text(encoding="utf-8")
    try:
        return read_shape(model, tomllib.loads(text)), text
    except tomllib.TOMLDecodeError as error:
        raise AssetError(f"{path.name}: {error}") from None
    except Misshapen as error:
        first = error.faults[0]
        place = ".".join(first.place) or "the whole"
        raise AssetError(f"{path.name}, line {line_of(text, first.place)}, {place}: {first.words}") from None


def line_of(text: str, place: Sequence[str]) -> int:
    """Return the line, from 1, of a place such as ``steps 2 until``: the field, else the table that lacks it."""
    lines = text.splitlines()
    at = -1
    for n, word in enumerate(place):
        if word.isdigit():
            heads = [i for i, line in enumerate(lines) if line.strip() == f"[[{place[n - 1]}]]"] if n else []
            at = heads[int(word)] if int(word) < len(heads) else at
            continue
        field = re.compile(rf"\[*{re.escape(word)}(\]*$|\s*=)")
        ends = (i for i in range(at + 1, len(lines)) if at >= 0 and lines[i].startswith("["))
        at = next((i for i in range(at + 1, next(ends, len(lines))) if field.match(lines[i])), at)
    return at + 1 if at >= 0 else 1


def _line(text: str, card: str, place: list[str], given: Any) -> int:
    """Return the line that a mistake most likely stands on: of its value, else of its field, else of its card."""
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if line.startswith((f"[{card}]", f"[{card}."))), 0)
    ends = (n for n, line in enumerate(lines) if n > start and line.startswith("[") and not _of(line, card))
    inside = range(start, next(ends, len(lines)))
    fields = [part for part in reversed(place) if not part.isdigit()]
    for wanted in [f'"{given}"' if isinstance(given, str) else "", *fields]:
        for n in inside:
            if wanted and wanted in lines[n]:
                return n + 1
    return start + 1


def _of(line: str, card: str) -> bool:
    return line.startswith((f"[{card}.", f"[[{card}."))
