"""USC: Reach for the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, Info
from starforge.engine.rng import Rng
from starforge.games.reach import setup
from starforge.games.reach.bot import levels, player, stats, why, worth
from starforge.games.reach.model.state import SEATS, Reach
from starforge.games.reach.rules import ends, turns  # noqa: F401
from starforge.games.reach.rules.asks import RULES
from starforge.games.reach.rules.ops import abilities, effects, goals  # noqa: F401
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.view import build, secrets
from starforge.games.reach.view.types import ReachView
from starforge.games.reach.words import choices, events, report
from starforge.games.reach.words.topics import TOPICS, inform
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """There is nothing to choose: the book knows one game."""


class ReachGame(Game[Reach, ReachView]):
    """Three rounds of three turns, planned behind screens, and a landing."""

    info = Info(
        "reach",
        "USC: Reach",
        "Plan behind the screen, claim missions, land the ship.",
        SEATS,
        rules_version=2,
        order_rule="UR-P4",
        rules_since=1,
    )
    policies = {"cadet": levels.Cadet(), "officer": levels.Officer(), "admiral": levels.Admiral()}
    state = Reach
    options = Options
    rules = RULES
    ops = op
    discreet = True
    topics = TOPICS

    def new(self, options: Options, seats: int, seed: int) -> Reach:
        return setup.new(seats, seed)

    def observe(self, s: Reach, seat: int | None) -> ReachView:
        return build.observe(s, seat)

    def describe(self, s: Reach, seat: int, action: Action) -> tuple[str, str]:
        return choices.describe(s, seat, action)

    def question(self, view: ReachView) -> str:
        return choices.question(view)

    def tell(self, event: Event, names: Sequence[str]) -> str:
        return events.tell(event, names)

    def lines(self, view: ReachView, names: Sequence[str]) -> list[str]:
        return report.lines(view, names)

    def inform(self, view: ReachView, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
        return inform(view, names, topic, words)

    def redeal(self, s: Reach, seat: int | None, rng: Rng) -> None:
        secrets.redeal(s, seat, rng)

    def hidden(self, s: Reach, seat: int | None) -> dict[str, list[str]]:
        return secrets.hidden(s, seat)

    def census(self, s: Reach) -> dict[str, int]:
        return secrets.census(s)

    def hides(self, public: ReachView, seat: int) -> bool:
        """Tell whether a question is answered behind the screen: planning, Specialists drawn, the landing."""
        return public.phase in ("planning", "landing") or public.waiting.get(seat) == "keep"

    def worth(self, view: ReachView) -> float:
        return worth.of_table(view)

    def advise(self, view: ReachView, sample: Callable[[], Reach], rng: Rng) -> Action | None:
        return player.advise(view, rng)

    def why(self, view: ReachView, action: Action) -> str:
        return why.why(view, action)

    def tally(self, events: Sequence[Event]) -> dict[str, float]:
        return stats.tally(events)

    def older(self, s: Reach, version: int) -> None:
        setup.deal_older(s, version)

    def complete(self, s: Reach) -> None:
        setup.complete(s)


GAME = ReachGame()
