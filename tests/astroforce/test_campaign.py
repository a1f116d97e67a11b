"""The campaign, AF-P1 to AF-P6: what patrols begin with, how marks work, and that no other game has any of it."""

import pytest

from starforge.engine.event import Event
from starforge.engine.match import Match
from starforge.engine.save import OptionError, Seat, options_of, read_options, to_match, to_save
from starforge.engine.state import Result, digest
from starforge.games.astroforce.campaign import HULLS, PATROLS, Carried, after, campaign_rank, mark_of, read_carried
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import developments, marks
from starforge.games.astroforce.model.state import FACES, PATROL_FUEL, Options
from starforge.games.astroforce.setup import decks
from starforge.games.astroforce.words.end_card import end_card
from starforge.games.astroforce.words.feats import FEATS
from starforge.games.end_card import Heading, card_lines
from starforge.games.feats import Story
from starforge.games.rulebook import read_rulebook
from starforge.tui.drawing.end_card import draw_end_card
from tests.astroforce.table import act, at, legal

QUIET = 'mission = {card = "deep-freeze", stage = 1}\nfuel = 5\nmedbay = 1\n'


def flown(text, seed=3):
    return GAME.new(Options(campaign="on", carried=text), 1, seed)


def test_it_is_off_unless_it_is_chosen_and_leaves_no_trace_in_other_patrols():
    """AF-P1."""
    assert Options().campaign == "off"
    s = GAME.new(Options(), 1, 3)
    assert not [
        card for deck in (s.developments, s.active, [o.card for o in s.offers]) for card in deck if card in marks()
    ]
    assert "campaign-patrol" not in [event.kind for event in s.events]
    assert not set(marks()) & set(decks()[2])
    with pytest.raises(OptionError, match="only in a campaign"):
        GAME.new(Options(carried="2 repair-drones"), 1, 3)


@pytest.mark.parametrize("number", range(1, 6))
def test_its_patrols_become_harder_by_fuel_and_hull(number):
    """AF-P1."""
    text = after(Carried(number - 1), True, [], Carried()) if number > 1 else ""
    s = flown(text)
    assert s.patrol == PATROLS[number - 1]
    assert s.fuel == PATROL_FUEL[s.patrol]
    assert s.hull == HULLS[number - 1]
    hardness = [(list(PATROL_FUEL).index(patrol), -hull) for patrol, hull in zip(PATROLS, HULLS, strict=True)]
    assert hardness == sorted(hardness)
    book = read_rulebook("astroforce")
    assert "at 7 on the first, at 5 on the next three, and at 4 on the last" in book


@pytest.mark.parametrize(("text", "hull"), [("", 7), ("2 - ENG", 7), ("4", 7), ("5", 4), ("3 war-room hull=6", 6)])
def test_a_campaign_begun_before_goes_on_with_the_hull_of_its_time(text, hull):
    """AF-P1: the option says what the Hull begins with since it is 5 on three patrols."""
    assert flown(text).hull == hull


def test_the_first_patrol_is_the_book_s_but_for_its_name():
    """AF-P1: with nothing that came over the same seed deals the same cards."""
    assert digest(flown("")) == digest(GAME.new(Options(), 1, 3))


def test_a_development_comes_over_and_is_not_in_the_deck():
    """AF-P2."""
    for seed in range(20):
        s = flown("2 repair-drones", seed)
        assert s.active == ["repair-drones"]
        assert "repair-drones" not in [*s.developments, *(offer.card for offer in s.offers)]
    assert GAME.census(s)["developments"] == len(decks()[2])


def test_marks_come_over_and_give_a_result_once_in_a_patrol():
    """AF-P3, AF-P4."""
    s = flown("3 - ENG COM")
    assert s.active == ["veteran-eng", "veteran-com"]
    s = at(QUIET + 'active = ["veteran-eng"]\ncrew = {ENG = 1}\nhull = 5')
    assert "use veteran-eng" in legal(s)
    act(s, "use veteran-eng")
    assert s.bridge["ENG"] == 1
    assert s.active == []
    assert not [card for card in (*s.development_discards, *s.developments) if card in marks()], "in no pile"
    act(s, "end")
    assert s.bridge["ENG"] == 0, "unused, it is gone at Cleanup"


@pytest.mark.parametrize("role", FACES)
def test_every_role_has_its_mark(role):
    """AF-P4."""
    assert marks()[mark_of(role)].use == (("lend", role, 1),)


def test_a_mark_counts_among_the_nine_and_one_that_is_discarded_comes_into_no_deck():
    """AF-P4, AF-C2."""
    others = [card for card in developments() if card not in marks()][:8]
    names = ", ".join(f'"{card}"' for card in (*others, "veteran-eng"))
    s = at(QUIET + f'active = [{names}]\noffers = [{{card = "tug-crew", stacks = ["ENG", "SEC"], done = true}}]')
    act(s, "end", "discard veteran-eng")
    assert len(s.active) == 9
    assert not [card for card in (*s.development_discards, *s.developments) if card in marks()]


def test_a_typed_position_knows_marks_where_they_can_lie():
    assert at(QUIET + 'active = ["veteran-eng", "veteran-sci"]').active == ["veteran-eng", "veteran-sci"]
    for wrong in ('offers = [{card = "veteran-eng"}]', 'active = ["veteran-eng", "veteran-eng"]'):
        with pytest.raises(ValueError, match="veteran-eng"):
            at(QUIET + wrong)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("6", "has patrols 1 to 5"),
        ("9" * 5000, "has patrols 1 to 5"),
        ("two", "has patrols 1 to 5"),
        ("2 warp-core", "no Development 'warp-core'"),
        ("2 veteran-eng", "no Development 'veteran-eng'"),
        ("2 - ENG COM", "before patrol 2 no 2 marks"),
        ("4 - ENG COM SCI", "at most 2"),
        ("4 - ENG ENG", "at most 2"),
        ("4 - Threat", "at most 2 of COM, SCI, MED, ENG, SEC have a mark, not Threat"),
        ("1 repair-drones", "nothing comes over to the first"),
        ("1 - hull=5", "nothing comes over to the first"),
        ("3 - ENG hull=8", "the Hull begins with 1 to 7, as in hull=5"),
        ("3 - hull=5 ENG", "have a mark, not hull=5, ENG"),
    ],
)
def test_what_no_campaign_leads_to_is_refused_in_a_sentence(text, said):
    with pytest.raises(OptionError, match=said):
        read_carried(text)


def test_its_text_is_read_as_it_is_written():
    for one in (Carried(), Carried(2, "war-room"), Carried(3, "", ("ENG",)), Carried(5, "war-room", ("ENG", "COM"), 4)):
        assert read_carried(one.text()) == one


def test_a_save_keeps_what_came_over():
    match = Match(GAME, read_options(GAME, {"campaign": "on", "carried": "3 war-room ENG"}), 1, 5)
    for _ in range(45):
        match.submit(0, GAME.legal(match.state, 0)[0])
    save = to_save(match, [Seat(name="Ada")])
    again = to_match(GAME, save)
    assert digest(again.state) == digest(match.state)
    assert options_of(again)["carried"] == "3 war-room ENG"


def test_lists_and_logs_name_the_patrol():
    assert GAME.label({"campaign": "on", "carried": "3 war-room ENG"}) == "campaign 3/5, hard patrol"
    assert GAME.label({"campaign": "on", "carried": "what?"}) == "campaign"
    assert GAME.label({"patrol": "hard", "campaign": "off"}) == "hard patrol"
    first = flown("3 war-room ENG SCI").events[0]
    assert (
        GAME.tell(first, ["Ada"]) == "Campaign, patrol 3 of 5: Hard. War Room and the marks of ENG and SCI came over."
    )


def carded(number, won, active=(), came=()):
    s = flown(Carried(number, "", tuple(came)).text())
    s.active, s.result = [*active, *map(mark_of, came)], Result((0,) if won else (), "It ended.", (2,))
    return end_card(s, [s.events], ["Ada"])


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (
            (1, True, ["war-room", "tug-crew"]),
            "is won: a veteran's mark is given, and War Room or Tug Crew goes on.",
        ),
        ((4, True, ["war-room", "tug-crew", "ram-scoop", "red-alert"]), "and one of 4 Developments goes on."),
        ((3, True, [], ["ENG", "SCI"]), "is won: a mark may change its role, and no Development goes on."),
        ((2, False, ["war-room"], ["ENG"]), "is lost: only the mark of ENG goes on."),
        ((2, False, ["war-room"]), "is lost: nothing goes on."),
        ((5, True, ["war-room"]), "patrol 5 of 5: the campaign is over."),
    ],
)
def test_the_end_card_says_what_goes_on(card, said):
    """AF-P2, AF-P3, AF-P5."""
    made, heading = carded(*card), Heading("Astroforce", "campaign", ["Ada"], 3, "starforge replay x")
    assert made.goes_on.endswith(said)
    assert made.goes_on in card_lines(made, heading)
    assert said in draw_end_card(made, heading, (100, 24)).text()


def test_the_years_make_the_rank():
    """AF-P6."""
    assert [campaign_rank(years) for years in (0, 4, 5, 24, 25)] == [
        "Crewman 3rd Class",
        "Crewman 3rd Class",
        "Ensign",
        "Captain",
        "Admiral",
    ]


def test_honours_of_the_game_are_not_earned_with_what_others_have_won():
    events = [Event("campaign-patrol", {"number": 1, "development": "", "marks": []}), Event("mission-completed", {})]
    story = Story(events, {"patrol": "easy"}, 0, 1, Result((0,), ""))
    assert [feat.id for feat in FEATS if feat.earned(story)] == ["campaign-begun"]


def test_bots_play_campaigns_to_their_end():
    s = flown("5 war-room ENG SCI")
    for _ in range(3000):
        if s.result is not None:
            break
        moves = GAME.legal(s, 0)
        GAME.apply(s, 0, moves[len(moves) // 2])
        assert len([card for card in s.active if card in marks()]) <= 2
    assert s.result is not None
    assert GAME.census(s)["developments"] == len(decks()[2])
