"""Astroforce as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, Info
from starforge.engine.rng import Rng
from starforge.games.astroforce import older, setup
from starforge.games.astroforce.bot import levels, player, stats, why, worth
from starforge.games.astroforce.model.catalogue import marks
from starforge.games.astroforce.model.state import Astroforce, Options, cards_in_play, dice_on
from starforge.games.astroforce.rules import conferring
from starforge.games.astroforce.rules.asks import RULES
from starforge.games.astroforce.rules.effects import op
from starforge.games.astroforce.view import build, secrets
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words import campaign as campaign_words
from starforge.games.astroforce.words import choices, events, report, topics


class AstroforceGame(Game[Astroforce, AstroforceView]):
    """Be the dice game of a five-year patrol; everything is public but the order of the decks."""

    info = Info(
        "astroforce",
        "Astroforce: The Dice Game",
        "Ten crew dice against a five-year patrol, alone or as Captain and Crew.",
        (1, 2),
        rules_version=5,
        order_rule="AF-V1",
        together=True,
        rules_since=1,
    )
    state = Astroforce
    options = Options
    rules = RULES
    ops = op
    policies = levels.POLICIES
    topics = topics.TOPICS

    def new(self, options: Options, seats: int, seed: int) -> Astroforce:
        return setup.new(options, seats, seed)

    def complete(self, s: Astroforce) -> None:
        setup.complete(s)

    def observe(self, s: Astroforce, seat: int | None) -> AstroforceView:
        return build.view(s, seat)

    def describe(self, s: Astroforce, seat: int, action: Action) -> tuple[str, str]:
        return choices.describe(s, action)

    def question(self, view: AstroforceView) -> str:
        return choices.question(view)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        return events.tell(event, names)

    def lines(self, view: AstroforceView, names: Sequence[str]) -> list[str]:
        return report.lines(view, names)

    def inform(self, view: AstroforceView, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
        return topics.inform(view, topic, words)

    def legal(self, s: Astroforce, seat: int) -> list[Action]:
        """Return what the rules allow, sooner: outside Deploy they offer nothing else; payments are found by rule."""
        ask = s.asks.get(seat)
        if ask is None or s.result is not None:
            return []
        if ask.kind == "deploy":
            return conferring.legal(s)
        found: list[Action] = []
        for rule in self.rules[ask.kind]:
            found += rule.offers(s, seat)
        return found

    def older(self, s: Astroforce, version: int) -> None:
        older.deal(s, version)

    def modernise(self, s: Astroforce, seat: int, text: str, version: int) -> tuple[str, ...]:
        """Return an order and the choice of its dice for a text that named both."""
        return older.modernise(s, text)

    def label(self, options: Mapping[str, Any]) -> str:
        return campaign_words.label(options) or f"{options.get('patrol', 'easy')} patrol"

    def hides(self, public: AstroforceView, seat: int) -> bool:
        """Hide nothing: Captain and Crew may know the same."""
        return False

    def worth(self, view: AstroforceView) -> float:
        return worth.of_table(view)

    def advise(self, view: AstroforceView, sample: Callable[[], Astroforce], rng: Rng) -> Action | None:
        assert view.ask is not None
        return player.choose(sample(), view.ask, view.legal)

    def why(self, view: AstroforceView, action: Action) -> str:
        return why.why(view, action)

    def tally(self, events: Sequence[Event]) -> dict[str, float]:
        return stats.tally(events)

    def redeal(self, s: Astroforce, seat: int | None, rng: Rng) -> None:
        secrets.redeal(s, rng)

    def hidden(self, s: Astroforce, seat: int | None) -> dict[str, list[str]]:
        return secrets.hidden(s)

    def census(self, s: Astroforce) -> dict[str, int]:
        in_play = cards_in_play(s)
        return {
            "dice": s.quarters
            + sum(s.crew.values())
            + s.sensors
            + s.medbay
            + sum(map(dice_on, in_play))
            + sum(plot.captured for plot in s.plots),
            "missions": len(s.missions) + len(s.completed) + len(s.failed) + (s.mission is not None),
            "events": len(s.plot_deck) + len(s.plot_discards) + len(s.plots),
            "developments": len(s.developments)
            + len(s.development_discards)
            + len(s.offers)
            + sum(card not in marks() for card in s.active),
        }


GAME = AstroforceGame()
