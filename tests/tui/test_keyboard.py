"""What a terminal sends is made keys in pieces of any size and at any pace; what is no key is swallowed whole."""

from __future__ import annotations

import os
import random
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

from starforge.tui.app.keyboard import LONGEST, PASTED, Keyboard

KEYS = {
    b"a": "a",
    b"Q": "Q",
    b"\r": "enter",
    b"\x7f": "backspace",
    b"\x1b[A": "up",
    b"\x1b[[A": "f1",
    b"\x1b[1;5C": "ctrl+right",
    b"\x1bOP": "f1",
    b"\x1b[6~": "pagedown",
    b"\x1b[97;5u": "ctrl+a",
    "é".encode(): "é",
    "宇".encode(): "宇",
    b"\x1b[<0;3;4M": "down at 2,3",
    b"\x1b[200~hi \xc3\xa9\x1b[201~": "paste hi é",
}
NO_KEYS = [
    *(b"\x1b[?1;2c", b"\x1b[>41;380;0c", b"\x1b[24;80R", b"\x1b[?24;80;1R", b"\x1b[0n", b"\x1b[8;24;80t", b"\x1b[?25u"),
    *(
        b"\x1b[99~",
        b"\x1b[113;1~",
        b"\x1b[7;7;7;7z",
        b"\x1b[?2026;2$y",
        b"\x1b[I",
        b"\x1b[O",
        b"\x1b[57;1:3u",
        b"\x1bq",
    ),
    *(b"\x1b]11;rgb:ffff/ffff/ffff\x07", b"\x1b]4;1;red\x1b\\", b"\x1bP1$r0m\x1b\\", b"\x1bP>|xterm(380)\x1b\\"),
    *(b"\x1b_Gi=1;OK\x1b\\", b"\xf6", b"\xc3", b"\xff\xfe", b"\x1b[M !!", b"\x1b[32;10;10M", b"\x1b[99999999999u"),
]
"""What terminals answer when they are asked, report, or send that no key stands for."""
ROUNDS = int(os.environ.get("STARFORGE_FUZZ", "20")) * 1000
"""Bytes of noise."""


def tell(message: Any) -> str:
    if isinstance(message, events.Key):
        return message.character if message.is_printable and message.character else message.key
    if isinstance(message, events.MouseDown):
        return f"down at {message.x:.0f},{message.y:.0f}"
    return f"paste {message.text}" if isinstance(message, events.Paste) else type(message).__name__


def fed(*pieces: bytes | float) -> list[str]:
    """Return what comes of pieces, and of waits between them in seconds."""
    now, told = [0.0], []
    keyboard = Keyboard(clock=lambda: now[0])
    for piece in pieces:
        if isinstance(piece, float):
            if keyboard.wait is not None and piece >= keyboard.wait:
                told += keyboard.tick()
            now[0] += piece
        else:
            told += keyboard.feed(piece)
    return [tell(one) for one in told]


@given(st.lists(st.sampled_from(sorted(KEYS)), max_size=6), st.lists(st.integers(1, 5), max_size=60))
@settings(max_examples=60)
def test_pieces_of_any_size_make_the_same_keys(keys: list[bytes], sizes: list[int]) -> None:
    whole, pieces = b"".join(keys), []
    while whole:
        size = sizes.pop() if sizes else len(whole)
        pieces.append(whole[:size])
        whole = whole[size:]
    assert fed(*pieces) == [KEYS[key] for key in keys]


@pytest.mark.parametrize("key", KEYS)
def test_a_slow_line_sends_the_same_keys(key: bytes) -> None:
    """Only a lone Escape cannot be told from the key of that name; what follows it is a sequence all the same."""
    slow: list[bytes | float] = [key[:2]]
    for n in range(2, len(key)):
        slow += [0.4, key[n : n + 1]]
    assert fed(*slow) == [KEYS[key]]
    if key.startswith(b"\x1b["):
        assert fed(b"\x1b", 0.4, key[1:]) == ["escape", KEYS[key]]
        assert fed(b"\x1b[27u", b"\x1b", 0.4, key[1:]) == ["escape", KEYS[key]]


@pytest.mark.parametrize("answer", NO_KEYS)
def test_what_is_no_key_is_swallowed_whole(answer: bytes) -> None:
    silent = {"AppFocus", "AppBlur", "TerminalSupportsSynchronizedOutput"}
    for cut in range(len(answer) + 1):
        assert [one for one in fed(answer[:cut], answer[cut:], b"q") if one not in silent] == ["q"]
        if cut > 1:
            assert fed(answer[:cut], 0.6, b"q")[-1:] == ["q"]


@pytest.mark.parametrize("sequence", [one for one in ANSI_SEQUENCES_KEYS if len(one) > 1])
def test_no_known_sequence_is_typed(sequence: str) -> None:
    told = fed(sequence.encode(), 0.6, b"q")
    assert told[-1] == "q"
    keypad = "\x1bO"
    assert sequence.startswith(keypad) or not [one for one in told[:-1] if len(one) == 1 and one.isprintable()]


def test_escape_alone_is_a_key_once_nothing_follows() -> None:
    assert fed(b"\x1b", 0.2) == ["escape"]
    assert fed(b"\x1b\x1b", 0.2) == ["escape", "escape"]
    assert fed(b"\x1b[27u") == ["escape"]


def test_a_paste_without_end_is_dropped_and_what_follows_its_end_is_not() -> None:
    flood = [b"\x1b[200~", *[b"x" * 10_000] * (LONGEST // 10_000 + 2), b"\x1b[20", b"1~q"]
    assert fed(*flood) == ["q"]
    assert fed(b"\x1b[200~abc", 2.5, b"q") == ["paste abc", "q"]


def test_answers_without_end_do_not_grow() -> None:
    keyboard = Keyboard()
    for _ in range(100):
        assert not list(keyboard.feed(b"\x1b]" + b"x" * 5000))
    assert len(keyboard._text) <= LONGEST + 5002


def noise(chance: random.Random) -> bytes:
    """Return random bytes, or a sequence that is whole, cut short or changed."""
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(40))
    known = [*KEYS, *NO_KEYS, *(one.encode() for one in ANSI_SEQUENCES_KEYS)]
    piece = bytearray(chance.choice(known))
    for _ in range(chance.randrange(3)):
        piece[chance.randrange(len(piece))] = chance.randrange(256)
    return bytes(piece[: chance.randrange(len(piece) + 1)] if chance.random() < 0.3 else piece)


def test_any_bytes_leave_the_keys_after_them_as_they_are() -> None:
    chance, keyboard, fed_bytes = random.Random(12), Keyboard(clock=count().__next__), 0
    while fed_bytes < ROUNDS:
        for _ in range(chance.randrange(30)):
            piece = noise(chance)
            fed_bytes += len(piece)
            list(keyboard.feed(piece))
            if chance.random() < 0.2 and keyboard.wait is not None:
                list(keyboard.tick())
        list(keyboard.feed(PASTED.encode() + b"z" * 4))
        while keyboard.wait is not None:
            list(keyboard.tick())
        assert [tell(one) for one in keyboard.feed(b"qqq")] == ["q", "q", "q"]
