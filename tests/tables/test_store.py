"""The store: private files, words for every way it can fail, and nothing lost by it."""

import sqlite3
import stat

import pytest

from starforge.engine.save import Save, Seat
from starforge.tables.store.local import Entry, Store, StoreError, Taken

SETUP = Save(game="tiny", rules_version=1, seats=[Seat(name="Ada"), Seat(name="Ben", bot="random")], seed=2**63 + 1)
ENTRY = Entry(0, "lay c01", "", 1, None)


@pytest.fixture
def store(tmp_path):
    kept = Store(tmp_path / "deep" / "data" / "tables.db")
    kept.create("t1", SETUP, 1)
    return kept


def test_files_and_folder_are_private(store):
    store.append("t1", 1, ENTRY)
    files = list(store.path.parent.iterdir())
    assert len(files) > 1, "the log beside the file is to be private as well"
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(f.stat().st_mode) for f in files} == {0o600}


def test_an_old_file_open_to_others_is_closed_to_them(store):
    store.path.chmod(0o644)
    Store(store.path)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_it_is_durable_and_appends_only(store):
    modes = [store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]
    store.append("t1", 1, ENTRY)
    with pytest.raises(Taken):
        store.append("t1", 1, ENTRY._replace(action="ready"))
    assert store.entries("t1") == [ENTRY]


def test_what_was_kept_comes_back(store):
    store.append("t1", 1, ENTRY)
    store.append("t1", 2, Entry(1, "ready", "f00", 3, "Over."))
    again = Store(store.path)
    (row,) = again.rows()
    assert (row.id, row.setup, row.turn, row.outcome) == ("t1", SETUP, 3, "Over.")
    assert again.entries("t1", since=1) == [Entry(1, "ready", "f00", 3, "Over.")]
    with pytest.raises(Taken):
        again.create("t1", SETUP, 0)


def test_moves_of_no_table_are_refused(store):
    with pytest.raises(StoreError, match="that game was removed"):
        store.append("t2", 1, ENTRY)


def test_a_newer_file_is_left_alone(store):
    store._db.execute("PRAGMA user_version=9")
    with pytest.raises(StoreError, match=r"written by a newer starforge \(format 9; this one knows 1\).*update"):
        Store(store.path)
    assert len(store.rows()) == 1


@pytest.mark.parametrize(
    "content", [b"", b"not a database" * 100, b"SQLite format 3\x00" + b"\xff" * 2000, b"\x00" * 50]
)
def test_a_file_that_is_no_store_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "data" / "tables.db"
    path.parent.mkdir()
    path.write_bytes(content)
    if not content:
        assert Store(path).rows() == []
        return
    with pytest.raises(StoreError, match="left as it is"):
        Store(path)
    assert path.read_bytes() == content


def test_a_file_cut_short_is_told_of(store):
    for number in range(1, 300):
        store.append("t1", number, ENTRY)
    store.close()
    whole = store.path.read_bytes()
    store.path.write_bytes(whole[: len(whole) // 3])
    with pytest.raises(StoreError, match="left as it is"):
        Store(store.path).entries("t1")


def test_tables_of_another_program_are_left_alone(tmp_path):
    path = tmp_path / "data" / "tables.db"
    path.parent.mkdir()
    sqlite3.connect(path).execute("CREATE TABLE tables (id TEXT)")
    with pytest.raises(StoreError, match="left as it is"):
        Store(path)


def test_one_damaged_entry_does_not_hide_the_others(store):
    store.create("t2", SETUP, 1)
    store._db.execute("UPDATE tables SET seats = '[{' WHERE id = 't1'")
    assert [row.id for row in store.rows()] == ["t2"]
    with pytest.raises(StoreError, match="damaged at table 't1'"):
        store.row("t1")


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "data").write_text("a file")
    with pytest.raises(StoreError, match="STARFORGE_HOME"):
        Store(tmp_path / "data" / "tables.db")


def test_a_store_held_by_another_program_says_so(store, monkeypatch):
    monkeypatch.setattr("starforge.tables.store.local._WAIT", 0.05)
    second = Store(store.path)
    store._db.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another program holds it"):
        second.append("t1", 1, ENTRY)
    store._db.execute("ROLLBACK")
    second.append("t1", 1, ENTRY)
