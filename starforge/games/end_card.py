"""What a whole game came to: its end card, which screens draw and shells tell. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from starforge.engine.event import Event
from starforge.engine.game import View
from starforge.engine.state import State
from starforge.english import amount
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Tell of something that mattered: after which move, in which turn, in a sentence.

    ``gain`` compares the moments of one game: the greatest was its best, the least its worst if it is below 0; ``seat``
    is whose it was, where the words do not say it.
    """

    move: int
    turn: int
    words: str
    gain: float
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """Show a game in a row, one sign a turn ('·': nothing to tell), for a ``seat`` or for all."""

    label: str
    marks: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Luck:
    """Set what chance gave beside what was to be expected of it."""

    label: str
    had: float
    expected: float
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Say with what a ``seat`` (None: all together) has ended, and which parts make that up."""

    total: str
    parts: tuple[tuple[str, str], ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class EndCard:
    """Hold a game's end; ``signs`` explains those of the strips, ``points`` stand in their order.

    ``more`` is what only those read who want it all; ``honours`` are the feats of people in this game; ``goes_on`` is
    what a game leaves to the one that follows it.
    """

    outcome: str
    standings: tuple[Standing, ...] = ()
    strips: tuple[Strip, ...] = ()
    signs: str = ""
    points: tuple[TurningPoint, ...] = ()
    luck: tuple[Luck, ...] = ()
    more: tuple[str, ...] = ()
    honours: tuple[str, ...] = ()
    goes_on: str = ""

    @property
    def best(self) -> TurningPoint | None:
        best = max(self.points, key=lambda point: point.gain, default=None)
        return best if best is not None and best.gain > 0 else None

    @property
    def worst(self) -> TurningPoint | None:
        worst = min(self.points, key=lambda point: point.gain, default=None)
        return worst if worst is not None and worst.gain < 0 else None


class Heading(NamedTuple):
    """Say whose card it is: the game, what distinguishes it, who played, and how to play or see it again.

    ``span`` is the game's word for its turns; ``won`` tells whether anybody who is no bot has.
    """

    title: str
    label: str
    names: Sequence[str]
    seed: int
    again: str
    span: str = "turn"
    won: bool = False

    def moment(self, point: TurningPoint) -> str:
        """Return when a moment was, and for whom."""
        whose = f" for {self.names[point.seat]}" if point.seat is not None else ""
        return f"{self.span} {point.turn}{whose}"


def luck_words(luck: Luck) -> str:
    return f"{luck.label} {luck.had:g} (expected {amount(luck.expected)})"


def card_lines(card: EndCard, heading: Heading) -> list[str]:
    """Return the card in words."""
    told = [f"{heading.title}{f', {heading.label}' if heading.label else ''}: the end. {card.outcome}"]
    for one in card.standings:
        who = "" if one.seat is None else f"{heading.names[one.seat]}: "
        told.append(f"{who}{one.total}. {', '.join(f'{what} {n}' for what, n in one.parts)}".rstrip(". ") + ".")
    for point in card.points:
        told.append(f"{heading.span.title()} {point.turn}: {point.words}")
    for luck in card.luck:
        told.append(f"{'' if luck.seat is None else f'{heading.names[luck.seat]}: '}{luck_words(luck)}.")
    told += [card.goes_on] * bool(card.goes_on)
    told += card.more
    told += [f"Honours: {', '.join(card.honours)}."] if card.honours else []
    told += [f"Best moment: {heading.moment(card.best)}, {card.best.words}"] if card.best else []
    told += [f"Worst moment: {heading.moment(card.worst)}, {card.worst.words}"] if card.worst else []
    return [*told, f"Seed {heading.seed}. {heading.again}"]


CARDS = {
    "astroforce": "starforge.games.astroforce.words.end_card",
    "reach": "starforge.games.reach.words.end_card",
    "shattered-reach": "starforge.games.shattered_reach.words.end_card",
}
"""Where each game words its card; of all others it is what their result says."""


def end_card(game: str, s: State, told: Sequence[Sequence[Event]], names: Sequence[str]) -> EndCard:
    """Return what an ended match came to; ``told`` holds by move, from 0, what happened in it, unredacted."""
    if game in CARDS:
        made: EndCard = _made(CARDS[game]).end_card(s, told, names)
        return made
    text, scores = (s.result.text, s.result.scores) if s.result is not None else ("", ())
    return EndCard(text, tuple(Standing(str(n), (), seat) for seat, n in enumerate(scores)))


def standing(game: str, view: View, names: Sequence[str]) -> str:
    """Return in one line how things stand, as it is told at the end of a turn; '' where a game has no words for it."""
    return str(_made(CARDS[game]).standing(view, names)) if game in CARDS else ""


def turn_report(game: str, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return in lines what the events of a turn came to, where a game sums that up."""
    report = getattr(_made(CARDS[game]), "turn_report", None) if game in CARDS else None
    return list(report(events, names)) if report is not None else []


def _made(module: str) -> Any:
    return import_module(module)
