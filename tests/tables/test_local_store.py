"""The store of a user's own games: private files, words for every way it can fail, and nothing lost by it."""

import sqlite3
import stat

import pytest

from starforge.tables.play.meta import Entry, TableMeta, TableSetup
from starforge.tables.shared import SeatAssignment
from starforge.tables.store.contract import Gone, StoreError, Taken
from starforge.tables.store.sql import at_once
from starforge.tables.store.tables import local_store

SETUP = TableSetup(game="tiny", rules_version=1, seed=2**63 + 1, options={"rounds": 2, "open": True})
META = TableMeta(host="Ada", assignments=(SeatAssignment("Ada", name="Ada"), SeatAssignment(bot="random", name="Ben")))
ENTRY = Entry(0, "lay c01", "", 1, None)


@pytest.fixture
def store(tmp_path):
    kept = local_store(tmp_path / "deep" / "data")
    at_once(kept.create("t1", SETUP, META))
    return kept


def file_of(store):
    return store.database.path


def again(store):
    return local_store(file_of(store).parent)


def test_files_and_folder_are_private(store):
    at_once(store.append("t1", 1, ENTRY))
    files = list(file_of(store).parent.iterdir())
    assert len(files) > 1, "the log beside the file is to be private as well"
    assert stat.S_IMODE(file_of(store).parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(f.stat().st_mode) for f in files} == {0o600}


def test_an_old_file_open_to_others_is_closed_to_them(store):
    file_of(store).chmod(0o644)
    again(store)
    assert stat.S_IMODE(file_of(store).stat().st_mode) == 0o600


def test_it_is_durable_and_appends_only(store):
    modes = [store.database.db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]
    at_once(store.append("t1", 1, ENTRY))
    with pytest.raises(Taken):
        at_once(store.append("t1", 1, ENTRY._replace(action="ready")))
    assert at_once(store.entries("t1")) == [ENTRY]


def test_what_was_kept_comes_back(store):
    at_once(store.append("t1", 1, ENTRY))
    at_once(store.append("t1", 2, Entry(1, "ready", "f00", 3, "Over.")))
    kept = again(store)
    (row,) = at_once(kept.rows())
    assert (row.id, row.setup, row.meta, row.length) == ("t1", SETUP, META, 2)
    assert at_once(kept.entries("t1", since=1)) == [Entry(1, "ready", "f00", 3, "Over.")]
    with pytest.raises(Taken):
        at_once(kept.create("t1", SETUP, META))


def test_moves_of_no_table_are_refused(store):
    with pytest.raises(Gone, match="there is no table 't2'"):
        at_once(store.append("t2", 1, ENTRY))


def test_a_newer_file_is_left_alone(store):
    store.database.db.execute("PRAGMA user_version=9")
    with pytest.raises(StoreError, match=r"written by a newer starforge \(format 9; this one knows 3\).*update"):
        again(store)
    assert len(at_once(store.rows())) == 1


def test_an_older_starforge_sees_that_the_file_is_newer(store):
    assert store.database.db.execute("PRAGMA user_version").fetchone() == (3,)


@pytest.mark.parametrize(
    "content", [b"", b"not a database" * 100, b"SQLite format 3\x00" + b"\xff" * 2000, b"\x00" * 50]
)
def test_a_file_that_is_no_store_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "data" / "tables.db"
    path.parent.mkdir()
    path.write_bytes(content)
    if not content:
        assert at_once(local_store(path.parent).rows()) == []
        return
    with pytest.raises(StoreError, match="left as it is"):
        local_store(path.parent)
    assert path.read_bytes() == content


def test_a_file_cut_short_is_told_of(store):
    for number in range(1, 300):
        at_once(store.append("t1", number, ENTRY))
    store.database.close()
    whole = file_of(store).read_bytes()
    file_of(store).write_bytes(whole[: len(whole) // 3])
    with pytest.raises(StoreError, match="left as it is"):
        at_once(again(store).entries("t1"))


def test_tables_of_another_program_are_left_alone(tmp_path):
    path = tmp_path / "data" / "tables.db"
    path.parent.mkdir()
    sqlite3.connect(path).execute("CREATE TABLE tables (id TEXT)")
    with pytest.raises(StoreError, match="left as it is"):
        local_store(path.parent)


@pytest.mark.parametrize("change", ["meta = '[{'", "meta = '{}'", "setup = '{\"game\": 3}'", "updated = 'today'"])
def test_one_damaged_entry_does_not_hide_the_others(store, change):
    at_once(store.create("t2", SETUP, META))
    store.database.db.execute(f"UPDATE tables SET {change} WHERE id = 't1'")
    assert [row.id for row in at_once(store.rows())] == ["t2"]
    with pytest.raises(StoreError, match="damaged at table 't1'"):
        at_once(store.row("t1"))


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "data").write_text("a file")
    with pytest.raises(StoreError, match="STARFORGE_HOME"):
        local_store(tmp_path / "data")


def test_a_store_held_by_another_program_says_so(store, monkeypatch):
    monkeypatch.setattr("starforge.tables.store.sqlite._WAIT", 0.05)
    second = again(store)
    store.database.db.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program holds it"):
        at_once(second.append("t1", 1, ENTRY))
    store.database.db.execute("ROLLBACK")
    at_once(second.append("t1", 1, ENTRY))
