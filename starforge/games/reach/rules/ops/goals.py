"""The side objectives of the Landing cards: how far a player is with one, and how far it takes."""

from __future__ import annotations

from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import KINDS, LEVELS, TYPE_OF, Player
from starforge.games.reach.rules.ops.vocabulary import Gain, goal
from starforge.games.reach.words.names import KIND_NAMES

Progress = tuple[int, int]
"""What there is, and what is needed."""


def _have_says(number: int, level: str, kind: str) -> str:
    name = level.title() if kind == "any" else f"{level.title()} {kind.title()}"
    return f"Have {number} {name}{'s' if number > 1 else ''}"


def _have_worth(gain: Gain, number: int, level: str, kind: str) -> float:
    if not gain.level or kind not in ("any", gain.type):
        return 0.0
    if level == "lead" and gain.level in LEVELS[:3]:
        return 0.1 * (LEVELS.index(gain.level) + 1)
    return 0.6 if gain.level == level == "specialist" else float(gain.level == level)


@goal(_have_says, worth=_have_worth)
def have(p: Player, turn: int, number: int, level: str, kind: str) -> Progress:
    b = book()
    if level == "specialist":
        return sum(c in b.specialists for c in p.owned()), number
    cards = [c for c in p.owned() if c in b.crew and b.crew[c].level == LEVELS.index(level) + 1]
    return sum(kind in ("any", TYPE_OF[c[0]]) for c in cards), number


@goal(
    lambda number, kind: f"Complete {number} {KIND_NAMES[kind] or 'missions'}",
    worth=lambda gain, number, kind: 0.8 * (gain.mission != "" and kind in ("any", gain.mission)),
)
def complete(p: Player, turn: int, number: int, kind: str) -> Progress:
    return sum(kind in ("any", book().missions[m].type) for m in p.claimed), number


@goal("Complete missions of {0} types", worth=lambda gain, number: 0.8 * gain.fresh)
def complete_kinds(p: Player, turn: int, number: int) -> Progress:
    return len({book().missions[m].type for m in p.claimed} & set(KINDS)), number


@goal("Land with no damage card on the ship")
def land_undamaged(p: Player, turn: int) -> Progress:
    return int(p.hurt() == 0), 1


def progress(p: Player, turn: int, card: str) -> list[tuple[str, int, int]]:
    """Return the objectives of a Landing card as words, what the player has, and what it takes."""
    return [(goal.say(g), *goal.do(g, p, turn)) for g in book().landings[card].objectives]
