from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from starforge.engine.match import Match
from starforge.engine.save import OptionError, SaveError, Seat, read_options, read_save, to_match, to_save, write_save
from starforge.engine.state import digest
from tests.contract.checks import play_match
from tests.tiny import GAME, Options

SEATS = [Seat(name="Ada"), Seat(name="Ben", bot="random")]


def played() -> Match:
    return play_match(GAME, 2, 5)


def test_a_save_holds_no_more_than_what_the_match_is_played_from(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    match = played()
    write_save(path, to_save(match, SEATS))
    kept = json.loads(path.read_text())
    assert set(kept) == {
        "format", "written_by", "game", "rules_version", "options", "seats", "seed", "start", "moves", "digests",
        "ended", "winners",
    }  # fmt: skip
    assert digest(to_match(GAME, read_save(path)).state) == digest(match.state)
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_write_leaves_the_old_save(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "game.json"
    write_save(path, to_save(played(), SEATS))
    before = path.read_text()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_save(path, to_save(play_match(GAME, 2, 6), SEATS))
    assert path.read_text() == before
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_save_of_other_rules_says_what_can_be_done() -> None:
    old = replace(to_save(played(), SEATS), rules_version=0, written_by="0.0.9")
    with pytest.raises(SaveError, match=r"rules version 0, and these are version 1; install starforge 0\.0\.9"):
        to_match(GAME, old)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a starforge save"),
        (b"{}", "is not a starforge save: game: Field required"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b'{"format": 2}', "format"),
        (None, "there is no file"),
    ],
)
def test_a_bad_file_is_explained(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SaveError, match=message):
        read_save(path)


@pytest.mark.parametrize(
    "change",
    [
        {"moves": [(0, "lay c99")]},
        {"moves": [(0, "fly \x1b[2J")]},
        {"digests": {4: "0" * 32}},
        {"options": {"rounds": 9}},
        {"start": "game = 'chess'"},
        {"seed": 6},
    ],
)
def test_a_tampered_save_is_refused_in_words(change: dict) -> None:
    with pytest.raises(SaveError, match=r"Tiny \(written by starforge .*\) does not play as recorded"):
        to_match(GAME, replace(to_save(played(), SEATS), **change))


def test_options_are_checked() -> None:
    assert read_options(GAME, {}) == Options()
    assert read_options(GAME, {"rounds": 2}) == read_options(GAME, {"rounds": "2"}) == Options(2)
    with pytest.raises(OptionError, match="Tiny has no option 'tempo'; it has: rounds"):
        read_options(GAME, {"tempo": "1"})
    with pytest.raises(OptionError, match=r"option rounds: .*1, 2 or 3.*not 'many'"):
        read_options(GAME, {"rounds": "many"})
