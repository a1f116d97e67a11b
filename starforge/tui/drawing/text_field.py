"""A line of text as it is being typed. Pure."""

from __future__ import annotations

from dataclasses import replace

from starforge.quick import dataclass
from starforge.tui.drawing.picture import clean


@dataclass(frozen=True, slots=True)
class TextField:
    """Hold what is typed and where the cursor stands; at most ``limit`` characters, only digits if ``digits``.

    ``offered``: nobody has typed the text yet, so that the first that is typed or deleted takes its place.
    """

    text: str = ""
    cursor: int = 0
    limit: int = 40
    digits: bool = False
    offered: bool = False

    @classmethod
    def of(cls, text: str = "", limit: int = 40, digits: bool = False, offered: bool = False) -> TextField:
        """Return a field to edit, the cursor at its end."""
        return cls(text[:limit], len(text[:limit]), limit, digits, offered)

    def typed(self, text: str) -> TextField:
        """Return the field with text put in at the cursor."""
        if self.offered:
            return self._emptied().typed(text)
        new = "".join(c for c in clean(text) if not self.digits or c in "0123456789")
        new = new[: max(self.limit - len(self.text), 0)]
        text = self.text[: self.cursor] + new + self.text[self.cursor :]
        return replace(self, text=text, cursor=self.cursor + len(new))

    def pressed(self, key: str) -> TextField:
        """Return the field after a key that moves or deletes; other keys change nothing."""
        if self.offered and key in ("backspace", "delete"):
            return self._emptied()
        text, at = self.text, self.cursor
        if key == "backspace" and at:
            return replace(self, text=text[: at - 1] + text[at:], cursor=at - 1)
        if key == "delete":
            return replace(self, text=text[:at] + text[at + 1 :])
        if key == "ctrl+u":
            return replace(self, text=text[at:], cursor=0)
        moves = {"left": max(at - 1, 0), "right": min(at + 1, len(text)), "home": 0, "end": len(text)}
        return replace(self, cursor=moves.get(key, at), offered=self.offered and key not in moves)

    def _emptied(self) -> TextField:
        return TextField("", 0, self.limit, self.digits)
