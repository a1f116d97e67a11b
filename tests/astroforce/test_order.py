"""Effects that come together, in every order: where nobody is asked, no order comes to anything else (AF-M3, AF-X7)."""

from __future__ import annotations

from itertools import permutations

import pytest

from starforge.engine.ops import bind
from starforge.engine.rng import Rng
from starforge.engine.state import clone, digest
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import events, missions
from starforge.games.astroforce.model.state import Astroforce, InPlay
from starforge.games.astroforce.rules.turn import effects_of, free, pending
from tests.astroforce.test_effects import table

ACTING = [card for card, one in events().items() if one.m]
QUIET = [card for card, one in events().items() if not (one.m or one.now or one.immediate)]


def phase(dice: Rng) -> Astroforce:
    """Return a Mission phase with two or three effects that wait, on a ship that may be near its end."""
    s = table(hull=dice.below(8), shields=dice.below(3), sensors=dice.below(3), fuel=1 + dice.below(9), quarters=7)
    s.mission = InPlay([*missions()][dice.below(24)], stage=dice.below(2))
    acting, quiet = ACTING.copy(), QUIET.copy()
    dice.shuffle(acting)
    dice.shuffle(quiet)
    count = 1 + dice.below(2)
    s.plots = [InPlay(card) for card in (*acting[:count], *quiet[: dice.below(3) * (8 - count) // 2])]
    s.plot_deck, s.plot_discards = quiet[8:], []
    s.phase = "mission"
    return s


def outcome(s: Astroforce, order: tuple[str, ...]) -> str:
    """Return what becomes of a table when cards act in an order; dice are taken from Quarters, where all are alike."""
    s = clone(s)
    for name in order:
        if name == "mission" or any(plot.card == name for plot in s.plots):
            card = s.mission.card if name == "mission" and s.mission else name
            s.queue = [bind(op, 0, card) for op in reversed(effects_of(s, name, "m"))]
            GAME.ops.run(s)
            assert not s.asks
        if s.result is not None:
            break
    s.plots.sort(key=lambda plot: plot.card)
    s.plot_discards.sort()
    return "lost" if s.result else digest(s)


@pytest.mark.parametrize("seed", range(6))
def test_where_nobody_is_asked_no_order_comes_to_anything_else(seed: int) -> None:
    dice, met = Rng(seed), 0
    for _ in range(12):
        s = phase(dice)
        names = pending(s, "m")
        first = free(s, names, "m") if len(names) > 1 else None
        found = {order: outcome(s, order) for order in permutations(names)}
        if first is not None:
            began = {end for order, end in found.items() if order[0] == names[first]}
            assert began == set(found.values()), names
            met += len(names) > 2
    assert met
