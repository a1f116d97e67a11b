"""Puzzles: nothing shorter solves them than their own solution, as far as states can be searched."""

import os
from itertools import product

import pytest

from starforge.engine.rules import Illegal
from starforge.engine.state import clone
from starforge.games import GAMES
from starforge.games.conditions import read_condition
from starforge.games.learning import Learning
from starforge.games.lessons import lessons
from starforge.games.reach.model.state import ACADEMY, DEFENCE, DEPARTMENTS

PUZZLES = [one for game in GAMES for one in lessons(game) if one.lesson.grade]
STATES = int(os.environ.get("STARFORGE_SEARCH", "300"))
ALL_OF_THEM = 20_000


def test_nothing_shorter_solves_those_that_can_be_searched():
    searched = [one for one in PUZZLES if one.lesson.search]
    shortest = [Learning(one).shortest(STATES) for one in searched]
    for one, found in zip(searched, shortest, strict=True):
        assert found == len(one.lesson.steps[0].solution) or (found is None and STATES < ALL_OF_THEM), one.mark
    assert len(shortest) - shortest.count(None) >= 4


@pytest.mark.parametrize("written", [one for one in PUZZLES if one.game == "reach"], ids=lambda one: one.mark)
def test_at_most_two_placements_of_all_solve_a_puzzle_of_reach(written):
    course = Learning(written)
    step, start, game = course.step, course.match.state, course.game
    last = [text for text in step.solution if not text.startswith("place")]
    hand = start.players[0].hand
    places = DEPARTMENTS if len(hand) > 3 else (*DEPARTMENTS, DEFENCE, ACADEMY)

    def solves(way):
        s = clone(start)
        try:
            for text in [f"place {card} {at}" for card, at in zip(hand, way, strict=True)] + last:
                if s.result is None:
                    game.apply(s, 0, game.parse(text))
        except Illegal:
            return False
        return all(read_condition(one).holds(s) for one in step.until)

    assert 1 <= sum(map(solves, product(places, repeat=len(hand)))) <= 2
