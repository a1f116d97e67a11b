"""Captain and Crew: AF-V1 and AF-V2."""

import pytest

from starforge.engine.match import Match
from starforge.engine.rng import Rng
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.state import Options
from tests.astroforce.table import act, at, legal, refused, told
from tests.astroforce.test_deploy import NONE_OFFERED
from tests.astroforce.test_turn import QUIET

TWO = "seats = 2\n" + QUIET + NONE_OFFERED


def test_af_v1_roles_swap_at_the_start_of_each_turn():
    s = at(TWO)
    assert s.captain == 0
    act(s, "end")
    assert (s.captain, list(s.asks), s.asks[0].kind) == (1, [0], "roll")
    act(s, "roll")
    assert (list(s.asks), s.asks[1].kind) == ([1], "deploy")


def test_af_v1_every_choice_is_the_captains_and_the_crew_only_rolls():
    for seed in range(6):
        s = GAME.new(Options(conferring="off"), 2, seed)
        dice = Rng(seed)
        while s.result is None:
            ((seat, ask),) = s.asks.items()
            assert (ask.kind == "roll") == (seat != s.captain)
            choices = GAME.legal(s, seat)
            GAME.apply(s, seat, choices[dice.below(len(choices))])


def test_af_v1_both_win_or_lose_together():
    s = at('seats = 2\nmission = {card = "deep-freeze", stage = 6, done = true, moved = true}\nmedbay = 1\nyear = 5')
    assert act(s, "end").result.winners == (0, 1)
    s = at("seats = 2\nfails = 1\nfuel = 1\n" + QUIET)
    assert act(s, "end").result.winners == ()


def test_af_v1_nobody_confers_alone():
    assert refused(at(QUIET), "confer") == "AF-V1"
    assert legal(at(QUIET), "confer") == []


def test_af_v2_off_means_no_suggestions_in_deployment():
    assert refused(at('conferring = "off"\n' + TWO), "confer") == "AF-V2"


def test_af_v2_the_crew_proposes_and_the_captain_accepts():
    s = at(TWO + "hull = 5\ncrew = {ENG = 1, SEC = 2}\n")
    act(s, "confer")
    assert (list(s.asks), s.asks[1].kind) == ([1], "confer")
    act(s, "propose repair")
    assert (list(s.asks), s.asks[1].kind) == ([1], "with"), "the Crew says with which dice"
    assert legal(s) == ["with ENG", "with SEC,SEC"]
    assert refused(s, "with SEC") == "AF-D5"
    act(s, "with SEC,SEC")
    assert GAME.view(s, 0).proposed == "repair with SEC,SEC"
    assert GAME.tell(s.events[-1], ["Ada", "Ben"]) == "The Crew proposes: repair with SEC SEC."
    assert GAME.describe(s, 0, GAME.parse("accept"))[0] == "Accept: Repair: SEC SEC as ENG"
    assert list(s.asks) == [0]
    act(s, "accept")
    assert (s.hull, s.crew["ENG"], s.proposal) == (6, 1, "")


def test_af_v2_those_who_wait_are_told_for_whom_whatever_the_crew_is_asked():
    s = at(TWO + "hull = 5\ncrew = {ENG = 1, SEC = 2}\n")
    assert waited(s) == {1: "Waiting for the Captain."}
    act(s, "confer")
    assert waited(s) == {0: "Waiting for the Crew."}
    act(s, "propose repair")
    assert waited(s) == {0: "Waiting for the Crew."}, "the Crew says with which dice"
    act(s, "with SEC,SEC")
    assert waited(s) == {1: "Waiting for the Captain."}
    act(s, "end")
    assert waited(s) == {1: "Waiting for the roll."}


def waited(s):
    """Return what is told to the seats that are not asked."""
    return {seat: GAME.question(GAME.view(s, seat)) for seat in range(s.seats) if seat not in s.asks}


def test_af_v2_the_captain_has_the_last_word():
    s = at(TWO + "hull = 5\ncrew = {ENG = 1, SEC = 2}\n")
    act(s, "confer", "propose repair", "with SEC,SEC")
    assert refused(s, "confer") == "AF-V2", "one word at a time"
    act(s, "repair ENG")
    assert s.crew["SEC"] == 2
    assert refused(s, "accept") == "AF-V2"


def test_af_v2_the_crew_proposes_what_may_be_ordered_and_points_at_what_is_there():
    s = at(TWO + "hull = 5\ncrew = {ENG = 1}\n")
    act(s, "confer")
    assert refused(s, "propose repair/ENG") == "AF-V2", "the dice come after"
    assert refused(s, "propose lower-shields") == "AF-D6"
    assert refused(s, "propose roll") == "AF-V2"
    assert refused(s, "point SEC") == "AF-V2"
    assert refused(s, "point nowhere") == "AF-V2"
    act(s, "point ENG")
    assert (GAME.view(s, 0).proposal, GAME.view(s, 0).proposed) == ("ENG", "")
    assert GAME.tell(s.events[-1], ["Ada", "Ben"]) == "The Crew points at the ENG dice."
    assert refused(s, "accept") == "AF-V2"
    assert "conferred" in told(s)
    act(s, "repair ENG", "confer", "point tug-crew")
    assert GAME.tell(s.events[-1], ["Ada", "Ben"]) == "The Crew points at Tug Crew."


def test_af_v2_an_order_is_proposed_in_the_words_that_it_is_offered_in():
    s = act(at(TWO + "hull = 5\ncrew = {ENG = 1}\n"), "confer")
    assert "propose repair" in legal(s)
    assert refused(s, "propose repair/") == refused(s, "propose /repair") == "AF-V2"


def test_af_v2_the_crew_may_leave_it_to_the_captain_and_words_end_with_the_deployment():
    s = act(at(TWO + "crew = {ENG = 1}\n"), "confer", "shrug")
    assert list(s.asks) == [0]
    act(s, "end")
    assert s.proposal == ""


def test_af_v2_undo_stays_with_whoever_spoke_last():
    match = Match(GAME, Options(), 2, 11)
    while match.state.asks[min(match.state.asks)].kind != "deploy":
        (seat,) = match.state.asks
        match.submit(seat, GAME.legal(match.state, seat)[0])
    captain = match.state.captain
    match.submit(captain, GAME.parse("confer"))
    assert match.undoable(captain) is None
    match.submit(1 - captain, GAME.parse("shrug"))
    assert match.undoable(captain) is not None
    match.undo(1 - captain)
    match.undo(captain)
    assert match.state.asks[captain].kind == "deploy"


@pytest.mark.parametrize(("conferring", "phases"), [("on", set()), ("off", {"roll", "deploy"})])
def test_af_v2_without_conferring_nobody_talks_in_deployment_and_only_then(conferring, phases):
    hushed = {}
    for seed in range(8):
        s, dice = GAME.new(Options(conferring=conferring), 2, seed), Rng(seed)
        while s.result is None:
            (seat,) = s.asks
            hushed.setdefault(s.silent(), set()).add(s.phase)
            choices = GAME.legal(s, seat)
            GAME.apply(s, seat, choices[dice.below(len(choices))])
    assert hushed.get(True, set()) == phases
    assert {"mission", "cleanup"} <= hushed[False]
