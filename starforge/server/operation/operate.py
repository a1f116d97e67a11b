"""What an operator does beside the server, while it runs or not: invite, list users, keep order, back up."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Protocol

from starforge.games.daily import GAMES_OF_THE_DAY
from starforge.server import sockets
from starforge.tables.own.daily import board_lines, standings
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.store.contract import StoreError, User, new_code
from starforge.tables.store.server import ServerStore, open_store
from starforge.tables.table import TableError

USES, DAYS = 1, 14
"""What an invitation is good for, unless it is said."""
SHAPES = (
    "invite [USES [DAYS]], invites, revoke ID, people, ban NAME [REASON], unban NAME, rename OLD NEW, forget NAME, "
    "board [DAY], stats or backup FILE"
)


class Live(Protocol):
    """The part of a running server that must know of what an operator does."""

    def send_away(self, user: str, words: str) -> None: ...

    def stats(self) -> str: ...

    async def look_who_is(self, user: str) -> None: ...


Order = Callable[[ServerStore, Sequence[str], Live | None], Awaitable[str]]


class BadOrder(TableError):
    """Report an order that cannot be meant."""


async def operate(data: Path, store: str, words: Sequence[str], path: Path | None = None) -> str:
    """Carry an order out on the store of a server, and return what there is to say; raise TableError in words.

    What a running server must know of is done by it, if one answers at its socket, ``path``.
    """
    order_named(words)
    if store == "sqlite":
        if not (data / "server.db").exists():
            raise StoreError(f"no server has been run in {data}; --data names the folder of another")
        _become_owner(data)
    server = sockets.public_path(path, data)
    if words[0] in LIVE and sockets.answers(server):
        return await _have_done(server, words)
    opened = open_store(store, data, alone=False)
    try:
        return await order_named(words)(opened, words[1:], None)
    finally:
        await opened.close()


def order_named(words: Sequence[str]) -> Order:
    """Return the order that words begin with; raise BadOrder when there is none."""
    order = ORDERS.get(words[0]) if words else None
    if order is None:
        raise BadOrder(f"say what is to be done: {SHAPES}")
    return order


async def _have_done(path: Path, words: Sequence[str]) -> str:
    lobby = RemoteLobby(path)
    await lobby.connect()
    try:
        return str(await lobby.ask("operate", words=list(words)))
    finally:
        await lobby.close()


def _become_owner(data: Path) -> None:
    """Go on as the user whom the folder belongs to, so that no file of root's is left for the server to stumble on."""
    import starforge.tables.store.server  # noqa: F401  (afterwards, the folders of Python may be out of reach)

    owner = data.stat()
    if os.geteuid() == 0 and owner.st_uid:
        os.setgroups([])
        os.setegid(owner.st_gid)
        os.seteuid(owner.st_uid)


def _become_oneself() -> None:
    """Write what is not the server's as who one is."""
    if os.getuid() == 0:
        os.seteuid(0)
        os.setegid(0)


def _number(words: Sequence[str], place: int, usual: int, most: int) -> int:
    if len(words) <= place:
        return usual
    if not words[place].isdecimal() or not 1 <= int(words[place]) <= most:
        raise BadOrder(f"invite [USES [DAYS]] takes numbers from 1 to {most}, not {words[place]!r}")
    return int(words[place])


async def _invite(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    uses, days = _number(words, 0, USES, 1000), _number(words, 1, DAYS, 365)
    code, expires = new_code(), datetime.now(UTC) + timedelta(days=days)
    await store.invite(code, "", uses, expires)
    return f"{code}\nIt lets {uses} in, until {expires:%Y-%m-%d %H:%M} UTC, and is not shown again."


async def _invites(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    found = await store.invites()
    lines = [f"{one.sealed[:8]}  {one.uses} left, until {one.expires:%Y-%m-%d %H:%M} UTC" for one in found]
    return "\n".join(lines) or "There are none."


async def _revoke(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    name = _only(words, "revoke ID")
    found = [one.sealed for one in await store.invites() if len(name) >= 4 and one.sealed.startswith(name)]
    if len(found) != 1:
        raise TableError(f"there is no invitation {name!r}; 'invites' lists those there are")
    await store.revoke(found[0])
    return "It lets nobody in any more."


async def _people(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    lines = []
    for user in await store.users():
        known = [f"{one.kind} {one.value}" for one in await store.identities(user.id)]
        banned = f"; banned: {user.barred}" if user.barred else ""
        lines.append(f"{user.name}  since {user.created:%Y-%m-%d}  {', '.join(known) or 'forgotten'}{banned}")
    return "\n".join(lines) or "Nobody is known yet."


async def _known(store: ServerStore, name: str) -> User:
    user = await store.called(name)
    if user is None or user.name != name:
        meant = f"do you mean {user.name!r}?" if user else "'people' lists who is known"
        raise TableError(f"there is nobody called {name!r}; {meant}")
    return user


async def _forget(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    user = await _known(store, _only(words, "forget NAME"))
    if live is not None:
        live.send_away(user.id, "What was kept about you is forgotten now.")
    await store.forget(user.id)
    return (
        f"Nothing is kept about {user.name!r} but the name at its tables. What was said is shown until the server "
        "is restarted; backups made before still hold everything."
    )


async def _ban(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    if not words:
        raise BadOrder("usage: ban NAME [REASON]")
    user, why = await _known(store, words[0]), " ".join(words[1:]) or "no reason was given"
    await store.bar(user.id, why)
    if live is not None:
        live.send_away(user.id, f"You are banned here: {why}.")
    return f"{user.name!r} is banned; 'unban' lifts the ban."


async def _unban(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    user = await _known(store, _only(words, "unban NAME"))
    await store.bar(user.id, "")
    return f"{user.name!r} is no longer banned."


async def _rename(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    if len(words) != 2:
        raise BadOrder("usage: rename OLD NEW")
    user = await _known(store, words[0])
    name = await store.rename(user.id, words[1])
    if live is not None:
        await live.look_who_is(user.id)
    return f"{user.name!r} is called {name!r} now, at all tables."


async def _board(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    day = words[0] if words else datetime.now(UTC).date().isoformat()
    if len(words) > 1 or not _is_day(day):
        raise BadOrder("usage: board [DAY], with a day as in 2026-12-01")
    names, games = {user.id: user.name for user in await store.users()}, {}
    for game in GAMES_OF_THE_DAY:
        boards = (await store.board(game, day), await store.board(game))
        rows = [[one.told(names.get(one.user, one.user)) for one in board] for board in boards]
        games[game] = {"mine": None, "today": rows[0], "ever": rows[1]}
    return "\n".join(board_lines(standings({"day": day, "games": games})))


def _is_day(text: str) -> bool:
    with suppress(ValueError):
        return date.fromisoformat(text).isoformat() == text
    return False


async def _stats(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    if live is None:
        raise TableError("no server runs there; only one that runs can tell what it does")
    return live.stats()


async def _backup(store: ServerStore, words: Sequence[str], live: Live | None) -> str:
    path = Path(_only(words, "backup FILE"))
    _become_oneself()
    await store.back_up(path)
    return f"Everything is in {path} ({path.stat().st_size:,} bytes). Keep it as safe as the server's own folder."


def _only(words: Sequence[str], shape: str) -> str:
    if len(words) != 1:
        raise BadOrder(f"usage: {shape}")
    return words[0]


ORDERS: dict[str, Order] = {
    "invite": _invite,
    "invites": _invites,
    "revoke": _revoke,
    "people": _people,
    "forget": _forget,
    "ban": _ban,
    "unban": _unban,
    "rename": _rename,
    "board": _board,
    "stats": _stats,
    "backup": _backup,
}
LIVE = frozenset({"forget", "ban", "unban", "rename", "stats"})
"""What a server that runs has to know of."""
