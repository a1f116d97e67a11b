"""The terminal around the app: what it can show, and that it is left as it was found, whatever happens."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from time import monotonic
from types import FrameType
from typing import Any

from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Terminal:
    """The terminal that a user sits at, which need not be the one this process began in: many apps run in one process.

    ``colours`` and ``driver`` are found out by what ``environ`` says where they are None; ``clock`` tells the seconds
    between keys.
    """

    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    colours: str | None = None
    driver: Any = None
    clock: Callable[[], float] = monotonic


MILD_RESET = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l\x1b[?25h\x1b[0m"
"""Paste marks off, wrapping on, mouse and focus reports off, cursor and colours as usual: harmless to send twice."""

RESET = f"\x1b[?2048l\x1b[<u\x1b[?1049l{MILD_RESET}"
"""Besides: size reports off, the keyboard as it was, the screen as it was."""

ANSWER_WITHIN = 2.0
"""Seconds that an app that was told to stop may take."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def refusal(environ: Mapping[str, str], is_terminal: bool) -> str:
    """Return why no full screen can be shown here, in a sentence that says what to do, or ''."""
    hint = "add --plain to play in lines of text, or --json for programs"
    if not is_terminal:
        return f"this is not a terminal; {hint}"
    if environ.get("TERM", "") in ("dumb", "unknown"):
        return f"the terminal says it is {environ['TERM']!r} and can show no screens; {hint}"
    return ""


def wants_ascii(look: str, environ: Mapping[str, str]) -> bool:
    """Decide the look: as wished (``ascii`` or ``unicode``), else by what the locale and the terminal can show."""
    if look in ("ascii", "unicode"):
        return look == "ascii"
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "C"
    simple = environ.get("TERM", "").startswith(("linux", "vt"))
    return simple or "utf" not in locale.lower()


def colours(environ: Mapping[str, str]) -> str:
    """Return how many colours to use: ``none``, ``sixteen``, ``256`` or ``many``."""
    if environ.get("NO_COLOR"):
        return "none"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "many"
    term = environ.get("TERM", "")
    if "256color" in term or term in ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"):
        return "256"
    return "none" if term.startswith("vt") else "sixteen"


@contextlib.contextmanager
def guard(stop: Callable[[int], None]) -> Iterator[None]:
    """Run an app inside: signals call ``stop`` with the exit code, and at the end the terminal is as it was.

    An app that does not stop in time is ended here and then; nothing is lost, for moves are stored as they are made.
    """
    terminal = _attributes()
    told: list[int] = []

    def end_now(number: int, frame: FrameType | None) -> None:
        _restore(terminal, RESET)
        os._exit(128 + told[-1])

    def told_to_stop(number: int, frame: FrameType | None) -> None:
        told.append(number)
        if len(told) > 1:
            end_now(number, frame)
        signal.setitimer(signal.ITIMER_REAL, ANSWER_WITHIN)
        stop(128 + number)

    before: dict[int, Any] = {number: signal.signal(number, told_to_stop) for number in SIGNALS}
    before[signal.SIGALRM] = signal.signal(signal.SIGALRM, end_now)
    sent = RESET
    try:
        yield
        sent = MILD_RESET
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        _restore(terminal, sent)
        for number, handler in before.items():
            signal.signal(number, handler)


def _attributes() -> list[Any] | None:
    try:
        return termios.tcgetattr(sys.__stdin__.fileno())  # type: ignore[union-attr]
    except (termios.error, ValueError, OSError, AttributeError):
        return None


def _restore(attributes: list[Any] | None, sequence: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.write(sys.__stderr__.fileno(), sequence.encode())  # type: ignore[union-attr]
    if attributes is not None:
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, attributes)  # type: ignore[union-attr]
