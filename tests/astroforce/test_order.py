"""Effects that come together, in every order: where nobody is asked, no order comes to anything else (AF-M3, AF-X7)."""

from __future__ import annotations

from itertools import permutations

import pytest

from starforge.engine.ops import bind
from starforge.engine.rng import Rng
from starforge.engine.state import clone, digest
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import developments, events, missions
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


PLAIN = [card for card in QUIET if card != "space-time-disruption"]


@pytest.mark.parametrize(
    ("mission", "stage", "plots", "quiet", "hull", "is_asked"),
    [
        ("minefield", 0, ["fever", "raiders"], 0, 2, True),
        ("minefield", 0, ["fever", "raiders"], 0, 3, False),
        ("minefield", 0, ["reef-crust", "raiders"], 0, 7, True),
        ("minefield", 0, ["raiders", "reef-crust"], 0, 7, True),
        ("diplomatic-crisis", 0, ["siphon"], 7, 7, False),
        ("diplomatic-crisis", 0, ["siphon"], 8, 7, True),
        ("diplomatic-crisis", 0, ["siphon", "dark-tide"], 6, 7, False),
        ("ghost-fleet", 0, ["siphon"], 6, 7, False),
        ("ghost-fleet", 0, ["siphon"], 7, 7, True),
        ("escort", 0, ["siphon"], 7, 7, False),
        ("escort", 0, ["siphon"], 8, 7, True),
        ("rogue-planet", 1, ["siphon"], 7, 7, False),
        ("rogue-planet", 1, ["siphon"], 8, 7, True),
        ("royal-wedding", 0, ["siphon"], 7, 7, False),
        ("royal-wedding", 0, ["siphon"], 8, 7, True),
    ],
)
def test_what_comes_first_is_asked_where_it_can_matter(
    mission: str, stage: int, plots: list[str], quiet: int, hull: int, is_asked: bool
) -> None:
    """AF-X6: a card that may draw, summon or fill the Sensors may crowd out one that has yet to act."""
    s = table(mission=InPlay(mission, stage=stage), hull=hull, sensors=2, fuel=9, phase="mission")
    s.plots = [InPlay(card) for card in (*plots, *PLAIN[:quiet])]
    s.plots += [InPlay(card, done=True) for card in PLAIN[quiet:9]]
    assert (free(s, pending(s, "m"), "m") is None) is is_asked


def test_af_d1_only_what_says_so_acts_on_the_roll() -> None:
    cards = {card for deck in (events(), developments()) for card, one in deck.items() if one.roll}
    s = table(plots=[InPlay(card) for card in events()], active=[*developments()], phase="roll")
    for card, mission in missions().items():
        s.mission = InPlay(card)
        assert set(pending(s, "roll")) == {*cards, *(["mission"] if mission.roll else [])}
