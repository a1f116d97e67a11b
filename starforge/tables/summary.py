"""What a lobby tells of a table without opening it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class Summary(NamedTuple):
    """Tell about a table without opening it: nothing in it is secret. ``game`` is the slug; ``names`` by seat."""

    id: str
    game: str
    names: tuple[str, ...]
    turn: int
    updated: datetime
    ended: bool
    outcome: str
