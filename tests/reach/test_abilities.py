"""What Specialists change, worked out anew from the sentences of their cards, on ships drawn at random (UR-T4)."""

from __future__ import annotations

import pytest

from starforge.engine.rng import Rng
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEFENCE, DEPARTMENTS, ZONES, Player
from starforge.games.reach.rules.ops.abilities import bonus

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


@pytest.mark.parametrize("card", BOOK.specialists)
def test_a_specialist_gives_what_its_card_says_and_where(card: str) -> None:
    dice = Rng(len(card))
    for _ in range(40):
        p, _ = drawn(dice, card)
        turn, expected = 1 + dice.below(9), dict[tuple[str, str], int]()
        for zone in ACTIVE:
            for one in p.crew[zone]:
                if one in BOOK.specialists:
                    for key, gain in lent(p, turn, one, zone).items():
                        expected[key] = expected.get(key, 0) + gain
        for topic in TOPICS:
            for department in ("", *DEPARTMENTS):
                assert bonus(p, turn, topic, department) == expected.get((topic, department), 0) + (
                    expected.get((topic, ""), 0) if department else 0
                ), (card, topic, department)
