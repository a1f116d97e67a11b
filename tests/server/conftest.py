"""Stores to test with, and tests that are coroutines."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from starforge.tables.store.server import ServerFile, ServerStore
from tests.server.postgres import MISSING, Postgres, find


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


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


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
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
