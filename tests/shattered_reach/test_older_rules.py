"""A game that older rules began goes on by them where later ones would change it (SR-F8, SR-M14, SR-V4, SR-V5)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from starforge.engine.match import Match
from starforge.engine.position import write_position
from starforge.engine.rules import Illegal
from starforge.engine.save import Seat, read_save, to_match, to_save
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import PlanMove
from starforge.games.shattered_reach.model.state import War
from starforge.games.shattered_reach.plans.board import board
from starforge.games.shattered_reach.plans.fleet import formation
from starforge.games.shattered_reach.plans.reach import reach_of
from starforge.games.shattered_reach.rules.orders import board_for
from tests.shattered_reach.transcript import Table

SAVES = Path(__file__).parents[1] / "games" / "saves"
SEATS = [Seat("Ada"), Seat("Ben"), Seat("Cyd")]
NUMB = """
ship 1 A gnat 0,6 N v2 numb
ship 2 A gnat 2,4 N v0
ship 3 B wasp 0,-6 N v0
A moves
then B moves, round ends
"""
DEVOURING = """
on planetary-defense-2p
ship 1 A bristlemaw 0,-5 N v3 hull 1 shields 0
ship 2 B wasp 2,-7 N v0 hull 1 shields 0
ship 3 B wasp 4,-9 S v0
A moves
then round ends
> left
"""
WRECKS = """
ship 1 A wasp 0,6 N v0
ship 2 B wasp 0,-2 N v0 hull 0 wreck
ship 3 C wasp 0,-4 N v0 hull 1 shields 0
A moves
then B fires, round ends
"""
CHAINED = """
ship 1 A wasp 0,6 N v0
ship 2 A wasp 0,5 N v2
ship 3 B wasp 0,-6 N v0
A moves
then B moves, round ends
"""


def war(case: str, version: int) -> Match:
    """Return a game that a version of the rules began at a case, read from its save."""
    table = Table()
    table.play(["a case", *case.strip().splitlines()])
    s = table.begin()
    match = Match(GAME, GAME.options(), len(s.players), 7, write_position(GAME, s))
    return to_match(GAME, replace(to_save(match, SEATS[: match.seats]), rules_version=version))


def play(match: Match, *texts: str) -> War:
    for text in texts:
        match.submit(min(match.state.asks), GAME.parse(text))
    assert isinstance(match.state, War)
    return match.state


def test_sr_f8_an_inoperable_ship_drifts_at_the_end_only() -> None:
    new, old = war(NUMB, 4), war(NUMB, 3)
    assert play(new, "select 1", "commit").ships[1].moved
    assert "select 1" not in [str(a) for a in GAME.legal(old.state, 0)]
    with pytest.raises(Illegal) as refused:
        play(old, "select 1")
    assert refused.value.rule == "SR-F8"
    assert play(old, "end-movement").ships[1].r == 4


def test_sr_m14_plans_are_made_for_the_board_as_it_is() -> None:
    texts = ("select 2", "forward", "select 1", "forward")
    for version, stop in ((5, ""), (4, "ram")):
        s = play(war(CHAINED, version), *texts)
        assert GAME.view(s, 0).plan(1).stop == stop  # type: ignore[union-attr]


def test_sr_m14_a_group_moves_on_the_board_that_plans_are_made_for() -> None:
    for version in (5, 4):
        match = war(CHAINED, version)
        view = GAME.view(play(match, "select 2"), 0)
        lead = reach_of(view, 2).best((0, 3), velocity=2)
        assert lead
        moves = [PlanMove(one.ship, one.move.steps) for one in formation(view, [1, 2], 2, lead) if one.move]
        plans = GAME.view(play(match, *map(str, moves)), 0).plans
        assert [(plan.ship, plan.stop) for plan in plans if plan.steps] == [(2, ""), (1, "")]


def test_sr_v4_a_wrecked_bristlemaw_devours() -> None:
    for version, winner in ((4, 1), (3, 0)):
        result = play(war(DEVOURING, version), "commit").result
        assert result is not None
        assert result.winners == (winner,)


def test_sr_v5_wrecks_are_nobody_who_is_left() -> None:
    assert play(war(WRECKS, 4), "concede", "confirm").result is None
    result = play(war(WRECKS, 3), "concede", "confirm").result
    assert result is not None
    assert result.winners == (2,)


@pytest.mark.parametrize("path", sorted(SAVES.glob("shattered-reach*")), ids=lambda path: path.stem)
def test_where_ships_can_go_is_searched_on_the_board_by_whose_rules_they_will(path: Path) -> None:
    """A game of older rules plans on the board as it is, and so do lenses, courses and formations in it."""
    save = read_save(path)
    match = to_match(GAME, replace(save, moves=[], digests={}))
    chains = 0
    for seat, text in save.moves:
        s = match.state
        if s.phase == "move" and len(match.moves) % 7 == 0:
            view = GAME.view(s, min(s.asks))
            today = board(replace(view, rules=0))
            for ship in s.fleet(min(s.asks)):
                assert board_for(board(view), ship.id).cells == board_for(s, ship.id).cells == s.cells
                chains += board_for(today, ship.id).cells != s.cells
        match.submit(seat, GAME.parse(text))
    assert chains


@pytest.mark.parametrize("case", [NUMB, DEVOURING, WRECKS, CHAINED])
def test_a_game_that_goes_on_by_older_rules_is_kept_as_such(case: str) -> None:
    match = war(case, 3)
    play(match, "end-movement")
    again = to_match(GAME, to_save(match, SEATS[: match.seats]))
    assert again.state.rules == match.state.rules == 3
