"""What every store promises."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from starforge.server.records import Entry, Identity, Meta, NameTaken, Setup, Taken
from starforge.server.store import open_store
from starforge.tables.shared import Place

SETUP = Setup(game="tiny", rules_version=1, seed=2**70)
META = Meta(host="Ada", places=(Place("Ada"), Place(bot="greedy")))
MOVE = Entry(0, "lay c01", "", 1, None)


def with_store(tmp_path, play):
    async def run():
        store = open_store("sqlite", tmp_path / "data")
        try:
            await play(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_a_record_only_grows_by_one_and_takes_its_meta_along(tmp_path):
    async def play(store):
        await store.create("t1", SETUP, META)
        assert await store.append("t1", 1, MOVE) == 1
        playing = META.model_copy(update={"stage": "playing"})
        assert await store.append("t1", 2, MOVE, playing, 1) == 2
        for n in (1, 2, 4):
            with pytest.raises(Taken):
                await store.append("t1", n, MOVE)
        with pytest.raises(Taken):
            await store.append("t1", 3, MOVE, META, 1)
        row = await store.row("t1")
        assert (row.setup, row.meta, row.version, row.length) == (SETUP, playing, 2, 2)
        assert await store.entries("t1", 1) == [MOVE]

    with_store(tmp_path, play)


def test_names_are_unique_and_keys_know_their_user(tmp_path):
    async def play(store):
        key = Identity("key", "SHA256:a")
        await store.register("Ada", key)
        assert (await store.who(key)).name == "Ada"
        with pytest.raises(NameTaken, match="looks like 'Ada'"):
            await store.register("aDA", Identity("key", "SHA256:b"))
        code, end = "spoken", datetime.now(UTC) + timedelta(days=1)
        await store.invite(code, "Ada", 1, end)
        await store.register("Ben", Identity("key", "SHA256:b"), code)
        assert not await store.invites()

    with_store(tmp_path, play)
