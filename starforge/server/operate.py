"""What an operator does beside the server, while it runs or not: invite, look who is known, forget people, back up."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, cast

from starforge.server.records import Records, StoreError, new_code
from starforge.server.store import open_store
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.store.sqlite import SqliteStore

USES, DAYS = 1, 14
"""What an invitation is good for, unless it is said."""
SHAPES = "invite [USES [DAYS]], invites, revoke ID, people, forget NAME or backup FILE"

_Order = Callable[[Records, Sequence[str]], Awaitable[str]]


class Misused(TableError):
    """Report an order that cannot be meant."""


async def operate(data: Path, store: str, words: Sequence[str]) -> str:
    """Carry an order out on the store of a server, and return what there is to say; raise TableError in words."""
    order = ORDERS.get(words[0]) if words else None
    if order is None:
        raise Misused(f"say what is to be done: {SHAPES}")
    if store == "sqlite":
        if not (data / "server.db").exists():
            raise StoreError(f"no server has been run in {data}; --data names the folder of another")
        _become_owner(data)
    records = open_store(store, data, alone=False)
    try:
        return await order(records, words[1:])
    finally:
        await records.close()


def _become_owner(data: Path) -> None:
    """Go on as the user whom the folder belongs to, so that no file of root's is left for the server to stumble on."""
    import starforge.server.store.sqlite  # noqa: F401  (afterwards, the folders of Python may be out of reach)

    owner = data.stat()
    if os.geteuid() == 0 and owner.st_uid:
        os.setgroups([])
        os.setegid(owner.st_gid)
        os.seteuid(owner.st_uid)


def _number(words: Sequence[str], place: int, usual: int, most: int) -> int:
    if len(words) <= place:
        return usual
    if not words[place].isdecimal() or not 1 <= int(words[place]) <= most:
        raise Misused(f"invite [USES [DAYS]] takes numbers from 1 to {most}, not {words[place]!r}")
    return int(words[place])


async def _invite(records: Records, words: Sequence[str]) -> str:
    uses, days = _number(words, 0, USES, 1000), _number(words, 1, DAYS, 365)
    code, expires = new_code(), datetime.now(UTC) + timedelta(days=days)
    await records.invite(code, "", uses, expires)
    return f"{code}\nIt lets {uses} in, until {expires:%Y-%m-%d %H:%M} UTC, and is not shown again."


async def _invites(records: Records, words: Sequence[str]) -> str:
    found = await records.invites()
    lines = [f"{one.sealed[:8]}  {one.uses} left, until {one.expires:%Y-%m-%d %H:%M} UTC" for one in found]
    return "\n".join(lines) or "There are none."


async def _revoke(records: Records, words: Sequence[str]) -> str:
    name = _only(words, "revoke ID")
    found = [one.sealed for one in await records.invites() if len(name) >= 4 and one.sealed.startswith(name)]
    if len(found) != 1:
        raise TableError(f"there is no invitation {name!r}; 'invites' lists those there are")
    await records.revoke(found[0])
    return "It lets nobody in any more."


async def _people(records: Records, words: Sequence[str]) -> str:
    lines = []
    for user in await records.users():
        known = [f"{one.kind} {one.value}" for one in await records.identities(user.name)]
        lines.append(f"{user.name}  since {user.created:%Y-%m-%d}  {', '.join(known) or 'forgotten'}")
    return "\n".join(lines) or "Nobody is known yet."


async def _forget(records: Records, words: Sequence[str]) -> str:
    name = _only(words, "forget NAME")
    if name not in [user.name for user in await records.users()]:
        raise TableError(f"there is nobody called {name!r}; 'people' lists who is known")
    await records.forget(name)
    return (
        f"Nothing is kept about {name!r} but the name at its tables. What was said is shown until the server "
        "is started anew; backups made before hold everything still."
    )


async def _backup(records: Records, words: Sequence[str]) -> str:
    path = Path(_only(words, "backup FILE"))
    if not hasattr(records, "back_up"):
        raise TableError("a PostgreSQL is backed up by its own means: pg_dump --schema=starforge")
    await cast("SqliteStore", records).back_up(path)
    return f"Everything is in {path} ({path.stat().st_size:,} bytes). Keep it as safe as the server's own folder."


def _only(words: Sequence[str], shape: str) -> str:
    if len(words) != 1:
        raise Misused(f"that is written: {shape}")
    return words[0]


ORDERS: dict[str, _Order] = {
    "invite": _invite,
    "invites": _invites,
    "revoke": _revoke,
    "people": _people,
    "forget": _forget,
    "backup": _backup,
}
