"""Break the rules on purpose, one place at a time, and see whether the tests notice: ``python -m tests.bench.mutants``.

``python -m tests.bench.mutants 300 --seed 1 --game reach --to mutants.jsonl``: a sample of so many places, the same for
each seed; what is in the file already is not tried again. For each mutant the tests of its game run until the first
that fails. At the end stand the share that was noticed and the mutants that were not.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
OWN = {"astroforce": "astroforce", "reach": "reach and not shattered", "shattered_reach": "shattered"}
"""The tests of each game among those of all games, as pytest's ``-k`` has them."""
NO_RULES = {"outlook.py"}
"""What only bots weigh by."""
SLOW = ("test_bots.py", "test_fair_cards.py", "test_odds.py", "test_player.py")
LONGEST = 300
"""Seconds after which the tests of a mutant do not come to an end: that is noticed too."""
LEFT_OUT = shutil.ignore_patterns("screenshots", ".venv", ".git", ".*_cache", "*.pyc.*", "build", "dist")
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """A change of one place in a file: the file, the line, its number among those of the file, what becomes of it."""

    path: str
    line: int
    number: int
    change: str


def changes(tree: ast.AST) -> Iterator[tuple[ast.AST, Callable[[], None]]]:
    """Yield the places of functions that can be changed, each with what changes it."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inner = {id(node): node for function in functions for one in function.body for node in ast.walk(one)}
    for node in inner.values():
        match node:
            case ast.Compare(ops=[op]) if type(op) in SWAPS:
                yield node, _setter(node, "ops", [SWAPS[type(op)]()])
            case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
                yield node, _setter(node, "op", SWAPS[type(op)]())
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                yield node, _setter(node, "operand", ast.UnaryOp(ast.Not(), inner))
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                yield node, _setter(node, "value", value + 1)
            case ast.Name(id=name) if name in NAMES:
                yield node, _setter(node, "id", NAMES[name])
            case ast.If(test=test):
                yield node, _setter(node, "test", ast.BoolOp(ast.And(), [test, ast.Constant(False)]))


def _setter(node: ast.AST, name: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(node, name, value)


def mutant(path: Path, number: int) -> Mutant:
    text = path.read_text(encoding="utf-8")
    node, change = next(itertools.islice(changes(ast.parse(text)), number, None))
    before = ast.unparse(node).splitlines()[0]
    change()
    after = ast.unparse(ast.fix_missing_locations(node)).splitlines()[0]
    line: int = node.lineno  # type: ignore[attr-defined]
    return Mutant(str(path.relative_to(ROOT)), line, number, f"{before}  ->  {after}")


def sample(games: list[str], count: int, seed: int) -> list[Mutant]:
    rooms = [ROOT / "starforge" / "games" / game / "rules" for game in games]
    files = [path for room in rooms for path in sorted(room.rglob("*.py")) if path.name not in NO_RULES]
    counts = {path: sum(1 for _ in changes(ast.parse(path.read_text(encoding="utf-8")))) for path in files}
    found = [(path, number) for path, many in counts.items() for number in range(many)]
    return [mutant(*one) for one in Random(seed).sample(found, min(count, len(found)))]


def is_noticed(one: Mutant, top: Path, moment: int) -> bool:
    """Run the tests of a mutant's game in a copy of the project."""
    path, game = top / one.path, Path(one.path).parts[2]
    kept = path.read_text(encoding="utf-8")
    tree = ast.parse(kept)
    next(itertools.islice(changes(tree), one.number, None))[1]()
    path.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
    os.utime(path, (moment, moment))  # of another time than any before, or bytecode of another mutant would be taken
    first = [f"tests/{game}", *(f"--ignore=tests/{game}/{name}" for name in SLOW)]
    whole = "tests/goldens/test_goldens.py::test_a_kept_game_goes_as_it_is_written"
    then = [f"{whole}[{file.stem}]" for file in (top / "tests" / "goldens" / game).glob("*.txt")]
    last = ["tests/contract/test_games.py", "-k", OWN[game]]
    try:
        return not all(_pass(top, *words) for words in (first, then, last))
    finally:
        path.write_text(kept, encoding="utf-8")


def _pass(top: Path, *words: str) -> bool:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHONPATH"))}
    env |= {"STARFORGE_SEEDS": "2", "STARFORGE_EXAMPLES": "10", "STARFORGE_DRAWS": "100"}
    command = [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", *words]
    try:
        return subprocess.run(command, cwd=top, env=env, capture_output=True, timeout=LONGEST).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def try_all(wanted: list[Mutant], to: Path) -> dict[Mutant, bool]:
    """Try those mutants that are not in a file yet, add them to it, and return what became of all."""
    lines = to.read_text(encoding="utf-8").splitlines() if to.exists() else []
    known = {Mutant(*mutant): noticed for mutant, noticed in map(json.loads, lines)}
    with tempfile.TemporaryDirectory() as folder, to.open("a", encoding="utf-8") as file:
        top = Path(folder) / "starforge"
        shutil.copytree(ROOT, top, ignore=LEFT_OUT)
        for number, one in enumerate(one for one in wanted if one not in known):
            known[one] = is_noticed(one, top, 1_000_000_000 + number)
            file.write(json.dumps([one, known[one]]) + "\n")
            file.flush()
            print("noticed " if known[one] else "SURVIVES", f"{one.path}:{one.line}  {one.change}", flush=True)
    return {one: known[one] for one in wanted}


def main() -> None:
    options = argparse.ArgumentParser("python -m tests.bench.mutants", description=__doc__.splitlines()[0])
    options.add_argument("count", nargs="?", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--game", action="append", choices=list(OWN))
    options.add_argument("--to", type=Path, default=Path("mutants.jsonl"))
    given = options.parse_args()
    found = try_all(sample(given.game or list(OWN), given.count, given.seed), given.to)
    for one in (one for one, noticed in found.items() if not noticed):
        print(f"{one.path}:{one.line}  {one.change}")
    print(f"{sum(found.values())} of {len(found)} noticed, {sum(found.values()) / len(found):.0%}")


if __name__ == "__main__":
    main()
