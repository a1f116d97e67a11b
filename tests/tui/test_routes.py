"""The table of screens: what type checkers see in it is what is loaded, and no screen imports another."""

import ast
from pathlib import Path

import pytest

import starforge.tui
from starforge.tui.app import routes
from tests import source

pytestmark = pytest.mark.xdist_group("structure")

PACKAGE = Path(starforge.tui.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.stem != "routes")


def declared() -> dict[str, str]:
    """Return the classes that the table shows to type checkers, with their modules."""
    nodes = [node for node in source.nodes(Path(routes.__file__)) if isinstance(node, ast.ImportFrom)]
    return {one.name: node.module or "" for node in nodes for one in node.names if one.asname == one.name}


def test_type_checkers_see_what_is_loaded():
    assert declared() == {name: f"starforge.tui.{module}" for name, module in routes.ROUTES.items()}


@pytest.mark.parametrize("name", routes.ROUTES)
def test_every_route_leads_to_a_class(name):
    assert getattr(routes, name).__name__ == name


@pytest.mark.parametrize("game", routes.GAMES)
def test_every_game_has_the_interface_that_the_table_names(game):
    assert routes.ui_class(game).__name__ == routes.GAMES[game][1]


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError):
        routes.NoSuchScreen  # noqa: B018


def needed(path: Path) -> set[str]:
    """Return the screens that a module imports when it runs, save those that its own classes stand on."""
    every = source.nodes(path)
    typing = {id(n) for node in every if isinstance(node, ast.If) for n in ast.walk(node)}
    nodes = [node for node in every if isinstance(node, ast.ImportFrom) and id(node) not in typing]
    names = {one.name for node in nodes for one in node.names}
    classes = [node for node in every if isinstance(node, ast.ClassDef)]
    return names & set(routes.ROUTES) - {ast.unparse(base) for node in classes for base in node.bases}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_screen_imports_another(path):
    assert not needed(path)


LATE = {
    "starforge.bots",
    "starforge.bots.ladder",
    "starforge.cli.context",
    "starforge.cli.failures",
    "starforge.engine.save",
    "starforge.games.shattered_reach.model.maps",
    "starforge.server.ssh",
    "starforge.server.ssh.authentication",
    "starforge.server.ssh.listener",
    "starforge.tables.own.analysis",
    "starforge.tables.own.campaign",
    "starforge.tables.play.replay",
    "starforge.tables.remote.lobby",
    "starforge.tui.app",
    "starforge.tui.games.shattered_reach.fleets.shelf",
    "starforge.tui.screens.record.analysis",
    "starforge.tui.screens.record.cast",
    "starforge.tui.screens.record.end_card",
    "starforge.tui.shells.json",
    "starforge.tui.shells.plain_campaign",
    "starforge.tui.shells.plain",
    "starforge.tui.shells.told",
}
"""What functions of the screens, the shells and the command line may import: only what most runs do without, and what
takes long to load or need not be installed."""


def late(path: Path) -> set[str]:
    """Return what the functions of a module import of this program."""
    nodes = [n for _, one in source.functions(path) for n in ast.walk(one) if isinstance(n, ast.ImportFrom)]
    return {node.module or "" for node in nodes if (node.module or "").startswith("starforge")}


@pytest.mark.parametrize("part", ["tui", "cli"])
def test_functions_import_only_what_most_runs_do_without(part):
    for path in (PACKAGE.parent / part).rglob("*.py"):
        assert late(path) <= LATE, path
