"""What happened, as it is told to watchers, with the fields that only some seats may see."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from starforge.quick import dataclass


@dataclass(slots=True)
class Event:
    """Tell one thing that happened; ``kind`` is a past participle, ``turn`` that of the game when it did.

    Nobody changes one; it is not frozen because it would take three times as long to make.

    ``secret`` maps a field of ``data`` to the seats that may see it; ``only`` are those that may know of it, None: all.
    """

    kind: str
    data: dict[str, Any] = field(default_factory=dict)
    secret: dict[str, tuple[int, ...]] = field(default_factory=dict)
    only: tuple[int, ...] | None = None
    turn: int = field(default=0, compare=False)


def redact(event: Event, seat: int | None) -> Event | None:
    """Return what ``seat`` may know of the event (None as seat: a spectator), or None when it may know nothing.

    A field that the seat may not see is absent, so a text must find words without it ('an unseen ship fired').
    """
    if event.only is not None and seat not in event.only:
        return None
    if not event.secret and event.only is None:
        return event
    data = {k: v for k, v in event.data.items() if k not in event.secret or seat in event.secret[k]}
    return Event(event.kind, data, turn=event.turn)
