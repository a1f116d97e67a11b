"""The command line: what it says when it cannot do what was written, and its exit codes; never a traceback."""

import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from starforge import __version__
from starforge.cli import main
from starforge.cli.context import own_lobby
from starforge.cli.usage import parser
from starforge.games import GAMES
from tests.shells.starforge import COMMAND, ROOT, environment, starforge
from tests.waiting import DEADLINE

BAD_USAGE = [
    (["dance"], "invalid choice: 'dance'"),
    (["play"], "name a game; there are: "),
    (["play", "chess", "--plain"], "there is no game 'chess'; there are: "),
    (["play", "tiny", "--plain", "--json"], "not allowed with"),
    (["play", "tiny"], "not a terminal that can show screens; add --plain"),
    ([], "not a terminal that can show screens; play by lines with 'starforge play GAME --plain'"),
    (["resume"], "add --plain"),
    (["resume", "--plain"], "no game to continue; begin one with"),
    (["play", "tiny", "--plain", "--seed", "x"], "invalid int value: 'x'"),
    (["play", "tiny", "--plain", "--set", "rounds"], "--set takes OPTION=VALUE, not 'rounds'"),
    (["play", "tiny", "--plain", "--set", "=3"], "--set takes OPTION=VALUE"),
    (["play", "tiny", "--plain", "--set", "rounds=9"], "option rounds: Input should be 1, 2 or 3 (not '9')"),
    (["play", "tiny", "--plain", "--set", "colour=red"], "Tiny has no option 'colour'; it has: rounds"),
    (["play", "tiny", "--plain", "--seat", "Ada"], "Tiny is for 2 or 3 seats, not 1"),
    (
        ["play", "tiny", "--plain", "--seat", "A", "--seat", "bot:genius"],
        "no bot level 'genius'; there are: random, captain",
    ),
    (["play", "tiny", "--plain", "--seat", "bot:", "--seat", "B"], "--seat takes a name or bot:LEVEL, not 'bot:'"),
    (["play", "tiny", "--plain", "--seat", "", "--seat", "B"], "--seat takes a name or bot:LEVEL, not ''"),
    (["rules"], "name a game"),
    (["sim"], "name a game"),
    (["sim", "tiny", "--bots", "greedy,genius"], "no bot level 'genius'"),
    (["sim", "tiny", "--bots", "random,random,random,random"], "Tiny is for 2 or 3 seats, not 4 bots"),
    (["sim", "tiny", "--games", "0"], "take numbers from 1 on"),
    (["sim", "tiny", "--jobs", "-1"], "take numbers from 1 on"),
    (["sim", "tiny", "--set", "rounds=x"], "option rounds"),
    (["saves", "--export", "only-one"], "expected 2 arguments"),
    (["replay"], "required: FILE"),
]
FAILURES = [
    (["play", "tiny", "--plain", "--position", "/no/where"], "/no/where: no such file"),
    (["play", "tiny", "--plain", "--position", "/"], "is a directory"),
    (["play", "tiny", "--plain", "--position", "pyproject.toml"], "the position must begin with game = 'tiny'"),
    (["play", "tiny", "--plain", "--position", "README.md"], "the position is not TOML"),
    (["replay", "nothing", "--plain"], "there is no file nothing"),
    (["replay", "pyproject.toml", "--plain"], "pyproject.toml is not a starforge save"),
    (["replay", "/", "--plain"], "cannot be read"),
    (["resume", "abc", "--plain"], "there is no saved game 'abc'; 'starforge saves' lists those there are"),
    (["saves", "--export", "abc", "x.json"], "there is no saved game 'abc'"),
    (["rules", "tiny"], "rulebook.md: no such file"),
]


def run(words):
    try:
        return main(words)
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [(w, 2, s) for w, s in BAD_USAGE] + [(w, 1, s) for w, s in FAILURES],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else None,
)
def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path, monkeypatch, capsys, words, code, sentence):
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    monkeypatch.setattr(logging.getLogger("starforge"), "handlers", [])
    monkeypatch.chdir(ROOT)
    assert run(words) == code
    out, complaints = capsys.readouterr()
    assert sentence in complaints
    assert complaints.endswith("\n")
    assert out == ""


def test_a_log_that_cannot_be_written_hinders_nobody(tmp_path, monkeypatch):
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path / "gone"))
    log = logging.getLogger("starforge")
    monkeypatch.setattr(log, "handlers", [])
    own_lobby()
    shutil.rmtree(tmp_path / "gone", ignore_errors=True)
    log.warning("a bot failed")
    assert not (tmp_path / "gone").exists()
    (tmp_path / "gone" / "data").mkdir(parents=True)
    log.warning("a bot failed")
    assert (tmp_path / "gone" / "data" / "log.txt").read_text() == "a bot failed\n"


def test_a_dumb_terminal_is_pointed_to_plain(tmp_path):
    pexpect = pytest.importorskip("pexpect")
    for words in (["play", "tiny"], []):
        env = environment(tmp_path, TERM="dumb")
        how = {"cwd": str(ROOT), "encoding": "utf-8", "timeout": DEADLINE}
        child = pexpect.spawn(COMMAND[0], [*COMMAND[1:], *words], env=env, **how)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 2
        (line,) = child.before.strip().splitlines()
        assert "TERM=dumb" in line
        assert "--plain" in line


def test_version(tmp_path):
    assert starforge(tmp_path, "--version").stdout == f"starforge {__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["sim", "--help"], ["--version"]])
def test_help_is_there_at_once(words):
    # It takes no toolkit to say it; sys.modules is measured, for time is not the same twice.
    code = (
        "import sys; from starforge.cli import main\n"
        f"try: main({words!r})\nexcept SystemExit as end: assert end.code == 0\n"
        "assert not {'textual', 'rich', 'pydantic', 'asyncio', 'typing', 'starforge.engine'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("words", [["--plain"], ["--json"]])
def test_the_shells_by_lines_do_without_the_screens(tmp_path, words):
    code = (
        "import sys; from starforge.games import GAMES; GAMES['tiny'] = 'tests.tiny:GAME'\n"
        f"from starforge.cli import main; main(['play', 'tiny', *{words!r}])\n"
        "assert not {'textual', 'rich'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, input="", env=environment(tmp_path)
    )
    assert done.returncode == 0, done.stderr


def test_a_game_goes_on_where_it_was_left(tmp_path):
    starforge(tmp_path, "play", "tiny", "--plain", "--seed", "3", typed="lay c07\n")
    said = starforge(tmp_path, "resume", "--plain", typed="").stdout
    assert "Laid: c07." in said
    (line, _) = starforge(tmp_path, "saves").stdout.splitlines()
    name = line.split()[0]
    assert "tiny, turn 1, Player, Captain bot; open" in line
    assert "Laid: c07." in starforge(tmp_path, "resume", name, "--plain").stdout


def test_ascii_may_stand_before_the_command_or_after_it():
    for words in (["--ascii", "play", "tiny"], ["play", "tiny", "--ascii"], ["--ascii"]):
        assert parser().parse_args(words).ascii
    assert not parser().parse_args(["play", "tiny"]).ascii


def test_saves_are_exported_and_replayed(tmp_path):
    starforge(tmp_path, "play", "tiny", "--json", "--seat", "bot:greedy", "--seat", "bot:greedy", "--seed", "5")
    name = starforge(tmp_path, "saves").stdout.split()[0]
    file = tmp_path / "game.json"
    done = starforge(tmp_path, "saves", "--export", name, str(file))
    assert done.stdout == f"Game {name} is written to {file}; 'starforge replay {file}' shows it.\n"
    told = starforge(tmp_path, "replay", str(file), "--plain").stdout
    assert "The game is over. The talks are over." in told
    assert starforge(tmp_path, "replay", name, "--plain").stdout == told.replace(str(file), name)
    failed = starforge(tmp_path, "saves", "--export", name, str(tmp_path / "no" / "where"))
    assert (failed.returncode, "no such file" in failed.stderr) == (1, True)


def test_a_position_begins_a_game(tmp_path):
    said = starforge(tmp_path, "play", "tiny", "--json", "--seed", "1", typed='{"cmd": "position"}\n').stdout
    text = json.loads(said.splitlines()[1])["position"]
    (tmp_path / "here.toml").write_text(text.replace("points = 0", "points = 7", 1))
    begun = starforge(tmp_path, "play", "tiny", "--plain", "--position", str(tmp_path / "here.toml"))
    assert "Player: 7 points" in begun.stdout


def test_settings_that_cannot_be_used_are_told_of_and_the_name_is_used(tmp_path):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text('name = "Ada"\nlook = "crayon"\n')
    done = starforge(tmp_path, "play", "tiny", "--plain")
    assert "look cannot be 'crayon'" in done.stderr
    assert "Ada: 0 points" in done.stdout
    assert done.returncode == 0


def test_a_store_that_is_none_is_told_of(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tables.db").write_text("no store" * 200)
    for words in (["play", "tiny", "--plain"], ["saves"], ["resume", "--json"]):
        done = starforge(tmp_path, *words)
        assert done.returncode == 1
        assert "tables.db" in done.stderr
        assert "left as it is" in done.stderr


def test_a_home_that_cannot_be_is_told_of(tmp_path):
    (tmp_path / "file").write_text("")
    done = starforge(tmp_path / "file", "play", "tiny", "--plain")
    assert done.returncode == 1
    assert "STARFORGE_HOME" in done.stderr


def test_a_fault_of_ours_is_a_sentence_and_a_private_file(tmp_path):
    code = (
        "import sys; from starforge.cli import main, saved_games\n"
        "def saves(args): raise RuntimeError('a\\x1b[2J bug')\n"
        "saved_games.saves = saves; sys.exit(main(['saves']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=environment(tmp_path)
    )
    assert done.returncode == 1
    assert done.stderr.startswith("starforge: starforge has a fault (RuntimeError: a?[2J bug); every action")
    fault = tmp_path / "data" / "fault.txt"
    assert str(fault) in done.stderr
    assert "Traceback" in fault.read_text()
    assert fault.stat().st_mode & 0o077 == 0


def test_a_reader_that_has_read_enough_is_no_failure(tmp_path):
    done = subprocess.run(
        [
            "bash",
            "-c",
            'set -o pipefail; "$@" | head -c 1; exit ${PIPESTATUS[0]}',
            "-",
            *COMMAND,
            "play",
            "tiny",
            "--plain",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        input="help\n" * 5000,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout) == 1


def test_a_terminal_that_has_gone_is_no_fault_of_ours(tmp_path):
    ours, theirs = os.openpty()
    code = "import os, sys; from starforge.cli import main; os.read(0, 1); sys.exit(main(['saves']))"
    run = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
        start_new_session=True,
    )
    os.close(theirs)
    os.close(ours)
    errors = run.communicate(b"\n", timeout=60)[1]
    assert (run.returncode, errors) == (130, b"")
    assert not (tmp_path / "data" / "fault.txt").exists()


def test_sim_prints_one_object_that_depends_on_the_seed_and_not_on_the_jobs(tmp_path):
    words = ["sim", "tiny", "--bots", "greedy,random", "--games", "30", "--seed", "4", "--set", "rounds=2", "--json"]
    one, two, other = (
        json.loads(starforge(tmp_path, *words, *more).stdout) for more in ([], ["--jobs", "2"], ["--seed", "5"])
    )
    keys = ["game", "bots", "games", "seed", "wins", "draws", "actions", "seconds", "actions_per_second", "stats"]
    assert list(one) == keys
    assert (one["game"], one["bots"], one["games"], one["seed"]) == ("tiny", ["captain", "random"], 30, 4)
    assert set(one["wins"]) == {"captain", "random"}
    assert one["stats"]["duels"] > 0
    for timed in ("seconds", "actions_per_second"):
        del one[timed], two[timed], other[timed]
    assert one == two
    assert one != other
    assert not list(tmp_path.iterdir()), "a simulation keeps no games"


def test_sim_prints_a_table_for_people(tmp_path):
    said = starforge(tmp_path, "sim", "tiny", "--bots", "greedy", "--games", "5").stdout
    assert said.startswith("Tiny: 5 games of captain, captain, seed 0\n")
    assert "Actions in a game: " in said
    assert starforge(tmp_path, "sim", "tiny", "--games", "1").stdout.startswith(
        "Tiny: 1 game of captain, captain, seed 0"
    )
    assert " actions in " in said


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_printed_outside_a_terminal(tmp_path, game):
    done = starforge(tmp_path, "rules", game.upper())
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout) > 2000
    assert "**" not in done.stdout


def test_interrupting_is_not_a_fault(tmp_path):
    pexpect = pytest.importorskip("pexpect")
    env = environment(tmp_path)
    words = [*COMMAND[1:], "play", "tiny", "--plain", "--seed", "3"]
    child = pexpect.spawn(COMMAND[0], words, env=env, cwd=str(ROOT), encoding="utf-8", timeout=DEADLINE)
    child.expect("3. lay c10.")
    child.sendintr()
    child.expect("This game is saved; 'starforge' continues it.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "Traceback" not in child.before
    assert Path(tmp_path, "data", "tables.db").exists()
