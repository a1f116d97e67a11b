"""Boards and logbooks as every store keeps them: the first try counts, names follow, what is forgotten is gone."""

import asyncio
from dataclasses import replace

from starforge.games.daily import daily, grade
from starforge.tables.own.boards import LONGEST_BOARD, Day, Try
from starforge.tables.own.daily import board_lines, standings
from starforge.tables.play.meta import Entry, TableMeta, TableSetup
from starforge.tables.shared import SeatAssignment
from starforge.tables.store.contract import Identity, Taken

SETUP = TableSetup(game="astroforce", rules_version=4, seed=7)
TODAY = Day("astroforce", "2026-12-01", 2)


def table_of(user, **more):
    return TableMeta(host=user, assignments=(SeatAssignment(user),), stage="playing", **more)


async def register(store, name):
    return (await store.register(name, Identity("key", f"SHA256:{name}"))).id


async def fly(store, user, table, of=TODAY, score=3, turns=30, won=False):
    """Begin a try and end it."""
    await store.create_try(table, SETUP, table_of(user), of)
    over = replace(table_of(user, turn=turns, winners=(0,) if won else (), scores=(score,)), stage="ended")
    await store.append(table, 1, Entry(0, "end", "", turns, "Over."), (over, 1))


async def test_the_first_try_counts_and_is_known_from_its_beginning(maker):
    store = maker()
    ada = await register(store, "Ada")
    assert await store.first_try(ada, TODAY) is None
    await store.create_try("aaaaaa", SETUP, table_of(ada), TODAY)
    assert (await store.first_try(ada, TODAY)).table == "aaaaaa"
    assert await store.board("astroforce", TODAY.day) == [], "it is not over"
    await fly(store, ada, "bbbbbb", score=5, won=True)
    assert (await store.first_try(ada, TODAY)).table == "aaaaaa"
    assert await store.board("astroforce", TODAY.day) == [], "practice does not count"
    await fly(store, ada, "cccccc", of=Day("astroforce", "2026-12-02"), score=2, turns=9)
    assert await store.board("astroforce", "2026-12-02") == await store.board("astroforce")
    (row,) = await store.board("astroforce")
    assert row[:6] == (ada, "cccccc", "2026-12-02", False, 2, 9)


async def test_two_at_once_make_one_first_try(maker):
    store, other = maker(), maker()
    ada = await register(store, "Ada")
    begun = (one.create_try(name, SETUP, table_of(ada), TODAY) for one, name in ((store, "aaaaaa"), (other, "bbbbbb")))
    found = await asyncio.gather(*begun, return_exceptions=True)
    assert not [one for one in found if not (one is None or isinstance(one, Taken))]
    first = (await store.first_try(ada, TODAY)).table
    assert first in ("aaaaaa", "bbbbbb")
    assert (await other.first_try(ada, TODAY)).table == first


async def test_boards_are_ranked_and_of_all_time_each_stands_once(maker):
    store = maker()
    users = {name: await register(store, name) for name in ("Ada", "Ben", "Cyd", "Dee")}
    await fly(store, users["Ada"], "a00000", score=3, turns=20)
    await fly(store, users["Ben"], "b00000", score=5, turns=40, won=True)
    await fly(store, users["Cyd"], "c00000", score=5, turns=30, won=True)
    harder = Day("astroforce", "2026-12-02", 3)
    await fly(store, users["Dee"], "d00000", of=harder, score=5, turns=50, won=True)
    await fly(store, users["Ben"], "b00001", of=harder, score=1, turns=5)
    names = {user: name for name, user in users.items()}
    assert [names[one.user] for one in await store.board("astroforce", TODAY.day)] == ["Cyd", "Ben", "Ada"]
    ever = await store.board("astroforce")
    assert [names[one.user] for one in ever] == ["Dee", "Cyd", "Ben", "Ada"]
    assert [one.table for one in ever] == ["d00000", "c00000", "b00000", "a00000"], "of each the best"
    assert await store.board("reach") == []


async def test_a_board_is_no_longer_than_it_can_be_shown(maker):
    store = maker()
    for n in range(LONGEST_BOARD + 2):
        await fly(store, await register(store, f"Pilot {n}"), f"{n:06}", score=n % 5)
    assert len(await store.board("astroforce", TODAY.day)) == len(await store.board("astroforce")) == LONGEST_BOARD


async def test_what_is_forgotten_is_on_no_board_and_in_no_logbook(maker):
    store = maker()
    ada, ben = await register(store, "Ada"), await register(store, "Ben")
    for user, table in ((ada, "aaaaaa"), (ben, "bbbbbb")):
        await fly(store, user, table)
        await store.count(user, table, 1, {"won": True})
    await store.forget(ada)
    assert [one.user for one in await store.board("astroforce")] == [ben]
    assert await store.counted(ada, 1) == {}
    assert await store.counted(ben, 1) == {"bbbbbb": {"won": True}}


async def test_a_try_outlives_its_table_and_a_resigned_one_has_no_score(maker):
    store = maker()
    ada = await register(store, "Ada")
    await store.create_try("aaaaaa", SETUP, table_of(ada), TODAY)
    await store.change("aaaaaa", replace(table_of(ada, turn=4), stage="ended"), 1)
    await store.remove("aaaaaa")
    (one,) = await maker().board("astroforce", TODAY.day)
    assert (one.won, one.score, one.turns) == (False, 0, 4)


async def test_who_was_first_stays_first_whatever_becomes_of_the_table(maker):
    store = maker()
    ada, ben = await register(store, "Ada"), await register(store, "Ben")
    for user, table in ((ada, "aaaaaa"), (ben, "bbbbbb")):
        await fly(store, user, table)
        maker.wait(seconds=1)
    before = await store.board("astroforce", TODAY.day)
    assert [one.user for one in before] == [ada, ben]
    row = await store.row("aaaaaa")
    await store.change("aaaaaa", replace(row.meta, rematch="cccccc"), row.version)
    assert await store.board("astroforce", TODAY.day) == before


async def test_what_was_counted_otherwise_is_counted_anew(maker):
    store = maker()
    ada = await register(store, "Ada")
    await store.count(ada, "aaaaaa", 1, None)
    await store.count(ada, "aaaaaa", 2, {"won": False})
    assert await store.counted(ada, 1) == {}
    assert await store.counted(ada, 2) == {"aaaaaa": {"won": False}}


def test_boards_in_words():
    row = Try("u", "aaaaaa", "2026-12-01", True, 5, 41, "then").told("Ada")
    said = {"day": "2026-12-01", "games": {"astroforce": {"mine": row, "today": [row], "ever": [row]}}}
    (found,) = standings(said)
    assert found.result == "Patrol 2026-12-01 Hard: Admiral, 5 years, 41 turns", "as at home"
    assert board_lines([found]) == [
        "Astroforce, 2026-12-01:",
        "  1. Ada: Hard: Admiral, 5 years, 41 turns",
        "Astroforce, of all time:",
        "  1. Ada: Hard: Admiral, 5 years, 41 turns, 2026-12-01",
    ]
    assert grade(daily("astroforce", "2026-12-01")) == 2
