"""What a server has accepted is never lost, and nothing is ever half there, however it or its disk fails.

``STARFORGE_KILLS=400`` kills it as often as that; the default is short.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from time import time

import psycopg
import pytest

from starforge.engine.rng import Rng
from starforge.engine.rules import Illegal
from starforge.games import GAMES
from starforge.server.daemon import BEAT
from starforge.server.hub import Hub
from starforge.tables.play import new_table
from starforge.tables.play.meta import UNDO, TableMeta
from starforge.tables.play.record import Record
from starforge.tables.play.seating import seats_of
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.contract import Identity, ReadMarker
from starforge.tables.store.server import open_store
from starforge.tables.table import TableError
from tests.postgres import tied
from tests.server.local_server import play_out, serving
from tests.stores import KINDS, postgres_maker
from tests.waiting import DEADLINE, until

KILLS = int(os.environ.get("STARFORGE_KILLS", "16"))
PEOPLE = ("Ada", "Ben")


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")


class Cradle:
    """The place where doomed servers are born, one at a time."""

    def __init__(self, process, data):
        self._process, self.data = process, data  # the folder of the next one to be born
        self.pid, self.dead = 0, asyncio.Event()

    async def birth(self, left):
        """Let a server live that dies at its ``left``th moment of writing."""
        self.data.mkdir(exist_ok=True)
        self._process.stdin.write(f"{left} {self.data}\n".encode())
        self.pid = int(await self._process.stdout.readline())
        self.dead.clear()
        self._waiting = asyncio.ensure_future(self._wait())

    async def _wait(self):
        assert await self._process.stdout.readline() == b"dead\n"
        self.dead.set()

    async def kill(self, how=signal.SIGKILL):
        if not self.dead.is_set():
            os.kill(self.pid, how)
            await self.dead.wait()


@asynccontextmanager
async def cradle(data, store):
    program = [*tied("KILL"), sys.executable, "-m", "tests.server.dying_servers", store]
    with data.with_suffix(".log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(*program, stdin=-1, stdout=-1, stderr=log)
        made = Cradle(process, data)
        try:
            yield made
        finally:
            if made.pid:
                await made.kill()
            process.stdin.close()
            await process.wait()


@asynccontextmanager
async def closing(lobby):
    try:
        yield lobby
    finally:
        await lobby.close()


async def come(cradle, name):
    """Go to a server that may not be there yet, or die meanwhile."""
    while not cradle.dead.is_set():
        path = cradle.data / "workers" / "workers.sock"
        lobby = RemoteLobby(path, {"identity": ["key", f"SHA256:{name}"], "suggested": name})
        try:
            await lobby.connect()
            return lobby
        except TableError:
            await asyncio.sleep(0.01)
    raise TableError("it is dead")


class Player:
    """Play one seat at random over the server's socket, and remember what was accepted."""

    def __init__(self, name, seat):
        self.name, self.seat = name, seat
        self.accepted, self.unsure, self.drafts = [], [], [""]
        self.table = None

    async def play(self, cradle, table_id, dice):
        """Act until the server is dead."""
        with suppress(TableError):
            async with closing(await come(cradle, self.name)) as lobby:
                if not lobby.user:
                    await lobby.register(self.name)
                self.table = await lobby.open(table_id)
                while lobby.linked:
                    await self._act(dice)

    async def _act(self, dice):
        await until(lambda: not self.table.linked or "mine" in self.table._own())
        legal = self.table.view(self.seat).legal
        back = self.table.undoable(self.seat) is None and not dice.below(4)
        if not dice.below(8):
            self.drafts.append(str(dice.below(1000)))
            await self.table.note_draft(self.drafts[-1])
            del self.drafts[:-1]
        elif legal or back:
            action = None if back else legal[dice.below(len(legal))]
            text = UNDO if back else str(action)
            self.unsure, mine = [text], self.table._own()["mine"]
            with suppress(Illegal):  # the other's act has changed what may be done
                await (self.table.undo(self.seat) if back else self.table.submit(self.seat, action))
                if self.table._own()["mine"] > mine:  # else it has become a request
                    self.accepted.append(text)
            self.unsure = []
        else:
            await asyncio.sleep(0.001)


async def set_up(store, seed):
    """Begin a table and return its id."""
    assignments = tuple([SeatAssignment(user=await user_of(store, name)) for name in PEOPLE])
    hub = Hub(store)
    meta = TableMeta(host=assignments[0].user, assignments=assignments)
    table_id = await hub.create(new_table.set_up("tiny", 2, {}, seed, ""), meta)
    await hub.start(table_id, lambda meta: meta)
    return table_id


async def user_of(store, name):
    """Return the id of somebody who has a name from now on."""
    return (await store.called(name) or await store.register(name, Identity("key", f"SHA256:{name}"))).id


async def look(store, table_id, players):
    """Return how a table stands; what was accepted must be there, and else at most what was under way, whole."""
    row, entries = await store.row(table_id), await store.entries(table_id)
    record = Record(table_id, row.setup.save(seats_of(row.meta.assignments)))
    for entry in entries:
        record.play(entry)
    for player in players:
        kept = [entry.action for entry in entries if entry.seat == player.seat]
        assert kept in (player.accepted, player.accepted + player.unsure)
        player.accepted, player.unsure = kept, []
        draft = (await store.read_markers(await user_of(store, player.name))).get(table_id, ReadMarker()).draft
        assert draft in player.drafts
        player.drafts = [draft]
    s = record.match.state
    assert row.length == len(entries)
    assert set(row.meta.asked) == set(s.asks)
    assert (row.meta.stage == "ended") == (s.result is not None)
    return row


def all_gone(where):
    """Return whether a database is done with what servers that are dead have sent it."""
    if where == "sqlite":
        return True
    with psycopg.connect(where) as db:
        busy = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'starforge'"
        return db.execute(busy).fetchone()[0] == 0


@pytest.mark.parametrize("kind", KINDS)
async def test_killed_at_any_moment_it_loses_nothing_that_it_accepted(kind, tmp_path, request):
    where = "sqlite" if kind == "sqlite" else request.getfixturevalue("fresh")
    lives, dice, table_id, players = KILLS if kind == "sqlite" else KILLS // 2, Rng(7), "", []
    tables = []
    async with cradle(tmp_path / "data", where) as home:
        for n in range(lives):
            store = open_store(where, home.data)
            if not table_id or (await look(store, table_id, players)).meta.stage == "ended":
                table_id = await set_up(store, n)
                tables.append(table_id)
                players = [Player(name, seat) for seat, name in enumerate(PEOPLE)]
            await store.close()
            await home.birth(1 + 13 * n % 97)
            playing = [asyncio.ensure_future(player.play(home, table_id, dice)) for player in players]
            await asyncio.wait({asyncio.ensure_future(home.dead.wait()), *playing}, timeout=10)
            await home.kill()
            await asyncio.gather(*playing)
            await until(lambda: all_gone(where))
        store = open_store(where, home.data)
        await look(store, table_id, players)
        assert sum([(await store.row(one)).length for one in tables]) > lives
        await store.close()


async def begin_to_play(home, done):
    """Do what people do when they first come, going on where it stands; ``done`` grows by what has been accepted."""

    async def need(what, there, act):
        assert there or what not in done, f"{what} is lost"
        if not there:
            await act()
        done.add(what)

    async with closing(await come(home, "Ada")) as ada, closing(await come(home, "Ben")) as ben:
        await need("Ada", ada.user, lambda: ada.register("Ada"))
        await need("Ben", ben.user, lambda: ben.register("Ben"))
        await until(lambda: not ada.linked or {"Ada", "Ben"} <= set(ada.people()))
        await need("said", ada.talk(), lambda: ada.say("hello"))
        assignments = [SeatAssignment(), SeatAssignment(invited="Ben")]
        await need("founded", ada.listing(), lambda: ada.offer("tiny", assignments, {}, Clock("move", 600)))
        await until(lambda: not ada.linked or ada.listing())
        (notice,) = ada.listing()
        await need("joined", notice.assignments[1].user, lambda: ben.join(notice.id))
        await need("begun", notice.stage == "playing", lambda: ada.start(notice.id))
        table = await ada.open(notice.id)
        await until(lambda: not table.linked or "mine" in table._own())
        await need("acted", table.length(0), lambda: table.submit(0, table.view(0).legal[0]))


@pytest.mark.parametrize("kind", KINDS)
async def test_killed_at_any_moment_of_its_first_minute_it_goes_on_where_it_was(kind, tmp_path, request):
    whole = {"Ada", "Ben", "said", "founded", "joined", "begun", "acted"}
    where = "sqlite" if kind == "sqlite" else request.getfixturevalue("postgres").url
    async with cradle(tmp_path / "data", where) as home:
        for moment in range(1 + (kind != "sqlite"), 1000, max(1, 200 // KILLS)):
            home.data, done = tmp_path / f"data{moment}", set()
            if kind != "sqlite":
                postgres_maker(request.getfixturevalue("postgres"))
            await home.birth(moment)
            with suppress(TableError, ValueError):
                await begin_to_play(home, done)
            if not home.dead.is_set() and done == whole:
                break
            await asyncio.wait_for(home.dead.wait(), DEADLINE)
            await until(lambda: all_gone(where))
            await home.birth(0)
            await begin_to_play(home, done)
            assert done == whole
            await home.kill()
    assert moment > 40


async def test_the_time_while_nothing_ran_is_given_back(tmp_path):
    async with cradle(tmp_path / "data", "sqlite") as home:
        await home.birth(0)
        await begin_to_play(home, set())
        dues = []
        for _ in range(2):
            async with closing(await come(home, "Ben")) as ben:
                await until(ben.listing)
                dues.append(ben.listing()[0].deadline)
            await home.kill()
            down = time()
            await asyncio.sleep(0.5)
            await home.birth(0)
        assert 0.5 <= (dues[1] - dues[0]).total_seconds() < BEAT + time() - down + 10


async def test_a_record_with_a_hole_is_told_of_and_the_other_tables_play_on(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        bad, good = await server.table(["Ada", "Ben"]), await server.table(["Ada", "Ben"])
        table = await ada.open(bad)
        await until(lambda: table.view(0).legal)
        for _ in range(2):
            await table.submit(0, table.view(0).legal[0])
        with server.daemon.store.database.transaction("write to") as work:
            work("DELETE FROM moves WHERE n = 2")
        server.daemon.hub.open.clear()
        with pytest.raises(TableError, match=f"table {bad} cannot be played: entries of its record are missing"):
            await ben.open(bad)
        await play_out([await lobby.open(good) for lobby in (ada, ben)])


async def full(act):
    """Do something small again and again until there is no room for it."""
    for _ in range(1000):
        try:
            await act()
        except TableError as error:
            if "the disk is full: make room and try again, nothing is lost" in str(error):
                return
            raise
    raise AssertionError("there is no end of room")


async def fill_up(server, fill, make_room):
    """Fill the disk of a server: nothing is half there, nobody hears of it, and play goes on when there is room."""
    ada, ben = await server.connect("Ada"), await server.connect("Ben")
    table_id = await server.table(["Ada", "Ben"])
    tables = [await lobby.open(table_id) for lobby in (ada, ben)]
    await until(lambda: all(table.view(seat).legal for seat, table in enumerate(tables)))
    told = []
    tables[1].watch(lambda: told.append("something"))
    fill()

    async def lay_and_take_back():
        if tables[0].undoable(0) is None:
            await tables[0].undo(0)
        else:
            await tables[0].submit(0, tables[0].view(0).legal[0])

    await full(lay_and_take_back)
    assert not told
    assert len(await server.daemon.store.entries(table_id)) == tables[0]._own()["mine"]
    make_room()
    await play_out(tables)
    assert tables[0].log(0) == tables[1].log(1)


async def test_a_full_disk_refuses_in_words_and_tells_nobody_anything(tmp_path):
    async with serving(tmp_path) as server:
        database = server.daemon.store.database.db

        def fill():
            pages = database.execute("PRAGMA page_count").fetchone()[0]
            database.execute(f"PRAGMA max_page_count={pages}")

        await fill_up(server, fill, lambda: database.execute("PRAGMA max_page_count=1000000"))


@pytest.fixture
def small_disk(tmp_path):
    """Return a folder on a disk of its own of one megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only who may mount can fill a disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


async def test_a_disk_that_is_really_full_does_no_harm_either(small_disk):
    async with serving(small_disk) as server:

        def fill():
            with suppress(OSError), (small_disk / "filler").open("wb", 0) as filler:
                while True:
                    filler.write(b"x" * 4096)

        await fill_up(server, fill, (small_disk / "filler").unlink)
