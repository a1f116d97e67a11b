"""The game of Shattered Reach as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, Info
from starforge.engine.ops import push
from starforge.engine.rng import Rng
from starforge.engine.save import OptionError
from starforge.games.shattered_reach import (
    bot,
    deployment,
    firing,
    moving,
    opening,
    report,
    secrets,
    shipyard,
    spoken,
    story,
    text,
    typed,
)
from starforge.games.shattered_reach.data import hulls
from starforge.games.shattered_reach.look import look
from starforge.games.shattered_reach.model import Options, Player, War, op, scenario
from starforge.games.shattered_reach.sectors import chart_of, scenario_of, side_of
from starforge.games.shattered_reach.view import WarView

OPEN_BUDGET = range(2_500, 20_001)
MOST_ROUNDS = 1_000


class ShatteredReach(Game[War, WarView]):
    """Be Shattered Reach."""

    info = Info(
        "shattered-reach",
        "Shattered Reach",
        "Fleets with momentum, secret deployment, two or three factions.",
        (2, 3),
        3,
        "SR-R1",
        courtesy="defer",
    )
    state: ClassVar[type[War]] = War
    options: ClassVar[type[Options]] = Options
    rules = {**opening.RULES, **shipyard.RULES, **deployment.RULES, **moving.RULES, **firing.RULES}
    ops = op
    topics = spoken.TOPICS

    def new(self, options: Options, seats: int, seed: int) -> War:
        """Return a new game, stopped at the choice of factions or at fleet building; OptionError if it cannot be."""
        try:
            chart_of(options.scenario, options.custom, seats)
        except ValueError as error:
            raise OptionError(str(error)) from None
        plan = scenario_of(options.scenario, options.custom)
        budget = options.budget or plan.budget
        if plan.choose and budget not in OPEN_BUDGET:
            raise OptionError(f"the budget must be from {OPEN_BUDGET[0]} to {OPEN_BUDGET[-1]}, not {budget}")
        if not 0 <= options.budget <= OPEN_BUDGET[-1]:
            raise OptionError(f"no budget is below 0 or above {OPEN_BUDGET[-1]:,}")
        if not 1 <= options.rounds <= MOST_ROUNDS:
            raise OptionError(f"a game has from 1 to {MOST_ROUNDS:,} rounds")
        s = War(
            rng=Rng(seed),
            players=[Player() for _ in range(seats)],
            scenario=options.scenario,
            custom=options.custom,
            budget=budget,
            rounds=options.rounds,
            phase="faction",
        )
        sides = [side_of(options.scenario, options.custom, budget, n) for n in range(seats)]
        s.bank = sum(sum(side.purse.values()) + (hulls()[side.free].cost if side.free else 0) for side in sides)
        _take_factions(s, options.factions)
        push(s, ("next-faction", 0))
        self.ops.run(s)
        return s

    def observe(self, s: War, seat: int | None) -> WarView:
        """Return what a seat may know, without its choices."""
        return look(s, seat)

    def describe(self, s: War, seat: int, action: Action) -> tuple[str, str]:
        """Return an action's label and what it would do."""
        return text.describe(s, seat, action)

    def question(self, view: WarView) -> str:
        """Return the question in words."""
        return text.question(view)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        """Return an event in words."""
        return story.tell(event, names)

    def lines(self, view: WarView, names: Sequence[str]) -> list[str]:
        """Return the view in words."""
        return report.lines(view, names)

    def inform(self, view: WarView, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
        """Return what the view tells about one of the topics."""
        return spoken.inform(view, names, topic, words)

    def hidden(self, s: War, seat: int | None) -> dict[str, list[str]]:
        """Return fleets being built, deployments and plans that the seat cannot know."""
        return secrets.hidden(s, seat)

    def redeal(self, s: War, seat: int | None, rng: Rng) -> None:
        """Make anew at random what the seat cannot know."""
        secrets.redeal(s, seat, rng)

    def census(self, s: War) -> dict[str, int]:
        """Return the points of all ships and purses, and how many hexes are noted wrongly as filled or free."""
        cards = [*(ship.card for ship in s.ships.values()), *s.lost, *(slug for p in s.players for slug in p.fleet)]
        points = s.bank + sum(sum(p.purse.values()) for p in s.players) + sum(hulls()[slug].cost for slug in cards)
        return {"points": points, "misplaced": secrets.misplaced(s)}

    def complete(self, s: War) -> None:
        """Fill in a typed position: numbers as the cards say, sides and teams, plans traced, what comes next."""
        typed.complete(s)

    def worth(self, view: WarView) -> float:
        """Return how well the view's seat stands."""
        return bot.worth(view)

    def advise(self, view: WarView, sample: Callable[[], War], rng: Rng) -> Action | None:
        """Return what a thinking admiral does."""
        return bot.advise(view, sample, rng)

    def tally(self, events: Sequence[Event]) -> dict[str, float]:
        """Return figures of one game for simulations."""
        return bot.tally(events)


def _take_factions(s: War, by_seat: str) -> None:
    """Take factions that the table has fixed; OptionError for those that the scenario cannot be played with."""
    if by_seat == "any":
        return
    factions = by_seat.split(",")
    if len(factions) != len(s.players):
        raise OptionError(f"{len(s.players)} players need {len(s.players)} factions, not {by_seat!r}")
    if scenario(s).roles == "myriad" and "myriad" not in factions:
        raise OptionError(f"in {scenario(s).title} one player must play the Myriad")
    for p, faction in zip(s.players, factions, strict=True):
        p.faction = faction


GAME = ShatteredReach()
