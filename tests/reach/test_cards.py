"""One row a card: what every mission, Specialist, Landing card and tile does at the table (UR-T4)."""

import pytest

from starforge.games.reach import GAME
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.rules.ends import score_lines
from starforge.games.reach.rules.ops.abilities import bonus
from starforge.games.reach.rules.ops.goals import progress
from starforge.games.reach.rules.power import lacking, required, short_of_landing, stopped, totals
from tests.reach.table import claiming, do, offered, planning, position, round_end, ship, told

BOOK = book()


def of(kind: str) -> list[str]:
    return [slug for slug, m in BOOK.missions.items() if m.type == kind]


# --- missions ---------------------------------------------------------------------------------------------------------

ROWS = {
    # slug: engine/research/quarters/command of the upper row, of the lower row
    slug: ([m.upper.get(d, 0) for d in DEPARTMENTS], [m.lower.get(d, 0) for d in DEPARTMENTS])
    for slug, m in BOOK.missions.items()
}


@pytest.mark.parametrize("slug", BOOK.missions)
def test_a_mission_is_met_by_exactly_what_it_needs(slug):
    for turn, row in zip((1, 2), ROWS[slug], strict=True):
        for less in range(4):
            have = {d: n - (k == less) for k, (d, n) in enumerate(zip(DEPARTMENTS, row, strict=True))}
            missing = {DEPARTMENTS[less]: 1} if row[less] else {}
            assert lacking(ship(), turn, slug, have) == missing


TOKENS = {
    "comet-tail": 2,
    "salt-moon": 1,
    "silent-array": 1,
    "silent-array-2": 3,
    "ice-caverns": 1,
    "derelict-ring": 2,
    "nebula-crossing": 1,
    "ghost-freighter": 1,
    "ghost-freighter-2": 2,
    "ember-world": 2,
    "deep-trench": 1,
    "pulsar-fringe": 2,
    "pulsar-fringe-2": 3,
    "edge-of-the-chart": 1,
    "glass-desert": 1,
    "twin-suns": 1,
    "old-colony": 3,
}


@pytest.mark.parametrize("slug", of("expedition"))
def test_expeditions_give_tokens(slug):
    s = claiming(
        1,
        f"['{slug}']",
        "crew = { engine = ['e4', 'e4'], research = ['s4'], quarters = ['o4', 'o4'], command = ['p4', 'p4'] }",
        "",
    )
    do(s, 0, f"claim {slug}")
    assert s.players[0].tokens == TOKENS[slug]


@pytest.mark.parametrize("slug", of("research"))
def test_research_adds_to_either_of_its_departments(slug):
    _, _, power, one, other = BOOK.missions[slug].reward
    for at in (one, other):
        p = ship()
        before = totals(p, 1)[at]
        p.claimed, p.research = [slug], {slug: at}
        assert totals(p, 1)[at] == before + power
        assert sum(totals(p, 1).values()) == 9 + power


RECRUITS = {
    "miner": ["e2", "s2", "o2", "p2"],
    "lost-shuttle": ["p2"],
    "stranded-surveyors": ["e1", "s1", "o1", "p1"],
    "colony-beacon": ["o3"],
    "prison-barge": ["e2", "s2", "o2", "p2"],
    "medical-frigate": ["s2"],
    "runaway-convoy": ["e1", "s1", "o1", "p1"],
    "flight-academy": ["p3"],
    "orbital-ferry": ["s3"],
    "admirals-launch": ["e4", "s4", "o4", "p4"],
    "survey-wing": ["e2"],
    "survey-wing-2": ["e2"],
    "last-lifeboat": ["e2", "s2", "o2", "p2"],
}


@pytest.mark.parametrize("slug", of("distress"))
def test_distress_calls_bring_crew(slug):
    s = round_end(f"claimed = ['{slug}']\ncrew = {{ engine = ['e1'] }}", "")
    events = do(s, 0, "done")
    number = int((*BOOK.missions[slug].reward, 1)[3])
    if len(RECRUITS[slug]) > 1:
        for _ in range(number):
            assert offered(s, 0) == [f"recruit {card}" for card in RECRUITS[slug]]
            do(s, 0, offered(s, 0)[-1])
    else:
        assert told(events, "recruited") == [{"seat": 0, "card": RECRUITS[slug][0]}] * number
    assert len(s.players[0].owned()) == 1 + number


@pytest.mark.parametrize("slug", of("maintenance"))
def test_maintenance_repairs_so_many(slug):
    number = BOOK.missions[slug].reward[1]
    s = position(
        'phase = "rewards"\nturn = 2\ntile = "open-lane"\nasks = { 0 = { kind = "turn-end" } }',
        f"claimed = ['{slug}']\ndamage = {{ engine = 3, command = 3 }}",
        "",
    )
    do(s, 0, f"use {slug}")
    while s.asks:
        do(s, 0, offered(s, 0)[0])
    assert s.players[0].hurt() == 6 - number


# --- Specialists ------------------------------------------------------------------------------------------------------

POWERS = {
    # a crew; the totals of the anvil (3, 4, 0, 2) with it in turn 2
    "drill-sergeant": ("quarters: drill-sergeant o1 p1 e2", [3, 4, 2 + 2 + 2 + 1, 2]),
    "polymath": ("engine: polymath", [3 + 2 + 1, 4, 0, 2]),
    "liaison": ("quarters: liaison", [3, 4, 2, 2 + 1]),
    "hermit": ("research: hermit", [3, 4 + 2 + 2, 0, 2]),
    "rallier": ("quarters: rallier o1 o1 o1 o1", [3, 4, 2 + 4 + 2, 2]),
    "veteran": ("engine: veteran", [3 + 2, 4, 0, 2]),
    "closer": ("command: closer", [3, 4, 0, 2 + 2]),
    "tinkerer": ("research: tinkerer", [3, 4 + 2, 0, 2]),
    "foreman": ("engine: foreman o1 s1 p1", [3 + 2 + 3 + 2, 4, 0, 2]),
    "foreman-2": ("engine: foreman-2 o1 polymath p1", [3 + 2 + (1 + 3 + 1) + 2, 4, 0, 2]),
    "celebrity": ("quarters: celebrity", [3, 4, 2, 2]),
    "daredevil": ("command: daredevil", [3, 4, 0, 2 + 2]),
    "stoker": ("engine: stoker", [3 + 2, 4, 0, 2]),
}


@pytest.mark.parametrize("slug", POWERS)
def test_power_of_specialists(slug):
    crew, expected = POWERS[slug]
    p = ship(crew)
    assert list(totals(p, 2).values()) == expected


def test_hermit_wants_to_be_alone():
    assert totals(ship("research: hermit s1"), 2)["research"] == 4 + 2 + 1


def test_polymath_gives_its_own_power_at_home():
    assert totals(ship("research: polymath"), 2)["research"] == 4 + 3


def test_liaison_gives_nothing_more_to_where_it_stands():
    assert totals(ship("command: liaison"), 2) == {"engine": 3, "research": 4, "quarters": 0, "command": 3}
    assert totals(ship("defence: liaison"), 2)["command"] == 2


@pytest.mark.parametrize(("turn", "more"), [(1, 0), (3, 0), (4, 1), (7, 2), (9, 2)])
def test_old_hand_grows_with_the_rounds(turn, more):
    assert totals(ship("engine: veteran"), turn)["engine"] == 3 + 2 + more


@pytest.mark.parametrize(("turn", "more"), [(1, 0), (2, 0), (3, 2), (6, 2), (7, 0), (9, 2)])
def test_night_watch_on_the_third_tile(turn, more):
    assert totals(ship("command: closer"), turn)["command"] == 2 + 2 + more


@pytest.mark.parametrize(("missions", "more"), [(1, 0), (2, 1), (5, 2), (8, 3)])
def test_celebrity_by_missions_claimed(missions, more):
    p = ship("quarters: celebrity", claimed=list(BOOK.missions)[:missions])
    assert totals(p, 2)["quarters"] == 2 + more


@pytest.mark.parametrize(("damage", "more"), [(0, 0), (2, 2), (5, 3)])
def test_daredevil_by_damage_on_the_ship(damage, more):
    p = ship("command: daredevil")
    p.damage["engine"] = damage
    assert totals(p, 2)["command"] == 2 + 2 + more


def test_tinkerer_by_research_attached_here():
    p = ship("research: tinkerer", claimed=["warm-reactor", "neural-index"])
    p.research = {"warm-reactor": "research", "neural-index": "engine"}
    assert totals(p, 2)["research"] == 4 + 2 + 1 + 1


def test_stoker_ignores_two_damage_here():
    p = ship("engine: stoker")
    p.damage.update(engine=3, research=1)
    assert totals(p, 2) == {"engine": 3 + 2 - 1, "research": 3, "quarters": 0, "command": 2}


def test_shield_wright_stops_two_more_beyond_three():
    assert stopped(ship("defence: shield-wright e1"), 2) == 3 + 2
    assert stopped(ship("engine: shield-wright"), 2) == 0


def test_gunner_stops_one_from_a_department_with_power():
    assert stopped(ship("command: warden"), 2) == 1
    assert stopped(ship("defence: warden"), 2) == 1, "there it is a worker like any other"


def test_pathfinder_counts_two_more_for_the_play_order_only():
    s = planning(1, "crew = { command = ['pathfinder'] }", "crew = { command = ['p3', 'p3'] }")
    assert totals(s.players[0], 1)["command"] == 2 + 3
    do(s, 0, "ready")
    ordered = told(do(s, 1, "ready"), "ordered")[0]
    assert ordered["order"] == [0, 1]
    assert ordered["powers"] == [[2 + 3 + 2, 2], [6, 0]]


def test_negotiator_lowers_what_missions_need_here():
    p = ship("quarters: negotiator")
    assert required(p, 2, "miner") == {"engine": 4, "quarters": 3, "command": 6}


def test_descent_officer_lowers_what_landing_needs_here():
    p = ship("command: lander", landing="volcanic")
    assert short_of_landing(p, 9) == {"engine": 4, "research": 3, "quarters": 7, "command": 7 - 4}


def test_quartermaster_draws_one_more():
    s = position(
        'phase = "opening"\nturn = 2\ntile = "open-lane"\nqueue = [["plan", 0]]\nasks = { 0 = { kind = "before" } }',
        "crew = { quarters = ['quartermaster'] }\ndeck = ['e1', 'e1', 's1', 's1', 'o1', 'o1', 'p1']",
        "",
    )
    do(s, 0, "hold")
    assert len(s.players[0].hand) == 6
    assert bonus(ship("defence: quartermaster"), 2, "draw") == 0


def test_the_quartermaster_of_newer_games_draws_two_more():
    assert bonus(ship("quarters: quartermaster-2"), 2, "draw") == 2


def test_scout_reveals_one_more_mission():
    s = round_end("crew = { command = ['scout'] }", "")
    s.turn = 1
    do(s, 0, "done")
    assert len(s.pool) == 4


def test_mechanic_repairs_one_here_at_the_end_of_every_turn():
    s = claiming(1, "['miner']", "crew = { engine = ['mechanic'] }\ndamage = { engine = 2, command = 9 }", "")
    s.asks[0] = type(s.asks[0])("claim")
    do(s, 0, "pass")
    assert told(s.events, "repaired") == [{"seat": 0, "department": "engine", "by": "mechanic"}]


def test_instructor_gives_a_token_at_the_end_of_every_round():
    s = round_end("crew = { research = ['instructor'] }", "")
    do(s, 0, "done")
    assert s.players[0].tokens == 1


def test_tutor_makes_one_junior_here_a_mid():
    s = round_end("crew = { research = ['tutor', 's1', 'e1'] }", "")
    do(s, 0, "done")
    assert offered(s, 0) == ["recruit s1", "recruit e1"]
    do(s, 0, "recruit e1")
    assert sorted(s.players[0].owned()) == ["e2", "s1", "tutor"]
    s = round_end("crew = { research = ['tutor', 's1'] }", "")
    do(s, 0, "done")
    assert sorted(s.players[0].owned()) == ["s2", "tutor"], "with one Junior there is nothing to choose"


def test_troubleshooter_may_move_at_the_end_of_every_turn():
    s = claiming(1, "['miner']", "crew = { engine = ['rover'] }", "")
    do(s, 0, "pass")
    assert offered(s, 0) == ["move research", "move quarters", "move command", "hold"]
    do(s, 0, "move quarters")
    assert told(s.events, "moved")[0]["to"] == "quarters"
    assert s.players[0].crew["quarters"] == ["rover"]


def test_chronicler_scores_for_missions():
    p = ship("research: chronicler", claimed=["miner", "spare-hands", "salt-moon", "re-boot"])
    assert dict(score_lines(p, 9, ""))["Crew: 1 card"] == 2 + 2


SHOWN = {
    *POWERS,
    *(
        "shield-wright",
        "warden",
        "pathfinder",
        "negotiator",
        "lander",
        "quartermaster",
        "quartermaster-2",
        "scout",
        "mechanic",
    ),
    *("instructor", "tutor", "rover", "chronicler"),
}


def test_every_specialist_is_shown():
    assert set(BOOK.specialists) == SHOWN


@pytest.mark.parametrize("slug", BOOK.specialists)
def test_a_specialist_gives_main_at_home_and_worker_elsewhere(slug):
    c = BOOK.specialists[slug]
    for d in DEPARTMENTS:
        assert BOOK.power[slug, d] == (c.main if d == c.home else c.worker)


# --- landing cards and tiles ------------------------------------------------------------------------------------------

REACHED = {
    "volcanic": ("command: p4", ["spare-hands", "forged-permits"]),
    "arctic": ("engine: e4", ["comet-tail", "salt-moon"]),
    "desert": ("research: s4", ["warm-reactor", "long-lens"]),
    "jungle": ("quarters: o4", ["miner", "lost-shuttle"]),
    "oceanic": ("quarters: scout", ["re-boot", "hull-graft"]),
    "crater": ("quarters: o3 e3 p3", []),
    "canyon": ("quarters: s4", ["miner", "re-boot", "comet-tail", "warm-reactor"]),
    "highland": (
        "quarters: scout hermit",
        ["miner", "re-boot", "comet-tail", "warm-reactor", "salt-moon", "long-lens"],
    ),
}


@pytest.mark.parametrize("slug", BOOK.landings)
def test_both_objectives_of_a_landing_card_can_be_reached(slug):
    crew, claimed = REACHED[slug]
    p = ship(crew, claimed=claimed, landing=slug)
    assert all(have >= need for _, have, need in progress(p, 9, slug))
    assert sum(points for _, points in score_lines(p, 9, slug)[2:-1]) == 10
    bare = ship(landing=slug)
    bare.damage["engine"] = 1
    assert not any(have >= need for _, have, need in progress(bare, 9, slug))


def test_three_seniors_are_seniors_and_no_leads():
    assert progress(ship("quarters: o3 e3 p4 s2"), 9, "crater")[0][1:] == (2, 3)


@pytest.mark.parametrize("slug", BOOK.landings)
def test_a_landing_card_is_met_by_exactly_what_it_needs(slug):
    need = BOOK.landings[slug].need
    p = ship(landing=slug)
    p.boosts = {d: need[d] - BOOK.ships["anvil"].power[d] for d in DEPARTMENTS}
    assert short_of_landing(p, 9) == {}
    for d in DEPARTMENTS:
        p.boosts[d] -= 1
        assert short_of_landing(p, 9) == {d: 1}
        p.boosts[d] += 1


@pytest.mark.parametrize("slug", BOOK.tiles)
def test_a_tile_does_its_damage_and_decides_the_order(slug):
    tile = BOOK.tiles[slug]
    s = round_end("", "")
    s.turn = 1
    at = s.tiles.index(slug) if slug in s.tiles else None
    if at is None:
        s.tile, s.tiles[0] = s.tiles[0], s.tile
    else:
        s.tiles[0], s.tiles[at] = s.tiles[at], s.tiles[0]
    do(s, 0, "done")
    assert [p.hurt() for p in s.players] == [tile.damage] * 2
    first = max(
        (0, 1), key=lambda n: totals(s.players[n], 2)[tile.order] * 10 + BOOK.ships[s.players[n].ship].power[tile.order]
    )
    assert GAME.view(s, 0).forecast[0] == first
