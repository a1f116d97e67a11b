"""What a server withstands: lines that break in a row, clocks set anew, databases taken away, tables that take long."""

import asyncio
import json
import logging
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from starforge.server.daemon import Daemon, Serving
from starforge.server.jobs import bots
from starforge.server.jobs.bots import BotProcesses
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.contract import StorageTrouble, StoreError
from starforge.tables.store.server import open_store
from starforge.tables.store.sql import LobbyTime
from starforge.tables.table import TableError
from tests.server.local_server import serving
from tests.waiting import DEADLINE, until


async def test_an_open_table_survives_outages_in_a_row(tmp_path, monkeypatch):
    """Break the line again and again while the table is being opened anew; afterwards moves count, and news come."""
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben"])
        table, his = await ada.open(table_id), await ben.open(table_id)
        await until(lambda: his.view(1).legal)
        mine, whole, cuts, gone = await server.id_of("Ada"), server.daemon.hub.table, [4], []

        def cut():
            for session in server.daemon.hub.audience.of([mine]):
                session.outbox.writer.transport.abort()
                gone.append(session)

        async def breaking(table_id):
            if cuts[0]:
                cuts[0] -= 1
                cut()
            return await whole(table_id)

        monkeypatch.setattr(server.daemon.hub, "table", breaking)
        cut()
        await until(lambda: not cuts[0])
        here = server.daemon.hub.audience
        await until(lambda: any(one.outbox.tables for one in here.of([mine]) if one not in gone) and ada.linked)
        await his.submit(1, his.view(1).legal[0])
        await table.submit(0, table.view(0).legal[0])
        await until(lambda: table.view(0).laid)


async def test_a_table_that_cannot_be_read_just_now_is_opened_when_it_can(tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        table = await ada.open(await server.table(["Ada", "bot:random"]))
        failing = [StoreError("the disk is away")] * 3
        whole = server.daemon.hub.table

        async def broken(table_id):
            if failing:
                raise failing.pop()
            return await whole(table_id)

        monkeypatch.setattr(server.daemon.hub, "table", broken)
        for session in list(server.daemon.sessions):
            session.outbox.writer.transport.abort()
        await until(lambda: not failing and any(one.outbox.tables for one in server.daemon.sessions))
        await table.submit(0, table.view(0).legal[0])
        await until(lambda: table.view(0).laid)


@pytest.mark.parametrize("jump", [timedelta(hours=-2), timedelta(days=-400), timedelta(hours=3), timedelta(days=900)])
async def test_nobody_gains_or_loses_time_when_the_wall_clock_is_set(tmp_path, monkeypatch, jump):
    """Set the clock of the machine while the server runs, and between two runs."""
    wall, steady = [datetime(2026, 3, 1, tzinfo=UTC)], [100.0]
    monkeypatch.setattr(
        "starforge.tables.store.server.LobbyTime", lambda: LobbyTime(lambda: wall[0], lambda: steady[0])
    )

    def passes(seconds):
        wall[0] += timedelta(seconds=seconds)
        steady[0] += seconds

    def left(server, table_id):
        hub = server.daemon.hub
        return hub.rows[table_id].meta.clocks.runs[0].due - hub.now()

    async with serving(tmp_path) as server:
        table_id = await server.table(["Ada", "Ben"], clock=Clock("move", 90))
        passes(10)
        wall[0] += jump
        assert left(server, table_id) == pytest.approx(80)
        ada = await server.connect("Ada")
        table = await ada.open(table_id)
        await until(lambda: table.times.deadline)
        assert (table.times.deadline - ada.now()).total_seconds() == pytest.approx(80, abs=5)
        await server.daemon.store.beat("d")
    wall[0] += jump
    passes(3600)
    async with serving(tmp_path) as server:
        assert left(server, table_id) == pytest.approx(80)


@pytest.mark.parametrize("how", ["unlink", "truncate", "replace"])
async def test_a_database_that_is_taken_away_is_noticed_at_once_and_told_once(tmp_path, caplog, how):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        table = await ada.open(await server.table(["Ada", "bot:random"]))
        path = tmp_path / "server.db"
        kept = path.read_bytes()
        if how == "truncate":
            path.write_bytes(b"")
        else:
            path.rename(tmp_path / "gone")
            if how == "replace":
                path.write_bytes(kept)
        with caplog.at_level(logging.WARNING):
            for _ in range(3):
                with pytest.raises(
                    TableError, match="moved, removed or emptied while it was in use: nothing more is written"
                ):
                    await table.submit(0, table.view(0).legal[0])
        assert caplog.text.count("storage fails") == 1
        assert not table.view(0).laid
        if how == "unlink":
            (tmp_path / "gone").rename(path)
            await table.submit(0, table.view(0).legal[0])
            assert caplog.text.count("storage works again") == 1


@pytest.mark.parametrize("how", ["gone", "empty", "another"])
async def test_a_server_begins_anew_only_when_told_to(tmp_path, how):
    async with serving(tmp_path / "a") as server:
        await server.connect("Ada")
    for path in (tmp_path / "a").glob("server.db*"):
        path.unlink()
    if how == "empty":
        (tmp_path / "a" / "server.db").touch()
    if how == "another":
        async with serving(tmp_path / "b") as server:
            await server.connect("Ben")
        (tmp_path / "b" / "server.db").rename(tmp_path / "a" / "server.db")
    for _ in range(2):
        with pytest.raises(StoreError, match="give --new to begin anew"):
            open_store("sqlite", tmp_path / "a")
    async with serving(tmp_path / "a", anew=True) as server:
        assert (await server.daemon.store.called("Ada")) is None
    async with serving(tmp_path / "a"):
        pass


async def test_a_postgres_that_is_emptied_is_noticed(fresh, tmp_path):
    store = open_store(fresh, tmp_path)
    await store.beat("d1")
    with store.database.transaction("write to") as work:
        work("DELETE FROM lobby")
    with pytest.raises(StorageTrouble, match="was emptied while it was served"):
        await store.beat("d1")
    with store.database.transaction("write to") as work:
        work("DROP SCHEMA starforge CASCADE")
    await store.close()
    with pytest.raises(StoreError, match="give --new"):
        open_store(fresh, tmp_path)


def sprawling(tile="1"):
    """Return a map as large as may be."""
    cells = [f"{tile} at {i},{j}" for i in range(-4, 5) for j in range(-4, 5)][:61]
    zones = [["S -1..1 deep 2"] * 60, ["N -1..1 deep 2"] * 60]
    return json.dumps({"map": {"title": "x", "tiles": cells, "zones": zones}})


async def test_what_somebody_makes_keeps_nobody_waiting(tmp_path):
    """Offer, begin and open a table on the largest map, and look how long the loop is ever held up."""
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        await ada.offer("shattered-reach", [SeatAssignment(), SeatAssignment(bot="random")], {}, Clock())
        longest, ends = 0.0, asyncio.Event()

        async def watch():
            nonlocal longest
            loop = asyncio.get_running_loop()
            while not ends.is_set():
                before = loop.time()
                await asyncio.sleep(0.005)
                longest = max(longest, loop.time() - before)

        watching = asyncio.ensure_future(watch())
        seats = [SeatAssignment(), SeatAssignment(bot="random")]
        table_id = await ada.offer("shattered-reach", seats, {"custom": sprawling()}, Clock())
        offering = longest
        await ada.start(table_id)
        ends.set()
        await watching
        assert offering < 1, "it is tried out in another process"


async def test_a_trial_that_takes_too_long_or_dies_is_a_refusal(monkeypatch):
    trials = BotProcesses(1)
    try:
        task = bots.SetUp("shattered-reach", "starforge.games.shattered_reach.game:GAME", 2, {}, 1, "", 0.001)
        slow = task._replace(options={"custom": sprawling("4")})
        for one in (slow, task._replace(seats=10**9)):
            with pytest.raises(TableError):
                await asyncio.wait_for(trials.try_out(one), DEADLINE)
        assert (await trials.try_out(task._replace(seconds=60))).game == "shattered-reach"
    finally:
        await trials.close()


async def test_ended_tables_stay_out_of_memory_and_are_there_when_wanted(tmp_path):
    """Serve a store full of tables that have ended: they are found by whom they concern, and by their id."""
    async with serving(tmp_path) as server:
        ada, ben = await server.id_of("Ada"), await server.id_of("Ben")
        table_id = await server.table(["Ada", "bot:random"])
        await server.daemon.hub.change(table_id, lambda meta: _over(meta))
        await server.daemon.hub.change(await server.table(["Ben", "bot:random"]), lambda meta: _over(meta))
        assert ada != ben
    with closing(sqlite3.connect(tmp_path / "server.db")) as db:
        columns = "setup, meta, version, length, created, updated, ended"
        many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) "
        db.execute(
            f"{many} INSERT INTO tables SELECT printf('%06x', i), {columns} FROM n, tables WHERE id = ?", [table_id]
        )
        db.execute(f"{many} INSERT INTO seats SELECT ?, printf('%06x', i) FROM n", [ada])
        db.commit()
    async with serving(tmp_path) as server:
        hub = server.daemon.hub
        assert not hub.rows
        cy = await server.connect("Cy")
        assert not hub.rows
        lobby = await server.connect("Ada")
        await until(lambda: lobby.listing())
        assert 1 < len(lobby.listing()) == len(hub.rows) <= 40
        assert all(one.stage == "ended" for one in lobby.listing())
        far = await cy.open("000001")
        assert far.view(None)
        await lobby.close()
        await until(lambda: len(hub.audience) == 1)
        hub.forget_ended()
        assert set(hub.rows) == {"000001"}


def _over(meta):
    return replace(meta, stage="ended", outcome="Over.", asked={})


async def test_an_arrival_tells_those_alone_who_look_and_a_crowd_hardly_anything(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        await ben.open(await server.table(["Ben", "Cyd"]))
        await ben.preferences()  # after all news of his own table: no bot moves there later
        told = {"Ada": 0, "Ben": 0}
        for name, lobby in (("Ada", ada), ("Ben", ben)):
            lobby.watch(lambda name=name: told.update({name: told[name] + 1}))
        crowd = [await server.connect(f"p{n}") for n in range(50)]
        await until(lambda: ada.here() == "over 52")
        assert told["Ben"] < 3, "what he may still hear is of the table he has just opened"
        assert told["Ada"] < 20
        assert (len(ada.people()), len(await ada.everybody())) == (40, 52)
        before = told["Ada"]
        await crowd[0].close()
        await asyncio.sleep(0)
        again = await server.connect("p0")
        assert again.user == "p0"
        await ada.preferences()  # news come before an answer
        assert told["Ada"] - before <= 2


def test_a_daemon_does_not_begin_where_no_lobby_is_left(tmp_path):
    open_and_close(tmp_path)
    (tmp_path / "server.db").unlink()
    with pytest.raises(StoreError, match="is empty, though a lobby was kept there"):
        Daemon(Serving(tmp_path))


def open_and_close(data):
    asyncio.run(open_store("sqlite", data).close())
