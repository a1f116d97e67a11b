"""The program's own source, read for the tests of its structure."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import starforge

PACKAGE = Path(starforge.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def dotted(path: Path) -> str:
    """Return the name by which a module is imported."""
    words = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(words[:-1] if words[-1] == "__init__" else words)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(tree(path)))


def for_types_only(path: Path) -> set[int]:
    """Return the ids of the nodes that only a type checker sees."""
    tests = ((node, node.test) for node in nodes(path) if isinstance(node, ast.If))
    blocks = [node for node, test in tests if isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"]
    return {id(one) for block in blocks for one in ast.walk(block)}


@cache
def imports(path: Path, types: bool = True) -> list[str]:
    """Return what a module imports anywhere in it; ``types``: also what it imports for types only."""
    return list(_imports(path, types))


def _imports(path: Path, types: bool) -> Iterator[str]:
    left_out = set() if types else for_types_only(path)
    for node in nodes(path):
        if not isinstance(node, ast.Import | ast.ImportFrom | ast.Call) or id(node) in left_out:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name(path)}: imports name their module in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif getattr(node.func, "id", "") == "import_module":
            yield from (str(one.value) for one in node.args if isinstance(one, ast.Constant))


def needed() -> dict[str, set[str]]:
    """Return by module the modules of ours that it imports at any time; of a package only what is named in it."""
    ours = {dotted(path) for path in MODULES}
    found = {}
    for path in MODULES:
        named = {one for one in imports(path, types=False) if one in ours}
        inner = {one.rpartition(".")[0] for one in named}
        found[dotted(path)] = (named - inner) - {dotted(path)}
    return found


def circles(needs: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules of which each needs each other, the largest first."""
    reach = {module: _reachable(module, needs) for module in needs}
    groups = {tuple(sorted(two for two in reach[one] if one in reach[two])) for one in needs if one in reach[one]}
    return sorted((list(group) for group in groups), key=lambda group: (-len(group), group))


def _reachable(module: str, needs: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = [module]
    while left:
        for one in needs[left.pop()] - found:
            found.add(one)
            left.append(one)
    return found


@cache
def classes() -> dict[str, list[tuple[Path, ast.ClassDef]]]:
    """Return by name the classes that are defined at the top of a module."""
    found = defaultdict(list)
    for path in MODULES:
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append((path, node))
    return found


@cache
def _all_bases() -> dict[str, set[str]]:
    return {one: _bases(places) for one, places in classes().items()}


def chain(kind: str) -> list[str]:
    """Return the longest line of our own classes from a class up through its bases."""
    known = _all_bases()

    def up(one: str, below: tuple[str, ...]) -> list[str]:
        lines = [up(base, (*below, one)) for base in known[one] if base in known and base not in (*below, one)]
        return [one, *max(lines, key=len, default=[])]

    return up(kind, ())


def _bases(places: list[tuple[Path, ast.ClassDef]]) -> set[str]:
    heads = [base.value if isinstance(base, ast.Subscript) else base for _, node in places for base in node.bases]
    return {getattr(head, "id", getattr(head, "attr", "")) for head in heads}


@cache
def functions(path: Path) -> list[tuple[str, Function]]:
    """Return the functions of a module, by their names with those of their classes before them."""

    def below(node: ast.AST, before: str) -> Iterator[tuple[str, Function]]:
        for one in ast.iter_child_nodes(node):
            if isinstance(one, ast.expr):
                continue
            if isinstance(one, ast.ClassDef | Function):
                inside = f"{before}{one.name}"
                if isinstance(one, Function):
                    yield inside, one
                yield from below(one, f"{inside}.")
            else:
                yield from below(one, before)

    return list(below(tree(path), ""))


def parameters(function: Function) -> list[str]:
    """Return the names of a function's parameters, without ``self`` and ``cls``."""
    args = function.args
    names = [one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    return [one for one in names if one not in ("self", "cls")]


def length(function: Function) -> int:
    """Return how many lines there are to follow; a record that is filled in, a field a line, is one."""
    last = function.body[-1]
    lines = (function.end_lineno or 0) - function.lineno + 1
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Call) and not last.value.args:
        lines -= (last.end_lineno or 0) - last.lineno
    return lines


def calls(path: Path) -> set[str]:
    """Return the names of what a module calls."""
    called = (node.func for node in nodes(path) if isinstance(node, ast.Call))
    return {getattr(node, "id", getattr(node, "attr", "")) for node in called}
