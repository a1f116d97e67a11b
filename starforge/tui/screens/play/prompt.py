"""What is said to a player at a table until the next key, and what is to be confirmed by doing it again."""

from __future__ import annotations

from typing import Any


class Prompt:
    """Hold a ``note`` with its ``mood``, what was said ``before``, and a question that the same key confirms.

    ``begun`` is the stage that has begun since the last key, '' for none: what this key ends may be another.
    """

    def __init__(self) -> None:
        self.note = self.mood = self.before = self.begun = self._stage = ""
        self._asked: tuple[str, Any] | None = None
        self._confirming: tuple[str, Any] | None = None

    def say(self, words: str, mood: str = "") -> None:
        self.note, self.mood = words, mood

    def ask(self, what: str, about: Any, words: str, mood: str = "warn") -> None:
        self._asked = what, about
        self.say(words, mood)

    def next(self, stage: str = "") -> None:
        """Begin with the next key: what was said is gone, and what was asked can be confirmed by this key alone.

        ``stage`` is that of the game now, '' while it has none.
        """
        self.note, self.before = "", self.note
        self.begun = stage if self._stage and stage != self._stage else ""
        self._stage = stage or self._stage
        self._confirming, self._asked = self._asked, None

    def confirmed(self, what: str, about: Any) -> bool:
        """Tell whether this key does what the last one was asked about."""
        return self._confirming == (what, about)

    def doubted(self, about: Any, warning: str, key: str, ends: bool) -> bool:
        """Ask before what is warned of, or ``ends`` a stage that has only just begun, and tell so."""
        if self.begun and ends:
            self.ask("begun", about, f"{self.begun} has only just begun. {key} again: go on")
        elif warning and not self.confirmed("do", about):
            self.ask("do", about, f"{warning} {key} again: do it")
        else:
            return False
        return True
