"""Talking by lines of text: the only place where the plain shell reads and writes."""

from __future__ import annotations

import os
import termios
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

_TWINS = str.maketrans({"–": "-", "—": "-", "·": "-", "•": "*", "…": "...", "×": "x", "→": "->", "“": '"', "”": '"'})

_MANY = 100
"""As many rows as a terminal has at most that does not say how many they are."""


class Quit(Exception):
    """Tell that the person has left, or that there is no more input."""


def words_of(line: str | None) -> list[str]:
    """Return the words of a line that was typed, unless it is the one that leaves."""
    if line is None or line.lower() in ("quit", "q", "exit"):
        raise Quit
    return line.split()


class Lines:
    """Say and ask; ``ascii`` keeps to letters that every terminal has."""

    def __init__(self, source: TextIO, out: TextIO, ascii: bool = False) -> None:  # noqa: A002
        self._source, self._out, self._ascii = source, out, ascii
        self.seen = source.isatty() and out.isatty()
        self.waiting: list[str] = []
        """Lines to take before asking for more."""
        for stream in (source, out):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")

    def say(self, *lines: str) -> None:
        """Write lines, without anything a terminal could take for a command."""
        for line in lines:
            text = "".join(c for c in line if c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
            print(to_ascii(text) if self._ascii else text, file=self._out, flush=True)

    def ask(self) -> str | None:
        """Return the next line that is typed, None at the end of input."""
        if self.waiting:
            return self.waiting.pop(0)
        self.prompt()
        line = self._source.readline()
        return line.strip() if line else None

    def prompt(self) -> None:
        """Show at a terminal that a line can be typed."""
        if self.seen:
            print("> ", end="", file=self._out, flush=True)

    @contextmanager
    def listening(self, loop: AbstractEventLoop, heard: Callable[[str | None], None]) -> Iterator[None]:
        """Tell of each line at once that is typed at a terminal while a loop waits for something else, None at its end.

        What comes through a pipe is left for the next question.
        """

        def ready() -> None:
            line = self._source.readline()
            if not line:
                loop.remove_reader(self._source)
            heard(line.strip() if line else None)

        if not self.seen:
            yield
            return
        loop.add_reader(self._source, ready)
        try:
            yield
        finally:
            loop.remove_reader(self._source)

    def forget(self) -> None:
        """Take nothing that was typed at a terminal before this."""
        if self.seen:
            with suppress(termios.error, OSError, ValueError):
                termios.tcflush(self._source.fileno(), termios.TCIFLUSH)

    def clear(self) -> None:
        """Move all that was said out of sight where somebody looks at it."""
        if self.seen:
            print("\n" * self._rows(), file=self._out, flush=True)

    def _rows(self) -> int:
        try:
            return os.get_terminal_size(self._out.fileno()).lines or _MANY
        except (OSError, ValueError):  # it does not say
            return _MANY


def to_ascii(text: str) -> str:
    """Return text in ASCII: letters without their accents, signs by their twins, else a question mark."""
    plain = unicodedata.normalize("NFKD", text.translate(_TWINS))
    return "".join(c for c in plain if not unicodedata.combining(c)).encode("ascii", "replace").decode()
