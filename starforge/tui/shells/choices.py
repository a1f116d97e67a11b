"""Choices in words: which of them are told as one, and how each of them reads. Pure."""

from __future__ import annotations

from starforge.engine.action import first_word
from starforge.engine.rules import Choice

_FEW = 15
"""So many choices are read out one by one; of more, those that belong together are told as one."""


def grouped(choices: list[Choice]) -> list[list[Choice]]:
    """Return the choices one by one if they are few, else by name, else by what they are about, else by first word."""
    if len(choices) > _FEW:
        for key in (_name, _about, lambda choice: type(choice.action)):
            groups: dict[object, list[Choice]] = {}
            for choice in choices:
                groups.setdefault(key(choice), []).append(choice)
            if 1 < len(groups) <= _FEW:
                return list(groups.values())
    return [[choice] for choice in choices]


def _name(choice: Choice) -> str:
    return choice.label.partition(":")[0]


def _about(choice: Choice) -> object:
    """Return the first word and the thing it is done with: all ways to place one card."""
    return tuple(str(choice.action).split()[:2])


def shared(choices: list[Choice]) -> str:
    """Return the words that the labels of choices begin with."""
    first, *others = (_name(c).split() for c in choices)
    same = next((n for n, word in enumerate(first) if any(o[n : n + 1] != [word] for o in others)), len(first))
    return " ".join(first[:same]) or first_word(type(choices[0].action))


def sentence(choice: Choice) -> str:
    """Return a choice as a sentence, with its hint."""
    label, hint = choice.label.rstrip("."), choice.hint.rstrip(".")
    if not hint:
        return f"{label}."
    return f"{label}; {hint}." if hint[0].islower() else f"{label}. {hint}."
