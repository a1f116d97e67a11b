"""The life of a server as a process: it comes up or says why not, leaves in time, and is found as it was left."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
from contextlib import asynccontextmanager

import pytest

from starforge.engine.save import Seat, parse_save
from starforge.server import sockets
from starforge.tables.folders import find_server
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import TableError
from tests.server.local_server import play_out, serving
from tests.waiting import DEADLINE, until

SERVE = [sys.executable, "-m", "starforge", "serve"]


def command(folder, *more):
    return [*SERVE, "--data", str(folder / "data"), "--socket", str(folder / "s"), "--log", str(folder / "log"), *more]


@asynccontextmanager
async def running(folder, *more):
    """Start a server and wait until people can come."""
    process = await asyncio.create_subprocess_exec(*command(folder, *more), stderr=asyncio.subprocess.PIPE)
    try:
        await until(lambda: _answers(folder / "s") or process.returncode is not None)
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def _answers(path):
    with socket.socket(socket.AF_UNIX) as knock:
        try:
            knock.connect(str(path))
        except OSError:
            return False
        return True


async def refused(folder, *more):
    """Start a server that cannot, and return its words."""
    process = await asyncio.create_subprocess_exec(*command(folder, *more), stderr=asyncio.subprocess.PIPE)
    _, words = await asyncio.wait_for(process.communicate(), DEADLINE)
    assert process.returncode == 1
    assert "Traceback" not in words.decode()
    return words.decode()


async def come(folder, name):
    door = folder / "data" / "workers" / "workers.sock"
    await until(lambda: _answers(door))
    lobby = RemoteLobby(door, {"identity": ["key", name], "suggested": name})
    await lobby.connect()
    if not lobby.user:
        await lobby.register(name)
    return lobby


async def begin(lobby, other, game="reach"):
    """Begin a table of two people and return its id."""
    table_id = await lobby.offer(game, [SeatAssignment(), SeatAssignment(invited=other.user)], {}, Clock())
    await other.join(table_id)
    await lobby.start(table_id)
    return table_id


async def act(tables):
    """Let whoever is asked first do the first thing that is allowed."""
    seat = min(tables[0].view(None).waiting)
    await until(lambda: tables[seat].view(seat).legal)
    await tables[seat].submit(seat, tables[seat].view(seat).legal[0])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_told_to_stop_it_leaves_in_time_with_sessions_open(tmp_path, number):
    async with running(tmp_path) as server:
        lobbies = [await come(tmp_path, f"p{n}") for n in range(20)]
        table_id = await begin(*lobbies[:2])
        tables = [await lobby.open(table_id) for lobby in lobbies]
        slow = await asyncio.open_unix_connection(tmp_path / "s")
        await act(tables)
        server.send_signal(number)
        assert await asyncio.wait_for(server.wait(), DEADLINE) == 0
        await until(lambda: not any(lobby.linked for lobby in lobbies))
        with pytest.raises(TableError, match="The server stops now"):
            await lobbies[0].say("hello?")
        slow[1].close()
        for lobby in lobbies:
            await lobby.close()
    assert not (tmp_path / "s").exists()
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert "gone" in log


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_after_a_restart_everybody_goes_on_where_they_were(tmp_path, how):
    async with running(tmp_path) as server:
        ada, ben = await come(tmp_path, "Ada"), await come(tmp_path, "Ben")
        table_id = await begin(ada, ben)
        tables = [await lobby.open(table_id) for lobby in (ada, ben)]
        for _ in range(7):
            await act(tables)
        await until(lambda: tables[0].view(None) == tables[1].view(None))
        views = [table.view(seat) for seat, table in enumerate(tables)]
        logs = [table.log(seat) for seat, table in enumerate(tables)]
        told = []
        tables[0].watch(lambda: told.append(tables[0].linked))
        server.send_signal(how)
        await server.wait()
        await until(lambda: not tables[0].linked)
        assert tables[0].view(0) == views[0]
    async with running(tmp_path):
        await until(lambda: ada.linked and ben.linked)
        await until(lambda: told and told[-1])
        assert [table.view(seat) for seat, table in enumerate(tables)] == views
        assert [table.log(seat) for seat, table in enumerate(tables)] == logs
        assert [table.undone for table in tables] == [0, 0]
        await act(tables)
        assert tables[0].length(0) == 8
        assert (ada.user, await ada.everybody()) == ("Ada", ["Ada", "Ben"])
        await ada.close()
        await ben.close()


async def test_a_second_server_is_refused_in_words(tmp_path):
    async with running(tmp_path):
        assert "serves" in await refused(tmp_path)
        other = tmp_path / "other"
        other.mkdir()
        words = await refused(other, "--socket", str(tmp_path / "s"))
        assert "another server answers at" in words
        assert _answers(tmp_path / "s")


async def test_what_makes_a_socket_impossible_is_told_in_words(tmp_path):
    (tmp_path / "file").write_text("mine")
    for path, words in (
        (tmp_path / "file", "is no socket"),
        (tmp_path / "not" / "there", "no such file or directory; give --socket a path"),
        (tmp_path / ("x" * 120), "at most 107 bytes"),
    ):
        assert words in await refused(tmp_path, "--socket", str(path))
    assert (tmp_path / "file").read_text() == "mine"


async def test_a_table_that_does_not_play_is_told_of_in_words_and_hurts_no_other(tmp_path):
    async with running(tmp_path) as server:
        ada, ben = await come(tmp_path, "Ada"), await come(tmp_path, "Ben")
        broken, sound = await begin(ada, ben), await begin(ada, ben)
        tables = [await lobby.open(broken) for lobby in (ada, ben)]
        for _ in range(3):
            await act(tables)
        await ada.close()
        await ben.close()
        server.terminate()
        await server.wait()
    db = sqlite3.connect(tmp_path / "data" / "server.db")
    with db:
        db.execute("UPDATE moves SET action = 'place nobody nowhere' WHERE table_id = ? AND n = 2", (broken,))
    db.close()
    async with running(tmp_path):
        ada, ben = await come(tmp_path, "Ada"), await come(tmp_path, "Ben")
        await until(lambda: {one.id for one in ada.listing()} == {broken, sound})
        with pytest.raises(TableError, match="from entry 2 on it does not play as recorded") as caught:
            await ada.open(broken)
        assert "nobody" not in str(caught.value)
        with pytest.raises(TableError, match="does not play"):
            await ada.open(broken)
        await until(lambda: any("does not play" in one.outcome for one in ben.listing()))
        await act([await lobby.open(sound) for lobby in (ada, ben)])
        await ada.close()
        await ben.close()
    assert "nobody" not in (tmp_path / "log").read_text()


async def test_where_a_server_is_looked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    monkeypatch.setattr("starforge.tables.folders.RUN", tmp_path / "run.sock")
    monkeypatch.delenv("STARFORGE_SOCKET", raising=False)
    assert find_server() is None
    own = tmp_path / "data" / "server" / "starforge.sock"
    own.parent.mkdir(parents=True)
    opened = [sockets.listen(own, 0o600)]
    assert find_server() == own
    opened.append(sockets.listen(tmp_path / "run.sock", 0o666))
    assert find_server() == tmp_path / "run.sock"
    monkeypatch.setenv("STARFORGE_SOCKET", "/elsewhere")
    assert str(find_server()) == "/elsewhere"
    for one in opened:
        one.close()


async def test_a_saved_game_is_handed_over_with_dice_that_nobody_knows(tmp_path):
    home = {**os.environ, "STARFORGE_HOME": str(tmp_path), "STARFORGE_SOCKET": str(tmp_path / "s")}
    local = LocalLobby(tmp_path / "data")
    seats = [Seat(name="Ada"), Seat(name="Ben")]
    saved = await local.create("reach", seats, {}, 7)
    for _ in range(20):
        seat = min(saved.view(None).waiting)
        await saved.submit(seat, saved.view(seat).legal[0])
    async with running(tmp_path):
        program = [sys.executable, "-m", "starforge", "handover", saved.id, "--seat", "2"]
        process = await asyncio.create_subprocess_exec(*program, env=home, stdout=-1, stderr=-1)
        out, words = await process.communicate()
        assert (process.returncode, words) == (0, b"")
        assert "known to nobody" in " ".join(out.decode().split())
        own = RemoteLobby(tmp_path / "s")
        await own.connect()
        (notice,) = own.listing()
        assert [place.user for place in notice.assignments] == ["", own.user]
        client = await come(tmp_path, "Client")
        await client.join(notice.id)
        await own.start(notice.id)
        table = await own.open(notice.id)
        assert (table.here, table.view(1)) == ((1,), saved.view(1))
        await own.close()
        await client.close()
    ((_, setup, *_),) = sqlite3.connect(tmp_path / "data" / "server.db").execute("SELECT * FROM tables").fetchall()
    kept = json.loads(setup)
    assert kept["seed"] != 7
    assert "rng" not in kept["start"]
    assert saved.position().count("seed")


async def test_an_ended_game_is_exported_as_a_save_that_plays(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben, cy = [await server.connect(name) for name in ("Ada", "Ben", "Cy")]
        table_id = await server.table(["Ada", "Ben"], "astroforce")
        tables = [await lobby.open(table_id) for lobby in (ada, ben)]
        with pytest.raises(TableError, match="when it has ended"):
            await ada.export(table_id)
        with pytest.raises(TableError, match="when the game has ended"):
            tables[0].save()
        await play_out(tables)
        save = parse_save(await cy.export(table_id))
        replay = Replay(save)
        assert replay.ended
        assert replay.view(replay.length, 0).result == tables[0].view(0).result
        assert [seat.name for seat in save.seats] == ["Ada", "Ben"]


async def test_a_game_that_was_given_up_is_exported_as_ended_too(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = [await server.connect(name) for name in ("Ada", "Ben")]
        table_id = await begin(ada, ben)
        tables = [await lobby.open(table_id) for lobby in (ada, ben)]
        await act(tables)
        await tables[0].resign(0)
        replay = Replay(parse_save(await ada.export(tables[0].id)))
        assert replay.ended
        assert replay.viewers == (None, 0, 1)
        assert replay.view(replay.length, 1).result.text == "Ada resigned; Ben wins."
        assert replay.view(0, 1).result is None


async def test_no_server_is_told_in_words(tmp_path):
    with pytest.raises(TableError, match=r"no server answers at .*\(no such file or directory\)"):
        await RemoteLobby(tmp_path / "s").connect()


async def test_a_folder_of_the_store_that_cannot_be_written_is_told_in_words(tmp_path):
    (tmp_path / "data").write_text("a file in its place")
    assert str(tmp_path / "data") in await refused(tmp_path)


async def test_a_server_that_is_killed_leaves_a_socket_that_the_next_one_takes(tmp_path):
    async with running(tmp_path) as server:
        server.kill()
        await server.wait()
        assert (tmp_path / "s").is_socket()
    async with running(tmp_path):
        assert _answers(tmp_path / "s")
