"""A community that an older server has kept, in both kinds of database: all of it is still there, people by ids.

``formats/community/1.*.sql`` were written by the last starforge that knew people by names: Ada, once called Addie,
has a key and an account; Ben has resigned a game; Cyd is banned; Dee is forgotten; Eve has only come by.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from starforge.server.operation.operate import operate
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.store.contract import Identity
from starforge.tables.store.server import open_store
from starforge.tables.table import TableError
from tests.server.local_server import play_out, serving
from tests.server.write_format import FORMATS
from tests.waiting import until

COMMUNITY = FORMATS / "community"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
def store(request, tmp_path):
    """Return what ``--store`` says to open the old community."""
    text = (COMMUNITY / f"1.{request.param}.sql").read_text(encoding="utf-8")
    if request.param == "sqlite":
        tmp_path.chmod(0o700)
        with closing(sqlite3.connect(tmp_path / "server.db")) as db:
            db.executescript(text)
        return "sqlite"
    import psycopg

    url = request.getfixturevalue("fresh")
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(text)
    return url


async def test_everybody_has_an_id_and_all_that_was_kept_by_the_name(store, tmp_path):
    opened = open_store(store, tmp_path)
    users = {user.name: user for user in await opened.users()}
    ids = {name: user.id for name, user in users.items()}
    assert sorted(users) == ["Ada", "Ben", "Cyd", "Dee", "Eve"]
    assert len(set(ids.values())) == 5
    assert not set(ids.values()) & set(users)
    assert users["Ada"].preferences == {"theme": "contrast"}
    assert {name: user.barred for name, user in users.items() if user.barred} == {"Cyd": "told secrets"}
    assert await opened.identities(ids["Ada"]) == [Identity("key", "SHA256:Addie"), Identity("uid", "vm:1000")]
    assert await opened.identities(ids["Dee"]) == []
    assert [(line.user, line.text) for line in await opened.talk("")] == [
        (ids["Ada"], "hello from Addie"),
        (ids["Ben"], "hello Addie"),
        (ids["Cyd"], "rubbish"),
    ]
    assert sum(marker.draft == "a plan" for marker in (await opened.read_markers(ids["Ben"])).values()) == 1
    assert [(one.made_by, one.uses) for one in await opened.invites()] == [(ids["Ada"], 3)]
    await opened.close()


async def test_tables_refer_to_people_by_their_ids(store, tmp_path):
    opened = open_store(store, tmp_path)
    names = {user.id: user.name for user in await opened.users()} | {"": ""}
    seen = sorted(
        (row.meta.stage, names[row.meta.host], [names[one.user] or names[one.invited] for one in row.meta.assignments])
        for row in await opened.rows()
    )
    assert seen == [
        ("ended", "Ada", ["Ada", "Ben"]),
        ("ended", "Ada", ["Ada", "Ben"]),
        ("seating", "Ada", ["Ada", "Ben", ""]),
        ("seating", "Ben", ["Ben", "Ada"]),
        ("seating", "Dee", ["Dee", "Ada"]),
        ("playing", "Ada", ["Ada", "Ben", "Cyd"]),
        ("playing", "Dee", ["Dee", "Ada"]),
    ]
    await opened.close()


async def test_people_come_back_and_play_on(store, tmp_path):
    async with serving(tmp_path, store=store) as server:
        ada, ben = await come_back(server, "Addie"), await come_back(server, "Ben")
        assert [ada.user, ben.user] == ["Ada", "Ben"]
        with pytest.raises(TableError, match="banned here: told secrets"):
            await come_back(server, "Cyd")
        await operate(tmp_path, store, ["unban", "Cyd"], tmp_path / "s.sock")
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


async def test_a_name_is_changed_for_all_that_was_kept(store, tmp_path):
    async with serving(tmp_path, store=store) as server:
        ada, ben = await come_back(server, "Addie"), await come_back(server, "Ben")
        await listing_of(ben, 7)
        await operate(tmp_path, store, ["rename", "Ada", "Ada Byron"], tmp_path / "s.sock")
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
