"""What a lobby tells of a table without opening it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple


class Summary(NamedTuple):
    """Tell about a table without opening it: nothing in it is secret. ``game`` is the slug; ``names`` by seat."""

    id: str
    game: str
    names: tuple[str, ...]
    turn: int
    updated: datetime
    ended: bool
    outcome: str
    options: Mapping[str, Any] = MappingProxyType({})
