"""What older servers have left is served on."""

import re
import sqlite3
from contextlib import closing

import pytest

from starforge.tables.store.contract import Identity
from starforge.tables.store.server_schema import SERVER
from tests.server.local_server import play_out, serving
from tests.server.write_format import FORMATS
from tests.waiting import until


@pytest.mark.parametrize("path", sorted(FORMATS.glob("*.sql")), ids=lambda path: path.stem)
async def test_what_a_server_of_that_format_kept_goes_on(path, tmp_path):
    with closing(sqlite3.connect(tmp_path / "server.db")) as db:
        db.executescript(path.read_text(encoding="utf-8"))
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
    kept = re.findall(r"CREATE TABLE.*?\);", (FORMATS / f"{SERVER.version}.sql").read_text(encoding="utf-8"), re.DOTALL)
    made = re.findall(r"CREATE TABLE.*?\);", SERVER.statements, re.DOTALL)
    assert sorted(kept) == sorted(made), "add a migration to SERVER, and run python -m tests.server.write_format"
