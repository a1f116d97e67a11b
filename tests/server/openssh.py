"""A server as its operator runs it, and people who come to it with the SSH client of OpenSSH."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pyte

from tests.tui.test_whole_game import Terminal
from tests.waiting import DEADLINE

SSH, KEYGEN = shutil.which("ssh"), shutil.which("ssh-keygen")
ROOT = Path(__file__).parents[2]


class Server:
    """``starforge serve`` in a process of its own."""

    def __init__(self, folder: Path, *more: str, **environ: str) -> None:
        self.folder, self.socket, self.log = folder, folder / "s.sock", folder / "log.txt"
        ours = {"STARFORGE_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT), **environ}
        where = ("--data", str(folder / "data"), "--socket", str(self.socket), "--log", str(self.log))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "starforge", "serve", "--ssh", "127.0.0.1:0", *where, *(more or ("--workers", "1"))],
            env={**os.environ, **ours},
            cwd=folder,
            stderr=open(folder / "err.txt", "w"),  # noqa: SIM115
        )
        self.port = int(self.logged(r"serving SSH on port (\d+)"))

    def logged(self, pattern: str) -> str:
        """Wait until something is in the log, and return the part of it in brackets."""
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end and self.process.poll() is None:
            if self.log.exists() and (found := re.search(pattern, self.log.read_text())):
                return found[1]
            time.sleep(0.05)
        raise AssertionError((self.folder / "err.txt").read_text())

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *why: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def workers(self) -> list[int]:
        """Return the processes that run people's screens."""
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
                if (
                    parent == self.process.pid
                    and b"starforge.server.ssh.worker_process" in (path / "cmdline").read_bytes()
                ):
                    found.append(int(path.name))
        return found

    def command(self, who: str, *more: str) -> list[str]:
        """Return how somebody with a key of that name comes here."""
        key = self.folder / f"key-{who}"
        if not key.exists():
            subprocess.run([KEYGEN, "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        known = f"UserKnownHostsFile={self.folder / 'known'}"
        options = ("StrictHostKeyChecking=accept-new", known, "IdentitiesOnly=yes", "IdentityAgent=none")
        asked = [word for option in (*options, "SendEnv=COLORTERM NO_COLOR LANG LC_*") for word in ("-o", option)]
        return [str(SSH), "-F", "none", *asked, "-i", str(key), "-p", str(self.port), *more]

    def run(self, who: str, *words: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        """Have somebody run a command here."""
        line = [*self.command(who, *options), f"{who}@127.0.0.1", *words]
        return subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=DEADLINE)


class SshTerminal(Terminal):
    """Somebody at a terminal with an SSH client."""

    def __init__(self, server: Server, who: str, size: tuple[int, int] = (80, 24), **environ: str) -> None:
        command = server.command(who, "-tt")
        ours = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"], "HOME": str(server.folder)}
        self.who = who
        self.child = pexpect.spawn(
            command[0],
            [*command[1:], f"{who}@127.0.0.1"],
            env={**ours, **environ},
            dimensions=(size[1], size[0]),
            timeout=DEADLINE,
        )
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""

    def look(self) -> str:
        """Return the screen, with what has come until now."""
        return look(self)

    def ended(self) -> int | None:
        """Wait for the end of the client, and return its exit code."""
        while self.read(10):
            pass
        self.child.expect(pexpect.EOF)
        self.child.close()
        code: int | None = self.child.exitstatus
        return code


def look(terminal: Terminal) -> str:
    """Return what a terminal shows, with what has come until now."""
    while terminal.read(0):
        pass
    return terminal.text
