"""Break the rules on purpose, one place at a time, and see whether the tests notice: ``python -m tests.bench.mutants``.

``python -m tests.bench.mutants 300 --seed 1 --game reach --to mutants.jsonl``: a sample of so many places, the same for
each seed; what is in the file already is not tried again, or with ``--again`` what survived. Which test runs which
lines is found out once and kept in ``--lines``; delete it when rules have changed. At the end stand the mutants that
nobody noticed, and the share that was, of those that make a difference (``equivalent_mutants.toml`` names
the others, each with its reason).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from tests.bench.mutant_tests import meet
from tests.bench.mutation import Mutant, equivalent, sample

ALL = ("astroforce", "reach", "shattered_reach")


def read(path: Path) -> dict[Mutant, str]:
    """Return what noticed each mutant of a file, "" for those that survived."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {Mutant(*mutant): by for mutant, by in map(json.loads, lines)}


def try_all(wanted: Iterable[Mutant], to: Path, lines: Path) -> None:
    """Try mutants, and add to a file what noticed each."""
    with to.open("a", encoding="utf-8") as file:

        def done(one: Mutant, by: str) -> None:
            print("noticed " if by else "SURVIVES", one, f" [{by}]" if by else "", flush=True)
            print(json.dumps([one, by]), file=file, flush=True)

        meet(list(wanted), lines, done)


def main() -> None:
    options = argparse.ArgumentParser("python -m tests.bench.mutants", description=__doc__.splitlines()[0])
    options.add_argument("count", nargs="?", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--game", action="append", choices=ALL)
    options.add_argument("--to", type=Path, default=Path("mutants.jsonl"))
    options.add_argument("--lines", type=Path, default=Path("mutants.lines"), help="kept: which test runs which lines")
    options.add_argument("--again", action="store_true", help="try those again that survived")
    given = options.parse_args()
    to = given.to.resolve()
    wanted, known, same = sample(given.game or ALL, given.count, given.seed), read(to), equivalent()
    missing = [one for one in wanted if one not in known or (given.again and not known[one])]
    if trying := [one for one in missing if one not in same]:
        try_all(trying, to, given.lines.resolve())
    found = {one: by for one, by in read(to).items() if one in set(wanted) - set(same)}
    for one in (one for one, by in found.items() if not by):
        print(f"SURVIVES {one}")
    noticed = sum(map(bool, found.values()))
    print(f"{noticed} of {len(found)} noticed, {noticed / len(found):.1%}")
    print(f"{len(set(wanted) & set(same))} more change nothing")


if __name__ == "__main__":
    main()
