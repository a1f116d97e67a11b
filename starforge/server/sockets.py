"""The sockets of a server on its own machine: where they are, who may connect, and who it is that has connected."""

from __future__ import annotations

import os
import platform
import pwd
import socket
import stat
import struct
from pathlib import Path

from starforge.tables.folders import RUN
from starforge.tables.store.contract import Identity
from starforge.tables.table import TableError

_LONGEST_PATH = 107
"""Bytes of the path of a socket, as the system takes it."""


def public_path(asked: Path | None, data: Path) -> Path:
    """Return where people on this machine find the server: where it was asked for, else in the usual place."""
    if asked is not None:
        return asked
    folder = RUN.parent
    try:
        ours = folder.stat().st_uid == os.geteuid() and os.access(folder, os.W_OK)
    except OSError:
        ours = False
    return RUN if ours else data / RUN.name


def worker_path(data: Path) -> Path:
    """Return where the server's own worker processes find it, in a folder that nobody else may enter."""
    folder = data / "workers"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder / "workers.sock"


def listen(path: Path, mode: int) -> socket.socket:
    """Return a socket that listens at a path with the given permissions; raise TableError in words if it cannot."""
    if not hasattr(socket, "SO_PEERCRED"):
        raise TableError("a server runs on Linux only, whose kernel tells who it is that connects")
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise TableError(
            f"the path of a socket has at most {_LONGEST_PATH} bytes, and {path} is longer; give --socket another"
        )
    try:
        _remove_stale(path)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            listening.bind(str(path))
            path.chmod(mode)
            listening.listen(256)
        except BaseException:
            listening.close()
            raise
    except OSError as error:
        what = error.strerror or str(error)
        raise TableError(f"cannot listen at {path}: {what.lower()}; give --socket a path that you may write") from error
    return listening


def _remove_stale(path: Path) -> None:
    """Remove the socket of a server that is gone; raise TableError where one answers, or where it is no socket."""
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(kind):
        raise TableError(f"{path} is there already and is no socket; give --socket another path")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            path.unlink(missing_ok=True)
            return
        except TimeoutError:
            pass
    raise TableError(f"another server answers at {path}; stop it first, or give --socket another path")


def answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def remove(path: Path, listening: socket.socket) -> None:
    """Remove the socket of a server that leaves."""
    listening.close()
    path.unlink(missing_ok=True)


def is_open_to_others(path: Path) -> bool:
    """Tell whether other users of this machine can come to a socket: every folder above it lets them through."""
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)


def peer(connection: socket.socket) -> int:
    """Return the number of the user at the other end, as the kernel knows it."""
    _, uid, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return int(uid)


def login_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return ""


def is_operator(identity: Identity | None) -> bool:
    """Tell whether somebody has the account that the server runs under."""
    return identity == account(os.geteuid())


def account(uid: int) -> Identity:
    """Return how a user of this machine is known again."""
    return Identity("uid", f"{platform.node()}:{uid}")
