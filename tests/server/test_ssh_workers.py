"""The processes behind the SSH port: limits over all of them, and ends of all kinds."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Thread
from typing import Any

import asyncssh
import pytest

from starforge.server.ssh.authentication import NUMBER, DistantKey, KeyFault, host_key, sign_for
from starforge.server.ssh.confinement import landlock
from starforge.server.ssh.connection_limits import ConnectionCounter, ConnectionLimits, network_of
from starforge.server.ssh.listener import Listener, bind
from tests.server.ssh_server import KEYS, connect, play
from tests.waiting import DEADLINE, until

VISITS = int(os.environ.get("STARFORGE_VISITS", "32"))
"""How many there are, four by each connection, when half of them are cut."""


@contextlib.asynccontextmanager
async def listening(folder: Path, workers: int = 1, hangs: float = 60, **bounds: Any) -> AsyncIterator[Listener]:
    login = "tests.server.ssh_server:log_in"
    config = {"key": str(folder / "host_key"), "log_in": login, "folder": str(folder), "hangs": hangs}
    opened = Listener(bind("127.0.0.1", 0), workers, config, ConnectionLimits(**bounds))
    opened.open()
    try:
        yield opened
    finally:
        if not opened.pool.closing:
            await opened.close()


def workers(listener: Listener) -> list[int]:
    return [worker.pid for worker in listener.pool.workers]


async def home(conn: asyncssh.SSHClientConnection) -> Any:
    client = await play(conn)
    await client.until("starforge 0.")
    return client


def test_told_to_stop_it_tells_everybody_and_is_gone_in_time(tmp_path: Path) -> None:
    async def drive() -> Any:
        async with listening(tmp_path, 2) as opened:
            conns = [await connect(opened.port) for _ in range(4)]
            clients = await asyncio.gather(*(home(conn) for conn in conns))
            pids = workers(opened)
            begun = asyncio.get_running_loop().time()
            await opened.close("The server stops now.")
            took = asyncio.get_running_loop().time() - begun
            assert [pid for pid in pids if alive(pid)] == []
            return took, [await client.ended() for client in clients]

    took, ends = asyncio.run(drive())
    assert took < DEADLINE / 4
    for _, out in ends:
        last = out[out.rindex("\x1b[?1049l") :]
        assert "The server stops now." in last
        assert "\x1b[?25h" in last


def alive(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def test_workers_run_nothing_that_lies_where_the_server_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "asyncssh.py").write_text("raise SystemExit('planted')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)

    async def drive() -> None:
        async with listening(tmp_path) as opened:
            await asyncio.wait_for(opened.pool.all_ready(), DEADLINE)

    asyncio.run(drive())


def test_visits_are_spread_and_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    async def drive() -> None:
        async with listening(tmp_path, 2) as opened:
            await opened.pool.all_ready()
            conns = [await connect(opened.port) for _ in range(4)]
            assert sorted(len(worker.open) for worker in opened.pool.workers) == [2, 2]
            clients = await asyncio.gather(*(home(conn) for conn in conns))
            victim = opened.pool.workers[0].pid
            os.kill(victim, signal.SIGKILL)
            await until(lambda: opened.counter.open == 2)
            lost = [client for client, conn in zip(clients, conns, strict=True) if conn.is_closed()]
            assert len(lost) == 2
            for client in clients:
                if client not in lost:
                    client.out = b""
                    await client.press("s")
                    await client.until("Theme")
            await asyncio.wait_for(opened.pool.all_ready(), DEADLINE)
            assert victim not in workers(opened)
            async with await connect(opened.port) as conn:
                await home(conn)
            for conn in conns:
                conn.abort()

    asyncio.run(drive())


def test_half_of_many_visits_cut_at_once_leave_the_others_alone(tmp_path: Path) -> None:
    async def four(number: int) -> tuple[asyncssh.SSHClientConnection, list[Any]]:
        conn = await connect(number)
        return conn, [await home(conn) for _ in range(4)]

    async def drive() -> None:
        async with listening(tmp_path, 2, user=60, address=60, burst=60) as opened:
            coming = [await four(opened.port)]
            coming += await asyncio.gather(*(four(opened.port) for _ in range(VISITS // 4 - 1)))
            cut, stay = coming[::2], coming[1::2]
            for conn, clients in cut:
                for client in clients:
                    client.send(b"\x1b[")
                conn.abort()
            others = [client for _, clients in stay for client in clients]
            assert len(others) == VISITS // 2
            for client in others:
                client.out = b""
                client.send(b"s")
            await asyncio.gather(*(client.until("Theme") for client in others))
            await until(lambda: opened.counter.open == VISITS // 8)
            assert sum(len(worker.open) for worker in opened.pool.workers) == VISITS // 8

    asyncio.run(drive())


def test_one_address_and_one_user_get_so_much_and_no_more(tmp_path: Path) -> None:
    async def drive() -> None:
        async with listening(tmp_path, 2, user=2, address=4) as opened:
            async with await connect(opened.port) as one, await connect(opened.port) as two:
                await home(one)
                await home(one)
                await home(two)
                async with await connect(opened.port) as three:
                    code, out = await (await play(three)).ended()
                    assert code == 1
                    assert "connected 2 times already" in out
                    assert "\x1b" not in out
                    async with await connect(opened.port, KEYS[1]) as other:
                        await home(other)
                        with pytest.raises((OSError, asyncssh.Error)):
                            await connect(opened.port, KEYS[1])
            await until(lambda: not opened.counter.open)
            async with await connect(opened.port) as again:
                await home(again)

    asyncio.run(drive())


def test_connections_are_counted_by_address_pace_and_user() -> None:
    limits = ConnectionCounter(ConnectionLimits(all=6, unknown=12, address=3, user=2, burst=4, pace=10))
    assert [limits.arrive(n, "a", 0) for n in (1, 2, 3)] == ["", "", ""]
    assert "from this address" in limits.arrive(4, "a", 0)
    for n in (1, 2, 3):
        limits.leave(n)
    assert limits.arrive(5, "a", 0) == ""
    assert "too often" in limits.arrive(6, "a", 1)
    assert limits.arrive(7, "a", 11) == ""
    assert limits.arrive(8, "b", 11) == ""
    assert limits.arrive(9, "b", 11) == ""
    assert (limits.known(5, "u"), limits.known(7, "u"), limits.known(7, "u")) == ("", "", "")
    assert "2 times" in limits.known(8, "u")
    assert limits.arrive(11, "c", 12) == ""
    assert limits.arrive(12, "c", 12) == ""
    assert "full" in limits.arrive(13, "d", 12)
    limits.leave(5)
    limits.leave(5)
    assert limits.known(8, "u") == ""
    assert limits.open == 5


def test_who_opens_connections_without_end_leaves_room_for_other_addresses() -> None:
    limits = ConnectionCounter(ConnectionLimits(all=500, unknown=8, address=50, user=8, burst=40, pace=1))
    let_in = {who: sum(not limits.arrive(100 * n + i, who, 0) for i in range(9)) for n, who in enumerate("abcd")}
    assert let_in == {"a": 4, "b": 2, "c": 1, "d": 1}
    assert "just beginning" in limits.arrive(900, "e", 0)
    assert limits.known(0, "u") == ""
    assert limits.arrive(901, "e", 0) == ""


def test_addresses_count_as_what_one_household_has() -> None:
    assert network_of("::ffff:10.1.2.3") == "10.1.2.3"
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::2%eth0")
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("10.1.2.3") == "10.1.2.3"
    assert network_of("odd") == "odd"


def test_the_host_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "host"
    first = host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert host_key(path).get_fingerprint() == first.get_fingerprint()
    path.chmod(0o644)
    with pytest.raises(KeyFault, match="chmod 600"):
        host_key(path)
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(KeyFault, match="move it away"):
        host_key(path)


def test_a_worker_that_hangs_is_replaced_while_others_serve(tmp_path: Path) -> None:
    async def drive() -> None:
        async with listening(tmp_path, 2) as opened:
            await opened.pool.all_ready()
            hung, other = opened.pool.workers
            os.kill(hung.pid, signal.SIGSTOP)
            begun = asyncio.get_running_loop().time()
            await until(lambda: hung.silent > 2 and not other.silent)
            for _ in range(3):
                assert await home(await connect(opened.port))
            assert (len(hung.open), len(other.open)) == (0, 3)
            await until(lambda: hung not in opened.pool.workers and len(opened.pool.workers) == 2)
            assert asyncio.get_running_loop().time() - begun < DEADLINE / 2
            assert not alive(hung.pid)

    asyncio.run(drive())


def test_a_worker_that_is_stopped_ends_though_nobody_is_there_to_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("starforge.server.ssh.worker_pool.SILENCE", 1000)

    async def drive() -> None:
        async with listening(tmp_path, hangs=1) as opened:
            await opened.pool.all_ready()
            (stopped,) = workers(opened)
            os.kill(stopped, signal.SIGSTOP)
            await until(lambda: stopped not in workers(opened))

    asyncio.run(drive())


def test_no_worker_holds_the_host_key(tmp_path: Path) -> None:
    async def drive() -> None:
        async with listening(tmp_path) as opened:
            async with await connect(opened.port) as conn:
                await home(conn)
            secret = host_key(tmp_path / "host_key").pyca_key.private_bytes_raw()
            (worker,) = workers(opened)
            assert held(worker, b"DistantKey")
            assert not held(worker, secret)

    asyncio.run(drive())


def held(pid: int, data: bytes) -> bool:
    """Tell whether the memory of a process holds something."""
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for begin, end in (line.split()[0].split("-") for line in maps if " rw" in line):
            memory.seek(int(begin, 16))
            with contextlib.suppress(OSError):
                if data in memory.read(int(end, 16) - int(begin, 16)):
                    return True
    return False


def test_who_holds_the_key_signs_hashes_of_key_exchanges_alone(tmp_path: Path) -> None:
    key = host_key(tmp_path / "host_key")
    algorithm = key.get_algorithm().encode()
    for wanted in (b"x", algorithm + b" " + b"too short", b"ssh-rsa " + bytes(32), b"", algorithm + b" " + bytes(5000)):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        public = key.convert_to_public()
        distant = DistantKey(public, ours)
        signer = Thread(target=sign_for, args=(key, theirs))
        signer.start()
        assert public.verify(bytes(32), distant.sign(bytes(32)))
        ours.send(NUMBER.pack(9) + wanted)
        signer.join(DEADLINE)
        with ours, pytest.raises(asyncssh.KeyExchangeFailed):
            distant.sign(bytes(32))


def test_a_signature_that_came_too_late_is_not_taken_for_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("starforge.server.ssh.authentication.SIGNED_WITHIN", 0.05)
    key = host_key(tmp_path / "host_key")
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    distant = DistantKey(key.convert_to_public(), ours)
    with ours:
        for late in (bytes(32), bytes([1] * 32)):
            with pytest.raises(asyncssh.KeyExchangeFailed):
                distant.sign(late)
        ours.settimeout(DEADLINE)
        Thread(target=sign_for, args=(key, theirs), daemon=True).start()
        wanted = bytes([2] * 32)
        assert key.convert_to_public().verify(wanted, distant.sign(wanted))


CONFINED = """
import os, socket, sys
from pathlib import Path
from starforge.server.ssh.confinement import confine
data = Path(sys.argv[1])
assert confine(data)
for path in (data / "secret", Path("/etc/hostname"), Path(f"/proc/{os.getppid()}/environ")):
    try:
        path.read_bytes()
    except OSError:
        continue
    raise SystemExit(f"{path} can be read")
for act in (lambda: (data / "new").write_text("x"), lambda: os.listdir(data), lambda: os.kill(os.getppid(), 0)):
    try:
        act()
    except OSError:
        continue
    raise SystemExit("that could be done")
from starforge.games import GAMES, load
print(*(load(slug).info.title for slug in GAMES))
socket.socket(socket.AF_UNIX).connect(sys.argv[2])
"""


@pytest.mark.skipif(landlock() < 6, reason="the kernel cannot keep processes apart")
def test_a_worker_has_no_way_to_files_and_processes_of_the_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "secret").write_text("the seed")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(data / "s"))
        listening.listen()
        ran = subprocess.run(
            [sys.executable, "-c", CONFINED, str(data), str(data / "s")],
            env={"PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
        )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Reach" in ran.stdout
