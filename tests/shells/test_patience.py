"""By lines: a bot that thinks long is told of, and plays at once when Enter is pressed."""

import asyncio
import io
import os

import pytest

from starforge.engine.save import Seat
from starforge.tables.local import LocalLobby
from starforge.tui.shells import patience
from starforge.tui.shells.lines import Lines

ADA, BOT = Seat(name="Ada"), Seat(name="Robot", bot="captain")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(patience, "PATIENCE", 0.02)


def waited(folder, monkeypatch, typed, seen=True):
    """Wait for a bot that thinks until it is hurried, or for 0.3 seconds; return what happened and what was said."""
    out, done = io.StringIO(), []
    reading, writing = os.pipe()

    async def run():
        table = await LocalLobby(folder).create("tiny", (BOT, ADA), {}, 3)
        hurried = asyncio.Event()

        async def step_bot():
            try:
                await asyncio.wait_for(hurried.wait(), 0.3)
                done.append("hurried")
            except TimeoutError:
                done.append("thought")
            return True

        async def hurry():
            hurried.set()

        monkeypatch.setattr(table, "step_bot", step_bot)
        monkeypatch.setattr(table, "hurry", hurry)
        with os.fdopen(reading, encoding="utf-8") as source:
            lines = Lines(source, out)
            lines.seen = seen
            os.write(writing, typed.encode())
            await patience.let_act(table, lines)
            return lines.waiting

    waiting = asyncio.run(run())
    os.close(writing)
    return done, waiting, out.getvalue()


def test_enter_has_the_bot_play_now(tmp_path, monkeypatch):
    done, _, said = waited(tmp_path, monkeypatch, "\n")
    assert done == ["hurried"]
    assert said == "Robot is thinking. Press Enter to let it play now.\n"


def test_what_else_is_typed_waits_for_the_next_question(tmp_path, monkeypatch):
    done, waiting, _ = waited(tmp_path, monkeypatch, "look\n")
    assert (done, waiting) == (["thought"], ["look"])


def test_a_pipe_is_told_and_its_lines_are_left_alone(tmp_path, monkeypatch):
    done, waiting, said = waited(tmp_path, monkeypatch, "\n", seen=False)
    assert (done, waiting, said) == (["thought"], [], "Robot is thinking.\n")
