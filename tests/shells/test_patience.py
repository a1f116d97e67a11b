"""By lines: a bot that thinks long is told of and may be hurried; whoever waits for others can talk, read and leave."""

import asyncio
import io
import os
from dataclasses import replace

import pytest

from starforge.engine.save import Seat
from starforge.games import GAMES, load
from starforge.tables.local import LocalLobby
from starforge.tui.shells import patience
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain_shared import SharedPlain

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


class Elsewhere:
    """A table at which somebody else is asked, who plays at another terminal."""

    def __init__(self, table):
        self.table, self.here, self.said, self.agreed = table, (0,), [], []

    def __getattr__(self, name):
        return getattr(self.table, name)

    def talk(self):
        return []

    async def say(self, text):
        self.said.append(text)

    async def consent(self, agree):
        self.agreed.append(agree)


@pytest.mark.parametrize("slug", ["tiny", "astroforce", "reach", "shattered-reach"])
def test_whoever_waits_for_others_is_answered_every_line(tmp_path, monkeypatch, slug):
    monkeypatch.setitem(GAMES, slug, GAMES.get(slug) or f"starforge.games.{slug.replace('-', '_')}.game:GAME")
    out = io.StringIO()
    reading, writing = os.pipe()
    words = ["help", "look", "choices", "log", "rules", "glossary", "say hello there", "agree", "refuse", "undo"]
    words += [*load(slug).topics, "1", "nonsense", "u", "resign", "hint", "fleets"]

    async def run():
        table = Elsewhere(await LocalLobby(tmp_path).create(slug, (ADA, Seat(name="Ben")), {}, 3))
        monkeypatch.setattr(table, "view", lambda seat: replace(table.table.view(seat), waiting={1: "that"}, ask=None))
        with os.fdopen(reading, encoding="utf-8") as source:
            lines = Lines(source, out)
            lines.seen = True
            playing = asyncio.ensure_future(SharedPlain(table, lines, None).run())
            for line in words:
                await asyncio.sleep(0)
                before = len(out.getvalue()), len(table.said), len(table.agreed)
                os.write(writing, f"{line}\n".encode())
                for _ in range(200):
                    await asyncio.sleep(0.005)
                    if (len(out.getvalue()), len(table.said), len(table.agreed)) != before:
                        break
                else:
                    raise AssertionError(f"{line} is not answered")
            os.write(writing, b"quit\n")
            await asyncio.wait_for(playing, 5)
        return table

    table = asyncio.run(run())
    os.close(writing)
    assert table.said == ["hello there"]
    assert table.agreed == [True, False]
    assert "say WORDS" in out.getvalue()
    assert "Nothing is asked of you; the table waits for Ben." in out.getvalue()
