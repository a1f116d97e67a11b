"""The vocabularies that cards are written in, what their ops are worth to a bot, and which may be rewards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from starforge.engine.ops import Ops
from starforge.quick import dataclass

F = TypeVar("F", bound=Callable[..., Any])


op = Ops(worth=2.0)
"""What missions, Specialists and the course of the game do (effects, turns, ends); ``worth`` takes an Outlook."""
ability = Ops()
"""What Specialists change for as long as they are aboard (abilities)."""
goal = Ops()
"""What Landing cards reward (goals); ``worth`` takes a Gain and returns the share of a missing step that it brings."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a bot knows when it asks what an op is worth: the turn, its damage cards, the tokens left in the box."""

    turn: int
    hurt: int
    tokens: int

    @property
    def round(self) -> int:
        return (self.turn - 1) // 3 + 1


@dataclass(frozen=True, slots=True)
class Gain:
    """What a bot could gain: a mission of a type, ``fresh`` if it has claimed none such; or crew of a level and type.

    The level of a Specialist is 'specialist'.
    """

    mission: str = ""
    fresh: bool = False
    level: str = ""
    type: str = ""


@dataclass(frozen=True, slots=True)
class Reward:
    """An op that missions may have as reward: on which types, what it is called, when it does nothing.

    ``brief(*args)`` says it in nine letters. ``useless(s, seat, *args)`` says why it would do nothing now, '' if it
    would do something. One that is ``private`` touches nothing but the player's own hand and board, so that it may
    happen while all plan.
    """

    types: tuple[str, ...]
    brief: Callable[..., str]
    useless: Callable[..., str]
    private: bool


REWARDS: dict[str, Reward] = {}
"""The rewards by the name of the op."""


def useful(*asked: object) -> str:
    return ""


def reward(
    *types: str,
    brief: str | Callable[..., str] = "",
    useless: Callable[..., str] = useful,
    private: bool = False,
) -> Callable[[F], F]:
    """Let an op stand as reward on missions of these types; ``brief`` is a format or a function, else its name."""

    def register(function: F) -> F:
        name = function.__name__.replace("_", "-")
        words = brief if callable(brief) else (brief or name).format
        REWARDS[name] = Reward(types, words, useless, private)
        return function

    return register
