"""The view is enough to draw the screen, and the words are there for whoever hears it."""

import json
from collections import Counter

from starforge.engine.rng import Rng
from starforge.engine.rules import Choice
from starforge.engine.state import clone, to_jsonable
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.model.actions import PlaceCard
from starforge.games.reach.model.catalogue import book, dealt
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.words.choices import QUESTIONS
from tests.contract.checks import sampled, walk
from tests.reach.table import NAMES, do, planning, position

FACTS = (
    "landing = 'volcanic'\nhand = ['e1', 'p3']\ntokens = 1\ndamage = { engine = 1, command = 2 }\n"
    "crew = { engine = ['e1', 'o1'], defence = ['s2'], academy = ['p1'], repair-command = ['o1'] }\n"
    "claimed = ['warm-reactor', 'spare-hands']\nresearch = { warm-reactor = 'engine' }\nspent = ['warm-reactor']"
)


def test_the_own_board_shows_departments_cards_and_what_adds_up():
    s = planning(2, FACTS, "")
    do(s, 0, "place e1 engine")
    board = GAME.view(s, 0).me
    engine, _, _, command = board.departments
    assert (engine.default, engine.crew, engine.research) == (3, 3, 1)
    assert (engine.extra, engine.weighing, engine.total) == (0, 1, 6)
    assert [(c.card, c.gives, c.face, c.new) for c in engine.cards] == [
        ("e1", 1, "main", False),
        ("o1", 1, "worker", False),
        ("e1", 1, "main", True),
    ]
    assert [(c.card, c.face) for c in command.repairers] == [("o1", "repair")]
    assert [(c.card, c.face) for c in board.defence] == [("s2", "worker")]
    assert [(c.card, c.face) for c in board.academy] == [("p1", "academy")]
    assert (board.stops, board.workers, board.hurt, board.tokens) == (1, 1, 3, 1)
    assert [(c.mission, c.spent, c.at) for c in board.claimed] == [
        ("warm-reactor", True, "engine"),
        ("spare-hands", False, ""),
    ]


def test_the_own_board_tells_what_each_card_in_hand_would_come_to_with_every_mechanic():
    claimed = FACTS.replace("['warm-reactor', 'spare-hands']", "['warm-reactor', 'spare-hands', 'miner', 'comet-tail']")
    s = planning(2, claimed.replace("'p3'", "'celebrity'"), "")
    view = GAME.view(s, 0)
    assert view.me.would["e1"] == {"engine": 6, "research": 5, "quarters": 1, "command": 1}
    assert view.me.would["celebrity"]["quarters"] == 2 + 2
    for choice in view.choices:
        if isinstance(choice.action, PlaceCard) and choice.action.at in DEPARTMENTS:
            t = clone(s)
            GAME.apply(t, 0, choice.action)
            assert view.me.would[choice.action.card][choice.action.at] == GAME.view(t, 0).me.totals[choice.action.at]
    assert GAME.view(s, 1).boards[0].would == {}


def test_pool_landing_tile_and_supplies():
    s = planning(2, FACTS, "", head='pool = ["miner", "comet-tail"]')
    view = GAME.view(s, 0)
    miner = view.pool[0]
    assert miner.needs == miner.required == {"engine": 4, "quarters": 4, "command": 6}
    assert miner.upper == {"quarters": 1, "command": 5}
    assert miner.lacking[0] == {"quarters": 4, "command": 6}
    assert view.landing.short == {"engine": 2, "research": 3, "quarters": 7, "command": 9}
    assert view.landing.objectives == (("Have 1 Lead Pilot", 0, 1), ("Complete 2 Scavenge", 1, 2))
    assert (view.tile.order, view.tile.damage, view.tile.counts) == ("command", 2, True)
    assert set(view.tiles_left) == {*book().tiles} - {"asteroid-field"}
    out = ("miner", "comet-tail", "warm-reactor", "spare-hands")
    others = [m for slug, m in dealt(book().missions).items() if slug not in out]
    assert view.missions_left == tuple(Counter(m.type for m in others if m.round == r) for r in (1, 2, 3))
    assert view.damage_left == {"command": 10, "engine": 11, "quarters": 12, "research": 12}
    assert view.supply["p3"] == 4
    assert view.tokens == 19
    assert view.specialists_left == len(dealt(book().specialists))


def test_every_question_and_choice_has_words():
    asked, labels = Counter(), Counter()
    for seed in range(6):
        for s, seat, _ in walk(GAME, 2 + seed % 3, seed):
            if s.asks[seat].kind == "plan" and s.learned % 4:
                continue
            view = GAME.view(s, seat)
            asked[view.ask.kind] += 1
            assert GAME.question(view)
            for c in view.choices:
                assert isinstance(c, Choice)
                labels[type(c.action).__name__] += 1
                assert len(c.label) > 3
            assert GAME.question(GAME.view(s, None))
    assert set(asked) <= set(QUESTIONS)
    assert len(asked) >= 9, asked
    assert len(labels) >= 10


def test_every_event_has_words_for_everybody_who_may_know_of_it():
    told = Counter()
    for seed in range(4):
        s = GAME.new(Options(), 3, seed)
        dice = Rng(seed)
        while s.result is None:
            asked = sorted(s.asks)
            seat = asked[dice.below(len(asked))]
            legal = GAME.legal(s, seat)
            s.events.clear()
            GAME.apply(s, seat, legal[dice.below(len(legal))])
            for event in s.events:
                words = GAME.tell(event, NAMES)
                assert words, event
                assert "{" not in words
                told[event.kind] += 1
    assert len(told) >= 20


def test_the_table_read_out():
    s = planning(2, FACTS, "", head='pool = ["miner"]')
    lines = GAME.lines(GAME.view(s, 0), NAMES)
    text = "\n".join(lines)
    for words in (
        "Round 1 of 3, tile 2 of 3, planning",
        "Asteroid Field: play order by Command Bridge, 2 damage",
        "Miner, Distress Call, 3 points, needs Engine 4, Quarters 4, Command 6. You lack Quarters 4, Command 6.",
        "Engine Chamber 5: default 3, research 1, minus 1 damage of 1",
        "Mid Scientist as worker (1); stops 1 damage of a tile",
        "Junior Pilot learning",
        "Hand: Junior Engineer and Senior Pilot",
        "Ada's landing, Volcanic Landing Zone: needs Engine 7",
        "Ben's ship, the Lantern as last shown",
    ):
        assert words in text, text
    other = "\n".join(GAME.lines(GAME.view(s, 1), NAMES))
    assert "Volcanic" not in other
    assert "Hand: Junior Engineer" not in other


def test_cards_and_ships_can_be_asked_about():
    s = planning(2, FACTS, "")
    view = GAME.view(s, 1)
    assert set(GAME.topics) == {"card", "odds", "ship"}
    (line,) = GAME.inform(view, NAMES, "card", ["secret", "sector"])
    assert line.startswith(
        "Secret Sector Plan: Scavenge of round 1, 3 points. Upper row Research 1, Quarters 5, Command 1;"
    )
    assert line.endswith("for you to complete this turn. Play it before planning or just before your claim.")
    assert GAME.inform(view, NAMES, "card", ["no such thing"]) == ["No card has these words in its title."]
    assert GAME.inform(view, NAMES, "ship", ["ada"])[0].startswith("Ada's ship, the Anvil as last shown")
    assert GAME.inform(view, NAMES, "ship", ["titanic"]) == ["There is no such ship."]


def test_a_view_is_plain_data_and_costs_nothing_to_keep():
    for s, seat, action in sampled(GAME, 4, 9, 60):
        twin = clone(s)
        view = GAME.view(twin, seat)
        kept = json.dumps(to_jsonable(view))
        GAME.apply(twin, seat, action)
        assert json.dumps(to_jsonable(view)) == kept
        assert json.dumps(to_jsonable(GAME.view(s, seat))) == kept


def test_spectators_see_no_hand_and_no_plan():
    s = planning(2, FACTS, "")
    view = GAME.view(s, None)
    assert view.me is None
    assert view.landing is None
    assert all(b.hand == () for b in view.boards)


def test_drawn_specialists_are_on_the_drawers_view_only():
    s = position(
        'phase = "round-end"\nturn = 3\nasks = { 0 = { kind = "keep" } }\nqueue = [["growth", 0]]',
        "offered = ['scout', 'hermit', 'rover']",
        "",
    )
    assert [c.card for c in GAME.view(s, 0).offered] == ["scout", "hermit", "rover"]
    assert all(c.text for c in GAME.view(s, 0).offered)
    assert GAME.view(s, 1).offered == ()
    assert GAME.question(GAME.view(s, 1)) == "Another player decides."


def test_games_are_of_bounded_length():
    assert max(sum(1 for _ in walk(GAME, 4, seed)) for seed in range(5)) < 3000
