"""The terminal around the app: what it can show, and that it is left as it was found, whatever happens."""

from __future__ import annotations

import contextlib
import locale
import os
import re
import signal
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from select import select
from time import monotonic
from types import FrameType
from typing import Any

from starforge.quick import dataclass

_STANDS = ("LC_ALL", "LC_CTYPE", "LANG")


def own_environ() -> dict[str, str]:
    """Return the environment of this process, with the locale that the terminal it was started in was set up for.

    Python puts a UTF-8 locale in the place of C, and of one that is not installed; the terminal knows nothing of that.
    """
    environ = dict(os.environ)
    begun = environ
    with contextlib.suppress(OSError):
        lines = Path("/proc/self/environ").read_bytes().decode(errors="replace").split("\0")
        begun = dict(line.split("=", 1) for line in lines if "=" in line)
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "")
        if begun.get("LC_CTYPE") == environ.get("LC_CTYPE"):
            return environ
    return {**environ, **dict.fromkeys(_STANDS, "C")}


@dataclass(frozen=True, slots=True)
class Terminal:
    """The terminal that a user sits at, which need not be the one this process began in: many apps run in one process.

    ``colours`` and ``driver`` are found out by what ``environ`` says where they are None; ``clock`` tells the seconds
    between keys.
    """

    environ: Mapping[str, str] = field(default_factory=own_environ)
    colours: str | None = None
    driver: Any = None
    clock: Callable[[], float] = monotonic


MILD_RESET = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l\x1b[?25h\x1b[0m"
"""Paste marks off, wrapping on, mouse and focus reports off, cursor and colours as usual: harmless to send twice."""

RESET = f"\x1b[?2048l\x1b[<u\x1b[?1049l{MILD_RESET}"
"""Besides: size reports off, the keyboard as it was, the screen as it was."""

ANSWER_WITHIN = 2.0
"""Seconds that an app that was told to stop may take."""

RESTORE_WITHIN = 0.5
"""Seconds that the terminal may take to read what restores it."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)

ASK_GROUND = "\x1b]11;?\x1b\\"
"""Ask for the colour of the terminal's ground; those that know no such question keep quiet."""
_GROUND = re.compile(r"11;rgba?:([\da-f]+)/([\da-f]+)/([\da-f]+)", re.IGNORECASE)


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
    stands = next(filter(None, map(environ.get, _STANDS)), "C")
    simple = environ.get("TERM", "").startswith(("linux", "vt"))
    return simple or "utf" not in stands.lower()


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


def erases(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal erases cells in the ground that is set, as all but GNU screen's do."""
    kinds = ("xterm", "tmux", "linux", "rxvt", "konsole", "alacritty", "foot", "wezterm")
    return environ.get("TERM", "").startswith(kinds) and "STY" not in environ


def light(environ: Mapping[str, str]) -> bool | None:
    """Return whether the terminal says by COLORFGBG that its ground is a light one; None when it says nothing."""
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return None if not ground.isdecimal() else int(ground) in (7, *range(9, 16))


def asks_ground(environ: Mapping[str, str]) -> bool:
    """Return whether to ask the terminal what its ground is like: only where its own colours are drawn on it."""
    kind = environ.get("TERM", "").startswith(("xterm", "rxvt", "screen", "tmux"))
    return kind and colours(environ) == "sixteen" and light(environ) is None


def says_light(said: str) -> bool | None:
    """Return whether an answer of the terminal says that its ground is light; None if it says something else."""
    found = _GROUND.match(said)
    if found is None:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return bool(0.3 * red + 0.6 * green + 0.1 * blue > 0.5)


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
        _send(sys.__stderr__.fileno(), sequence.encode())  # type: ignore[union-attr]
    if attributes is not None:
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, attributes)  # type: ignore[union-attr]


def _send(file: int, data: bytes) -> None:
    """Write as far as the terminal takes it in time: one that reads no more holds nothing up."""
    end = monotonic() + RESTORE_WITHIN
    os.set_blocking(file, False)
    try:
        while data and select([], [file], [], max(end - monotonic(), 0))[1]:
            data = data[os.write(file, data) :]
    finally:
        os.set_blocking(file, True)
