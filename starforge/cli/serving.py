"""The commands of whoever runs a server: serve, doctor, operate."""

from __future__ import annotations

import asyncio
import logging
import os
from argparse import Namespace
from pathlib import Path

from starforge.server import daemon
from starforge.server.operation import operate as orders
from starforge.server.operation.doctor import HostEnvironment, examine, report
from starforge.tables.folders import data_folder
from starforge.tables.table import TableError


def serve(args: Namespace) -> int:
    if args.check:
        return doctor(args)
    os.umask(0o077)  # what the server writes is nobody else's, and its sockets say by themselves who may connect
    data = _data(args)
    jobs = (_ssh(args, data),) if args.ssh else ()
    where = args.log and Path(args.log)
    how = "%(asctime)s %(levelname)s %(message)s"
    logging.basicConfig(filename=where, format=how, level=logging.INFO, force=True)
    return daemon.serve(daemon.Serving(data, args.store, _socket(args), jobs, args.new))


def _ssh(args: Namespace, data: Path) -> daemon.Job:
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
    ssh = None
    if args.ssh:
        from starforge.server.ssh.listener import parse_address

        ssh = parse_address(args.ssh)
    return report(examine(HostEnvironment(_data(args), args.store, _socket(args), ssh)))


def operate(args: Namespace) -> int:
    """Do what an operator does beside the server."""
    print(asyncio.run(orders.operate(_data(args), args.store, args.words, _socket(args))))
    return 0


def _data(args: Namespace) -> Path:
    return Path(args.data) if args.data else data_folder() / "server"


def _socket(args: Namespace) -> Path | None:
    return Path(args.socket) if args.socket else None
