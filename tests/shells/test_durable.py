"""Nothing that was acknowledged is lost: not to a kill at any moment, not to a second process at the same table."""

import asyncio
import os
import random
import time

import pytest

from starforge.games import GAMES
from starforge.tables.local import LocalLobby
from tests.shells.starforge import Talk

KILLS = int(os.environ.get("STARFORGE_KILLS", "4"))
SEATS = {"astroforce": ("Ada",)}


def kept(home, table_id):
    """Return the moves of a table that are in the store, and whether its game is over there."""
    table = asyncio.run(LocalLobby(home / "data").open(table_id))
    return [text for _, text in table.save().moves], table.view(None).result is not None


def newest(home):
    return LocalLobby(home / "data").tables()[0].id


def act(pick, talk, asks):
    """Choose something for anybody who is asked."""
    seat = pick.choice(asks["asks"])["seat"]
    return {"cmd": "act", "seat": seat, "action": pick.choice(talk.send(cmd="legal", seat=seat)["actions"])}


def play_on(pick, talk, asks, sure):
    """Play some actions, noting those that are acknowledged; return the asks after them."""
    for _ in range(pick.randrange(7)):
        if asks["result"] is None:
            command = act(pick, talk, asks)
            assert talk.send(**command)["type"] == "ok"
            sure.append(command["action"])
            asks = talk.read()
    return asks


@pytest.mark.parametrize("game", ["tiny", *GAMES])
def test_no_acknowledged_action_is_lost_to_a_kill(tmp_path, game):
    # Given a program that plays, when it is killed at any moment, then the next one goes on after the last action that
    # was acknowledged, or one more that was on its way.
    pick = random.Random(11)
    table_id, sure, kills = "", [], 0
    while kills < KILLS:
        seats = (word for name in SEATS.get(game, ("Ada", "Ben")) for word in ("--seat", name))
        begin = ["play", game, "--json", "--seed", str(kills), *seats]
        with Talk(tmp_path, *(["resume", table_id, "--json"] if table_id else begin)) as talk:
            asks = talk.read()
            table_id = table_id or newest(tmp_path)
            asks = play_on(pick, talk, asks, sure)
            if asks["result"] is None:
                talk.write(**act(pick, talk, asks))
                time.sleep(pick.random() * 0.002)
            talk.process.kill()
            kills += 1
        assert talk.ended()[0] == -9
        moves, over = kept(tmp_path, table_id)
        assert moves[: len(sure)] == sure
        assert len(moves) - len(sure) in (0, 1)
        table_id, sure = ("", []) if over else (table_id, moves)


def test_two_programs_at_one_table_never_both_act(tmp_path):
    # Given one table open in two programs, when both act for the same seat at once, then exactly one is heard.
    with Talk(tmp_path, "play", "tiny", "--json", "--seat", "Ada", "--seat", "Ben") as one:
        one.read()
        with Talk(tmp_path, "resume", "--json") as two:
            two.read()
            for turn in range(24):
                action = one.send(cmd="legal", seat=0)["actions"][0]
                assert two.send(cmd="legal", seat=0)["actions"][0] == action, "both see the same"
                pair = (one, two) if turn % 2 else (two, one)
                for talk in pair:
                    talk.write(cmd="act", seat=0, action=action)
                answers = [talk.read() for talk in pair]
                assert sorted(answer["type"] for answer in answers) == ["illegal", "ok"]
                refused = next(answer for answer in answers if answer["type"] == "illegal")
                assert "from another place" in refused["reason"]
                assert one.read() == two.read(), "and both are told how it stands"
                assert len(kept(tmp_path, newest(tmp_path))[0]) == turn + 1
            for talk in (one, two):
                assert talk.send(cmd="quit")["type"] == "bye"
    assert (one.ended(), two.ended()) == ((0, ""), (0, ""))
