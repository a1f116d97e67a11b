"""A line of text as it is being typed. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starforge.tui.drawing.picture import clean


@dataclass(frozen=True, slots=True)
class Line:
    """Hold what is typed and where the cursor stands; at most ``limit`` characters, only digits if ``digits``.

    ``offered``: nobody has typed the text yet, so that the first that is typed or deleted takes its place.
    """

    text: str = ""
    at: int = 0
    limit: int = 40
    digits: bool = False
    offered: bool = False

    def typed(self, text: str) -> Line:
        """Return the line with text put in at the cursor."""
        if self.offered:
            return Line("", 0, self.limit, self.digits).typed(text)
        new = "".join(c for c in clean(text) if not self.digits or c in "0123456789")
        new = new[: max(self.limit - len(self.text), 0)]
        return replace(self, text=self.text[: self.at] + new + self.text[self.at :], at=self.at + len(new))

    def pressed(self, key: str) -> Line:
        """Return the line after a key that moves or deletes; other keys change nothing."""
        if self.offered and key in ("backspace", "delete"):
            return Line("", 0, self.limit, self.digits)
        text, at = self.text, self.at
        if key == "backspace" and at:
            return replace(self, text=text[: at - 1] + text[at:], at=at - 1)
        if key == "delete":
            return replace(self, text=text[:at] + text[at + 1 :])
        if key == "ctrl+u":
            return replace(self, text=text[at:], at=0)
        moves = {"left": max(at - 1, 0), "right": min(at + 1, len(text)), "home": 0, "end": len(text)}
        return replace(self, at=moves.get(key, at), offered=self.offered and key not in moves)


def line(text: str = "", limit: int = 40, digits: bool = False, offered: bool = False) -> Line:
    """Return a line to edit, the cursor at its end."""
    return Line(text[:limit], len(text[:limit]), limit, digits, offered)
