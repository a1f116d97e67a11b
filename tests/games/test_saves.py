"""Games that older versions kept are played on: nothing in a save may come to mean something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from starforge.engine.save import read_save, to_match
from starforge.games import load

SAVES = sorted((Path(__file__).parent / "saves").glob("*.json"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_save_of_an_older_version_plays_as_recorded(path: Path) -> None:
    """Its digests tell when a field of a state, an op or the kind of an ask is named otherwise than it was."""
    save = read_save(path)
    match = to_match(load(save.game), save)
    assert len(match.moves) == len(save.moves)
    assert save.digests.items() <= match.digests.items()
    assert match.state.result is not None
