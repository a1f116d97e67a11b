"""Giving up: in every game, with any seats of people and bots, it ends as on a server, is kept, and is shown again."""

import asyncio
import itertools
import json

import pytest

from starforge.engine.save import Seat, parse_save, read_save, save_text
from starforge.games import GAMES, load
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tables.saved import saved_games
from starforge.tables.table import TableError, resigning
from tests.shells.starforge import starforge

NAMES = ("Ada", "Ben", "Cyd", "Dee")


def tables():
    """Return each game with each mixture of people and bots, the first being a person."""
    for game in GAMES:
        for count in load(game).info.seats:
            for bots in itertools.product((False, True), repeat=count - 1):
                yield pytest.param(game, (False, *bots), id=f"{game}-{''.join('pb'[b] for b in (False, *bots))}")


def seats_of(bots):
    return [Seat(name=f"{name} bot" if b else name, bot="random" if b else "") for name, b in zip(NAMES, bots)]  # noqa: B905


async def give_up(lobby, game, bots):
    """Let one person after the other give up, each after a few moves, until the game has ended."""
    table = await lobby.create(game, seats_of(bots), {}, seed=3)
    together = table.game.info.together
    while table.view(None).result is None:
        for _ in range(6):
            asked = [n for n in table.here if n in table.view(None).waiting]
            if not asked:
                await table.step_bot()
            else:
                await table.submit(asked[0], table.view(asked[0]).legal[0])
        seat = table.here[0]
        said, left = resigning(table, seat), len(table.here)
        await table.resign(seat)
        ended = table.view(None).result is not None
        assert ended == (left == 1 or (len(bots) == 2 and not together)), said
        assert ("a bot plays on" in said) != ended
        assert ended or table.seats[seat].bot
        if not ended:
            with pytest.raises(TableError, match="a bot plays seat"):
                await table.resign(seat)
    return table


@pytest.mark.parametrize(("game", "bots"), list(tables()))
def test_who_gives_up_ends_the_game_which_is_kept_and_shown_again(tmp_path, game, bots):
    table = asyncio.run(give_up(LocalLobby(tmp_path), game, bots))
    result = table.view(None).result
    if len(bots) == 2 and not table.game.info.together:
        assert result.winners == (1,)
        assert result.text.endswith("wins.")
    else:
        assert result.winners == ()
    if table.game.info.together:
        assert "lost" in result.text

    (summary,) = saved_games(tmp_path)
    assert (summary.ended, summary.outcome) == (True, result.text)
    again = asyncio.run(LocalLobby(tmp_path).open(table.id))
    assert again.view(None).result == result
    assert again.view(0).choices == ()
    with pytest.raises(TableError, match="not being played"):
        asyncio.run(again.resign(0))

    replay = Replay(parse_save(save_text(again.save())))
    assert replay.ended
    assert replay.view(replay.length).result == result


@pytest.mark.parametrize("game", GAMES)
def test_by_lines_it_is_asked_for_twice_and_told_in_the_list(tmp_path, game):
    people = [part for name in NAMES[: min(load(game).info.seats)] for part in ("--seat", name)]
    begun = ["play", game, "--plain", "--seed", "2", *people]
    # The first line takes the terminal where it has to be passed.
    done = starforge(tmp_path, *begun, typed="\nresign\nlook\nresign\nquit\n")
    assert "Type 'resign' again" in done.stdout
    assert "The game is over" not in done.stdout
    file = tmp_path / "kept.json"
    done = starforge(tmp_path, *begun, typed=f"\nresign\nresign\nsave {file}\nquit\n")
    assert "The game is over. Ada" in done.stdout, done.stdout
    outcome = read_save(file).ended
    assert outcome
    assert outcome in starforge(tmp_path, "saves").stdout
    assert outcome in starforge(tmp_path, "replay", "--plain", str(file)).stdout


@pytest.mark.parametrize("game", GAMES)
def test_a_program_says_that_it_is_sure(tmp_path, game):
    asks = [{"cmd": "resign", "seat": 0}, {"cmd": "resign", "seat": 0, "sure": True}, {"cmd": "resign", "seat": 0}]
    people = [part for name in NAMES[: min(load(game).info.seats)] for part in ("--seat", name)]
    typed = "".join(f"{json.dumps(one)}\n" for one in asks)
    done = starforge(tmp_path, "play", game, "--json", "--seed", "2", *people, typed=typed)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    unsure, sure, after, late = (one for one in said[1:5])
    assert (unsure["type"], "for good" in unsure["message"]) == ("error", True)
    assert sure == {"type": "ok", "events": []}
    assert after["asks"] == []
    assert after["result"]["text"].startswith("Ada")
    assert late["type"] == "error"
