"""The commands around a server: serve, doctor, operate, keys."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from starforge.tables.settings import data_folder
from starforge.tables.table import TableError

if TYPE_CHECKING:
    from starforge.server.daemon import Job


def serve(args: Namespace) -> int:
    """Serve a lobby until told to stop."""
    if args.check:
        return doctor(args)
    from starforge.server.daemon import Serving
    from starforge.server.daemon import serve as live

    os.umask(0o077)  # what the server writes is nobody else's, and its sockets say by themselves who may connect
    where = args.log and Path(args.log)
    how = "%(asctime)s %(levelname)s %(message)s"
    logging.basicConfig(filename=where, format=how, level=logging.INFO, force=True)
    data = _data(args)
    jobs = (_ssh(args, data),) if args.ssh else ()
    return live(Serving(data, args.store, _socket(args), jobs=jobs))


def _ssh(args: Namespace, data: Path) -> Job:
    """Return the job that serves SSH; the port and the key are taken at once, so that faults are told at once."""
    try:
        from starforge.server.ssh.authentication import KeyFault, host_key
    except ImportError:
        raise TableError("SSH takes more: pip install 'starforge[server]'") from None
    from starforge.server.ssh import listener

    try:
        host_key(listener.host_key_path(data))
    except KeyFault as error:
        raise TableError(str(error)) from None
    return listener.ssh_job(listener.bind(*listener.parse_address(args.ssh)), max(args.workers, 1))


def doctor(args: Namespace) -> int:
    """Say whether a server could be run, and what is in its way."""
    from starforge.server.operation.doctor import HostEnvironment, examine, report

    ssh = None
    if args.ssh:
        from starforge.server.ssh.listener import parse_address

        ssh = parse_address(args.ssh)
    return report(examine(HostEnvironment(_data(args), args.store, _socket(args), ssh)))


def operate(args: Namespace) -> int:
    """Do what an operator does beside the server."""
    from starforge.server.operation import operate as orders

    print(asyncio.run(orders.operate(_data(args), args.store, args.words, _socket(args))))
    return 0


def keys(args: Namespace) -> int:
    """Show by what the server of this machine knows the user, or join another key to the name."""
    from starforge.server.ssh import commands
    from starforge.tables.remote.address import find_server
    from starforge.tables.remote.lobby import RemoteLobby

    path = find_server()
    if path is None:
        raise TableError("there is no server on this machine; STARFORGE_SOCKET names one elsewhere")

    async def ask() -> tuple[int, str]:
        lobby = RemoteLobby(path, {"name_me": args.words[:1] != ["add"]})  # a code is typed by who has no name yet
        await lobby.connect()
        try:
            return await commands.answer(lobby, ["keys", *args.words])
        finally:
            await lobby.close()

    code, said = asyncio.run(ask())
    print(said, file=sys.stderr if code else sys.stdout)
    return code


def _data(args: Namespace) -> Path:
    return Path(args.data) if args.data else data_folder() / "server"


def _socket(args: Namespace) -> Path | None:
    return Path(args.socket) if args.socket else None
