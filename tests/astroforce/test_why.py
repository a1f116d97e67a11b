"""What a hint says is what the bot compared, worked out from what the seat sees."""

from dataclasses import replace

from starforge.games.astroforce.bot.planning import plan
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.actions import End, LockIn, Pay, Use, With
from starforge.games.astroforce.view.table import table
from tests.astroforce.table import at
from tests.astroforce.test_deploy import NONE_OFFERED
from tests.tui.patrols import flown

UNSEEN = {"missions_left": 0, "events_left": 0, "developments_left": 0, "completed": (), "failed": (), "foreseen": ()}
UNSEEN |= {"event_discards": (), "development_discards": (), "choices": (), "odds": None, "waiting": {}}


def why(s, order):
    return GAME.why(GAME.view(s, 0), order)


def test_the_table_of_a_view_is_the_table_that_was_viewed():
    for seed in range(3):
        for s, _ in flown("hard", 1 + seed % 2, "random", seed):
            (seat,) = s.asks
            view = GAME.view(s, seat)
            again = GAME.observe(table(view), seat)
            assert replace(again, **UNSEEN, conferring="", rank="") == replace(view, **UNSEEN, conferring="", rank="")


def test_a_hint_tells_what_an_order_brings_what_is_left_and_what_waiting_would_cost():
    table = 'mission = {card = "diplomatic-crisis"}\nmedbay = 1\nhull = 3\nfuel = %d\n' + NONE_OFFERED
    s = at(table % 4 + "crew = {ENG = 3}")
    assert why(s, Pay("mission")) == (
        "It completes Travel; with the dice left the plan repairs the hull. "
        "Without it the Mission cannot be completed before its Fuel is gone."
    )
    assert "can lose 2 turns" in why(at(table % 7 + "crew = {ENG = 3}"), Pay("mission"))
    assert why(at(table % 7 + "crew = {}"), End()) == "", "there is nothing to choose"


def test_every_order_of_the_bot_has_a_reason_and_names_what_its_plan_does():
    for s, _ in flown("hard", 1, "greedy", 3):
        (seat,) = s.asks
        view = GAME.view(s, seat)
        if view.ask.kind != "deploy" or len(view.legal) < 2:
            continue
        best = plan(s, tuple(s.crew.values()), tuple(s.bridge.values()))
        advice = GAME.advise(view, lambda s=s: s, s.rng)
        said = GAME.why(view, advice)
        assert said
        if isinstance(advice, (With, End, LockIn, Use)) or not best.aims or best.steps[0][0] != advice:
            continue
        assert ("with the dice left" in said) == (len(best.aims) > 1)
