"""Games that older versions kept are played on: nothing in a save may come to mean something else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from starforge.engine.save import SaveError, read_save, to_match
from starforge.engine.state import digest
from starforge.games import load
from starforge.tables.play.meta import UNDO, Entry
from starforge.tables.play.record import Record

SAVES = sorted((Path(__file__).parent / "saves").glob("*.json"))


def playable(path: Path) -> bool:
    """Tell whether the rules of today play on by those of a save."""
    save = read_save(path)
    info = load(save.game).info
    return (info.rules_since or info.rules_version) <= save.rules_version <= info.rules_version


PLAYABLE = [path for path in SAVES if playable(path)]


@pytest.mark.parametrize("path", PLAYABLE, ids=lambda path: path.stem)
def test_a_save_of_an_older_version_plays_as_recorded(path: Path) -> None:
    """Its digests tell when a field of a state, an op or the kind of an ask is named otherwise than it was."""
    save = read_save(path)
    game = load(save.game)
    match = to_match(game, save)
    if save.rules_version == game.info.rules_version:
        assert len(match.moves) == len(save.moves)
        assert save.digests.items() <= match.digests.items()
    assert match.state.result is not None


@pytest.mark.parametrize(
    "path", [path for path in SAVES if playable(path) and path.match("astroforce*")], ids=lambda path: path.stem
)
def test_a_table_begun_by_older_rules_is_played_on_and_taken_back(path: Path) -> None:
    """Orders and their dice were one text in rules 1 of Astroforce: one undo takes back what became of it."""
    save = read_save(path)
    record = Record("old", replace(save, moves=[], digests={}))
    taken = 0
    for number, (seat, text) in enumerate(save.moves, 1):
        before = digest(record.match.state)
        move = Entry(seat, text, save.digests.get(number, ""), 0, None)
        record.play(move)
        if record.match.undoable(seat) is None:
            record.play(Entry(seat, UNDO, before, 0, None))
            record.play(move)
            taken += 1
    assert taken
    assert record.match.state.result is not None
    assert digest(record.again().match.state) == digest(record.match.state)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_save_that_cannot_be_played_on_says_by_which_version_it_can(path: Path) -> None:
    save = replace(read_save(path), rules_version=0, written_by="0.0.1")
    with pytest.raises(SaveError, match=r"rules version 0, and these are version .* install starforge 0\.0\.1"):
        to_match(load(save.game), save)
