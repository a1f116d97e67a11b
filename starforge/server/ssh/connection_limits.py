"""How much one address, one user and everybody together may ask of the server."""

from __future__ import annotations

from ipaddress import ip_address, ip_network
from time import monotonic

from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Bound connections: in all, those that have not yet said who they are, of an address, of a user.

    Of those that have not said who they are, an address has at most as many as are still free for others.
    ``burst`` connections may come at once from an address, and one more every ``pace`` seconds.
    """

    all: int = 500
    unknown: int = 100
    address: int = 50
    user: int = 8
    burst: int = 40
    pace: float = 1.0


@dataclass(slots=True)
class _Seen:
    """Remember an address: its open connections, and how many it may still open at once."""

    open: int = 0
    left: float = 0.0
    at: float = 0.0


def network_of(address: str) -> str:
    """Return an address as it counts: IPv4 within IPv6 as itself, else the network that IPv6 gives to a household."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


class ConnectionCounter:
    """Count connections, each by a number of its own, and say which are too many."""

    def __init__(self, bounds: ConnectionLimits) -> None:
        self.bounds = bounds
        self._address: dict[int, str] = {}
        self._user: dict[int, str] = {}
        self._seen: dict[str, _Seen] = {}
        self._per_user: dict[str, int] = {}

    @property
    def open(self) -> int:
        return len(self._address)

    def arrive(self, number: int, address: str, now: float | None = None) -> str:
        """Count a connection that begins and return '', or return why it is not to be."""
        now = monotonic() if now is None else now
        words = self._too_many(address, now)
        if not words:
            seen = self._seen[address]
            seen.open += 1
            seen.left -= 1
            self._address[number] = address
        return words

    def _too_many(self, address: str, now: float) -> str:
        bounds = self.bounds
        if self.open >= bounds.all:
            return "the server is full"
        free = bounds.unknown - (self.open - len(self._user))
        if sum(one == address and n not in self._user for n, one in self._address.items()) >= free:
            return "too many connections are just beginning"
        seen = self._seen.get(address)
        if seen is None:
            self._forget(now)
            seen = self._seen[address] = _Seen(0, bounds.burst, now)
        seen.left = min(bounds.burst, seen.left + (now - seen.at) / bounds.pace)
        seen.at = now
        if seen.open >= bounds.address:
            return "there are too many connections from this address"
        return "this address connects too often" if seen.left < 1 else ""

    def _forget(self, now: float) -> None:
        """Forget addresses that have nothing open and have rested long enough to begin anew."""
        rested = self.bounds.burst * self.bounds.pace
        for address in [a for a, seen in self._seen.items() if not seen.open and now - seen.at > rested]:
            del self._seen[address]

    def known(self, number: int, user: str) -> str:
        """Count a connection as a user's and return '', or return why this user may have no more."""
        if number not in self._address or self._user.get(number) == user:
            return ""
        if self._per_user.get(user, 0) >= self.bounds.user:
            return f"you are connected {self.bounds.user} times already; leave one of the others first"
        self._user[number] = user
        self._per_user[user] = self._per_user.get(user, 0) + 1
        return ""

    def leave(self, number: int) -> None:
        address = self._address.pop(number, None)
        if address is not None:
            self._seen[address].open -= 1
        user = self._user.pop(number, None)
        if user is not None:
            self._per_user[user] -= 1
            if not self._per_user[user]:
                del self._per_user[user]
