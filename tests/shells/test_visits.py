"""The commands for a server on this machine: its lobby by 'starforge', its tables listed, and play by lines."""

import asyncio
import subprocess

import pexpect
import pytest

from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Clock, SeatAssignment
from tests.shells.starforge import COMMAND, ROOT, environment, starforge
from tests.shells.test_screens import leave, screen
from tests.waiting import DEADLINE, wait_until


@pytest.fixture
def server(tmp_path):
    """Run a server of one's own, and return its socket."""
    socket = tmp_path / "data" / "server" / "starforge.sock"
    words = ["serve", "--data", str(socket.parent), "--socket", str(socket), "--log", str(tmp_path / "log")]
    process = subprocess.Popen([*COMMAND, *words], env=environment(tmp_path), cwd=ROOT)
    wait_until(socket.exists)
    yield socket
    process.terminate()
    assert process.wait(DEADLINE) == 0


def offered(socket):
    """Begin a table against a bot; return its id, and the name that the server gave to this account."""

    async def offer():
        lobby = RemoteLobby(socket)
        await lobby.connect()
        table = await lobby.offer("tiny", [SeatAssignment(), SeatAssignment(bot="random")], {"rounds": 1}, Clock())
        await lobby.start(table)
        await lobby.close()
        return table, lobby.user

    return asyncio.run(offer())


def test_the_lobby_opens_a_table_is_listed_and_played_by_lines(tmp_path, server):
    assert starforge(tmp_path, "tables").stdout == "There are no tables.\n"
    table, user = offered(server)
    listed = starforge(tmp_path, "tables").stdout
    assert f"{table}  Tiny; {user}, Random bot; your turn" in listed
    played = starforge(tmp_path, "join", table, "--plain", typed="say hello\n1\nready\n1\n1\nquit\n")
    assert f"{user} says: hello" in played.stdout
    assert "revealed" in played.stdout
    assert played.returncode == 0
    child = screen(tmp_path)
    child.expect(f"STARFORGE . {user}")
    assert leave(child)[1] == 0
    child = screen(tmp_path, "--local")
    child.expect("New game")
    assert leave(child)[1] == 0
    child = screen(tmp_path, "join", table)
    child.expect("TINY")
    child.expect("; talk")
    child.close()


def test_without_a_server_there_are_the_own_games_and_a_sentence(tmp_path):
    env = environment(tmp_path, TERM="xterm-256color", LANG="C.UTF-8", STARFORGE_SOCKET=str(tmp_path / "none"))
    child = pexpect.spawn(COMMAND[0], COMMAND[1:], env=env, cwd=str(ROOT), dimensions=(24, 120), timeout=DEADLINE)
    child.expect("Here are your own games: no server answers at")
    child.send("q")
    child.expect(pexpect.EOF)
    assert "there is no server on this machine" in starforge(tmp_path, "tables").stderr
