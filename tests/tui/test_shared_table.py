"""At a table of a server: what others do, clocks, talk, undo requests, absence, two devices, notices and the end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from starforge.games import GAMES
from starforge.tables.shared import Clock
from starforge.tables.store.sql import at_once
from starforge.tui.app.keys import footer, says
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.menu import MenuScreen
from starforge.tui.screens.play.report import ReportScreen
from starforge.tui.screens.record.log import LogScreen
from starforge.tui.screens.record.replay import ReplayScreen
from starforge.tui.server.talk import TalkScreen
from starforge.tui.server.waiting_room import WaitingRoomScreen
from tests.tui.fake_lobby import FakeServer
from tests.tui.shared import begun, client, settle, together
from tests.tui.snapshots import same
from tests.tui.terminal import Seen, emulate
from tests.waiting import until


def served(*names: str, users: tuple[str, ...] = ("Ada", "Ben", "Cyd"), **how: Any) -> tuple[FakeServer, str]:
    """Return a server at which a table of these people is being played, and the table's id."""
    server = FakeServer(*users)
    return server, asyncio.run(begun(server, *(names or ("Ada", "Ben")), **how))


def sitting(table_id: str) -> Any:
    async def first(app: Any) -> Any:
        from starforge.tui.app.routes import screen_for

        return screen_for(await app.shared.open(table_id))

    return first


def bells(seen: Seen) -> int:
    return seen.bytes.count("\x07")


def titles(seen: Seen) -> list[str]:
    return re.findall("\x1b\\]2;(.*?)\x1b\\\\", seen.bytes)


@pytest.mark.parametrize("look", ["unicode", "ascii"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_table_with_its_company(size: tuple[int, int], look: str) -> None:
    server, table = served("Ada", "Ben", "Cyd", clock=Clock("move", 300))

    async def script(ada: Seen, ben: Seen) -> None:
        await ben.press(";", *"hello", "enter", "escape")
        await ben.press("1", "4")
        await settle(ada, ben)
        rows = emulate(ada.bytes, *size).display
        same(f"shared-table-{look}-{size[0]}x{size[1]}", "\n".join(row.rstrip() for row in rows))
        await ada.press("m")
        rows = emulate(ada.bytes, *size).display
        same(f"shared-menu-{look}-{size[0]}x{size[1]}", "\n".join(row.rstrip() for row in rows))

    first = sitting(table)
    together(script, client(server, "Ada", first=first, look=look), client(server, "Ben", first=first), size=size)


def test_what_others_do_shows_at_once_and_stands_out() -> None:
    server, table = served(rounds=2)

    async def script(ada: Seen, ben: Seen) -> None:
        await ada.press("1", "4")
        await settle(ada, ben)
        await ben.press("1", "4")
        await settle(ada, ben)
        assert "› revealed" in ada.text()
        assert "› revealed" in ben.text()
        asked = ben if ben.app.screen.view.choices else ada
        await asked.press("1")
        assert "› revealed" not in asked.text()

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


def test_who_is_waited_for_is_named_in_the_question() -> None:
    server, table = served("Ada", "Ben", "Cyd")

    async def script(ada: Seen, ben: Seen) -> None:
        assert "(" not in ada.app.screen.question()
        await ada.press("1", "4")
        assert ada.app.screen.question() == "What now? (● Ben, ◆ Cyd)."
        assert "(● Ben, ◆ Cyd)." in ada.text()
        await ben.press("1", "4")
        await settle(ada, ben)
        assert ada.app.screen.question() == "What now? (◆ Cyd)."

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


def test_the_cursor_stays_where_it_is_while_others_act() -> None:
    server, table = served()

    async def script(ada: Seen, ben: Seen) -> None:
        await ada.press("j", "j")
        under = ada.app.screen.cursor.item.action
        await ben.press("1", "4")
        await settle(ada, ben)
        assert ada.app.screen.cursor.item.action == under

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


def test_what_happened_since_the_last_visit_is_told_before_the_board() -> None:
    server, table = served(rounds=2)

    async def first_visit(ada: Seen) -> None:
        assert isinstance(ada.app.screen, GameScreen)
        await ada.press("1", "4")

    async def second_visit(ada: Seen) -> None:
        assert isinstance(ada.app.screen, ReportScreen)
        assert "Since you last looked" in ada.text()
        assert "· revealed" in ada.text()
        await ada.press("enter")
        assert isinstance(ada.app.screen, GameScreen)
        assert "› revealed" in ada.text()

    together(first_visit, client(server, "Ada", first=sitting(table)))
    record = server.records[table]
    assert record.match is not None
    for _ in range(2):
        server.take(record, 1, record.match.game.legal(record.match.state, 1)[-1 if _ else 0])
    together(second_visit, client(server, "Ada", first=sitting(table)))


def test_the_clock_is_told_to_the_second_near_its_end_and_sends_nothing_in_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, table = served(clock=Clock("move", 3600))
    waits: list[float] = []
    original = GameScreen.set_timer

    def spy(self: Any, delay: float, *args: Any, **more: Any) -> Any:
        waits.append(delay)
        return original(self, delay, *args, **more)

    monkeypatch.setattr(GameScreen, "set_timer", spy)

    async def script(ada: Seen) -> None:
        status = ada.app.screen.presence.status
        assert "1 h 0 m left" in ada.text()
        assert 1 < waits[-1] < 61
        server.now += timedelta(seconds=30)
        sent = len(ada.bytes)
        status._tick()
        await ada.settle()
        assert "59 m left" in ada.text()
        assert 0 < len(ada.bytes) - sent < 250
        sent = len(ada.bytes)
        server.now += timedelta(seconds=5)
        status._tick()
        await ada.settle()
        assert len(ada.bytes) == sent
        server.now += timedelta(seconds=3600 - 35 - 45)
        status._tick()
        await ada.settle()
        assert "! 0:45 left" in ada.text()
        assert waits[-1] <= 1.05

    together(script, client(server, "Ada", first=sitting(table)))


def test_a_bank_and_who_is_away_stand_above_the_keys() -> None:
    server, table = served(clock=Clock("bank", 1800))

    async def script(ada: Seen) -> None:
        assert "● Ben not here" in ada.text()
        await ada.press("1", "4")
        assert "bank 30 m" in ada.text()
        assert "others: 30 m left" in ada.text()
        server.rest(table, 1)
        await settle(ada)
        assert "● Ben (bot)" in ada.text()

    together(script, client(server, "Ada", first=sitting(table)))


def test_a_lost_link_is_said_and_nothing_of_what_was_begun_is_lost() -> None:
    server, table = served()

    async def script(ada: Seen) -> None:
        await ada.press("j")
        at = ada.app.screen.cursor.number
        server.cut(False)
        await settle(ada)
        assert "! link lost" in ada.text()
        assert "The server cannot be reached" in ada.text()
        await ada.press("enter")
        assert "nothing has changed" in ada.text()
        assert ada.app.screen.cursor.number == at
        server.cut(True)
        await settle(ada)
        assert "The server is back." in ada.text()
        await ada.press("enter")
        assert ada.app.screen.view.laid

    together(script, client(server, "Ada", first=sitting(table)))


def test_talk_at_the_table_is_marked_until_read_and_half_a_line_is_kept() -> None:
    server, table = served()

    async def script(ada: Seen, ben: Seen) -> None:
        await ben.press(";", *"[b]hi[/b]", "enter", *"and", "escape")
        await settle(ada, ben)
        assert "; talk: 1 new" in ada.text()
        await ada.press(";")
        assert isinstance(ada.app.screen, TalkScreen)
        assert "Ben: [b]hi[/b]" in ada.text()
        await ada.press("escape")
        await settle(ada, ben)
        assert "new" not in ada.text().splitlines()[-2]
        assert server.records[table].read == {"Ada": 1, "Ben": 1}
        await ben.press(";", *" more", "enter")
        assert server.records[table].talk[-1].text == "and more"

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


@pytest.mark.parametrize("others", [(), ("Ben",)], ids=["alone", "together"])
def test_without_a_row_for_it_what_is_known_of_others_stands_whole_after_whole_keys(others: tuple[str, ...]) -> None:
    server, table = served()

    async def script(ada: Seen, *others: Seen) -> None:
        keys, talk, after = ada.text().splitlines()[-1].strip().partition("; talk")
        keys, known = (keys, keys[-2:]) if others else (keys.rpartition("●")[0], "● Ben not here ")
        assert (talk, after, keys[-2:]) == ("; talk", "", "  ")
        assert f"{known}; talk" in ada.text()
        assert set(re.split(" {2,}", keys.strip())) <= {
            f"{says(key)} {does}" for key, does in footer(ada.app.screen.scope)
        }

    first = sitting(table)
    together(script, *(client(server, name, first=first) for name in ("Ada", *others)), size=(60, 20))


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=["60x20", "80x24"])
def test_the_keys_at_a_server_are_those_that_the_game_shows_at_home(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "shattered-reach", "starforge.games.shattered_reach.game:GAME")
    server = FakeServer("Ada")
    table = asyncio.run(begun(server, "Ada", "bot:random", game="shattered-reach"))

    async def script(ada: Seen) -> None:
        screen = ada.app.screen
        for key, kind in (("a", "faction"), ("", "build")):
            await until(lambda kind=kind: screen.view.ask and screen.view.ask.kind == kind)
            await ada.settle()
            home = "".join(screen.ui.paint(screen.scene(), *size).chars[-1]).split()[:6]
            assert ada.text().splitlines()[-1].split()[:6] == home
            assert home != " ".join(map(" ".join, footer(screen.scope))).split()[:6]
            if key:
                await ada.press(key, "enter")

    together(script, client(server, "Ada", first=sitting(table)), size=size)


def test_a_large_terminal_shows_the_talk_beside_the_game_and_reads_it_at_once() -> None:
    server, table = served()

    async def script(ada: Seen, ben: Seen) -> None:
        await ben.press(";", *"seen at once", "enter", "escape")
        await settle(ada, ben)
        await settle(ada, ben)
        assert "┌ Talk" in ada.text()
        assert "Ben: seen at once" in ada.text()
        assert "new" not in ada.text()
        assert server.records[table].read["Ada"] == 1
        await ada.click(*ada.find("seen at once"))
        assert isinstance(ada.app.screen, TalkScreen)
        await ada.press("escape")
        await ada.resize(120, 40)
        assert "┌ Talk" not in ada.text()
        await ada.click(*ada.find("lay c"))
        assert ada.app.screen.view.laid

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first), size=(200, 60))


def test_where_nobody_confers_nobody_talks_during_deployment() -> None:
    server, table = served(game="astroforce", conferring="off")

    async def script(ada: Seen) -> None:
        assert "no talk" in ada.text()
        await ada.press(";")
        assert "nobody confers in this phase of the game. [talk]" in ada.text()
        await ada.press("enter", *"hi", "escape")
        assert not server.records[table].talk

    together(script, client(server, "Ada", first=sitting(table)))


def test_undo_of_what_nobody_knows_is_free_and_else_needs_consent() -> None:
    server, table = served()

    async def script(ada: Seen, ben: Seen) -> None:
        await ada.press("1", "u")
        assert "Taken back." in ada.text()
        await ada.press("1", "4")
        sent = len(ben.bytes)
        await settle(ada, ben)
        await ben.press("1")
        await ada.press("u")
        await settle(ada, ben)
        assert "This needs consent: Ben is asked." in ada.text()
        assert "You ask to take back: Ben to agree" in ada.text()
        assert "Ada asks to take moves back. + agrees, - refuses" in ben.text()
        await ben.press("-")
        await settle(ada, ben)
        assert "You have refused." in ben.text()
        assert "You ask" not in ada.text()
        assert "needs consent" not in ada.text()
        assert "Nothing was taken back." in ada.text()
        assert ada.app.screen.view.ready[0]
        await ada.press("u")
        await settle(ada, ben)
        await ben.press("m", "+")
        await settle(ada, ben)
        assert not ada.app.screen.view.ready[0]
        assert ada.app.screen.view.laid
        assert "All agreed: taken back." in ada.text()
        await ben.press("+")
        assert "Nobody has asked you" in ben.text()
        assert ada.app.screen.view.laid not in ben.bytes[sent:]

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_who_looks_on_reads_nothing_of_hands_that_are_not_seen(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "reach", "starforge.games.reach.game:GAME")
    server, table = served("Ada", "bot:random", game="reach")

    async def script(ada: Seen, cyd: Seen) -> None:
        await settle(ada, cyd)
        for _ in range(8):
            await ada.press("enter")
            await settle(ada, cyd)
            assert "all placed" not in cyd.text()

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Cyd", first=first), size=size)


def test_a_bot_plays_until_one_returns_and_resigning_is_asked_once_more() -> None:
    server, table = served("Ada", "Ben", "Cyd")

    async def script(ada: Seen, ben: Seen) -> None:
        await ada.press("m", "b")
        assert "again: yes" in ada.text()
        await ada.press("j", "b")
        assert isinstance(ada.app.screen, MenuScreen)
        await ada.press("b")
        await settle(ada, ben)
        assert "A bot plays for you." in ada.text()
        assert "▲ Ada (bot)" in ben.text()
        await ada.press("m", "t")
        assert "You play again." in ada.text()
        await settle(ada, ben)
        assert "(bot)" not in ben.text()
        await ada.press("m", "g", "g")
        await settle(ada, ben)
        assert server.records[table].assignments[0].gone
        assert "You have resigned" in ada.text()
        assert "▲ Ada resigned" in ben.text()

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


def test_the_seat_of_somebody_who_is_away_goes_to_a_bot_when_the_table_allows_it() -> None:
    server, table = served()

    async def script(ada: Seen) -> None:
        await ada.press("m")
        key = next(k for k, r in ada.app.screen.keyed() if r.label == "Let a bot play for ● Ben")
        await ada.press(key, key)
        assert "Ben is to be waited for a while longer" in ada.text()
        server.now += timedelta(days=2)
        await ada.press("m", key, key)
        assert "A bot plays for Ben now." in ada.text()
        assert server.records[table].assignments[1].away

    together(script, client(server, "Ada", first=sitting(table)))


def test_of_two_devices_one_acts_and_the_other_is_told_and_keeps_its_place() -> None:
    server, table = served()

    async def script(one: Seen, two: Seen) -> None:
        await two.press("j")
        under = two.app.screen.cursor.item.action
        two.app.shared.client.late = []
        await one.press("1")
        await two.press("enter")
        await settle(one, two)
        assert "played on from another place" in " ".join(two.text().split())
        assert two.app.screen.cursor.item.action == under
        assert server.records[table].acts == {0: 1}
        assert one.app.screen.view.laid == two.app.screen.view.laid

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ada", first=first))


@pytest.fixture
def reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "reach", "starforge.games.reach.game:GAME")


def test_what_was_begun_comes_back_on_another_device(reach: None) -> None:
    server, table = served("Ada", "Ben", game="reach")
    match = server.records[table].match
    assert match is not None
    while "plan" not in {ask.kind for ask in match.state.asks.values()}:
        seat = min(match.state.asks)
        server.take(server.records[table], seat, match.game.legal(match.state, seat)[0])

    async def begin(ada: Seen) -> None:
        await ada.press("2")
        assert ada.app.screen.cursor.path
        await ada.press("j", ";", *"wait for m")

    async def go_on(ada: Seen) -> None:
        if isinstance(ada.app.screen, ReportScreen):
            await ada.press("enter")
        screen: GameScreen = ada.app.screen
        assert screen.cursor.path
        assert str(screen.cursor.item.action) in server.records[table].draft("Ada")
        await ada.press(";", "e", "enter")
        assert server.records[table].talk[-1].text == "wait for me"

    together(begin, client(server, "Ada", first=sitting(table)))
    assert "wait for m" in server.records[table].draft("Ada")
    together(go_on, client(server, "Ada", first=sitting(table)))
    at_once(server.hub.read_markers.note(server.ids["Ada"], table, draft='{"label": 3, "action": "no such"'))
    together(lambda seen: seen.press("j"), client(server, "Ada", first=sitting(table)))


def test_groups_and_the_lens_of_a_war_come_back_on_another_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "shattered-reach", "starforge.games.shattered_reach.game:GAME")
    server = FakeServer("Ada")
    table = asyncio.run(begun(server, "Ada", "bot:random", game="shattered-reach"))

    async def begin(ada: Seen) -> None:
        ada.app.screen.ui.wings.wing.groups["k"] = frozenset({1, 2})
        await ada.press("v")

    async def go_on(ada: Seen) -> None:
        assert ada.app.screen.ui.wings.wing.groups == {"k": {1, 2}}
        assert ada.app.screen.ui.map.eyes.lens == "reach"

    for script in (begin, go_on):
        together(script, client(server, "Ada", first=sitting(table)))


def test_a_move_is_taken_in_and_painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    server, table = served()
    calls, real = list[str](), {"follow": GameScreen.follow, "draw": GameScreen.draw}

    def counted(name: str) -> Callable[..., Any]:
        return lambda *what: (calls.append(name), real[name](*what))[1]

    async def script(ada: Seen) -> None:
        for name in real:
            monkeypatch.setattr(GameScreen, name, counted(name))
        await ada.press("1")
        await settle(ada)
        assert ada.app.screen.view.laid
        assert calls.count("draw") == calls.count("follow") == 1

    together(script, client(server, "Ada", first=sitting(table)))


def test_a_spectator_sees_what_all_may_see_and_has_no_choices() -> None:
    server, table = served()

    async def script(cyd: Seen, ada: Seen) -> None:
        await ada.press("1")
        laid = ada.app.screen.view.laid
        sent = len(cyd.bytes)
        await settle(cyd, ada)
        for key in ("1", "enter", "u", "h", "+", "m"):
            await cyd.press(key)
        assert "watching" in cyd.text() or isinstance(cyd.app.screen, MenuScreen)
        assert not [r.label for r in cyd.app.screen.rows() if r.label in ("Resign", "Rest", "Return")]
        assert laid not in cyd.bytes[sent:]

    first = sitting(table)
    together(script, client(server, "Cyd", first=first), client(server, "Ada", first=first))


def test_the_end_shows_everything_and_leads_to_a_rematch() -> None:
    server, table = served(rounds=1)

    async def script(ada: Seen, ben: Seen) -> None:
        await ada.press("1", "4")
        await ben.press("1", "4")
        for seen in (ada, ben):
            await settle(ada, ben)
            if seen.app.screen.view.choices:
                await seen.press("1")
        await settle(ada, ben)
        assert ada.app.screen.view.result is not None
        assert "m: watch again, write to a file" in ada.text()
        await ada.press("l")
        assert isinstance(ada.app.screen, LogScreen)
        assert ada.text().count("laid") == 2
        await ada.press("q", "m", "w")
        assert isinstance(ada.app.screen, ReplayScreen)
        await ada.press("n", "q", "m", "a")
        await settle(ada, ben)
        assert isinstance(ada.app.screen, WaitingRoomScreen)
        assert "a rematch is offered" in ben.text()
        await ben.press("m", "a")
        await settle(ada, ben)
        assert isinstance(ben.app.screen, WaitingRoomScreen)
        new = server.records[server.records[table].rematch]
        assert [place.user for place in new.assignments] == ["Ben", "Ada"]
        await ada.press("b")
        await settle(ada, ben)
        assert isinstance(ben.app.screen, GameScreen)
        await ben.press("q", "q")

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


def test_a_whole_game_of_reach_is_played_by_two_and_a_bot(reach: None) -> None:
    server, table = served("Ada", "Ben", "bot:random", game="reach")

    async def script(ada: Seen, ben: Seen) -> None:
        for _ in range(3):
            for seen in (ada, ben):
                await play_some(seen)
            await settle(ada, ben)
        server.rest(table, 0, 1)
        server.go_on()
        await settle(ada, ben)
        for seen in (ada, ben):
            while seen.app.screen.ui.together.pages:
                await seen.press("enter")
            assert "Enter: how it went" in seen.text()

    async def play_some(seen: Seen) -> None:
        screen: Any = seen.app.screen
        for _ in range(12):
            if not screen.view.choices or screen.ui.together.pages:
                await seen.press("enter")
            await seen.press(next((one.key for one in screen.cursor.opened if not one.reason), "enter"))

    first = sitting(table)
    together(script, client(server, "Ada", first=first), client(server, "Ben", first=first))


def test_a_turn_rings_once_on_whatever_screen_and_entitles_the_terminal_without_secrets() -> None:
    server, table = served(rounds=2)

    async def script(ada: Seen, ben: Seen) -> None:
        assert bells(ada) == 0
        assert titles(ada)[-1] == "starforge: your turn in Tiny"
        await ada.press("1", "1", "4", "q", "q")
        assert titles(ada)[-1] == "starforge"
        await ada.press("n")
        await ben.press("1", "4")
        await settle(ada, ben)
        assert bells(ada) == 1
        assert titles(ada)[-1] == "starforge: your turn in Tiny"
        server.changed()
        await settle(ada, ben)
        assert bells(ada) == 1
        assert bells(ben) == 0
        other = await begun(server, "Ada", "Ben")
        await settle(ada, ben)
        assert titles(ada)[-1] == "starforge: your turn at 2 tables"
        assert other
        ada.app.exit(0)
        await ada.settle()
        assert titles(ada)[-1] == ""
        assert ada.bytes.count("\x1b[22;2t") == ada.bytes.count("\x1b[23;2t") == 1
        assert {*titles(ada)} == {"starforge", "", "starforge: your turn in Tiny", "starforge: your turn at 2 tables"}

    first = sitting(table)
    together(script, client(server, "Ada"), client(server, "Ben", first=first, bell=False))


def test_bots_that_answer_at_once_do_not_ring_and_no_bell_means_none() -> None:
    server, table = served("Ada", "bot:random", rounds=3)

    async def script(ada: Seen) -> None:
        await ada.press("1", "4")
        await settle(ada)
        assert ada.app.screen.view.turn == 2
        assert bells(ada) == 0

    together(script, client(server, "Ada", first=sitting(table), reports=False))

    async def silent(ada: Seen) -> None:
        await begun(server, "Ada", "Ben")
        await settle(ada)
        assert bells(ada) == 0

    together(silent, client(server, "Ada", bell=False))


def test_the_users_own_command_runs_once_for_a_turn_and_only_on_the_users_own_machine(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    log = tmp_path / "told"
    tell = tmp_path / "tell"
    tell.write_text(f'#!/bin/sh\necho "$STARFORGE_GAME $STARFORGE_TABLE" >> {log}\n', encoding="utf-8")
    tell.chmod(0o700)
    server, table = served()

    async def script(home: Seen, second: Seen, far: Seen) -> None:
        await until(log.exists)
        await settle(home, second, far)
        assert log.read_text(encoding="utf-8") == f"tiny {table}\n"

    command, own = f"{tell} '; touch {tmp_path}/shell'", object()
    apps = [client(server, "Ada", lobby=lobby, notify=command) for lobby in (own, own, None)]
    together(script, *apps)
    assert not (tmp_path / "shell").exists()


def test_a_command_that_cannot_be_run_is_told_in_words(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    server, _ = served()

    async def script(home: Seen) -> None:
        words = "The command 'no-such-program' of the setting notify cannot be run"
        await until(lambda: words in home.text())

    together(script, client(server, "Ada", lobby=object(), notify="no-such-program"))


def test_a_log_that_grew_by_secret_lines_marks_only_what_is_there() -> None:
    server, table = served()

    async def script(ada: Seen) -> None:
        presence = ada.app.screen.presence
        await ada.press("1")
        assert presence.unseen >= 1
        await ada.press("u")
        assert presence.unseen == 0

    together(script, client(server, "Ada", first=sitting(table)))


def test_what_others_did_is_told_after_the_moment_that_it_takes_to_be_drawn() -> None:
    server, table = served("Ada", "Ben")
    record = server.records[table]

    async def script(ada: Seen) -> None:
        screen: GameScreen = ada.app.screen
        await ada.press("1")
        await ada.press(str(len(screen.view.hand) + 2))
        while 0 not in record.match.state.asks:
            screen.call_later(screen.countdown.start, None, 3)
            await ada.settle()
            server.take(record, 1, record.match.game.legal(record.match.state, 1)[-1])
            await settle(ada)
        assert ada.app.screen is screen, "what is drawn is seen first"
        assert [screen.news._elsewhere(seat) for seat in (0, 1)] == [False, True], "Ben is at another terminal"
        await until(lambda: not screen.countdown.left)
        await settle(ada)
        assert isinstance(ada.app.screen, ReportScreen)
        await ada.press("enter")
        assert screen.presence.plays
        await screen.presence.do_rest()
        assert not screen.presence.plays, "nobody is told of a seat that a bot plays"

    together(script, client(server, "Ada", first=sitting(table), reports=True, animations=True))


@pytest.mark.parametrize("reports", [True, False])
def test_what_others_did_is_told_before_the_own_turn_once_and_any_key_goes_on(reports: bool) -> None:
    server, table = served("Ada", "Ben")
    record = server.records[table]

    async def script(ada: Seen) -> None:
        screen: GameScreen = ada.app.screen
        told: list[str] = []
        for turn in range(3):
            for _ in range(2):
                if ada.app.screen is screen and 0 in record.match.state.asks:
                    view = screen.view
                    await ada.press(str(len(view.hand) + 2) if view.laid else "1")  # ready, or lay a card
            for _ in range(2):
                if 0 not in record.match.state.asks and 1 in record.match.state.asks:
                    server.take(record, 1, record.match.game.legal(record.match.state, 1)[-1])
                    await settle(ada)
            front: Any = ada.app.screen
            if isinstance(front, ReportScreen):
                lines = list(front.report.lines)
                assert lines == screen.told.lines(0)[-len(lines) :]
                assert len(screen.told.lines(0)) - len(lines) >= len(told), "nothing is told twice"
                told = screen.told.lines(0)
                await ada.press("l" if turn else "enter")
                assert isinstance(ada.app.screen, LogScreen if turn else GameScreen)
                await ada.press("escape") if turn else None
        assert bool(told) == reports

    together(script, client(server, "Ada", first=sitting(table), reports=reports))
