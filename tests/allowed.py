"""That what a game lists as allowed, by ways that are quicker than the rules, is what the rules themselves allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import product
from typing import Any

from starforge.engine.action import Action
from starforge.engine.game import Game
from starforge.engine.rng import Rng


def by_the_rules(game: Game[Any, Any], s: Any, seat: int) -> list[Action]:
    """Return what a seat may do: whatever is offered and not refused, rule by rule."""
    rules = game.rules[s.asks[seat].kind]
    return [a for rule in rules for a in rule.offers(s, seat) if rule.check(s, seat, a) is None]


def agrees(game: Game[Any, Any], s: Any) -> bool:
    """Tell whether both say the same of all who are asked, in the same order."""
    return all(game.legal(s, seat) == by_the_rules(game, s, seat) for seat in s.asks)


def disputed(game: Game[Any, Any], s: Any, words: Mapping[str, Sequence[Any]]) -> list[str]:
    """Return where the rules and the list differ about actions made of words, possible or not: there should be none.

    ``words`` are what may stand in a field, by its name, or by action and name; other actions are not tried.
    """
    wrong = []
    for seat, ask in s.asks.items():
        listed = set(game.legal(s, seat))
        for rule in game.rules[ask.kind]:
            names = [field.name for field in fields(rule.action)]
            places = [words.get(f"{rule.action.__name__}.{name}", words.get(name, ())) for name in names]
            actions = [rule.action(*values) for values in product(*places)]
            wrong += [str(a) for a in actions if (rule.check(s, seat, a) is None) != (a in listed)]
    return wrong


def played(game: Game[Any, Any], s: Any, seed: int, most: int) -> Iterator[Any]:
    """Yield the states of so many actions at random; the game is given up by nobody."""
    dice = Rng(seed)
    for _ in range(most):
        if s.result is not None or not s.asks:
            return
        yield s
        seat = sorted(s.asks)[dice.below(len(s.asks))]
        legal = [a for a in game.legal(s, seat) if str(a) != "concede"]
        game.apply(s, seat, legal[dice.below(len(legal))])
