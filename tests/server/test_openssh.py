"""OpenSSH's own client at a server: what it gets, what it does not, and how its terminal is left."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from starforge.cli import main
from starforge.server.ssh.listener import bind
from tests.server.openssh import SSH, Server, SshTerminal
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.skipif(SSH is None, reason="there is no SSH client here"),
    pytest.mark.xdist_group("openssh"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def named(server: Server, who: str, **how: str) -> SshTerminal:
    """Return somebody at the lobby, who takes a name first if there is none yet."""
    user = SshTerminal(server, who, **how)
    wait_until(lambda: re.search(r"Your name|STARFORGE . ", user.look()))
    if "Your name" in user.text:
        for key in "\rc":
            user.press(key)
    user.until(who)
    return user


def test_keys_escape_sizes_and_leaving(server: Server) -> None:
    ada = named(server, "Ada", LANG="C.UTF-8")
    ada.press("s")
    ada.until("Theme")
    ada.press("\x1b")
    ada.until("STARFORGE")
    ada.screen.resize(30, 100)
    ada.child.setwinsize(30, 100)
    wait_until(lambda: max(len(row.rstrip()) for row in ada.look().splitlines()) == 100)
    ada.press("q")
    assert ada.ended() == 0
    last = ada.sent[ada.sent.rindex(b"\x1b[?1049h") :]
    for reset in (
        b"\x1b[?1049l",
        b"\x1b[?25h",
        b"\x1b[?1002l",
        b"\x1b[?1006l",
        b"\x1b[?2004l",
        b"\x1b[<u",
        b"\x1b[?7h",
    ):
        assert reset in last


def test_without_a_key_one_is_told_what_to_do(server: Server) -> None:
    done = server.run("Nobody", options=("-o", "PubkeyAuthentication=no"))
    assert done.returncode == 255
    assert "ssh-keygen" in done.stdout + done.stderr
    assert (done.stdout + done.stderr).count("ssh-keygen") == 1
    assert "password:" not in done.stdout + done.stderr


def test_commands_are_few(server: Server) -> None:
    assert "tables" in server.run("New", "help").stdout
    assert "no name here yet" in server.run("New", "whoami").stdout
    done = server.run("New", "cat", "/etc/passwd;", "id")
    assert (done.returncode, "root:" in done.stdout) == (2, False)
    assert server.run("New", options=("-T",)).returncode == 1
    assert server.run("New", "sftp", options=("-s",)).returncode != 0
    assert server.run("New", options=("-W", "127.0.0.1:22")).returncode == 255
    forwarded = server.run("New", "help", options=("-R", "0:127.0.0.1:22", "-o", "ExitOnForwardFailure=yes"))
    assert forwarded.returncode == 255
    assert server.run("New", "help", options=("-A", "-X", "-C")).returncode == 0


@pytest.mark.parametrize("environ", [{"LANG": "C"}, {"LC_ALL": "de_DE.ISO-8859-1"}])
def test_a_plain_locale_is_sent_plain_letters(server: Server, environ: dict[str, str]) -> None:
    user = named(server, "Cy", **{"LANG": "C", **environ})
    for key in ("n", "l", "q", "s", "q", "?", "q", "q"):
        user.press(key)
    user.ended()
    assert user.sent.isascii()


def test_no_colour_is_sent_where_none_is_wanted(server: Server) -> None:
    user = named(server, "Cy", NO_COLOR="1", COLORTERM="truecolor")
    user.press("q")
    user.ended()
    assert not re.search(rb"\x1b\[[\d;]*(?:[34]8;[25]|\b[349]\d)[\d;]*m", user.sent)


def test_a_dumb_terminal_gets_a_sentence(server: Server) -> None:
    user = SshTerminal(server, "Cy", TERM="dumb")
    assert user.ended() == 1
    assert b"can show no screens" in user.sent
    assert b"\x1b" not in user.sent


def test_a_client_that_is_killed_in_a_key_is_gone_and_finds_its_place_again(server: Server) -> None:
    ada, ben = named(server, "Ada"), named(server, "Ben")
    ada.until("2 here")
    ben.child.send("\x1b[")
    os.kill(ben.child.pid, signal.SIGKILL)
    ada.until("1 here")
    again = named(server, "Ben")
    ada.until("2 here")
    for user in (ada, again):
        user.press("q")
        assert user.ended() == 0


def test_settings_stay_with_the_person(server: Server) -> None:
    ada = named(server, "Ada")
    ada.press("s")
    ada.until("Theme")
    ada.press("j")
    ada.press("l")
    ada.press("l")
    ada.until("ASCII only")
    ada.press("q")
    ada.press("q")
    assert ada.ended() == 0
    again = named(server, "Ada")
    again.press("q")
    again.ended()
    assert again.sent.isascii()


def test_a_second_key_joins_by_a_code(server: Server) -> None:
    named(server, "Dora").press("q")
    code = server.run("Dora", "keys", "code").stdout.split()[0]
    assert "Dora from here too" in server.run("Dora2", "keys", "add", code).stdout
    assert "You are Dora" in server.run("Dora2", "whoami").stdout
    assert len(server.run("Dora", "keys").stdout.splitlines()) == 2


def test_the_log_names_no_person_and_no_secret(server: Server) -> None:
    log = server.log.read_text() + (server.folder / "err.txt").read_text()
    assert "Traceback" not in log
    assert not list((server.folder / "home").rglob("*.txt"))


def test_what_cannot_be_served_is_said_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--data", str(tmp_path / "d"), "--ssh", f"127.0.0.1:{port}"]) == 1
    assert f"cannot listen on port {port} of 127.0.0.1" in capsys.readouterr().err
    (tmp_path / "d" / "ssh_host_key").chmod(0o644)
    assert main(["serve", "--data", str(tmp_path / "d"), "--ssh", "127.0.0.1:0"]) == 1
    assert "chmod 600" in capsys.readouterr().err


def test_a_server_whose_workers_die_goes_on(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = named(server, "Ada")
        os.kill(server.workers()[0], signal.SIGKILL)
        assert ada.ended() == 255
        server.logged(r"another (begins)")
        again = named(server, "Ada")
        again.press("q")
        assert again.ended() == 0


def test_a_server_that_is_killed_leaves_terminals_as_they_were(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = named(server, "Ada")
        workers = server.workers()
        server.process.kill()
        assert ada.ended() == 1
        assert b"The server ends now" in ada.sent[ada.sent.rindex(b"\x1b[?1049l") :]
        wait_until(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])
