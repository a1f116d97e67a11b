"""Data files are found where the program is installed, and a mistake in one names its place."""

import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

import starforge
from starforge.games import assets


class Card(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: str
    cost: list[int] = []


def read(tmp_path: Path, text: str) -> dict[str, Card]:
    path = tmp_path / "cards.toml"
    path.write_text(text, encoding="utf-8")
    return assets.read_cards(path, Card)


def test_cards_come_in_the_order_of_the_file(tmp_path):
    assert list(read(tmp_path, '[zeta]\ntitle = "Z"\n[alpha]\ntitle = "A"\ncost = [1]\n')) == ["zeta", "alpha"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[a]\ntitle = "A"\n\n[b]\ntitle = "B"\ncost = [1,\n  "two"]\n', "line 7, card 'b', cost.1"),
        ('[a]\ntitle = "A"\n[b]\ntitle = "B"\ncots = [1]\n', "line 5, card 'b', cots"),
        ('[a]\ncost = [1]\n[b]\ntitle = "B"\n', "line 1, card 'a', title"),
        ('[a]\ntitle = "A\n', "line 2"),
    ],
)
def test_a_mistake_names_file_line_and_card(tmp_path, text, place):
    with pytest.raises(assets.AssetError) as told:
        read(tmp_path, text)
    assert str(told.value).startswith("cards.toml")
    assert place in str(told.value)


def test_the_folder_of_a_wheel_comes_first(tmp_path, monkeypatch):
    package = tmp_path / "starforge"
    (tmp_path / "assets" / "g").mkdir(parents=True)
    package.mkdir()
    monkeypatch.setattr(starforge, "__file__", str(package / "__init__.py"))
    assert assets.folder("g") == tmp_path / "assets" / "g"
    (package / "assets" / "g").mkdir(parents=True)
    assert assets.folder("g") == package / "assets" / "g"


def test_no_title_stands_in_two_games() -> None:
    """Whoever plays several games is not told of two different cards by one name."""
    found: dict[str, str] = {}
    for path in sorted((Path(__file__).parents[2] / "assets").glob("*/*.toml")):
        for card in tomllib.loads(path.read_text(encoding="utf-8")).values():
            if isinstance(card, dict) and "title" in card:
                game = found.setdefault(card["title"].lower(), path.parent.name)
                assert game == path.parent.name, f"{card['title']} is a card of {game} too"
