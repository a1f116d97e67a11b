"""Whether a server can be run here: permissions, ports, versions, room; each complaint says what to do about it."""

from __future__ import annotations

import locale
import os
import pwd
import resource
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import starforge
from starforge.games import GAMES, load
from starforge.server import sockets
from starforge.server.operation.settings import read_server_settings
from starforge.tables.table import TableError
from starforge.tui.app import terminal

ROOM = 200
"""Megabytes that should be free where the games are kept."""
FILES = 1024
"""Files that a process should be allowed to have open: every connection takes two."""
SERVER_DB = "server.db"


class HostEnvironment(NamedTuple):
    """Say how a server is to run; ``ssh`` is host and port, None without."""

    data: Path
    store: str = "sqlite"
    socket: Path | None = None
    ssh: tuple[str, int] | None = None


class Finding(NamedTuple):
    """Report one thing looked at; ``do`` says what to do about it, '' when all is well."""

    about: str
    what: str
    do: str = ""


def examine(host: HostEnvironment, environ: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Look at everything, one thing after the other."""
    yield from _versions(host)
    yield from _games()
    yield from _folder(host)
    yield from _store(host)
    yield from _socket(host)
    yield from _ssh(host)
    yield from _system()
    yield from _confinement(host)
    yield from _terminal(environ)


def report(findings: Iterator[Finding], say: Callable[[str], None] = print) -> int:
    """Say what was found, a line each, and return 0 when all is well, else 1."""
    wrong = 0
    for found in findings:
        say(f"{'WRONG' if found.do else 'ok':5}  {found.about:9}  {found.what}" + (f": {found.do}" if found.do else ""))
        wrong += bool(found.do)
    say(f"{wrong} to be put right" if wrong else "all is well")
    return 1 if wrong else 0


def _versions(host: HostEnvironment) -> Iterator[Finding]:
    yield Finding("starforge", starforge.__version__)
    old = "install Python 3.11 or later" if sys.version_info < (3, 11) else ""
    yield Finding("python", sys.version.split()[0], old)
    yield _package("textual", "8.2", "")
    yield _package("asyncssh", "2.24", "pip install 'starforge[server]'" if host.ssh else None)
    yield _package("psycopg", "3", "pip install 'starforge[postgres]'" if host.store != "sqlite" else None)


def _package(name: str, needed: str, install: str | None) -> Finding:
    """Return what is found of a package; ``install`` is how to get it, None when it is not needed here."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(name, "is not installed", "" if install is None else install or f"pip install {name}")
    return Finding(name, version, "" if _at_least(version, needed) else f"pip install -U '{name}~={needed}'")


def _at_least(version: str, needed: str) -> bool:
    have, want = ([int(part) for part in text.split(".") if part.isdecimal()] for text in (version, needed))
    return have[:1] == want[:1] and have >= want


def _games() -> Iterator[Finding]:
    for slug in GAMES:
        try:
            load(slug)
        except Exception as error:
            yield Finding("games", f"{slug} cannot be loaded ({error})", "install starforge again")
    yield Finding("games", ", ".join(GAMES))


def _folder(host: HostEnvironment) -> Iterator[Finding]:
    folder = host.data
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not folder.exists():
        able = os.access(there, os.W_OK | os.X_OK)
        yield Finding("data", f"{folder} is made at the first start", "" if able else f"let yourself write in {there}")
    elif not folder.is_dir() or not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding("data", f"{folder} cannot be used", "give --data a folder that you may write")
    else:
        about = folder.stat()
        do = _belong(about)
        do = do or (f"chmod 700 {folder}" if about.st_mode & 0o077 else "")
        yield Finding("data", f"{folder}" + (" can be read by others, or is theirs" if do else ""), do)
    free = shutil.disk_usage(there).free // 1_000_000
    yield Finding("disk", f"{free:,} MB free", "" if free >= ROOM else f"make room for at least {ROOM} MB")
    try:
        read_server_settings(folder)
    except TableError as error:
        yield Finding("settings", "cannot be used", str(error))


def _belong(about: os.stat_result) -> str:
    """Return what to do when a file is somebody else's: that may be the account that the server is to run as."""
    if about.st_uid == os.getuid():
        return ""
    try:
        owner = pwd.getpwuid(about.st_uid).pw_name
    except KeyError:
        owner = f"number {about.st_uid}"
    return f"it belongs to the account {owner}: run the server, and this, as that one; else chown it"


def _store(host: HostEnvironment) -> Iterator[Finding]:
    if host.store == "sqlite":
        for path in sorted(host.data.glob(f"{SERVER_DB}*")) if os.access(host.data, os.X_OK) else ():
            about = path.stat()
            do = (f"chmod 600 {path}" if about.st_mode & 0o077 else "") or _belong(about)
            yield Finding("store", f"{path}" + (" holds secrets of games and can be read by others" if do else ""), do)
        return
    try:
        import psycopg
    except ImportError:
        return  # told with the versions
    try:
        with psycopg.connect(host.store, connect_timeout=5) as db:
            yield Finding("store", f"PostgreSQL {db.info.server_version // 10000}")
    except psycopg.Error as error:
        why = " ".join(str(error).split())[:200]
        yield Finding("store", f"no database answers ({why})", "check the URL, and that the database runs")


def _socket(host: HostEnvironment) -> Iterator[Finding]:
    path = sockets.public_path(host.socket, host.data)
    if len(os.fsencode(path)) > 107:
        yield Finding("socket", f"{path} is too long for a socket", "give --socket a shorter path")
        return
    if path.exists() and not path.is_socket():
        yield Finding("socket", f"{path} is there and is no socket", "give --socket another path")
    elif path.exists() and sockets.answers(path):
        yield Finding("socket", f"a server answers at {path}")
    else:
        there = next(one for one in path.parents if one.exists())
        able = os.access(there, os.W_OK | os.X_OK)
        yield Finding("socket", f"{path} is free", "" if able else f"let yourself write in {there}")
    if host.socket is None and path.parent == host.data:
        yield Finding("socket", "only you can reach it there; for others, make /run/starforge and own it")


def _ssh(host: HostEnvironment) -> Iterator[Finding]:
    if host.ssh is None:
        return
    try:
        from starforge.server.ssh.authentication import key_complaint
        from starforge.server.ssh.listener import bind, host_key_path
    except ImportError:
        return  # told with the versions
    address, port = host.ssh
    try:
        bind(address, port).close()
    except TableError as error:
        yield Finding("ssh", f"port {port} cannot be had", f"{error}; a server that runs already has it too")
    else:
        yield Finding("ssh", f"port {port} is free")
    key = host_key_path(host.data)
    if os.access(host.data, os.X_OK) and key.exists():
        do = key_complaint(key)
        yield Finding("host key", f"{key}" + (" is no secret" if do else ""), do)
    else:
        yield Finding("host key", f"{key} is made at the first start")


def _confinement(host: HostEnvironment) -> Iterator[Finding]:
    if host.ssh is not None and sys.platform == "linux":
        from starforge.server.ssh.confinement import landlock

        version = landlock()
        how = f"Landlock {version} keeps them from files and processes of the server" if version else "nothing keeps"
        yield Finding(
            "workers", how if version else f"{how} them from files of the server: this kernel has no Landlock"
        )


def _system() -> Iterator[Finding]:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield Finding(
        "files", f"{soft} may be open at once", "" if soft >= FILES else f"ulimit -n {FILES}, or LimitNOFILE="
    )


def _terminal(environ: Mapping[str, str]) -> Iterator[Finding]:
    yield Finding(
        "locale", f"{locale.setlocale(locale.LC_CTYPE, None)}, letters as {locale.getpreferredencoding(False)}"
    )
    term = environ.get("TERM", "") or "no TERM"
    letters = "plain letters" if terminal.wants_ascii("auto", environ) else "all glyphs"
    size = shutil.get_terminal_size()
    yield Finding("terminal", f"{term}, {size.columns} x {size.lines}, colours: {terminal.colours(environ)}, {letters}")
