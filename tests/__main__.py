"""Check everything: lint, format, types, tests; stop at the first that fails. Run it as ``python -m tests``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

STEPS = ("ruff check .", "ruff format --check .", "mypy", "pytest")


def main() -> int:
    root = Path(__file__).parents[1]
    for step in STEPS:
        print(f"== {step}", flush=True)
        status = subprocess.run([sys.executable, "-m", *step.split()], cwd=root, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
