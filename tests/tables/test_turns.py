import asyncio
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from starforge.tables.remote import turns
from starforge.tables.shared import Clock, Notice
from starforge.tables.table import TableError

NOON = datetime(2030, 5, 7, 12, 0, tzinfo=UTC)


def notice(name="a1", asked=True, since=NOON):
    return Notice(name, "tiny", {}, "Ada", "playing", (), Clock(), 1, NOON, seat=0, asked=asked, since=since)


def test_a_turn_is_told_of_once_by_all_processes_of_a_user(tmp_path):
    one, other = turns.Turns(tmp_path / "data"), turns.Turns(tmp_path / "data")
    tables = [notice("a1"), notice("b2", asked=False), notice("c3")]
    assert [one.id for one in one.news(tables)] == ["a1", "c3"]
    assert other.news(tables) == one.news(tables) == []
    later = replace(tables[0], since=NOON + timedelta(seconds=1))
    assert other.news([later, tables[2]]) == [later]
    assert one.news([tables[0]]) == []


def test_what_was_told_is_private_and_a_damaged_file_is_replaced(tmp_path):
    told = turns.Turns(tmp_path)
    for damaged in ("", "{", "[1]", '{"a1": "x"}', "\x00\xff"):
        told.path.write_text(damaged, encoding="latin-1")
        assert told.news([notice()]) == [notice()]
        assert told.news([notice()]) == []
    assert turns.Turns(tmp_path / "new").news([notice()])
    assert (tmp_path / "new" / "turns.json").stat().st_mode & 0o777 == 0o600


def test_the_command_is_run_without_a_shell_and_told_the_table(tmp_path):
    out = tmp_path / "out"
    code = "import os,sys; open(sys.argv[1], 'w').write(os.environ['STARFORGE_TABLE'] + sys.argv[2])"
    command = f"{sys.executable} -c \"{code}\" {out} '$HOME;x'"
    assert asyncio.run(turns.run(command, notice())) == ""
    assert out.read_text() == "a1$HOME;x"


def test_a_command_that_cannot_be_run_is_told_of_in_words(monkeypatch):
    assert "cannot be run: No such file" in asyncio.run(turns.run("/no/such/thing", notice()))
    assert "ended with 1" in asyncio.run(turns.run("false", notice()))
    monkeypatch.setattr(turns, "TIME_LIMIT", 0.1)
    assert "was stopped" in asyncio.run(turns.run("sleep 60", notice()))
    for command in ("", "unended 'quote"):
        with pytest.raises(TableError):
            turns.split(command)
