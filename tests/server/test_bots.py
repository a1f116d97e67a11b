"""Bots of a server think in their own processes: whatever one does there, the game goes on and nobody waits."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from starforge.bots.bot import derive
from starforge.bots.levels import named
from starforge.games import load
from starforge.server.jobs import bots
from starforge.server.jobs.bot_process import BotTask
from starforge.server.jobs.bots import BotProcesses
from tests.server.local_server import play_out, serving
from tests.waiting import DEADLINE, until, wait_until


def task(slug, where, seconds=0.3, seat=0):
    game = load("tiny")
    return BotTask(slug, where, "greedy", seat, 1, game.new(game.options(), 2, 5), b"", seconds)


@pytest.mark.parametrize("level", ["random", "greedy"])
async def test_bots_act_by_themselves_until_the_end(tmp_path, level):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        table = await ada.open(await server.table(["Ada", f"bot:{level}"]))
        assert [seat.bot for seat in table.seats] == ["", named(level)]
        dice = 0
        while table.view(None).result is None:
            await until(lambda: table.view(0).legal or table.view(None).result)
            if legal := table.view(0).legal:
                dice += 1
                await table.submit(0, legal[derive("any", dice) % len(legal)])
        assert not await table.step_bot()


async def test_a_bot_remembers_what_it_tried_although_it_thinks_in_other_processes(tmp_path):
    processes = BotProcesses(1)
    try:
        first = await processes.think(task("tiny", "tests.tiny:GAME", 5))
        again = await processes.think(task("tiny", "tests.tiny:GAME", 5)._replace(memory=first.memory))
        assert first.action
        assert again.action not in ("", first.action)
    finally:
        await processes.close()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("endless", "it took too long"),
        ("hanging", "it hung"),
        ("dying", "its process died"),
        ("failing", "it failed (RuntimeError)"),
    ],
)
async def test_a_bot_that_fails_wants_nothing_and_the_next_one_thinks(game, words, monkeypatch):
    monkeypatch.setattr(bots, "GRACE", 0.3 if game == "hanging" else 20.0)  # a busy machine answers late
    processes = BotProcesses(1)
    try:
        await processes.think(task("tiny", "tests.tiny:GAME", 5))
        failed = await processes.think(task(game, f"tests.server.failing_bots:{game.upper()}"))
        assert failed.action == ""
        assert failed.trouble == words
        assert (await processes.think(task("tiny", "tests.tiny:GAME", 5))).action
    finally:
        await processes.close()


async def test_a_bot_that_thinks_is_hurried_by_its_table_from_its_first_thought_on():
    processes = BotProcesses(2)
    patient = task("waiting", "tests.server.failing_bots:WAITING", 60)._replace(level="admiral")
    try:
        for _ in range(2):
            thinking = [asyncio.ensure_future(processes.think(patient, name)) for name in ("mine", "other")]
            await until(lambda: len(processes._thinking) == 2)
            while not thinking[0].done():
                processes.hurry("mine")
                processes.hurry("none")
                await asyncio.sleep(0.05)
            thought = await thinking[0]
            assert (thought.trouble, thought.action) == ("", str(patient_moves()[-1]))
            assert not thinking[1].done(), "only the one that was meant"
            while not thinking[1].done():
                processes.hurry("other")
                await asyncio.sleep(0.05)
    finally:
        await processes.close()


async def test_a_bot_that_is_stopped_plays_the_best_it_has_found():
    processes = BotProcesses(1)
    deaf = task("waiting", "tests.server.failing_bots:WAITING", 0.2)._replace(level="cadet")
    try:
        thought = await processes.think(deaf)
        assert (thought.trouble, thought.action) == ("it took too long", str(patient_moves()[-1]))
    finally:
        await processes.close()


@pytest.mark.parametrize("words", [bots.HUNG, bots.DIED])
async def test_a_game_whose_counting_fails_does_not_count(monkeypatch, words):
    async def fail(self, task):
        return words

    monkeypatch.setattr(BotProcesses, "_carry_out", fail)
    assert await BotProcesses(1).count(None) is None


def patient_moves():
    game = load("tiny")
    return game.legal(game.new(game.options(), 2, 5), 0)


async def test_where_a_bot_fails_any_allowed_action_is_taken(tmp_path, monkeypatch):
    async def nothing(self, task, table_id):
        return bots.Thought("", b"", "it failed")

    monkeypatch.setattr(BotProcesses, "think", nothing)
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben", "bot:greedy"])
        await play_out([await ada.open(table_id), await ben.open(table_id)])


async def test_an_interrupt_from_the_keyboard_does_not_reach_thinkers():
    processes = BotProcesses(1)
    try:
        await processes.think(task("tiny", "tests.tiny:GAME", 5))
        process = processes._idle[0]
        os.kill(process.pid, signal.SIGINT)
        assert (await processes.think(task("tiny", "tests.tiny:GAME", 5))).action
        assert processes._idle[0] is process
    finally:
        await processes.close()


async def test_a_hint_is_legal_and_says_why_and_does_nothing(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben"], "reach")
        table, watching = await ada.open(table_id), await ben.open(table_id)
        seat = min(table.view(None).waiting)
        asked = table if seat == 0 else watching
        action, words = await asked.hint(seat)
        assert action in asked.view(seat).legal
        assert "none is better than another" in words
        assert asked.length(seat) == 0
        assert await asked.hint(1 - seat) is None


async def test_everybody_sees_whose_seat_a_bot_plays_and_it_acts_there(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben"])
        tables = [await lobby.open(table_id) for lobby in (ada, ben)]
        await tables[0].rest(0, "random")
        await until(lambda: all(table.notice.assignments[0].away for table in tables))
        assert [table.seats[0].name for table in tables] == ["Ada", "Ada"]
        await until(lambda: 0 not in tables[1].view(None).waiting)
        await tables[0].return_()
        await until(lambda: not any(table.notice.assignments[0].away for table in tables))


DYING = """
import asyncio, os, signal
from starforge.server.jobs import bots

async def run():
    process = await bots._start()
    while os.readlink(f"/proc/{process.pid}/fd/1") != os.readlink(f"/proc/{process.pid}/fd/2"):
        await asyncio.sleep(0.01)  # its output is given over after that
    os.kill(process.pid, signal.SIGSTOP)
    print(process.pid, flush=True)
    os._exit(1)

asyncio.run(run())
"""


def test_a_process_of_bots_ends_with_its_server_even_if_it_is_stopped():
    ran = subprocess.run([sys.executable, "-c", DYING], capture_output=True, text=True, timeout=DEADLINE)
    pid = int(ran.stdout)
    wait_until(lambda: not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split())
