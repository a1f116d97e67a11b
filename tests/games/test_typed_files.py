"""Files that people type: positions, maps, scenarios, fleets and saves, changed field by field.

Whatever is written in them, it is refused in a sentence, or can be played to a result. ``STARFORGE_FUZZ=2000`` tries as
many changes of each kind of file.
"""

from __future__ import annotations

import copy
import json
import os
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from starforge.engine.match import Match
from starforge.engine.position import PositionError, write_position
from starforge.engine.rng import Rng
from starforge.engine.save import OptionError, SaveError, Seat, parse_save, read_options, save_text, to_save
from starforge.engine.state import State
from starforge.games import GAMES, load
from starforge.games.assets import AssetError, folder
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.maps import read_custom
from starforge.tables.play.new_table import check_start
from starforge.tables.play.replay import Replay, play_save
from starforge.tui.games.shattered_reach.fleets.hangar import check_limits, read_stock

TRIES = int(os.environ.get("STARFORGE_FUZZ") or 12)
LONGEST = 6_000
"""Actions within which random players end any game."""
SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
ODD: tuple[Any, ...] = (
    *(-1, 0, 1, 2, 6, 7, 99, -99, 10**6, 2**63, 1.5, True, "", "x", "0", "mission", [], {}, [1], ["x"], {"x": 1}),
    *({"0": {"kind": "x"}}, [[]], "a" * 300, "\x1b[2J", {"card": "siphon"}, [{"card": "static"}]),
)


def places(facts: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where something stands in nested facts."""
    pairs = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    for key, value in pairs:
        yield (*so_far, key)
        yield from places(value, (*so_far, key))


def inside(facts: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        facts = facts[key]
    return facts


@some.composite
def changed(draw: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """Return facts with one to three of their fields taken away, replaced, doubled, swapped or shifted."""
    facts = copy.deepcopy(facts)
    for _ in range(draw(some.integers(1, 3))):
        known = list(places(facts))
        place = draw(some.sampled_from(known))
        *way, key = place
        holder = inside(facts, tuple(way))
        kind = draw(some.sampled_from(("away", "odd", "other", "shift", "more")))
        if kind == "away":
            del holder[key]
        elif kind == "odd":
            holder[key] = copy.deepcopy(draw(some.sampled_from(ODD)))
        elif kind == "other":
            holder[key] = copy.deepcopy(inside(facts, draw(some.sampled_from(known))))
        elif kind == "shift" and type(holder[key]) is int:
            holder[key] += draw(some.sampled_from((-1000, -8, -1, 1, 8, 1000)))
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            holder[draw(some.sampled_from(("x", "9", str(key) + "s")))] = copy.deepcopy(holder[key])
        if not facts:
            break
    return facts


@cache
def positions(slug: str) -> tuple[dict[str, Any], ...]:
    """Return positions of a game as facts: those that come with it, and of games played, one at least for each ask."""
    game = load(slug)
    texts = [path.read_text(encoding="utf-8") for path in sorted((folder(slug) / "positions").glob("*.toml"))]
    for seed, count in ((1, 3), (2, 40), (3, 150), (4, 400)):
        match = Match(game, game.options(), game.info.seats[seed % len(game.info.seats)], seed)
        asked: set[str] = set()
        for step in range(count):
            play(game, match.state, seed * 1000 + step, 1)
            kinds = {ask.kind for ask in match.state.asks.values()}
            if match.state.result is None and (kinds - asked or step == count - 1):
                texts.append(write_position(game, match.state))
            asked |= kinds
    return tuple(tomllib.loads(text) for text in texts)


def play(game: Any, s: State, seed: int, most: int) -> None:
    """Let random players act until the game has ended, or so often."""
    dice = Rng(seed)
    for _ in range(most):
        if s.result is not None:
            return
        assert s.asks, "nobody is asked, and the game has not ended"
        seat = sorted(s.asks)[dice.below(len(s.asks))]
        legal = game.legal(s, seat)
        assert legal, f"seat {seat} can answer nothing to {s.asks[seat]}"
        game.apply(s, seat, legal[dice.below(len(legal))])


def play_out(game: Any, s: State, seed: int) -> None:
    """Play to a result, with nothing lost on the way."""
    census = game.census(s)
    play(game, s, seed, LONGEST)
    assert s.result is not None, "the game does not end"
    assert game.census(s) == census


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=TRIES, deadline=None, suppress_health_check=SLOW, derandomize=TRIES < 100)
@given(data=some.data())
def test_a_position_is_refused_in_words_or_played_to_a_result(slug: str, data: Any) -> None:
    game = load(slug)
    facts = data.draw(changed(data.draw(some.sampled_from(positions(slug)))))
    start, seats = tomli_w.dumps(facts), facts.get("players")
    count = len(seats) if isinstance(seats, list) and len(seats) in game.info.seats else max(game.info.seats)
    with suppress(PositionError):
        match = Match(game, game.options(), count, 5, start)
        check_start(match)
        play_out(game, match.state, 8)


def read_tables(name: str) -> dict[str, Any]:
    return tomllib.loads((folder("shattered-reach") / name).read_text(encoding="utf-8"))


MAPS, SCENARIOS = read_tables("maps.toml"), read_tables("scenarios.toml")
PLAYABLE = [one for one in SCENARIOS.values() if set(one["maps"].values()) <= MAPS.keys()]


@settings(max_examples=TRIES, deadline=None, suppress_health_check=SLOW, derandomize=TRIES < 100)
@given(data=some.data())
def test_a_scenario_and_a_map_are_refused_in_words_or_played_to_a_result(tmp_path_factory: Any, data: Any) -> None:
    game, home = load("shattered-reach"), tmp_path_factory.mktemp("own")
    scenario = {"own": data.draw(some.sampled_from(PLAYABLE))}
    count = data.draw(some.sampled_from(sorted(scenario["own"]["maps"])))
    field = {"own": MAPS[scenario["own"]["maps"][count]]}
    which = data.draw(some.sampled_from(("scenario", "map", "both")))
    if which != "map":
        scenario = data.draw(changed(scenario))
    if which != "scenario":
        field = data.draw(changed(field))
    for name, facts in (("scenario.toml", scenario), ("map.toml", field)):
        (home / name).write_text(tomli_w.dumps(facts), encoding="utf-8")
    custom = ""
    try:
        custom = read_custom(home / "scenario.toml", home / "map.toml")
    except AssetError as refused:
        words = str(refused)
    else:
        words = ".toml"
        for players in game.info.seats:
            with suppress(OptionError):
                play_out(game, game.new(read_options(game, {"custom": custom, "rounds": 3}), players, 3), 3)
    assert ".toml" in words


@settings(max_examples=TRIES * 4, deadline=None, suppress_health_check=SLOW, derandomize=TRIES < 100)
@given(data=some.data())
def test_a_file_of_fleets_is_refused_in_words_or_holds_what_can_be_built(tmp_path_factory: Any, data: Any) -> None:
    path: Path = tmp_path_factory.mktemp("fleets") / "fleets.toml"
    own = [{"name": f"Fleet {n}", "faction": one["faction"], "ships": one["ships"]} for n, one in enumerate(FLEETS)]
    path.write_text(tomli_w.dumps(data.draw(changed({"fleet": own[:3]}))), encoding="utf-8")
    with suppress(AssetError):
        for kept in read_stock(path).fleets:
            check_limits(path.name, kept)
            assert all(1 <= count <= hulls()[slug].limit for slug, count in kept.ships.items())
            assert {hulls()[slug].faction for slug in kept.ships} == {kept.faction}


FLEETS = list(read_tables("fleets.toml").values())


@cache
def saves(slug: str) -> tuple[dict[str, Any], ...]:
    game = load(slug)
    found = []
    for seed, count in ((1, 0), (2, 25), (3, 70)):
        seats = game.info.seats[seed % len(game.info.seats)]
        match, dice = Match(game, game.options(), seats, seed), Rng(seed)
        for _ in range(count):
            if match.state.result is None:
                seat = sorted(match.state.asks)[0]
                legal = game.legal(match.state, seat)
                match.submit(seat, legal[dice.below(len(legal))])
        found.append(json.loads(save_text(to_save(match, [Seat(name=f"P{n}") for n in range(seats)]))))
    return tuple(found)


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=TRIES * 2, deadline=None, suppress_health_check=SLOW, derandomize=TRIES < 100)
@given(data=some.data())
def test_a_save_is_refused_in_words_or_played_to_a_result(slug: str, data: Any) -> None:
    game = load(slug)
    facts = data.draw(changed(data.draw(some.sampled_from(saves(slug)))))
    try:
        save = parse_save(json.dumps(facts))
    except ValueError:
        return
    with suppress(SaveError):
        replay = Replay(save)
        for seat in replay.viewers:
            replay.view(replay.length, seat)
        match = play_save(save)
        play_out(match.game, match.state, 4)
    assert game
