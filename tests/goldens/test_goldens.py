"""Kept games go as they are written; where they go otherwise, the version of the rules says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from starforge.engine.match import Drift
from starforge.games import GAMES, load
from tests import goldens

TEXT = goldens.FILES[0].read_text(encoding="utf-8")
HEAD = goldens.read_head(TEXT)


@pytest.mark.parametrize("path", goldens.FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_game_goes_as_it_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    head, moves = goldens.read_head(text), goldens.read_moves(text)
    try:
        again = goldens.write(head, moves)
    except Drift as error:
        again = str(error)
    version = load(head.game).info.rules_version
    assert goldens.digests(again) == goldens.digests(text) or head.rules != version, goldens.UNSAID
    assert again == text, "python -m tests regenerate goldens"
    assert head.rules == version, "python -m tests regenerate goldens"


def test_every_game_is_kept() -> None:
    assert {goldens.read_head(path.read_text(encoding="utf-8")).game for path in goldens.FILES} == set(GAMES)


def test_words_may_change_and_the_moves_stay() -> None:
    told = next(line for line in TEXT.splitlines() if line.startswith("  "))
    assert goldens.renew(TEXT.replace(told, "  Something else.")) == TEXT


@pytest.mark.parametrize("change", [(goldens.digests(TEXT)[0][-4:], "????"), (goldens.read_moves(TEXT)[0][1], "fly")])
def test_a_game_that_goes_otherwise_by_the_same_rules_is_refused(change: tuple[str, str]) -> None:
    with pytest.raises(goldens.RulesChanged, match=HEAD.game):
        goldens.renew(TEXT.replace(*change))


def test_other_rules_have_the_bots_play_anew() -> None:
    other = TEXT.replace(f"rules {HEAD.rules}", "rules 0").replace(goldens.digests(TEXT)[0], "# 20 moves: other")
    again = goldens.renew(other)
    assert goldens.read_head(again) == HEAD
    assert goldens.read_moves(again)


def test_a_head_alone_is_played() -> None:
    assert goldens.read_moves(goldens.renew("\n".join(HEAD.lines())))
