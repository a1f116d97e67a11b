"""One connection to the server, as hub and requests know it, and the kinds of change that it is told of."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from starforge.tables.store.contract import Identity


class PeopleChanged(NamedTuple):
    """Somebody has come, gone, or is called otherwise."""


class ListingChanged(NamedTuple):
    """A table stands otherwise in the lobby's listing, or is no longer in it; ``users`` are those that it concerns."""

    table: str
    users: frozenset[str] = frozenset()


class TableChanged(NamedTuple):
    """Something has changed at a table that the client follows."""

    table: str


class TalkChanged(NamedTuple):
    """Something was said at a table ('': in the lobby)."""

    table: str


Change = PeopleChanged | ListingChanged | TableChanged | TalkChanged


class Client(Protocol):
    """One connection; ``user`` is '' until a name was registered, ``identity`` is who the system says it is.

    ``suggested`` is the name that the user would have; ``wrong_codes`` counts codes that were typed in vain.
    """

    user: str
    identity: Identity | None
    suggested: str
    greeted: bool
    wrong_codes: int

    def tell(self, change: Change) -> None:
        """Take in that something has changed, of which the client is told when it has read what was sent before."""

    def announce(self, words: str) -> None:
        """Say something to the user that concerns the whole server."""

    def hang_up(self) -> None:
        """Close the connection once what was begun is answered."""

    def seat_at(self, table_id: str) -> int | None:
        """Return the seat from which the client looks at a table that it follows, None for a spectator."""

    def hears(self, table_id: str) -> bool:
        """Tell whether the client is told what is said at a table."""

    async def known_as(self, user: str) -> None:
        """Take in who the user is, and show the lobby to a user."""

    async def open(self, table_id: str, seat: int | None) -> None:
        """Follow a table, from a seat or as a spectator."""

    async def close_table(self, table_id: str) -> None:
        """Stop following a table, and keep how much of it the user has seen."""

    def hear(self, table_id: str) -> None:
        """Follow what is said at a table that is not open here."""
