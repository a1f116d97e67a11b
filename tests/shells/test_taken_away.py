"""The folder of the games is taken away during play: that is said at once, and the game goes on in another place."""

import asyncio
import io
import json
import shutil

import pytest

from starforge.engine.save import Seat
from starforge.tables.local import LocalLobby
from starforge.tui.shells.json import Json
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain import Plain

ADA, BEN, BOT = Seat(name="Ada"), Seat(name="Ben"), Seat(name="Robot", bot="greedy")


class Typed(io.StringIO):
    """Lines that are typed, some of which are things that happen meanwhile."""

    def __init__(self, *lines):
        super().__init__()
        self._lines = iter(lines)

    def readline(self, *size):
        for line in self._lines:
            if isinstance(line, str):
                return f"{line}\n"
            line()
        return ""


def moves(folder, table_id):
    """Return the moves of a table that are kept in a folder."""
    return [text for _, text in asyncio.run(LocalLobby(folder).open(table_id)).save().moves]


def play(folder, shell, *typed, seats=(ADA, BOT)):
    out = io.StringIO()

    async def run():
        table = await LocalLobby(folder).create("tiny", seats, {}, 3)
        await shell(table, Typed(*typed), out).run()
        return table

    return asyncio.run(run()), out.getvalue()


def plain(table, source, out):
    return Plain(table, Lines(source, out))


@pytest.mark.parametrize("where", ["elsewhere", ""])
def test_by_lines_the_game_goes_on_where_one_says(tmp_path, where):
    data, home = tmp_path / "data", tmp_path / where if where else tmp_path / "data"
    typed = ["1", "undo", lambda: shutil.rmtree(data), "1", "save", f"rescue {home}", "2", "save", "rescue x", "quit"]
    table, said = play(data, plain, *typed)
    gone = f"{data / 'tables.db'} was moved, removed or emptied while it was in use"
    assert f"{gone}: nothing was done, and the game is in memory alone now. Type 'rescue FOLDER'" in said
    assert f"It is not saved: {gone}." in said
    before, after = said.split("It is not saved", 1)
    assert "saved" not in before
    assert "There is no need: the game is saved" in after
    command = f"STARFORGE_HOME={home} starforge" if where else "starforge"
    assert said.endswith(f"This game is saved; '{command}' continues it. Its id is {table.id}.\n")
    assert moves(home / "data" if where else data, table.id) == [text for _, text in table.save().moves] != []


def test_by_lines_a_game_that_is_left_in_memory_is_never_called_saved(tmp_path):
    table, said = play(tmp_path / "data", plain, lambda: shutil.rmtree(tmp_path / "data"), "1")
    assert said.splitlines()[-1].startswith("This game is not kept: ")
    assert "saved" not in said
    assert table.save().moves == []


def test_by_lines_a_bot_whose_move_cannot_be_kept_waits_for_a_place(tmp_path):
    data = tmp_path / "data"
    typed = ["1", lambda: (data / "tables.db").rename(tmp_path / "other"), "ready", f"rescue {data}", "ready", "quit"]
    _, said = play(data, plain, *typed)
    assert said.count("Type 'rescue FOLDER'") == 1
    assert "This game is saved" in said.splitlines()[-1]

    async def only_the_bot():
        table = await LocalLobby(tmp_path / "b").create("tiny", (BOT, ADA), {}, 3)
        shell = plain(table, Typed("", "rescue", "rescue \0", f"rescue {tmp_path / 'b'}", "quit"), out := io.StringIO())
        (tmp_path / "b" / "tables.db").write_bytes(b"")
        shell.seat = None
        await shell.run()
        return out.getvalue()

    said = asyncio.run(only_the_bot())
    assert said.count("nothing was done, and the game is in memory alone now") == 4
    assert " is no place for it: " in said
    assert "holds a game" not in said


def test_by_json_every_act_is_an_error_until_the_game_is_kept_again(tmp_path):
    data = tmp_path / "data"
    act = json.dumps({"cmd": "act", "seat": 0, "action": "lay c07"})
    save, quit_ = '{"cmd": "save"}', '{"cmd": "quit"}'
    rescues = [json.dumps({"cmd": "rescue", "folder": one}) for one in (3, str(data), str(data))]
    lost = [lambda: shutil.rmtree(data), act, act, save]
    table, said = play(data, Json, *lost, *rescues, act, save, quit_, seats=(ADA, BEN))
    asks, *told = (json.loads(line) for line in said.splitlines())
    kinds = ["error", "error", "error", "error", "rescued", "asks", "error", "ok", "asks", "saved", "bye"]
    assert [one["type"] for one in told] == kinds
    words = [one.get("message", "") for one in told]
    assert words[0] == words[1]
    assert "in memory alone" in words[0]
    assert "not saved" in words[2]
    assert "must be the name of a folder" in words[3]
    assert "no need" in words[6]
    assert told[4]["command"] == "starforge"
    assert told[5] == asks
    assert moves(data, table.id) == ["lay c07"]


def test_a_place_that_holds_the_game_already_is_refused(tmp_path):
    data = tmp_path / "data"
    table, said = play(
        data,
        plain,
        lambda: shutil.copytree(data, tmp_path / "copy" / "data"),
        lambda: shutil.rmtree(data),
        f"rescue {tmp_path / 'copy'}",
        f"rescue {tmp_path / 'third'}",
    )
    assert f"holds a game {table.id} already; name another folder." in said
    assert moves(tmp_path / "third" / "data", table.id) == []


def test_a_game_begun_after_the_move_says_where_it_is_too(tmp_path):
    data = tmp_path / "data"

    async def run():
        lobby = LocalLobby(data)
        first = await lobby.create("tiny", (ADA, BEN), {}, 3)
        shutil.rmtree(data)
        await first.rescue(str(tmp_path / "new"))
        second = await lobby.create("tiny", (ADA, BEN), {}, 4)
        return [first.command, second.command]

    assert asyncio.run(run()) == [f"STARFORGE_HOME={tmp_path / 'new'} starforge"] * 2


def test_a_new_game_begun_after_it_is_kept_and_takes_the_open_ones_along(tmp_path):
    data = tmp_path / "data"

    async def run():
        lobby = LocalLobby(data)
        first = await lobby.create("tiny", (ADA, BEN), {}, 3)
        await first.submit(0, first.view(0).legal[0])
        shutil.rmtree(data)
        assert first.lost
        second = await lobby.create("tiny", (ADA, BEN), {}, 4)
        assert not first.lost
        await first.submit(1, first.view(1).legal[0])
        return lobby, first, second

    lobby, first, second = asyncio.run(run())
    assert {one.id for one in lobby.tables()} == {first.id, second.id}
    assert len(moves(data, first.id)) == 2
