"""Further keys and accounts of one person, and the commands that need no screen."""

import asyncio
import json

import pytest

from starforge.cli import main
from starforge.server.accounts.key_codes import ALL_TRIES, LASTS, KeyCodes
from starforge.server.ssh import commands
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.table import TableError
from tests.server.local_server import play_out, serving
from tests.waiting import until


async def stranger(server, name="SHA256:other"):
    lobby = RemoteLobby(server.daemon.private, {"identity": ["key", name]})
    await lobby.connect()
    server.lobbies.append(lobby)
    return lobby


def test_a_code_joins_a_second_key_once(tmp_path):
    async def live():
        async with serving(tmp_path) as server:
            ada = await server.connect("Ada")
            other = await stranger(server)
            code, said = await commands.answer(other, ["keys", "add", "AAAAA-AAAAA"])
            assert (code, "is not good" in said) == (1, True)
            code, said = await commands.answer(ada, ["keys", "code"])
            typed = said.splitlines()[0].lower().replace("-", " ").replace(" ", "")
            assert await commands.answer(other, ["keys", "add", typed]) == (0, "You are Ada from here too.")
            assert other.user == "Ada"
            third = await stranger(server, "SHA256:third")
            assert (await commands.answer(third, ["keys", "add", typed]))[0] == 1
            assert (await commands.answer(ada, ["keys"]))[1] == "key  SHA256:Ada  here\nkey  SHA256:other"
            assert (await commands.answer(ada, ["keys", "drop", "SHA256:Ada"]))[0] == 1
            assert (await commands.answer(ada, ["keys", "drop", "SHA256:third"]))[0] == 1
            assert (await commands.answer(ada, ["keys", "drop", "SHA256:other"]))[0] == 0
            again = await stranger(server)
            assert again.user == ""

    asyncio.run(live())


def test_the_account_on_the_machine_is_joined_too(tmp_path, monkeypatch):
    async def live():
        monkeypatch.setattr("starforge.server.sockets.login_name", lambda uid: "")
        async with serving(tmp_path) as server:
            ada = await server.connect("Ada")
            typed = (await commands.answer(ada, ["keys", "code"]))[1].splitlines()[0]
            here = RemoteLobby(server.daemon.path)
            await here.connect()
            server.lobbies.append(here)
            assert await commands.answer(here, ["keys", "add", typed]) == (0, "You are Ada from here too.")
            assert "uid" in (await commands.answer(here, ["keys"]))[1]

    asyncio.run(live())


def test_nobody_with_a_name_takes_another(tmp_path):
    async def live():
        async with serving(tmp_path) as server:
            ada, ben = await server.connect("Ada"), await server.connect("Ben")
            typed = (await commands.answer(ada, ["keys", "code"]))[1].splitlines()[0]
            code, said = await commands.answer(ben, ["keys", "add", typed])
            assert (code, "already" in said) == (1, True)

    asyncio.run(live())


def test_codes_hold_for_a_time_and_guessing_is_stopped():
    codes = KeyCodes()
    old, new = codes.make("Ada", 0), codes.make("Ada", 1)
    with pytest.raises(TableError):
        codes.redeem(old, 2)
    with pytest.raises(TableError):
        codes.redeem(new, 1 + LASTS)
    for n in range(ALL_TRIES):
        with pytest.raises(TableError, match=r"is not good|too many"):
            codes.redeem("x", n / ALL_TRIES)
    good = codes.make("Ada", 2)
    with pytest.raises(TableError, match="too many"):
        codes.redeem(good, 3)
    assert codes.redeem(good, LASTS + 1) == "Ada"


def test_one_session_guesses_five_times(tmp_path):
    async def live():
        async with serving(tmp_path) as server:
            ada, other = await server.connect("Ada"), await stranger(server)
            for _ in range(5):
                await commands.answer(other, ["keys", "add", "guess"])
            typed = (await commands.answer(ada, ["keys", "code"]))[1].splitlines()[0]
            assert "connect again" in (await commands.answer(other, ["keys", "add", typed]))[1]

    asyncio.run(live())


def test_commands_say_what_there_is_and_what_is_wrong(tmp_path):
    async def live():
        async with serving(tmp_path) as server:
            nobody, ada, ben = await stranger(server), await server.connect("Ada"), await server.connect("Ben")
            assert (await commands.answer(nobody, []))[1] == commands.HELP
            assert "no name here yet" in (await commands.answer(nobody, ["whoami"]))[1]
            assert [(await commands.answer(nobody, [verb, "x"]))[0] for verb in ("tables", "export", "keys")] == [
                1,
                1,
                2,
            ]
            assert (await commands.answer(nobody, ["\x1b[2J"]))[0] == 2
            assert "\x1b" not in (await commands.answer(nobody, ["\x1b[2J"]))[1]
            assert (await commands.answer(ada, ["whoami"]))[1] == "You are Ada, known by SHA256:Ada."
            assert (await commands.answer(ada, ["tables"]))[1] == "There are no tables."
            table_id = await server.table(["Ada", "Ben"])
            await until(ada.listing)
            line = (await commands.answer(ada, ["tables"]))[1]
            assert line.startswith(f"{table_id}  ")
            assert "Ada, Ben" in line
            assert (await commands.answer(ada, ["export"]))[0] == 2
            assert (await commands.answer(ada, ["export", table_id]))[0] == 1
            await play_out([await lobby.open(table_id) for lobby in (ada, ben)])
            code, said = await commands.answer(ada, ["export", table_id])
            assert code == 0
            assert json.loads(said)["seats"][0]["name"] == "Ada"

    asyncio.run(live())


async def test_who_came_with_a_key_that_is_dropped_has_to_go_and_opens_no_back_door(tmp_path):
    async with serving(tmp_path) as server:
        ada, thief = await server.connect("Ada"), await stranger(server)
        typed = (await commands.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        await commands.answer(thief, ["keys", "add", typed])
        shown = (await commands.answer(thief, ["keys", "code"]))[1].splitlines()[0]
        await commands.answer(ada, ["keys", "drop", "SHA256:other"])
        await until(lambda: not thief.linked)
        assert (await commands.answer(await stranger(server, "SHA256:third"), ["keys", "add", shown]))[0] == 1
        assert await commands.answer(ada, ["keys"]) == (0, "key  SHA256:Ada  here")


async def test_a_code_lets_nobody_past_a_ban_and_holds_for_who_has_another_name_since(tmp_path):
    async with serving(tmp_path) as server:
        ada, records = await server.connect("Ada"), server.daemon.store
        typed = (await commands.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        user = await server.id_of("Ada")
        await records.bar(user, "for flooding")
        other = await stranger(server)
        assert await commands.answer(other, ["keys", "add", typed]) == (
            1,
            "you are banned here: for flooding",
        )
        await records.bar(user, "")
        typed = (await commands.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        await records.rename(user, "Eve")
        assert await commands.answer(other, ["keys", "add", typed]) == (0, "You are Eve from here too.")


async def test_a_code_is_typed_on_the_machine_before_the_account_has_taken_its_login_name(tmp_path, monkeypatch):
    monkeypatch.setattr("starforge.server.sockets.login_name", lambda uid: "ada-at-home")
    async with serving(tmp_path) as server:
        ada = await server.connect("Ada")
        typed = (await commands.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        monkeypatch.setenv("STARFORGE_SOCKET", str(server.daemon.path))
        assert await asyncio.to_thread(main, ["keys", "add", typed]) == 0
        here = RemoteLobby(server.daemon.path)
        await here.connect()
        server.lobbies.append(here)
        assert here.user == "Ada"
