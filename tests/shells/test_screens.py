"""The commands that open screens do so in a terminal, come back from them, and say how to go on."""

import re

import pexpect
import pytest

from starforge.games import GAMES, load
from tests.shells.starforge import COMMAND, ROOT, environment, starforge
from tests.waiting import DEADLINE


def screen(home, *words):
    env = environment(home, TERM="xterm-256color", LANG="C.UTF-8")
    how = {"cwd": str(ROOT), "dimensions": (24, 80), "timeout": DEADLINE, "encoding": "utf-8"}
    return pexpect.spawn(COMMAND[0], [*COMMAND[1:], *words], env=env, **how)


def leave(child):
    """Quit until the program ends; return what it printed below the screens, and its exit code."""
    for _ in range(DEADLINE):
        child.send("q")
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=1) == 0:
            break
    child.close()
    return re.sub(r"\x1b\[[0-9;?<>u]*[a-zA-Z]?", "", child.before.rpartition("\x1b[?1049l")[2]), child.exitstatus


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_begun_left_and_continued(tmp_path, game):
    child = screen(tmp_path, "play", game, "--seed", "7")
    child.expect(load(game).info.title.partition(":")[0].upper().split()[-1])
    said, code = leave(child)
    assert code == 0
    name = re.search(r"This game is saved; 'starforge' continues it. Its id is (\w+)\.", said)[1]
    assert starforge(tmp_path, "saves").stdout.startswith(name)
    child = screen(tmp_path, "resume", name)
    child.expect(load(game).info.title.partition(":")[0].upper().split()[-1])
    assert leave(child)[1] == 0


def test_home_opens_and_closes(tmp_path):
    child = screen(tmp_path)
    child.expect("New game")
    assert leave(child)[1] == 0


def test_a_replay_opens_and_closes(tmp_path):
    typed = '{"cmd": "act", "seat": 0, "action": "roll"}\n{"cmd": "save", "file": "%s"}\n' % (tmp_path / "game.json")
    starforge(tmp_path, "play", "astroforce", "--json", "--seed", "7", typed=typed)
    child = screen(tmp_path, "replay", str(tmp_path / "game.json"))
    child.expect("0/1")
    assert leave(child)[1] == 0


def test_a_record_that_does_not_play_is_said_without_a_screen(tmp_path):
    (tmp_path / "game.json").write_text(
        '{"game": "astroforce", "rules_version": 99, "seats": [{"name": "A"}], "seed": 1}'
    )
    child = screen(tmp_path, "replay", str(tmp_path / "game.json"))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1
    assert "rules version 99" in " ".join(child.before.split())
    assert "\x1b" not in child.before
