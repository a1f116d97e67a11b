"""That every number shown as a chance is one: compared with how often it comes true, from the very same state."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path

import pytest

import starforge
from starforge.engine.rng import Rng
from starforge.engine.state import Ask, clone
from starforge.english import percent
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.actions import End, Keep, Pay, Reroll, Roll
from starforge.games.astroforce.model.state import Astroforce
from starforge.games.astroforce.rules.piles import find, stages
from starforge.games.astroforce.rules.turn import effects_of, report, roll_dice
from starforge.games.astroforce.view.chances import chances
from starforge.games.astroforce.words.printed import title
from starforge.tui.games.astroforce.draw import draw
from starforge.tui.games.astroforce.menu import menu
from tests.astroforce.table import at
from tests.astroforce.test_turn import QUIET
from tests.chances import assert_comes_true
from tests.tui.facts import SIZES
from tests.tui.patrols import flown, seen
from tests.tui.test_astroforce_facts import scene as patrol_scene

STATES = int(os.environ.get("STARFORGE_STATES", "6"))


def fills(s: Astroforce, seed: int) -> bool:
    """Play on, with other chances, until the next roll is made, and tell whether the Sensors were full."""
    s = clone(s)
    GAME.redeal(s, None, Rng(seed))
    s.events = []
    for _ in range(20):
        seat, ask = next(iter(s.asks.items()))
        if ask.kind == "deploy":
            GAME.apply(s, seat, End())
        elif ask.kind == "keep":
            GAME.apply(s, seat, Keep())
        elif ask.kind == "roll":
            GAME.apply(s, seat, Roll())
        elif ask.kind == "reroll":
            face = next(face for face, dice in s.crew.items() if dice)
            GAME.apply(s, seat, Reroll(face))
        else:
            GAME.apply(s, seat, GAME.legal(s, seat)[0])
        if any(event.kind == "rolled" for event in s.events):
            break
    return any(event.kind == "sensors-filled" for event in s.events)


def states(kind: str, count: int) -> list[Astroforce]:
    """Return states that ask for something and tell a chance, of many patrols."""
    found: list[Astroforce] = []
    for seed in range(101, 160):
        for s, _ in flown(("easy", "hard")[seed % 2], 1, ("greedy", "random")[seed % 2], seed):
            ask = next(iter(s.asks.values()))
            odds = seen(s).odds if ask.kind == kind else None
            if odds is not None and (0 < odds < 1 or len(found) % 3 == 0) and s.turn % 3 == seed % 3:
                found.append(clone(s))
                if len(found) == count:
                    return found
                break
    return found


@pytest.mark.parametrize("kind", ["roll", "reroll", "deploy"])
def test_the_chance_that_the_sensors_fill_comes_true_as_often_as_it_says(kind: str) -> None:
    found = states(kind, STATES)
    assert len(found) == STATES
    for s in found:
        told = seen(s).odds
        assert told is not None
        assert_comes_true(told, partial(fills, s), about=f"{kind} of turn {s.turn}")


def test_a_chance_is_told_for_every_roll_and_never_for_what_nobody_can_know() -> None:
    for s, _ in flown("medium", 1, "greedy", 7):
        view, kinds = seen(s), {ask.kind for ask in s.asks.values()}
        assert (view.odds is not None) or not kinds & {"roll", "reroll"}
        if kinds & {"deploy"} and s.mission is not None and ("event", 1) in effects_of(s, "mission", "m"):
            assert view.odds is None


def pays(s: Astroforce, label: str) -> bool:
    """Report the dice for duty, and tell whether the rules let the card be paid."""
    report(s, 0)
    s.asks, s.queue = {s.captain: Ask("deploy")}, []
    return any(label_of(s, a.card) == label for a in GAME.legal(s, s.captain) if isinstance(a, Pay))


def label_of(s: Astroforce, name: str) -> str:
    card = find(s, name)
    assert card is not None
    return title(card.card) + (f", {stages(card)[card.stage].name}" if stages(card) else "")


def paid(s: Astroforce, label: str, dice: int, crew: dict[str, int], rng: Rng) -> bool:
    """Roll so many dice beside others, and tell whether the card can be paid then."""
    twin = clone(s)
    twin.rng, twin.crew, twin.quarters = rng, dict(crew), dice
    roll_dice(twin, dice)
    return pays(twin, label)


def test_the_chances_of_what_a_roll_pays_for_come_true_as_often_as_they_say() -> None:
    compared = 0
    for s in states("roll", max(1, STATES // 3)):
        empty = dict.fromkeys(s.crew, 0)
        for chance in chances(seen(s)):
            if not chance.reason and chance.next is not None:
                roll = partial(paid, s, chance.label, s.quarters, empty)
                assert_comes_true(chance.next, lambda seed, roll=roll: roll(Rng(seed)), about=str(chance))  # type: ignore[misc]
                compared += 1
    assert compared > 3


def test_the_chance_of_one_die_rolled_again_is_the_share_of_its_faces_that_pay() -> None:
    compared = 0
    for s in states("reroll", STATES // 2):
        hands = [{**s.crew, die: n - 1} for die, n in s.crew.items() if n]
        for chance in chances(seen(s)):
            if not chance.reason and not chance.now:
                rolls = [[paid(s, chance.label, 1, hand, Rng(0, 0, (face,))) for face in range(6)] for hand in hands]
                assert chance.again == max(map(sum, rolls)) / 6, chance
                compared += 1
    assert compared > 3


def test_a_chance_is_certain_or_impossible_only_in_so_many_words() -> None:
    assert [percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "<1%", "50%", ">99%", "100%"]


@pytest.mark.parametrize(("quarters", "sensors", "words"), [(4, 0, "<1%"), (7, 3, "72%"), (3, 0, "0%")])
def test_a_small_chance_is_nowhere_told_as_none(quarters: int, sensors: int, words: str) -> None:
    """Four Threats of four dice are one roll in 1,296; three dice never fill four places."""
    away = f"sensors = {sensors}\nmedbay = {10 - quarters - sensors}\n"
    s = at(f"mission = {{card = 'deep-freeze'}}\nquarters = {quarters}\n{away}", "roll")
    view = seen(s)
    drawn = [draw(patrol_scene(view, [], 0), *size).text() for size in SIZES]
    for told in (GAME.question(view), "\n".join(GAME.lines(view, ("Ada",))), menu(view)[0].hint, *drawn):
        assert set(re.findall(r"[<>]?\d+%", told)) == {words}


def test_no_game_rounds_a_chance_by_itself() -> None:
    package = Path(starforge.__file__).parent
    of_games = [*(package / "games").rglob("*.py"), *(package / "tui" / "games").rglob("*.py")]
    assert not [path.name for path in of_games if ":.0%" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize(
    ("crew", "now", "faces"), [("COM = 1, ENG = 1", False, 1), ("COM = 2", True, 6), ("SEC = 6", False, 1)]
)
def test_dice_that_a_station_has_no_room_for_are_left_out(crew: str, now: bool, faces: int) -> None:
    """Six SEC are three on duty: any three make one COM, but the one that is rolled again may be of those over."""
    s = at(QUIET + f"plots = [{{card = 'dissention'}}]\ncrew = {{{crew}}}\n", "roll")
    s.asks[0] = Ask("reroll", (1,))
    chance = next(one for one in chances(seen(s)) if one.label.startswith("Dissention"))
    assert (chance.now, chance.again) == (now, faces / 6)


def rolled(s: Astroforce, label: str, seed: int) -> bool:
    """Make the Roll Call that is asked for, by the rules, and tell whether the card can be paid then."""
    s = clone(s)
    s.rng = Rng(seed)
    GAME.apply(s, 0, Roll())
    return any(label_of(s, a.card) == label for a in GAME.legal(s, 0) if isinstance(a, Pay))


def test_what_a_card_does_to_the_dice_counts_for_the_roll_that_is_asked_for() -> None:
    table = QUIET.replace("medbay = 1", "medbay = 6\nquarters = 4")
    s = at(table + "plots = [{card = 'stowaway'}, {card = 'red-tape'}]\n", "roll")
    chance = next(one for one in chances(seen(s)) if one.needs == ("COM", "COM"))
    assert chance.next is not None
    assert_comes_true(chance.next, lambda seed: rolled(s, chance.label, seed), about=str(chance))


def test_no_chance_is_told_of_a_roll_before_which_damage_takes_crew() -> None:
    table = "mission = {card = 'minefield'}\nmedbay = 1\nsensors = 1\nhull = %d\n"
    assert seen(at(table % 1)).odds is not None
    assert seen(at(table % 0)).odds is None
