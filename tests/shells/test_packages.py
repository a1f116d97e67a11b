"""What is given to others is whole: the wheel plays from a folder of its own, the source archive tests itself."""

import json
import os
import subprocess
import sys
import tarfile
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from starforge.games import GAMES
from tests.shells.starforge import ROOT, environment

pytestmark = pytest.mark.xdist_group("packages")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the source archive, and the wheel from it, into a folder."""
    folder = tmp_path_factory.mktemp("built")
    isolated = [] if find_spec("hatchling") is None else ["--no-isolation"]
    build = [sys.executable, "-m", "build", *isolated, "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed(built):
    """Install the wheel into a new environment, which borrows what it depends on from this one."""
    (wheel,) = built.glob("*.whl")
    venv.create(built / "env")
    python = built / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, cwd=built)
    (site,) = (built / "env" / "lib").glob("python*/site-packages")
    (site / "borrowed.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")) + "\n")
    return built / "env" / "bin"


@pytest.fixture(scope="module")
def unpacked(built):
    """Unpack the source archive, and return its only folder."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(built / "unpacked", filter="data")
    (folder,) = (built / "unpacked").iterdir()
    return folder


def run(installed: Path, home: Path, *words: str, typed: str = "") -> str:
    env = {name: value for name, value in environment(home).items() if name != "PYTHONPATH"}
    command = [str(installed / words[0]), *words[1:]]
    done = subprocess.run(command, cwd=home, env=env, input=typed, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_the_wheel_that_runs(installed, tmp_path):
    where = run(installed, tmp_path, "python", "-c", "import starforge; print(starforge.__file__)")
    assert where.startswith(str(installed.parent))
    assert run(installed, tmp_path, "starforge", "--version").startswith("starforge ")


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_from_the_wheel(installed, tmp_path, game):
    words = ("starforge", "play", game, "--json", "--seed", "7")
    legal = json.loads(run(installed, tmp_path, *words, typed='{"cmd": "legal", "seat": 0}\n').splitlines()[1])
    action = legal["actions"][0]
    act = json.dumps({"cmd": "act", "seat": 0, "action": action})
    said = [json.loads(line) for line in run(installed, tmp_path, *words, typed=act + "\n").splitlines()]
    assert said[1]["type"] == "ok"
    assert (tmp_path / "data" / "tables.db").exists()


def test_the_wheel_has_the_whole_of_the_assets(installed):
    (inside,) = installed.parent.glob("lib/python*/site-packages/starforge/assets")
    ours = {str(path.relative_to(ROOT / "assets")) for path in (ROOT / "assets").rglob("*") if path.is_file()}
    theirs = {str(path.relative_to(inside)) for path in inside.rglob("*") if path.is_file()}
    assert ours == theirs
    assert os.listdir(inside)


def test_the_wheel_says_whose_it_is_and_that_it_is_typed(installed):
    (site,) = installed.parent.glob("lib/python*/site-packages")
    (about,) = site.glob("starforge-*.dist-info")
    words = (about / "METADATA").read_text(encoding="utf-8")
    assert "License-Expression: MIT\n" in words
    assert "Author: starforge contributors\n" in words
    assert (about / "licenses" / "LICENSE").is_file()
    assert (site / "starforge" / "py.typed").is_file()


def files(folder):
    """Return the files below a folder that belong to the project, by their paths in it."""
    made = {"__pycache__", ".venv", "build", "dist"}
    hidden = {".ci", ".gitignore"}
    found = set()
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        ours = not parts[0].startswith(".") or parts[0] in hidden
        if ours and path.is_file() and not made & set(parts):
            found.add("/".join(parts))
    return found


def test_the_source_archive_is_the_whole_of_the_project(unpacked):
    assert files(unpacked) - {"PKG-INFO"} == files(ROOT)


def test_tests_run_from_the_source_archive(unpacked):
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "tests/engine/test_actions.py",
        "tests/games",
    ]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHONPATH"))}
    done = subprocess.run(command, cwd=unpacked, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert str(ROOT) not in done.stdout
