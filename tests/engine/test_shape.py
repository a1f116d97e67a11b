"""Data read by annotations: the quick way takes nothing that pydantic would not, and makes the same of it."""

import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starforge.engine import shape
from starforge.engine.shape import Check, Misshapen, bounded, exactly, matching, read_shape, sized, to_sparse
from starforge.games.assets import folder
from starforge.games.astroforce.model.catalogue import Development, EventCard, Mission
from starforge.games.shattered_reach.model.catalogue import Fleet, Hull, Weapon
from starforge.games.shattered_reach.model.maps import Map, Scenario

FILES: dict[Any, str] = {
    Mission: "astroforce/missions",
    EventCard: "astroforce/events",
    Development: "astroforce/developments",
    Weapon: "shattered_reach/weapons",
    Hull: "shattered_reach/ships",
    Fleet: "shattered_reach/fleets",
    Map: "shattered_reach/maps",
    Scenario: "shattered_reach/scenarios",
}
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 200),
    st.floats(allow_nan=False),
    st.text(max_size=9),
    st.lists(st.one_of(st.integers(), st.text(max_size=3)), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


@dataclass(frozen=True, kw_only=True)
class Inner:
    name: Annotated[str, sized(1, 5)]
    words: Annotated[tuple[str, ...], Check(lambda text: tuple(str(text).split()), raw=True)] = ()

    def __post_init__(self) -> None:
        if self.name == "no":
            raise ValueError("that is no name")


@dataclass(frozen=True, kw_only=True)
class Outer:
    number: Annotated[int, bounded(1, 3)] = 1
    least: Annotated[int, bounded(0)] = 0
    kind: Literal["a", 2] = "a"
    yes: Annotated[bool, exactly(bool, "say true or false")] = True
    slug: Annotated[str, matching("[a-z]*", "small letters only")] = ""
    inner: tuple[Inner, ...] = ()
    pairs: list[tuple[int, str]] = field(default_factory=list)
    by_number: dict[int, str] = field(default_factory=dict)
    maybe: int | str | None = None


def in_words(kind: Any, data: Any) -> Any:
    try:
        return shape._read_in_words(kind, data)
    except Misshapen as error:
        return [fault.place for fault in error.faults]


def cards(kind: Any) -> dict[str, Any]:
    game, name = FILES[kind].split("/")
    return tomllib.loads((folder(game) / f"{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", FILES, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_what_is_read_quickly_pydantic_reads_alike(kind, data):
    card = dict(data.draw(st.sampled_from(list(cards(kind).values()))))
    if data.draw(st.booleans()):
        card[data.draw(st.sampled_from([*card, "strange"]))] = data.draw(ODD)
    quick = shape._reader(kind)
    try:
        found = quick(card)
    except (shape._Unfit, ValueError):
        return
    assert found == in_words(kind, card)


OUTER = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("number", "least", "kind", "yes", "slug", "maybe", "strange"), ODD),
        "inner": st.lists(st.fixed_dictionaries({"name": st.sampled_from(["", "ok", "no", "too long"])}), max_size=2),
        "pairs": st.lists(st.tuples(st.integers(), st.text(max_size=2)), max_size=2),
        "by_number": st.dictionaries(st.sampled_from(["1", "20", "x"]), st.text(max_size=2), max_size=2),
    },
)


@given(OUTER)
def test_every_kind_of_field_is_read_alike(data):
    try:
        found = shape._reader(Outer)(data)
    except (shape._Unfit, ValueError):
        return
    assert found == in_words(Outer, data)


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        ({"number": 4}, "number", "it must be from 1 to 3"),
        ({"number": True}, "number", "it must be a number"),
        ({"pairs": [[True, "x"]]}, "pairs.0.0", "it must be a number"),
        ({"least": -1}, "least", "it must be at least 0"),
        ({"kind": "b"}, "kind", "Input should be 'a' or 2"),
        ({"yes": 1}, "yes", "say true or false"),
        ({"slug": "A"}, "slug", "small letters only"),
        ({"inner": [{"name": "ok"}, {"name": ""}]}, "inner.1.name", "it is empty"),
        ({"inner": [{"name": "too long"}]}, "inner.0.name", "it is longer than 5"),
        ({"inner": [{"name": "no"}]}, "inner.0", "that is no name"),
        ({"inner": [{"name": "ok", "title": "x"}]}, "inner.0.title", "there is no such field"),
        ({"strange": 1}, "strange", "there is no such field"),
        ({"inner": [{}]}, "inner.0.name", "Field required"),
        ({"pairs": [[1]]}, "pairs.0.1", "Field required"),
        ("text", "the whole", "it must be a table of fields"),
    ],
)
def test_what_does_not_fit_is_told_by_place(data, place, words):
    with pytest.raises(Misshapen) as told:
        read_shape(Outer, data)
    assert str(told.value) == f"{place}: {words}"


def test_what_is_written_sparsely_is_read_back():
    one = Outer(number=2, inner=(Inner(name="ok", words=("a",)),), by_number={20: "x"})
    assert to_sparse(one) == {"number": 2, "inner": [{"name": "ok", "words": ["a"]}], "by_number": {"20": "x"}}
    assert read_shape(Outer, {"number": 2, "by_number": {"20": "x"}}).by_number == {20: "x"}
    assert to_sparse(Outer()) == {}


def test_a_text_that_stands_for_a_number_still_counts():
    assert read_shape(Outer, {"number": "2"}).number == 2


def test_no_game_save_or_setting_loads_pydantic_while_all_fits():
    code = """
import sys
from starforge.games import GAMES, load
from starforge.engine.match import Match
from starforge.engine.save import parse_save, read_options, save_text, to_save
from starforge.engine.shape import read_shape
from starforge.tables.settings import Settings
for slug in GAMES:
    game = load(slug)
    match = Match(game, read_options(game, {}), game.info.seats[-1], 1)
    game.view(match.state, 0)
    parse_save(save_text(to_save(match, [])))
read_shape(Settings, {"look": "ascii"})
assert "pydantic" not in sys.modules, [name for name in sys.modules if "pydantic" in name][:3]
"""
    subprocess.run([sys.executable, "-c", code], check=True)
