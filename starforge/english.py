"""English: numbers with their nouns, chances, lists, sentences."""

from __future__ import annotations

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def count(n: int, noun: str) -> str:
    """Return ``n`` and a noun, ``two Missions``."""
    number = NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)
    return f"{number} {noun}" if n == 1 else f"{number} {noun}s"


def some(n: int, noun: str) -> str:
    """Return ``n`` and a noun in figures, ``2 Mid Pilots``."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def an(noun: str) -> str:
    """Return a noun with its article, ``an ion cannon``."""
    return f"{'an' if noun[0].lower() in 'aeiou' else 'a'} {noun}"


def stopped(words: str) -> str:
    """Return words as a sentence; titles may end with a full stop of their own."""
    return words if words.endswith(".") else f"{words}."


def percent(chance: float) -> str:
    """Return a chance in figures: only what is certain is 100%, and only what cannot be 0%."""
    return ">99%" if 0.995 <= chance < 1 else "<1%" if 0 < chance < 0.005 else f"{chance:.0%}"


def amount(mean: float, digits: int = 1) -> str:
    """Return what is to be expected in figures: only what is nothing is 0."""
    least = 10.0**-digits
    return "0" if mean == 0 else f"<{least:.{digits}f}" if abs(mean) < least / 2 else f"{mean:.{digits}f}"


def listed(parts: list[str], last: str = "and") -> str:
    """Return parts as ``a, b and c``; 'nothing' for none."""
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
