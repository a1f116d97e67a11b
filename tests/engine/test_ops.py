from __future__ import annotations

import pytest

from starforge.engine.ops import OpError, Ops, bind, push
from starforge.engine.rng import Rng
from starforge.engine.state import Ask, Result, State

op = Ops()
done: list[tuple] = []


@op("{0} Damage")
def damage(s: State, seat: int, points: int) -> None:
    done.append(("damage", seat, points))


@op(lambda *roles: "take " + " and ".join(roles))
def take(s: State, seat: int, *roles: str) -> None:
    done.append(("take", seat, roles))


@op("hold {0}")
def hold(s: State, seat: int, card: str, count: int = 1) -> None:
    done.append(("hold", card, count))
    push(s, ("damage", seat, count), ("damage", seat, count + 1))


@op("ask")
def ask_(s: State, seat: int) -> None:
    s.asks[seat] = Ask("what")


@op("end")
def end(s: State, seat: int) -> None:
    s.result = Result((), "over")


@op("again")
def again(s: State, seat: int) -> None:
    push(s, ("again", seat))


@pytest.fixture
def s() -> State:
    done.clear()
    return State(rng=Rng(0))


def test_ops_are_read_and_said() -> None:
    assert op.read("damage 2") == ("damage", 2)
    assert op.say(("damage", 2)) == "2 Damage"
    assert op.say(op.read("take ENG SCI")) == "take ENG and SCI"
    assert op.read("hold self") == ("hold", "self")
    assert bind(op.read("hold self 3"), 1, "dock") == ("hold", 1, "dock", 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no op ''"),
        ("dammage 2", "there is no op 'dammage'; there are: again, ask, damage"),
        ("damage", "op 'damage' has 0 arguments; 'damage' takes 1"),
        ("damage 2 3", "has 2 arguments"),
        ("damage two", "'two' must be a whole number"),
        ("hold a 1 2", "'hold' takes 1 to 2"),
    ],
)
def test_a_typo_is_explained(text: str, message: str) -> None:
    with pytest.raises(OpError) as error:
        op.read(text)
    assert message in str(error.value)


def test_nested_effects_run_before_what_waits(s: State) -> None:
    push(s, ("hold", 0, "x", 5), ("damage", 0, 9))
    op.run(s)
    assert done == [("hold", "x", 5), ("damage", 0, 5), ("damage", 0, 6), ("damage", 0, 9)]


def test_the_queue_waits_for_answers_and_ends_with_the_game(s: State) -> None:
    push(s, ("ask", 0), ("damage", 0, 1), ("end", 0), ("damage", 0, 2))
    op.run(s)
    assert done == []
    s.asks.clear()
    op.run(s)
    assert done == [("damage", 0, 1)]


def test_an_endless_queue_is_stopped(s: State) -> None:
    push(s, ("again", 0))
    with pytest.raises(RuntimeError, match="does not end; it stands at op 'again'"):
        op.run(s)


def test_an_op_says_what_it_is_worth_to_a_bot_or_is_worth_what_is_usual():
    ops = Ops(worth=1.5)
    ops("a", worth=4.0)(damage)
    ops("b", worth=lambda round_, card, count=1: round_ * count)(hold)
    ops("c")(take)
    assert ops.worth(ops.read("damage 3")) == 4.0
    assert ops.worth(ops.read("hold x 5"), 2) == 10
    assert ops.worth(ops.read("take x y"), 2) == 1.5
    assert op.worth(op.read("damage 3")) == 0.0
