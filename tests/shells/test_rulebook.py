"""Rulebooks as they are read out: found by rule id and by words, without marks."""

import pytest

from starforge.games import GAMES
from starforge.games.rulebook import as_text, find, passages, read_rulebook

BOOK = """# The *Game*

An opening
of two lines.

## Moving

- **X-M1** Ships `drift` on.
- **X-M10** Ships turn,
  as X-M1 says.

* All ships.

| a | b |
|---|---|
"""


def test_passages_are_paragraphs_items_and_rows():
    found = passages(BOOK)
    assert [p.text for p in found[:2]] == ["An opening\nof two lines.", "- X-M1 Ships drift on."]
    assert [p.line for p in found] == [2, 7, 8, 11, 13, 14]
    assert {p.heading for p in found} == {"The Game", "Moving"}


def test_a_rule_is_found_by_its_id_and_no_other_with_it():
    assert [p.line for p in find(BOOK, "x-m1")] == [7, 8], "the rule itself comes first, then what names it"
    assert [p.line for p in find(BOOK, "X-M10")] == [8]
    assert [p.line for p in find(BOOK, "ships turn")] == [8]
    assert find(BOOK, "((") == find(BOOK, "") == []


def test_text_has_no_marks():
    assert as_text("# A **bold\nend** and *so* `on`, 2 * 3 * 4\n* item") == "A bold\nend and so on, 2 * 3 * 4\n* item"


@pytest.mark.parametrize("game", GAMES)
def test_every_rulebook_reads_as_plain_text(game):
    text = as_text(read_rulebook(game))
    assert "**" not in text
    assert "`" not in text
    assert not [line for line in text.splitlines() if line.startswith("#")]
