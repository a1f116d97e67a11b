"""What a mutant is: one place of a rule, changed; which ones a sample holds; and which nobody could ever notice."""

from __future__ import annotations

import ast
import gc
import hashlib
import itertools
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper, cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from starforge.games.astroforce.rules.payments import Memo

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "starforge" / "games"
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
NO_RULES = {"outlook.py"}
"""What only bots weigh by."""
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

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Mutant(NamedTuple):
    """A change of one place: its file below the games, its function, its number among the places of that."""

    path: str
    function: str
    number: int
    change: str

    def __str__(self) -> str:
        return f"{self.path}:{lines(self)[0]}  {self.function} {self.number}: {self.change}"


def changes(function: Function) -> Iterator[tuple[ast.AST, Callable[[], None]]]:
    """Yield the places of a function that can be changed, each with what changes it."""
    for node in itertools.chain.from_iterable(map(ast.walk, function.body)):
        match node:
            case ast.Compare(ops=[op]) if type(op) in SWAPS:
                yield node, _setter(node, "ops", [SWAPS[type(op)]()])
            case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
                yield node, _setter(node, "op", SWAPS[type(op)]())
            case ast.UnaryOp(op=ast.Not(), operand=inside):
                yield node, _setter(node, "operand", ast.UnaryOp(ast.Not(), inside))
            case ast.Constant(value=int(value)) if not isinstance(value, bool):
                yield node, _setter(node, "value", value + 1)
            case ast.Name(id=name) if name in NAMES:
                yield node, _setter(node, "id", NAMES[name])
            case ast.If(test=test):
                yield node, _setter(node, "test", ast.BoolOp(ast.And(), [test, ast.Constant(False)]))


def _setter(node: ast.AST, name: str, value: Any) -> Callable[[], None]:
    return lambda: setattr(node, name, value)


def functions(tree: ast.Module) -> dict[str, Function]:
    """Return the functions and methods of a module by their names; functions within them are part of them.

    What an op is worth, only bots weigh by.
    """
    found: dict[str, Function] = {}
    worths = {
        getattr(node.value, "id", "")
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "worth"
    }
    for node in (node for node in tree.body if getattr(node, "name", "") not in worths):
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        for one in (one for one in inside if isinstance(one, Function)):
            name = f"{node.name}.{one.name}" if isinstance(node, ast.ClassDef) else one.name
            found[name if name not in found else f"{name}@{one.lineno}"] = one
    return found


@cache
def source(path: str) -> str:
    return (GAMES / path).read_text(encoding="utf-8")


def _change(one: Mutant) -> tuple[ast.Module, ast.AST]:
    """Return the tree of the mutant's file, and the place in it that has been changed."""
    tree = ast.parse(source(one.path))
    node, change = next(itertools.islice(changes(functions(tree)[one.function]), one.number, None))
    change()
    return ast.fix_missing_locations(tree), node


def mutated(one: Mutant) -> ast.Module:
    return _change(one)[0]


@cache
def lines(one: Mutant) -> range:
    """Return the lines of the statement that a mutant changes, or of its head where others follow in it."""
    tree, place = _change(one)
    around = [node for node in ast.walk(functions(tree)[one.function]) if isinstance(node, ast.stmt)]
    statement = next(node for node in reversed(around) if any(inside is place for inside in ast.walk(node)))
    body = getattr(statement, "body", None)
    end = body[0].lineno if body else (statement.end_lineno or statement.lineno) + 1
    return range(statement.lineno, max(end, statement.lineno + 1))


def mutants(path: str) -> list[Mutant]:
    """Return all mutants of a file, in the order of their places."""
    found = []
    for name, function in functions(ast.parse(source(path))).items():
        for number, (node, change) in enumerate(changes(function)):
            before = ast.unparse(node).splitlines()[0]
            kept = dict(vars(node))
            change()
            after = ast.unparse(ast.fix_missing_locations(node)).splitlines()[0]
            vars(node).update(kept)
            found.append(Mutant(path, name, number, f"{before}  ->  {after}"))
    return found


def files(game: str) -> list[str]:
    return [
        str(path.relative_to(GAMES))
        for path in sorted((GAMES / game / "rules").rglob("*.py"))
        if path.name not in NO_RULES
    ]


def sample(games: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Return so many mutants by chance; each has a rank of its own, so that a change of a rule leaves the others."""

    def rank(one: Mutant) -> bytes:
        return hashlib.sha256("\n".join([str(seed), *map(str, one)]).encode()).digest()

    return sorted((one for game in games for path in files(game) for one in mutants(path)), key=rank)[:count]


def equivalent() -> dict[Mutant, str]:
    """Return the mutants that play as the rules do whatever happens, each with the reason."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutants"]
    return {Mutant(one["path"], one["function"], one["number"], one["change"]): one["why"] for one in entries}


def living(paths: set[str]) -> dict[CodeType, list[FunctionType]]:
    """Return the functions of this process that stand in files of rules, by their code."""
    names, found = {str(GAMES / path) for path in paths}, defaultdict(list)
    gc.unfreeze()  # what is frozen, as all is before the first test, is not among the objects listed
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename in names:
            found[function.__code__].append(function)
    return found


def remembered() -> list[Callable[[], None]]:
    """Return what forgets, one by one, all that rules in this process have worked out before and keep."""
    found: list[Callable[[], None]] = []
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, Memo):
            found.append(thing.clear)
        elif isinstance(thing, _lru_cache_wrapper) and ".rules." in thing.__module__:
            found.append(thing.cache_clear)
    return found


def patch(one: Mutant, functions: Mapping[CodeType, list[FunctionType]]) -> None:
    """Let every function that has the mutant's place in it do what the mutant does."""
    name = str(GAMES / one.path)
    for was, now in _pairs(compile(source(one.path), name, "exec"), compile(mutated(one), name, "exec")):
        for function in functions.get(was, ()):
            function.__code__ = now


def import_changed(one: Mutant) -> None:
    """Let this process import the mutant where it would import its file, for what runs as that is imported."""
    name = str(GAMES / one.path)
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        return compile(mutated(one), name, "exec") if loader.path == name else usual(loader, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield the parts that differ, each beside what has become of it; a part may be gone with what never runs now."""
    parts = [[part for part in code.co_consts if isinstance(part, CodeType)] for code in (old, new)]
    for was, now in zip(*parts, strict=True) if len(parts[0]) == len(parts[1]) else ():
        if was != now:
            yield was, now
            yield from _pairs(was, now)
