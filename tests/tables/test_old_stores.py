"""What the first formats kept of games and people is led to today's and played on."""

import asyncio
import json
import re
import sqlite3
from contextlib import closing

import pytest

from starforge.engine.state import digest
from starforge.tables.local import LocalLobby
from starforge.tables.play.record import Record
from starforge.tables.play.replay import Replay
from starforge.tables.play.seating import seats_of
from starforge.tables.shared import UndoRequest
from starforge.tables.store.contract import Identity
from starforge.tables.store.schema import LOCAL
from starforge.tables.store.server import open_store
from starforge.tables.store.server_schema import SERVER
from tests.stores import STORES, unpack

GAMES = json.loads((STORES / "local-1.json").read_text())
TABLES = json.loads((STORES / "server-1-games.json").read_text())


@pytest.fixture
def data(tmp_path):
    """Return a folder with the old stores of a user and of a server."""
    unpack("local-1.sql", tmp_path / "tables.db")
    unpack("server-1-games.sql", tmp_path / "server.db")
    return tmp_path


def test_own_games_are_all_there_in_their_order(data):
    with closing(sqlite3.connect(data / "tables.db")) as db:
        at = "SELECT id, (SELECT max(at) FROM moves WHERE table_id = id) FROM tables"
        order = [name for name, _ in sorted(db.execute(at), key=lambda row: row[1], reverse=True)]
    for _ in range(2):  # the second time there is nothing to be migrated
        listed = LocalLobby(data).tables()
        assert [one.id for one in listed] == order
        for one in listed:
            was = GAMES[one.id]
            assert (one.game, one.turn, one.ended, one.outcome) == (
                was["game"],
                was["turn"],
                was["ended"],
                was["outcome"],
            )
            assert list(one.names) == was["names"]
    with closing(sqlite3.connect(data / "tables.db")) as db:
        assert db.execute("SELECT version FROM format").fetchone() == (LOCAL.version,)
        assert db.execute("PRAGMA user_version").fetchone() == (LOCAL.version,)


@pytest.mark.parametrize("table_id", GAMES)
def test_an_own_game_goes_on_and_is_watched_again(data, table_id):
    was = GAMES[table_id]

    async def go_on():
        table = await LocalLobby(data).open(table_id)
        assert (digest(table.state), table.undone) == (was["digest"], was["undone"])
        assert Replay(table.save()).ended == was["ended"]
        if not was["ended"]:
            seat = next(n for n in sorted(table.state.asks) if n in table.here)
            await table.submit(seat, table.view(seat).legal[0])
        again = await LocalLobby(data).open(table_id)
        assert digest(again.state) == digest(table.state)

    asyncio.run(go_on())


async def _check(store):
    ended = [row for user in await store.users() for row in await store.ended(user.id)]
    rows = {row.id: row for row in [*await store.rows(), *ended]}
    assert rows.keys() == TABLES.keys()
    requests = []
    for table_id, was in TABLES.items():
        row = rows[table_id]
        assert (row.setup.game, row.meta.stage, row.length, row.meta.turn, row.meta.outcome) == (
            was["game"],
            was["stage"],
            was["length"],
            was["turn"],
            was["outcome"],
        )
        requests += [row.meta.undo_request] if row.meta.undo_request else []
        if was["stage"] != "seating":
            record = Record(table_id, row.setup.save(seats_of(row.meta.assignments)))
            for entry in await store.entries(table_id):
                record.play(entry)
            assert (digest(record.match.state), record.undone) == (was["digest"], was["undone"])
            if row.meta.stage == "playing":
                assert row.meta.asked.keys() == record.match.state.asks.keys()
    assert requests == [UndoRequest(1, (0, 2))]
    ended = next(row for row in rows.values() if row.meta.rematch)
    assert rows[ended.meta.rematch].meta.stage == "seating"
    assert {user.name: user.barred for user in await store.users()} == {"Ada": "", "Ben": "", "Cyd": "", "Dot": "spam"}
    ada = next(user for user in await store.users() if user.name == "Ada")
    assert ada.preferences == {"theme": "night", "bell": False}
    assert [line.text for line in await store.talk("")] == ["Hello, lobby."]
    assert len(await store.invites()) == 1
    await store.close()


def test_the_file_of_an_old_server_is_served_on(data):
    asyncio.run(_check(open_store("sqlite", data)))
    asyncio.run(_check(open_store("sqlite", data)))
    with closing(sqlite3.connect(data / "server.db")) as db:
        assert db.execute("SELECT version FROM format").fetchone() == (SERVER.version,)


@pytest.mark.xdist_group("postgres")
def test_the_database_of_an_old_server_is_served_on(request, tmp_path):
    psycopg = pytest.importorskip("psycopg")
    url = request.getfixturevalue("fresh")
    text = (STORES / "server-1-games.sql").read_text()
    made = dict(re.findall(r"(?ms)^CREATE TABLE (\w+) (.*?\));$", text))
    first = ("users", "tables")
    kept = re.findall(r"(?ms)^INSERT INTO \"(\w+)\" (VALUES\(.*?\));$", text)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("CREATE SCHEMA starforge")
        db.execute("SET search_path = starforge")
        for name in (*first, *(name for name in made if name not in first)):
            db.execute(f"CREATE TABLE {name} {made[name]}")
        for name, values in sorted(kept, key=lambda row: row[0] not in first):
            db.execute(f"INSERT INTO {name} {values}")
    asyncio.run(_check(open_store(url, tmp_path)))
    asyncio.run(_check(open_store(url, tmp_path)))


async def test_everybody_has_an_id_and_all_that_was_kept_by_the_name(people, tmp_path):
    opened = open_store(people, tmp_path)
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


async def test_tables_refer_to_people_by_their_ids(people, tmp_path):
    opened = open_store(people, tmp_path)
    names = {user.id: user.name for user in await opened.users()} | {"": ""}
    seen = sorted(
        (row.meta.stage, names[row.meta.host], [names[one.user] or names[one.invited] for one in row.meta.assignments])
        for row in [*await opened.rows(), *await opened.ended(next(one for one in names if names[one] == "Ada"))]
    )
    assert seen == [
        ("ended", "Ada", ["Ada", "Ben"]),
        ("ended", "Ada", ["Ada", "Ben"]),
        ("playing", "Ada", ["Ada", "Ben", "Cyd"]),
        ("playing", "Dee", ["Dee", "Ada"]),
        ("seating", "Ada", ["Ada", "Ben", ""]),
        ("seating", "Ben", ["Ben", "Ada"]),
        ("seating", "Dee", ["Dee", "Ada"]),
    ]
    await opened.close()
