"""The data (UR-S2, UR-T2, UR-T3, UR-T4, UR-T6): what the book prints as printed, the rest in its bounds."""

import re
import shutil
from collections import Counter
from dataclasses import replace
from itertools import combinations
from statistics import mean

import pytest

from starforge.games.assets import AssetError, folder
from starforge.games.reach.model.catalogue import book, dealt, read_book
from starforge.games.reach.model.state import DEPARTMENTS, KINDS, ROUNDS, SEATS, TOKENS, TURNS
from starforge.games.reach.rules.ops.vocabulary import goal, op
from starforge.games.reach.words.printed import mechanic

BOOK = replace(book(), missions=dealt(book().missions), specialists=dealt(book().specialists))
"""The cards that new games deal."""


def of(n):
    return [m for m in BOOK.missions.values() if m.round == n]


def test_ur_s2_mission_decks_have_cards_of_all_five_types_for_every_pool():
    for n in ROUNDS:
        assert len(of(n)) >= 3 * (max(SEATS) + 1), "three turns show one mission more than there are players"
        assert {m.type for m in of(n)} == set(KINDS)
        assert min(Counter(m.type for m in of(n)).values()) >= 4


def test_no_two_missions_are_alike():
    every = len(BOOK.missions)
    assert len({m.title for m in BOOK.missions.values()}) == every
    assert len({(str(m.upper), str(m.lower)) for m in BOOK.missions.values()}) == every
    scavenge = [(m.reward, m.windows) for m in BOOK.missions.values() if m.type == "scavenge"]
    assert len(set(scavenge)) == len(scavenge), "every Scavenge card does something of its own, or at another time"


@pytest.mark.parametrize("kind", KINDS)
def test_rewards_vary_within_their_kind(kind):
    assert (
        len({m.reward[1:] if kind == "research" else m.reward for m in BOOK.missions.values() if m.type == kind}) >= 3
    )


def test_requirements_grow_from_round_to_round_and_from_the_upper_to_the_lower_row():
    upper = [mean(sum(m.upper.values()) for m in of(n)) for n in ROUNDS]
    lower = [mean(sum(m.lower.values()) for m in of(n)) for n in ROUNDS]
    assert [round(x) for x in upper] == [7, 8, 9]
    assert [round(x) for x in lower] == [14, 15, 16]
    for m in BOOK.missions.values():
        assert all(m.upper.get(d, 0) <= m.lower.get(d, 0) for d in DEPARTMENTS), m.title


def test_missions_ask_three_departments_with_one_leading():
    for m in BOOK.missions.values():
        assert len(m.lower) == 3, m.title
        assert max(m.upper.values()) >= 4, m.title
    leading = Counter(max(m.lower, key=lambda d: (m.lower[d], m.upper.get(d, 0))) for m in BOOK.missions.values())
    assert min(leading.values()) >= 10, leading


def test_victory_points_follow_difficulty():
    for n in ROUNDS:
        ranked = sorted(of(n), key=lambda m: sum(m.upper.values()) + sum(m.lower.values()))
        for easier, harder in combinations(ranked, 2):
            if sum(easier.upper.values()) + sum(easier.lower.values()) < sum(harder.upper.values()) + sum(
                harder.lower.values()
            ):
                assert easier.points <= harder.points, (easier.title, harder.title)
    points = [mean(m.points for m in of(n)) for n in ROUNDS]
    assert points == sorted(points)
    assert len({m.points for n in ROUNDS for m in of(n)}) >= 5


def test_ur_t6_ships_are_a_square():
    figures = [[ship.power[d] for d in DEPARTMENTS] for ship in BOOK.ships.values()]
    assert figures == [[3, 4, 0, 2], [2, 3, 4, 0], [0, 2, 3, 4], [4, 0, 2, 3]]
    assert {sum(row) for row in figures} == {9}
    assert all(len(set(column)) == 4 for column in zip(*figures, strict=True))


def test_ur_t2_ur_t3_crew_cards():
    assert sum(c.copies for c in BOOK.crew.values()) == 104
    for letter, home in zip("esop", DEPARTMENTS, strict=True):
        cards = [BOOK.crew[f"{letter}{n}"] for n in (1, 2, 3, 4)]
        assert [c.copies for c in cards] == [8, 10, 5, 3]
        assert [c.main for c in cards] == [1, 2, 3, 4]
        assert [c.worker for c in cards] == [1, 1, 2, 2]
        assert [c.points for c in cards] == [0, 0, 2, 4]
        assert {c.home for c in cards} == {home}
        assert [c.title.split()[0] for c in cards] == ["Junior", "Mid", "Senior", "Lead"]


def test_ur_t4_specialists_damage_and_tokens():
    assert all(c.points == 2 for c in BOOK.specialists.values())
    assert len({mechanic(c) for c in BOOK.specialists.values()}) == len(BOOK.specialists), (
        "each has a mechanic of its own"
    )
    homes = Counter(c.home for c in BOOK.specialists.values())
    assert max(homes.values()) - min(homes[d] for d in DEPARTMENTS) <= 1
    assert {slug: n for slug, (_, n) in BOOK.damage.items()} == dict.fromkeys(DEPARTMENTS, 12)
    assert TOKENS == 20


def test_tiles_lead_with_each_department_and_do_each_damage():
    orders, damage = (Counter(getattr(t, fact) for t in BOOK.tiles.values()) for fact in ("order", "damage"))
    assert max(orders.values()) - min(orders[d] for d in DEPARTMENTS) <= 1
    assert max(damage.values()) - min(damage[n] for n in range(4)) <= 1
    assert len(BOOK.tiles) >= TURNS


def test_landing_cards_sum_to_thirty_and_differ():
    assert len(BOOK.landings) >= max(SEATS)
    assert {sum(card.need.values()) for card in BOOK.landings.values()} == {30}
    assert len({(str(c.need), c.objectives) for c in BOOK.landings.values()}) == len(BOOK.landings)
    assert all(len(card.need) == 4 for card in BOOK.landings.values())


PRINTED = {
    "re-boot": (
        "Re-Boot",
        "maintenance",
        3,
        {"research": 1, "quarters": 5, "command": 2},
        {"research": 3, "quarters": 6, "command": 3},
    ),
    "miner": ("Miner", "distress", 1, {"quarters": 1, "command": 5}, {"engine": 4, "quarters": 4, "command": 6}),
    "comet-tail": (
        "Comet Tail",
        "expedition",
        1,
        {"engine": 5, "command": 1},
        {"engine": 6, "quarters": 4, "command": 4},
    ),
}


@pytest.mark.parametrize("slug", PRINTED)
def test_missions_the_book_prints(slug):
    m = BOOK.missions[slug]
    assert (m.title, m.type, m.round, m.upper, m.lower) == PRINTED[slug]


def test_rewards_the_book_prints():
    says = {slug: op.say(BOOK.missions[slug].reward) for slug in BOOK.missions}
    assert BOOK.missions["re-boot"].points == 5
    assert says["re-boot"] == "Use to repair: 3 damage immediately."
    assert says["miner"] == "Add 1 Mid of your choice to your deck at the end of this round."
    assert says["comet-tail"] == "Get 2 Experience tokens to upgrade your crew at the end of any round."
    assert BOOK.missions["body-ench"].type == "research"
    assert BOOK.missions["body-ench"].round == 2
    assert says["body-ench"] == (
        "Increase your Command Bridge or Crew Quarters power by 2 permanently at the end of this turn."
    )
    assert (BOOK.missions["secret-sector-plan"].type, BOOK.missions["secret-sector-plan"].round) == ("scavenge", 1)
    assert says["secret-sector-plan"] == "Immediately reveal 2 extra Mission cards for you to complete this turn."
    assert (BOOK.missions["jumbo-flex-tape"].type, BOOK.missions["jumbo-flex-tape"].round) == ("maintenance", 2)
    assert says["jumbo-flex-tape"] == "Use to repair: 3 damage immediately."


def test_tile_and_landing_the_book_prints():
    assert BOOK.tiles["asteroid-field"].order == "command"
    volcanic = BOOK.landings["volcanic"]
    assert [volcanic.need[d] for d in DEPARTMENTS] == [7, 7, 7, 9]
    assert [goal.say(g) for g in volcanic.objectives] == ["Have 1 Lead Pilot", "Complete 2 Scavenge"]
    said = [goal.say(g) for card in BOOK.landings.values() for g in card.objectives]
    assert {"Have 1 Lead Pilot", "Complete 2 Expedition", "Complete 2 Research"} <= set(said)
    assert {"Arctic Landing Zone", "Desert Landing Zone"} <= {card.title for card in BOOK.landings.values()}


def test_printed_text_comes_from_the_ops():
    for m in BOOK.missions.values():
        figures = [str(x) for x in m.reward[1:] if isinstance(x, int)]
        words = op.say(m.reward)
        assert all(n in words or n in ("1", "2", "3") for n in figures), words
        assert not re.search(r"[{}]", words)


@pytest.fixture
def copy(tmp_path):
    root = tmp_path / "reach"
    shutil.copytree(folder("reach"), root)

    def change(file, old, new):
        text = (root / file).read_text()
        assert old in text
        (root / file).write_text(text.replace(old, new, 1))
        with pytest.raises(AssetError) as error:
            read_book(root)
        return str(error.value)

    return change


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "missions-1.toml",
            'reward = "experience 2"',
            'reward = "experiance 2"',
            ["comet-tail", "line 9", "experiance"],
        ),
        ("missions-1.toml", 'reward = "experience 2"', 'reward = "experience two"', ["comet-tail", "whole number"]),
        ("missions-1.toml", 'reward = "experience 2"', 'reward = "mend 2"', ["comet-tail", "no reward of this type"]),
        ("missions-2.toml", "points = ", "pionts = ", ["nebula-crossing"]),
        ("missions-3.toml", "{ research", "{ reserch", ["reserch"]),
        ("specialists.toml", "ability = ", "abilty = ", ["drill-sergeant", "abilty"]),
        ("specialists.toml", 'ability = "mentor 1"', 'ability = "mentor"', ["drill-sergeant", "mentor"]),
        ("landings.toml", "complete 2 scavenge", "compleat 2 scavenge", ["volcanic", "compleat"]),
        ("ships.toml", "engine = 3", "engin = 3", ["anvil", "engin"]),
        ("tiles.toml", "damage = 2", "damage = 9", ["asteroid-field", "damage"]),
        ("crew.toml", "level = 1", "level = 7", ["e1", "level"]),
        ("missions-1.toml", 'windows = ["before", "claim"]', "", ["secret-sector-plan", "windows"]),
    ],
)
def test_a_typo_fails_at_load_with_file_card_and_line(copy, file, old, new, words):
    message = copy(file, old, new)
    for word in (file, "line", *words):
        assert word in message, message


def test_a_specialist_with_two_mechanics_is_refused(copy):
    assert "exactly one" in copy(
        "specialists.toml", 'ability = "mentor 1"', 'ability = "mentor 1"\nturn_end = "rove self"'
    )


def test_a_mission_in_two_rounds_is_refused(copy):
    assert "earlier round" in copy("missions-2.toml", "[nebula-crossing]", "[comet-tail]")
