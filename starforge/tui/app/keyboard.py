"""What a terminal sends, made keys, clicks and pastes: in pieces of any size, and whatever it is.

A sequence counts as a whole: it is a known key, a click or an answer, or it is swallowed. Nothing of it is ever typed.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from time import monotonic

from textual import constants, events, messages
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message

LONGEST = 65536
"""Characters of a paste, or of an answer, that are kept; one that is longer is dropped as a whole."""
PATIENCE = 0.5
"""Seconds to wait for the next byte of a sequence: lines can be slow."""
PASTING = 2.0
"""Seconds without a byte after which a paste has ended, whether the terminal says so or not."""

PASTE, PASTED = "\x1b[200~", "\x1b[201~"
_WHOLE = re.compile(
    r"\x1b\[M[ -\uffff]{3}|\x1b\[\[[A-E]|\x1b\[[0-?]*[ -/]*[@-LN-Z\\-~]|\x1b\[[0-?]+[ -/]*M"  # clicks, F1 to F5, keys
    r"|\x1bO[0-9;]*[@-~]|\x1b[\]P_^X](?P<said>[^\x07\x1b]*)(?:\x07|\x1b\\)|\x1b[^\x1b\[O\]P_^X]|[^\x1b]"
)
_BEGUN = re.compile(r"\x1b(?:\[M[ -\uffff]*|\[\[?|\[[0-?]*[ -/]*|O[0-9;]*|[\]P_^X][^\x07\x1b]*\x1b?)?\Z")
_BROKEN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O[0-9;]*|[\]P_^X][^\x07\x1b]*)?")
_PLACE = re.compile(r"\x1b\[\??\d+;\d+(?:;\d+)?R")
_MODE = re.compile(r"\x1b\[\?2026;[1-4]\$y")
_MOUSE = re.compile(r"\x1b\[<\d+;-?\d+;-?\d+[mM]")
_FUNCTION = re.compile(r"\x1b\[(\d*)[\d:;]*([~A-FHPQS])")


class _Names(XTermParser):
    """Know what keys the sequences stand for; a cache as its base has would keep every app alive for good."""

    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]

    def keys(self, sequence: str) -> Iterator[events.Key]:
        """Yield the keys that a whole sequence or a character stands for."""
        function = _FUNCTION.fullmatch(sequence)
        if function is not None and sequence not in ANSI_SEQUENCES_KEYS:
            number, end = function.groups()
            if f"{int(number or 1)}{end}" not in FUNCTIONAL_KEYS:
                return  # its number would be taken for that of a character
        for key in self._sequence_to_key_events(sequence):
            if key.key != Keys.Ignore:
                yield key


class Keyboard:
    """Make messages of bytes; ``answered`` gets what the terminal says of itself, without the marks around it.

    ``wait`` is in how many seconds ``tick`` is to be called if nothing comes, None while nothing is unfinished.
    """

    def __init__(self, answered: Callable[[str], None] = lambda said: None, clock: Callable[[], float] = monotonic):
        self._decode = getincrementaldecoder("utf-8")(errors="ignore").decode
        self._names = _Names()
        self._answered, self._clock = answered, clock
        self._text = ""
        self._pasted: list[str] | None = None
        self._size = 0
        self._escaped = float("-inf")
        self._names_escape = False

    @property
    def wait(self) -> float | None:
        if self._pasted is not None:
            return PASTING
        if not self._text:
            return None
        return constants.ESCAPE_DELAY if self._text == "\x1b" and not self._names_escape else PATIENCE

    def feed(self, data: bytes) -> Iterator[Message]:
        """Take bytes as they come: in the middle of a key or of a character, or none of either."""
        text = self._decode(data)
        if text.startswith("[") and self._clock() - self._escaped < PATIENCE:
            text = "\x1b" + text  # what was taken for Escape began a sequence
        self._escaped = float("-inf") if text else self._escaped
        self._text += text
        while self._text:
            if self._pasted is not None:
                if not (yield from self._paste()):
                    return
            elif (token := self._token()) is None:
                return
            elif token == PASTE:
                self._pasted, self._size = [], 0
            else:
                yield from self._messages(token)

    def tick(self) -> Iterator[Message]:
        """Take in that nothing has followed in time."""
        if self._pasted is not None:
            yield from self._end_paste(self._text)
        elif self._text == "\x1b" and not self._names_escape:
            self._escaped = self._clock()
            yield events.Key("escape", "\x1b")
        self._text = ""

    def _token(self) -> str | None:
        """Take the first whole sequence or character from what has come, None while it is unfinished."""
        while self._text:
            whole = _WHOLE.match(self._text)
            if whole is not None:
                self._text = self._text[whole.end() :]
                if whole["said"] is None:
                    return whole[0]
                self._answered(whole["said"])
            elif _BEGUN.match(self._text):
                if len(self._text) > LONGEST:
                    self._text = self._text[:2] + self._text[-1]
                return None
            elif self._text.startswith("\x1b\x1b"):
                self._text = self._text[1:]
                return "\x1b"
            else:
                broken = _BROKEN.match(self._text)
                assert broken is not None
                self._text = self._text[broken.end() :]
        return None

    def _paste(self) -> Generator[Message, None, bool]:
        """Take what belongs to a paste from what has come; return whether it has ended."""
        assert self._pasted is not None
        text, end, rest = self._text.partition(PASTED)
        kept = 0 if end else next((n for n in range(len(PASTED) - 1, 0, -1) if text.endswith(PASTED[:n])), 0)
        part, self._text = text[: len(text) - kept], rest if end else text[len(text) - kept :]
        self._size += len(part)
        if self._size <= LONGEST:
            self._pasted.append(part)
        if end:
            yield from self._end_paste("")
        return bool(end)

    def _end_paste(self, rest: str) -> Iterator[Message]:
        text, self._pasted = "".join([*(self._pasted or ()), rest]), None
        if self._size <= LONGEST and text:
            yield events.Paste(text.replace("\x00", ""))

    def _messages(self, token: str) -> Iterator[Message]:
        if token == "\x1b[I":
            yield events.AppFocus()
        elif token == "\x1b[O":
            yield events.AppBlur()
        elif _MODE.fullmatch(token):
            yield messages.TerminalSupportsSynchronizedOutput()
        elif _MOUSE.fullmatch(token):
            click = self._names.parse_mouse_code(token)
            if click is not None:
                yield click
        elif not (_PLACE.fullmatch(token) or (token[0] == "\x1b" and token[1:].isprintable() and len(token) == 2)):
            self._names_escape = self._names_escape or (token[:2] == "\x1b[" and token[-1:] == "u")
            with suppress(ValueError, OverflowError, IndexError):  # no key has such a number
                yield from list(self._names.keys(token))
