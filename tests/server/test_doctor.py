"""The doctor finds what is wrong with a place to serve from, and says what to do about it."""

import logging
import os
import socket

import pytest

from starforge.cli import main
from starforge.server.operation.doctor import Finding, HostEnvironment, examine, report
from starforge.server.ssh.listener import bind, parse_address


def complaints(*args):
    return {found.about: found.do for found in examine(HostEnvironment(*args), {"TERM": "xterm"}) if found.do}


@pytest.fixture
def data(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


def test_a_good_place_has_nothing_wrong(data, tmp_path):
    assert complaints(data) == {}
    assert complaints(tmp_path / "not" / "yet") == {}
    assert complaints(data, "sqlite", tmp_path / "s.sock", ("127.0.0.1", 0)) == {}


def test_secrets_that_others_could_read_are_found(data):
    (data / "ssh_host_key").write_text("key")
    (data / "server.db").write_text("secrets")
    for name in ("ssh_host_key", "server.db"):
        (data / name).chmod(0o644)
    data.chmod(0o755)
    found = complaints(data, "sqlite", None, ("127.0.0.1", 0))
    assert found["data"] == f"chmod 700 {data}"
    assert found["store"] == f"chmod 600 {data / 'server.db'}"
    assert "chmod 600" in found["host key"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folders_one_may_not_write_are_found(data):
    data.chmod(0o500)
    assert "may write" in complaints(data)["data"]


def test_paths_and_ports_that_are_taken_are_found(data, tmp_path):
    (tmp_path / "file").write_text("")
    with bind("127.0.0.1", 0) as taken:
        found = complaints(data, "sqlite", tmp_path / "file", ("127.0.0.1", taken.getsockname()[1]))
    assert "another path" in found["socket"]
    assert "another" in found["ssh"]
    assert "shorter" in complaints(data, "sqlite", tmp_path / ("x" * 120))["socket"]


def test_a_server_that_runs_is_seen(data, tmp_path):
    with socket.socket(socket.AF_UNIX) as taken:
        taken.bind(str(tmp_path / "s"))
        taken.listen()
        said = [found.what for found in examine(HostEnvironment(data, "sqlite", tmp_path / "s"))]
    assert f"a server answers at {tmp_path / 's'}" in said


def test_settings_and_databases_that_cannot_be_used_are_found(data):
    (data / "server.toml").write_text("registration = 7")
    assert "registration" in complaints(data)["settings"]
    pytest.importorskip("psycopg")
    assert "database" in complaints(data, "postgresql://nobody@127.0.0.1:1/none")["store"]


def test_the_exit_code_tells(data, capsys):
    assert main(["doctor", "--data", str(data)]) == 0
    data.chmod(0o777)
    assert main(["serve", "--check", "--data", str(data)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "1 to be put right"
    assert [line for line in said if line.startswith("WRONG") and "chmod 700" in line]
    assert report(iter([Finding("a", "b")]), lambda line: None) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [("22", ("", 22)), ("1.2.3.4:99", ("1.2.3.4", 99)), ("[::1]:22", ("::1", 22)), (":22", ("", 22))],
)
def test_addresses_are_read(text, expected):
    assert parse_address(text) == expected


@pytest.mark.parametrize("text", ["", "host", "host:", "1:x", "1:70000", "²"])
def test_addresses_that_are_none_are_refused_in_words(text, capsys, data):
    handlers = list(logging.root.handlers)
    assert main(["serve", "--data", str(data), "--ssh", text or ":"]) == 1
    assert "[HOST:]PORT" in capsys.readouterr().err
    assert logging.root.handlers == handlers, "a server that is not begun logs nothing"
