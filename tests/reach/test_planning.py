"""Planning (UR-P1, UR-P2, UR-P3, UR-P4, UR-P5, UR-P6; UR-D1, UR-D2, UR-D3, UR-D4) and the reveal (UR-O1, UR-O2)."""

from random import Random

import pytest

from starforge.engine.match import Match
from starforge.engine.state import clone, digest
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.rules.planning import legal_spots
from starforge.games.reach.rules.power import stopped, totals, totals_with
from tests.reach.table import do, kinds, offered, planning, position, power, refused, ship, told


def start_turn(turn: int, *facts: str, head: str = "", tiles: str = '["asteroid-field"]'):
    """Return a state in which the first seat's answer leads into the given turn, with the tile on top."""
    return position(
        f'phase = "rewards"\nturn = {turn - 1}\ntile = "open-lane"\ntiles = {tiles}\nqueue = [["close-turn", 0]]\n'
        f'asks = {{ 0 = {{ kind = "turn-end" }} }}\n{head}',
        *(facts or ("", "")),
    )


# --- the start of a turn ----------------------------------------------------------------------------------------------


def test_ur_p1_a_tile_names_order_and_damage():
    s = start_turn(2)
    turned = told(do(s, 0, "done"), "turned")[0]
    assert turned == {"tile": "asteroid-field", "round": 1, "step": 2, "order": "command", "damage": 2}
    assert s.past_tiles == ["open-lane"]
    assert GAME.view(s, 0).tile.title == "Asteroid Field"


def test_ur_p3_the_spots_of_a_hand_are_those_that_may_be_chosen():
    s = planning(2, 'hand = ["e1", "p1"]', "")
    chosen = [tuple(text.split()[1:]) for text in map(str, GAME.legal(s, 0)) if text.startswith("place ")]
    assert chosen
    assert chosen == legal_spots(s, 0)[: len(chosen)]


def test_ur_p5_what_a_card_would_give_is_what_it_gives():
    chance, crew = Random(5), sorted({card for card, _ in book().power})
    for _ in range(300):
        p = ship(f"engine: {' '.join(chance.choices(crew, k=2))}; command: {chance.choice(crew)}")
        p.damage = {d: chance.randrange(4) for d in DEPARTMENTS}
        p.boosts, card, at = {"research": chance.randrange(3)}, chance.choice(crew), chance.choice(DEPARTMENTS)
        foreseen = totals_with(p, 4, card, at)
        p.crew[at].append(card)
        assert foreseen == totals(p, 4)


def test_ur_p2_damage_is_drawn_and_laid_on_its_department():
    s = start_turn(2, head='damage = ["quarters", "engine", "engine", "command"]')
    hits = told(do(s, 0, "done"), "hit")
    assert [hit["departments"] for hit in hits] == [["quarters", "engine"], ["engine", "command"]]
    assert s.players[0].damage == {"engine": 1, "research": 0, "quarters": 1, "command": 0}
    assert power(s, 0) == [3 - 1, 4, 0, 2]


@pytest.mark.parametrize("turn", [4, 7])
def test_ur_p2_the_first_tile_of_a_round_does_no_damage(turn):
    s = start_turn(turn, tiles='["magnetar"]')
    events = do(s, 0, "done")
    assert "hit" not in kinds(events)
    assert s.players[0].hurt() == 0
    assert not GAME.view(s, 0).tile.counts


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ur_p3_one_mission_more_than_players(seats):
    s = start_turn(2, *[""] * seats)
    do(s, 0, "done")
    assert len(s.pool) == seats + 1
    assert len(GAME.view(s, 0).pool) == seats + 1


def test_ur_p3_unclaimed_missions_leave_the_game():
    s = start_turn(2, head='pool = ["miner", "comet-tail"]')
    do(s, 0, "done")
    assert s.gone == ["miner", "comet-tail"]
    assert "miner" not in s.pool


def test_ur_p3_missions_come_from_the_deck_of_the_round():
    s = start_turn(4, head='missions = { 2 = ["body-ench", "shift-change", "patch-drones"] }')
    do(s, 0, "done")
    assert s.pool == ["body-ench", "shift-change", "patch-drones"]


def test_ur_p4_everybody_draws_five_or_what_is_left():
    s = start_turn(2, 'deck = ["e1", "e1", "s1", "s1", "o1", "p1"]', 'deck = ["e1", "s2"]')
    drawn = [e for e in do(s, 0, "done") if e.kind == "drawn"]
    assert s.players[0].hand == ["e1", "e1", "o1", "s1", "s1"]
    assert s.players[0].deck == ["p1"]
    assert s.players[1].hand == ["e1", "s2"]
    assert drawn[0].secret == {"cards": (0,)}


# --- placing ----------------------------------------------------------------------------------------------------------


def test_ur_p4_all_cards_are_placed_and_ready_is_final():
    s = planning(1, 'hand = ["e1", "s1"]')
    do(s, 0, "place e1 engine")
    assert "every card" in refused(s, 0, "ready", "UR-P4").lower()
    do(s, 0, "place s1 research", "ready")
    assert 0 not in s.asks
    refused(s, 0, "take-back s1 research", "UR-P4")


def test_ur_p4_ready_cannot_be_undone():
    match = Match(GAME, Options(), 2, 3)
    for seat, text in ((0, "board anvil"), (1, "board lantern")):
        match.submit(seat, GAME.parse(text))
    hand = list(match.state.players[0].hand)
    for card in hand:
        match.submit(0, GAME.parse(f"place {card} engine"))
        assert match.undoable(0) is None
    match.submit(0, GAME.parse("ready"))
    assert match.undoable(0) is not None


def test_ur_s5_a_card_played_behind_the_screen_changes_nobody_elses_undo():
    """Only the player who drew may not undo it; that the others still may undo theirs tells nothing of it."""
    match = Match(GAME, Options(), 2, 3)
    for seat, text in ((0, "board anvil"), (1, "board lantern")):
        match.submit(seat, GAME.parse(text))
    match.state.players[1].claimed.append("spare-hands")
    mine = match.state.players[0].hand[0]
    match.submit(0, GAME.parse(f"place {mine} engine"))
    match.submit(1, GAME.parse("play spare-hands"))
    drawn = list(match.state.players[1].hand)
    assert match.undoable(0) is None
    assert match.undoable(1) is not None
    match.undo(0)
    assert mine in match.state.players[0].hand
    assert match.state.players[1].hand == drawn
    assert match.undoable(1) is not None


def test_ur_p4_cards_of_this_turn_may_be_taken_back_and_others_not():
    s = planning(2, 'hand = ["e1"]\ncrew = { engine = ["e1"], research = ["o2"] }')
    do(s, 0, "place e1 engine")
    assert power(s, 0)[0] == 5
    do(s, 0, "take-back e1 engine")
    assert power(s, 0)[0] == 4
    refused(s, 0, "take-back e1 engine", "UR-P6")
    refused(s, 0, "take-back o2 research", "UR-P6")
    refused(s, 0, "lift o2 research", "UR-P6")


def test_ur_p4_answers_commute_in_every_order():
    first = planning(1, 'hand = ["e1", "p1"]', 'hand = ["o2"]')
    one, two = clone(first), clone(first)
    do(one, 0, "place e1 engine", "place p1 engine", "ready")
    do(one, 1, "place o2 command", "ready")
    do(two, 1, "place o2 command")
    do(two, 0, "place e1 engine", "place p1 engine")
    do(two, 1, "ready")
    do(two, 0, "ready")
    assert digest(one) == digest(two)


def test_ur_p4_all_screens_drop_in_one_step_when_the_last_is_ready():
    s = planning(1, 'hand = ["e1"]', 'hand = ["o2"]')
    assert kinds(do(s, 0, "place e1 engine", "ready")) == ["placed", "readied"]
    assert GAME.view(s, 1).boards[0].totals["engine"] == 3
    events = do(s, 1, "place o2 quarters", "ready")
    assert kinds(events)[:5] == ["placed", "readied", "revealed", "revealed", "ordered"]
    assert told(events, "revealed")[0]["placed"] == [["e1", "engine"]]
    assert GAME.view(s, 1).boards[0].totals["engine"] == 4


def test_ur_p5_where_a_card_goes():
    s = planning(2, 'hand = ["p1", "e3"]\ndamage = { research = 1 }')
    assert {"place p1 engine", "place p1 command", "place p1 defence", "place p1 academy", "repair p1 research"} <= set(
        offered(s, 0)
    )
    assert "place e3 academy" not in offered(s, 0)
    assert "repair p1 engine" not in offered(s, 0)
    do(s, 0, "place e3 engine")
    assert power(s, 0)[0] == 3 + 3
    do(s, 0, "take-back e3 engine", "place e3 command")
    assert power(s, 0)[3] == 2 + 2
    refused(s, 0, "place e3 command", "UR-P4")
    refused(s, 0, "place p1 kitchen", "UR-P5")


def test_ur_p6_crew_stays_and_adds_up_over_the_round():
    s = planning(1, 'hand = ["e1"]\ndeck = ["e2", "s1", "s1", "o1", "o1"]', 'hand = ["p1"]')
    do(s, 0, "place e1 engine", "ready")
    do(s, 1, "place p1 command", "ready")
    while "plan" not in {a.kind for a in s.asks.values()}:
        seat = min(s.asks)
        GAME.apply(s, seat, GAME.legal(s, seat)[-1])
    assert s.turn == 2
    assert s.players[0].crew["engine"] == ["e1"]
    hurt = s.players[0].damage["engine"]
    do(s, 0, "place e2 engine")
    assert power(s, 0)[0] == 3 + 1 + 2 - hurt


# --- defence, repair, Academy -----------------------------------------------------------------------------------------


def test_ur_d1_the_defence_center_takes_three_worker_power_in_all():
    s = planning(1, 'hand = ["e1", "o2", "p3", "s1"]')
    do(s, 0, "place e1 defence", "place o2 defence")
    refused(s, 0, "place p3 defence", "UR-D1")
    do(s, 0, "place s1 defence")
    assert GAME.view(s, 0).boards[0].stops == 3


@pytest.mark.parametrize(("crew", "stops"), [("", 0), ("e1", 1), ("e1 o1", 2), ("p3", 2), ("p4 e2", 3), ("p3 e3", 3)])
def test_ur_d1_each_worker_power_stops_one_and_never_more_than_three(crew, stops):
    assert stopped(ship(f"defence: {crew}") if crew else ship(), 2) == stops


def test_ur_d1_workers_protect_the_later_tiles_of_the_round_and_then_go_home():
    s = start_turn(2, 'crew = { defence = ["e1", "o1"] }', "", tiles='["magnetar", "gamma-burst"]')
    hits = told(do(s, 0, "done"), "hit")
    assert [(hit["prevented"], len(hit["departments"])) for hit in hits] == [(2, 1), (0, 3)]
    s = start_turn(3, 'crew = { defence = ["e1", "o1"] }', "", tiles='["magnetar"]')
    assert told(do(s, 0, "done"), "hit")[0]["prevented"] == 2


def test_ur_d2_prevention_saves_draws_and_players_draw_in_last_turns_order():
    s = start_turn(
        2, 'crew = { defence = ["p3"] }', "", head='order = [1, 0]\ndamage = ["engine", "research", "quarters"]'
    )
    hits = told(do(s, 0, "done"), "hit")
    assert [(hit["seat"], hit["departments"]) for hit in hits] == [(1, ["engine", "research"]), (0, [])]
    assert s.damage[0] == "quarters"


def test_ur_d2_at_first_the_order_is_that_of_the_seats():
    assert GAME.new(Options(), 3, 1).order == [0, 1, 2]


def test_ur_d2_ur_t4_repaired_damage_is_shuffled_again_and_an_empty_deck_gives_none():
    s = start_turn(2)
    s.damage_discards, s.damage = ["engine"], []
    s.players[0].damage = dict.fromkeys(s.players[0].damage, 11)
    hits = told(do(s, 0, "done"), "hit")
    assert [hit["departments"] for hit in hits] == [["engine"], []]


def test_ur_d3_a_repairer_lies_face_down_and_gives_nothing():
    s = planning(2, 'hand = ["e4", "e1", "s1"]\ndamage = { engine = 2 }')
    do(s, 0, "repair e4 engine")
    assert power(s, 0)[0] == 3 - 2
    assert GAME.view(s, 0).boards[0].departments[0].repairers[0].face == "repair"
    do(s, 0, "repair e1 engine")
    refused(s, 0, "repair s1 engine", "UR-D3")
    refused(s, 0, "repair s1 research", "UR-D3")
    refused(s, 0, "repair s1 defence", "UR-D3")
    do(s, 0, "take-back e4 repair-engine")
    do(s, 0, "repair s1 engine")


def test_ur_d4_the_academy_takes_three_juniors_in_a_round():
    s = planning(2, 'hand = ["e1", "o1", "p2"]\ncrew = { academy = ["s1", "s1"] }')
    refused(s, 0, "place p2 academy", "UR-D4")
    do(s, 0, "place e1 academy")
    refused(s, 0, "place o1 academy", "UR-D4")
    assert power(s, 0) == [3, 4, 0, 2]


# --- play order -------------------------------------------------------------------------------------------------------


def reveal(*facts: str, tile: str = "asteroid-field"):
    """Return the totals in the deciding department as all are ready, and the play order."""
    s = planning(1, *facts, tile=tile)
    for seat in range(len(facts)):
        events = do(s, seat, "ready")
    ordered = told(events, "ordered")[0]
    return dict(zip(ordered["order"], [power for power, _ in ordered["powers"]], strict=True)), ordered["order"]


def test_ur_o1_most_power_in_the_tiles_department_first():
    assert reveal('crew = { command = ["p2"] }', 'crew = { command = ["p3"] }', "") == ({0: 4, 1: 3, 2: 4}, [2, 0, 1])
    powers, order = reveal("", 'crew = { engine = ["e4"] }', "", tile="trade-route")
    assert powers == {0: 3, 1: 6, 2: 0}
    assert order == [1, 0, 2]


def test_ur_o2_ties_go_to_the_higher_default_without_research_and_damage():
    powers, order = reveal('crew = { command = ["p2"] }', 'crew = { command = ["p4"] }')
    assert powers == {0: 4, 1: 4}
    assert order == [0, 1], "anvil's default is 2, lantern's 0"
    powers, order = reveal(
        'ship = "lantern"\ncrew = { command = ["p2"] }\n'
        'claimed = ["gravity-keel"]\nresearch = { gravity-keel = "command" }',
        'ship = "homestead"\ndamage = { command = 4 }\ncrew = { command = ["p4"] }',
    )
    assert powers == {0: 4, 1: 4}
    assert order == [1, 0], "homestead's 4, whatever the damage, beats lantern's 0, whatever the Research"


def test_forecast_uses_the_others_ships_as_last_shown():
    s = planning(1, 'hand = ["p1"]', 'hand = ["p4"]')
    do(s, 1, "place p4 command")
    assert GAME.view(s, 0).forecast == (0, 1)
    assert GAME.view(s, 1).forecast == (1, 0)
