"""A hint says in every phase what its action brings and what the next best would, or that there is none."""

from __future__ import annotations

import re
from collections import Counter

from starforge.bots.bot import look, sampler
from starforge.bots.levels import make
from starforge.engine.position import read_position
from starforge.games.assets import folder
from starforge.games.shattered_reach.bot.outlook import MoveEnd
from starforge.games.shattered_reach.bot.why import promise
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Choose, Defer, PlanMove
from starforge.games.shattered_reach.model.state import Options
from tests.shattered_reach.test_warnings import war

COMPARED = re.compile(
    "next best|nowhere else|nothing else|no other|No other|another, |dearest|only ship|suits that best|most room|stands"
    "|costs no launcher|No shot|; the "
)


def test_every_hint_is_reasoned() -> None:
    begun = GAME.new(Options(scenario="small-skirmish", rounds=1), 2, 5)
    fire = read_position(GAME, (folder("shattered_reach") / "positions" / "fire.toml").read_text(), 1)
    bots = [make(GAME, "greedy", n) for n in range(2)]
    seen: Counter[str] = Counter()
    for s in (begun, fire):
        for n in range(60):
            if s.result is not None:
                break
            seat, kind = min(s.asks), s.asks[min(s.asks)].kind
            action = bots[seat].choose(look(GAME, s, seat, bots[seat], courteous=False), sampler(GAME, s, seat, n))
            if seen[kind] < 12 or type(action).__name__ not in seen:
                words = GAME.why(GAME.view(s, seat), action)
                assert COMPARED.search(words), (kind, action, words)
                assert words.endswith(".")
                assert "There" not in words or "The best plan: " in words.partition("There")[0], words
            seen.update([kind, type(action).__name__])
            GAME.apply(s, seat, action)
            s.events.clear()
    assert {"faction", "build", "deploy", "move", "fire"} <= seen.keys()


def test_the_faction_advised_is_the_strongest_whoever_asks() -> None:
    for seed in range(4):
        s = GAME.new(Options(scenario="small-skirmish"), 2, seed)
        bot = make(GAME, "greedy", seed)
        action = bot.choose(look(GAME, s, 0, bot, courteous=False), sampler(GAME, s, 0, 0))
        assert isinstance(action, Choose)
        words = GAME.why(GAME.view(s, 0), action)
        numbers = [
            (float(a), int(b))
            for a, b in re.findall(r"about (\d+) damage a round by its guns at range 3 and takes (\d+)", words)
        ]
        assert len(numbers) == 3
        assert numbers[0][0] * numbers[0][1] >= max(a * b for a, b in numbers)
        assert Defer() in GAME.legal(s, 0)


def test_a_ram_is_told_with_what_it_does_to_both() -> None:
    s = war("small-skirmish", ["1 A rampart 0,3 N v2", "2 B wasp 0,1 N v0"])
    end = MoveEnd(0, 2, 0, 3, "ram")
    assert promise(GAME.view(s, 0), s, s.ships[1], end) == "It rams Wasp 2: 6 damage to it, 3 to itself"
    s.ships[1].velocity = 1
    GAME.apply(s, 0, PlanMove(1, ("forward", "forward")))
    (ram,) = GAME.view(s, 0).plan(1).rams  # type: ignore[union-attr]
    assert (ram.speed, ram.dealt, ram.taken) == (3, 6, 3)
