"""How soon a screen is there, beside an app of one label, and what a move of the cursor costs.

Run as ``python -m tests.bench.screens``, or with ``moves`` for the moves of cursors and lenses alone.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import pexpect

from starforge.engine.save import Seat
from starforge.games.assets import folder
from starforge.tables.local import LocalLobby
from starforge.tables.settings import Settings
from starforge.tui.app.app import Profile, StarforgeApp
from starforge.tui.app.routes import screen_for
from starforge.tui.app.terminal import Terminal
from tests.bench.start_up import environment
from tests.tui.terminal import MemoryDriver, Seen, a_second_each, run

RUNS = 7
PLANNING = """
game = "reach"
phase = "planning"
turn = 5
tile = "asteroid-field"
asks = { 0 = { kind = "plan" } }
pool = ["body-ench", "jumbo-flex-tape", "gravity-keel"]
[[players]]
ship = "anvil"
hand = ["e1", "o1", "o2", "s1", "p3"]
damage = { engine = 2 }
crew = { engine = ["e2", "o1"], research = ["s3"], defence = ["p1"] }
[[players]]
ship = "lantern"
ready = true
"""
"""A hand to be placed in USC: Reach."""
LABEL = """
from textual.app import App
from textual.widgets import Label
class One(App):
    def compose(self): yield Label("A LABEL")
One().run()
"""
SCREENS = {
    "an app of one label": (["-c", LABEL], "A LABEL"),
    "home": (["-m", "starforge"], "New game"),
    "astroforce": (["-m", "starforge", "play", "astroforce", "--seed", "7"], "ASTROFORCE"),
    "reach": (["-m", "starforge", "play", "reach", "--seat", "A", "--seat", "bot:greedy", "--seed", "7"], "REACH"),
    "shattered reach": (["-m", "starforge", "play", "shattered-reach", "--seed", "7"], "SHATTERED REACH"),
}


def painted(words: list[str], sign: str, home: str) -> float:
    """Return the seconds from the start until a sign stands on the screen."""
    env = {**environment(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    begun = perf_counter()
    child = pexpect.spawn(sys.executable, words, env=env, dimensions=(24, 80), timeout=30)
    child.expect(sign)
    took = perf_counter() - begun
    child.close(force=True)
    return took


def first_paint() -> None:
    with tempfile.TemporaryDirectory() as home:
        times: dict[str, list[float]] = {name: [] for name in SCREENS}
        for words, sign in SCREENS.values():
            painted(words, sign, home)  # compiles
        for _ in range(RUNS):
            for name, (words, sign) in SCREENS.items():
                times[name].append(painted(words, sign, home))
    label = median(next(iter(times.values())))
    for name, found in times.items():
        print(f"first paint of {name:<20} {1000 * median(found):6.0f} ms {median(found) / label:6.2f} x", flush=True)


class Walk(NamedTuple):
    """Where the cursor is moved: a game, its seats, options and position, the keys to get there, and those to move."""

    game: str
    seats: tuple[Seat, ...]
    options: dict[str, str]
    start: str
    before: str
    keys: str


def walks() -> list[Walk]:
    race = (folder("shattered_reach") / "positions" / "race.toml").read_text(encoding="utf-8")
    two = (Seat(name="A"), Seat(name="B", bot="random"))
    return [
        Walk("astroforce", (Seat(name="A"),), {}, "", "e", "\t"),
        Walk("shattered-reach", two, {"scenario": "race-for-the-core"}, race, "", "83921728"),
        Walk("reach", two, {}, PLANNING, "1", "\t"),
    ]


class Cost(NamedTuple):
    """Say what moves of a cursor cost: milliseconds of CPU in the mean, and the bytes of each."""

    milliseconds: float
    sent: tuple[int, ...]


def cursor(walk: Walk, size: tuple[int, int], moves: int = 40) -> Cost:
    """Return what moves cost over the choices of a deployment, or a map, in true colour."""
    with tempfile.TemporaryDirectory() as home:

        async def first(app: StarforgeApp) -> Any:
            return screen_for(await app.lobby.create(walk.game, walk.seats, walk.options, 7, walk.start))

        async def script(seen: Seen) -> Cost:
            await seen.press(*walk.before)
            sent, out, begun = [], seen.app.memory.out, process_time()
            for n in range(moves):
                before = len(out)
                await seen.press(walk.keys[n % len(walk.keys)])
                sent.append(len("".join(out[before:]).encode()))
            return Cost((process_time() - begun) * 1000 / moves, tuple(sent))

        settings = Settings(animations=False, look="unicode")
        terminal = Terminal({"TERM": "xterm-256color"}, "many", MemoryDriver, a_second_each())
        app = StarforgeApp(Profile(settings, LocalLobby(Path(home))), first, terminal)
        costs: Cost = run(app, script, size)
        return costs


def lens(size: tuple[int, int]) -> None:
    """Measure how long the reach lens takes to open, for each ship that can be taken in hand."""
    with tempfile.TemporaryDirectory() as home:

        async def first(app: StarforgeApp) -> Any:
            walk = walks()[1]
            return screen_for(await app.lobby.create(walk.game, walk.seats, walk.options, 7, walk.start))

        async def script(seen: Seen) -> list[float]:
            times = []
            for _ in range(7):
                begun = process_time()
                await seen.press("v")
                times.append((process_time() - begun) * 1000)
                await seen.press("v", "v", "v", "t")
            return times

        terminal = Terminal(colours="many", driver=MemoryDriver, clock=a_second_each())
        profile = Profile(Settings(animations=False, look="unicode"), LocalLobby(Path(home)))
        times = run(StarforgeApp(profile, first, terminal), script, size)
    words = f"{median(times):.1f} ms of CPU, at most {max(times):.1f}"
    print(f"opening the reach lens at {size[0]}x{size[1]:<8} {words}", file=sys.__stdout__)


if __name__ == "__main__":
    if sys.argv[1:] != ["moves"]:
        first_paint()
    for size in ((80, 24), (120, 36), (200, 60)):
        for walk in walks():
            milliseconds, sent = cursor(walk, size)
            where = f"{walk.game} at {size[0]}x{size[1]}"
            some = f"{mean(sent):6.0f} bytes, {max(sent)} at most"
            print(f"a cursor move in {where:<24} {milliseconds:6.1f} ms of CPU {some}", flush=True)
        lens(size)
