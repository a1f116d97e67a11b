"""Codes that join a further key or account to a user: shown where one is known already, typed where one is not."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from starforge.tables.store.contract import seal
from starforge.tables.table import TableError

LASTS = 600.0
"""Seconds that a code is good for; it works once."""
TRIES, ALL_TRIES = 5, 1000
"""Wrong codes that one client may type, and all together in the time that a code is good for."""
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


class _Promise(NamedTuple):
    user: str
    until: float


class KeyCodes:
    """Keep the codes that are good now, of one server, by what they are sealed to."""

    def __init__(self) -> None:
        self._open: dict[str, _Promise] = {}
        self._wrong: list[float] = []

    def make(self, user: str, now: float) -> str:
        """Return a new code for a user; an older one of the same user is no longer good."""
        self._open = {sealed: one for sealed, one in self._open.items() if one.user != user and one.until > now}
        code = "".join(secrets.choice(_LETTERS) for _ in range(10))
        self._open[seal(code)] = _Promise(user, now + LASTS)
        return f"{code[:5]}-{code[5:]}"

    def forget(self, user: str) -> None:
        self._open = {sealed: one for sealed, one in self._open.items() if one.user != user}

    def redeem(self, code: str, now: float) -> str:
        """Return whose code it is, and use it up; raise TableError when it is not good."""
        self._wrong = [at for at in self._wrong if at > now - LASTS]
        if len(self._wrong) >= ALL_TRIES:
            raise TableError("too many wrong codes were tried here; try again in ten minutes")
        found = self._open.pop(seal("".join(c for c in code.upper() if c.isalnum())), None)
        if found is None or found.until <= now:
            self._wrong.append(now)
            raise TableError("that code is not good, or not any more; have a new one shown and type it here")
        return found.user
