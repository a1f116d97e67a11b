"""The rulebook in our own words has every rule under its id."""

import re

from starforge.games.rulebook import find, read_rulebook

COUNTS = {"S": 3, "M": 4, "D": 10, "C": 3, "X": 7, "H": 3, "E": 2, "V": 2, "K": 5, "P": 6}


def test_every_rule_begins_a_passage_of_its_own():
    book = read_rulebook("astroforce")
    ids = re.findall(r"^- \*\*(AF-[A-Z]\d+)\*\*", book, re.MULTILINE)
    assert sorted(ids) == sorted(f"AF-{letter}{n}" for letter, most in COUNTS.items() for n in range(1, most + 1))
    assert all(rule in find(book, rule)[0].text for rule in ids)


def test_it_has_worked_examples():
    assert read_rulebook("astroforce").count("*Example.*") >= 5
