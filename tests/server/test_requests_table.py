"""What people do at a table beside their moves, each over an own line to a server."""

import asyncio
import sqlite3
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from starforge.engine.rules import Illegal
from starforge.server.hub import Hub
from starforge.tables.play.consent import request_undo
from starforge.tables.shared import Clock, UndoRequest
from starforge.tables.table import TableError
from tests.server.local_server import serving
from tests.waiting import until


class Hour:
    """A clock that is set by hand."""

    def __init__(self, server):
        self._hub: Hub = server.daemon.hub
        self.now = self._hub.now()
        self._hub.now = lambda: self.now

    def pass_by(self, seconds):
        self.now += seconds
        for table_id in list(self._hub.rows):
            self._hub.changed(table_id)


async def sit_down(server, *names, watchers=(), **how):
    """Begin a table of people and bots; return its id and the table as each person has it."""
    lobbies = [await server.connect(name) for name in (*names, *watchers) if ":" not in name]
    table_id = await server.table(names, **how)
    return table_id, [await lobby.open(table_id) for lobby in lobbies]


async def act(table, kind):
    """Take the first allowed action of a kind."""
    seat = table.here[0]
    found = [action for action in table.view(seat).legal if str(action).startswith(kind)]
    await table.submit(seat, found[0])


async def lay_and_ready(*tables):
    for table in tables:
        await act(table, "lay")
        await act(table, "ready")


async def settle(server):
    """Wait until everybody was told all there is to tell: an answer comes after the news before it."""
    for lobby in server.lobbies:
        await lobby.preferences()


async def play_beside_bots(*tables):
    """Let people take the last allowed action whenever they are asked, until the game has ended."""
    while tables[0].view(None).result is None:
        for table in tables:
            legal = table.view(table.here[0]).legal
            if legal:
                with suppress(Illegal):  # a bot was faster
                    await table.submit(table.here[0], legal[-1])
        await asyncio.sleep(0.005)
    for table in tables:
        await until(lambda table=table: table.view(None).result is not None)


def entries(server, table_id):
    return [entry.action for entry in server.daemon.hub.open[table_id].record.entries]


async def test_an_own_plan_is_taken_back_at_once_and_nobody_is_told(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben")
        await act(ada, "lay")
        await settle(server)
        changes = []
        ben.watch(lambda: changes.append(1))
        await ada.undo(0)
        await until(lambda: not ada.view(0).laid)
        await settle(server)
        assert (ada.undo_request, changes) == (None, [])
        assert entries(server, table_id)[-1] == "!undo"


async def test_what_others_were_told_of_is_taken_back_when_they_consent(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben, eve) = await sit_down(server, "Ada", "Ben", watchers=["Eve"])
        await lay_and_ready(ada)
        await ada.undo(0)
        await until(lambda: ben.undo_request == eve.undo_request == UndoRequest(0, (1,)))
        with pytest.raises(TableError, match="no seat"):
            await eve.consent(True)
        with pytest.raises(TableError, match="waits for your answer"):
            await ada.consent(True)
        await ben.consent(True)
        await until(lambda: 0 in ada.view(0).waiting and ada.undo_request is None)
        assert entries(server, table_id)[-1] == "!rewind"


async def test_an_undo_request_falls_with_a_no_and_with_any_action(tmp_path):
    async with serving(tmp_path) as server:
        _, (ada, ben) = await sit_down(server, "Ada", "Ben")
        await lay_and_ready(ada)
        await ada.undo(0)
        await ben.consent(False)
        await until(lambda: ada.undo_request is None)
        assert ada.view(0).ready == (True, False)
        await ada.undo(0)
        await act(ben, "lay")
        await until(lambda: ada.undo_request is None)
        with pytest.raises(TableError, match="waits for your answer"):
            await ben.consent(True)


async def test_an_undo_request_and_what_was_said_are_still_there_after_a_restart(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, _) = await sit_down(server, "Ada", "Ben")
        await lay_and_ready(ada)
        await ada.undo(0)
        await ada.say("sorry, wrong card")
    async with serving(tmp_path) as server:
        ada, ben = [await (await server.connect(name)).open(table_id) for name in ("Ada", "Ben")]
        assert (ben.undo_request, [line.text for line in ben.talk()]) == (UndoRequest(0, (1,)), ["sorry, wrong card"])
        assert ben.notice.unread == 1
        await ben.consent(True)
        await until(lambda: ada.view(0).ready == (False, False) and ada.view(0).laid)


async def test_bots_agree_to_everything(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben", "bot:random")
        await until(lambda: set(server.daemon.hub.rows[table_id].meta.asked) == {0, 1})
        await lay_and_ready(ada)
        await ben.rest(1, "random")
        await until(lambda: "!rest random" in entries(server, table_id))
        meta = request_undo(server.daemon.hub.rows[table_id].meta, 0)
        assert meta.undo_request == UndoRequest(0, ())


async def test_whether_one_may_request_an_undo_does_not_tell_what_others_have_seen(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben")
        await lay_and_ready(ada)
        await act(ben, "lay")
        server.daemon.hub.open[table_id].record.match.asked[-1] = ()  # as if that had shown Ben something
        await settle(server)
        assert ada.undoable(0) is None
        await ada.undo(0)
        await until(lambda: ben.undo_request == UndoRequest(0, (1,)))
        with pytest.raises(Illegal, match="Undo stops"):
            await ben.consent(True)
        await until(lambda: ada.undo_request is None)
        assert ada.view(0).ready == (True, False)


async def test_what_became_known_is_not_taken_back_by_any_consent(tmp_path):
    async with serving(tmp_path) as server:
        _, (ada, ben) = await sit_down(server, "Ada", "Ben")
        await lay_and_ready(ada, ben)
        await until(lambda: ben.view(None).turn == ada.view(None).turn and ben.view(None).discards)
        for table in (ada, ben):
            with pytest.raises(Illegal, match=r"Undo stops|nothing to undo"):
                await table.undo(table.here[0])
            assert table.undo_request is None


async def test_who_resigns_between_two_loses_at_once(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben, eve) = await sit_down(server, "Ada", "Ben", watchers=["Eve"], clock=Clock("move", 600))
        await act(ben, "lay")
        await ada.resign(0)
        for table in (ada, ben, eve):
            await until(lambda table=table: table.notice.stage == "ended")
            assert table.notice.outcome == "Ada resigned; Ben wins."
            assert table.view(None).result.winners == (1,)
            assert table.times.deadline is None
            assert any(one.event.kind == "laid" for one in table.log(None))
        with pytest.raises(TableError):
            await ben.submit(1, ben.game.parse("ready"))
        with pytest.raises(TableError):
            await ben.resign(1)
        assert entries(server, table_id)[-1] == "!resign"
    async with serving(tmp_path) as server:
        again = await (await server.connect("Ben")).open(table_id)
        assert again.view(1).result.text == "Ada resigned; Ben wins."
        assert '"moves"' in await server.lobbies[0].export(table_id)


async def test_among_three_a_bot_plays_on_and_the_last_to_leave_ends_the_table(tmp_path):
    async with serving(tmp_path) as server:
        _, (ada, ben, cyd) = await sit_down(server, "Ada", "Ben", "Cyd", rounds=1)
        await ada.resign(0)
        await until(lambda: ben.view(None).ready[0])
        await until(lambda: ada.here == ())
        with pytest.raises(TableError, match="no seat"):
            await server.lobbies[0].ask("submit", table=ada.id, action="ready", mine=1)
        await ben.resign(1)
        await cyd.resign(2)
        await until(lambda: cyd.notice.outcome == "Everybody has left the table.")


async def test_a_bot_plays_for_who_rests_and_the_seat_is_given_back(tmp_path):
    async with serving(tmp_path) as server:
        _, (ada, ben) = await sit_down(server, "Ada", "Ben")
        await ada.rest(0, "random")
        await until(lambda: ben.notice.assignments[0].away and ben.view(None).ready[0])
        with pytest.raises(TableError, match="take your seat back"):
            await ada.submit(0, ada.game.parse("ready"))
        await ada.return_()
        await until(lambda: not ben.notice.assignments[0].away)
        with pytest.raises(TableError, match="no bot plays for you"):
            await ada.return_()


async def test_others_let_a_bot_play_for_who_has_been_absent_too_long_and_who_returns_gets_the_seat(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben")
        hour = Hour(server)
        hour.pass_by(100_000)
        with pytest.raises(TableError, match="Ada is to be waited for"):
            await ben.rest(0)
        await server.lobbies[0].close()
        await until(lambda: server.daemon.hub.audience.everybody() == ["Ben"])
        hour.pass_by(9 * 60)
        with pytest.raises(TableError, match="Ada is to be waited for"):
            await ben.rest(0)
        hour.pass_by(61)
        await ben.rest(0)
        await until(lambda: ben.view(None).ready[0])
        ada = await (await server.connect("Ada")).open(table_id)
        await ada.return_()
        await until(lambda: not ben.notice.assignments[0].away)


async def test_drafts_are_kept_on_any_device_and_over_a_restart(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben")
        other = await (await server.connect("Ada")).open(table_id)
        await ada.note_draft("lay c01; then wait")
        await until(lambda: other.draft() == "lay c01; then wait")
        assert ben.draft() == ""
    async with serving(tmp_path) as server:
        ada = await (await server.connect("Ada")).open(table_id)
        assert ada.draft() == "lay c01; then wait"
        await ada.note_draft("")
        await until(lambda: ada.draft() == "")


async def test_the_recap_begins_where_the_last_visit_ended(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben")
        assert ada.recap() is None
        await lay_and_ready(ada)
        await until(lambda: len(ada.log(None)) == 1)
        await ada.close()
        await lay_and_ready(ben)
        await until(lambda: len(ben.log(None)) > 2)
        ada = await server.lobbies[0].open(table_id)
        assert ada.recap() == 1
        assert [one.event.kind for one in ada.log(None)[1:3]] == ["readied", "revealed"]
        seen = len(ada.log(None))
        await server.lobbies[0].close()
        await until(lambda: server.daemon.hub.audience.everybody() == ["Ben"])
        ada = await (await server.connect("Ada")).open(table_id)
        assert ada.recap() == seen


async def test_a_bot_answers_when_time_runs_out_although_nobody_looks(tmp_path):
    async with serving(tmp_path) as server:
        table_id = await server.table(["Ada", "Ben"], clock=Clock("move", 600), rounds=1)
        hour, meta = Hour(server), lambda: server.daemon.hub.rows[table_id].meta
        hour.pass_by(590)
        await asyncio.sleep(0.1)
        assert len(meta().asked) == 2
        hour.pass_by(20)
        await until(
            lambda: meta().turn > 1 or meta().stage == "ended" or (meta().assignments and len(meta().asked) < 2)
        )
        assert entries(server, table_id)[:2] == ["!clock", "!clock"]


async def test_who_is_out_of_time_cannot_act_and_gets_the_next_turn(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben", clock=Clock("move", 600))
        hour = Hour(server)
        await lay_and_ready(ben)
        hour.pass_by(601)
        await until(lambda: ada.view(None).discards)
        assert entries(server, table_id)[2] == "!clock"
        seen = server.daemon.hub.rows[table_id].meta.clocks
        assert seen.out == ()


async def test_clocks_stand_still_while_no_server_runs(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, _) = await sit_down(server, "Ada", "Ben", clock=Clock("bank", 3600))
        before = ada.times
    with sqlite3.connect(tmp_path / "server.db") as db:
        stopped = datetime.now(UTC) - timedelta(days=2)
        db.execute("UPDATE beats SET at = ?", (stopped.isoformat(timespec="microseconds"),))
    async with serving(tmp_path) as server:
        ada = await (await server.connect("Ada")).open(table_id)
        late = ada.times.deadline - before.deadline - timedelta(days=2)
        assert abs(late.total_seconds()) < 30
        assert ada.times.left == before.left == {0: 3600, 1: 3600}
        await asyncio.sleep(0.1)
        assert entries(server, table_id) == []


async def test_a_secret_step_changes_nothing_for_others_not_even_a_clock(tmp_path):
    async with serving(tmp_path) as server:
        _, (ada, ben, eve) = await sit_down(server, "Ada", "Ben", watchers=["Eve"], clock=Clock("bank", 3600))
        await settle(server)
        before, changes = ben.notice, []
        for table in (ben, eve, *server.lobbies[1:]):
            table.watch(lambda: changes.append(1))
        await act(ada, "lay")
        await ada.undo(0)
        await act(ada, "lay")
        await settle(server)
        assert (ben.notice, changes) == (before, [])
        await act(ada, "ready")
        await until(lambda: ben.notice.waiting == (1,))
        assert ben.times.left == {0: 3600, 1: 3600}


async def test_the_operators_command_is_run_once_for_each_turn_also_over_a_restart(tmp_path):
    out, script = tmp_path / "out", tmp_path / "hook.py"
    script.write_text(
        "import os, sys\n"
        "line = ' '.join([*sys.argv[2:], os.environ['STARFORGE_GAME'], *(n for n in os.environ if 'SECRET' in n)])\n"
        "open(sys.argv[1], 'a').write(line + '\\n')\n"
    )
    command = ", ".join(repr(word) for word in (sys.executable, str(script), str(out)))
    (tmp_path / "server.toml").write_text(f"notify = [{command}]\n")

    def told():
        return sorted(out.read_text().splitlines()) if out.exists() else []

    async with serving(tmp_path) as server:
        table_id, (ada, ben) = await sit_down(server, "Ada", "Ben")
        first = sorted(f"{table_id} {name} tiny" for name in ("Ada", "Ben"))
        await until(lambda: told() == first)
    async with serving(tmp_path) as server:
        ada, ben = [await (await server.connect(name)).open(table_id) for name in ("Ada", "Ben")]
        await lay_and_ready(ada)
        await asyncio.sleep(0.2)
        assert told() == first
        await lay_and_ready(ben)
        await until(lambda: len(told()) > 2)
        assert set(told()) == set(first)


async def test_a_game_is_played_to_its_end_with_rests_resignations_and_clocks_and_plays_again_after_a_restart(tmp_path):
    async with serving(tmp_path) as server:
        table_id, (ada, ben, _) = await sit_down(server, "Ada", "Ben", "Cyd", clock=Clock("bank", 600))
        await server.daemon.hub.table(table_id)
        await lay_and_ready(ada)
        await ada.undo(0)
        cyd = await server.lobbies[2].open(table_id)
        await ben.consent(True)
        await cyd.consent(True)
        await until(lambda: not ada.view(0).ready[0])
        await cyd.rest(2, "random")
        await until(lambda: ada.view(None).ready[2])
        await cyd.resign(2)
        await play_beside_bots(ada, ben)
        views = [table.view(None) for table in (ada, ben)]
        record = server.daemon.hub.open[table_id].record.entries
    async with serving(tmp_path) as server:
        again = [await (await server.connect(name)).open(table_id) for name in ("Ada", "Ben")]
        assert [table.view(None) for table in again] == views
        assert server.daemon.hub.open[table_id].record.entries == record
