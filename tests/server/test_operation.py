"""The page for operators and the unit for systemd say what is so."""

import configparser
import re
import shlex
import shutil
import subprocess
import tomllib

import pytest

from starforge.cli.usage import parser
from starforge.games.assets import folder
from starforge.server.operation.operate import ORDERS
from starforge.server.operation.settings import ServerSettings

PLACE = folder("server")
PAGE = (PLACE / "operation.md").read_text(encoding="utf-8")
UNIT = PLACE / "starforge.service"


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def commands():
    lines = [line.partition("   #")[0] for block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("starforge")]


@pytest.mark.parametrize("line", commands())
def test_every_command_can_be_carried_out(line):
    args = parser().parse_args(shlex.split(line)[1:])
    if args.command == "operate":
        assert args.words[0] in ORDERS


def test_every_order_is_explained():
    told = {shlex.split(line)[4] for line in commands() if "operate" in line}
    assert told == set(ORDERS)


def test_the_settings_shown_are_those_there_are():
    (block,) = blocks("toml")
    assert ServerSettings.model_validate(tomllib.loads(block)) == ServerSettings()
    assert set(tomllib.loads(block)) == set(ServerSettings.model_fields)


def test_the_unit_starts_the_server_that_the_page_tells_of():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(UNIT)
    service = unit["Service"]
    options = service["Environment"].strip('"').removeprefix("STARFORGE_OPTIONS=")
    args = parser().parse_args(shlex.split(service["ExecStart"].replace("$STARFORGE_OPTIONS", options))[1:])
    assert (args.command, args.data, args.ssh) == ("serve", "/var/lib/starforge", "2222")
    assert (service["StateDirectory"], service["RuntimeDirectory"]) == ("starforge", "starforge")
    assert "PrivateUsers" not in service, "the server would not see who connects"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd is installed")
def test_systemd_understands_the_unit(tmp_path):
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text(encoding="utf-8").replace("/usr/local/bin/starforge", "/bin/true"), encoding="utf-8")
    found = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    assert (found.returncode, UNIT.name in found.stderr) == (0, False), found.stderr
