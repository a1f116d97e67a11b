"""The game of the day: it comes from the date alone, the first try counts, and its result is one line."""

import asyncio
from datetime import UTC, datetime

import pytest

from starforge.engine.event import Event
from starforge.engine.state import Result
from starforge.games.daily import GAMES_OF_THE_DAY, PATROLS, daily, line
from starforge.games.feats import Story
from starforge.tables.local import LocalLobby
from starforge.tables.own.daily import begin, result, tries

TODAY = datetime.now(UTC).date().isoformat()
PATROL, REACH = daily("astroforce", "2026-12-01"), daily("reach", "2026-12-01")


def test_it_is_the_same_for_everybody_and_another_every_day():
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]
    for game in GAMES_OF_THE_DAY:
        assert daily(game, days[0]) == daily(game, days[0])
        assert len({daily(game, day).seed for day in days}) == len(days)
    assert {daily("astroforce", day).options["patrol"] for day in days} == set(PATROLS)
    assert (PATROL.seed, PATROL.options) == (14681097814174503, {"patrol": "hard"}), "what others played that day"


@pytest.mark.parametrize("game", GAMES_OF_THE_DAY)
def test_the_first_try_counts_whatever_is_practised_afterwards(tmp_path, game):
    async def script():
        lobby, of = LocalLobby(tmp_path), daily(game, TODAY)
        assert await tries(lobby, of) == []
        first = await begin(lobby, of, "Ada")
        other = await lobby.create("astroforce", [first.seats[0]], {})
        again = await begin(lobby, of, "Ada")
        assert first.view(0).legal == again.view(0).legal
        assert [one.id for one in await tries(lobby, of)] == [first.id, again.id]
        assert other.id not in [one.id for one in await tries(LocalLobby(tmp_path), of)]
        await first.resign(0)
        (ended, *_) = await tries(lobby, of)
        assert (ended.id, ended.ended) == (first.id, True)
        assert (await result(lobby, of, ended)).startswith(("Patrol", "Reach"))

    asyncio.run(script())


@pytest.mark.parametrize(
    ("of", "ended", "said"),
    [
        (PATROL, Result((), "", (3,)), "Patrol 2026-12-01 Hard: Commander, 3 years, 34 turns"),
        (PATROL, Result((0,), "", (5,)), "Patrol 2026-12-01 Hard: Admiral, 5 years, 34 turns"),
        (PATROL, Result((), "", (1,)), "Patrol 2026-12-01 Hard: Ensign, 1 year, 34 turns"),
        (REACH, Result((0,), "", (52, 40)), "Reach 2026-12-01: 52 points, won against 1 bot"),
        (REACH, Result((0,), "", (0, 0)), "Reach 2026-12-01: 0 points, won against 1 bot"),
        (REACH, Result((1,), "", (0, 40)), "Reach 2026-12-01: not landed, lost against 1 bot"),
    ],
)
def test_the_result_is_one_line_for_a_chat(of, ended, said):
    landed = Event("landed", {"seat": 0, "short": {} if 0 in ended.winners else {"engine": 1}})
    assert line(of, Story([landed], {}, 0, of.seats, ended), 34) == said
