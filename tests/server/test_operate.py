"""What an operator does beside a server that runs."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from starforge.server.operation.operate import BadOrder, operate
from starforge.tables.store.contract import StoreError
from starforge.tables.store.server import open_store
from starforge.tables.table import TableError
from tests.postgres import SOMEBODY
from tests.server.local_server import play_out, serving
from tests.waiting import until

ROOT = Path(__file__).parents[2]


def command(*words, **more):
    program = [sys.executable, "-m", "starforge", "operate", *map(str, words)]
    return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False, **more)


async def test_a_backup_made_while_people_play_plays_on_when_it_is_restored(tmp_path):
    data, backup = tmp_path / "data", tmp_path / "backup.db"
    async with serving(data) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        await ada.say("hello")
        table_id = await server.table(["Ada", "Ben"])
        tables = [await lobby.open(table_id) for lobby in (ada, ben)]
        await until(lambda: tables[0].view(0).legal)
        await tables[0].submit(0, tables[0].view(0).legal[0])
        seen = tables[0].view(0)
        said = command("--data", data, "backup", backup)
        assert (said.returncode, said.stderr) == (0, "")
        assert said.stdout.startswith(f"Everything is in {backup} (")
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        await play_out(tables)
        with pytest.raises(StoreError, match="is there already; give the backup another name"):
            await operate(data, "sqlite", ["backup", str(backup)])

    for file in data.glob("server.db*"):
        file.unlink()
    backup.rename(data / "server.db")
    async with serving(data) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        tables = [await lobby.open(table_id) for lobby in (ada, ben)]
        await until(lambda: ada.talk() and tables[0].known)
        assert tables[0].view(0) == seen
        assert [line.text for line in ada.talk()] == ["hello"]
        await play_out(tables)


async def test_invitations_let_in_and_can_be_taken_back(tmp_path):
    (tmp_path / "server.toml").write_text('registration = "invite"\n')
    async with serving(tmp_path) as server:
        with pytest.raises(TableError, match="invitation"):
            await server.connect("Ada")
        code, words = (await operate(tmp_path, "sqlite", ["invite", "2", "3"])).split("\n")
        assert words.startswith("It lets 2 in, until ")
        await server.lobbies[-1].register("Ada", code)
        listed = await operate(tmp_path, "sqlite", ["invites"])
        assert code not in listed
        assert "  1 left, until " in listed
        await operate(tmp_path, "sqlite", ["revoke", listed.split()[0]])
        assert await operate(tmp_path, "sqlite", ["invites"]) == "There are none."
        with pytest.raises(TableError, match="there is no invitation '1234'"):
            await operate(tmp_path, "sqlite", ["revoke", "1234"])


async def test_people_are_listed_and_forgotten(tmp_path):
    async with serving(tmp_path) as server:
        assert await operate(tmp_path, "sqlite", ["people"]) == "Nobody is known yet."
        await server.connect("Ada")
        said = await operate(tmp_path, "sqlite", ["people"])
        assert said.startswith("Ada  since 20")
        assert said.endswith("  key SHA256:Ada")
        await operate(tmp_path, "sqlite", ["forget", "Ada"])
        assert (await operate(tmp_path, "sqlite", ["people"])).endswith("  forgotten")
        with pytest.raises(TableError, match="nobody called 'ada'"):
            await operate(tmp_path, "sqlite", ["forget", "ada"])


@pytest.mark.parametrize("words", [[], ["dance"], ["invite", "0"], ["invite", "x"], ["backup"], ["forget", "A", "B"]])
async def test_what_cannot_be_meant_is_told(tmp_path, words):
    await open_store("sqlite", tmp_path).close()
    with pytest.raises(BadOrder):
        await operate(tmp_path, "sqlite", words)


async def test_where_no_server_has_been_nothing_is_made(tmp_path):
    with pytest.raises(StoreError, match=r"no server has been run in .*; --data names the folder"):
        await operate(tmp_path, "sqlite", ["people"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.xdist_group("postgres")
async def test_a_postgresql_is_operated_as_well_but_backed_up_by_its_own_means(tmp_path, fresh):
    await operate(tmp_path, fresh, ["invite"])
    assert "1 left" in await operate(tmp_path, fresh, ["invites"])
    with pytest.raises(TableError, match="pg_dump --schema=starforge"):
        await operate(tmp_path, fresh, ["backup", str(tmp_path / "b")])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is anybody else")
async def test_root_leaves_no_file_that_the_server_cannot_use(tmp_path):
    with tempfile.TemporaryDirectory(prefix="sf") as name:  # below folders that others may enter
        data = Path(name)
        await open_store("sqlite", data).close()
        for path in (data, *data.iterdir()):
            os.chown(path, SOMEBODY, SOMEBODY)
        assert command("--data", data, "invite").stderr == ""
        backup = tmp_path / "backup.db"
        assert command("--data", data, "backup", backup).stderr == ""
        assert backup.stat().st_uid == 0
        assert {path.stat().st_uid for path in data.iterdir()} == {SOMEBODY}
