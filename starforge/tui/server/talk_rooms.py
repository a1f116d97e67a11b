"""Where one can talk: in the lobby, at a table that gathers, at a table being played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starforge.engine.rules import Refusal
from starforge.tables.shared import ChatMessage, SharedLobby, SharedTable


async def _nothing() -> None:
    """Keep no mark."""


def _free() -> Refusal | None:
    return None


def _quiet() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class TalkRoom:
    """Say where one talks, and how; ``news`` is what has happened there that calls one away from the talk."""

    title: str
    lines: Callable[[], list[ChatMessage]]
    say: Callable[[str], Awaitable[None]]
    watch: Callable[[Callable[[], None]], Callable[[], None]]
    silence: Callable[[], Refusal | None] = _free
    note_read: Callable[[], Awaitable[None]] = _nothing
    news: Callable[[], str] = _quiet


def lobby_talk(lobby: SharedLobby, table_id: str = "", title: str = "The lobby") -> TalkRoom:
    """Return the talk of the lobby, or of a table that gathers."""
    return TalkRoom(title, lambda: lobby.talk(table_id), lambda text: lobby.say(text, table_id), lobby.watch)


def table_talk(table: SharedTable) -> TalkRoom:
    """Return the talk of a table."""
    title = table.game.info.title
    return TalkRoom(title, table.talk, table.say, table.watch, table.silence, table.note_read)
