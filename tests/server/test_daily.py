"""The games of the day and the logbook at a server: first tries, practice, boards, names, and what games came to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from starforge.games.daily import daily
from starforge.server.operation.operate import BadOrder, operate
from starforge.server.ssh.commands import answer
from starforge.tables.own.daily import standings
from starforge.tables.store.contract import StorageTrouble
from starforge.tables.table import TableError
from tests.server.local_server import play_out, serving
from tests.waiting import until


def today() -> str:
    return datetime.now(UTC).date().isoformat()


async def of(lobby, game="astroforce"):
    return next(one for one in standings(await lobby.daily()) if one.of.game == game)


async def test_the_first_try_counts_is_gone_on_with_and_stands_on_the_boards(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        assert not (await of(ada)).tried
        table = await ada.begin_daily("astroforce")
        assert (await ada.begin_daily("astroforce")).id == table.id, "it is gone on with"
        row = server.daemon.hub.rows[table.id]
        known = daily("astroforce", today())
        assert (row.setup.seed, row.setup.options["patrol"]) == (known.seed, known.options["patrol"])
        found = await of(ada)
        assert (found.table_id, found.tried, found.ended, found.today) == (table.id, True, False, ())
        assert not (await of(ben)).tried, "it is Ada's"
        await table.resign(0)
        await until(lambda: server.daemon.hub.rows[table.id].meta.stage == "ended")
        found = await of(ada)
        assert found.result.startswith(f"Patrol {today()} ")
        assert found.result.endswith("Crewman 3rd Class, 0 years, 1 turn")
        assert [line.split(":")[0] for line in (*found.today, *found.ever)] == ["1. Ada", "1. Ada"]
        again = await ada.begin_daily("astroforce")
        assert again.id != table.id
        await again.resign(0)
        assert (await of(ada)).table_id == table.id, "what is practised does not count"
        assert len((await of(ben)).today) == 1
        reach = await ben.begin_daily("reach")
        assert [bool(seat.bot) for seat in reach.seats] == [False, True]


async def test_whose_table_was_removed_practises(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        first = await ada.begin_daily("astroforce")
        await server.daemon.hub.remove(first.id)
        found = await of(ada)
        assert (found.tried, found.ended, found.table_id) == (True, False, "")
        assert (await ada.begin_daily("astroforce")).id != first.id
        assert (await of(ada)).table_id == "", "it still is what counts"


async def test_names_on_boards_follow_and_who_is_forgotten_is_on_none(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        for lobby in (ada, ben):
            await (await lobby.begin_daily("astroforce")).resign(0)
        await operate(tmp_path, "sqlite", ["rename", "Ada", "Addie"], tmp_path / "s.sock")
        code, said = await answer(ben, ["board"])
        assert code == 0
        assert ". Addie: " in said
        assert ". Ada: " not in said
        assert "Reach, of all time:\n  nobody yet" in said
        assert await operate(tmp_path, "sqlite", ["board"], tmp_path / "s.sock") == said
        await operate(tmp_path, "sqlite", ["forget", "Addie"], tmp_path / "s.sock")
        assert "Addie" not in (await answer(ben, ["board"]))[1]
        assert "nobody yet" in await operate(tmp_path, "sqlite", ["board", "2020-01-01"], tmp_path / "s.sock")
        for day in ("yesterday", "2026-13-01", "2026-02-30", "20261201"):
            with pytest.raises(BadOrder, match="usage: board"):
                await operate(tmp_path, "sqlite", ["board", day], tmp_path / "s.sock")


async def test_the_logbook_counts_what_each_played_here(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        heard = []
        assert await ada.logbook(lambda done, of: heard.append((done, of))) == []
        for _ in range(2):
            await play_out(await both(server, ada, ben))
        await (await ada.begin_daily("astroforce")).resign(0)
        games = await ada.logbook(lambda done, of: heard.append((done, of)))
        assert sorted(one["game"] for one in games) == ["astroforce", "tiny", "tiny"]
        assert heard == [(1, 3), (2, 3)]
        others = await ben.logbook(lambda done, of: None)
        assert len(others) == 2
        mine = {one["id"]: one["won"] for one in games if one["game"] == "tiny"}
        assert all(mine[one["id"]] != one["won"] for one in others), "each sees how it went for them"
        counted = []
        server.daemon.hub.count = counted.append
        assert await ada.logbook(lambda done, of: None) == games
        assert counted == [], "each is counted once"


async def test_a_game_that_cannot_be_read_just_now_is_counted_later(tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        await play_out(await both(server, ada, ben))
        (table_id,) = server.daemon.hub.rows

        async def trouble(name):
            raise StorageTrouble("the disk is slow today")

        with monkeypatch.context() as patch:
            patch.setattr(server.daemon.hub, "table", trouble)
            with pytest.raises(TableError, match="the disk is slow today"):
                await ada.logbook(lambda done, of: None)
        assert [one["id"] for one in await ada.logbook(lambda done, of: None)] == [table_id]


async def both(server, *lobbies):
    table_id = await server.table(["Ada", "Ben"])
    return [await lobby.open(table_id) for lobby in lobbies]
