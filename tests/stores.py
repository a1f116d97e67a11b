"""Stores to test with: empty ones of each kind, and what older servers have left, as SQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from starforge.tables.store.server import ServerFile, ServerStore
from tests.postgres import MISSING, Postgres, find

STORES = Path(__file__).parent / "tables" / "stores"
"""Dumps named ``server-FORMAT`` and ``local-FORMAT``. Of format 1 there are the games of a server, and its people."""
KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres")))


def unpack(name: str, file: Path) -> None:
    """Make a private SQLite file of a dump."""
    file.parent.chmod(0o700)
    with closing(sqlite3.connect(file)) as db:
        db.executescript((STORES / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if find("initdb") is None or find("postgres") is None:
        pytest.skip(MISSING)
    server = Postgres()
    yield server
    server.remove()


class Maker:
    """Open the same store again and again; ``now`` is what its clock shows."""

    def __init__(self, kind: str, make: Callable[[Callable[[], datetime]], ServerStore]) -> None:
        self.kind, self._make = kind, make
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self._open: list[ServerStore] = []

    def __call__(self) -> ServerStore:
        self._open.append(self._make(lambda: self.now))
        return self._open[-1]

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)

    def close(self) -> None:
        for store in self._open:
            asyncio.run(store.close())


@pytest.fixture(params=KINDS)
def maker(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """Return the way to open an empty store, of each kind; also SQLite may be opened several times here."""
    if request.param == "sqlite":
        monkeypatch.setattr("starforge.tables.store.server._hold", lambda path: os.open("/dev/null", 0))
        made = Maker("sqlite", lambda now: ServerStore(ServerFile(tmp_path / "data"), now))
    else:
        made = postgres_maker(request.getfixturevalue("postgres"))
    yield made
    made.close()


def postgres_maker(server: Postgres) -> Maker:
    import psycopg

    from starforge.tables.store.postgres import Postgres as Database

    with psycopg.connect(server.url, autocommit=True) as db:
        db.execute("DROP SCHEMA IF EXISTS starforge CASCADE")
    return Maker("postgres", lambda now: ServerStore(Database(server.url), now))


@pytest.fixture
def fresh(postgres: Postgres) -> str:
    """Return the address of a database with nothing in it."""
    postgres_maker(postgres)
    return postgres.url


@pytest.fixture(params=KINDS)
def people(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return what ``--store`` says to open the people of a server of format 1 in ``tmp_path``.

    Ada, once called Addie, has a key and an account; Ben has resigned a game; Cyd is banned; Dee is forgotten; Eve has
    only come by. They were written by the last starforge that knew people by names.
    """
    name = f"server-1-people.{request.param}.sql"
    if request.param == "sqlite":
        unpack(name, tmp_path / "server.db")
        return "sqlite"
    import psycopg

    url: str = request.getfixturevalue("fresh")
    with psycopg.connect(url, autocommit=True) as db:
        db.execute((STORES / name).read_text(encoding="utf-8").encode())
    return url
