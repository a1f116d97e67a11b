"""Where people talk: in the lobby, in a table's waiting room, at a table being played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starforge.engine.rules import Refusal
from starforge.quick import dataclass
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.remote.table import RemoteTable
from starforge.tables.shared import ChatMessage


async def _no_mark() -> None:
    """Keep no mark."""


def _allowed() -> Refusal | None:
    return None


def _no_news() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class TalkRoom:
    """Where people talk; ``silence`` is why nobody may, ``news`` what calls them away from the talk."""

    title: str
    lines: Callable[[], list[ChatMessage]]
    say: Callable[[str], Awaitable[None]]
    watch: Callable[[Callable[[], None]], Callable[[], None]]
    silence: Callable[[], Refusal | None] = _allowed
    note_read: Callable[[], Awaitable[None]] = _no_mark
    news: Callable[[], str] = _no_news


def lobby_talk(lobby: RemoteLobby, table_id: str = "", title: str = "The lobby") -> TalkRoom:
    return TalkRoom(title, lambda: lobby.talk(table_id), lambda text: lobby.say(text, table_id), lobby.watch)


def table_talk(table: RemoteTable) -> TalkRoom:
    title = table.game.info.title
    return TalkRoom(title, table.talk, table.say, table.watch, table.silence, table.note_read)
