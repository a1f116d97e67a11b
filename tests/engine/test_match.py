from __future__ import annotations

import pytest

from starforge.engine.event import Event, redact
from starforge.engine.match import Drift, Match
from starforge.engine.position import PositionError, read_position, write_position
from starforge.engine.rules import Illegal, Rule, only
from starforge.engine.state import digest, draw, rest, spread
from tests.tiny import GAME, RULES, Lay, Options, Ready, TakeBack, Tiny, TinyGame, check_laid, do_take_back

POSITION = """
game = "tiny"
turn = 2
players = [{hand = ["c01", "c09"], points = 3}, {hand = ["c02"], laid = "c12"}]
[asks.0]
kind = "lay"
[asks.1]
kind = "lay"
"""


def from_position(text: str = POSITION) -> Match:
    return Match(GAME, Options(), 2, 1, text)


def test_undo_takes_back_what_told_nobody_anything() -> None:
    match = from_position()
    before = digest(match.state)
    match.submit(0, Lay("c01"))
    assert match.undoable(0) is None
    assert match.undo(0) == 1
    assert digest(match.state) == before
    assert match.moves == []


def test_undo_stops_at_a_reveal_and_at_the_beginning() -> None:
    match = from_position()
    with pytest.raises(Illegal, match="nothing to undo"):
        match.undo(0)
    for seat, action in ((0, Lay("c01")), (0, Ready()), (1, Ready())):
        match.submit(seat, action)
    for seat in (0, 1):
        with pytest.raises(Illegal, match="Undo stops here"):
            match.undo(seat)


def test_undo_stops_at_another_seats_act() -> None:
    match = from_position("""
game = "tiny"
turn = 2
players = [{hand = ["c01"]}, {hand = ["c02"], laid = "c12"}]
[asks.0]
kind = "lay"
""")
    match.submit(0, Lay("c01"))
    match.state.asks[1] = match.state.asks[0]
    match.submit(1, TakeBack())
    with pytest.raises(Illegal, match="Undo stops here: somebody else has acted"):
        match.undo(0)
    assert match.undo(1) == 2


def test_undo_among_simultaneous_answers_tells_nothing_of_the_others() -> None:
    """What others do behind their screens neither stops my undo nor is touched by it."""
    match, alone = from_position(), from_position()
    match.submit(0, Lay("c01"))
    match.submit(1, TakeBack())
    match.submit(1, Lay("c02"))
    assert match.undo(0) == 1
    assert match.moves == [(1, "take-back"), (1, "lay c02")]
    alone.replay(match.moves)
    assert digest(match.state) == digest(alone.state)
    assert match.undo(1) == 2
    assert match.undo(1) == 1
    assert digest(match.state) == digest(from_position().state)


def test_undo_that_all_agree_to_takes_back_what_was_done_since() -> None:
    match = from_position()
    before = digest(match.state)
    match.submit(0, Lay("c01"))
    match.submit(1, TakeBack())
    assert match.undo(0, agreed=True) == 1
    assert match.moves == []
    assert digest(match.state) == before
    for seat, action in ((0, Lay("c01")), (0, Ready()), (1, Ready())):
        match.submit(seat, action)
    with pytest.raises(Illegal, match="Undo stops here"):
        match.undo(0, agreed=True)


def peek(s: Tiny, seat: int, a: TakeBack) -> None:
    do_take_back(s, seat, a)
    s.learned += 1
    s.emit("peeked", only=(seat,), card=s.deck[-1])


class Peeking(TinyGame):
    """Who takes a card back sees the next of the deck."""

    rules = {"lay": (*RULES["lay"][:1], Rule(TakeBack, only(TakeBack), check_laid, peek), *RULES["lay"][2:])}


def test_no_consent_takes_back_what_another_has_seen_meanwhile() -> None:
    match = Match(Peeking(), Options(), 2, 1, POSITION)
    match.submit(0, Lay("c01"))
    match.submit(1, TakeBack())
    with pytest.raises(Illegal, match="Undo stops here"):
        match.undo(0, agreed=True)
    assert match.undo(0) == 1
    assert match.moves == [(1, "take-back")]


def test_a_refused_action_leaves_no_move() -> None:
    match = from_position()
    before = digest(match.state)
    with pytest.raises(Illegal) as refused:
        match.submit(0, Lay("c12"))
    assert (refused.value.reason, refused.value.rule) == ("That card is not in your hand.", "T-2")
    assert digest(match.state) == before
    assert match.moves == []


def test_a_record_that_does_not_fit_says_where() -> None:
    match = from_position()
    with pytest.raises(Drift, match=r"move 2 \('lay c99' by seat 1\) is refused"):
        match.replay([(0, "lay c01"), (1, "lay c99")])
    with pytest.raises(Drift, match="after move 1 the game is not what it was"):
        from_position().replay([(0, "lay c01")], {1: "0" * 32})


def test_a_position_names_only_what_matters() -> None:
    s = from_position().state
    assert s.players[1].laid == "c12"
    assert sorted(s.deck) == ["c03", "c04", "c05", "c06", "c07", "c08", "c10", "c11"]
    assert read_position(GAME, write_position(GAME, s), 99) == s


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("turn = 2", "turn = two"), "is not TOML"),
        (("turn = 2", "turn = 'two'"), "at turn: input should be a valid integer"),
        (("turn = 2", "round = 2"), "at round"),
        (('"tiny"', '"chess"'), "must begin with game = 'tiny', not 'chess'"),
        (('["c02"]', "[2]"), "at players.1.hand.0: input should be a valid string"),
        (('["c02"]', '["c09"]'), "there is no 'c09' left in the deck"),
        (('[asks.0]\nkind = "lay"\n[asks.1]\nkind = "lay"', ""), "asks nobody anything"),
    ],
)
def test_a_bad_position_says_where(change: tuple[str, str], message: str) -> None:
    assert change[0] in POSITION
    with pytest.raises(PositionError) as error:
        from_position(POSITION.replace(*change))
    assert message in str(error.value)


def test_secret_fields_and_private_events() -> None:
    event = Event("drawn", {"seat": 1, "card": "c01"}, {"card": (1,)})
    assert redact(event, 1) == Event("drawn", {"seat": 1, "card": "c01"})
    assert redact(event, 0) == redact(event, None) == Event("drawn", {"seat": 1})
    private = Event("laid", {"card": "c01"}, only=(1,))
    assert redact(private, 1) == Event("laid", {"card": "c01"})
    assert redact(private, 0) is None
    assert redact(private, None) is None


def test_an_empty_deck_is_filled_from_its_discards() -> None:
    s = from_position().state
    known = s.learned
    deck, discards = ["a"], ["b", "c"]
    drawn = [draw(s, deck, discards) for _ in range(4)]
    assert drawn[0] == "a"
    assert sorted(filter(None, drawn[1:])) == ["b", "c"]
    assert drawn[3] is None
    assert s.learned == known + 3


def test_decks_count_their_cards() -> None:
    assert spread({"a": 2, "b": 1}) == ["a", "a", "b"]
    assert rest(["a", "a", "b"], ["a"]) == ["a", "b"]
    with pytest.raises(ValueError, match="no 'c' left"):
        rest(["a"], ["c"])
