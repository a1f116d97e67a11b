"""The planning player and the words it is told in: honest, legal, better than chance."""

from dataclasses import replace

import pytest

from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.astroforce.bot import player
from starforge.games.astroforce.bot.worth import of_development, of_plot
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import Options
from starforge.games.astroforce.rules.effects import lasting_op, op
from starforge.games.astroforce.rules.lasting import _WITH, _lasting_cards
from starforge.games.astroforce.rules.orders import _USE
from starforge.games.astroforce.rules.piles import _ARRIVING
from starforge.games.astroforce.rules.turn import _ACTS, _STAKES
from tests.astroforce.table import act, at
from tests.astroforce.test_turn import QUIET


def advise(s):
    ((seat, _),) = s.asks.items()

    def sample():
        twin = clone(s)
        GAME.redeal(twin, seat, Rng(99))
        return twin

    return str(GAME.advise(GAME.view(s, seat), sample, Rng(5)))


@pytest.mark.parametrize("seats", [1, 2])
def test_its_advice_is_always_legal_and_the_patrol_gets_somewhere(seats):
    years = 0
    for seed in range(4):
        s = GAME.new(Options(), seats, seed)
        while s.result is None:
            ((seat, ask),) = s.asks.items()
            legal = tuple(GAME.legal(s, seat))
            order = player.choose(s, ask, legal)
            assert order in legal
            assert all(GAME.describe(s, seat, order)) or GAME.describe(s, seat, order)[0]
            GAME.apply(s, seat, order)
            assert all(isinstance(GAME.tell(event, ["Ada", "Ben"]), str) for event in s.events)
            s.events.clear()
        years += s.year - 1
    assert years >= 6, "chance alone hardly ever completes a Mission"


def test_what_it_advises_does_not_depend_on_the_order_of_the_decks():
    for seed in range(3):
        s = GAME.new(Options(), 1, seed)
        for _ in range(60):
            if s.result is not None:
                break
            first = advise(s)
            for deck in (s.missions, s.plot_deck, s.developments):
                Rng(seed + 17).shuffle(deck)
            assert advise(s) == first
            GAME.apply(s, 0, GAME.parse(first))


def test_it_lowers_shields_for_the_transmat_and_clears_what_bars_the_stage():
    s = at('mission = {card = "distress-beacon"}\nshields = 5\ncrew = {ENG = 1, SCI = 1}\nfuel = 3')
    assert advise(s) == "lower-shields"
    s = at('mission = {card = "diplomatic-crisis"}\ncrew = {ENG = 2, COM = 1, SEC = 1}\nplots = [{card = "sit-in"}]')
    assert advise(s) == "pay sit-in"


def test_it_gives_orders_where_they_complete_a_stage():
    s = at('mission = {card = "diplomatic-crisis"}\ncrew = {COM = 1, ENG = 1, MED = 1}\nfuel = 3')
    assert advise(s) == "orders"
    act(s, "orders COM")
    assert advise(s) == "change MED"
    act(s, "change MED")
    assert advise(s) == "become ENG"


_KNOWN = (_WITH, _USE, _ACTS, _STAKES, _ARRIVING)
"""What is kept of the cards' texts."""


@pytest.fixture
def stargazing(monkeypatch):
    """Write ops into the vocabularies that say nothing of their worth, and cards that have them."""
    for words in (op, lasting_op):
        monkeypatch.setattr(words, "_forms", dict(words._forms))

    @op("look at {0} stars")
    def stargaze(s, seat, stars: int):
        s.emit("lent", face="SCI", count=stars)

    @lasting_op("the stars are {0}")
    def stars(now, card, mood: str):
        now.barred.pop(mood, None)

    gaze, mood = (("stargaze", 3),), (("stars", "bright"),)
    for deck, card, more in (
        (developments(), "spare-parts", {"use": gaze, "lasting": mood}),
        (developments(), "elite-crew", {"roll": gaze}),
        (events(), "sit-in", {"m": gaze, "roll": gaze, "lasting": mood, "reward": gaze, "mission_end": gaze}),
    ):
        monkeypatch.setitem(deck, card, replace(deck[card], **more))
    for known in _KNOWN:
        known.clear()
    _lasting_cards.cache_clear()
    yield
    for known in _KNOWN:
        known.clear()
    _lasting_cards.cache_clear()


def test_a_card_with_ops_that_declare_no_worth_is_valued_as_usual(stargazing):
    table = 'active = ["elite-crew"]\noffers = [{card = "spare-parts"}]\nplots = [{card = "sit-in"}]\n'
    s = at(QUIET + table + "crew = {COM = 2, SCI = 2, ENG = 2, SEC = 1}")
    assert of_development(s, "spare-parts") > 0
    assert of_plot(s, s.plots[0]) > 0
    assert advise(s).startswith("pay ")
    s = at(QUIET + 'active = ["spare-parts"]\nfuel = 9')
    assert advise(s) == "use spare-parts"


def test_the_worth_of_a_table_rises_with_what_is_achieved():
    worth = [GAME.worth(GAME.view(at(QUIET + more), 0)) for more in ("hull = 3", "hull = 7", "hull = 7\nyear = 3")]
    assert worth == sorted(worth)
    assert worth[0] < worth[2]


def test_the_crew_bot_proposes_what_it_would_order():
    s = at('seats = 2\nmission = {card = "diplomatic-crisis"}\ncrew = {ENG = 2}\nfuel = 3')
    GAME.apply(s, 0, GAME.parse("confer"))
    assert advise(s) == "propose pay/mission"


def test_a_tally_counts_cards_and_years():
    s = GAME.new(Options(), 1, 5)
    while s.result is None:
        GAME.apply(s, 0, player.choose(s, s.asks[0], tuple(GAME.legal(s, 0))))
    tally = GAME.tally(s.events)
    assert tally["turns"] == s.turn
    assert tally["years"] == s.year - 1
    drawn = sum(n for key, n in tally.items() if key.startswith("mission") and key.endswith("drawn"))
    assert drawn == len(s.completed) + len(s.failed) + (s.mission is not None)


def test_the_table_in_words_names_every_card_on_it():
    s = GAME.new(Options(), 2, 8)
    view = GAME.view(s, 0)
    text = "\n".join(GAME.lines(view, ["Ada", "Ben"]))
    assert view.mission.title in text
    assert all(card.title in text for card in (*view.plots, *view.offers))
    assert "Ada is Captain, Ben is Crew." in text
    assert view.mission.flavour in "\n".join(GAME.inform(view, ["Ada", "Ben"], "card", [view.mission.title]))
