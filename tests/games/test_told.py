"""Whatever number on the board has changed between two looks, the words told in between say it, in every game.

The board is kept by reading: from the words alone a ledger is led, and it stands where the view stands.
"""

import os
import re
from functools import cache
from itertools import pairwise

import pytest

from starforge.bots.bot import sampler
from starforge.engine.event import redact
from starforge.engine.rng import Rng
from starforge.games import load
from starforge.games.reach.words.names import NAMES, SHORT
from starforge.games.shattered_reach.model.state import title_of
from starforge.tables.table import Told
from starforge.tui.games.shattered_reach.map.story import story_words

PLAYERS = ("Ada", "Ben", "Cyd", "Dov")
SEEDS = int(os.environ.get("STARFORGE_SEEDS", "1"))
OPTIONS = {"shattered-reach": {"rounds": 4}, "astroforce": {"patrol": "hard", "failures": "consecutive"}}


@cache
def played(slug, seats, seed):
    """Return the views of a seat, each with what it was told since the one before; every third game goes at random."""
    game, dice = load(slug), Rng(seed)
    s = game.new(game.options(**OPTIONS.get(slug, {})), seats, seed)
    names, steps = PLAYERS[:seats], []
    for n in range(6000):
        seen = [event for event in (redact(event, 0) for event in s.events) if event is not None]
        s.events.clear()
        steps.append((game.view(s, 0), [(Told(n, event), game.tell(event, names)) for event in seen]))
        if s.result is not None:
            break
        seat = min(s.asks)
        view = game.view(s, seat)
        advised = game.advise(view, sampler(game, s, seat, 1), dice) if seed % 3 else None
        game.apply(s, seat, advised or view.legal[dice.below(len(view.legal))])
    return steps


def differences(slug, seats, seed, figures, patterns):
    """Return where the ledger that is led by the words differs from the board, each with what was told."""
    led, found = None, []
    for view, told in played(slug, seats, seed):
        board = figures(view)
        if led is None or len(board) > len(led):  # it has just begun, or ships have just been placed
            led = dict(board)
            continue
        for _, line in told:
            for pattern, change in patterns:
                for match in re.finditer(pattern, line):
                    change(led, match)
        led = {name: led.get(name, 0) for name in board}
        found += [(name, led[name], n, told) for name, n in board.items() if led[name] != n]
        led = dict(board)
    return found


def by(name, sign=1):
    return lambda led, match: led.update({name: led.get(name, 0) + sign * int(match[1])})


def one(name, sign=1):
    return lambda led, match: led.update({name: led.get(name, 0) + sign})


def at(name):
    return lambda led, match: led.update({name: int(match[1])})


def none(name):
    return lambda led, match: led.update({name: 0})


# --- Astroforce ------------------------------------------------------------------------------------------------------


def patrol(view):
    gauges = ("hull", "shields", "sensors", "medbay", "captured", "fails", "year")
    cards = [*view.plots, *([view.mission] if view.mission else [])]
    fuel = {"fuel": view.fuel} if view.mission is not None else {}
    return (
        {name: getattr(view, name) for name in gauges}
        | fuel
        | {f"stage {card.title}": sum(stage.done for stage in card.stages) for card in cards if card.stages}
    )


PATROL = (
    (r"Fuel is(?: at)? (\d+)", at("fuel")),
    (r"Gained (\d+) Fuel", by("fuel")),
    (r"Lost (\d+) Fuel", by("fuel", -1)),
    (r"The Fuel is gone: .* has failed", one("fails")),
    (r"failures are counted anew", none("fails")),
    (r"Shields are at (\d+)", at("shields")),
    (r"(\d+) to the shields", by("shields", -1)),
    (r"(\d+) to the hull", by("hull", -1)),
    (r"repaired by (\d+)", by("hull")),
    (r"Rolled.* (\d+) Threat", by("sensors")),
    (r"goes to Sensors as a Threat", one("sensors")),
    (r"(\d+) Threats? leaves? Sensors", by("sensors", -1)),
    (r"The Sensors are full", none("sensors")),
    (r"goes to Medbay", one("medbay")),
    (r"(\d+) (?:die|dice) leaves? Medbay", by("medbay", -1)),
    (r"is captured", one("captured")),
    (r"(\d+) captured (?:die|dice)", by("captured", -1)),
    (r"year (\d+) begins", at("year")),
    (r"the fifth Mission", one("year")),
    (r"^(.+?)(?: gets [A-Z +]+)?: stage (\d+), .* is c", lambda led, m: led.update({f"stage {m[1]}": int(m[2])})),
)


@pytest.mark.parametrize(("seats", "seed"), [(seats, n) for seats in (1, 2) for n in range(2 * SEEDS)])
def test_every_number_of_astroforce_that_changes_is_told(seats, seed):
    assert not differences("astroforce", seats, seed, patrol, PATROL)


# --- Reach -----------------------------------------------------------------------------------------------------------


def ships(view):
    found = {}
    for name, board in zip(PLAYERS, view.boards, strict=False):
        found |= {f"{name} {one}": getattr(board, one) for one in ("tokens", "decoy")}
        found[f"{name} claimed"] = len(board.claimed)
        for d in board.departments:
            found |= {f"{name} {d.name} damage": d.damage}
    return found


_AT = {short: NAMES[d] for d, short in SHORT.items()}
_FIGURES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def tokens(sign):
    def change(led, m):
        n = _FIGURES.index(m[2]) if m[2] in _FIGURES else int(m[2])
        led[f"{m[1]} tokens"] = led.get(f"{m[1]} tokens", 0) + sign * n

    return change


def hurt(led, m):
    for short in re.findall(r"\((\w+)\)", m[2]):
        led[f"{m[1]} {_AT[short]} damage"] += 1


def shifted(led, m):
    led[f"{m[1]} {m[2]} damage"] -= 1
    led[f"{m[1]} {m[3]} damage"] += 1


SHIPS = (
    (r"(\w+) takes (.*\(.*)\.$", hurt),
    (r"^(\w+) repairs one damage: (.+)\.", lambda led, m: one(f"{m[1]} {m[2]} damage", -1)(led, m)),
    (r"^(\w+) moves one damage from (.+) to (.+)\.", shifted),
    (r"^(\w+) gets (\w+) Experience", tokens(1)),
    (r"^(\w+) spends (\w+) Experience", tokens(-1)),
    (r"^A decoy draws .* away from (\w+),", lambda led, m: one(f"{m[1]} decoy", -1)(led, m)),
    (r"^(\w+) (?:plays|uses) Decoy Buoy", lambda led, m: one(f"{m[1]} decoy")(led, m)),
    (r"^(\w+) claims ", lambda led, m: one(f"{m[1]} claimed")(led, m)),
)


@pytest.mark.parametrize(("seats", "seed"), [(2, n + 1) for n in range(SEEDS)] + [(4, 3 * n) for n in range(SEEDS)])
def test_every_number_of_reach_that_changes_is_told(seats, seed):
    assert not differences("reach", seats, seed, ships, SHIPS)


# --- Shattered Reach -------------------------------------------------------------------------------------------------


def fleet(view):
    found = {}
    for ship in view.ships if view.phase in ("move", "fire") else ():
        name = title_of(ship)
        found |= {f"{name} {one}": int(getattr(ship, one)) for one in ("hull", "shields", "velocity", "missiles")}
        found |= {f"{name} {one}": int(getattr(ship, one)) for one in ("wreck", "hulk", "stung")}
        found |= {f"{name} locks": len(ship.locks), f"{name} flights": len(ship.flights)}
    return found


def launched(led, m):
    ship = m[1]
    if led.pop("found again", 0) == 0:
        led[f"{ship} missiles"] -= 1
        led[f"{ship} locks"] -= 1
    led[f"{ship} flights"] += m[2] == "miss"


def found_again(led, m):
    led[f"{m[1]} flights"] -= 1
    led["found again"] = m[2] == "found"


def lost(led, m):
    for part in ("shields", "hull"):
        n = re.search(rf"(\d+) from its {part}", m[2])
        led[f"{m[1]} {part}"] -= int(n[1]) if n else 0


def of_ship(figure, n):
    return lambda led, m: led.update({f"{m[1]} {figure}": n})


def more(figure, n=1):
    return lambda led, m: led.update({f"{m[1]} {figure}": led[f"{m[1]} {figure}"] + n})


FLEET = (
    (
        r"'s (.+?) (?:flies|turns to|stays)[^.]*, velocity (\d+)",
        lambda led, m: led.update({f"{m[1]} velocity": int(m[2])}),
    ),
    (
        r"^(.+) rams (.+) at .*both come to a stop",
        lambda led, m: led.update({f"{m[1]} velocity": 0, f"{m[2]} velocity": 0}),
    ),
    (r"^(.+) stops on the objective", of_ship("velocity", 0)),
    (r"^  (.+) loses (.+)\.", lost),
    (r"^  (.+) is destroyed", of_ship("velocity", 0)),
    (r"^  (.+) is destroyed", of_ship("wreck", 1)),
    (r"^  (.+) is disabled for good", of_ship("velocity", 0)),
    (r"^  (.+) is disabled for good", of_ship("hulk", 1)),
    (r"^  Ion reaches its hull: (.+) is inoperable", of_ship("stung", 1)),
    (r"^Round ", lambda led, m: led.update({name: 0 for name in led if name.endswith("stung")})),
    (
        r"^(.+) restores (\d+) shield",
        lambda led, m: led.update({f"{m[1]} shields": led[f"{m[1]} shields"] + int(m[2])}),
    ),
    (r"^The .+ of (.+) flies at .*, a (\w+)\.", launched),
    (r"^The .+ of (.+) seeks .* again: .*, (\w+)\.", found_again),
    (r"^(.+) aims .*, locked\.", more("locks")),
    (r"^The .+ of (.+) lets its lock go", more("locks", -1)),
    (r"^The .+ of (.+) is lost in flight", more("flights", -1)),
)


WARS = [(2, n + 1) for n in range(SEEDS)] + [(3, 3 * n) for n in range(SEEDS)]


@pytest.mark.parametrize(("seats", "seed"), WARS)
def test_every_number_of_shattered_reach_that_changes_is_told(seats, seed):
    assert not differences("shattered-reach", seats, seed, fleet, FLEET)


LOSS = re.compile(r"(?: at ([^:;]+): [^;]*\(|; (?:([A-Z][^;]*?) )?loses )(?:(\d+) shields?)?(?: and )?(?:(\d+) hull)?")


@pytest.mark.parametrize(("seats", "seed"), WARS)
def test_the_report_of_a_war_says_in_order_what_ships_have_lost_by_others(seats, seed):
    lines = [line for _, told in played("shattered-reach", seats, seed) for line in told]
    begun = [n for n, (told, _) in enumerate(lines) if told.event.kind == "turn-begun" and told.event.data["seat"] == 0]
    for start, end in pairwise([*begun, len(lines)]):
        report, lost, acting = story_words(lines[start:end], 0), {}, None
        for event in (told.event for told, _ in lines[start:end]):
            acting = event.data["seat"] if event.kind in ("flown", "rammed", "fired", "launched") else acting
            if event.kind == "damaged" and acting != 0:
                one = lost.setdefault(event.data["name"], [0, 0])
                one[0], one[1] = one[0] + event.data["shields"], one[1] + event.data["hull"]
        for line in report:
            actor = line[
                : re.search(r" (?:flies|turns|stays|rams|fires|launches|locks|guides|restores)|$", line).start()
            ]
            for shot, other, shields, hull in LOSS.findall(line):
                one = lost[shot or other or actor]
                one[0], one[1] = one[0] - int(shields or 0), one[1] - int(hull or 0)
        assert not {ship: one for ship, one in lost.items() if one != [0, 0]}, report
