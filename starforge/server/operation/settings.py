"""What the operator of a server has set, in ``server.toml`` in its data folder."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from starforge.tables.table import TableError

FILE = "server.toml"


class ServerSettings(BaseModel):
    """Hold what an operator may set; every value has a default.

    ``registration``: whether anybody who can connect may take a name, or only who has an invitation.
    ``tables_per_user``: so many tables that have not ended a user may have offered; ``seats_per_user``: at so many a
    user may have a place. ``absent_minutes``, ``absent_hours``: after so long others may let a bot play for somebody,
    at a table without a clock, who was connected when the turn came, or who was not. ``notify``: a command and its
    arguments that the server runs whenever it is a user's turn, with table and user as further arguments;
    ``notify_per_minute``: at most so often. ``ssh_connections``: how many there may be over SSH, ``..._per_address``
    and ``..._per_user`` of them; ``ssh_idle_minutes``: after so long without a key a session is closed. ``clients``:
    how many sessions there may be in all, ``clients_per_account`` of one account of this machine; ``tables``: how many
    that have not ended. ``keep_ended_days``: after so many days a table that has ended is removed (0: never), and
    written to a file of the folder ``archive`` before, if that is named.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    registration: Literal["open", "invite"] = "open"
    tables_per_user: int = Field(default=10, ge=1, le=1000)
    seats_per_user: int = Field(default=40, ge=1, le=1000)
    absent_minutes: int = Field(default=10, ge=1)
    absent_hours: int = Field(default=24, ge=1)
    notify: list[str] = []
    notify_per_minute: int = Field(default=60, ge=1)
    ssh_connections: int = Field(default=500, ge=1)
    ssh_connections_per_address: int = Field(default=50, ge=1)
    ssh_connections_per_user: int = Field(default=8, ge=1)
    ssh_idle_minutes: int = Field(default=120, ge=1)
    clients: int = Field(default=600, ge=1)
    clients_per_account: int = Field(default=24, ge=1)
    tables: int = Field(default=2000, ge=1)
    keep_ended_days: int = Field(default=0, ge=0)
    archive: str = ""


def read_server_settings(data: Path) -> ServerSettings:
    """Return the settings of the server in a data folder; raise TableError in words when they cannot be used."""
    path = data / FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ServerSettings()
    except (OSError, UnicodeDecodeError) as error:
        raise TableError(f"the server's settings in {path} cannot be read: {error}") from error
    try:
        return ServerSettings.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"the server's settings in {path} are not TOML: {error}") from error
    except ValidationError as error:
        raise TableError(f"the server's settings in {path} cannot be used: {_faults(error)}") from error


def _faults(error: ValidationError) -> str:
    faults = []
    for fault in error.errors():
        name = ".".join(map(str, fault["loc"]))
        if fault["type"] == "extra_forbidden":
            faults.append(f"there is no setting {name!r}; there are: {', '.join(ServerSettings.model_fields)}")
        else:
            faults.append(f"{name} cannot be {fault['input']!r}: {fault['msg'].lower()}")
    return "; ".join(faults)
