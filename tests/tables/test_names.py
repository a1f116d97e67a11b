"""Names of people: none may be taken for another's, or for the server."""

import unicodedata

import pytest
from confusable_homoglyphs.confusables import confusables_data
from hypothesis import example, given
from hypothesis import strategies as st

from starforge.tables.store.names import NameRefused, look_alike, read_name
from starforge.tables.table import LONGEST_NAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "aDA"),
        ("Ada", "\u0410da"),  # a Cyrillic capital
        ("Ada", "Ad\u0430"),
        ("ADA", "\u0391DA"),  # a Greek capital
        ("Ian", "lan"),
        ("Ian", "1an"),
        ("Bob", "B0b"),
        ("Arny", "Amy"),
        ("Ada", "\uff21da"),  # full width
        ("Ada", "\U0001d400da"),  # of mathematics
        ("Ada", "A d-a_."),
        ("Ada", "Ad\u200b\u2060a"),  # with zero width
        ("Ada", "A\ufe0fda"),
        ("Stra\xdfe", "STRASSE"),
        ("\xc9va", "E\u0301va"),
    ],
)
def test_these_look_alike(one, other):
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Eda"), ("Maria", "Marla"), ("Ben", "Ken"), ("\xc9va", "Eva"), ("u", "y"), ("n", "v")]
)
def test_these_do_not(one, other):
    assert not look_alike(one, other)


def test_all_that_unicode_calls_confusable_looks_alike():
    pairs = {(one, other["c"]) for one, others in confusables_data.items() for other in others}
    pairs = {tuple(text.replace("\u200e", "") for text in pair) for pair in pairs}
    plain = {pair for pair in pairs if all(unicodedata.normalize("NFKD", text) == text for text in pair)}
    assert len(plain) > 3000
    assert not [pair for pair in sorted(plain) if not look_alike(*pair)]


@given(st.text(max_size=30))
@example("0\r\x08\xb4")
def test_a_name_that_is_read_is_read_the_same_again_and_shows_what_it_is(text):
    try:
        name = read_name(text)
    except NameRefused:
        return
    assert read_name(name) == name
    assert 0 < len(name) <= LONGEST_NAME
    assert name.isprintable()
    assert all(unicodedata.category(c)[0] in "LMN" or c in " -_.'" for c in name)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "-", "\u3164", "\u200b", "[b]x[/b]", "a;b", "x" * 25, "a\u0300\u0301\u0302", "\U0001f680", "\xbd"],
)
def test_what_is_no_name_is_refused_in_words(text):
    with pytest.raises(NameRefused, match="name has"):
        read_name(text)


@pytest.mark.parametrize(
    "text",
    ["server", "Starf0rge", "s\u0435rver", "SYSTEM", "Ad-min", "Greedy bot", "random b0t", "Greedy Bot 2", "Server 3"],
)
def test_nobody_is_taken_for_the_server(text):
    with pytest.raises(NameRefused, match="for the server"):
        read_name(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [("  Ada   Love ", "Ada Love"), ("\uff15a", "5a"), ("a\u202eb\x07", "ab"), ("Jean-Luc O'Neil", "Jean-Luc O'Neil")],
)
def test_names_are_made_clean(text, name):
    assert read_name(text) == name
