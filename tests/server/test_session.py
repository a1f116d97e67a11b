"""Who may do what over a line, and what becomes of those that send garbage, too much, or read too slowly."""

import asyncio
import json
import os
import time
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import starforge
from starforge.engine.rules import Illegal
from starforge.games import GAMES
from starforge.server import rate_limit, session, sockets
from starforge.server.push import outbox
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.table import Overtaken, TableError
from tests.server.local_server import serving, tap
from tests.tiny import Ready
from tests.waiting import DEADLINE, until


def first(table):
    return table.view(table.here[0]).legal[0]


def refused(answer):
    return answer.get("no", ""), answer.get("text", "")


async def test_a_table_that_has_just_been_opened_says_how_it_stands(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        table = await ada.open(await server.table(["Ada", "bot:random"]))
        assert (table.notice.seat, table.undo_request, table.linked, table.silence()) == (0, None, True, None)
        assert table.times.deadline is None


async def test_a_user_acts_for_the_own_seat_only_and_who_watches_for_none(tmp_path):
    async with serving(tmp_path) as server:
        ada, _, cy = [await tap(server, name) for name in ("Ada", "Ben", "Cy")]
        table_id = await server.table(["Ada", "Ben"])
        for client in (ada, cy):
            assert "ok" in await client.ask("open", table=table_id)
        legal = server.daemon.hub.open[table_id].record.game.legal
        state = server.daemon.hub.open[table_id].record.match.state
        for_ben = str(legal(state, 1)[0])
        assert for_ben not in map(str, legal(state, 0))
        assert refused(await ada.ask("submit", table=table_id, action=for_ben, mine=0))[0] == "illegal"
        for name, more in (("submit", {"action": for_ben, "mine": 0}), ("undo", {"mine": 0}), ("hint", {})):
            kind, words = refused(await cy.ask(name, table=table_id, **more))
            assert (kind, "no seat" in words) == ("table", True), (name, words)
        assert "seat" in refused(await ada.ask("submit", table=table_id, action=for_ben, mine=0, seat=1))[1]
        assert server.daemon.hub.open[table_id].record.entries == []


async def test_only_the_servers_own_account_may_say_for_whom_it_speaks(tmp_path, monkeypatch):
    hello = {"id": 1, "do": "hello", "version": starforge.__version__, "identity": ["key", "SHA256:x"]}
    async with serving(tmp_path) as server:
        monkeypatch.setattr(sockets, "peer", lambda sock: os.geteuid() + 1)
        reader, writer = await asyncio.open_unix_connection(str(server.daemon.private))
        writer.write(json.dumps(hello).encode() + b"\n")
        answer = b""
        with suppress(ConnectionError):
            answer = await asyncio.wait_for(reader.readline(), DEADLINE)
        assert answer == b""
        writer.close()


async def test_an_action_out_of_turn_or_twice_is_refused_with_its_rule(tmp_path):
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        table = await ada.open(await server.table(["Ada", "Ben"]))
        await table.submit(0, first(table))
        await table.submit(0, Ready())
        with pytest.raises(Illegal, match="not your turn") as caught:
            await table.submit(0, Ready())
        assert caught.value.rule
        assert table.length(0) == 2


async def test_two_sessions_of_one_user_see_the_same_and_a_double_submit_counts_once(tmp_path):
    async with serving(tmp_path) as server:
        one, two = await server.connect("Ada"), await server.connect("Ada")
        table_id = await server.table(["Ada", "Ben"])
        here, there = await one.open(table_id), await two.open(table_id)
        action = first(here)
        results = await asyncio.gather(
            here.submit(0, action), there.submit(0, there.view(0).legal[-1]), return_exceptions=True
        )
        assert [type(result) for result in results].count(Overtaken) == 1
        assert here.length(0) == there.length(0) == 1
        assert (here.view(0), here.log(0)) == (there.view(0), there.log(0))
        assert len(server.daemon.hub.open[table_id].record.entries) == 1
        assert server.daemon.hub.audience.people() == (1, ["Ada"])


async def test_answers_of_all_seats_in_the_same_moment_all_count(tmp_path):
    async with serving(tmp_path) as server:
        lobbies = [await server.connect(name) for name in ("Ada", "Ben", "Cy")]
        table_id = await server.table(["Ada", "Ben", "Cy"])
        tables = [await lobby.open(table_id) for lobby in lobbies]
        await asyncio.gather(*(table.submit(seat, first(table)) for seat, table in enumerate(tables)))
        assert len(server.daemon.hub.open[table_id].record.entries) == 3
        assert [table.length(seat) for seat, table in enumerate(tables)] == [1, 1, 1]


LINES = [
    b"\n",
    b"{}\n",
    b"[1, 2]\n",
    b"\xff\xfe\x00garbage\n",
    b'{"id": 1}\n',
    b'{"id": -1, "do": "open"}\n',
    b'{"id": true, "do": "open"}\n',
    b'{"id": 1e400, "do": "open"}\n',
    b'{"id": ' + b"9" * 5000 + b', "do": "open"}\n',
    b'{"id": 1, "do": ["open"]}\n',
    b'{"id": 1, "do": "submit"}\n',
    b'{"id": 1, "do": "submit", "table": "../../x", "action": "x", "mine": 0}\n',
    b'{"id": 1, "do": "submit", "table": "abcdef", "action": "!undo", "mine": 0}\n',
    b'{"id": 1, "do": "submit", "table": "abcdef", "action": "\\ud800", "mine": 0}\n',
    b'{"id": 1, "do": "open", "table": "abcdef", "more": 1}\n',
    b'{"a":' * 10_000 + b"\n",
    b"[" * 60_000 + b"\n",
]


@pytest.mark.parametrize("line", LINES)
async def test_garbage_is_refused_in_words_and_hurts_nobody(tmp_path, line):
    async with serving(tmp_path) as server:
        ada, ben = await tap(server, "Ada"), await server.connect("Ben")
        before = len(ada.lines)
        ada.writer.write(line)
        await until(lambda: any(b'"no":' in one for one in ada.lines[before:]))
        answer = json.loads(next(one for one in ada.lines[before:] if b'"no":' in one))
        assert answer["no"] == "table"
        assert answer["text"]
        assert "Traceback" not in answer["text"]
        assert "ok" in await ada.ask("preferences")
        assert await ben.preferences() == {}


async def test_a_line_without_an_end_cuts_its_client_off(tmp_path):
    async with serving(tmp_path) as server:
        ada = await tap(server, "Ada")
        await server.connect("Ben")
        ada.writer.write(b"x" * 2**20)
        await until(lambda: ada.gone)
        await until(lambda: server.daemon.hub.audience.everybody() == ["Ben"])


async def test_a_client_that_sends_nothing_but_garbage_is_cut_off(tmp_path):
    async with serving(tmp_path) as server:
        ada = await tap(server, "Ada")
        ada.writer.write(b"{\n" * 50)
        await until(lambda: ada.gone)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.binary(max_size=300),
        st.dictionaries(
            st.sampled_from(["id", "do", "table", "action", "mine", "seat", "text", "name", "values"]),
            st.recursive(
                st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=30)),
                lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
                max_leaves=8,
            ),
        ).map(lambda data: json.dumps(data).encode()),
        st.builds(
            lambda name, more: json.dumps({"id": 1, "do": name, **more}).encode(),
            st.sampled_from(["open", "submit", "undo", "register", "prefer", "close", "export", "hello"]),
            st.dictionaries(st.sampled_from(["table", "action", "mine"]), st.text(max_size=8) | st.integers()),
        ),
    )
)
def test_whatever_is_sent_the_server_goes_on(tmp_path, sent):
    async def send():
        async with serving(tmp_path) as server:
            ada = await tap(server, "Ada")
            ada.writer.write(sent.replace(b"\n", b" ") + b"\n")
            assert "re" in await ada.ask("preferences")
            assert not any(b"has a fault" in line for line in ada.lines)

    asyncio.run(send())


async def test_nothing_is_answered_before_hello_and_nobody_without_a_name_comes_in(tmp_path):
    async with serving(tmp_path) as server:
        table_id = await server.table(["Ada", "Ben"])
        client = await tap(server, "Ada")
        fresh = type(client)(*await asyncio.open_unix_connection(server.daemon.private))
        assert refused(await fresh.ask("open", table=table_id))[1] == "say hello first"
        assert "a worker says" in refused(await fresh.ask("hello", version=starforge.__version__))[1]
        who = {"identity": ["key", "SHA256:new"], "suggested": "Ada"}
        assert "install the same" in refused(await fresh.ask("hello", version="0.0.0", **who))[1]
        assert (await fresh.ask("hello", version=starforge.__version__, **who))["ok"]["user"] == ""
        assert refused(await fresh.ask("open", table=table_id))[1] == "choose a name first"
        assert "taken" in refused(await fresh.ask("register", name="ADA"))[1]
        assert (await fresh.ask("register", name="Dee"))["ok"] == "Dee"
        assert "already" in refused(await fresh.ask("register", name="Eve"))[1]
        assert "ok" in await fresh.ask("open", table=table_id)
        await fresh.close()


async def test_who_does_not_say_hello_is_cut_off(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "GREETING", 0.2)
    async with serving(tmp_path) as server:
        ada = await tap(server, "Ada")
        _, writer = await asyncio.open_unix_connection(server.daemon.path)
        await until(lambda: len(server.daemon.sessions) == 2)
        await until(lambda: len(server.daemon.sessions) == 1)
        assert "ok" in await ada.ask("preferences")
        writer.close()


async def test_a_user_of_this_machine_is_known_by_the_kernel_and_cannot_claim_to_be_another(tmp_path):
    async with serving(tmp_path) as server:
        lobby = RemoteLobby(server.daemon.path)
        await lobby.connect()
        assert lobby.user == os.environ.get("USER", "root") or lobby.user
        other = RemoteLobby(server.daemon.path, {"identity": ["key", "SHA256:Ada"]})
        with pytest.raises(TableError, match="the system says who you are"):
            await other.connect()
        await lobby.close()
        assert (server.daemon.path.stat().st_mode & 0o777, server.daemon.private.stat().st_mode & 0o777) == (
            0o666,
            0o600,
        )
        assert server.daemon.private.parent.stat().st_mode & 0o777 == 0o700


async def test_a_flood_slows_down_only_its_sender(tmp_path, monkeypatch):
    monkeypatch.setattr(rate_limit, "BURST", 20)
    async with serving(tmp_path) as server:
        ada, again, ben = [await tap(server, name) for name in ("Ada", "Ada", "Ben")]
        before = len(ada.lines) + len(again.lines)
        for client in (ada, again):
            client.writer.write(b'{"id": 7, "do": "preferences"}\n' * 400)
        begun = time.monotonic()
        await until(lambda: len(ada.lines) + len(again.lines) - before >= 15)
        await ben.ask("preferences")
        answered = len(ada.lines) + len(again.lines) - before
        assert answered <= 2 * rate_limit.BURST + (time.monotonic() - begun) * rate_limit.PER_SECOND + 10


async def test_who_reads_slowly_misses_what_is_overtaken_and_gets_the_newest(tmp_path):
    async with serving(tmp_path) as server:
        ada, slow = await server.connect("Ada"), await tap(server, "Cy")
        table_id = await server.table(["Ada", "Ben"], "reach")
        table = await ada.open(table_id)
        await slow.ask("open", table=table_id)
        slow._task.cancel()  # from now on it reads nothing
        cy = await server.id_of("Cy")
        one = next(one for one in server.daemon.sessions if one.user == cy)
        one.outbox.writer.transport.set_write_buffer_limits(high=2048)
        slow.writer.transport.pause_reading()
        sizes = []
        for _ in range(400):
            await server.daemon.hub.say("", "Ada", "x" * 250)
            await asyncio.sleep(0)
            sizes.append(one.outbox.writer.transport.get_write_buffer_size())
        assert max(sizes) < 400 * 250 / 2
        slow.writer.transport.resume_reading()
        slow._task = asyncio.ensure_future(slow._listen())
        await until(lambda: sum(line.count(b"xxx" * 80) for line in slow.lines) >= 1)
        said = {n for line in slow.lines for n, *_ in json.loads(line).get("talk", [])}
        await until(lambda: 400 in {n for line in slow.lines for n, *_ in json.loads(line).get("talk", [])})
        assert said
        assert table.linked


async def test_a_client_that_asks_on_without_reading_is_let_go_when_it_goes(tmp_path, monkeypatch):
    monkeypatch.setattr(rate_limit, "BURST", 10**6)
    async with serving(tmp_path) as server:
        ada, slow = await server.connect("Ada"), await tap(server, "Cy")
        slow._task.cancel()
        slow.writer.transport.pause_reading()
        slow.writer.write(b'{"id": 7, "do": "open", "table": "abcdef"}\n' * 6000)
        cy = await server.id_of("Cy")
        one = next(one for one in server.daemon.sessions if one.user == cy)
        await until(lambda: len(one.outbox.replies) > outbox.MOST_REPLIES)
        for _ in range(20):
            await ada.preferences()
        assert len(one.outbox.replies) == outbox.MOST_REPLIES + 1
        slow.writer.transport.abort()
        await until(lambda: ada.people() == ["Ada"])
        await until(lambda: len(server.daemon.sessions) == 1)


async def test_a_client_cut_in_the_middle_of_a_line_leaves_the_table_as_it_is(tmp_path):
    async with serving(tmp_path) as server:
        ada, ben = await tap(server, "Ada"), await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben"])
        await ada.ask("open", table=table_id)
        table = await ben.open(table_id)
        legal = ada.last(table_id, "own", "view")
        assert legal
        line = json.dumps({"id": 50, "do": "submit", "table": table_id, "action": "lay c01", "mine": 0}).encode()
        ada.writer.write(line[:-9])
        ada.writer.close()
        await until(lambda: server.daemon.hub.audience.everybody() == ["Ben"])
        await table.submit(1, first(table))
        assert len(server.daemon.hub.open[table_id].record.entries) == 1


async def test_a_client_that_cannot_be_told_the_news_is_cut_off_and_comes_again(tmp_path, monkeypatch, caplog):
    async with serving(tmp_path) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben"])
        table = await ada.open(table_id)
        blamed = await server.id_of("Ada")

        def fault(hub, table, user, seat):
            return {"wish": {}["c07"] if user == blamed else None}

        monkeypatch.setattr("starforge.server.push.feeds.facts", fault)
        await ben.open(table_id)
        await until(lambda: not ada.linked)
        assert ben.linked
        monkeypatch.undo()
        monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")
        await until(lambda: ada.linked)
        await table.submit(0, first(table))
        assert "KeyError at test_session.py" in caplog.text
        assert "c07" not in caplog.text


async def test_half_of_two_hundred_sessions_abort_at_once_and_nobody_else_notices(tmp_path, monkeypatch):
    async with serving(tmp_path) as server:
        table_id = await server.table(["p0", "p1"])
        clients = [await tap(server, f"p{n}") for n in range(200)]
        await asyncio.gather(*(client.ask("open", table=table_id) for client in clients))
        for client in clients[100:]:
            client.writer.transport.abort()
        p0 = clients[0]
        legal = server.daemon.hub.open[table_id].game.legal(server.daemon.hub.open[table_id].record.match.state, 0)
        assert "ok" in await p0.ask("submit", table=table_id, action=str(legal[0]), mine=0)
        await until(lambda: len(server.daemon.sessions) == 100)
        answers = await asyncio.gather(*(client.ask("preferences") for client in clients[:100]))
        assert all("ok" in answer for answer in answers)


async def test_a_client_follows_no_more_tables_than_can_be_kept_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("starforge.server.session._OPEN", 2)
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        first, second, third = [await server.table(["Ada", "Ben"]) for _ in range(3)]
        for table_id in (first, second, first):
            await ada.ask("open", table=table_id)
        with pytest.raises(TableError, match="close one first"):
            await ada.ask("open", table=third)
        await ada.ask("close", table=first)
        await ada.ask("open", table=third)
