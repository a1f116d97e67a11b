"""Rules: which actions answer an ask, and the sentence a player reads when one does not. Legality is explanation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from starforge.engine.action import Action
from starforge.engine.state import State
from starforge.quick import dataclass

S = TypeVar("S", bound=State)


class Refusal(NamedTuple):
    """Say why an action is not allowed: a sentence for the player, and the id of the rule that forbids it."""

    reason: str
    rule: str


class Illegal(Exception):
    """Refuse an action; the text is the sentence the player reads, ``rule`` the id of the rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.reason, self.rule = refusal


@dataclass(frozen=True, slots=True)
class Rule(Generic[S]):
    """Bind an action to what it needs and does.

    ``offers`` lists the actions a player may consider, allowed or not; together with ``check`` it must list every
    allowed one. ``check`` decides about any action of the type, offered or not. ``do`` changes the state: the seat's
    ask is already closed; it may open asks anew and push ops, which run when no ask is open. ``allowed`` gives the
    offers that pass ``check``, in the same order, where that can be done faster than by checking each.
    """

    action: type[Action]
    offers: Callable[[S, int], Iterable[Action]]
    check: Callable[[S, int, Any], Refusal | None]
    do: Callable[[S, int, Any], None]
    allowed: Callable[[S, int], Iterable[Action]] | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """Show one action to a player: its label, what it would do, and, when it is not allowed, why and by which rule."""

    action: Action
    label: str
    hint: str = ""
    reason: str = ""
    rule: str = ""


def always(s: State, seat: int, a: Action) -> None:
    """Check nothing: the action is allowed whenever it is offered."""


def only(action: type[Action]) -> Callable[[State, int], Iterable[Action]]:
    """Return offers for an action without fields."""
    one = (action(),)
    return lambda s, seat: one
