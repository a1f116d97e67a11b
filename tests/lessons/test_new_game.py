"""What a new game offers: every option and value in words and not by id, what to try first, how long it takes."""

from dataclasses import fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from starforge.games import GAMES, load
from starforge.games.new_game import Value, measured, minutes, offer
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.tui.app import routes
from starforge.tui.screens.new_game import GameForm
from tests.bench.length import kinds


def choices(game):
    """Yield each value of each option that is chosen from a list, with seats that it is for, and its words."""
    options, ui = load(game).options, routes.ui_class(game)
    hints = get_type_hints(options)
    for name in (f.name for f in fields(options) if get_origin(hints[f.name]) is Literal):
        for value in get_args(hints[name]):
            known = offer(game).options[name].values.get(value, Value(value))
            for seats in load(game).info.seats:
                words = ui.option_words(name, value, seats, known)
                if words is not None:
                    yield name, value, words


@pytest.mark.parametrize("game", GAMES)
def test_every_value_has_a_name_that_is_no_id_and_a_sentence(game):
    for name, value, words in choices(game):
        assert words.text.endswith("."), (name, value)
        assert not set("-_") & set(words.name), (name, value)
        assert words.name != value, (name, value)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_that_is_asked_is_told_in_words(game):
    hints = get_type_hints(load(game).options)
    asked = {f.name for f in fields(load(game).options) if hints[f.name] is not str}
    assert asked == set(offer(game).options)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_recommended_can_be_played_and_takes_less_than_an_hour(game):
    first, rules = offer(game).first, load(game)
    rules.new(rules.options(**first.options), first.seats, 1)
    assert minutes(game, first.options, first.seats) < 60


@pytest.mark.parametrize("game", GAMES)
def test_the_length_of_every_kind_of_game_was_measured(game):
    for name, options, seats in kinds(game):
        found = minutes(game, options, seats)
        assert found is not None, name
        assert 5 <= found <= 400, name


def test_every_scenario_has_a_map_of_24_by_10_with_the_marks_of_its_seats():
    ui = routes.ui_class("shattered-reach")
    for _, options, seats in kinds("shattered-reach"):
        picture = ui.preview(options, seats)
        assert (picture.width, picture.height) == (24, 10)
        assert all(mark in picture.text() for mark in "▲●◆"[:seats])
        assert ("◎" in picture.text()) == (scenario_of(options["scenario"], "").victory != "fleets")


def test_game_and_scenario_tell_players_and_minutes():
    form = GameForm(None)
    for game in GAMES:
        form.choose(game)
        assert f"With {form.count}: about {minutes(game, form.values, form.count)} minutes." in form.game_rows()[0].hint
        assert " players." in form.game_rows()[0].hint
    form.choose("shattered-reach")
    for scenario in ("small-skirmish", "homeworlds"):
        form.values["scenario"] = scenario
        row = next(row for row in form.option_rows() if row.label == "Scenario")
        assert f"About {measured('shattered-reach', scenario, form.count)} minutes." in row.hint
    assert not [row for row in form.option_rows() if row.label != "Scenario" and "About" in row.hint]
