"""What comes over SSH: keys in whatever pieces, sizes, terminals; and what never does."""

from __future__ import annotations

import asyncio
import gc
import re
import sys
import weakref
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from starforge.server.ssh.driver import LARGEST, sane
from starforge.server.ssh.served_app import ServedApp
from tests.server.ssh_server import KEYS, connect, play, serve_ssh
from tests.waiting import DEADLINE, until

RESTORED = ("\x1b[?1049l", "\x1b[?25h", "\x1b[?1002l", "\x1b[?1004l", "\x1b[?2004l", "\x1b[<u")


def in_session(folder: Path, script: Any, *, how: Any = None, **terminal: Any) -> Any:
    """Run a script at a terminal that has come to the home screen."""

    async def drive() -> Any:
        async with serve_ssh(folder, **(how or {})) as (port, pool), await connect(port) as conn:
            client = await play(conn, **terminal)
            await client.until("starforge 0.")
            return await script(client, pool)

    return asyncio.run(drive())


def test_a_visit_begins_plays_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    async def script(client: Any, pool: Any) -> Any:
        await client.press("s")
        await client.until("Theme")
        await client.press("q", "q")
        return await client.ended()

    code, out = in_session(tmp_path, script)
    assert code == 0
    assert out.count("\x1b[?1049h") == 1
    for reset in RESTORED:
        assert reset in out[out.rindex("\x1b[?1049h") :]


def test_a_lone_escape_is_a_key_and_the_next_letter_another(tmp_path: Path) -> None:
    async def script(client: Any, pool: Any) -> Any:
        await client.press("s")
        await client.until("Theme")
        await client.press("escape", "q")
        return await client.ended()

    assert in_session(tmp_path, script)[0] == 0


def test_keys_and_letters_may_come_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.ESCAPE_DELAY", 3.0)  # on a starved machine the next piece comes late

    async def script(client: Any, pool: Any) -> Any:
        await client.press("s")
        await client.until("Theme")
        app = next(iter(pool.sessions))._app
        way = [row.label for row in app.screen.rows()].index("Your name")
        for piece in (
            b"\x1b",
            b"[",
            b"B",
            b"\x1b[",
            b"B\x1b",
            b"[B\x1b[B" + b"\x1b[B" * (way - 4),
        ):  # down, to the name
            client.send(piece)
            await asyncio.sleep(0.02)
        await client.press("enter")
        for piece in (b"Zo", b"\xc3", b"\xab", b" \xff", b"\xc3(", b"\x80 x"):  # an e with two dots, and no letters
            client.send(piece)
            await asyncio.sleep(0.02)
        await client.press("enter")
        await client.until("Zoë")
        app = next(iter(pool.sessions))._app
        name = app.settings.name
        await client.press("q", "q")
        return name, await client.ended()

    name, (code, _) = in_session(tmp_path, script)
    assert name.startswith("Zoë ")
    assert name.endswith(" x")
    assert code == 0


def test_what_is_no_key_does_no_harm(tmp_path: Path) -> None:
    async def script(client: Any, pool: Any) -> Any:
        client.send(b"\x1b[99999999999u")  # a letter beyond all letters
        client.send(b"\x1b[<0;99999999;99999999M\x1b[<0;0;0m\x1b[<35;-5;-5M")
        client.send(b"\x1b[?2026;2$y\x1b[I\x1b[O\x1b[12;44R\x9b\x00\x1b\x1b\x1b")
        await asyncio.sleep(0.3)
        client.send(b"\x1b[200~" + b"q" * 300_000)  # a paste that does not end
        client.send(b"qqq\x1b[20")
        await asyncio.sleep(0.2)
        client.send(b"1~")
        await client.press("s")
        await client.until("Theme")
        await client.press("q", "q")
        return await client.ended()

    assert in_session(tmp_path, script)[0] == 0


def test_a_flood_of_keys_is_read_as_fast_as_they_are_dealt_with(tmp_path: Path) -> None:
    async def script(client: Any, pool: Any) -> int:
        client.send(b"j" * 2_000)
        most = 0
        for _ in range(30):
            await asyncio.sleep(0.01)
            most = max(most, next(iter(pool.sessions))._app.message_queue_size)
        client.process.close()
        return most

    assert in_session(tmp_path, script) <= 250


def test_new_sizes_are_drawn_and_mad_ones_bounded(tmp_path: Path) -> None:
    async def script(client: Any, pool: Any) -> Any:
        mad = (4_000_000_000, 4_000_000_000)
        for size, drawn in (((100, 30),) * 2, ((1, 1),) * 2, ((0, 0), (80, 24)), (mad, LARGEST), ((60, 20),) * 2):
            client.process.change_terminal_size(*size)
            app = next(iter(pool.sessions))._app
            await until(lambda app=app, drawn=drawn: tuple(app.size) == drawn)
        await client.press("q")
        return await client.ended()

    assert in_session(tmp_path, script)[0] == 0
    assert sane(0, 7) == (80, 7)


def test_a_dumb_terminal_is_told_so_in_a_sentence(tmp_path: Path) -> None:
    async def drive() -> Any:
        async with serve_ssh(tmp_path) as (port, _), await connect(port) as conn:
            return [await (await play(conn, term=term)).ended() for term in ("dumb", None)]

    for code, out in asyncio.run(drive()):
        assert code == 1
        assert "\x1b" not in out
        assert "help" in out


@pytest.mark.parametrize("env", [{"LANG": "C"}, {"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}])
def test_plain_locales_get_plain_letters_only(tmp_path: Path, env: dict[str, str]) -> None:
    async def script(client: Any, pool: Any) -> Any:
        await client.press("s")
        await client.until("Theme")
        await client.press("q", "n")
        await client.until("New game")
        await client.press("q", "q")
        return await client.ended()

    assert in_session(tmp_path, script, env=env)[1].isascii()


def test_nothing_said_of_letters_means_all_of_them(tmp_path: Path) -> None:
    async def script(client: Any, pool: Any) -> Any:
        await client.press("q")
        return await client.ended()

    assert not in_session(tmp_path, script, env={})[1].isascii()


def colours(out: str) -> set[str]:
    """Return what kinds of colour were sent."""
    kinds = set()
    for codes in re.findall(r"\x1b\[([\d;]+)m", out):
        numbers = codes.split(";")
        for n, number in enumerate(numbers):
            if number in ("38", "48") and numbers[n + 1 : n + 2] in (["2"], ["5"]):
                kinds.add({"2": "many", "5": "256"}[numbers[n + 1]])
        if not {"38", "48"} & set(numbers) and any(30 <= int(n) <= 37 or 90 <= int(n) <= 107 for n in numbers):
            kinds.add("sixteen")
    return kinds


def test_each_terminal_has_its_own_colours_at_the_same_time(tmp_path: Path) -> None:
    terminals = [
        ("xterm-256color", {"COLORTERM": "truecolor"}, {"many"}),
        ("xterm-256color", {}, {"256"}),
        ("xterm", {}, {"sixteen"}),
        ("vt220", {}, set()),
        ("xterm-256color", {"COLORTERM": "truecolor", "NO_COLOR": "1"}, set()),
    ]

    async def drive() -> Any:
        async with serve_ssh(tmp_path) as (port, _), await connect(port) as one, await connect(port, KEYS[1]) as two:
            clients = [
                await play((one, two)[n % 2], term=term, env={"LANG": "C.UTF-8", **env})
                for n, (term, env, _) in enumerate(terminals)
            ]
            for client in clients:
                await client.until("starforge 0.")
            for key in ("s", "j", "j", "q", "n", "j", "q", "q"):
                await asyncio.gather(*(client.press(key) for client in clients))
            return [await client.ended() for client in clients]

    for (code, out), (_, _, expected) in zip(asyncio.run(drive()), terminals, strict=True):
        assert code == 0
        assert colours(out) == expected


async def ask_often(conn: asyncssh.SSHClientConnection) -> None:
    for _ in range(25):
        await conn.run("whoami")


def test_nothing_but_sessions_is_to_be_had(tmp_path: Path) -> None:
    async def drive() -> None:
        async with serve_ssh(tmp_path) as (port, _), await connect(port) as conn:
            done = await conn.run("whoami")
            assert (done.exit_status, done.stdout) == (0, f"you are {KEYS[0].get_fingerprint()}\n")
            done = await conn.run("cat /etc/passwd; id")
            assert done.exit_status == 2
            assert "root" not in str(done.stdout) + str(done.stderr)
            with pytest.raises(asyncssh.ChannelOpenError):
                await conn.open_connection("127.0.0.1", port)
            with pytest.raises(asyncssh.ChannelListenError):
                await conn.forward_remote_port("", 0, "127.0.0.1", port)
            with pytest.raises(asyncssh.ChannelOpenError):
                await conn.open_unix_connection("/var/run/docker.sock")
            with pytest.raises((asyncssh.ChannelOpenError, asyncssh.SFTPError)):
                await conn.start_sftp_client()
            sessions = [await play(conn) for _ in range(4)]
            with pytest.raises(asyncssh.ChannelOpenError):
                await play(conn)
            for session in sessions:
                session.process.close()
            for session in sessions:
                await session.ended()
            with pytest.raises(asyncssh.ChannelOpenError):
                await ask_often(conn)

    asyncio.run(drive())


def test_nobody_gets_in_without_a_strong_key_of_their_own(tmp_path: Path) -> None:
    weak = asyncssh.generate_private_key("ssh-rsa", key_size=1024)

    async def drive() -> None:
        async with serve_ssh(tmp_path) as (port, _):
            for how in ({"client_keys": []}, {"client_keys": None, "password": "x"}, {"client_keys": [weak]}):
                with pytest.raises(asyncssh.PermissionDenied):
                    await connect(port, **{"preferred_auth": "publickey,password", **how})
            async with await connect(port, client_keys=[weak, KEYS[1]]) as conn:
                assert KEYS[1].get_fingerprint() in str((await conn.run("whoami")).stdout)

    asyncio.run(drive())


def test_a_fault_ends_one_visit_and_tells_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def drive() -> Any:
        async with serve_ssh(tmp_path) as (port, _), await connect(port) as conn:
            unlucky, other = await play(conn), await play(conn)
            await unlucky.until("starforge 0.")
            await other.until("starforge 0.")
            await unlucky.press("r")
            fault = await unlucky.ended()
            await other.press("s")
            await other.until("Theme")
            await other.press("q", "q")
            return fault, await other.ended()

    (code, out), (other, _) = asyncio.run(drive())
    assert code == 1
    last = out[out.rindex("\x1b[?1049l") :]
    assert "stopped by a fault of its own (KeyError)" in last
    assert "Traceback" not in out
    assert "secret" not in out + caplog.text
    assert "KeyError" in caplog.text
    assert other == 0
    assert [path.name for path in tmp_path.rglob("*.txt")] == []


def test_streams_and_apps_of_the_process_stay_its_own(tmp_path: Path) -> None:
    """Apps neither take the process's output over nor outlive their sessions, whatever keys they got."""
    streams = sys.stdout, sys.stderr
    seen: weakref.WeakSet[ServedApp] = weakref.WeakSet()

    async def drive() -> None:
        async with serve_ssh(tmp_path) as (port, pool):
            for way in ("quit", "cut", "cut in a key"):
                async with await connect(port) as conn:
                    clients = [await play(conn, term="xterm-kitty") for _ in range(2)]
                    for client in clients:
                        await client.until("starforge 0.")
                        client.send(b"\x1b[115;1;115u\x1b[<0;5;5M\x1b[<0;5;5m\x1b[97;5u")
                    await asyncio.sleep(0.1)
                    assert (sys.stdout, sys.stderr) == streams
                    seen.update(session._app for session in pool.sessions)
                    for client in clients:
                        client.send(b"qq" if way == "quit" else b"\x1b[" if way == "cut in a key" else b"")
                    await asyncio.sleep(0.1)
                    if way == "quit":
                        for client in clients:
                            await client.ended()
                    else:
                        conn.abort()
            await until(lambda: not pool.sessions)
            await until(lambda: gc.collect() >= 0 and not seen)

    asyncio.run(drive())
    assert (sys.stdout, sys.stderr) == streams


def test_what_is_printed_goes_where_the_process_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def script(client: Any, pool: Any) -> Any:
        await client.press("w", "q")
        return await client.ended()

    assert "a stray print" not in in_session(tmp_path, script)[1]
    assert capsys.readouterr().out == "a stray print\n"


def test_a_slow_reader_gets_the_last_picture_and_holds_nobody_up(tmp_path: Path) -> None:
    async def drive() -> Any:
        async with (
            serve_ssh(tmp_path) as (port, pool),
            await connect(port) as conn,
            await connect(port, KEYS[1]) as two,
        ):
            slow = await play(conn, size=(200, 60), env={"LANG": "C.UTF-8", "COLORTERM": "truecolor"})
            await slow.until("starforge 0.")
            other = await play(two)
            await other.until("starforge 0.")
            conn._transport.pause_reading()
            lazy = next(v for v in pool.sessions if v._size == (200, 60))
            await until(lambda: lazy._app.repaint_all() or lazy._app.full)
            held = lazy._chan.get_write_buffer_size() + lazy._chan._conn._transport.get_write_buffer_size()
            await other.press("s")
            await other.until("Theme")
            conn._transport.resume_reading()
            slow.out = b""
            await until(lambda: not lazy._app.full)
            return held

    assert asyncio.run(drive()) < 300_000


def test_who_stays_away_is_let_go(tmp_path: Path) -> None:
    async def script(client: Any, pool: Any) -> Any:
        return await client.ended()

    code, out = in_session(tmp_path, script, how={"idle": 0.5})
    assert code == 1
    assert "connect again" in out[out.rindex("\x1b[?1049l") :]


def test_who_does_not_say_who_it_is_is_let_go(tmp_path: Path) -> None:
    async def drive() -> bytes:
        async with serve_ssh(tmp_path, login=0.5) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"SSH-2.0-slow\r\n")
            said = await asyncio.wait_for(reader.read(), DEADLINE)
            writer.close()
            return said

    assert asyncio.run(drive()).startswith(b"SSH-2.0-starforge")


def test_a_connection_without_sessions_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("starforge.server.ssh.authentication.PAUSE", 0.2)
    monkeypatch.setattr("starforge.server.ssh.ssh_session.PAUSE", 0.2)

    async def drive() -> None:
        async with serve_ssh(tmp_path) as (port, pool):
            idle, busy = await connect(port), await connect(port)
            client = await play(busy)
            await client.until("starforge 0.")
            await asyncio.wait_for(idle.wait_closed(), DEADLINE)
            await asyncio.sleep(0.3)
            assert not busy.is_closed()
            await client.press("q")
            await client.ended()
            await asyncio.wait_for(busy.wait_closed(), DEADLINE)
            assert not pool.sessions

    asyncio.run(drive())


def test_a_small_packet_that_unpacks_to_a_huge_one_ends_its_connection(tmp_path: Path) -> None:
    async def drive() -> None:
        async with serve_ssh(tmp_path) as (port, _):
            conn = await connect(port, compression_algs=["zlib@openssh.com"])
            conn._compressor = Bomb(conn._compressor)
            conn.send_packet(2, b"")
            await asyncio.wait_for(conn.wait_closed(), DEADLINE)
            whole = await connect(port, compression_algs=["zlib@openssh.com"])
            assert "you are" in str((await whole.run("whoami")).stdout)
            whole.close()

    asyncio.run(drive())


class Bomb:
    def __init__(self, way: Any) -> None:
        self._way = way

    def compress(self, data: bytes) -> bytes:
        found: bytes = self._way.compress(b"\2" + bytes(4_000_000))
        return found
