"""The wheel holds all that a game needs: it is built, installed alone, and played from a folder that is not ours."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from starforge.games import GAMES
from tests.shells.starforge import ROOT, environment


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Build the wheel and install it into a new environment, which borrows what it depends on from this one."""
    folder = tmp_path_factory.mktemp("wheel")
    isolated = [] if find_spec("hatchling") is None else ["--no-isolation"]
    build = [sys.executable, "-m", "build", "--wheel", *isolated, "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, cwd=folder)
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return folder / "env" / "bin"


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
