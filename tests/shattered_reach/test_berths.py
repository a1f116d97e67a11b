"""Berths by role: every ready-made fleet finds room, all are accepted by the rules, and a berth without room warns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from starforge.engine import hex as hx
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Enlist, PlaceShip, Ready, Select, SetHeading
from starforge.games.shattered_reach.model.state import Options, ScenarioId, War, chart
from starforge.games.shattered_reach.plans.berths import berths_by_role


def deploying(scenario: ScenarioId) -> Iterator[War]:
    """Give wars about to be deployed, each with other ready-made fleets."""
    seats = 3 if scenario in ("crossroads", "fleet-assault-3p", "planetary-defense-3p") else 2
    for n in range(3):
        factions = "myriad,ember" if seats == 2 else "myriad,ember,ferrum"
        s = GAME.new(Options(scenario=scenario, factions=factions), seats, n)  # type: ignore[arg-type]
        while s.phase == "build":
            seat = min(s.asks)
            fleets = [a for a in GAME.legal(s, seat) if isinstance(a, Enlist)]
            if fleets:
                GAME.apply(s, seat, fleets[n % len(fleets)])
            GAME.apply(s, seat, Ready())
        yield s


@pytest.mark.parametrize("scenario", get_args(ScenarioId))
def test_every_fleet_finds_berths_by_role(scenario: ScenarioId) -> None:
    for s in deploying(scenario):
        for seat in range(len(s.players)):
            found = berths_by_role(GAME.view(s, seat))
            assert {one.ship for one in found} == {ship.id for ship in s.fleet(seat)}
            for one in found:
                if s.players[seat].chosen != one.ship:
                    GAME.apply(s, seat, Select(one.ship))
                if s.players[seat].heading != one.heading:
                    GAME.apply(s, seat, SetHeading(one.heading))
                GAME.apply(s, seat, PlaceShip(*one.hex))
            assert berths_by_role(GAME.view(s, seat)) == ()
            hints = {choice.action: choice.hint for choice in GAME.choices(s, seat)}
            assert "heads straight" not in hints[Ready()]
            GAME.apply(s, seat, Ready())
        assert s.phase == "move"


def test_a_berth_that_faces_the_edge_or_a_planet_says_so() -> None:
    s = next(deploying("small-skirmish"))
    edge, facing = chart(s).edge, chart(s).facings[s.players[0].side]
    GAME.apply(s, 0, SetHeading((facing + 3) % 6))
    warned = 0
    for choice in GAME.choices(s, 0):
        if isinstance(choice.action, PlaceShip) and not choice.reason:
            at = (choice.action.q, choice.action.r)
            free = next((n for n in range(4) if hx.step(at, (facing + 3) % 6, n + 1) not in chart(s).open), 3)
            assert ("the edge of the map" in choice.hint or "a planet" in choice.hint) == (free < 3)
            assert ("a hex forward, and it is lost" in choice.hint) == (free == 0)
            warned += at in edge
    assert warned
