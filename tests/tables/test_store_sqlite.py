"""The SQLite store: private files, one daemon, and words for every way it can fail, with nothing lost by it."""

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import contextmanager

import pytest

from starforge.tables.store.contract import Identity, StoreError
from starforge.tables.store.server import open_store
from starforge.tables.store.sqlite import SqliteWork
from tests.tables.test_store import META, MOVE, SETUP, together


def sqlite_store(data):
    return open_store("sqlite", data)


@pytest.fixture
def store(tmp_path):
    kept = sqlite_store(tmp_path / "deep" / "data")
    yield kept
    asyncio.run(kept.close())


async def test_files_and_folder_are_private(store):
    await store.create("t1", SETUP, META)
    files = sorted(store.database.path.parent.iterdir())
    assert [file.name for file in files] == ["lobby.id", "server.db", "server.db-shm", "server.db-wal", "server.lock"]
    assert stat.S_IMODE(store.database.path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    await store.close()
    store.database.path.chmod(0o644)
    again = sqlite_store(store.database.path.parent)
    assert stat.S_IMODE(store.database.path.stat().st_mode) == 0o600
    await again.close()


async def test_a_folder_open_to_others_is_closed_if_empty_and_refused_else(tmp_path):
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    await sqlite_store(data).close()
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    data.chmod(0o755)
    with pytest.raises(StoreError, match=f"others may enter {data}.*'chmod 700 {data}', or give --data a folder"):
        sqlite_store(data)
    assert stat.S_IMODE(data.stat().st_mode) == 0o755, "it may be there for other things"


def test_every_commit_is_flushed_to_the_disk(store):
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert {name: store.database.db.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted


async def test_it_leads_and_there_is_no_other(store):
    assert await store.lead()
    with pytest.raises(StoreError, match=rf"another starforge \(process {os.getpid()}\) serves .*; stop it first"):
        sqlite_store(store.database.path.parent)
    await store.close()
    again = sqlite_store(store.database.path.parent)
    await again.close()


def test_the_lock_falls_with_its_holder(tmp_path):
    code = (
        "import sys, pathlib; from starforge.tables.store.server import open_store; "
        "s = open_store('sqlite', pathlib.Path(sys.argv[1])); print(1, flush=True); input()"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdin=-1, stdout=-1) as holder:
        assert holder.stdout.readline() == b"1\n"
        with pytest.raises(StoreError, match=f"process {holder.pid}"):
            sqlite_store(tmp_path)
        holder.kill()
    asyncio.run(sqlite_store(tmp_path).close())


async def test_a_full_disk_loses_nothing_and_says_so(store):
    await store.create("t1", SETUP, META)
    pages = store.database.db.execute("PRAGMA page_count").fetchone()[0]
    store.database.db.execute(f"PRAGMA max_page_count={pages}")
    kept, told = 0, ""
    while not told:
        try:
            await store.append("t1", kept + 1, MOVE, (META, kept + 1))
            kept += 1
        except StoreError as error:
            told = str(error)
    assert told.startswith("cannot write to ")
    assert told.endswith("the disk is full: make room and try again, nothing is lost")
    row = await store.row("t1")
    assert (row.length, row.version, len(await store.entries("t1"))) == (kept, kept + 1, kept)
    store.database.db.execute("PRAGMA max_page_count=100000")
    await store.append("t1", kept + 1, MOVE, (META, kept + 1))


async def test_somebody_who_holds_the_file_is_told_of(store, monkeypatch):
    store.database.db.execute("PRAGMA busy_timeout=50")
    with sqlite3.connect(store.database.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program holds it"):
            await store.create("t1", SETUP, META)
        other.execute("ROLLBACK")
    await store.create("t1", SETUP, META)


@pytest.mark.parametrize("content", [b"not a database" * 100, b"SQLite format 3\x00" + b"\xff" * 2000])
def test_a_file_that_is_no_store_is_left_as_it_is(tmp_path, content):
    (tmp_path / "server.db").write_bytes(content)
    for _ in range(2):
        with pytest.raises(StoreError, match="left as it is"):
            sqlite_store(tmp_path)
    assert (tmp_path / "server.db").read_bytes() == content


async def test_a_file_damaged_in_its_middle_is_told_of(store):
    await store.create("t1", SETUP, META)
    for n in range(1, 100):
        await store.append("t1", n, MOVE)
    await store.close()
    size = store.database.path.stat().st_size
    with store.database.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xee" * (size - 4096))
    with pytest.raises(StoreError, match="left as it is"):
        sqlite_store(store.database.path.parent)


def test_a_place_that_cannot_be_written_is_told_of(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot open .*give --data another folder"):
        sqlite_store(tmp_path / "file" / "data")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_is_told_of(tmp_path):
    asyncio.run(sqlite_store(tmp_path).close())
    (tmp_path / "server.db").chmod(0o400)
    with pytest.raises(StoreError, match="give --data another folder"):
        sqlite_store(tmp_path)


async def test_a_copy_of_the_files_plays_on(store, tmp_path):
    await store.create("t1", SETUP, META)
    await store.register("Ada", Identity("key", "a"))
    await store.append("t1", 1, MOVE)
    shutil.copytree(store.database.path.parent, tmp_path / "copy")
    copy = sqlite_store(tmp_path / "copy")
    await copy.append("t1", 2, MOVE)
    assert (await copy.row("t1")).length == 2
    assert (await store.row("t1")).length == 1
    await copy.close()


def test_a_store_nobody_knows_is_refused(tmp_path):
    with pytest.raises(StoreError, match="there is no store 'mysql'; there are: sqlite, postgresql://"):
        open_store("mysql", tmp_path)


async def test_a_commit_that_fails_fails_for_all_that_waited_for_it(store, monkeypatch):
    @contextmanager
    def broken_at_the_end(doing, hasty):
        with store.database.worded(doing):
            store.database.db.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteWork(store.database.db, store.database.tell)
                raise sqlite3.OperationalError("the disk is gone")
            finally:
                store.database.db.execute("ROLLBACK")

    await store.create("t1", SETUP, META)
    with monkeypatch.context() as patch:
        patch.setattr(store.database, "transaction", broken_at_the_end)
        done = await together(store, [store.append("t1", n, MOVE) for n in (1, 2)])
    assert [str(error).partition(": ")[2][:16] for error in done] == ["the disk is gone"] * 2
    assert (await store.row("t1")).length == 0
    await store.append("t1", 1, MOVE)
