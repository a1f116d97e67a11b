"""The program with the tiny game among its games: ``python -m tests.shells.starforge play tiny``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starforge.cli import main
from starforge.games import GAMES

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tests.shells.starforge"]


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the variables a run needs to keep all its files below ``home``."""
    return {**os.environ, "STARFORGE_HOME": str(home), "PYTHONPATH": str(ROOT), **more}


def starforge(home: Path, *words: str, typed: str | bytes = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end with something typed, and return what came of it."""
    data = typed if isinstance(typed, bytes) else typed.encode()
    done = subprocess.run(
        [*COMMAND, *words], input=data, capture_output=True, env=environment(home, **more), timeout=100, cwd=ROOT
    )
    texts = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    return subprocess.CompletedProcess(done.args, done.returncode, *texts)


class Talk:
    """A run of the program that is spoken to by JSON lines."""

    def __init__(self, home: Path, *words: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*COMMAND, *words], stdin=pipe, stdout=pipe, stderr=pipe, env=environment(home), cwd=ROOT, text=True
        )

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *why: object) -> None:
        if why[0] is not None:
            self.process.kill()

    def read(self) -> dict[str, Any]:
        """Return the next object that is printed; raise EOFError when there is none."""
        line = self.process.stdout.readline()  # type: ignore[union-attr]
        if not line.endswith("\n"):
            raise EOFError
        return json.loads(line)

    def write(self, **command: Any) -> None:
        """Send a command."""
        self.process.stdin.write(json.dumps(command) + "\n")  # type: ignore[union-attr]
        self.process.stdin.flush()  # type: ignore[union-attr]

    def send(self, **command: Any) -> dict[str, Any]:
        """Send a command and return the first answer."""
        self.write(**command)
        return self.read()

    def until_a_person_is_asked(self, seats: Sequence[str]) -> dict[str, Any]:
        """Return the first asks that no bot answers: the lowest seat asked is a person's, or the game is over."""
        while True:
            said = self.read()
            if said["type"] == "asks" and (not said["asks"] or not seats[said["asks"][0]["seat"]].startswith("bot:")):
                return said

    def ended(self) -> tuple[int, str]:
        """Return exit code and what went to the error output, once the program has ended."""
        _, complaints = self.process.communicate(timeout=60)
        return self.process.returncode, complaints


if __name__ == "__main__":
    GAMES["tiny"] = "tests.tiny:GAME"
    sys.exit(main())
