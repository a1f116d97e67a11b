"""What a server's database holds beside tables and moves: people and all about them, and which daemons are alive."""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starforge.tables.store.contract import new_user_id
from starforge.tables.store.schema import PLAY, Schema, make_tables, mark_ended, to_text

if TYPE_CHECKING:
    from starforge.tables.store.sql import Work

PEOPLE = """
CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, user_id TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
CREATE TABLE read_markers (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  last_read INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (user_id, table_id)
);
"""
BOARDS = """
CREATE TABLE tries (
  game TEXT NOT NULL, day TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  table_id TEXT NOT NULL, grade INTEGER NOT NULL, won INTEGER NOT NULL, score INTEGER NOT NULL, turns INTEGER NOT NULL,
  ended TEXT NOT NULL, PRIMARY KEY (game, day, user_id)
);
CREATE INDEX tries_by_table ON tries (table_id);
CREATE TABLE logbook (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, counted INTEGER NOT NULL,
  facts TEXT NOT NULL, PRIMARY KEY (user_id, table_id)
);
"""
"""First tries at the games of the day, and what ended games came to; both stay when the table goes."""
DAEMONS = """
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, wall TEXT NOT NULL);
CREATE TABLE lobby (id TEXT NOT NULL);
"""
"""``at`` is the time of the lobby, ``wall`` the database's own at that moment."""


def name_lobby(work: Work) -> None:
    """Give a new lobby an id, by which it is known again."""
    work("INSERT INTO lobby VALUES (?)", secrets.token_hex(8))


def _key_people_by_ids(work: Work) -> None:
    """Lead a server's database to format 2: people are known by ids, and facts of tables by their names of today."""
    ids = _give_ids(work)
    for table_id, text in work("SELECT id, meta FROM tables").fetchall():
        with suppress(ValueError, TypeError, LookupError, AttributeError):  # what is damaged stays so
            work("UPDATE tables SET meta = ? WHERE id = ?", to_text(_server_meta(json.loads(text), ids)), table_id)


def _give_ids(work: Work) -> dict[str, str]:
    """Give each user an id, by which all that concerns the user is kept; return the ids by name."""
    users = work("SELECT name, folded, drawn, created, preferences, barred FROM users").fetchall()
    ids = {user[0]: new_user_id() for user in users}
    kept = {
        "identities": work("SELECT kind, value, name FROM identities").fetchall(),
        "invites": work("SELECT sealed, made_by, uses, expires FROM invites").fetchall(),
        "talk": work("SELECT table_id, n, name, line, at FROM talk").fetchall(),
        "read_markers": work("SELECT name, table_id, seen, spoken, draft, noticed FROM marks").fetchall(),
    }
    for table in ("identities", "invites", "talk", "marks", "users"):
        work(f"DROP TABLE {table}")
    make_tables(work, PEOPLE)
    for user in users:
        work("INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?)", ids[user[0]], *user)
    for table, column in (("identities", 2), ("invites", 1), ("talk", 2), ("read_markers", 0)):
        for row in kept[table]:
            values = [ids.get(value, value) if n == column else value for n, value in enumerate(row)]
            work(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", *values)
    return ids


def _server_meta(meta: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
    meta["host"] = ids.get(meta["host"], meta["host"])
    for place in meta["places"]:
        place["user"], place["invited"] = (ids.get(place[key], place[key]) for key in ("user", "invited"))
    meta["undo_request"] = meta.pop("wish", None)
    meta["asked"] = {seat: {"n": n, "at": at} for seat, (n, at) in meta.get("asked", {}).items()}
    return meta


def _mark_ended(work: Work) -> None:
    """Lead a server's database to format 3: see ``mark_ended``; a lobby has an id, and beats tell two times."""
    mark_ended(work)
    beats = work("SELECT daemon, at FROM beats").fetchall()
    work("DROP TABLE beats")
    make_tables(work, DAEMONS)
    name_lobby(work)
    for daemon, at in beats:
        work("INSERT INTO beats VALUES (?, ?, ?)", daemon, at, at)


def _keep_boards(work: Work) -> None:
    """Lead a server's database to format 4: it keeps boards and logbooks."""
    make_tables(work, BOARDS)


SERVER = Schema(PLAY + PEOPLE + BOARDS + DAEMONS, (_key_people_by_ids, _mark_ended, _keep_boards))
