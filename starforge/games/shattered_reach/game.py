"""The game of Shattered Reach as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, Info
from starforge.engine.rng import Rng
from starforge.games.policy import Policy
from starforge.games.shattered_reach import setup
from starforge.games.shattered_reach.bot import player, stats, why, worth
from starforge.games.shattered_reach.bot.admiral import FleetAdmiral
from starforge.games.shattered_reach.bot.juniors import FleetCadet, FleetOfficer
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.games.shattered_reach.model.state import Options, War
from starforge.games.shattered_reach.rules import building, deployment, factions, firing, movement
from starforge.games.shattered_reach.rules.ops import op
from starforge.games.shattered_reach.view import secrets
from starforge.games.shattered_reach.view.build import look
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words import choices, events, report
from starforge.games.shattered_reach.words.topics import TOPICS, inform


class ShatteredReach(Game[War, WarView]):
    info = Info(
        "shattered-reach",
        "Shattered Reach",
        "Fleets with momentum, secret deployment, two or three factions.",
        (2, 3),
        rules_version=6,
        order_rule="SR-R1",
        courtesy="defer",
        rules_since=3,
    )
    state: ClassVar[type[War]] = War
    options: ClassVar[type[Options]] = Options
    rules = {**factions.RULES, **building.RULES, **deployment.RULES, **movement.RULES, **firing.RULES}
    allowed: ClassVar[dict[str, Callable[[War, int], list[Action]]]] = {
        "build": building.allowed,
        "deploy": deployment.allowed,
        "move": movement.allowed,
        "fire": firing.allowed,
    }
    """What the rules that answer an ask allow, found faster than by asking each."""
    ops = op
    policies: ClassVar[Mapping[str, Policy]] = {
        "cadet": FleetCadet(),
        "officer": FleetOfficer(),
        "admiral": FleetAdmiral(),
    }
    discreet = True
    topics = TOPICS

    def new(self, options: Options, seats: int, seed: int) -> War:
        return setup.new(options, seats, seed)

    def legal(self, s: War, seat: int) -> list[Action]:
        ask = s.asks.get(seat)
        if ask is None or s.result is not None or ask.kind not in self.allowed:
            return super().legal(s, seat)
        return self.allowed[ask.kind](s, seat)

    def onward(self, s: War, seat: int, legal: Sequence[Action]) -> Sequence[Action]:
        return deployment.onward(legal) if s.asks[seat].kind == "deploy" else legal

    def observe(self, s: War, seat: int | None) -> WarView:
        return look(s, seat)

    def describe(self, s: War, seat: int, action: Action) -> tuple[str, str]:
        return choices.describe(s, seat, action)

    def question(self, view: WarView) -> str:
        return choices.question(view)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        return events.tell(event, names)

    def lines(self, view: WarView, names: Sequence[str]) -> list[str]:
        return report.lines(view, names)

    def inform(self, view: WarView, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
        return inform(view, names, topic, words)

    def hidden(self, s: War, seat: int | None) -> dict[str, list[str]]:
        """Return fleets being built, deployments and plans that the seat cannot know."""
        return secrets.hidden(s, seat)

    def redeal(self, s: War, seat: int | None, rng: Rng) -> None:
        secrets.redeal(s, seat, rng)

    def census(self, s: War) -> dict[str, int]:
        """Return the points of all ships and purses, and how much is noted wrongly about hexes and fleets."""
        cards = [*(ship.card for ship in s.ships.values()), *s.lost, *(slug for p in s.players for slug in p.fleet)]
        points = s.bank + sum(sum(p.purse.values()) for p in s.players) + sum(hulls()[slug].cost for slug in cards)
        return {"points": points, "misplaced": secrets.misplaced(s)}

    def complete(self, s: War) -> None:
        setup.complete(s)

    def label(self, options: Mapping[str, Any]) -> str:
        slug, custom = str(options.get("scenario", "small-skirmish")), str(options.get("custom", ""))
        return scenario_of(slug, custom).title

    def hides(self, public: WarView, seat: int) -> bool:
        """Tell whether the question needs eyes of its own: fleets, deployments and plans do, fire does not."""
        return public.waiting.get(seat) in ("build", "deploy", "move")

    def worth(self, view: WarView) -> float:
        return worth.worth(view)

    def advise(self, view: WarView, sample: Callable[[], War], rng: Rng) -> Action | None:
        return player.advise(view, sample, rng)

    def why(self, view: WarView, action: Action) -> str:
        return why.why(view, action)

    def tally(self, events: Sequence[Event]) -> dict[str, float]:
        return stats.tally(events)


GAME = ShatteredReach()
