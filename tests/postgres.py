"""A real PostgreSQL in a temporary folder, for as long as tests need it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.waiting import DEADLINE

SOMEBODY = 65534  # PostgreSQL refuses to be served by root
MISSING = "no PostgreSQL is installed (initdb and postgres in PATH, or below /usr/lib/postgresql)"


def tied(signal: str) -> list[str]:
    """Return what to put before a program that is to get a signal when the tests are killed."""
    return ["setpriv", "--pdeathsig", signal] if shutil.which("setpriv") else []


def find(program: str) -> str | None:
    """Return the path of a program of PostgreSQL: Debian keeps them, by version, away from PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: float(path.parts[4]))
    return shutil.which(program) or (str(debian[-1]) if debian else None)


class Postgres:
    """A server with an empty database, reached by a socket in its folder, and by ``port`` of this host if given."""

    def __init__(self, host: str = "", port: int = 5432, settings: Sequence[str] = ("fsync=off",)) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sfpg"))
        self._as = {"user": SOMEBODY, "group": SOMEBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if self._as:
            shutil.chown(self.folder, SOMEBODY, SOMEBODY)
        self._host, self._port, self._settings = host, port, settings
        self._process: subprocess.Popen[bytes] | None = None
        program = [
            find("initdb"),
            "-D",
            f"{self.folder}/data",
            "-U",
            "starforge",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run([*program, "--locale=C"], check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._as)
        with (self.folder / "data" / "pg_hba.conf").open("a") as rules:
            rules.write("host all all samenet trust\n")
        self.start()

    @property
    def url(self) -> str:
        """Return the address by the socket."""
        return f"postgresql://starforge@/postgres?host={self.folder}&port={self._port}"

    def start(self) -> None:
        """Serve; return when it answers."""
        places = [f"unix_socket_directories={self.folder}", f"listen_addresses={self._host}", f"port={self._port}"]
        options = [part for setting in (*places, *self._settings) for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            program = [*tied("QUIT"), find("postgres"), "-D", f"{self.folder}/data", *options]
            self._process = subprocess.Popen(program, stdout=log, stderr=log, cwd=self.folder, **self._as)
        until = time.monotonic() + DEADLINE
        while not (self.folder / f".s.PGSQL.{self._port}").exists() or "ready to accept" not in self._log():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL does not start: {self._log()}")
            time.sleep(0.02)

    def _log(self) -> str:
        text = (self.folder / "log").read_text(errors="replace")
        return text[text.rfind("starting PostgreSQL") :]

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop at once, cutting all connections."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(20)
            self._process = None

    def remove(self) -> None:
        """Stop and forget it."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)
