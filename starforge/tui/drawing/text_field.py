"""A line of text as it is being typed. Pure."""

from __future__ import annotations

from dataclasses import replace

from starforge.quick import dataclass
from starforge.tui.drawing.picture import clean


@dataclass(frozen=True, slots=True)
class TextField:
    """Hold what is typed and where the cursor stands; at most ``limit`` characters, only digits if ``digits``.

    ``offered``: nobody has typed the text yet, so that the first that is typed or deleted takes its place. ``refused``
    says why something of what was typed last is not there.
    """

    text: str = ""
    cursor: int = 0
    limit: int = 40
    digits: bool = False
    offered: bool = False
    refused: str = ""

    @classmethod
    def of(cls, text: str = "", limit: int = 40, digits: bool = False, offered: bool = False) -> TextField:
        """Return a field to edit, the cursor at its end."""
        return cls(text[:limit], len(text[:limit]), limit, digits, offered)

    def typed(self, text: str) -> TextField:
        """Return the field with text put in at the cursor."""
        if self.offered:
            return self._emptied().typed(text)
        wanted = "".join(c for c in clean(text) if not self.digits or c in "0123456789")
        new = wanted[: max(self.limit - len(self.text), 0)]
        refused = "! digits only" if len(wanted) < len(clean(text)) else ""
        refused = refused or (f"! at most {self.limit} characters" if len(new) < len(wanted) else "")
        text = self.text[: self.cursor] + new + self.text[self.cursor :]
        return replace(self, text=text, cursor=self.cursor + len(new), refused=refused)

    def pressed(self, key: str) -> TextField:
        """Return the field after a key that moves or deletes; other keys change nothing."""
        if self.offered and key in ("backspace", "delete"):
            return self._emptied()
        text, at = self.text, self.cursor
        if key == "backspace" and at:
            return replace(self, text=text[: at - 1] + text[at:], cursor=at - 1, refused="")
        if key == "delete":
            return replace(self, text=text[:at] + text[at + 1 :], refused="")
        if key == "ctrl+u":
            return replace(self, text=text[at:], cursor=0, refused="")
        moves = {"left": max(at - 1, 0), "right": min(at + 1, len(text)), "home": 0, "end": len(text)}
        return replace(self, cursor=moves.get(key, at), offered=self.offered and key not in moves, refused="")

    def _emptied(self) -> TextField:
        return TextField("", 0, self.limit, self.digits)
