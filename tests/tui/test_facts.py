"""The checker of facts itself: what it finds on a picture, and what it does not let pass."""

from __future__ import annotations

from starforge.tui.drawing.picture import Picture
from tests.tui.facts import cut_short, cut_words, fact, marks, missing, shows


def picture(*rows: str) -> Picture:
    drawn = Picture(40, len(rows))
    drawn.lines(0, 0, rows)
    return drawn


def test_a_text_is_found_in_one_row_and_wrapped_beside_something_else() -> None:
    drawn = picture("~~~ ~~ │ It takes five hits", "~~ ~~~ │   and is lost.", "hull ■■■□□ 3/5")
    assert shows(drawn, "It takes five hits and is lost.")
    assert shows(drawn, "hull 3/5")
    assert not shows(drawn, "five hits is lost")


def test_what_something_else_touches_or_cuts_is_not_there() -> None:
    assert not shows(picture("Scientists in the bo4 Jr"), "Scientists in the box")
    assert not shows(picture("in all14,940"), "14,940")
    assert not shows(picture("13% fill ne…"), "13% fill ne")
    assert not shows(picture("shields 10"), "shields 1")


def test_a_fact_may_be_behind_a_mark_on_the_picture_and_only_there() -> None:
    facts = [fact("gun", "3 turrets"), fact("price", "90 points", "90")]
    behind = {"p": [picture("3 turrets")], "Space": [picture("90")]}
    assert missing(picture("2 more: p"), facts, behind) == ["price: 90 points | 90"]
    assert missing(picture("90", "Space: more 1/2"), facts, behind) == ["gun: 3 turrets"]
    assert missing(picture("1 more: p", "Space: more 1/2"), facts, behind) == []
    assert marks(picture("more: l", "Space: more 1/3", "any more")) == {"l", "Space"}


def test_an_ellipsis_is_a_fault_where_there_is_room_beside_or_below() -> None:
    assert cut_short(picture("13% fill ne…        │")) == ["13% fill ne… (beside blanks)"]
    assert cut_short(picture("│ 13% fill n…│", "│            │")) == ["13% fill n… (above blanks)"]
    assert cut_short(picture("│ 13% fill n…│", "└────────────┘", " Fire … ")) == []


def test_a_word_that_is_cut_without_a_mark_is_found() -> None:
    assert cut_words(picture("Researc 1 hom 1", "Research 1 home", "Eng and Researc…")) == [
        "Researc is cut",
        "hom is cut",
    ]
