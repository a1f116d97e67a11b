"""How long the program takes until it has said something, beside a Python that does nothing.

Run as ``python -m tests.bench.start_up``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

RUNS = 15
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "--help": ["-c", "from starforge.cli import main; main(['--help'])"],
    "saves": ["-m", "starforge", "saves"],
    "play astroforce --plain": ["-m", "starforge", "play", "astroforce", "--plain"],
    "import textual.app": ["-c", "import textual.app"],
}


def environment(home: str) -> dict[str, str]:
    """Return the environment of a program that is installed: its modules are compiled once, not at each start."""
    env = {**os.environ, "STARFORGE_HOME": home, "PYTHONPYCACHEPREFIX": str(Path(home) / "compiled")}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def took(words: list[str], home: str) -> float:
    """Return the seconds of one run."""
    env = environment(home)
    begun = perf_counter()
    subprocess.run([sys.executable, *words], env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return perf_counter() - begun


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        times: dict[str, list[float]] = {name: [] for name in COMMANDS}
        for words in COMMANDS.values():
            took(words, home)  # compiles
        for _ in range(RUNS):
            for name, words in COMMANDS.items():
                times[name].append(took(words, home))
    nothing = median(times["python -c pass"])
    for name, found in times.items():
        print(f"{name:<26} {1000 * median(found):7.1f} ms  {median(found) / nothing:6.2f} x")


if __name__ == "__main__":
    main()
