"""A whole game of USC: Reach for two at one terminal, by keys through a real pseudo-terminal; the screen is read."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path

import pexpect

from tests.tui.test_whole_game import Terminal

LONGEST = 900
ENTER = (
    "Which ship",
    "press Enter when nobody",
    "Enter: to your board",
    "Enter: go on",
    "Enter: read on",
    "Enter: hand it over",
)

MOMENTS = ("Pass the terminal to", "The screens drop", "is over", "turned up")


def keys(text: str, letters: cycle[str]) -> str:
    """Return the keys that somebody presses who reads this screen."""
    if any(words in text for words in ENTER):
        return "\r"
    if again := re.search(r"(\S+) again: do it", text):
        return again[1]
    if "Place every card" in text:
        return "".join(next(letters) for _ in range(5))  # as fast as somebody types who knows the game
    if "Where does the crew" in text:
        return next(letters)
    if "All crew is placed" in text:
        return "y"
    if "mission do you claim" in text:
        met = re.search(r"^│ (\d) ", text, re.M)
        return met[1] if met else "n"
    listed = re.findall(r"(?:^|  )[ ▸]([0-9a-z]) [A-Z]", "\n".join(text.splitlines()[8:-1]), re.M)
    return next((one for one in ("y", "n") if one in listed), listed[0] if listed else "1")


def test_two_people_play_nine_turns_and_land_or_not(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "reach", "--seat", "Ada", "--seat", "Ben", "--seed", "7")
    terminal.until("Which ship do you take?")
    letters, seen = cycle("abcd"), set()
    for _ in range(LONGEST):
        text = terminal.text
        seen |= {
            words for words in ("Pass the terminal to", "The screens drop", "is over", "turned up") if words in text
        }
        if "Enter: how it went" in text:
            break
        terminal.press(keys(text, letters))
    assert len(seen) == 4
    assert "The end" in terminal.text
    while terminal.child.isalive():  # just after the end is shown, no key is taken
        terminal.press("\r")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0
