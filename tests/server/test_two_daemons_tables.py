"""Two servers, one lobby: what people do beside their moves counts once, whichever server they are at."""

import asyncio

import psycopg
import pytest

from starforge.server.jobs.hook import due
from starforge.tables.shared import Clock, SeatAssignment, UndoRequest
from starforge.tables.table import TableError
from tests.server.local_server import play_out
from tests.server.test_requests_table import lay_and_ready
from tests.server.test_two_daemons import two
from tests.waiting import until

pytestmark = pytest.mark.xdist_group("postgres")
OPEN = SeatAssignment()


async def both_know(table_id, *servers):
    """Wait until all servers have a table as it stands."""
    rows = [server.daemon.hub.rows for server in servers]
    await until(lambda: all(table_id in known for known in rows) and len({one[table_id].version for one in rows}) == 1)


async def test_the_last_place_is_taken_once(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        ada, ben, cyd = await one.connect("Ada"), await one.connect("Ben"), await other.connect("Cyd")
        for _ in range(5):
            table_id = await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
            await both_know(table_id, one, other)
            done = await asyncio.gather(ben.join(table_id), cyd.join(table_id), return_exceptions=True)
            assert sorted(isinstance(found, TableError) for found in done) == [False, True]
            name = "Cyd" if done[0] else "Ben"
            await until(
                lambda name=name: {lobby.listing()[0].assignments[1].user for lobby in (ada, ben, cyd)} == {name}
            )


async def test_a_game_is_offered_again_once_and_an_undo_request_is_answered_across(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        at_one, at_other = await one.connect("Ada"), await other.connect("Ben")
        table_id = await one.table(["Ada", "Ben"], rounds=1)
        await both_know(table_id, one, other)
        ada, ben = await at_one.open(table_id), await at_other.open(table_id)
        await lay_and_ready(ada)
        await ada.undo(0)
        await until(lambda: ben.undo_request == UndoRequest(0, (1,)))
        await ben.consent(True)
        await until(lambda: ada.view(0).ready == ben.view(1).ready == (False, False))
        await ada.rest(0, "random")
        await until(lambda: ben.notice.assignments[0].away and ben.view(None).ready[0])
        await ada.return_()
        await until(lambda: not ben.notice.assignments[0].away)
        if ben.view(None).result is None:
            await lay_and_ready(ben)
        while ada.view(None).result is None:
            for table in (ada, ben):
                if legal := table.view(table.here[0]).legal:
                    await table.submit(table.here[0], legal[-1])
            await asyncio.sleep(0.01)
        await until(lambda: ben.notice.stage == "ended")
        offers = await asyncio.gather(ada.rematch(), ben.rematch())
        assert offers[0] == offers[1]
        await both_know(offers[0], one, other)
        await until(lambda: len(one.daemon.hub.rows) == len(other.daemon.hub.rows) == 2)


async def test_notice_of_a_turn_is_given_by_one_server_only(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        await one.connect("Ada")
        await other.connect("Ben")
        table_id = await one.table(["Ada", "Ben"])
        await both_know(table_id, one, other)
        for user, n in due(one.daemon.hub.rows[table_id].meta):
            claims = [server.daemon.store.notice(user, table_id, n) for server in (one, other, one)]
            assert sorted(await asyncio.gather(*claims)) == [False, False, True]


async def test_a_resignation_ends_a_game_at_both(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        at_one, at_other = await one.connect("Ada"), await other.connect("Ben")
        table_id = await one.table(["Ada", "Ben"])
        await both_know(table_id, one, other)
        ada, ben = await at_one.open(table_id), await at_other.open(table_id)
        await until(lambda: ada.view(0).legal and ben.view(1).legal)
        await ada.resign(0)
        await until(lambda: ben.view(1).result is not None)
        assert ben.view(1).result.text == "Ada resigned; Ben wins."
        assert await play_out([ada, ben]) == 0


async def test_who_is_banned_or_forgotten_at_one_server_has_to_go_at_the_other_and_a_rename_shows(tmp_path, fresh):
    async with two(tmp_path, fresh) as (one, other):
        people = {name: await other.connect(name) for name in ("Ada", "Ben", "Cyd", "Dee")}
        records, hub = one.daemon.store, other.daemon.hub
        ids = {name: await other.id_of(name) for name in people}
        for done, name in (
            (records.bar(ids["Ada"], "for flooding"), "Ada"),
            (records.rename(ids["Ben"], "Eve"), "Ben"),
            (records.forget(ids["Cyd"]), "Cyd"),
        ):
            await done
            await until(lambda name=name: name not in hub.audience.everybody())
        await until(lambda: people["Ben"].user == "Eve")
        assert people["Ben"].linked
        assert people["Dee"].linked


async def test_what_others_shout_into_the_channel_of_the_news_is_passed_over(tmp_path, fresh, caplog):
    async with two(tmp_path, fresh) as (one, other):
        ada = await one.connect("Ada")
        for words in ("junk", "", "a b", "x table nowhere", "x all ; DROP TABLE users"):
            with psycopg.connect(fresh, autocommit=True) as db:
                db.execute("SELECT pg_notify('starforge', %s)", (words,))
        await ada.say("hello")
        await until(lambda: other.daemon.hub.lines[""])
        assert "failed" not in caplog.text
