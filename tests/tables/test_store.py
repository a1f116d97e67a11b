"""What every store promises, whoever keeps it."""

import asyncio
import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from starforge.tables.play.clocks import Clocks, Run
from starforge.tables.play.meta import Asked, Entry, TableMeta, TableSetup
from starforge.tables.shared import ChatMessage, Clock, SeatAssignment, UndoRequest
from starforge.tables.store.contract import (
    Gone,
    Identity,
    NameTaken,
    News,
    ReadMarker,
    StoreError,
    Taken,
    Uninvited,
    new_code,
    seal,
)
from starforge.tables.store.names import NameRefused
from tests.waiting import DEADLINE

SETUP = TableSetup(game="tiny", rules_version=1, options={"size": 3, "fog": True}, seed=2**70)
META = TableMeta(host="Ada", assignments=(SeatAssignment("Ada"), SeatAssignment(bot="greedy")))
PLAYING = replace(META, stage="playing", turn=1, asked={0: Asked(0, 7.5)}, undo_request=UndoRequest(0, (1,)))
MOVE = Entry(0, "lay c01", "", 1, None)
KEY, OTHER = Identity("key", "SHA256:a"), Identity("uid", "host:1000")


def move(text):
    return MOVE._replace(action=text)


async def all_of(*acts):
    return await asyncio.gather(*acts, return_exceptions=True)


async def together(store, acts):
    """Return what becomes of acts that come together, while the store is busy."""
    go = threading.Event()
    store.queue.thread.submit(go.wait)
    begun = [asyncio.ensure_future(act) for act in acts]
    await asyncio.sleep(0)
    go.set()
    return await asyncio.gather(*begun, return_exceptions=True)


class TestTables:
    async def test_what_is_kept_comes_back_also_after_a_restart(self, maker):
        store = maker()
        await store.create("t1", SETUP, META)
        maker.wait(minutes=1)
        assert await store.append("t1", 1, MOVE) == 1
        maker.wait(minutes=1)
        last = Entry(1, "ready", "f00", 3, "Over.")
        assert await store.append("t1", 2, last, (PLAYING, 1)) == 2
        await store.close()
        again = maker()
        (row,) = await again.rows()
        assert row == await again.row("t1")
        assert (row.id, row.setup, row.meta, row.version, row.length) == ("t1", SETUP, PLAYING, 2, 2)
        assert row.updated == maker.now == row.created + timedelta(minutes=2)
        assert await again.entries("t1") == [MOVE, last]
        assert await again.entries("t1", since=1) == [last]

    async def test_the_last_changed_comes_first(self, maker):
        store = maker()
        for name in ("t1", "t2", "t3"):
            await store.create(name, SETUP, META)
            maker.wait(seconds=1)
        await store.append("t1", 1, MOVE)
        maker.wait(seconds=1)
        await store.change("t2", PLAYING, 1)
        assert [row.id for row in await store.rows()] == ["t2", "t1", "t3"]

    async def test_a_record_has_no_gaps_and_nothing_twice(self, maker):
        store = maker()
        await store.create("t1", SETUP, META)
        await store.append("t1", 1, MOVE)
        for n in (0, 1, 3):
            with pytest.raises(Taken):
                await store.append("t1", n, move("late"))
        assert await store.entries("t1") == [MOVE]
        with pytest.raises(Taken):
            await store.create("t1", SETUP, META)

    async def test_meta_of_another_version_takes_the_entry_back_too(self, maker):
        store = maker()
        await store.create("t1", SETUP, META)
        assert await store.change("t1", PLAYING, 1) == 2
        with pytest.raises(Taken):
            await store.append("t1", 1, MOVE, (META, 1))
        with pytest.raises(Taken):
            await store.change("t1", META, 1)
        row = await store.row("t1")
        assert (row.meta, row.version, row.length) == (PLAYING, 2, 0)
        assert await store.entries("t1") == []

    async def test_a_removed_table_is_gone_with_all_that_is_about_it(self, maker):
        store = maker()
        ada = (await store.register("Ada", KEY)).id
        for name in ("t1", "t2"):
            await store.create(name, SETUP, META)
            await store.append(name, 1, MOVE)
            await store.say(name, "Ada", "hello")
            await store.mark(ada, name, ReadMarker(draft="a plan"))
        await store.remove("t1")
        assert [row.id for row in await store.rows()] == ["t2"]
        assert await store.entries("t1") == []
        assert await store.talk("t1") == []
        assert list(await store.read_markers(ada)) == ["t2"]
        for act in (
            store.append("t1", 2, MOVE),
            store.change("t1", META, 1),
            store.row("t1"),
            store.remove("t1"),
            store.say("t1", "Ada", "?"),
            store.mark(ada, "t1", ReadMarker(read=1)),
            store.notice(ada, "t1", 1),
        ):
            with pytest.raises(StoreError, match="there is no table 't1' any more"):
                await act

    async def test_of_two_that_write_the_same_entry_one_wins(self, maker):
        one, other = maker(), maker()
        await one.create("t1", SETUP, META)
        for n in range(1, 11):
            done = await all_of(one.append("t1", n, move("one")), other.append("t1", n, move("other")))
            assert {type(one) for one in done} == {int, Taken}
        entries = await other.entries("t1")
        assert len(entries) == 10
        assert {entry.action for entry in entries} <= {"one", "other"}

    async def test_of_two_that_change_the_meta_one_wins(self, maker):
        one, other = maker(), maker()
        await one.create("t1", SETUP, META)
        for version in range(1, 11):
            metas = [replace(META, turn=version * sign) for sign in (1, -1)]
            done = await all_of(
                one.change("t1", metas[0], version), other.append("t1", version, MOVE, (metas[1], version))
            )
            if isinstance(done[0], Taken):
                assert done[1] == version + 1
            else:
                assert done[0] == version + 1
                assert isinstance(done[1], Taken)
                await one.append("t1", version, MOVE)
        assert (await one.row("t1")).version == 11

    async def test_nothing_is_lost_when_many_write_at_once(self, maker):
        stores = [maker(), maker()]
        await stores[0].create("t1", SETUP, META)

        async def insist(store, text):
            while True:
                try:
                    return await store.append("t1", (await store.row("t1")).length + 1, move(text))
                except Taken:
                    continue

        texts = [f"{number} of {which}" for number in range(8) for which in range(2)]
        await asyncio.gather(*(insist(stores[n % 2], text) for n, text in enumerate(texts)))
        assert sorted(entry.action for entry in await stores[0].entries("t1")) == sorted(texts)

    async def test_a_damaged_table_does_not_hide_the_others(self, maker, caplog):
        store = maker()
        for name in ("t1", "t2", "t3", "t4"):
            await store.create(name, SETUP, META)
        for name, damage in (("t1", "setup = 'x'"), ("t2", "meta = '{}'"), ("t3", "created = 'once'")):
            with store.database.transaction("write to") as work:
                work(f"UPDATE tables SET {damage} WHERE id = ?", name)
        assert [row.id for row in await store.rows()] == ["t4"]
        assert all(f"'{name}'" in caplog.text for name in ("t1", "t2", "t3"))
        with pytest.raises(StoreError, match="is damaged at table 't2'"):
            await store.row("t2")


class TestTogether:
    async def test_what_comes_together_is_one_commit(self, maker, monkeypatch):
        store = maker()
        for n in range(20):
            await store.create(f"t{n}", SETUP, META)
        begun, transaction = [], store.database.transaction
        monkeypatch.setattr(store.database, "transaction", lambda *how: begun.append(how) or transaction(*how))
        assert await together(store, [store.append(f"t{n}", 1, MOVE, (META, 1)) for n in range(20)]) == [2] * 20
        assert begun == [("write to", True)]
        assert [row.length for row in await store.rows()] == [1] * 20

    async def test_what_is_refused_among_others_harms_none(self, maker):
        store = maker()
        await store.create("t1", SETUP, META)
        acts = [store.append("t1", n, move(f"{n}")) for n in (1, 2, 2, 3, 5, 4)]
        acts += [store.say("t2", "Ada", "?"), store.say("t1", "Ada", "a\0"), store.say("t1", "Ada", "hi")]
        done = await together(store, acts)
        assert [type(found) for found in done] == [int, int, Taken, int, Taken, int, Gone, StoreError, ChatMessage]
        assert [entry.action for entry in await store.entries("t1")] == ["1", "2", "3", "4"]
        assert [line.text for line in await store.talk("t1")] == ["hi"]

    async def test_two_that_want_the_same_in_another_order_do_not_wait_for_each_other(self, maker):
        one, other = maker(), maker()
        tables = [f"t{n}" for n in range(8)]
        for name in tables:
            await one.create(name, SETUP, META)
        for n in range(1, 4):
            done = await asyncio.gather(
                together(one, [one.append(name, n, move("one")) for name in tables]),
                together(other, [other.append(name, n, move("other")) for name in reversed(tables)]),
            )
            assert sum(isinstance(found, int) for found in (*done[0], *done[1])) == len(tables)
            assert sum(isinstance(found, Taken) for found in (*done[0], *done[1])) == len(tables)


class TestPeople:
    async def test_who_has_a_name_is_known_by_the_key(self, maker):
        store = maker()
        assert await store.who(KEY) is None
        user = await store.register(" Ada  Love ", KEY)
        assert (user.name, user.created, user.preferences) == ("Ada Love", maker.now, {})
        assert user == await store.who(KEY) == await store.user(user.id) == await store.called("ad\u0430 1ove")
        assert await store.called("Ben") is None
        assert await store.who(Identity("uid", KEY.value)) is None

    async def test_a_name_that_looks_like_one_that_is_taken_is_refused(self, maker):
        store = maker()
        await store.register("Ian", KEY)
        for name in ("ian", "Ian.", "lan", "I\u0430n", "1AN"):
            with pytest.raises(NameTaken, match="is taken, or looks like 'Ian'; choose another"):
                await store.register(name, OTHER)
        with pytest.raises(NameRefused):
            await store.register("server", OTHER)
        assert await store.who(OTHER) is None

    async def test_of_two_with_one_name_one_gets_it(self, maker):
        one, other = maker(), maker()
        for n, (name, twin) in enumerate([("Ada", "ADA"), ("Ian", "lan"), ("Ben", "Ben")]):
            keys = [Identity("key", f"{n}{which}") for which in "ab"]
            done = await all_of(one.register(name, keys[0]), other.register(twin, keys[1]))
            assert sum(isinstance(user, NameTaken) for user in done) == 1
        assert len(await one.users()) == 3

    async def test_a_key_belongs_to_one_person(self, maker):
        one, other = maker(), maker()
        done = await all_of(one.register("Ada", KEY), other.register("Ben", KEY))
        (user,) = await one.users()
        assert [str(error) for error in done if isinstance(error, StoreError)] == [
            f"you are known here as {user.name!r} already"
        ]
        await one.register("Cleo", OTHER)
        with pytest.raises(StoreError, match="known here as 'Cleo'"):
            await one.link(user.name, OTHER)

    async def test_a_person_can_have_several_keys(self, maker):
        store = maker()
        ada = (await store.register("Ada", KEY)).id
        await store.link(ada, OTHER)
        assert (await store.who(OTHER)).name == "Ada"
        assert await store.identities(ada) == [KEY, OTHER]
        await store.unlink(KEY)
        assert await store.who(KEY) is None
        assert await store.identities(ada) == [OTHER]
        with pytest.raises(StoreError, match="removed"):
            await store.link("Nemo", KEY)

    async def test_settings_are_kept_beside_each_other(self, maker):
        one, other = maker(), maker()
        ada = (await one.register("Ada", KEY)).id
        await asyncio.gather(
            *(store.prefer(ada, {f"{which}{n}": n}) for which, store in enumerate((one, other)) for n in range(5))
        )
        await one.prefer(ada, {"00": "new", "look": {"a": [1, None, True]}})
        wanted = {f"{which}{n}": n for which in range(2) for n in range(5)} | {
            "00": "new",
            "look": {"a": [1, None, True]},
        }
        assert (await other.user(ada)).preferences == wanted
        with pytest.raises(StoreError, match="no such user"):
            await one.prefer("Nemo", {})

    async def test_who_is_forgotten_leaves_a_name_that_nobody_takes(self, maker):
        store = maker()
        ada, ben = (await store.register("Ada", KEY)).id, (await store.register("Ben", OTHER)).id
        await store.create("t1", SETUP, META)
        await store.prefer(ada, {"look": "ascii"})
        for user in (ada, ben):
            await store.mark(user, "t1", ReadMarker(draft="a plan"))
            for place in ("", "t1"):
                await store.say(place, user, "hi")
        await store.forget(ada)
        assert await store.who(KEY) is None
        assert await store.identities(ada) == []
        assert (await store.user(ada)).preferences == {}
        assert await store.read_markers(ada) == {}
        assert [line.user for place in ("", "t1") for line in await store.talk(place)] == [ben, ben]
        assert (await store.read_markers(ben))["t1"].draft == "a plan"
        with pytest.raises(NameTaken):
            await store.register("Ada", KEY)
        await store.register("Cleo", KEY)

    async def test_people_are_listed_by_name(self, maker):
        store = maker()
        for n, name in enumerate(("ben", "Cleo", "Ada")):
            await store.register(name, Identity("key", str(n)))
        assert [user.name for user in await store.users()] == ["Ada", "ben", "Cleo"]


class TestInvites:
    async def test_an_invitation_is_used_up(self, maker):
        store = maker()
        code = new_code()
        await store.invite(code, "Ada", 2, maker.now + timedelta(days=1))
        await store.register("Ben", Identity("key", "b"), code)
        (left,) = await store.invites()
        assert (left.sealed, left.made_by, left.uses, left.expires) == (
            seal(code),
            "Ada",
            1,
            maker.now + timedelta(days=1),
        )
        await store.register("Cleo", Identity("key", "c"), f" {code}\n")
        with pytest.raises(Uninvited, match="used up"):
            await store.register("Dora", Identity("key", "d"), code)
        assert await store.invites() == []
        assert [user.name for user in await store.users()] == ["Ben", "Cleo"]

    async def test_one_that_fails_to_register_keeps_the_invitation(self, maker):
        store = maker()
        await store.register("Ada", KEY)
        await store.invite("code", "Ada", 1, maker.now + timedelta(days=1))
        for name, key in (("ada", OTHER), ("Ben", KEY), ("[", OTHER)):
            with pytest.raises((StoreError, NameRefused)):
                await store.register(name, key, "code")
        await store.register("Ben", OTHER, "code")

    async def test_the_last_use_goes_to_one(self, maker):
        one, other = maker(), maker()
        await one.invite("code", "Ada", 1, maker.now + timedelta(days=1))
        done = await all_of(
            one.register("Ben", Identity("key", "b"), "code"), other.register("Cleo", Identity("key", "c"), "code")
        )
        assert sum(isinstance(user, Uninvited) for user in done) == 1
        assert len(await one.users()) == 1

    async def test_it_ends_with_its_time_or_when_it_is_taken_back(self, maker):
        store = maker()
        await store.invite("old", "Ada", 9, maker.now + timedelta(hours=1))
        await store.invite("back", "Ada", 9, maker.now + timedelta(days=9))
        await store.revoke(seal("back"))
        maker.wait(hours=1)
        assert await store.invites() == []
        for code in ("old", "back", "guess", ""):
            with pytest.raises(Uninvited):
                await store.register("Ben", OTHER, code)

    async def test_codes_are_not_kept(self, maker):
        store = maker()
        code = new_code()
        await store.invite(code, "Ada", 1, maker.now + timedelta(days=1))
        with store.database.transaction("read") as work:
            assert code not in str(work("SELECT * FROM invites").fetchall())
        assert len({new_code() for _ in range(100)}) == 100 <= len(code) * 10


class TestTalk:
    async def test_lines_are_counted_in_each_place(self, maker):
        one, other = maker(), maker()
        await one.create("t1", SETUP, META)
        said = await asyncio.gather(
            *(store.say(place, "Ada", f"{n}") for n in range(5) for store in (one, other) for place in ("", "t1"))
        )
        for place in ("", "t1"):
            lines = await one.talk(place)
            assert [line.n for line in lines] == list(range(1, 11))
            assert set(lines) <= set(said)
            assert await other.talk(place, since=7) == lines[7:]
            assert await other.talk(place, since=2, most=3) == lines[-3:]

    async def test_old_talk_goes(self, maker, monkeypatch):
        monkeypatch.setattr("starforge.tables.store.seen.KEPT_LINES", 3)
        store = maker()
        for n in range(1, 6):
            assert (await store.say("", "Ada", "x")).n == n
        assert [line.n for line in await store.talk("")] == [3, 4, 5]


class TestMarks:
    async def test_how_far_somebody_has_come_is_kept_for_each_table(self, maker):
        store = maker()
        ada = (await store.register("Ada", KEY)).id
        await store.create("t1", SETUP, META)
        assert await store.read_markers(ada) == {}
        await store.mark(ada, "t1", ReadMarker(draft="another plan"))
        await store.mark(ada, "", ReadMarker(read=4))
        await store.mark(ada, "t1", ReadMarker(seen=0, draft="a plan"))
        assert await store.read_markers(ada) == {"": ReadMarker(read=4), "t1": ReadMarker(seen=0, draft="a plan")}
        assert await store.notice(ada, "t1", 3)
        await store.mark(ada, "t1", ReadMarker(0, 2))
        assert (await store.read_markers(ada))["t1"] == ReadMarker(0, 2, "", 3)

    async def test_each_notice_is_sent_by_one(self, maker):
        one, other = maker(), maker()
        ada = (await one.register("Ada", KEY)).id
        await one.create("t1", SETUP, META)
        for n in (1, 2, 5):
            done = await asyncio.gather(one.notice(ada, "t1", n), other.notice(ada, "t1", n), one.notice(ada, "t1", n))
            assert sorted(done) == [False, False, True]
        assert not await one.notice(ada, "t1", 4)
        assert (await one.read_markers(ada))["t1"].noticed == 5


class TestBeats:
    CLOCKED = replace(PLAYING, clock=Clock("move", 600), clocks=Clocks(runs={0: Run(began=0.0, due=1000.0)}))

    async def test_clocks_stand_still_while_nobody_lives(self, maker):
        store = maker()
        assert await store.resume("d1") == timedelta()
        await store.create("t1", SETUP, self.CLOCKED)
        await store.create("t2", SETUP, META)
        maker.wait(seconds=5)
        await store.beat("d1")
        await store.close()
        maker.wait(hours=3)
        again = maker()
        assert await again.resume("d2") == timedelta(hours=3)
        row = await again.row("t1")
        assert (row.meta, row.version) == (self.CLOCKED.later(timedelta(hours=3)), 2)
        assert row.meta.clocks != self.CLOCKED.clocks
        assert (await again.row("t2")).version == 1
        maker.wait(seconds=1)
        assert await again.resume("d2") == timedelta(seconds=1)

    async def test_two_that_come_back_at_once_put_them_off_once(self, maker):
        one, other = maker(), maker()
        await one.create("t1", SETUP, self.CLOCKED)
        await one.beat("d1")
        maker.wait(hours=3)
        gone = await asyncio.gather(one.resume("d1"), other.resume("d2"))
        assert sorted(gone) == [timedelta(), timedelta(hours=3)]
        assert (await one.row("t1")).meta == self.CLOCKED.later(timedelta(hours=3))

    async def test_one_that_lives_keeps_them_going(self, maker):
        one, other = maker(), maker()
        assert await one.lead()
        await one.create("t1", SETUP, self.CLOCKED)
        for _ in range(20):
            await one.beat("d1")
            maker.wait(seconds=29)
        given = await other.resume("d2")
        assert given == (timedelta(seconds=29) if maker.kind == "sqlite" else timedelta()), "the one still leads"
        assert (await one.row("t1")).meta == self.CLOCKED.later(given)

    @pytest.mark.parametrize("act", ["beat", "lead"])
    async def test_time_in_which_nobody_could_write_is_given_back_before_anybody_is_late(self, maker, act):
        store = maker()
        news = store.news()
        hearing = asyncio.ensure_future(anext(news))
        if maker.kind == "postgres":
            assert await asyncio.wait_for(hearing, DEADLINE) == News("all"), "that it listens now"
            hearing = asyncio.ensure_future(anext(news))
        await store.lead()
        await store.create("t1", SETUP, self.CLOCKED)
        await store.beat("d1")
        maker.wait(hours=1)
        for _ in range(2):
            await (store.beat("d1") if act == "beat" else store.lead())
        row = await store.row("t1")
        assert (row.meta, row.version) == (self.CLOCKED.later(timedelta(hours=1)), 2)
        assert await asyncio.wait_for(hearing, DEADLINE) == News("all")
        await news.aclose()


class TestFailing:
    async def test_what_is_no_text_is_refused_and_changes_nothing(self, maker):
        store = maker()
        await store.create("t1", SETUP, META)
        for bad in ("a\0b", "half \ud800"):
            with pytest.raises(StoreError, match="only whole characters"):
                await store.append("t1", 1, move(bad), (META, 1))
            with pytest.raises(StoreError, match="only whole characters"):
                await store.say("", "Ada", bad)
        assert (await store.row("t1")).length == 0
        await store.append("t1", 1, move("\U0001f680 '; DROP TABLE moves; -- % %s ? \\ \u202e"))
        assert len(await store.entries("t1")) == 1

    async def test_a_closed_store_says_so(self, maker):
        store = maker()
        pending = asyncio.gather(*(store.say("", "Ada", str(n)) for n in range(5)))
        await asyncio.sleep(0)
        await store.close()
        assert len(await pending) == 5, "what was begun is finished"
        with pytest.raises(StoreError, match="server is closing"):
            await store.rows()
        await store.close()

    async def test_a_newer_format_is_left_alone(self, maker):
        store = maker()
        with store.database.transaction("write to") as work:
            work("UPDATE format SET version = 9")
        with pytest.raises(StoreError, match=r"newer starforge \(format 9; this one knows 4\); update starforge"):
            maker()


acts = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(-1, 1), st.none() | st.integers(-1, 1)),
        st.tuples(st.just("change"), st.integers(-1, 1)),
        st.tuples(st.just("say"), st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)),
        st.tuples(st.just("mark"), st.none() | st.integers(0, 9), st.integers(0, 9), st.text("ab")),
        st.tuples(st.just("notice"), st.integers(1, 4)),
        st.tuples(st.just("again")),
    ),
    max_size=12,
)
tables = iter(range(10**9))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=acts)
def test_it_does_what_a_simple_list_would_do(maker, acts):
    """Compare with a model: entries and meta by their numbers, lines, and one mark."""

    async def play():
        store, table = maker(), f"t{next(tables)}"
        ada = (await store.who(KEY) or await store.register("Ada", KEY)).id
        await store.create(table, SETUP, META)
        entries, meta, version, lines, mark = [], META, 1, [], ReadMarker()
        for act, *rest in acts:
            if act in ("append", "change"):
                *ahead, off = rest
                given = replace(META, turn=version, outcome=str(len(entries))) if off is not None else None
                fits = not any(ahead) and not off
                wanted = version + off if off is not None else None
                try:
                    if act == "append":
                        n = len(entries) + 1 + ahead[0]
                        now = await store.append(table, n, move(f"{n}"), given and (given, wanted))
                    else:
                        now = await store.change(table, given, wanted)
                except Taken:
                    assert not fits
                    continue
                assert fits
                entries += [move(f"{n}")] if act == "append" else []
                version += given is not None
                meta = given or meta
                assert now == version
            elif act == "say":
                line = await store.say(table, "Ada", *rest)
                lines.append((line.n, *rest))
            elif act == "mark":
                mark = ReadMarker(*rest, mark.noticed)
                await store.mark(ada, table, mark)
            elif act == "notice":
                assert await store.notice(ada, table, *rest) == (rest[0] > mark.noticed)
                mark = mark._replace(noticed=max(mark.noticed, *rest))
            else:
                await store.close()
                store = maker()
        row = await store.row(table)
        assert (row.meta, row.version, row.length) == (meta, version, len(entries))
        assert await store.entries(table) == entries
        assert (
            [(line.n, line.text) for line in await store.talk(table)]
            == lines
            == list(enumerate((t for _, t in lines), 1))
        )
        assert (await store.read_markers(ada)).get(table, ReadMarker()) == mark
        await store.close()

    asyncio.run(play())


class TestOrder:
    async def test_who_is_barred_is_still_known_and_may_come_again(self, maker):
        store = maker()
        ada = (await store.register("Ada", KEY)).id
        await store.bar(ada, "for cheating")
        assert (await store.who(KEY)).barred == "for cheating"
        await store.prefer(ada, {"theme": "day"})
        assert (await store.called("ada")).barred == "for cheating"
        await store.bar(ada, "")
        assert (await store.who(KEY)).barred == ""
        with pytest.raises(StoreError, match="no such user"):
            await store.bar("Zoe", "")

    async def test_a_rename_touches_one_row_and_the_old_name_is_free(self, maker):
        store = maker()
        ada = (await store.register("Ada", KEY)).id
        await store.register("Ben", OTHER)
        await store.prefer(ada, {"theme": "day"})
        await store.create("t1", SETUP, replace(META, host=ada, assignments=(SeatAssignment(ada), SeatAssignment())))
        await store.say("t1", ada, "hello")
        await store.mark(ada, "t1", ReadMarker(draft="soon"))
        before = await store.row("t1")
        maker.wait(minutes=1)
        assert await store.rename(ada, " Ada  Byron ") == "Ada Byron"
        user = await store.who(KEY)
        assert (user.id, user.name, user.preferences) == (ada, "Ada Byron", {"theme": "day"})
        assert await store.row("t1") == before
        assert [line.user for line in await store.talk("t1")] == [ada]
        assert (await store.read_markers(ada))["t1"].draft == "soon"
        assert (await store.register("Ada", Identity("key", "SHA256:c"))).id != ada

    async def test_a_name_may_become_one_that_looks_like_it_but_not_like_anothers(self, maker):
        store = maker()
        ada, ben = (await store.register("Ada", KEY)).id, (await store.register("Ben", OTHER)).id
        assert await store.rename(ada, "aDa") == "aDa"
        for user, new, wrong in (
            (ada, "BEN", NameTaken),
            (ada, "aDa", StoreError),
            ("Zoe", "Zora", StoreError),
            (ben, "[x]", NameRefused),
        ):
            with pytest.raises(wrong):
                await store.rename(user, new)
        assert [user.name for user in await store.users()] == ["aDa", "Ben"]

    async def test_of_two_that_want_one_name_one_gets_it(self, maker):
        one, other = maker(), maker()
        ada, ben = (await one.register("Ada", KEY)).id, (await one.register("Ben", OTHER)).id
        done = await all_of(one.rename(ada, "Cleo"), other.rename(ben, "cleo"))
        assert sorted(isinstance(outcome, NameTaken) for outcome in done) == [False, True]
