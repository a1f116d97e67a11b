"""The decks as the ledger wants them, and mistakes in card files told by file, card and line."""

from collections import Counter

import pytest

from starforge.games.assets import AssetError, folder, read_cards
from starforge.games.astroforce.model.catalogue import Development, EventCard, Mission, developments, events, missions
from starforge.games.astroforce.setup import decks, editions
from starforge.games.astroforce.words.printed import card_of, printed


def test_the_decks_are_big_enough_and_have_enough_different_cards():
    sizes = [(len(deck), len(set(deck))) for deck in decks()]
    assert all(total >= least for (total, _), least in zip(sizes, (24, 40, 38), strict=True))
    assert sizes[0][1] == sizes[0][0]
    assert min(sizes[1][1], sizes[2][1]) >= 30


def test_slugs_and_titles_are_unique_over_all_decks():
    cards = {**missions(), **events(), **developments()}
    assert len(cards) == len(missions()) + len(events()) + len(developments())
    for names in ([card.title for card in cards.values()], [card.flavour for card in cards.values()]):
        assert [name for name, n in Counter(names).items() if n > 1] in ([], ["Report to Medbay"])


def test_no_two_cards_of_a_deck_do_the_same_but_the_copies_of_one():
    """What the same words make of two cards is a card too few; AF-K5 wants Report to Medbay twice or three times."""
    for deck in decks()[1:]:
        text = Counter((card_of(card).title, *printed(card)) for card in deck)
        assert len({words[1:] for words in text}) == len(text)
    assert Counter(card_of(card).title for card in decks()[1])["Report to Medbay"] in (2, 3)
    fuel = {card.needs: card.use for card in map(card_of, decks()[2]) if card.use and card.use[0][0] == "fuel"}
    assert len(fuel) == 2
    assert len({len(needs) for needs in fuel}) == 2, "less Fuel costs less"


def test_older_games_deal_the_cards_that_others_replace():
    older = decks(editions())
    assert [len(deck) for deck in older] == [len(deck) for deck in decks()]
    assert {*editions()} <= {*older[1], *older[2]}
    assert not {*editions().values()} & {*older[1], *older[2]}


def test_missions_have_four_to_six_stages_and_most_end_with_a_development():
    lengths = [len(mission.stages) for mission in missions().values()]
    assert set(lengths) <= {4, 5, 6}
    ends = [mission.stages[-1].does for mission in missions().values()]
    assert ends.count((("development", 1),)) > 20


def test_no_two_missions_are_alike():
    kinds = [(mission.m, mission.later, mission.stages) for mission in missions().values()]
    assert all(kinds.count(kind) == 1 for kind in kinds)


def test_printed_text_comes_from_the_effects():
    assert printed("kzinn-stealth-cruiser") == ("M: 2 Damage", "reward: gain 2 Fuel")
    assert printed("escort") == (
        "M: bring Raiders, else Kzinn Stealth Cruiser into play from the Event deck or discards",
    )
    assert printed("alien-parasites") == ("now: captures 2 active dice",)
    assert printed("red-alert") == ("once: shields go up to the maximum, then 2 dice from Quarters take SEC stations",)
    assert all(printed(card) for card in (*missions(), *events(), *developments()))


@pytest.mark.parametrize(
    ("deck", "model", "wrong", "right", "said"),
    [
        ("events", EventCard, '"to-medbay 1"', '"to-medbai 1"', "there is no op 'to-medbai'"),
        ("events", EventCard, 'lasting = ["bar transmat"]', 'lasting = ["bar tansmat"]', "'tansmat' cannot be barred"),
        ("events", EventCard, 'lasting = ["block SCI"]', 'lasting = ["block SIC"]', "'SIC' is no role"),
        ("events", EventCard, 'needs = "ENG ENG"', 'neads = "ENG ENG"', "there is no such field"),
        ("missions", Mission, 'name = "Travel", needs = "ENG ENG"', 'name = "Travel"', "either needs dice or does"),
        ("developments", Development, '"lend COM 2"', '"lend COM two"', "must be a whole number"),
        ("developments", Development, 'uses = "each turn"', 'uses = "each week"', "'once' or 'each turn'"),
        ("developments", Development, 'needs = "COM COM SCI"', 'needs = "COM CON SCI"', "'CON' is no role"),
    ],
)
def test_a_typo_fails_at_load_with_file_card_and_line(tmp_path, deck, model, wrong, right, said):
    text = (folder("astroforce") / f"{deck}.toml").read_text(encoding="utf-8")
    assert wrong in text
    path = tmp_path / f"{deck}.toml"
    path.write_text(text.replace(wrong, right, 1), encoding="utf-8")
    with pytest.raises(AssetError) as told:
        read_cards(path, model)
    line = text[: text.index(wrong)].count("\n") + 1
    message = str(told.value)
    assert message.startswith(f"{deck}.toml, line "), message
    assert said in message
    assert abs(int(message.split("line ")[1].split(",")[0]) - line) <= 12, message
