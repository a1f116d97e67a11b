"""What the operator does, with a server and without, and who is told of turns by the own command."""

import asyncio
import os
import platform
import re
import sys
from datetime import timedelta

import pytest

from starforge.cli import main
from starforge.engine.save import parse_save
from starforge.server.operation.archive import prune
from starforge.server.operation.operate import operate
from starforge.server.operation.settings import ServerSettings
from starforge.tables.play.replay import Replay
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.contract import Identity
from starforge.tables.table import TableError
from tests.server.local_server import play_out, serving
from tests.waiting import until


async def come_as_operator(server):
    lobby = RemoteLobby(server.daemon.path)
    await lobby.connect()
    server.lobbies.append(lobby)
    return lobby


async def test_only_the_servers_own_account_operates(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        for words in (["people"], ["invite", "1", "7"], ["ban", "Ada", ""], ["rename", "Ada", "Bo"]):
            with pytest.raises(TableError, match="only the account"):
                await ada.ask("operate", words=words)
        host = await come_as_operator(server)
        with pytest.raises(TableError, match="not done through the server"):
            await host.ask("operate", words=["backup", "/tmp/x"])


async def test_who_is_banned_goes_at_once_and_comes_no_more_until_unbanned(tmp_path):
    async with serving(tmp_path) as server:
        host, ada = await come_as_operator(server), await server.connect("Ada")
        await host.ask("operate", words=["ban", "Ada", "for flooding"])
        await until(lambda: not ada.linked and "Ada" not in server.daemon.hub.audience.everybody())
        with pytest.raises(TableError, match="banned here: for flooding"):
            await server.connect("Ada")
        await host.ask("operate", words=["unban", "Ada"])
        await until(lambda: ada.linked)


async def test_the_operator_is_never_locked_out(tmp_path):
    async with serving(tmp_path) as server:
        host = await come_as_operator(server)
        if not host.user:
            await host.register("Zoe")
        await host.ask("operate", words=["ban", host.user])
        again = await come_as_operator(server)
        await again.ask("operate", words=["unban", host.user])


async def test_a_user_is_renamed_at_once_for_everybody(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        table_id = await ada.offer("tiny", [SeatAssignment(), SeatAssignment()], {}, Clock())
        playing = await server.table(["Ada", "Ben"])
        table = await ben.open(playing)
        await ada.say("hello", table_id)
        before = list(server.daemon.sessions)
        await operate(tmp_path, "sqlite", ["rename", "Ada", "Ada Byron"], tmp_path / "s.sock")
        await until(lambda: ada.linked and ada.user == "Ada Byron")
        assert set(before) <= set(server.daemon.sessions), "nobody has to go for that"
        await until(lambda: "Ada Byron" in [one.assignments[0].user for one in ben.listing() if one.id == playing])
        await until(lambda: table.seats[0].name == "Ada Byron")
        await ada.assign(table_id, 1, SeatAssignment(bot="random"))
        await ben.hear(table_id)
        await until(lambda: [line.user for line in ben.talk(table_id)] == ["Ada Byron"])


async def test_what_makes_no_sense_is_refused_in_words(tmp_path):
    async with serving(tmp_path) as server:
        await server.connect("Ada")
        for words, told in (
            (["ban"], "ban NAME [REASON]"),
            (["ban", "Zoe"], "nobody called 'Zoe'"),
            (["ban", "ada"], "do you mean 'Ada'?"),
            (["rename", "Ada"], "rename OLD NEW"),
            (["rename", "Ada", "[x]"], "a name has letters"),
            (["dance"], "say what is to be done"),
        ):
            for path in (None, tmp_path / "s.sock"):
                with pytest.raises(TableError, match=re.escape(told)):
                    await operate(tmp_path, "sqlite", words, path)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    monkeypatch.setenv("STARFORGE_SOCKET", str(tmp_path / "data" / "server" / "s.sock"))
    return tmp_path


async def test_without_a_server_the_operator_works_in_its_folder(tmp_path):
    async with serving(tmp_path) as server:
        await server.connect("Ada")
    assert await operate(tmp_path, "sqlite", ["ban", "Ada"]) == "'Ada' is banned; 'unban' lifts the ban."
    assert "banned: no reason was given" in await operate(tmp_path, "sqlite", ["people"])
    async with serving(tmp_path) as server:
        with pytest.raises(TableError, match="no reason was given"):
            await server.connect("Ada")
        await operate(tmp_path, "sqlite", ["unban", "Ada"], tmp_path / "s.sock")
        await server.connect("Ada")


def test_the_own_command_is_run_once_for_each_turn(home, capsys):
    assert main(["notify", "--once"]) == 2
    assert 'write notify = "COMMAND" in' in capsys.readouterr().err
    out, script = home / "out", home / "hook.py"
    script.write_text(f"import os; open({str(out)!r}, 'a').write(os.environ['STARFORGE_TABLE'] + '\\n')")
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text(f'notify = "{sys.executable} {script}"\n')
    assert main(["notify", "--once"]) == 1
    assert "no server answers" in capsys.readouterr().err

    async def play():
        async with serving(home / "data" / "server") as server:
            identity = Identity("uid", f"{platform.node()}:{os.getuid()}")
            await server.daemon.store.register("Ada", identity)
            await server.connect("Ben")
            table_id = await server.table(["Ada", "Ben"])
            for _ in range(2):
                assert await asyncio.to_thread(main, ["notify", "--once"]) == 0
            assert out.read_text() == f"{table_id}\n"

    asyncio.run(play())


async def test_the_operator_comes_in_where_everything_is_full(tmp_path):
    async with serving(tmp_path) as server:
        await server.connect("Ada")
        server.daemon.hub.settings = ServerSettings(clients=1)
        with pytest.raises(TableError):
            await server.connect("Ben")
        assert "is banned" in await (await come_as_operator(server)).ask("operate", words=["ban", "Ada"])


async def test_who_comes_on_and_on_to_a_full_server_fills_no_log(tmp_path, monkeypatch, caplog):
    async with serving(tmp_path) as server:
        monkeypatch.setattr(server.daemon.hub, "settings", ServerSettings.model_construct(clients=0))
        for _ in range(20):
            with pytest.raises(TableError):
                await server.connect("Ben")
        assert caplog.text.count("turned away") == 1
        assert server.daemon.hub.metrics.limits["clients"] == 20


async def test_an_operator_sees_what_the_server_does(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        table = await ada.open(await server.table(["Ada", "bot:random"]))
        await until(lambda: table.view(0).legal)
        await table.submit(0, table.view(0).legal[0])
        words = await operate(tmp_path, "sqlite", ["stats"], server.daemon.path)
        assert re.search(r"2 people in 2 sessions; tables: 1 being played, 0 not begun, 1 in memory", words)
        assert ", 1 of them moves" in words
        for path, status in ((server.daemon.path, "200 OK"), (server.daemon.private, "403 Forbidden")):
            reader, writer = await asyncio.open_unix_connection(path)
            writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            head, _, told = (await reader.read()).decode().partition("\r\n\r\n")
            assert head.startswith(f"HTTP/1.0 {status}\r\n")
            writer.close()
            if status == "200 OK":
                lines = [line for line in told.strip().splitlines() if not line.startswith("# TYPE ")]
                assert all(re.fullmatch(r"[a-z_]+(\{[a-z]+=\"[^\"]+\"\})? [0-9.e-]+", line) for line in lines), told
                assert 'starforge_requests_total{request="submit"} 1' in lines
    with pytest.raises(TableError, match="no server runs there"):
        await operate(tmp_path, "sqlite", ["stats"], tmp_path / "s.sock")


async def test_what_has_ended_long_ago_is_archived_and_removed(tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        ada, ben = [await server.connect(name) for name in ("Ada", "Ben")]
        old = await server.table(["Ada", "Ben"])
        await play_out([await lobby.open(old) for lobby in (ada, ben)])
        hub, now = server.daemon.hub, server.daemon.store.now
        monkeypatch.setattr(server.daemon.store, "now", lambda: now() + timedelta(days=31))
        new = await server.table(["Ada", "Ben"])
        hub.settings = ServerSettings(keep_ended_days=30, archive=str(tmp_path / "old"))
        (tmp_path / "old").touch()
        assert await prune(hub) == 0, "what cannot be archived is kept"
        (tmp_path / "old").unlink()
        assert await prune(hub) == 1
        assert set(hub.rows) == {new}
        assert Replay(parse_save((tmp_path / "old" / f"{old}.json").read_text())).ended
        with pytest.raises(TableError, match="no table"):
            await ada.export(old)
        hub.settings = ServerSettings(tables=1)
        with pytest.raises(TableError, match="1 tables here that have not ended"):
            await ada.offer("tiny", [SeatAssignment(), SeatAssignment()], {}, Clock())
