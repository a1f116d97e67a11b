"""The PostgreSQL store: news between daemons, who leads, and lines that break."""

import asyncio
import signal
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from starforge.tables.store.contract import News, ReadMarker, StoreError
from starforge.tables.store.server import open_store
from tests.stores import postgres_maker
from tests.tables.test_store import KEY, META, MOVE, SETUP
from tests.waiting import DEADLINE

pytestmark = pytest.mark.xdist_group("postgres")


def postgres_store(url):
    return open_store(url, Path(), alone=False)


@pytest.fixture
def maker(postgres):
    made = postgres_maker(postgres)
    yield made
    made.close()


@asynccontextmanager
async def heard(store):
    """Yield a queue of the news that a store hears from now on."""
    queue = asyncio.Queue()

    async def listen():
        async with aclosing(store.news()) as news:
            async for one in news:
                await queue.put(one)

    task = asyncio.create_task(listen())
    assert await asyncio.wait_for(queue.get(), DEADLINE) == News("all")
    yield queue
    task.cancel()
    await asyncio.wait([task])


async def drained(queue, last):
    """Return the news up to one that is awaited."""
    news = []
    while last not in news:
        news.append(await asyncio.wait_for(queue.get(), DEADLINE))
    return news


async def test_news_come_to_the_others_only_and_only_of_what_was_done(maker):
    one, other = maker(), maker()
    async with heard(one) as own, heard(other) as news:
        user = (await one.register("Ada", KEY)).id
        await one.create("t1", SETUP, META)
        await one.append("t1", 1, MOVE, (META, 1))
        with pytest.raises(Exception, match="t1"):
            await one.append("t1", 1, MOVE, (META, 2))
        await one.change("t1", META, 2)
        await one.say("t1", "Ada", "hi")
        await one.say("", "Ada", "hi")
        await one.mark(user, "t1", ReadMarker(draft="secret plan"))
        await one.prefer(user, {})
        await one.remove("t1")
        last = (await one.register("Ben", KEY._replace(value="b"))).id
        ada, table, talk, ben = News("user", user), News("table", "t1"), News("talk", "t1"), News("user", last)
        assert await drained(news, ben) == [ada, table, table, table, talk, News("talk"), ada, table, ben]
        assert own.empty()


async def test_one_leads_and_another_follows_when_it_goes(maker):
    one, other, third = maker(), maker(), maker()
    assert [await one.lead(), await other.lead(), await one.lead(), await third.lead()] == [True, False, True, False]
    await one.close()
    async with asyncio.timeout(DEADLINE):
        while not await other.lead():
            await asyncio.sleep(0.02)
    assert [await other.lead(), await third.lead()] == [True, False]


async def test_a_leader_whose_line_breaks_leads_no_longer(maker):
    one, other = maker(), maker()
    assert await one.lead()
    with other.database.transaction("write to") as work:
        work("SELECT pg_terminate_backend(?)", one.database._db.info.backend_pid)
    assert await other.lead() != await one.lead()
    assert await one.lead() != await other.lead()


async def test_after_a_restart_it_goes_on_and_everything_is_looked_at_again(maker, postgres):
    one, other = maker(), maker()
    await one.create("t1", SETUP, META)
    async with heard(other) as news:
        postgres.stop(signal.SIGQUIT)
        for act in (one.append("t1", 1, MOVE), one.rows(), other.lead()):
            with pytest.raises(StoreError, match="tried again with the next request"):
                await act
        postgres.start()
        await one.append("t1", 1, MOVE)
        assert await drained(news, News("all")) == [News("all")]
        await one.say("", "Ada", "back")
        await drained(news, News("talk"))
        assert await other.entries("t1") == [MOVE]


class Breaking:
    """Break the line of a store at its next commit, before it is done or after."""

    def __init__(self, store, monkeypatch, after):
        self.execute, self.after = psycopg.Connection.execute, after
        self.doomed = store.database._db
        monkeypatch.setattr(psycopg.Connection, "execute", lambda *args: self.run(*args))

    def run(self, db, sql, *values):
        if sql != "COMMIT" or db is not self.doomed:
            return self.execute(db, sql, *values)
        if self.after:
            self.execute(db, sql)
        self.doomed = None
        db.close()
        raise psycopg.OperationalError("the line is broken")


async def test_what_was_written_as_the_line_broke_is_written(maker, monkeypatch):
    store = maker()
    await store.create("t1", SETUP, META)
    Breaking(store, monkeypatch, after=True)
    assert await store.append("t1", 1, MOVE, (META, 1)) == 2
    assert await store.entries("t1") == [MOVE]


async def test_what_was_not_is_told(maker, monkeypatch):
    store = maker()
    await store.create("t1", SETUP, META)
    Breaking(store, monkeypatch, after=False)
    with pytest.raises(StoreError, match="the line is broken"):
        await store.append("t1", 1, MOVE, (META, 1))
    assert await store.entries("t1") == []
    await store.append("t1", 1, MOVE, (META, 1))


async def test_what_cannot_be_known_is_told_too(maker, monkeypatch, postgres):
    store = maker()
    await store.create("t1", SETUP, META)
    breaking = Breaking(store, monkeypatch, after=True)
    monkeypatch.setattr("starforge.tables.store.postgres._ASK_AGAIN", (0.0, 0.05))
    execute = breaking.execute

    def then(db, sql, *values):
        found = execute(db, sql, *values)
        if sql == "COMMIT":
            postgres.stop(signal.SIGQUIT)
        return found

    breaking.execute = then
    with pytest.raises(StoreError, match="broke while something was written; look again whether it was"):
        await store.append("t1", 1, MOVE, (META, 1))
    breaking.execute = execute
    postgres.start()
    assert await store.entries("t1") == [MOVE]


async def test_daemons_that_start_at_once_make_its_tables_once(postgres):
    postgres_maker(postgres)
    stores = await asyncio.gather(*(asyncio.to_thread(postgres_store, postgres.url) for _ in range(4)))
    await stores[0].create("t1", SETUP, META)
    assert len(await stores[3].rows()) == 1
    await asyncio.gather(*(store.close() for store in stores))


async def test_each_commit_waits_for_the_disk_in_a_schema_of_its_own(maker):
    store = maker()
    with store.database.transaction("read") as work:
        assert work("SHOW synchronous_commit").fetchone() == ("on",)
        assert work("SELECT count(*) FROM pg_tables WHERE schemaname = 'starforge'").fetchone() == (13,)
        assert work("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


async def test_a_lock_that_somebody_holds_ends_in_words(maker):
    one, other = maker(), maker()
    await one.create("t1", SETUP, META)
    with one.database.transaction("write to") as work:
        work("SET statement_timeout = '50ms'")
    with other.database.transaction("write to") as work:
        work.hold("tables", "id", "t1")
        with pytest.raises(StoreError, match="too busy: try again, nothing is lost"):
            await one.append("t1", 1, MOVE)
    await one.append("t1", 1, MOVE)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace("starforge@", "nobody:secret@"), "cannot write to .*nobody.*see that it runs"),
        (lambda url: url.replace("/postgres?", "/nowhere?"), "nowhere"),
        (lambda url: url.replace("port=5432", "port=5433"), "see that it runs"),
        (lambda url: "postgresql://ada:pass%word@host/db", r"address of a database: a % in it is written as %25[^:]*$"),
        (lambda url: url + "&strange=1", "no address of a database: .*strange"),
    ],
)
def test_a_database_that_cannot_be_reached_is_told_of_without_its_password(postgres, tmp_path, change, words):
    with pytest.raises(StoreError, match=words) as failed:
        open_store(change(postgres.url), tmp_path)
    assert "secret" not in str(failed.value)
    assert str(failed.value).isprintable()


def test_a_database_that_cannot_keep_all_text_is_refused(postgres):
    with psycopg.connect(postgres.url, autocommit=True) as db:
        db.execute("DROP DATABASE IF EXISTS old")
        db.execute("CREATE DATABASE old ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(StoreError, match="keeps text as LATIN1; make a database with the encoding UTF8"):
        postgres_store(postgres.url.replace("/postgres?", "/old?"))
