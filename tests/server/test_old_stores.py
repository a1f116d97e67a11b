"""What older servers have left is served on, in both kinds of database."""

from __future__ import annotations

import re

import pytest

from starforge.server.operation.operate import operate
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.store.contract import Identity
from starforge.tables.store.server_schema import SERVER
from starforge.tables.table import TableError
from tests.server.local_server import play_out, serving
from tests.stores import STORES, unpack
from tests.waiting import until

KEPT = sorted(path.name for path in STORES.glob("server-[2-9].sql"))


@pytest.mark.parametrize("name", KEPT)
async def test_what_a_server_of_that_format_kept_goes_on(name, tmp_path):
    unpack(name, tmp_path / "server.db")
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        assert [lobby.user for lobby in (ada, ben)] == ["Ada", "Ben"]
        await until(lambda: ada.listing() and ben.listing())
        listing = {notice.stage: notice for notice in ada.listing()}
        assert set(listing) == {"seating", "playing", "ended"}
        assert (await ada.preferences())["theme"] == "contrast"
        assert [line.text for line in ada.talk()] == ["hello"]
        tables = [await lobby.open(listing["playing"].id) for lobby in (ada, ben)]
        await until(lambda: tables[0].view(0).legal and tables[1].view(1).legal)
        assert tables[0].view(0).laid
        assert tables[0].draft() == "a plan"
        assert [line.text for line in tables[1].talk()] == ["your turn"]
        await play_out(tables)
        await ben.join(listing["seating"].id)
        await ada.start(listing["seating"].id)
        assert "moves" in await ada.export(listing["ended"].id)
        await server.daemon.store.register("Cy", Identity("key", "c"), "a code")


def test_what_is_kept_has_not_changed_within_a_format():
    assert KEPT[-1] == f"server-{SERVER.version}.sql"
    kept = re.findall(r"CREATE TABLE.*?\);", (STORES / KEPT[-1]).read_text(encoding="utf-8"), re.DOTALL)
    made = re.findall(r"CREATE TABLE.*?\);", SERVER.statements, re.DOTALL)
    assert sorted(kept) == sorted(made), "add a migration to SERVER, and run python -m tests.server.write_store"


async def test_people_come_back_and_play_on(people, tmp_path):
    async with serving(tmp_path, store=people) as server:
        ada, ben = await come_back(server, "Addie"), await come_back(server, "Ben")
        assert [ada.user, ben.user] == ["Ada", "Ben"]
        with pytest.raises(TableError, match="banned here: told secrets"):
            await come_back(server, "Cyd")
        await operate(tmp_path, people, ["unban", "Cyd"], tmp_path / "s.sock")
        cyd = await come_back(server, "Cyd")
        listing = await listing_of(ada, 7)
        (running,) = [one.id for one in listing if one.stage == "playing" and len(one.assignments) == 3]
        tables = [await lobby.open(running) for lobby in (ada, ben, cyd)]
        await until(lambda: all(table.view(n).legal for n, table in enumerate(tables)))
        assert tables[1].draft() == "a plan"
        assert [(line.user, line.text) for line in tables[0].talk()] == [("Ada", "your turn"), ("Ben", "in a moment")]
        await play_out(tables)
        (offer,) = [one.id for one in listing if one.stage == "seating" and one.host == "Ben"]
        await ada.join(offer)
        await ben.start(offer)
        ended = [one.id for one in listing if one.stage == "ended"]
        assert all(["moves" in await ada.export(one) for one in ended])
        await server.daemon.store.register("Fay", Identity("key", "f"), "a code")


async def test_a_name_is_changed_for_all_that_was_kept(people, tmp_path):
    async with serving(tmp_path, store=people) as server:
        ada, ben = await come_back(server, "Addie"), await come_back(server, "Ben")
        await listing_of(ben, 7)
        await operate(tmp_path, people, ["rename", "Ada", "Ada Byron"], tmp_path / "s.sock")
        await until(lambda: ada.user == "Ada Byron")
        await until(
            lambda: not any("Ada" in (place.user, place.invited) for one in ben.listing() for place in one.assignments)
        )
        await until(lambda: [line.user for line in ben.talk()] == ["Ada Byron", "Ben", "Cyd"])


async def come_back(server, key):
    """Let somebody connect with a key that is known already."""
    lobby = RemoteLobby(server.daemon.private, {"identity": ["key", f"SHA256:{key}"], "suggested": key})
    server.lobbies.append(lobby)
    await lobby.connect()
    return lobby


async def listing_of(lobby, tables):
    """Return the listing when so many tables are in it."""
    await until(lambda: len(lobby.listing()) == tables)
    return lobby.listing()
