"""What holds the parts apart: imports point one way, the inner parts are pure, nothing grows beyond a page or two."""

import os
from collections import Counter

import pytest

from starforge.games import GAMES
from starforge.games.assets import folder
from tests import source
from tests.source import MODULES, PACKAGE, name

pytestmark = pytest.mark.xdist_group("structure")

ORDER = ("engine", "games", "bots", "tables", "tui", "server", "cli")
ENGINE_LINES = 1200
"""For all that every game needs; the geometry of one of them, and the reading of data, count apart."""
APART = {"hex.py", "shape.py"}
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
FILES = {"open", "read_text", "read_bytes", "write_text", "print", "input"}
READS_FILES = {"save", "assets", "rulebook"}
"""Modules of the inner parts that may open files and see the operating system."""
AT_THE_DOORS = {"shape", "catalogue", "maps"}
"""Modules of the inner parts that check what comes from outside, by pydantic."""

NOUNS = {
    "Card",
    "CardView",
    "Choose",
    "Keep",
    "Mission",
    "Options",
    "Play",
    "Player",
    "Ready",
    "Repair",
    "Ship",
    "Tile",
    "Use",
}
"""What several games have, each its own."""
TALLEST = 3

INNER = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in ("engine", "games")]


def part(module: str) -> str:
    """Return the part of the program that a dotted name belongs to, '' for the package itself."""
    words = module.split(".")
    return words[1] if words[0] == "starforge" and len(words) > 1 and words[1] in ORDER else ""


def test_tests_of_a_group_run_in_one_process(request):
    assert "PYTEST_XDIST_WORKER" not in os.environ or request.node.nodeid.endswith("@structure")


def test_imports_only_point_inwards():
    for path in MODULES:
        own = part(source.dotted(path))
        for module in source.imports(path) if own else ():
            target = part(module)
            assert not target or ORDER.index(target) <= ORDER.index(own), f"{name(path)} imports {module}"


def test_one_game_knows_no_other():
    for path in INNER:
        words = path.relative_to(PACKAGE).parts
        if words[0] == "games" and len(words) > 2:
            for module in source.imports(path):
                where = module.split(".")
                other = where[2] if where[:2] == ["starforge", "games"] and len(where) > 2 else words[1]
                assert other == words[1] or not (PACKAGE / "games" / other).is_dir(), f"{name(path)} imports {module}"


def test_engine_and_games_are_pure():
    for path in INNER:
        roots = {module.split(".")[0] for module in source.imports(path)}
        assert not roots & IMPURE, f"{name(path)} knows clocks, chance or screens"
        if path.stem not in READS_FILES:
            assert not roots & {"os", "shutil", "tempfile"}, f"{name(path)} knows the operating system"
            assert not source.calls(path) & FILES, f"{name(path)} opens files"
        if path.stem not in AT_THE_DOORS:
            assert "pydantic" not in roots, f"{name(path)} is no door, so nothing is to be checked in it"


def test_nothing_is_too_long_to_read():
    for path in MODULES:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 400, f"{name(path)} is longer than 400 lines"
        for title, function in source.functions(path):
            assert source.length(function) <= 50, f"{name(path)}: {title} has {source.length(function)} lines"


def test_functions_take_five_parameters_at_most():
    for path in MODULES:
        for title, function in source.functions(path):
            assert len(source.parameters(function)) <= 5, f"{name(path)}: {title} takes more than five parameters"


def test_no_folder_holds_more_than_a_dozen_modules():
    inside = Counter(name(path.parent) for path in MODULES if path.stem not in ("__init__", "__main__"))
    assert {folder: count for folder, count in inside.items() if count > 12} == {}


def test_no_module_needs_itself():
    """Neither at once nor when something is called; what is imported for types only is free."""
    assert source.circles(source.needed()) == []


def test_no_class_stands_on_a_tower():
    tallest = max((source.chain(one) for one in source.classes()), key=len)
    assert len(tallest) <= TALLEST, " > ".join(tallest)


def test_a_class_name_has_one_meaning():
    """A noun that several games share names the same notion in each of them, and nothing outside of the games."""
    found = {}
    for title, places in source.classes().items():
        rooms = Counter(name(path).split("/")[1] if name(path).startswith("games/") else "" for path, _ in places)
        shared = title in NOUNS and set(rooms.values()) == {1} and "" not in rooms
        if len(places) > 1 and not shared and not title.startswith("_"):
            found[title] = [name(path) for path, _ in places]
    assert found == {}


def test_the_engine_stays_small():
    engine = [path for path in (PACKAGE / "engine").glob("*.py") if path.name not in APART]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in engine) <= ENGINE_LINES


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_rulebook(slug):
    assert (folder(slug) / "rulebook.md").is_file()
