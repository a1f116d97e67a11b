"""What holds the parts apart: imports point one way, the inner parts are pure, nothing grows beyond a page or two."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import starforge
from starforge.games import GAMES
from starforge.games.assets import folder

PACKAGE = Path(starforge.__file__).parent
ORDER = ("engine", "games", "bots", "tables", "tui", "server", "cli")
ENGINE_LINES = 1040
"""For all that every game needs; the geometry of one of them counts apart."""
APART = {"hex.py"}
IMPURE = {
    "asyncio",
    "concurrent",
    "ctypes",
    "datetime",
    "logging",
    "multiprocessing",
    "platform",
    "random",
    "rich",
    "secrets",
    "select",
    "signal",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys",
    "textual",
    "threading",
    "time",
    "urllib",
    "uuid",
}
READS_FILES = {"save", "assets", "rulebook"}
"""Modules of the inner parts that may open files and see the operating system."""
AT_THE_DOORS = READS_FILES | {"position", "catalogue", "cards", "data", "maps"}
"""Modules of the inner parts that check what comes from outside, by pydantic."""

MODULES = sorted(PACKAGE.rglob("*.py"))
INNER = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in ("engine", "games")]


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def part(module: str) -> str:
    """Return the part of the program that a dotted name belongs to, '' for the package itself."""
    words = module.split(".")
    return words[1] if words[0] == "starforge" and len(words) > 1 and words[1] in ORDER else ""


def imports(path: Path, first: bool = False) -> Iterator[str]:
    """Return what a module imports; ``first``: only what it must have before it is a module itself."""
    whole = ast.parse(path.read_text(encoding="utf-8"))
    for node in whole.body if first else ast.walk(whole):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name(path)}: imports name their module in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            yield from (str(one.value) for one in node.args if isinstance(one, ast.Constant))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_only_point_inwards(path):
    own = path.relative_to(PACKAGE).with_suffix("").parts[0]
    if own in ("__init__", "__main__"):
        return
    for module in imports(path):
        target = part(module)
        assert not target or ORDER.index(target) <= ORDER.index(own), f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", INNER, ids=name)
def test_one_game_knows_no_other(path):
    words = path.relative_to(PACKAGE).parts
    if words[0] == "games" and len(words) > 2:
        for module in imports(path):
            where = module.split(".")
            other = where[2] if where[:2] == ["starforge", "games"] and len(where) > 2 else words[1]
            assert other == words[1] or not (PACKAGE / "games" / other).is_dir(), f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", INNER, ids=name)
def test_engine_and_games_are_pure(path):
    roots = {module.split(".")[0] for module in imports(path)}
    assert not roots & IMPURE, f"{name(path)} knows clocks, chance or screens"
    if path.stem not in READS_FILES:
        assert not roots & {"os", "shutil", "tempfile"}, f"{name(path)} knows the operating system"
        assert not calls(path) & {"open", "read_text", "read_bytes", "write_text", "print", "input"}, name(path)
    if path.stem not in AT_THE_DOORS:
        assert "pydantic" not in roots, f"{name(path)} is no door, so nothing is to be checked in it"


def calls(path: Path) -> set[str]:
    nodes = (node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return {getattr(node, "id", getattr(node, "attr", "")) for node in nodes}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_nothing_is_too_long_to_read(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400, f"{name(path)} is longer than 400 lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            assert length(node) <= 50, f"{name(path)}: {node.name} has {length(node)} lines"


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many lines there are to follow; a record that is filled in, a field a line, is one."""
    last = function.body[-1]
    lines = (function.end_lineno or 0) - function.lineno + 1
    if isinstance(last, ast.Return) and isinstance(last.value, ast.Call) and not last.value.args:
        lines -= (last.end_lineno or 0) - last.lineno
    return lines


SERVER = PACKAGE / "server"


@pytest.mark.parametrize("path", sorted({path.parent for path in SERVER.rglob("*.py")}), ids=name)
def test_no_folder_of_the_server_holds_more_than_a_dozen_modules(path):
    assert len([one for one in path.glob("*.py") if one.stem != "__init__"]) <= 12


def test_no_folder_of_the_server_needs_itself():
    """A folder counts as one, as does each module beside the folders; what is imported for types or late is free."""
    needs: dict[str, set[str]] = {}
    for path in SERVER.rglob("*.py"):
        own = path.relative_to(SERVER).with_suffix("").parts[0]
        words = (module.split(".") for module in imports(path, first=True))
        needs.setdefault(own, set()).update(w[2] for w in words if w[:2] == ["starforge", "server"] and len(w) > 2)
    for own, needed in needs.items():
        needed.discard(own)
    TopologicalSorter(needs).prepare()


def test_the_engine_stays_small():
    engine = [path for path in (PACKAGE / "engine").glob("*.py") if path.name not in APART]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in engine) <= ENGINE_LINES


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_rulebook(slug):
    assert (folder(slug) / "rulebook.md").is_file()
