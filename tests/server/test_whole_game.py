"""A whole game of USC: Reach on a server: two people with OpenSSH's client, one of the machine itself, and a bot."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import cycle
from pathlib import Path

import pytest

from starforge.engine.rng import Rng
from starforge.engine.save import Save
from starforge.tables.remote import RemoteLobby
from starforge.tables.replay import Replay
from tests.server.cast import SSH, Server, Visitor
from tests.tui.test_reach_game import keys

pytestmark = pytest.mark.skipif(SSH is None, reason="there is no SSH client here")

LONGEST = 100.0
"""Seconds after which the game does not go on."""
MOMENTS = ("The screens drop", "is over", "Planning", "claim")


def come_in(visitor: Visitor) -> None:
    visitor.until("Your name")
    visitor.press("\r")
    visitor.press("c")
    visitor.until(f"STARFORGE · {visitor.who}")


def found_a_table(host: Visitor) -> None:
    """Open a table of Reach for four, the last place for a bot."""
    host.press("n")
    host.until("Place 1")
    for key in "ljlljjjjl":
        host.press(key)
    host.until("random bot")
    host.press("t")
    host.until("waiting room")


async def play_from_the_machine(path: Path) -> str:
    """Come by the socket, take a place as soon as there is one, and play as the bots do; return the outcome."""
    lobby = RemoteLobby(path)
    await lobby.connect()
    dice = Rng(3)
    while not lobby.board():
        await asyncio.sleep(0.02)
    table_id = lobby.board()[0].id
    await lobby.join(table_id)
    while lobby.board()[0].stage == "gathering":
        await asyncio.sleep(0.02)
    table = await lobby.open(table_id)
    (seat,) = table.here
    while table.view(None).result is None:
        view = table.view(seat)
        if seat in view.waiting and view.legal:
            action = table.game.advise(view, lambda: None, dice) or view.legal[dice.below(len(view.legal))]
            await table.submit(seat, action)
        else:
            await asyncio.sleep(0.02)
    outcome = table.view(None).result.text
    await lobby.close()
    return outcome


def play(visitors: list[Visitor]) -> set[str]:
    """Have everybody press keys by what the own screen says until all see the score; return which moments were seen."""
    letters = {visitor: cycle("abcd") for visitor in visitors}
    seen: set[str] = set()
    end = time.monotonic() + LONGEST
    while waiting := [visitor for visitor in visitors if "Enter: leave the table" not in visitor.look()]:
        for visitor in waiting:
            text = visitor.look()
            seen |= {words for words in MOMENTS if words in text}
            visitor.press(keys(text, letters[visitor]))
        assert time.monotonic() < end, "\n".join(visitor.text for visitor in visitors)
    return seen


def test_people_meet_play_nine_turns_and_score(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada, ben = Visitor(server, "Ada"), Visitor(server, "Ben", (100, 30), TERM="xterm")
        come_in(ada)
        come_in(ben)
        found_a_table(ada)
        ben.until("places free")
        ben.press("\r")
        ben.until("Take a place")
        ben.press("t")
        ada.until("Ben")
        said: list[str] = []
        machine = threading.Thread(target=lambda: said.append(asyncio.run(play_from_the_machine(server.socket))))
        machine.start()
        while "open" in ada.look():
            time.sleep(0.02)
        ada.press("b")
        assert play([ada, ben]) == set(MOMENTS)
        machine.join(10)
        for visitor in (ada, ben):
            assert "The end" in visitor.text
            assert "Score" in visitor.text
            visitor.press("\r")
            visitor.until(f"STARFORGE · {visitor.who}")
        assert [taken_home(server)] == said
        assert list((tmp_path / "home").rglob("*")) == []
        server.process.terminate()
        begun = time.monotonic()
        assert [visitor.ended() for visitor in (ada, ben)] == [1, 1]
        assert server.process.wait(5) == 0
        assert time.monotonic() - begun < 5
        for visitor in (ada, ben):
            last = visitor.sent[visitor.sent.rindex(b"\x1b[?1049l") :]
            assert b"The server ends now" in last
            assert b"\x1b[?25h" in last


def taken_home(server: Server) -> str:
    """Have one who played export the game; return how it ends when it is played again."""
    line = server.run("Ben", "tables").stdout
    assert "ended" in line
    exported = server.run("Ben", "export", line.split()[0])
    assert exported.returncode == 0
    replay = Replay(Save.model_validate_json(exported.stdout))
    result = replay.at(replay.length)[0].result
    return result.text if result else ""
