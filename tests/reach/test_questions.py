"""Every question on a ship that has something of everything: what is listed is allowed, and nothing else."""

from __future__ import annotations

import pytest

from starforge.games.reach.game import GAME
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS, Reach
from starforge.games.reach.rules.asks import RULES
from starforge.games.reach.rules.ops.vocabulary import Outlook
from starforge.games.reach.words.printed import brief
from tests.allowed import agrees, disputed
from tests.reach.table import do, offered, planning, resolving
from tests.reach.test_edges import WORDS
from tests.reach.test_supply import ran

RICH = """tokens = TOKENS
damage = { engine = HURT, command = HURT }
hand = ['e1', 'e2', 's2', 'hermit']
deck = ['p1', 's3', 'o2']
lifts = 1
offered = ['scout', 'closer']
claimed = ['re-boot', 'hull-graft', 'miner', 'warm-reactor', 'spare-hands', 'forged-permits']
spent = ['hull-graft', 'miner', 'forged-permits']
reserved = ['salt-moon']
[players.crew]
engine = ['e4', 's2', 'tutor', 'e1', 'o1']
research = ['s4', 'e2', 'rover']
quarters = ['o4', 'o4']
command = ['p4', 's2']
defence = ['p2', 'o1']
academy = ['s1']
repair-engine = ['o2']
"""
ARGS = {"attach": '["warm-reactor", "research", "engine"]', "recruit": '["mid", "any"]', "hire": '["senior"]'}
ARGS |= {"overcharge": "[3]", "forge": "[3]", "mend": "[2]", "shift": "[2]", "rove": '["rover"]', "teach": '["tutor"]'}


def asked(kind: str, phase: str, tokens: int = 2, hurt: int = 1) -> Reach:
    """Return a state in which the first seat is asked a question, and the second has a poor ship."""
    rich = RICH.replace("TOKENS", str(tokens)).replace("HURT", str(hurt))
    head = 'pool = ["comet-tail", "long-lens", "coolant-flush"]\nspecialists = ["veteran"]'
    turn = 9 if phase == "landing" else 3
    if kind == "plan":
        return planning(turn, rich, "", head=head)
    return resolving(turn, kind, phase, "[]", rich, "", head=head, args=ARGS.get(kind, "[]"))


@pytest.mark.parametrize("kind", [kind for kind in RULES if kind != "ship"])
@pytest.mark.parametrize("phase", ["claims", "landing"])
@pytest.mark.parametrize(("tokens", "hurt"), [(2, 1), (0, 0), (1, 2)])
def test_what_is_not_listed_is_refused_whatever_is_asked(kind: str, phase: str, tokens: int, hurt: int) -> None:
    s = asked(kind, phase, tokens, hurt)
    assert agrees(GAME, s)
    assert disputed(GAME, s, WORDS) == []


def test_what_is_listed_is_what_the_rules_offer_to_each_question() -> None:
    """UR-D3, UR-W1 to UR-W6: a list of each, made by hand."""
    others = ["research", "quarters", "command"]
    lists = {
        "attach": ["choose research", "choose engine"],
        "overcharge": [f"choose {d}" for d in DEPARTMENTS],
        "forge": [f"choose {d}" for d in DEPARTMENTS],
        "mend": ["mend engine", "mend command", "stop"],
        "shift": [f"shift engine {d}" for d in others] + [f"shift command {d}" for d in DEPARTMENTS[:3]] + ["stop"],
        "rove": ["move engine", "move quarters", "move command", "hold"],
        "keep": ["keep scout", "keep closer"],
        "teach": ["recruit e1", "recruit o1"],
        "hire": ["recruit e3", "recruit s3", "recruit o3", "recruit p3"],
        "recruit": ["recruit e2", "recruit s2", "recruit o2", "recruit p2"],
    }
    for kind, expected in lists.items():
        assert offered(asked(kind, "claims"), 0) == expected
    late = [text for text in offered(asked("growth", "landing"), 0) if text.startswith("use")]
    assert late == ["use re-boot"]
    assert not [text for text in offered(asked("growth", "claims"), 0) if text.startswith("use")]
    specialists = [text for text in offered(asked("growth", "claims", 1), 0) if text.startswith("specialise")]
    assert specialists == [f"specialise {spot}" for spot in ("s2 engine", "e2 research", "s2 command", "p2 defence")]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("hurt", [0, 1, 4])
def test_ur_w6_a_card_asks_as_often_as_it_says_or_there_is_damage(count: int, hurt: int) -> None:
    """UR-W4: moving damage never ends for want of it."""
    for op, verb, most in (("mend", "mend", min(count, hurt)), ("shift-damage", "shift", count if hurt else 0)):
        s, left = asked("turn-end", "claims", hurt=0), []
        s.players[0].damage["engine"] = hurt
        ran(s, (op, 0, count))
        while s.asks:
            left.append(s.asks[0].args[0])
            do(s, 0, next(text for text in offered(s, 0) if text.startswith(verb)))
        assert left == list(range(count, count - most, -1))


def test_ur_w5_three_recruits_are_three() -> None:
    s = ran(asked("turn-end", "claims"), ("recruit", 0, "mid", "pilot", 3))
    assert s.players[0].hand.count("p2") == 3


def test_what_missions_bring_is_said_in_very_few_words() -> None:
    samples = {
        "experience 2": "2 tokens",
        "attach self 2 quarters command": "+2 Q/C",
        "recruit junior any 2": "+2 Jr",
        "recruit mid engineer 2": "+2 Mid E",
        "recruit senior scientist": "+1 Sr S",
        "mend 3": "mend 3",
        "shift-damage 2": "move 2!",
        "extra-pool 2": "pool +2",
        "draw-crew 2": "draw 2",
        "overcharge 3": "power +3",
        "forge 3": "ease 3",
        "lift-crew 2": "lift 2",
        "go-first": "go first",
        "claim-again": "claim +1",
        "promote": "promote",
        "decoy": "dodge 1",
        "new-pool 1": "new pool",
        "hire senior": "hire 1",
    }
    said = {" ".join(map(str, m.reward)): brief(slug) for slug, m in book().missions.items()}
    assert {text: said[text] for text in samples} == samples
    assert {text.split()[0] for text in said} == {text.split()[0] for text in samples}


def test_the_round_of_a_turn_is_the_same_wherever_it_is_asked_for() -> None:
    s = asked("turn-end", "claims")
    for turn in range(1, 10):
        s.turn = turn
        assert Outlook(turn, 0, 0).round == s.round == (turn + 2) // 3
        assert s.step == {0: 3}.get(turn % 3, turn % 3)
