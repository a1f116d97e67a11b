"""What is said to a player at a table until the next key, and what is to be confirmed by doing it again."""

from __future__ import annotations

from typing import Any


class Prompt:
    """Hold a ``note`` with its ``mood``, what was said ``before``, and a question that the same key confirms."""

    def __init__(self) -> None:
        self.note = self.mood = self.before = ""
        self._asked: tuple[str, Any] | None = None
        self._confirming: tuple[str, Any] | None = None

    def say(self, words: str, mood: str = "") -> None:
        self.note, self.mood = words, mood

    def ask(self, what: str, about: Any, words: str, mood: str = "warn") -> None:
        self._asked = what, about
        self.say(words, mood)

    def next(self) -> None:
        """Begin with the next key: what was said is gone, and what was asked can be confirmed by this key alone."""
        self.note, self.before = "", self.note
        self._confirming, self._asked = self._asked, None

    def confirmed(self, what: str, about: Any) -> bool:
        """Tell whether this key does what the last one was asked about."""
        return self._confirming == (what, about)
