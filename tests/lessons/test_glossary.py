"""The glossary: every sign that is drawn and every keyword that is printed is in it, and i tells of what is there."""

from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from starforge.games import GAMES, load
from starforge.games.astroforce.model import catalogue as astroforce
from starforge.games.astroforce.words.printed import printed
from starforge.games.glossary import at_spot, glossary, look_up
from starforge.games.reach.words.names import KIND_NAMES, LEVEL_NAMES, WHEN
from starforge.games.reach.words.names import NAMES as PLACES
from starforge.games.rulebook import read_rulebook
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.tui.drawing.spots import name_of
from starforge.tui.games.astroforce import draw as draw_astroforce
from starforge.tui.games.reach import draw as draw_reach
from starforge.tui.games.shattered_reach.side.cards import WRONG
from starforge.tui.screens.learn.glossary import term_lines
from tests.tui import test_astroforce_facts, test_reach_facts, test_shattered_facts
from tests.tui.wars import typed

FRAME = set("│─┌┐└┘├┤┬┴┼▀▄∙")
"""What boxes, planets and skies are made of."""
SIZES = ((80, 24), (120, 40))


@cache
def wars():
    return list(typed())


def pictures(game):
    """Yield pictures of a game's table, some of many."""
    if game == "astroforce":
        for scene in test_astroforce_facts.scenes()[:24]:
            yield from (draw_astroforce.draw(scene, *size) for size in SIZES)
    elif game == "reach":
        for scene in test_reach_facts.scenes(3, 4)[::6]:
            yield from (draw_reach.draw(scene, *size) for size in SIZES)
    else:
        for war in wars():
            for size in SIZES:
                scene = test_shattered_facts.scene(war, (0, 0), size)
                yield from test_shattered_facts.pages(scene, size)


def keywords(game) -> Iterable[str]:
    if game == "astroforce":
        cards = (*astroforce.missions(), *astroforce.events(), *astroforce.developments())
        return {line.partition(":")[0] for card in cards for line in printed(card)}
    if game == "reach":
        places = [PLACES[place] for place in ("engine", "research", "quarters", "command", "defence", "academy")]
        return [*filter(None, KIND_NAMES.values()), *LEVEL_NAMES.values(), *WHEN.values(), *places]
    return [weapon.name for weapon in weapons().values()]


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_that_is_drawn_and_every_keyword_of_cards_is_explained(game):
    page = "\n".join(text for term in glossary(game) for line in term_lines(term, 76) for text, _ in line)
    signs = {c for picture in pictures(game) for c in picture.text() if not (c.isascii() or c.isalnum())} - FRAME
    assert not {c for c in signs if c not in page}
    said = " ".join(page.split())
    assert not [word for word in keywords(game) if word not in said]


@pytest.mark.parametrize("game", GAMES)
def test_no_sign_runs_into_its_word(game):
    for term in glossary(game):
        first = "".join(text for text, _ in term_lines(term, 76)[0])
        assert first.endswith(term.word)
        assert not term.sign or first.removesuffix(term.word)[-2:] == "  ", first


@pytest.mark.parametrize("game", GAMES)
def test_every_place_that_can_be_pointed_at_and_every_question_is_explained(game):
    terms, rules = glossary(game), load(game).rules
    asked = {kind for term in terms for kind in term.asks}
    assert not asked - set(rules), "a question that no game asks"
    assert not set(rules) - asked, "questions without a word"
    book = read_rulebook(game)
    assert not [term.rule for term in terms if term.rule and f"**{term.rule}**" not in book]


def places(game) -> Iterator[str]:
    quiet = ("key ", "item ", "page ", "anywhere", "go-on", "keep", "fly", "card ")
    spots = {name_of(spot) for picture in pictures(game) for _, spot in picture.spots if spot is not None}
    return (name for name in spots if not name.startswith(quiet))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_cursor_is_on_has_a_word_in_the_glossary(game):
    assert not [name for name in places(game) if at_spot(game, name) is None]


def test_every_mark_of_what_is_wrong_with_a_ship_is_explained():
    signs = {sign for term in glossary("shattered-reach") for sign in term.sign.split()}
    assert set(WRONG) <= signs


def test_words_are_found_by_word_sign_and_text():
    assert look_up("astroforce", "com")[0].word.startswith("COM")
    assert look_up("reach", "worker")[0].sign == "(e2)"
    assert [one.word for one in look_up("astroforce", "re-rolls and the like")] == ["at Roll Call"]
