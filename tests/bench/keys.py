"""How many keys a round of a fleet of twelve takes: all ships moved to given ends, and all sensible shots fired.

Run as ``python -m tests.bench.keys``. The round is played twice through the real screen: by whole moves and the volley
of the whole fleet, and step by step, ship by ship and weapon by weapon.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

from starforge.games.shattered_reach.model.actions import Fire
from starforge.games.shattered_reach.model.maps import chart_of
from starforge.games.shattered_reach.plans.volleys import suggested
from starforge.tables.local import LocalLobby
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.tui.warships import HEAD

SIZE = (120, 40)
STEPS = {"forward": "w", "slow": "s", "left": "a", "right": "d", "drift": "x"}
FLEET = ("wasp", "wasp", "picket", "wasp", "javelin", "lancet") * 2
FOES = ("spark", "spark", "cinder", "firebrand", "spark", "corona") * 2


class Given(NamedTuple):
    """Say what is to be done with a ship: where it ends, and by which steps."""

    end: tuple[int, int, int, int]
    steps: tuple[str, ...]


def battle() -> str:
    """Return two lines of twelve ships that come at each other."""
    field = chart_of("race-for-the-core", "", 2)
    ships = [
        HEAD.format(phase="move", hand=1, queue='[["end-round", 0], ["fire-turn", 1], ["fire-turn", 0]]'),
        "[ships]",
    ]
    for n, (own, foe) in enumerate(zip(FLEET, FOES, strict=True)):
        q = n - 12
        south = next(r for r in range((9 - q) // 2, 99) if {(q, r), (q, r + 1), (q, r - 1)} <= field.open)
        north = next(r for r in range((-9 - q) // 2, -99, -1) if {(q, r), (q, r - 1), (q, r + 1)} <= field.open)
        ships.append(f'{n + 1} = {{ seat = 0, card = "{own}", q = {q}, r = {south}, velocity = 2 }}')
        ships.append(f'{n + 31} = {{ seat = 1, card = "{foe}", q = {q}, r = {north}, heading = 3, velocity = 1 }}')
    return "\n".join(ships)


class Keys:
    """Press keys and count them."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.count = seen, 0

    @property
    def screen(self) -> GameScreen:
        screen: GameScreen = self.seen.app.screen
        return screen

    @property
    def moving(self) -> bool:
        return self.screen.view.ask is not None and self.screen.view.ask.kind == "move"

    @property
    def firing(self) -> bool:
        return self.screen.view.ask is not None and self.screen.view.ask.kind == "fire"

    async def press(self, *keys: str) -> None:
        self.count += len(keys)
        await self.seen.press(*keys)

    def planned(self) -> dict[int, Given]:
        return {plan.ship: Given(plan.end, plan.steps) for plan in self.screen.view.plans if plan.steps}

    async def carry_out(self) -> None:
        while self.moving:
            await self.press(",")


Orders = Callable[[Keys], Awaitable[dict[int, Given]]]


async def by_letters(keys: Keys) -> dict[int, Given]:
    """Send each ship, by the letters of the map, to where it can fire at most foes."""
    await keys.press("v", "f")
    while (course := keys.screen.ui.course).pointer.typed is not None:
        found = keys.screen.ui.map.drawn.reach(keys.screen.view, keys.screen.view.hand)
        letters = {at: word for word, at in course.pointer.letters.items()}
        best = max(letters, key=lambda at: (len(found.ends[at].aims), -found.ends[at].velocity, at))
        await keys.press(*letters[best])
    return keys.planned()


def by_steps(given: dict[int, Given]) -> Orders:
    """Return how the same plans are made step by step."""

    async def orders(keys: Keys) -> dict[int, Given]:
        for number, (_, steps) in given.items():
            while keys.screen.view.hand != number:
                await keys.press("t")
            await keys.press(*(STEPS[step] for step in steps))
        return keys.planned()

    return orders


async def fleet_fires(keys: Keys) -> None:
    """Fire as the screen suggests for the whole fleet, until nothing is left that is worth it."""
    while keys.firing and suggested(keys.screen.view):
        await keys.press(",")
    while keys.firing:
        await keys.press("e")


async def each_fires(keys: Keys) -> None:
    """Fire the weapons of one ship after the other, each at the target that it promises most of."""
    while keys.firing and suggested(keys.screen.view):
        weapon = next(
            (one for one in keys.screen.cursor.items if one.items and not one.reason and one.key != "="), None
        )
        if weapon is None or not any(one.ship == keys.screen.view.hand for one in suggested(keys.screen.view)):
            await keys.press("t")
            continue
        if not keys.screen.cursor.path:
            await keys.press(weapon.key)
        many = isinstance(keys.screen.cursor.action, Fire) and "Enter fires it" not in keys.screen.prompt.note
        await keys.press("x" if many else "enter")
    while keys.firing:
        await keys.press("e")


def played(orders: Orders, fire: Callable[[Keys], Awaitable[None]]) -> tuple[dict[int, Given], int, int]:
    """Play a round; return what was planned, and the keys of movement and of fire."""

    async def script(seen: Seen) -> tuple[dict[int, Given], int, int]:
        keys = Keys(seen)
        given = await orders(keys)
        await keys.carry_out()
        moving = keys.count
        while not keys.firing:
            await seen.rest()
        await fire(keys)
        return given, moving, keys.count - moving

    with tempfile.TemporaryDirectory() as home:
        start = at_table("shattered-reach", "Ada", "bot:random", start=battle(), scenario="race-for-the-core")
        found: tuple[dict[int, Given], int, int] = run(make_app(LocalLobby(Path(home)), start), script, SIZE)
    return found


def main() -> None:
    given, *whole = played(by_letters, fleet_fires)
    again, *single = played(by_steps(given), each_fires)
    if len(given) != len(FLEET) or {n: one.end for n, one in given.items()} != {n: one.end for n, one in again.items()}:
        raise SystemExit("the two ways have not led to the same ends")
    for way, (moving, firing) in (("whole moves, whole fleet", whole), ("step by step, ship by ship", single)):
        print(f"{way:<28} {moving:4} keys to move  {firing:4} to fire  {moving + firing:4} in all", file=sys.__stdout__)


if __name__ == "__main__":
    main()
