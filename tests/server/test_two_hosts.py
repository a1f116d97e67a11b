"""Two hosts serve one lobby: network namespaces, each with a server, joined to a database by cables that can be cut."""

import asyncio
import os
import shutil
import subprocess
import sys
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from starforge.engine.rng import Rng
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import TableError
from tests.postgres import MISSING, Postgres, find, tied
from tests.waiting import DEADLINE, until

ROOT = Path(__file__).parents[2]
PORT = 54329
QUICK = (
    "tcp_user_timeout=1000&keepalives_idle=1&keepalives_interval=1&keepalives_count=1&connect_timeout=2"
    "&options=-c%20tcp_user_timeout%3D1s%20-c%20tcp_keepalives_idle%3D1%20-c%20tcp_keepalives_interval%3D1"
)
"""A cut cable is noticed within seconds, so that the test is short."""


def ip(*words):
    return subprocess.run(["ip", *words], capture_output=True, text=True, check=True).stdout


class Host:
    """A network namespace with a cable to this one, where the database is, and a server in it."""

    def __init__(self, number, folder):
        self.name, self.cable = f"sf{os.getpid()}h{number}", f"sf{os.getpid()}c{number}"
        pid = os.getpid()  # several of these tests may run at a time
        net = f"198.{18 + (pid >> 8) % 2}.{pid % 256}."  # addresses that are set apart for tests of networks
        self.gateway, self.address = f"{net}{4 * number + 1}", f"{net}{4 * number + 2}"
        self.data = folder / self.name
        self.process = None

    def build(self):
        ip("netns", "add", self.name)
        ip("link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("addr", "add", f"{self.gateway}/30", "dev", self.cable)
        ip("link", "set", self.cable, "up")
        ip("-n", self.name, "addr", "add", f"{self.address}/30", "dev", "eth0")
        ip("-n", self.name, "link", "set", "eth0", "up")

    def tear_down(self):
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        for words in (["link", "del", self.cable], ["netns", "del", self.name]):
            with suppress(subprocess.CalledProcessError):
                ip(*words)

    async def serve(self):
        """Start the server as an operator does."""
        url = f"postgresql://starforge@{self.gateway}:{PORT}/postgres?{QUICK}"
        program = [*tied("KILL"), "ip", "netns", "exec", self.name, sys.executable, "-m", "starforge", "serve"]
        program += ["--data", str(self.data), "--store", url, "--socket", f"{self.data}.sock"]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "STARFORGE_HOME": str(self.data)}
        with Path(f"{self.data}.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(*program, env=env, stdin=-3, stdout=log, stderr=log)

    async def connect(self, name):
        path = self.data / "workers" / "workers.sock"
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            lobby = RemoteLobby(path, {"identity": ["key", f"SHA256:{name}"], "suggested": name})
            try:
                await lobby.connect()
            except TableError:
                await asyncio.sleep(0.05)
                continue
            if not lobby.user:
                await lobby.register(name)
            return lobby
        raise AssertionError(Path(f"{self.data}.log").read_text())


@pytest.fixture
def hosts(tmp_path):
    """Return two hosts without servers, for which a database listens."""
    if find("initdb") is None:
        pytest.skip(MISSING)
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("network namespaces take 'ip' and root")
    made = [Host(number, tmp_path) for number in (1, 2)]
    try:
        for host in made:
            try:
                host.build()
            except subprocess.CalledProcessError as error:
                pytest.skip(f"this machine allows no network namespaces: {error.stderr.strip()}")
        database = Postgres(",".join(host.gateway for host in made), PORT)
        yield made
        database.remove()
    finally:
        for host in made:
            host.tear_down()


@asynccontextmanager
async def leaving(*lobbies):
    try:
        yield
    finally:
        for lobby in lobbies:
            await lobby.close()


async def play(tables, dice, count):
    """Let whoever is asked act, so often; all see the same after each act."""
    for _ in range(count):
        asked = [table for table in tables if table.view(None).waiting.keys() & set(table.here)]
        await act(asked[dice.below(len(asked))], dice)
        await until(lambda: tables[0].view(None) == tables[-1].view(None))


async def act(table, dice):
    (seat,) = table.here
    await until(lambda: table.view(seat).legal)
    legal = table.view(seat).legal
    await table.submit(seat, legal[dice.below(len(legal))])


async def test_two_hosts_play_together_and_a_cut_cable_stops_only_one(hosts):
    dice, (one, other) = Rng(3), hosts
    await asyncio.gather(one.serve(), other.serve())
    ada, ben = await asyncio.gather(one.connect("Ada"), other.connect("Ben"))
    async with leaving(ada, ben):
        table_id = await ada.offer("reach", [SeatAssignment(), SeatAssignment(invited="Ben")], {}, Clock())
        await until(ben.listing)
        await ben.join(table_id)
        await until(lambda: ada.listing()[0].assignments[1].user)
        await ada.start(table_id)
        await until(lambda: ben.listing()[0].stage == "playing")
        hers, his = await ada.open(table_id), await ben.open(table_id)
        await until(lambda: hers.known and his.known)
        await play([hers, his], dice, 10)
        while 1 not in his.view(None).waiting:
            await play([hers, his], dice, 1)

        ip("link", "set", one.cable, "down")
        with pytest.raises(TableError, match="tried again with the next request"):
            await ada.say("Ben, are you there?")
        await act(his, dice)
        await ben.say("Ada, are you there?")
        assert not ada.talk()
        ip("link", "set", one.cable, "up")
        await until(lambda: [line.text for line in ada.talk()] == ["Ada, are you there?"])
        await until(lambda: hers.view(None) == his.view(None))
        await play([hers, his], dice, 5)

        one.process.kill()
        again = await other.connect("Ada")
        async with leaving(again):
            hers = await again.open(table_id)
            await until(lambda: hers.known)
            await play([hers, his], dice, 5)
