"""Further keys and accounts of one person, and the commands that need no screen."""

import asyncio
import json

import pytest

from starforge.cli import main
from starforge.server.clients.keys import ALL_TRIES, LASTS, Codes
from starforge.server.ssh import verbs
from starforge.tables.remote import RemoteLobby
from starforge.tables.table import TableError
from tests.server.town import play_out, serving, until


async def stranger(town, name="SHA256:other"):
    lobby = RemoteLobby(town.daemon.private, {"identity": ["key", name]})
    await lobby.connect()
    town.lobbies.append(lobby)
    return lobby


def test_a_code_joins_a_second_key_once(tmp_path):
    async def live():
        async with serving(tmp_path) as town:
            ada = await town.come("Ada")
            other = await stranger(town)
            code, said = await verbs.answer(other, ["keys", "add", "AAAAA-AAAAA"])
            assert (code, "does not hold" in said) == (1, True)
            code, said = await verbs.answer(ada, ["keys", "code"])
            typed = said.splitlines()[0].lower().replace("-", " ").replace(" ", "")
            assert await verbs.answer(other, ["keys", "add", typed]) == (0, "You are Ada from here too.")
            assert other.user == "Ada"
            third = await stranger(town, "SHA256:third")
            assert (await verbs.answer(third, ["keys", "add", typed]))[0] == 1
            assert (await verbs.answer(ada, ["keys"]))[1] == "key  SHA256:Ada  here\nkey  SHA256:other"
            assert (await verbs.answer(ada, ["keys", "drop", "SHA256:Ada"]))[0] == 1
            assert (await verbs.answer(ada, ["keys", "drop", "SHA256:third"]))[0] == 1
            assert (await verbs.answer(ada, ["keys", "drop", "SHA256:other"]))[0] == 0
            again = await stranger(town)
            assert again.user == ""

    asyncio.run(live())


def test_the_account_on_the_machine_is_joined_too(tmp_path, monkeypatch):
    async def live():
        monkeypatch.setattr("starforge.server.sockets.login_name", lambda uid: "")
        async with serving(tmp_path) as town:
            ada = await town.come("Ada")
            typed = (await verbs.answer(ada, ["keys", "code"]))[1].splitlines()[0]
            here = RemoteLobby(town.daemon.path)
            await here.connect()
            town.lobbies.append(here)
            assert await verbs.answer(here, ["keys", "add", typed]) == (0, "You are Ada from here too.")
            assert "uid" in (await verbs.answer(here, ["keys"]))[1]

    asyncio.run(live())


def test_nobody_with_a_name_takes_another(tmp_path):
    async def live():
        async with serving(tmp_path) as town:
            ada, ben = await town.come("Ada"), await town.come("Ben")
            typed = (await verbs.answer(ada, ["keys", "code"]))[1].splitlines()[0]
            code, said = await verbs.answer(ben, ["keys", "add", typed])
            assert (code, "already" in said) == (1, True)

    asyncio.run(live())


def test_codes_hold_for_a_time_and_guessing_is_stopped():
    codes = Codes()
    old, new = codes.make("Ada", 0), codes.make("Ada", 1)
    with pytest.raises(TableError):
        codes.redeem(old, 2)
    with pytest.raises(TableError):
        codes.redeem(new, 1 + LASTS)
    for n in range(ALL_TRIES):
        with pytest.raises(TableError, match=r"does not hold|too many"):
            codes.redeem("x", n / ALL_TRIES)
    good = codes.make("Ada", 2)
    with pytest.raises(TableError, match="too many"):
        codes.redeem(good, 3)
    assert codes.redeem(good, LASTS + 1) == "Ada"


def test_one_session_guesses_five_times(tmp_path):
    async def live():
        async with serving(tmp_path) as town:
            ada, other = await town.come("Ada"), await stranger(town)
            for _ in range(5):
                await verbs.answer(other, ["keys", "add", "guess"])
            typed = (await verbs.answer(ada, ["keys", "code"]))[1].splitlines()[0]
            assert "connect again" in (await verbs.answer(other, ["keys", "add", typed]))[1]

    asyncio.run(live())


def test_commands_say_what_there_is_and_what_is_wrong(tmp_path):
    async def live():
        async with serving(tmp_path) as town:
            nobody, ada, ben = await stranger(town), await town.come("Ada"), await town.come("Ben")
            assert (await verbs.answer(nobody, []))[1] == verbs.HELP
            assert "no name here yet" in (await verbs.answer(nobody, ["whoami"]))[1]
            assert [(await verbs.answer(nobody, [verb, "x"]))[0] for verb in ("tables", "export", "keys")] == [1, 1, 2]
            assert (await verbs.answer(nobody, ["\x1b[2J"]))[0] == 2
            assert "\x1b" not in (await verbs.answer(nobody, ["\x1b[2J"]))[1]
            assert (await verbs.answer(ada, ["whoami"]))[1] == "You are Ada, known by SHA256:Ada."
            assert (await verbs.answer(ada, ["tables"]))[1] == "There are no tables."
            table_id = await town.table(["Ada", "Ben"])
            await until(ada.board)
            line = (await verbs.answer(ada, ["tables"]))[1]
            assert line.startswith(f"{table_id}  ")
            assert "Ada, Ben" in line
            assert (await verbs.answer(ada, ["export"]))[0] == 2
            assert (await verbs.answer(ada, ["export", table_id]))[0] == 1
            await play_out([await lobby.open(table_id) for lobby in (ada, ben)])
            code, said = await verbs.answer(ada, ["export", table_id])
            assert code == 0
            assert json.loads(said)["seats"][0]["name"] == "Ada"

    asyncio.run(live())


async def test_who_came_with_a_key_that_is_dropped_has_to_go_and_opens_no_back_door(tmp_path):
    async with serving(tmp_path) as town:
        ada, thief = await town.come("Ada"), await stranger(town)
        typed = (await verbs.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        await verbs.answer(thief, ["keys", "add", typed])
        shown = (await verbs.answer(thief, ["keys", "code"]))[1].splitlines()[0]
        await verbs.answer(ada, ["keys", "drop", "SHA256:other"])
        await until(lambda: not thief.linked)
        assert (await verbs.answer(await stranger(town, "SHA256:third"), ["keys", "add", shown]))[0] == 1
        assert await verbs.answer(ada, ["keys"]) == (0, "key  SHA256:Ada  here")


async def test_a_code_lets_nobody_past_a_ban_or_into_a_name_that_is_gone(tmp_path):
    async with serving(tmp_path) as town:
        ada, records = await town.come("Ada"), town.daemon.records
        typed = (await verbs.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        await records.bar("Ada", "for flooding")
        other = await stranger(town)
        assert await verbs.answer(other, ["keys", "add", typed]) == (1, "you may not come here any more: for flooding")
        await records.bar("Ada", "")
        typed = (await verbs.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        await records.rename("Ada", "Eve")
        code, said = await verbs.answer(other, ["keys", "add", typed])
        assert (code, "called otherwise" in said, other.user) == (1, True, "")


async def test_a_code_is_typed_on_the_machine_before_the_account_has_taken_its_login_name(tmp_path, monkeypatch):
    monkeypatch.setattr("starforge.server.sockets.login_name", lambda uid: "ada-at-home")
    async with serving(tmp_path) as town:
        ada = await town.come("Ada")
        typed = (await verbs.answer(ada, ["keys", "code"]))[1].splitlines()[0]
        monkeypatch.setenv("STARFORGE_SOCKET", str(town.daemon.path))
        assert await asyncio.to_thread(main, ["keys", "add", typed]) == 0
        here = RemoteLobby(town.daemon.path)
        await here.connect()
        town.lobbies.append(here)
        assert here.user == "Ada"
