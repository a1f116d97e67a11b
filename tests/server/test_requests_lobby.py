"""What people do around tables, each over an own line to a server."""

import asyncio
from types import SimpleNamespace

import pytest

from starforge.engine.rules import Illegal
from starforge.server.accounts.chat import BURST
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.table import TableError
from tests.server.local_server import play_out, serving
from tests.waiting import until

OPEN, BOT = SeatAssignment(), SeatAssignment(bot="random")


def kept(user):
    return SeatAssignment(invited=user)


def listed(lobby, table_id):
    return next((one for one in lobby.listing() if one.id == table_id), None)


async def test_a_table_is_founded_filled_and_begun(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben, cyd = [await server.connect(name) for name in ("Ada", "Ben", "Cyd")]
        table_id = await ada.offer("tiny", [OPEN, kept("ben"), OPEN], {"rounds": 1}, Clock("move", 600))
        await until(lambda: listed(ben, table_id) and listed(cyd, table_id))
        assert listed(ben, table_id).assignments == (SeatAssignment("Ada"), kept("Ben"), OPEN)
        assert (listed(ben, table_id).invited, listed(cyd, table_id).invited) == (True, False)
        assert ben.listing()[0].id == table_id
        with pytest.raises(TableError, match="reserved for somebody else"):
            await cyd.join(table_id, 1)
        await ben.join(table_id)
        with pytest.raises(TableError, match="nobody has taken seat 3"):
            await ada.start(table_id)
        await ada.assign(table_id, 2, BOT)
        with pytest.raises(TableError, match="only the host"):
            await ben.start(table_id)
        await ada.start(table_id)
        await until(lambda: listed(ben, table_id).asked)
        notice = listed(ben, table_id)
        assert (notice.stage, notice.seat, notice.turn) == ("playing", 1, 1)
        assert set(notice.waiting) >= {0, 1}
        assert notice.since is not None
        assert notice.deadline is not None
        table = await cyd.open(table_id)
        assert table.here == ()
        assert [seat.name for seat in table.seats] == ["Ada", "Ben", "Random bot"]


async def test_a_level_of_bots_that_a_game_does_not_offer_sits_nowhere_and_hints_come_from_the_one_that_is_asked(
    tmp_path, monkeypatch
):
    asked = []

    async def advise(table, seat, level):
        asked.append(level)

    async with serving(tmp_path) as server:
        ada, ben = [await server.connect(name) for name in ("Ada", "Ben")]
        no_level = pytest.raises(TableError, match="there is no bot level 'admiral'; there are: random, captain")
        with no_level:
            await ada.offer("tiny", [OPEN, SeatAssignment(bot="admiral")], {}, Clock())
        table_id = await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
        with no_level:
            await ada.assign(table_id, 1, SeatAssignment(bot="admiral"))
        await ben.join(table_id)
        await ada.start(table_id)
        table = await ada.open(table_id)
        with no_level:
            await table.rest(0, "admiral")
        monkeypatch.setattr(type(table.game), "policies", {"cadet": SimpleNamespace(about="", explains=True)})
        monkeypatch.setattr(server.daemon.hub, "advise", advise)
        for level in ("cadet", "admiral", "captain"):
            assert await table.hint(0, level) is None
        assert asked == ["cadet", "captain", "captain"]


async def test_of_two_that_take_the_last_place_at_once_exactly_one_gets_it(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben, cyd = [await server.connect(name) for name in ("Ada", "Ben", "Cyd")]
        for _ in range(5):
            table_id = await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
            done = await asyncio.gather(ben.join(table_id), cyd.join(table_id), return_exceptions=True)
            assert sorted(isinstance(one, TableError) for one in done) == [False, True]
            taken = server.daemon.hub.rows[table_id].meta.assignments[1]
            assert taken == SeatAssignment(await server.id_of("Cyd" if done[0] else "Ben"))


async def test_people_leave_decline_and_remove_their_table(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = [await server.connect(name) for name in ("Ada", "Ben")]
        table_id = await ada.offer("tiny", [OPEN, kept("Ben"), OPEN], {}, Clock())
        await until(lambda: listed(ben, table_id))
        await ben.leave(table_id)
        await until(lambda: not listed(ben, table_id).invited)
        await ben.join(table_id, 2)
        await ben.leave(table_id)
        await ada.leave(table_id)
        await until(lambda: not ada.listing() and not ben.listing())
        with pytest.raises(TableError, match="no table"):
            await ben.join(table_id)


async def test_what_cannot_be_is_refused_in_words(tmp_path):
    (tmp_path / "server.toml").write_text("tables_per_user = 2\nseats_per_user = 3\n")
    async with serving(tmp_path) as server:
        ada, ben = [await server.connect(name) for name in ("Ada", "Ben")]
        for game, assignments, options, clock, words in (
            ("chess", [OPEN, OPEN], {}, Clock(), "no game"),
            ("tiny", [OPEN], {}, Clock(), "2 or 3 seats"),
            ("tiny", [OPEN, OPEN], {"colour": 1}, Clock(), "no option"),
            ("tiny", [OPEN, kept("Zoe")], {}, Clock(), "nobody called 'Zoe'"),
            ("tiny", [OPEN, OPEN], {}, Clock("move", 1), "from 60 seconds"),
        ):
            with pytest.raises(TableError, match=words):
                await ada.offer(game, assignments, options, clock)
        first = await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
        await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
        with pytest.raises(TableError, match="created 2 tables"):
            await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
        tables = [await server.table(["Ben", "Zoe"]) for _ in range(3)]
        with pytest.raises(TableError, match="a seat at 3 tables"):
            await ben.join(first)
        assert len(tables) == 3


async def test_an_ended_game_is_played_again_by_all_who_want_to_at_one_table(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben, eve = [await server.connect(name) for name in ("Ada", "Ben", "Eve")]
        old = await server.table(["Ada", "Ben"], rounds=1)
        with pytest.raises(TableError, match="to its end first"):
            await (await ada.open(old)).rematch()
        await play_out([await ada.open(old), await ben.open(old)])
        offers = await asyncio.gather(*[(await one.open(old)).rematch() for one in (ada, ben)])
        assert offers[0] == offers[1]
        await until(lambda: listed(ada, old).rematch == offers[0])
        assert await (await ben.open(old)).rematch() == offers[0]
        row = server.daemon.hub.rows[offers[0]]
        assert [place.user for place in row.meta.assignments] == [await server.id_of(name) for name in ("Ben", "Ada")]
        assert row.setup.options == {"rounds": 1}
        assert row.setup.seed != server.daemon.hub.rows[old].setup.seed
        assert len(server.daemon.hub.rows) == 2
        with pytest.raises(TableError, match="only those who sat"):
            await eve.ask("rematch", table=old)


async def test_talk_before_play_is_heard_without_a_place(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = [await server.connect(name) for name in ("Ada", "Ben")]
        await ada.say("anybody for a game?")
        await until(lambda: [line.text for line in ben.talk()] == ["anybody for a game?"])
        table_id = await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
        await ben.say("is [bold]this\x1b[0m open?", table_id)
        await ada.hear(table_id)
        await until(lambda: [line.text for line in ada.talk(table_id)] == ["is [bold]this[0m open?"])
        await until(lambda: listed(ada, table_id).unread == 1)
        assert listed(ben, table_id).unread == 0
        await ada.ask("read", table=table_id, n=1)
        await until(lambda: listed(ada, table_id).unread == 0)


async def test_players_hear_each_other_and_at_the_end_who_looked_on(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben, eve, flo = [await server.connect(name) for name in ("Ada", "Ben", "Eve", "Flo")]
        table_id = await server.table(["Ada", "Ben"], rounds=1)
        tables = [await lobby.open(table_id) for lobby in (ada, ben, eve, flo)]
        await tables[2].say("Ben should lay the queen")
        await tables[0].say("good luck")
        heard = [["good luck"]] * 2 + [["Ben should lay the queen", "good luck"]] * 2

        def said():
            return [[line.text for line in table.talk()] for table in tables]

        await until(lambda: said() == heard)
        await until(lambda: listed(ben, table_id).unread == 1)
        await tables[1].note_read()
        await until(lambda: listed(ben, table_id).unread == 0)
        await play_out(tables[:2])
        await until(lambda: said() == [heard[2]] * 4)


async def test_af_v2_at_a_table_without_conferring_players_are_silent_during_deployment(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben, eve = [await server.connect(name) for name in ("Ada", "Ben", "Eve")]
        table_id = await server.table(["Ada", "Ben"], "astroforce", conferring="off")
        tables = [await lobby.open(table_id) for lobby in (ada, ben, eve)]
        await until(lambda: tables[0].silence() is not None)
        assert tables[2].silence() is None
        with pytest.raises(Illegal, match="nobody confers"):
            await tables[0].say("repair the hull")
        await tables[2].say("they should repair the hull")
        await until(lambda: tables[2].talk())
        assert tables[0].talk() == tables[1].talk() == []
        await tables[0].resign(0)
        with pytest.raises(Illegal, match="resigned"):
            await tables[0].say("it was the hull")
        await tables[1].resign(1)
        await tables[0].say("it was the hull")
        await until(lambda: len(tables[1].talk()) == 2)


async def test_nobody_floods_the_others(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        for n in range(BURST):
            await ada.say(f"line {n}")
        with pytest.raises(TableError, match="too much at once"):
            await ada.say("one more")
        with pytest.raises(TableError, match="nothing to say"):
            await ada.say("\u200b")
        await (await server.connect("Ben")).say("hello")


async def test_who_has_no_name_sees_and_does_nothing(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        table_id = await ada.offer("tiny", [OPEN, OPEN], {}, Clock())
        await ada.say("hello")
        stranger = RemoteLobby(server.daemon.private, {"identity": ["key", "SHA256:x"], "suggested": ""})
        await stranger.connect()
        server.lobbies.append(stranger)
        for refused in (stranger.say("hi"), stranger.join(table_id), stranger.hear(table_id), stranger.open(table_id)):
            with pytest.raises(TableError, match="choose a name first"):
                await refused
        assert (stranger.listing(), stranger.people(), stranger.talk()) == ([], [], [])
