"""What Specialists change, worked out anew from the sentences of their cards, on ships drawn at random (UR-T4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from starforge.engine.rng import Rng
from starforge.games.reach.model.catalogue import Crew, book
from starforge.games.reach.model.state import DEFENCE, DEPARTMENTS, ZONES, Player, Reach
from starforge.games.reach.rules.ops.abilities import bonus
from starforge.games.reach.rules.power import (
    claimable,
    crew_points,
    lacking,
    landing_needs,
    required,
    short_of_landing,
    stopped,
    strengths,
    totals,
    totals_with,
    workers,
)

BOOK = book()
CREW, ACTIVE = [*BOOK.crew], (*DEPARTMENTS, DEFENCE)
RESEARCH = [slug for slug, m in BOOK.missions.items() if m.type == "research"]
TOPICS = ("power", "stops", "calm", "order", "ease", "draw", "pool", "landing", "points")


def lent(p: Player, turn: int, card: str, zone: str) -> dict[tuple[str, str], int]:
    """Return what a Specialist in a zone gives: by topic and department, "" for what belongs to no department."""
    one, beside = BOOK.specialists[card], [c for c in p.crew[zone] if c != card]
    ability, *figures = one.ability or ("",)
    number = int(figures[0]) if figures else 0
    abroad = [c for c in beside if (BOOK.crew.get(c) or BOOK.specialists[c]).home != zone]
    damage, claimed = sum(p.damage.values()), len(p.claimed)
    if ability == "renown":
        return {("points", ""): claimed // number}
    if ability == "bulwark":
        return {("stops", ""): number} if zone == DEFENCE else {}
    if zone == DEFENCE:
        return {}
    if ability == "share":
        return {("power", str(figures[1])): number} if zone != figures[1] else {}
    whole = {"draw-extra": "draw", "extra-missions": "pool", "ward": "stops"}
    if ability in whole:
        return {(whole[ability], ""): number}
    topic, gain = {
        "mentor": ("power", number * sum(c in BOOK.crew and c.endswith("1") for c in beside)),
        "at-home": ("power", number if zone != one.home else 0),
        "unshaken": ("calm", number),
        "head-start": ("order", number),
        "lower-needs": ("ease", number),
        "soft-landing": ("landing", number),
        "alone": ("power", 0 if beside else number),
        "rally": ("power", min(number, len(beside) // 2)),
        "seasoned": ("power", number * {1: 0, 2: 1, 3: 2}[(turn + 2) // 3]),
        "late": ("power", number if turn in (3, 6, 9) else 0),
        "renowned": ("power", min(number, claimed // 2)),
        "research-bonus": ("power", number * list(p.research.values()).count(zone)),
        "reckless": ("power", min(number, damage)),
        "overseer": ("power", min(number, sum(c in BOOK.crew for c in abroad))),
        "lead-workers": ("power", min(number, len(abroad))),
        "": ("power", 0),
    }[ability]
    return {(topic, zone): gain}


def drawn(dice: Rng, card: str) -> tuple[Player, str]:
    """Return a ship with a Specialist somewhere, crew about it, damage, claims and Research."""
    p, zone = Player(ship="anvil"), ACTIVE[dice.below(5)]
    others = [one for one in BOOK.specialists if one != card]
    for here in ACTIVE:
        p.crew[here] = [CREW[dice.below(len(CREW))] for _ in range(dice.below(8))]
    p.crew[zone].insert(dice.below(len(p.crew[zone]) + 1), card)
    for here in ACTIVE if dice.below(4) == 0 else (ZONES[dice.below(len(ZONES))],):
        p.crew[here].append(others.pop(dice.below(len(others))))
    p.damage = {d: dice.below(3) for d in DEPARTMENTS}
    p.claimed = [*BOOK.missions][: dice.below(10)]
    p.research = {slug: DEPARTMENTS[dice.below(4)] for slug in RESEARCH[: dice.below(6)]}
    return p, zone


def all_lent(p: Player, turn: int) -> dict[tuple[str, str], int]:
    """Return what all Specialists aboard give together."""
    found = dict[tuple[str, str], int]()
    for zone in ACTIVE:
        for one in p.crew[zone]:
            if one in BOOK.specialists:
                for key, gain in lent(p, turn, one, zone).items():
                    found[key] = found.get(key, 0) + gain
    return found


def crew_of(cards: list[str]) -> list[Crew]:
    return [BOOK.crew.get(card) or BOOK.specialists[card] for card in cards]


def power(p: Player, d: str, more: dict[tuple[str, str], int]) -> int:
    """Return the power of a department with what Specialists give."""
    crew = sum(one.main if one.home == d else one.worker for one in crew_of(p.crew[d]))
    research = sum(int(BOOK.missions[m].reward[2]) for m, at in p.research.items() if at == d)
    own, hurt = BOOK.ships["anvil"].power[d], max(0, p.damage[d] - more.get(("calm", d), 0))
    return max(0, own + crew + research + p.boosts.get(d, 0) + more.get(("power", d), 0) - hurt)


def ships(seed: int) -> Iterator[tuple[Player, int, dict[tuple[str, str], int]]]:
    """Yield ships, one in three without Specialists, with the turn and what Specialists give then."""
    dice = Rng(seed)
    for number, card in enumerate([*BOOK.specialists][:24]):
        p, _ = drawn(dice, card)
        if number % 3 == 0:
            p.crew = {zone: [c for c in cards if c in BOOK.crew] for zone, cards in p.crew.items()}
        p.damage = {d: dice.below(3) * dice.below(8) for d in DEPARTMENTS}
        p.boosts, p.eased = {DEPARTMENTS[dice.below(4)]: 2}, {DEPARTMENTS[dice.below(4)]: 1}
        p.landing = [*BOOK.landings][dice.below(len(BOOK.landings))]
        turn = 1 + dice.below(9)
        yield p, turn, all_lent(p, turn)


@pytest.mark.parametrize("seed", range(3))
def test_ur_t5_power_is_what_ship_crew_research_cards_and_specialists_give_less_the_damage(seed: int) -> None:
    """UR-D1, UR-O1, UR-E4: never below 0; and what follows from it."""
    for p, turn, more in ships(seed):
        have = {d: power(p, d, more) for d in DEPARTMENTS}
        assert totals(p, turn) == have
        for d in (d for d in DEPARTMENTS if p.crew[d]):
            *others, last = p.crew[d]
            assert totals_with(replace(p, crew={**p.crew, d: others}), turn, last, d) == have
        assert workers(p) == sum(one.worker for one in crew_of(p.crew[DEFENCE]))
        assert stopped(p, turn) == min(3, workers(p)) + more.get(("stops", ""), 0)
        assert crew_points(p, turn) == sum(one.points for one in crew_of(p.owned())) + more.get(("points", ""), 0)
        s = Reach(rng=Rng(seed), turn=turn, players=[p], tile=[*BOOK.tiles][turn])
        order = BOOK.tiles[s.tile].order
        compared = have[order] + more.get(("order", order), 0), BOOK.ships["anvil"].power[order]
        assert strengths(s, [(p, have)]) == [compared]


@pytest.mark.parametrize("seed", range(3))
def test_ur_c1_missions_and_landings_are_met_by_power_that_is_enough_everywhere(seed: int) -> None:
    """UR-C2, UR-E2, UR-E3."""
    for number, (p, turn, more) in enumerate(ships(seed)):
        have = totals(p, turn)
        s = Reach(rng=Rng(seed), turn=turn, players=[p], pool=[*BOOK.missions][number::24])
        for m in s.pool:
            row = BOOK.missions[m].upper if turn in (1, 4, 7) else BOOK.missions[m].lower
            needed = {d: max(0, n - p.eased.get(d, 0) - more.get(("ease", d), 0)) for d, n in row.items() if n}
            assert required(p, turn, m) == needed
            assert lacking(p, turn, m, have) == {d: n - have[d] for d, n in needed.items() if n > have[d]}
            assert (m in claimable(s, 0)) is all(have[d] >= n for d, n in needed.items())
        landing = BOOK.landings[p.landing].need
        need = {d: max(0, n - more.get(("landing", d), 0)) for d, n in landing.items()}
        assert landing_needs(p, turn) == need
        assert short_of_landing(p, turn) == {d: n - have[d] for d, n in need.items() if n > have[d]}


def test_ur_e2_landing_never_needs_less_than_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    easy = replace(BOOK.landings["arctic"], need=dict.fromkeys(DEPARTMENTS, 1))
    monkeypatch.setitem(BOOK.landings, "easy", easy)
    p = Player(ship="anvil", landing="easy")
    p.crew["engine"] = ["lander"]
    assert landing_needs(p, 9) == {"engine": 0, "research": 1, "quarters": 1, "command": 1}


def test_ur_t5_before_a_ship_is_chosen_there_is_no_power() -> None:
    assert set(totals(Player(), 1).values()) == {0}


@pytest.mark.parametrize("card", BOOK.specialists)
def test_a_specialist_gives_what_its_card_says_and_where(card: str) -> None:
    dice = Rng(len(card))
    for _ in range(40):
        p, _ = drawn(dice, card)
        turn = 1 + dice.below(9)
        expected = all_lent(p, turn)
        for topic in TOPICS:
            for department in ("", *DEPARTMENTS):
                assert bonus(p, turn, topic, department) == expected.get((topic, department), 0) + (
                    expected.get((topic, ""), 0) if department else 0
                ), (card, topic, department)
