"""What is given to others is whole: installed as the README says it plays, the source archive tests itself."""

import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
from importlib.util import find_spec
from pathlib import Path

import pexpect
import pytest

from starforge.cli.usage import parser
from starforge.games import GAMES
from tests.shells.starforge import ROOT, environment
from tests.waiting import DEADLINE

pytestmark = pytest.mark.xdist_group("packages")


README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"^```sh\n(.*?)^```$", README, re.M | re.S) for line in block.splitlines()]
PLAYED = [line for line in LINES if line.startswith("starforge ")]
NAMED = [one for one in re.findall(r"`((?:starforge|python -m) [^`]+)`", README) if "COMMAND" not in one]
SHOWN = r"(?i)\x1b\[\?1049h.*(astroforce|reach|lessons)|type .help|\"seat\"|captain wins"
"""What one sees soon of each command that the README prints."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """Build the source archive, unpack it, and return its only folder."""
    folder = tmp_path_factory.mktemp("built")
    isolated = [] if find_spec("hatchling") is None else ["--no-isolation"]
    build = [sys.executable, "-m", "build", "--sdist", *isolated, "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, cwd=folder)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(folder / "unpacked", filter="data")
    (folder,) = (folder / "unpacked").iterdir()
    return folder


@pytest.fixture(scope="module")
def borrowed(tmp_path_factory):
    """Return a folder with all that is installed here but starforge."""
    folder = tmp_path_factory.mktemp("borrowed")
    sites = [Path(path) for path in reversed(sys.path) if path.endswith("site-packages")]
    found = {one.name: one for site in sites for one in site.iterdir()}  # of two of a name, the one that is imported
    for name, one in found.items():
        if "starforge" not in name and one.suffix != ".pth":
            (folder / name).symlink_to(one)
    return folder


def typed(line, folder, borrowed, home):
    """Type a line into a shell in a folder, in a terminal and with what is installed here."""
    env = {name: value for name, value in environment(home).items() if not name.startswith("PYTHON")}
    env |= {"PYTHONPATH": str(borrowed), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    env |= {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    env |= {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    return pexpect.spawn("/bin/sh", ["-c", line], cwd=folder, env=env, dimensions=(24, 80), timeout=5 * DEADLINE)


@pytest.fixture(scope="module")
def installed(unpacked, borrowed, tmp_path_factory):
    """Install it by the README's first line, leave what that opens, and return where its commands are."""
    terminal = typed(LINES[0], unpacked, borrowed, tmp_path_factory.mktemp("home"))
    terminal.expect(r"starforge \d")
    terminal.send("q")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    (site,) = unpacked.glob(".venv/lib/python*/site-packages")
    (site / "borrowed.pth").write_text(f"{borrowed}\n")
    return unpacked / ".venv" / "bin"


@pytest.mark.parametrize("line", PLAYED)
def test_a_command_of_the_readme_works_as_it_is_printed(installed, unpacked, borrowed, tmp_path, line):
    enter = next(one for one in LINES if "activate" in one)
    terminal = typed(f"{enter} && {line.replace('--games 100', '--games 2')}", unpacked, borrowed, tmp_path)
    terminal.expect(SHOWN)
    terminal.close(force=True)


@pytest.mark.parametrize("words", NAMED)
def test_a_command_that_the_readme_names_is_there(words):
    program, *rest = shlex.split(words)
    if program == "python":
        assert find_spec(rest[1])
        return
    if rest == ["--help"]:
        return
    assert parser(rest).parse_args(rest).command


def run(installed: Path, home: Path, *words: str, typed: str = "") -> str:
    env = {name: value for name, value in environment(home).items() if name != "PYTHONPATH"}
    command = [str(installed / words[0]), *words[1:]]
    done = subprocess.run(command, cwd=home, env=env, input=typed, capture_output=True, text=True, timeout=5 * DEADLINE)
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
    few = ("tests/engine/test_actions.py", "tests/games/test_saves.py", "-k", "not played_on")
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *few]
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHONPATH"))}
    env |= {"STARFORGE_EXAMPLES": "5"}
    done = subprocess.run(command, cwd=unpacked, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert str(ROOT) not in done.stdout
