"""The operator's command, run for users whose turn it is."""

import asyncio
import sys
import time

import pytest

from starforge.server.jobs import hook
from starforge.server.jobs.hook import Hook, due
from starforge.tables.play.meta import Asked, TableMeta
from starforge.tables.shared import SeatAssignment
from starforge.tables.table import TableError
from tests.server.local_server import serving

PLACES = (
    SeatAssignment("Ada"),
    SeatAssignment("Ben", bot="greedy", away=True),
    SeatAssignment(bot="random"),
    SeatAssignment("Cyd", bot="greedy", gone=True),
)


def write(tmp_path, code):
    """Return a command that runs some Python, with the name of a file to write to as its first argument."""
    out = tmp_path / "out"
    return [sys.executable, "-c", f"import os, sys, time\nout = open(sys.argv[1], 'a')\n{code}", str(out)], out


def test_only_people_that_play_themselves_are_told():
    asked = {n: Asked(4, 10) for n in range(4)}
    assert due(TableMeta(host="Ada", assignments=PLACES, asked=asked)) == [("Ada", 5)]


async def test_nothing_of_the_servers_surroundings_reaches_the_command(tmp_path, monkeypatch):
    monkeypatch.setenv("STARFORGE_HOME", "/private")
    monkeypatch.setenv("PGPASSWORD", "secret")
    command, out = write(tmp_path, "out.write(repr((sys.argv[2:], sorted(os.environ), os.getcwd())))")
    assert await Hook(command, 9).run("a1b2c3", "-rf; $(x)", "tiny", here=True)
    words, names, folder = eval(out.read_text())
    assert (words, folder) == (["a1b2c3", " -rf; $(x)"], "/")
    assert {"STARFORGE_TABLE", "STARFORGE_USER", "STARFORGE_GAME", "STARFORGE_HERE"} <= set(names)
    assert not {"STARFORGE_HOME", "PGPASSWORD"} & set(names)


async def test_a_command_that_hangs_is_stopped_with_all_that_it_started(tmp_path, monkeypatch):
    monkeypatch.setattr(hook, "TIME_LIMIT", 0.3)
    go = tmp_path / "go"
    child = f"while not os.path.exists({str(go)!r}): time.sleep(0.01)\nopen(sys.argv[1], 'a').write('there')"
    command, out = write(tmp_path, f"os.fork() or exec({child!r})\ntime.sleep(60)")
    begun = time.monotonic()
    assert not await Hook(command, 9).run("a1", "Ada", "tiny")
    assert time.monotonic() - begun < 50
    go.touch()
    await asyncio.sleep(0.3)
    assert out.read_text() == ""


async def test_what_is_too_much_in_a_minute_is_left_out_and_faults_harm_nobody(tmp_path):
    now = 0.0
    command, out = write(tmp_path, "out.write('x')")
    one = Hook(command, 2, lambda: now)
    assert [await one.run("a1", "Ada", "tiny") for _ in range(3)] == [True, True, False]
    now = 61
    assert await one.run("a1", "Ada", "tiny")
    assert out.read_text() == "xxx"
    assert not await Hook(["/no/such/command"], 9).run("a1", "Ada", "tiny")
    assert not await Hook(["false"], 9).run("a1", "Ada", "tiny")


async def test_a_server_keeps_no_command_of_a_user_and_nothing_that_is_no_setting(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        for values in ({"notify": "rm -rf /"}, {"colour": "red"}):
            with pytest.raises(TableError, match="no setting"):
                await ada.prefer(values)
        await ada.prefer({"theme": "night"})
        assert await ada.preferences() == {"theme": "night"}
