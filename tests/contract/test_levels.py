"""What every level of bots promises in every game: it decides from what its seat may know, alike wherever it thinks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from starforge.bots.bot import Sample, look, sampler
from starforge.bots.levels import levels_of, make, nearest
from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.engine.state import State, clone, digest
from starforge.games.policy import Pace
from tests.contract import checks
from tests.contract.test_games import ALL, run_elsewhere

LEVELS = [(slug, level) for slug, game in ALL.items() for level in levels_of(game)]
ONE_IN = 60
"""Of so many states of a random game about one is thought about."""


def decisions(slug: str) -> Iterator[tuple[State, int]]:
    """Give states of a game in which a seat has something to choose, one of each kind of ask, and some more."""
    game = ALL[slug]
    seen: set[str] = set()
    for s, _, _ in checks.sampled(game, game.info.seats[-1], 3, ONE_IN):
        for seat, ask in sorted(s.asks.items()):
            if ask.kind not in seen and len(game.legal(s, seat)) > 1:
                seen.add(ask.kind)
                yield clone(s), seat


def decided(slug: str, level: str, s: State, seat: int, sample: Sample, pace: Pace | None = None) -> Action:
    game = ALL[slug]
    bot = make(game, level, 11)
    return bot.choose(look(game, s, seat, bot), sample, pace)


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_a_level_chooses_what_is_legal_and_the_same_whatever_is_hidden(slug: str, level: str) -> None:
    game = ALL[slug]
    for s, seat in decisions(slug):
        before = digest(s)
        action = decided(slug, level, s, seat, sampler(game, s, seat, 4))
        assert action in game.legal(s, seat)
        assert digest(s) == before
        twin = clone(s)
        game.redeal(twin, seat, Rng(77))
        assert decided(slug, level, twin, seat, sampler(game, s, seat, 4)) == action


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_a_level_that_is_hurried_from_the_start_still_plays(slug: str, level: str) -> None:
    for s, seat in decisions(slug):
        action = decided(slug, level, s, seat, sampler(ALL[slug], s, seat, 4), Pace(hurried=True))
        assert action in ALL[slug].legal(s, seat)


def thoughts() -> list[str]:
    """Return what every level does in every game, one game and level a line."""
    lines = []
    for slug, level in LEVELS:
        done = [str(decided(slug, level, s, n, sampler(ALL[slug], s, n, 4))) for s, n in decisions(slug)]
        lines.append("; ".join([slug, level, *done]))
    return lines


def test_a_level_thinks_alike_in_every_process() -> None:
    code = "from tests.contract import test_levels as t\nprint(*t.thoughts(), sep='\\n')"
    assert run_elsewhere(code, "4242") == thoughts()


def test_every_game_offers_levels_by_the_same_names_and_says_how_each_plays() -> None:
    for game in ALL.values():
        offered = levels_of(game)
        assert set(game.policies) <= set(offered)
        assert all(words and words[0].islower() and not words.endswith(".") for words in offered.values())
        assert nearest(game, "admiral") == list(offered)[-1]
        assert nearest(game, "") == ""
