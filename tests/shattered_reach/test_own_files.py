"""Maps and scenarios of a user's own reach the table from the command line, and mistakes in them are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from starforge.cli import main
from starforge.games.assets import AssetError
from starforge.games.shattered_reach.model.maps import read_custom
from tests.shattered_reach.test_data import MAP, SCENARIO

SIM = ("sim", "shattered-reach", "--games", "1", "--bots", "random,random", "--set", "rounds=2")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))


def test_a_game_is_played_with_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "map.toml").write_text(MAP)
    (tmp_path / "war.toml").write_text(SCENARIO)
    assert main([*SIM, "--map", str(tmp_path / "map.toml"), "--scenario", str(tmp_path / "war.toml")]) == 0
    assert capsys.readouterr().out.startswith("Shattered Reach: 1 game of random, random")


def test_a_mistake_is_one_line_with_file_and_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "map.toml").write_text(MAP.replace("deep 2", "wide 2"))
    assert main([*SIM, "--map", str(tmp_path / "map.toml")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("starforge: map.toml, line 1, card 'my-map'")
    assert "a strip of a zone is written like" in said
    assert len(said.splitlines()) == 1


def test_only_shattered_reach_has_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "astroforce", "--games", "1", "--map", "nowhere.toml"]) == 2
    assert "for Shattered Reach" in capsys.readouterr().err


def test_a_table_that_cannot_be_is_refused_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SIM, "--set", "scenario=crossroads"]) == 2
    assert "Crossroads is for 3 players, not 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("scenario", "map_", "words"),
    [
        ('budget = 10\nmaps = {"2" = "own"}', "", "side 0 has any 10, and no ship of ferrum costs less than"),
        ('sides = [{name = "a", team = 0, purse = {capital = 300}}, {name = "b", team = 1, purse = {any = 9000}}]\n'
         'maps = {"2" = "own"}', "", "side 0 has capital 300"),
        ('budget = 3000\nmaps = {"2" = "own"}', '["1 at 0,0", "1 at 3,0"]', "tile '1 at 3,0' cannot be reached"),
        ('budget = 3000\nmaps = {"2" = "own"}', '["1 at 0,0"]\nextra = ["40,40"]', "the hex 40,40 cannot be reached"),
    ],
)  # fmt: skip
def test_what_nobody_can_play_is_refused_with_file_and_reason(
    tmp_path: Path, scenario: str, map_: str, words: str
) -> None:
    files = tmp_path / "scenario.toml", tmp_path / "map.toml"
    files[0].write_text(f'[own]\ntitle = "Own"\ntext = ""\n{scenario}\n')
    tiles = map_ or '["1 at 0,0", "1 at 0,1"]'
    files[1].write_text(f'[own]\ntitle = "Own"\ntiles = {tiles}\nzones = [["N -3..3 deep 1"], ["S -3..3 deep 1"]]\n')
    with pytest.raises(AssetError) as refused:
        read_custom(*files)
    assert words in str(refused.value)
    assert str(refused.value).startswith("map.toml" if map_ else "scenario.toml")
