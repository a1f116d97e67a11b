"""A campaign among a user's own games: patrols in their order, what goes on to the next, and how it all counts."""

import asyncio
from dataclasses import replace

import pytest

from starforge.engine.save import OptionError, Seat
from starforge.games.astroforce.campaign import Carried
from starforge.tables.local import LocalLobby
from starforge.tables.own.campaign import begin, standing
from starforge.tables.own.logbook import count_games
from starforge.tables.table import TableError
from starforge.tui.drawing.records import lines_of

ADA = [Seat(name="Ada")]
NEARLY_WON = """game = "astroforce"
phase = "deploy"
turn = 30
year = 5
active = ["war-room", "repair-drones", {mark}]
mission = {card = "diplomatic-crisis", stage = 3}
completed = ["escort", "medical-supplies", "distress-beacon", "trade-talks"]
fuel = 5

[asks.0]
kind = "deploy"
"""


async def won(lobby, carried="", mark=""):
    """Play a patrol of a campaign that is nearly won to its end."""
    start = NEARLY_WON.replace("{mark}", mark)
    table = await lobby.create("astroforce", ADA, {"campaign": "on", "carried": carried}, 3, start)
    for order in ("carry-out mission", "end"):
        await table.submit(0, table.game.parse(order))
    assert table.view(0).result.winners == (0,)
    return table


async def lost(lobby, carried=""):
    table = await lobby.create("astroforce", ADA, {"campaign": "on", "carried": carried}, 3)
    await table.resign(0)
    return table


def test_patrols_follow_each_other_with_what_was_won(tmp_path):
    async def script():
        lobby = LocalLobby(tmp_path)
        assert await standing(lobby) is None
        first = await begin(lobby, ADA, {"failures": "consecutive"})
        found = await standing(lobby)
        assert (found.going, found.last.table_id, found.years) == (True, first.id, 0)
        with pytest.raises(OptionError, match="not over yet"):
            found.next("", ())
        await won(lobby)
        found = await standing(lobby)
        assert found.developments == ["war-room", "repair-drones"]
        assert len(found.mark_choices) == 6
        carried = found.next("repair-drones", ("ENG",))
        assert carried == "2 repair-drones ENG hull=5"
        second = await begin(lobby, found.seats, found.options, carried)
        assert second.view(0).active[0].title == "Repair Drones"
        assert second.options.patrol == "medium"
        await second.resign(0)
        found = await standing(LocalLobby(tmp_path))
        assert (found.years, found.developments, found.mark_choices) == (5, [], [("ENG",)]), "AF-P5, AF-P6"
        assert found.next("", ("ENG",)) == "3 - ENG hull=5"
        assert found.lines()[:4] == [
            "Campaign: 5 of 25 years so far, Ensign.",
            "Patrol 1, Easy: won, 5 years.",
            "Patrol 2, Medium: lost, 0 years.",
            "Patrol 3, Hard: to come.",
        ]

    asyncio.run(script())


def test_the_first_try_of_a_patrol_counts_and_a_new_campaign_leaves_the_old_one(tmp_path):
    async def script():
        lobby = LocalLobby(tmp_path)
        await won(lobby)
        await lost(lobby, "2 war-room")
        await won(lobby, "2 war-room")
        found = await standing(lobby)
        assert [one.won for one in found.patrols] == [True, False]
        await lobby.create("astroforce", ADA, {"patrol": "deadly"}, 3)
        assert len((await standing(lobby)).patrols) == 2, "patrols by the book are no part of it"
        await lost(lobby)
        assert [one.over.number for one in (await standing(lobby)).patrols] == [1]

    asyncio.run(script())


def test_a_patrol_is_flown_only_after_the_one_before_it(tmp_path):
    async def script():
        lobby = LocalLobby(tmp_path)
        await begin(lobby, ADA, {})
        await lost(lobby, "2 -")
        found = await standing(lobby)
        assert ([one.over.number for one in found.patrols], found.going) == ([1], True)

    asyncio.run(script())


def test_the_fifth_patrol_ends_it(tmp_path):
    async def script():
        lobby = LocalLobby(tmp_path)
        for number in range(1, 6):
            await lost(lobby, Carried(number).text())
        found = await standing(lobby)
        assert found.over
        assert found.lines()[0] == "Campaign: 0 of 25 years, Crewman 3rd Class."
        with pytest.raises(OptionError, match="this campaign is over"):
            found.next("", ())

    asyncio.run(script())


@pytest.mark.parametrize(
    ("card", "roles", "said"),
    [
        ("ram-scoop", ("ENG",), r"'ram-scoop' cannot go on \(AF-P2\); there are: war-room, repair-drones"),
        ("veteran-eng", ("ENG",), "cannot go on"),
        ("war-room", ("ENG", "COM"), r"cannot be ENG, COM \(AF-P3\)"),
    ],
)
def test_what_was_not_won_does_not_go_on(tmp_path, card, roles, said):
    async def script():
        lobby = LocalLobby(tmp_path)
        await won(lobby)
        with pytest.raises(OptionError, match=said):
            (await standing(lobby)).next(card, roles)

    asyncio.run(script())


def test_a_third_veteran_takes_the_place_of_one(tmp_path):
    async def script():
        lobby = LocalLobby(tmp_path)
        await lost(lobby)
        await won(lobby, "3 - ENG SCI", '"veteran-eng"')
        found = await standing(lobby)
        assert found.mark_choices[0] == ("ENG", "SCI")
        assert {frozenset(one) for one in found.mark_choices[1:]} == {
            frozenset({kept, new}) for kept in ("ENG", "SCI") for new in ("COM", "MED", "SEC")
        }
        assert found.developments == ["war-room", "repair-drones"], "a mark that was not used is no Development"
        assert found.next("", ("ENG", "COM")) == "4 - ENG COM hull=5"

    asyncio.run(script())


def test_the_logbook_counts_it_apart(tmp_path):
    async def script():
        lobby = LocalLobby(tmp_path)
        await won(lobby)
        await (await lobby.create("astroforce", ADA, {"patrol": "hard"}, 3)).resign(0)
        games = await count_games(lobby)
        told = [line for line, _ in lines_of(games)]
        assert "Astroforce: The Dice Game, campaign" in told
        assert "Years of each campaign, the best first: 5." in told
        assert sum(line.startswith("Honours:") for line in told) == 1
        assert "1 of 1 won. Won in a row: 1 now, 1 at most." in told
        assert "0 of 1 won. Won in a row: 0 now, 0 at most." in told
        assert next(one for one in games if one.won).label == "campaign 1/5, easy patrol"

    asyncio.run(script())


def test_bots_alone_begin_none(tmp_path):
    with pytest.raises(TableError, match="somebody plays"):
        asyncio.run(begin(LocalLobby(tmp_path), [replace(ADA[0], bot="random")], {}))
