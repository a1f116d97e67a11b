"""What is sent of projections, as pieces of JSON."""

from __future__ import annotations

import json
from collections.abc import MutableMapping
from typing import Any
from weakref import WeakKeyDictionary

from starforge.tables.play.projection import Projection
from starforge.tables.remote import wire

_packed: MutableMapping[Projection, dict[str, str]] = WeakKeyDictionary()


def text(data: Any) -> str:
    """Return data as a piece of a line."""
    return json.dumps(data, separators=(",", ":"))


def packed(shown: Projection) -> dict[str, str]:
    """Return all of a projection but its log, by name; it is packed once for all that are told."""
    pieces = _packed.get(shown)
    if pieces is None:
        pieces = {"view": text(wire.pack_view(shown.game, shown.view)), "length": str(shown.length)}
        if shown.viewer is not None:
            pieces |= {"mine": str(shown.mine), "undoable": text(shown.takeable)}
        _packed[shown] = pieces
    return pieces
