"""How many keys a round of a fleet of twelve takes: all ships moved to given ends, and all sensible shots fired.

Run as ``python -m tests.bench.keys``. The same round is played twice through the real screen: step by step, and by what
the screen offers for whole moves and whole fleets.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from starforge.games.shattered_reach.model.actions import Fire, LockOn
from starforge.tables.local import LocalLobby
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.tui.warships import HEAD

SIZE = (120, 40)
STEPS = {"forward": "w", "slow": "s", "left": "a", "right": "d", "drift": "x"}
FLEET = ("wasp", "wasp", "picket", "wasp", "javelin", "lancet", "lancet", "wasp", "picket", "wasp", "wasp", "javelin")
FOES = ("spark", "spark", "cinder", "firebrand", "spark", "corona", "corona", "spark", "spark", "cinder", "spark", "spark")
Given = dict[int, tuple[int, ...]]
"""Where each ship ends: bow, heading and velocity."""


def battle() -> str:
    """Return two lines of twelve ships that come at each other."""
    lines = [HEAD.format(phase="move", hand=1, queue='[["end-round", 0], ["fire-turn", 0], ["fire-turn", 1]]'), "[ships]"]
    for n, (own, foe) in enumerate(zip(FLEET, FOES, strict=True)):
        q, slope = n - 14, (n - 14) // 2
        lines.append(f'{n + 1} = {{ seat = 0, card = "{own}", q = {q}, r = {6 - slope}, heading = 0, velocity = 2 }}')
        lines.append(f'{n + 31} = {{ seat = 1, card = "{foe}", q = {q}, r = {-3 - slope}, heading = 3, velocity = 1 }}')
    return "\n".join(lines)


class Keys:
    """Press keys and count them."""

    def __init__(self, seen: Seen) -> None:
        self.seen, self.count = seen, 0

    @property
    def screen(self) -> GameScreen:
        screen: GameScreen = self.seen.app.screen
        return screen

    async def press(self, *keys: str) -> None:
        self.count += len(keys)
        await self.seen.press(*keys)


def ends(screen: GameScreen) -> Given:
    return {plan.ship: plan.end for plan in screen.view.plans if plan.steps}


async def by_ends(keys: Keys) -> Given:
    """Send each ship, by the letters of the map, where it can fire at most foes and few can fire at it."""
    await keys.press("v", "f")
    while (course := keys.screen.ui.course).pointer.typed is not None:
        found = keys.screen.ui.map.drawn.reach(keys.screen.view, keys.screen.view.hand)
        letters = {at: word for word, at in course.pointer.letters.items()}
        best = max(letters, key=lambda at: (len(found.ends[at].aims), -found.ends[at].velocity, at))
        await keys.press(*letters[best])
    given = ends(keys.screen)
    await keys.press(",")
    return given


def by_steps(plans: dict[int, tuple[str, ...]]) -> Callable[[Keys], Awaitable[Given]]:
    """Return how the same plans are made step by step."""

    async def steps(keys: Keys) -> Given:
        for number, plan in plans.items():
            while keys.screen.view.hand != number:
                await keys.press("t")
            for step in plan:
                await keys.press(STEPS[step])
        given = ends(keys.screen)
        await keys.press(",")
        return given

    return steps


async def fire_each(keys: Keys) -> None:
    """Fire the weapons of one ship after the other, each at the target that it promises most of."""
    while keys.screen.view.ask is not None and keys.screen.view.phase == "fire":
        items = keys.screen.cursor.items
        weapon = next((one for one in items if one.items and not one.reason), None)
        if weapon is None:
            break
        await keys.press(weapon.key)
        action = keys.screen.cursor.action
        await keys.press("x" if isinstance(action, Fire) else "enter")
        if isinstance(action, LockOn):
            await keys.press("backspace")
    await end_fire(keys)


async def fire_all(keys: Keys) -> None:
    """Fire as the screen suggests for the whole fleet, until nothing sensible is left."""
    while keys.screen.view.phase == "fire" and not keys.screen.ui.guns.done:
        await keys.press(",")
    await end_fire(keys)


async def end_fire(keys: Keys) -> None:
    while keys.screen.view.ask is not None and keys.screen.view.phase == "fire":
        await keys.press("e")


def play(move: Callable[[Keys], Awaitable[Given]], fire: Callable[[Keys], Awaitable[None]]) -> tuple[Given, int, int]:
    """Play a round; return where the ships came to, and the keys of both phases."""
    plans: dict[int, tuple[str, ...]] = {}
    with tempfile.TemporaryDirectory() as home:

        async def script(seen: Seen) -> tuple[Given, int, int]:
            keys = Keys(seen)
            given = await move(keys)
            moving = keys.count
            await fire(keys)
            return given, moving, keys.count - moving

        start = at_table("shattered-reach", "Ada", "bot:random", start=battle(), scenario="race-for-the-core")
        return run(make_app(LocalLobby(Path(home)), start), script, SIZE)


if __name__ == "__main__":
    pass
