from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starforge.engine.action import Action, parser


@dataclass(frozen=True, slots=True)
class PlaceCrew(Action):
    card: int
    room: str


@dataclass(frozen=True, slots=True)
class Pay(Action):
    dice: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    pass


parse = parser([PlaceCrew, Pay, EndTurn])
WORD = f"{ascii_letters}{digits}_.:+/"
slugs = st.builds(str.__add__, st.sampled_from(WORD), st.text(f"{WORD}-", max_size=12))
numbers = st.integers(-999_999_999, 999_999_999)
actions = st.one_of(
    st.builds(PlaceCrew, numbers, slugs),
    st.builds(Pay, st.lists(slugs, max_size=6).map(tuple), st.lists(numbers, max_size=6).map(tuple)),
    st.just(EndTurn()),
)


@given(actions)
def test_text_and_back(action: Action) -> None:
    assert parse(str(action)) == action


def test_texts_read_like_words() -> None:
    assert str(PlaceCrew(3, "engine")) == "place-crew 3 engine"
    assert str(Pay(("SCI", "MED"), ())) == "pay SCI,MED -"
    assert str(EndTurn()) == "end-turn"


def test_actions_of_different_types_differ() -> None:
    @dataclass(frozen=True, slots=True)
    class Other(Action):
        pass

    assert EndTurn() != Other()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no action ''; there are: end-turn, pay, place-crew"),
        ("fly 3", "there is no action 'fly'"),
        ("place-crew 3", "place-crew is written 'place-crew CARD ROOM', with 2 words after it, not 1"),
        ("place-crew three engine", "'three' is not a whole number"),
        ("place-crew 3 eng\x1b[31mine", "is not a name"),
        ("place-crew ٣ engine", "is not a whole number"),
        ("pay SCI,,MED -", "'' is not a name"),
        ("end-turn now", "end-turn is written 'end-turn'"),
    ],
)
def test_bad_text_is_explained(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        parse(text)
    assert message in str(error.value)


@given(st.text(max_size=80))
def test_any_text_is_an_action_or_a_clear_error(text: str) -> None:
    try:
        action = parse(text)
    except ValueError:
        return
    assert parse(str(action)) == action
