"""Check everything, or more, or keep anew what tests compare with.

``python -m tests``: lint, format, types, all tests; stop at the first that fails.
``python -m tests inner``: the tests of engine, games and contract alone, without series of bots, without packing the
largest fleets, and with fewer games at random: what to run while rules are changed.
``python -m tests soak``: all tests with many more games, draws, kills, ...; what follows is for pytest, as in
``soak -k "chance or odds"``, which compares every number shown as a chance with 20,000 draws.
``python -m tests regenerate [goldens] [snapshots] [pictures]``: whole games, screens as text, the README's pictures,
each written as it is now; read the difference before you keep it. Screens alone may be chosen: ``snapshots -k help``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
STEPS = ("ruff check .", "ruff format --check .", "mypy", "pytest")
INNER = ("engine", "games", "contract", "goldens", "astroforce", "reach", "shattered_reach")
LEFT_OUT = (
    "--ignore-glob=*/test_bots.py",
    "--deselect=tests/shattered_reach/test_data.py::test_zones_hold_the_largest_fleets",
)
FEWER = {"STARFORGE_SEEDS": "2", "STARFORGE_EXAMPLES": "25"}
"""Games at random for each seat count, and examples of each property: so many where all tests take more."""
DEEP = {
    "BOARDS": 5000,
    "CROWDS": 50,
    "DRAWS": 20_000,
    "EXAMPLES": 2000,
    "FACTS": 20,
    "FUZZ": 500,
    "KILLS": 200,
    "PAIRS": 6,
    "PANELS": 20,
    "POSITIONS": 200,
    "QUITS": 135,
    "SCENARIOS": 20,
    "SEARCH": 20_000,
    "SEEDS": 50,
    "STATES": 20,
    "VISITS": 200,
    "WARS": 20,
}
"""How much of each kind a soak does, each by a variable of its own, ``STARFORGE_SEEDS`` and so on."""
PATIENT = ("--timeout=0", "-o", "faulthandler_timeout=0")
"""A soak's tests take as long as they take."""
KEPT = ("goldens", "snapshots", "pictures")


def run(*words: str, **more: str) -> int:
    """Run a Python module at the top of the project, and return its exit code."""
    return subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env={**os.environ, **more}, check=False).returncode


def everything() -> int:
    for step in STEPS:
        print(f"== {step}", flush=True)
        if status := run(*step.split()):
            return status
    return 0


def inner(*words: str) -> int:
    fewer = {name: os.environ.get(name, few) for name, few in FEWER.items()}
    return run("pytest", *(f"tests/{name}" for name in INNER), *LEFT_OUT, *words, **fewer)


def soak(*words: str) -> int:
    """Run tests, all or those that pytest chooses by ``words``, with much more of everything."""
    deep = {f"STARFORGE_{name}": str(much) for name, much in DEEP.items()}
    return run("pytest", *PATIENT, *words, **{name: os.environ.get(name, much) for name, much in deep.items()})


def goldens() -> int:
    from tests.goldens import regenerate

    return regenerate()


def snapshots(*words: str) -> int:
    """Let all tests that compare screens write them instead, or those that pytest chooses by ``words``."""
    screens = ROOT / "tests" / "tui"
    writers = [path for path in screens.glob("test_*.py") if "tests.tui.snapshots" in path.read_text(encoding="utf-8")]
    for path in () if words else (screens / "snapshots").glob("*.txt"):
        path.unlink()
    return run("pytest", *map(str, sorted(writers)), *words, STARFORGE_SNAPSHOTS="write")


def pictures() -> int:
    return run("tests.pictures")


def regenerate(kinds: Sequence[str]) -> int:
    """Write kinds of what is kept anew, and return the worst of their exit codes."""
    makers = dict(zip(KEPT, (goldens, snapshots, pictures), strict=True))
    if unknown := set(kinds) - set(makers):
        print(f"nothing is called {', '.join(sorted(unknown))}; there are: {', '.join(makers)}", file=sys.stderr)
        return 2
    status = 0
    for kind in kinds or makers:
        print(f"== {kind}", flush=True)
        status = max(status, makers[kind]())
    return status


def main(words: Sequence[str]) -> int:
    match list(words):
        case []:
            return everything()
        case ["inner", *more]:
            return inner(*more)
        case ["soak", *more]:
            return soak(*more)
        case ["regenerate", "snapshots", str(first), *more] if first.startswith("-"):
            return snapshots(first, *more)
        case ["regenerate", *kinds]:
            return regenerate(kinds)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
