"""A whole patrol played by keys through a real pseudo-terminal: the screen is read, letters are pressed."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte

from tests.waiting import DEADLINE

LONGEST = 600


class Terminal:
    """The program in a pseudo-terminal, and what it shows."""

    _drawn = (-1, "")

    def __init__(self, folder: Path, *arguments: str, size: tuple[int, int] = (80, 24), **environ: str) -> None:
        (folder / "config").mkdir(exist_ok=True)
        (folder / "config" / "settings.toml").write_text("animations = false\n", encoding="utf-8")
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "starforge", *arguments],
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "STARFORGE_HOME": str(folder), **environ},
            dimensions=(size[1], size[0]),
            timeout=DEADLINE,
        )
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""

    @property
    def text(self) -> str:
        """What the terminal shows; nothing is drawn anew while nothing has come."""
        if self._drawn[0] != len(self.sent):
            self._drawn = len(self.sent), "\n".join(self.screen.display)
        return self._drawn[1]

    def read(self, wait: float) -> bool:
        ready, _, _ = select.select([self.child.child_fd], [], [], wait)
        if not ready:
            return False
        try:
            data = os.read(self.child.child_fd, 65536)
        except OSError:
            return False
        self.sent += data
        self.stream.feed(re.sub(rb"\x1b\[[<>=][0-9;]*u|\x1b\[\?[0-9;]*\$p", b"", data))
        return bool(data)

    def until(self, words: str) -> None:
        end = time.monotonic() + DEADLINE
        while words not in self.text:
            assert time.monotonic() < end, f"{words!r} does not appear in\n{self.text}"
            self.read(0.2)

    def go_on(self, key: str, done: Callable[[str], bool]) -> None:
        """Press a key until the screen is as wanted: what is pressed just after a hand-off appears is not taken."""
        end = time.monotonic() + DEADLINE
        while not done(self.text):
            assert time.monotonic() < end, f"{key!r} does not lead on from\n{self.text}"
            while self.read(0.3):  # longer than a terminal is deaf
                pass
            self.child.send(key)
            pause = time.monotonic() + DEADLINE / 4
            while not done(self.text) and time.monotonic() < pause:
                self.read(0.1)
        while self.read(0.3):
            pass

    def press(self, key: str) -> None:
        """Press a key and wait until the program has answered and come to rest."""
        self.child.send(key)
        if self.read(0.3):
            while self.read(0.03):
                pass


def choices(text: str) -> list[str]:
    """Return the keys of what can be chosen, in the list and on the board."""
    listed = re.findall(r"(?:^|(?<=  ))[ ▸]([0-9a-z]) (?!dice)\S", "\n".join(text.splitlines()[16:21]), re.M)
    return [key for key in listed if key not in "e"] + (["e"] if "e" in listed else [])


def test_a_patrol_is_played_to_its_rank_by_keys(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "astroforce", "--seed", "7", size=(80, 23))
    terminal.until("Roll Call")
    turns = set()
    for _ in range(LONGEST):
        if "Enter: how it went" in terminal.text:
            break
        turns.add(terminal.text.splitlines()[0])
        keys = choices(terminal.text)
        pages = not keys and "Space: more" in terminal.text  # all that is on this one is refused
        terminal.press(keys[0] if keys else " " if pages else "\r")
    assert re.search(r"Crewman|Ensign|Lieutenant|Commander|Captain|Admiral", terminal.text)
    assert len(turns) > 5
    while terminal.child.isalive():  # just after the end is shown, no key is taken
        terminal.press("\r")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0
