"""Two servers, one lobby: what is done at one is seen at the other, once, and nothing hangs on one of them."""

import asyncio
import signal
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest

from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import Overtaken, TableError
from tests.server.local_server import play_out, serving
from tests.waiting import until

pytestmark = pytest.mark.xdist_group("postgres")


def folder(path, name):
    (path / name).mkdir()
    return path / name


@asynccontextmanager
async def two(path, url):
    """Run two servers of one lobby."""
    async with serving(folder(path, "a"), store=url) as one, serving(folder(path, "b"), store=url) as other:
        yield one, other


async def test_people_of_two_servers_gather_talk_and_play_to_the_end(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        ada, ben, cy = await one.connect("Ada"), await other.connect("Ben"), await other.connect("Cy")
        with pytest.raises(TableError, match="is taken, or looks like 'Ada'"):
            await other.connect("ADA")
        table_id = await ada.offer("tiny", [SeatAssignment(), SeatAssignment(invited="Ben")], {}, Clock())
        await until(lambda: [notice.invited for notice in ben.listing()] == [True])
        await ben.join(table_id)
        await until(lambda: ada.listing()[0].assignments[1].user == "Ben")
        await ada.start(table_id)
        await until(lambda: ben.listing()[0].stage == "playing")
        tables = [await lobby.open(table_id) for lobby in (ada, ben, cy)]
        await tables[0].say("hello over there")
        await until(lambda: [line.text for line in tables[1].talk()] == ["hello over there"])
        await cy.say("to all")
        await until(lambda: [line.user for line in ada.talk()] == ["Cy"])
        await play_out(tables[:2])
        await until(lambda: tables[2].view(None).result is not None)
        assert tables[0].log(0) == tables[1].log(1) == tables[2].log(None)
        await until(lambda: {lobby.listing()[0].stage for lobby in (ada, ben)} == {"ended"})


async def test_of_two_answers_of_one_seat_one_counts_and_of_two_seats_both(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        at_one, at_other = await one.connect("Ada"), await other.connect("Ada")
        ben = await other.connect("Ben")
        for seed in range(5):
            table_id = await one.table(["Ada", "Ben"], seed=seed)
            await until(lambda table_id=table_id: table_id in other.daemon.hub.rows)
            mine = [await lobby.open(table_id) for lobby in (at_one, at_other)]
            hers = await ben.open(table_id)
            await until(
                lambda mine=mine, hers=hers: mine[0].view(0).legal and mine[1].view(0).legal and hers.view(1).legal
            )
            acts = [table.submit(0, table.view(0).legal[n]) for n, table in enumerate(mine)]
            done = await asyncio.gather(*acts, hers.submit(1, hers.view(1).legal[0]), return_exceptions=True)
            assert sum(isinstance(found, Overtaken) for found in done[:2]) == 1
            assert sum(isinstance(found, list) for found in done) == 2
            entries = await one.daemon.store.entries(table_id)
            assert sorted(entry.seat for entry in entries) == [0, 1]
            await until(lambda mine=mine: mine[0].view(0) == mine[1].view(0))
            assert mine[0].view(0).laid


async def test_a_database_that_restarts_loses_nothing_and_all_see_the_same_again(tmp_path, fresh, postgres):
    async with two(tmp_path, fresh) as (one, other):
        ada, ben = await one.connect("Ada"), await other.connect("Ben")
        tables = [await lobby.open(await one.table(["Ada", "Ben"])) for lobby in (ada,)]
        await until(lambda: ben.listing())
        tables.append(await ben.open(tables[0].id))
        await until(lambda: all(table.view(seat).legal for seat, table in enumerate(tables)))
        postgres.stop(signal.SIGQUIT)
        for seat, table in enumerate(tables):
            with pytest.raises(TableError, match="tried again with the next request"):
                await table.submit(seat, table.view(seat).legal[0])
        with pytest.raises(TableError, match="tried again with the next request"):
            await ada.say("lost")
        postgres.start()
        await ada.say("found again")
        await until(lambda: [line.text for line in ben.talk()] == ["found again"])
        await play_out(tables)
        assert tables[0].log(0) == tables[1].log(1)


async def test_news_that_were_missed_are_caught_up_with(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        ada, ben = await one.connect("Ada"), await other.connect("Ben")
        gone = await ada.offer("tiny", [SeatAssignment(), SeatAssignment()], {}, Clock())
        mine = await ada.open(await one.table(["Ada", "Ben"]))
        await until(lambda: len(ben.listing()) == 2)
        his, cyd = await ben.open(mine.id), await other.connect("Cyd")
        await until(lambda: mine.view(0).legal)

        deaf = asyncio.Event()
        take_in = other.daemon.hub.news.take_in
        other.daemon.hub.news.take_in = lambda kind, name: deaf.wait()
        await mine.submit(0, mine.view(0).legal[0])
        await mine.submit(0, next(action for action in mine.view(0).legal if str(action) == "ready"))
        await mine.say("do you hear me?")
        await ada.say("hear me")
        await one.daemon.store.bar(await one.id_of("Cyd"), "for flooding")
        await ada.leave(gone)
        new = await ada.offer("tiny", [SeatAssignment(), SeatAssignment()], {}, Clock())
        assert not his.view(None).ready[0]
        other.daemon.hub.news.take_in = take_in
        deaf.set()
        assert cyd.linked
        await other.daemon.hub.news.take_in("all", "")
        await until(lambda: not cyd.linked)
        await until(lambda: his.view(None).ready[0])
        await until(lambda: his.talk() and ben.talk())
        await his.close()
        await until(lambda: {notice.id for notice in ben.listing()} == {mine.id, new})


async def noted(ask, answers):
    answers.append(await ask())
    return answers[-1]


async def test_clocks_are_kept_by_one_and_by_the_other_when_it_is_gone(tmp_path, fresh):
    async with AsyncExitStack() as first, serving(folder(tmp_path, "b"), store=fresh) as other:
        await until(lambda: other.daemon.store.database._led)
        await other.daemon.store.carry_out("read", lambda work: work("SELECT pg_advisory_unlock_all()"))
        one = await first.enter_async_context(serving(folder(tmp_path, "a"), store=fresh))
        await until(lambda: one.daemon.store.database._led)
        other.daemon.store.database._led = None
        lobbies = [await other.connect("Ada"), await other.connect("Ben")]
        table_id = await one.table(["Ada", "Ben"], clock=Clock("move", 60))
        await until(lambda: lobbies[0].listing())
        now, leads = other.daemon.hub.now, []
        other.daemon.store.lead = partial(noted, other.daemon.store.lead, leads)
        other.daemon.hub.now = lambda: now() + 3600
        await until(lambda: len(leads) > 1)
        assert leads[:2] == [False, False]
        assert not other.daemon.hub.rows[table_id].length, "it is for the other to say that time is over"
        await first.aclose()
        await until(lambda: other.daemon.hub.rows[table_id].length)
        assert {entry.action for entry in await other.daemon.store.entries(table_id)} >= {"!clock"}
