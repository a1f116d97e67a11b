"""The terminal is left as it was found, however the app ends; tested through real pseudo-terminals."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import subprocess
import sys
import termios
from pathlib import Path
from select import select

import pexpect
import pytest

from starforge.tui.app.terminal import MILD_RESET, colours, refusal, wants_ascii
from tests.tui.test_keyboard import noise
from tests.waiting import DEADLINE, wait_until

NOISE = int(os.environ.get("STARFORGE_FUZZ", "1")) * 2000
"""Bytes of noise that started programs are sent, in all."""
STARTED = max(NOISE // 20_000, 1)
HOME = """
import sys
from starforge.tables.local import LocalLobby
from starforge.tables.folders import data_folder
from starforge.tables.settings import Settings
from starforge.tui.app.run import run_home
{before}
sys.exit(run_home(LocalLobby(data_folder()), Settings()))
"""
CRASH = """
from starforge.tui.screens.home import HomeScreen
def fail(self):
    hand = "the secret card"
    raise KeyError(hand)
HomeScreen._rules = fail
"""
DEAF = """
from starforge.tui.app import driver
def fail(self, data):
    hand = "the secret card"
    raise KeyError(hand)
driver.Keyboard.feed = fail
"""
STAYING = """
import os
from starforge.tui.app.app import StarforgeApp
leave = StarforgeApp.exit
def stay(self, *args, **more):
    if os.path.exists(data_folder() / "leave"):
        leave(self, *args, **more)
StarforgeApp.exit = stay
"""
STUCK = """
import sys, time
from starforge.tui.app import terminal
terminal.ANSWER_WITHIN = 0.3
from starforge.tui.screens.home import HomeScreen
def hang(self):
    print("stuck", file=sys.__stderr__, flush=True)
    while True:
        time.sleep(0.01)
HomeScreen._rules = hang
"""


def start(folder: Path, before: str = "", **environ: str) -> pexpect.spawn:
    child = pexpect.spawn(
        sys.executable,
        ["-c", HOME.format(before=before)],
        env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "STARFORGE_HOME": str(folder), **environ},
        dimensions=(24, 80),
        timeout=DEADLINE,
        encoding="utf-8",
    )
    child.logfile_read = child.log = open(folder / "out", "w+")  # noqa: SIM115
    child.attributes = termios.tcgetattr(child.child_fd)
    return child


def finish(child: pexpect.spawn) -> tuple[str, int]:
    """Return what the terminal was sent, and how the program ended."""
    child.expect(pexpect.EOF)
    after = termios.tcgetattr(child.child_fd)
    child.close()
    child.log.seek(0)
    assert after[:4] == child.attributes[:4]
    return child.log.read(), child.exitstatus if child.exitstatus is not None else -child.signalstatus


def assert_restored(out: str) -> None:
    assert out.count("\x1b[?1049h") == 1
    assert out.rindex("\x1b[?1049l") > out.rindex("\x1b[?1049h")
    for mode in ("1000", "1003", "1006", "1004", "2004"):
        assert out.rfind(f"\x1b[?{mode}l") > out.rfind(f"\x1b[?{mode}h"), mode
    assert out.rindex("\x1b[?25h") > out.rindex("\x1b[?25l")
    assert out.rindex("\x1b[?7h") > out.rindex("\x1b[?7l")


def test_quitting_by_its_key_restores_the_terminal(tmp_path: Path) -> None:
    child = start(tmp_path)
    child.expect("New game")
    child.send("q")
    out, code = finish(child)
    assert code == 0
    assert_restored(out)


def test_control_c_quits_too(tmp_path: Path) -> None:
    child = start(tmp_path)
    child.expect("New game")
    child.send("\x03")
    out, code = finish(child)
    assert code == 130
    assert_restored(out)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_signals_end_it_with_the_terminal_restored(tmp_path: Path, number: signal.Signals) -> None:
    child = start(tmp_path)
    child.expect("New game")
    child.kill(number)
    out, code = finish(child)
    assert code == 128 + number
    assert_restored(out)


@pytest.mark.parametrize("fault", [CRASH, DEAF], ids=["of a screen", "of the keyboard"])
def test_a_crash_restores_the_terminal_and_tells_no_secret(tmp_path: Path, fault: str) -> None:
    child = start(tmp_path, fault)
    child.expect("New game")
    child.send("r")
    out, code = finish(child)
    assert code == 1
    assert_restored(out)
    last = out[out.rindex("\x1b[?1049l") :]
    assert "stopped by a fault of its own (KeyError)" in last
    assert "Traceback" not in last
    assert "secret" not in last
    report = (tmp_path / "data" / "crash.txt").read_text()
    assert all(words in report for words in ("KeyError", "TERM=xterm-256color, 80x24", "HomeScreen", "in fail"))


def test_an_app_that_hangs_is_ended_with_the_terminal_restored(tmp_path: Path) -> None:
    child = start(tmp_path, STUCK)
    child.expect("New game")
    child.send("r")
    child.expect("stuck")
    child.kill(signal.SIGTERM)
    out, code = finish(child)
    assert code == 128 + signal.SIGTERM
    assert_restored(out)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_terminal_that_reads_no_more_holds_up_nothing(tmp_path: Path, number: signal.Signals) -> None:
    child = start(tmp_path)
    child.expect("New game")
    unread = [-1] * 40

    def full() -> bool:
        """Have more drawn, and tell whether the terminal takes no more."""
        child.setwinsize(24 + len(unread) % 2, 200)
        unread.append(int.from_bytes(fcntl.ioctl(child.child_fd, termios.FIONREAD, bytes(4)), sys.byteorder))
        return len({*unread[-40:]}) == 1

    wait_until(full)
    child.kill(number)
    try:
        wait_until(lambda: not Path(f"/proc/{child.pid}/cmdline").read_bytes())
    finally:
        child.close(force=True)


def test_no_bytes_end_it(tmp_path: Path) -> None:
    """Noise that holds no key but a letter typed into a name."""
    child = start(tmp_path)
    child.expect("New game")
    child.send("s")
    child.expect("Your name")
    child.send("kk\r")  # the last line but one
    child.expect("Esc leave")
    chance = random.Random(3)
    for _ in range(200):
        piece = noise(chance)
        if not {*b"\x03\x1b\r\n\x11\x1a"} & {*piece.lstrip(b"\x1b")} and piece != b"\x1b":
            os.write(child.child_fd, piece)
            child.read_nonblocking(65536, 0.001) if select([child.child_fd], [], [], 0)[0] else None
    os.write(child.child_fd, b"\xf6\xff\x1b\\\x1b[201~\x15zz")  # what ends whatever is unfinished goes first
    child.expect("(?s)z.*z")
    child.send("\x03")
    assert finish(child)[1] == 130


@pytest.mark.parametrize("seed", range(STARTED))
def test_no_bytes_end_it_wherever_its_keys_lead(tmp_path: Path, seed: int) -> None:
    """Noise with all keys in it, at sizes that change, to an app that nothing but a fault can end."""
    child, chance, sent = start(tmp_path, STAYING), random.Random(seed), 0
    child.expect("New game")
    while sent < NOISE / STARTED:
        data = b"".join(noise(chance) for _ in range(chance.randrange(40))) + chance.choice((b"", b"\r", b"n", b"\t\r"))
        sent += len(data)
        if chance.random() < 0.02:
            child.setwinsize(chance.choice((10, 20, 24, 36)), chance.choice((40, 60, 80, 120)))
        while data:
            room, told = select([], [child.child_fd], [], 0.1)[1], select([child.child_fd], [], [], 0)[0]
            if told:
                os.read(child.child_fd, 65536)
            if room:
                data = data[os.write(child.child_fd, data[:200]) :]
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / "leave").touch()
    child.send("\x1b\\\x1b[201~")
    for _ in range(20):  # a page that has just come is deaf, as it is to people
        child.send("\x03")
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=10) == 0:
            break
    assert finish(child)[1] == 130
    assert not (tmp_path / "data" / "crash.txt").exists()


@pytest.mark.parametrize(
    "environ",
    [{"LANG": "C"}, {"LANG": ""}, {"LANG": "xx_YY.UTF-8"}, {"LC_ALL": "xx_YY.UTF-8"}, {"LC_ALL": "POSIX"}],
    ids=lambda environ: " ".join("=".join(one) for one in environ.items()),
)
def test_a_locale_that_is_not_there_is_shown_in_ascii(environ: dict[str, str]) -> None:
    code = "from starforge.tui.app.terminal import *; print(wants_ascii('auto', own_environ()))"
    bare = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_CTYPE", "LANG")}
    for more, expected in ((environ, "True"), ({"LANG": "C.UTF-8"}, "False"), ({"LC_CTYPE": "C.UTF-8"}, "False")):
        env = {**bare, "TERM": "xterm", **more}
        assert subprocess.check_output([sys.executable, "-c", code], env=env, text=True).strip() == expected


@pytest.mark.parametrize(
    ("says", "answers", "day"),
    [
        *(("0;15", "", True), ("15;0", "", False), ("0;default;7", "", True), ("", "ffff/ffff/eeee", True)),
        *(("", "0000/0000/0000", False), ("", "", False)),
    ],
)
def test_the_ground_decides_between_night_and_daylight(tmp_path: Path, says: str, answers: str, day: bool) -> None:
    child = start(tmp_path, TERM="xterm", COLORTERM="", COLORFGBG=says)
    child.expect("New game")
    if answers:
        child.send(f"\x1b]11;rgb:{answers}\x1b\\")
    child.send("s")
    child.expect("kept at once")
    child.send("\x03")
    out, _ = finish(child)
    assert ("\x1b]11;?" in out) is (not says)
    assert ("107m" in out) is day


def test_no_terminal_and_dumb_terminals_are_pointed_to_plain(tmp_path: Path) -> None:
    child = start(tmp_path, TERM="dumb")
    out, code = finish(child)
    assert code == 2
    assert "--plain" in out
    assert "\x1b" not in out
    assert "--plain" in refusal({"TERM": "xterm"}, is_terminal=False)
    assert refusal({"TERM": "xterm"}, is_terminal=True) == ""
    assert MILD_RESET


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"LANG": "C"}, True),
        ({}, True),
        ({"LC_ALL": "POSIX", "LANG": "en_GB.UTF-8"}, True),
        ({"LANG": "de_DE"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LC_CTYPE": "UTF-8"}, False),
        ({"LANG": "de_DE.utf8", "TERM": "linux"}, True),
        ({"LANG": "de_DE.utf8", "TERM": "xterm"}, False),
    ],
)
def test_the_look_follows_locale_and_terminal(environ: dict[str, str], expected: bool) -> None:
    assert wants_ascii("auto", environ) is expected
    assert wants_ascii("ascii", environ)
    assert not wants_ascii("unicode", environ)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "many"),
        ({"TERM": "xterm"}, "sixteen"),
        ({"TERM": "linux"}, "sixteen"),
        ({"TERM": "vt100"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ],
)
def test_the_colours_follow_the_terminal(environ: dict[str, str], expected: str) -> None:
    assert colours(environ) == expected
