"""A whole game of USC: Reach on a server: two people with OpenSSH's client, one of the machine itself, and a bot."""

from __future__ import annotations

import re
import time
from itertools import cycle
from pathlib import Path

import pexpect
import pytest

from starforge.engine.save import parse_save
from starforge.tables.play.replay import Replay
from tests.server.openssh import SSH, Server, SshTerminal, look
from tests.tui.test_reach_game import keys
from tests.tui.test_whole_game import Terminal
from tests.waiting import DEADLINE

pytestmark = pytest.mark.skipif(SSH is None, reason="there is no SSH client here")

LONGEST = 240.0
"""Seconds after which the game does not go on."""
MOMENTS = ("The screens drop", "is over", "Planning", "claim")


def come_in(player: SshTerminal) -> None:
    player.until("Your name")
    player.press("\r")
    player.press("c")
    player.until(f"STARFORGE · {player.who}")


def open_a_table(host: SshTerminal) -> None:
    """Open a table of Reach for four, the last seat for a bot."""
    host.press("n")
    host.until("Seat 1")
    for key in "ljlljjjjllll":
        host.press(key)
    host.until("Captain bot")
    host.press("t")
    host.until("waiting room")


def play(players: list[Terminal]) -> set[str]:
    """Have everybody press keys by what the own screen says until all see the score; return which moments were seen."""
    letters, ships = {player: cycle("abcd") for player in players}, cycle("1234")
    seen: set[str] = set()
    end = time.monotonic() + LONGEST
    while waiting := [player for player in players if "Enter: how it went" not in look(player)]:
        for player in waiting:
            text = look(player)
            seen |= {words for words in MOMENTS if words in text}
            if any(words in text for words in ("Another player decides", "Others are planning")):
                player.read(0.02)
                continue
            player.press(next(ships) if "has taken that ship" in text else keys(text, letters[player]))
        assert time.monotonic() < end, "\n".join(player.text for player in players)
    return seen


def test_people_meet_play_nine_turns_and_score(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada, ben = SshTerminal(server, "Ada"), SshTerminal(server, "Ben", (100, 30), TERM="xterm")
        come_in(ada)
        come_in(ben)
        open_a_table(ada)
        ben.until("seats free")
        ben.press("\r")
        ben.until("Take a seat")
        ben.press("t")
        ada.until("Ben")
        (tmp_path / "own").mkdir()
        neighbour = Terminal(tmp_path / "own", STARFORGE_SOCKET=str(server.socket))
        neighbour.until("seat free")
        neighbour.press("\r")
        neighbour.until("Take a seat")
        neighbour.press("t")
        while "open" in ada.text:
            ada.read(0.1)
        ada.press("b")
        assert play([ada, ben, neighbour]) == set(MOMENTS)
        for player in (ada, ben, neighbour):
            assert "The end" in player.text
            assert re.search(r"Landed|short", player.text)
            player.press("\r")
            player.until("Turn by turn")
            player.press("\r")
            player.until("STARFORGE · ")
        assert taken_home(server)
        neighbour.press("q")
        neighbour.child.expect(pexpect.EOF)
        assert list((tmp_path / "home").rglob("*")) == []
        server.process.terminate()
        begun = time.monotonic()
        assert [player.ended() for player in (ada, ben)] == [1, 1]
        assert server.process.wait(DEADLINE) == 0
        assert time.monotonic() - begun < DEADLINE / 4
        for player in (ada, ben):
            last = player.sent[player.sent.rindex(b"\x1b[?1049l") :]
            assert b"The server ends now" in last
            assert b"\x1b[?25h" in last


def taken_home(server: Server) -> str:
    """Have one who played export the game; return how it ends when it is played again."""
    line = server.run("Ben", "tables").stdout
    assert "ended" in line
    exported = server.run("Ben", "export", line.split()[0])
    assert exported.returncode == 0
    replay = Replay(parse_save(exported.stdout))
    result = replay.view(replay.length).result
    return result.text if result else ""
