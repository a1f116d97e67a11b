"""Who is connected to this daemon, and who of them looks at what; each question costs the same among few and many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from starforge.server.client import Change, Client, PeopleChanged, TableChanged
from starforge.tables.store.contract import Identity

CROWD = 40
"""So many people are named in the lobby, those that are here longest; of more it is told roughly how many there are."""


class Audience:
    """Hold the clients of a hub; ``name_of`` says what a user is called.

    ``lobby_watched`` is called when somebody begins to look at the lobby.
    """

    def __init__(self, name_of: Callable[[str], str], lobby_watched: Callable[[], None]) -> None:
        self._name_of, self._lobby_watched = name_of, lobby_watched
        self._clients: dict[Client, None] = {}
        self._of: dict[str, dict[Client, None]] = {}
        self._at: dict[str, dict[Client, None]] = {}
        self._lobby: dict[Client, None] = {}
        self._people: tuple[int, list[str]] | None = None

    def __iter__(self) -> Iterator[Client]:
        return iter(list(self._clients))

    def __len__(self) -> int:
        return len(self._clients)

    def enter(self, client: Client) -> None:
        """Take in a client, or what a client is known as from now on; it looks at the lobby at first."""
        self._clients[client] = self._lobby[client] = None
        if client.user:
            self._of.setdefault(client.user, {})[client] = None
        self.people_changed()
        self._lobby_watched()

    def leave(self, client: Client) -> bool:
        """Let a client go; tell whether it was here."""
        if client not in self._clients:
            return False
        del self._clients[client]
        self._lobby.pop(client, None)
        if client.user:
            self._of[client.user].pop(client, None)
            if not self._of[client.user]:
                del self._of[client.user]
        self.people_changed()
        return True

    def follow(self, client: Client, table_id: str) -> None:
        """Let a client look at a table, and not at the lobby."""
        self._at.setdefault(table_id, {})[client] = None
        self._lobby.pop(client, None)

    def unfollow(self, client: Client, table_id: str, last: bool) -> None:
        """Let a client look at a table no longer; ``last``: it looks at the lobby again."""
        there = self._at.get(table_id, {})
        there.pop(client, None)
        if not there:
            self._at.pop(table_id, None)
        if last and client in self._clients:
            self._lobby[client] = None
            client.tell(PeopleChanged())
            self._lobby_watched()

    def followers(self, table_id: str) -> list[Client]:
        return list(self._at.get(table_id, ()))

    def followed(self) -> list[str]:
        """Return the tables that somebody looks at."""
        return list(self._at)

    def lobby_is_watched(self) -> bool:
        return bool(self._lobby)

    def of(self, users: Iterable[str]) -> list[Client]:
        return [client for user in users for client in self._of.get(user, ())]

    def users(self) -> list[str]:
        return list(self._of)

    def is_here(self, user: str) -> bool:
        return user in self._of

    def tell_lobby(self, change: Change) -> None:
        """Tell something to all that look at the lobby."""
        for client in list(self._lobby):
            client.tell(change)

    def tell_table(self, table_id: str) -> None:
        for client in self.followers(table_id):
            client.tell(TableChanged(table_id))

    def people_changed(self) -> None:
        self._people = None
        self.tell_lobby(PeopleChanged())

    def people(self) -> tuple[int, list[str]]:
        """Return about how many users are connected, and the names of those that the lobby shows."""
        if self._people is None:
            count, first = len(self._of), [*self._of][:CROWD]
            scale = 10 ** max(len(str(count)) - 2, 0) if count > CROWD else 1
            self._people = count // scale * scale, sorted(map(self._name_of, first), key=str.casefold)
        return self._people

    def everybody(self) -> list[str]:
        return sorted(map(self._name_of, self._of), key=str.casefold)

    def send_away(self, user: str, words: str, but: Client | None = None, by: Identity | None = None) -> None:
        """End all sessions of a user, but one; with ``by`` only those that came by that key or account."""
        for client in self.of([user]):
            if client is not but and (by is None or client.identity == by):
                client.announce(words)
                client.hang_up()
