"""The campaign on the command line and by lines: told, asked, begun, refused in a sentence."""

import asyncio
import io

import pytest

from starforge.cli import main
from starforge.engine.save import Seat
from starforge.tables.folders import data_folder
from starforge.tables.local import LocalLobby
from starforge.tables.own.campaign import standing
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain_campaign import ask_what_goes_on
from tests.tables.test_campaign import lost, won


@pytest.fixture
def lobby(tmp_path, monkeypatch):
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    return LocalLobby(data_folder())


def said_by(capsys, *words):
    code = main(["campaign", *words])
    out, wrong = capsys.readouterr()
    return code, out + wrong


def patrols():
    async def found():
        return [one.over.text() for one in (await standing(LocalLobby(data_folder()))).patrols]

    return asyncio.run(found())


def test_it_is_begun_told_and_gone_on_with(lobby, capsys, monkeypatch):
    assert said_by(capsys, "--show") == (0, "No campaign was begun yet.\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, said = said_by(capsys, "--plain")
    assert (code, patrols()) == (0, [""])
    assert "Campaign, patrol 1 of 5: Easy." in said
    monkeypatch.setattr("sys.stdin", io.StringIO("resign\nresign\nquit\n"))
    said = said_by(capsys, "--plain")[1]
    assert "Campaign, patrol 1 of 5 is lost: nothing goes on." in said, "the same patrol, which was saved"
    assert "Patrol 1, Easy: lost, 0 years." in said_by(capsys, "--show")[1]
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert "Patrol 1, Easy: lost, 0 years." in said_by(capsys, "--plain")[1]
    assert patrols() == ["", "2 - hull=5"]
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    said_by(capsys, "--plain", "--new")
    assert patrols() == [""]


def test_what_goes_on_is_written_or_asked(lobby, capsys, monkeypatch):
    asyncio.run(won(lobby))
    assert said_by(capsys, "--plain", "--carry", "ram-scoop")[0] == 2
    code, said = said_by(capsys, "--plain", "--marks", "ENG,COM")
    assert (code, patrols()) == (2, [""])
    assert said.startswith("starforge: the marks cannot be ENG, COM (AF-P3)")
    found, out = asyncio.run(standing(lobby)), io.StringIO()
    assert ask_what_goes_on(found, Lines(io.StringIO("9\n2\n5\n"), out)) == ("repair-drones", ("ENG",))
    assert "Which Development goes on (AF-P2)?\n1. War Room.\n2. Repair Drones.\n3. no Development." in out.getvalue()
    assert "Type a number from 1 to 3." in out.getvalue()
    assert ask_what_goes_on(found, Lines(io.StringIO(), out)) == ("war-room", ()), "at the end of input"
    assert ask_what_goes_on(found, Lines(io.StringIO(f"{12:010}\n{9**99}\n"), out)) == ("war-room", ()), "no numbers"
    monkeypatch.setattr("sys.stdin", io.StringIO('{"cmd": "quit"}\n'))
    said_by(capsys, "--json", "--carry", "war-room", "--marks", "eng")
    assert patrols() == ["", "2 war-room ENG hull=5"]


def test_what_is_asked_for_is_done_or_refused_and_never_passed_over(lobby, capsys, monkeypatch):
    asyncio.run(won(lobby))
    assert "Patrol 1, Easy: won, 5 years." in said_by(capsys, "--show", "--new")[1], "to show begins nothing"
    monkeypatch.setattr("starforge.cli.playing.need_screens", lambda words: None)
    sat = []
    monkeypatch.setattr("starforge.tui.app.run.run_campaign", lambda *at: sat.append("standing") or 0)
    monkeypatch.setattr("starforge.tui.app.run.run_table", lambda lobby, table, settings: sat.append(table.id) or 0)
    assert (said_by(capsys)[0], sat) == (0, ["standing"])
    assert said_by(capsys, "--carry", "war-room")[0] == 0
    assert patrols() == ["", "2 war-room hull=5"]
    code, said = said_by(capsys, "--marks", "ENG")
    assert (code, "this patrol is not over yet" in said) == (2, True)
    assert said_by(capsys, "--new")[0] == 0
    assert patrols() == [""]
    assert len(sat) == 3
    code, said = said_by(capsys, "--plain", "--new", "--carry", "war-room")
    assert (code, "nothing goes on to the first patrol" in said) == (2, True)


def test_nothing_is_asked_where_there_is_no_choice(lobby):
    asyncio.run(lost(lobby))
    out = io.StringIO()
    assert ask_what_goes_on(asyncio.run(standing(lobby)), Lines(io.StringIO(), out)) == ("", ())
    assert "?" not in out.getvalue()


def test_it_needs_a_terminal_or_says_what_else_there_is(lobby, capsys):
    code, said = said_by(capsys)
    assert (code, "add --plain" in said) == (2, True)


def test_the_option_of_play_begins_one_too(lobby):
    async def script():
        await lobby.create("astroforce", [Seat(name="Ada"), Seat(name="Ben")], {"campaign": "on"})
        return [one.name for one in (await standing(lobby)).seats]

    assert asyncio.run(script()) == ["Ada", "Ben"]
