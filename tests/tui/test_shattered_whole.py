"""Two whole games of Shattered Reach at one terminal: both sides by keys alone, and no secret seen at a hand-off.

The tester looks at the screen and, for what to do, at the game that the program has stored; only keys reach it.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from time import monotonic

import pexpect
import pytest

from starforge.bots.bot import Bot
from starforge.bots.levels import make
from starforge.engine.action import Action
from starforge.engine.position import read_position
from starforge.games import GAMES
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import (
    Back,
    Commit,
    EndFire,
    Fire,
    Launch,
    LockOn,
    Pivot,
    PlaceShip,
    Reacquire,
)
from starforge.games.shattered_reach.model.catalogue import hulls, roster, weapons
from starforge.games.shattered_reach.rules.movement import STEPS
from starforge.games.shattered_reach.view.types import WarView, name
from starforge.tables.local import LocalLobby
from starforge.tables.local_table import LocalTable
from starforge.tui.games.shattered_reach.map.marks import ARROWS
from starforge.tui.games.shattered_reach.map.marks import STEPS as SHOWN
from starforge.tui.games.shattered_reach.menu import STEP_KEYS
from tests.tui.test_whole_game import Terminal

SLUG = "shattered-reach"
NAMES, MARKS, FACTIONS = ("Ada", "Ben"), "▲●", ("ferrum", "ember")
COMMIT = ("Move as planned", "Let it drift now", "Leave it where it is")
PATIENCE = 20.0
"""Seconds that a program on a busy machine may need to answer a key."""
STARS = "·∙*│┌┐└┘─▲●"
OPEN = {"SHATTERED", "REACH", "Enter", "go", "on", "Space", "page", "?", "keys", "q", "leave"}


@pytest.fixture(autouse=True)
def game(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SLUG, "starforge.games.shattered_reach.game:GAME")


class Hotseat:
    """A terminal with two people at it, who do what two bots would do."""

    def __init__(self, folder: Path, scenario: str, size: tuple[int, int]) -> None:
        options = ("--set", f"scenario={scenario}", "--set", f"factions={','.join(FACTIONS)}")
        seats = ("--seat", NAMES[0], "--seat", NAMES[1])
        self.terminal = Terminal(folder, "play", SLUG, "--seed", "3", *seats, *options, size=size)
        self.bots: list[Bot] = [make(GAME, "greedy", seed) for seed in (1, 2)]
        self.terminal.until("Pass the terminal")
        lobby = LocalLobby(folder / "data")
        self.table: LocalTable = asyncio.run(lobby.open(lobby.tables()[0].id))
        self.passed: list[tuple[int, str]] = []
        self.asked = (-1, "", 0)
        self.planned: set[int] = set()
        self.aimed = ""

    @property
    def text(self) -> str:
        return self.terminal.text

    def press(self, *keys: str) -> None:
        """Press keys, each once the program has answered the one before and come to rest."""
        for key in keys:
            self.terminal.child.send(key)
            if self.terminal.read(1):
                while self.terminal.read(0.03):
                    pass

    def moved_on(self, before: int) -> bool:
        """Wait for a move to be kept, for as long as a slow program may need."""
        late = monotonic() + PATIENCE
        while len(self.table.save().moves) == before and monotonic() < late:
            self.terminal.read(0.1)
            self.table.refresh()
        return len(self.table.save().moves) != before

    def confirm(self, key: str) -> None:
        """Press a key again that has asked a question, once the program listens."""
        if "again: " in " ".join(self.text.split()):
            self.terminal.go_on(key, lambda text: "again: " not in " ".join(text.split()))

    def view(self, seat: int) -> WarView:
        self.table.refresh()
        found = self.table.view(seat)
        assert isinstance(found, WarView)
        return found

    def sit_down(self) -> int:
        """Go through the hand-off, looking for secrets at each step, and return who sits at the board then."""
        if "hand it over" in self.text:
            self.terminal.go_on("\r", lambda text: "Pass the terminal" in text or "goes on" in text)
        said = re.search(r"Pass the terminal to (\w+)|(\w+) \(.\) goes on", self.text)
        assert said, self.text
        seat = NAMES.index(said[1] or said[2])
        self.passed.append((seat, self.view(seat).phase))
        words = {word.strip(STARS) for word in self.text.split()} - {""}
        told = f"{NAMES[1 - seat]}'s turn at the terminal is over. Pass the terminal to {NAMES[seat]} goes on".split()
        asks = f"{NAMES[seat]}, press Enter when nobody else looks. (▲) (●) Space page".split()
        assert words <= {*OPEN, *told, *asks}, self.text
        self.terminal.go_on("\r", lambda text: "Enter: to your board" in text)
        self.unseen(seat)
        asked = {"build": "Build your", "deploy": "Deploy ", "move": "Plan the"}[self.passed[-1][1]]
        self.terminal.go_on("\r", lambda text: asked in text)
        self.unseen(seat)
        return seat

    def unseen(self, seat: int) -> None:
        """Check that nothing which only the other player may know is on the screen."""
        mine, theirs = self.view(seat), self.view(1 - seat)
        if mine.phase == "build":
            hidden = [hulls()[slug].name for slug in roster(FACTIONS[1 - seat])]
            hidden += [f"{points:,}" for _, points in theirs.purse if theirs.fleet]
        elif mine.phase == "deploy":
            other = [ship for ship in theirs.ships if ship.seat != seat]
            assert not any(ship.hexes for ship in mine.ships if ship.seat != seat)
            hidden = [f"{MARKS[1 - seat]}{arrow}{ship.id}" for ship in other for arrow in ARROWS]
            hidden += [f"at {ship.hexes[0][0]},{ship.hexes[0][1]} " for ship in other if ship.hexes]
        else:
            assert not mine.plans or all(plan.ship == mine.hand and not plan.steps for plan in mine.plans)
            hidden = [f" {word}1" for word in SHOWN.values()]
        for secret in hidden:
            assert secret not in self.text, f"{secret!r} is seen by {NAMES[seat]}\n{self.text}"

    def choose(self, *labels: str) -> None:
        """Walk with Tab to a line of the menu that begins with a label, and do it; then one behind it."""
        for label in labels:
            for _ in range(25):
                if re.search(rf"▸.[ a-z]?{re.escape(label)}", self.text):
                    break
                self.press("\t")
            assert re.search(rf"▸.[ a-z]?{re.escape(label)}", self.text), f"{label!r} cannot be reached\n{self.text}"
            self.press("\r")

    def advice(self, seat: int) -> Action:
        view = self.view(seat)
        return self.bots[seat].choose(view, lambda: read_position(GAME, self.table.position(), 1))

    def build(self, seat: int, *ships: str) -> None:
        names, at = roster(FACTIONS[seat]), 0
        for ship in ships:
            way = names.index(ship) - at
            self.press(*(["j"] * way if way > 0 else ["k"] * -way), "d")
            at = names.index(ship)
        assert sorted(self.view(seat).fleet) == sorted(ships)
        self.press("e")
        assert "points are unspent" in self.text
        self.confirm("e")

    def deploy(self, seat: int) -> None:
        for n in range(len(self.view(seat).ships)):
            if "Everything is placed" in self.text:
                break
            self.press(*("d", "a", "6", "4")[: n % 3 * 2], "\r")
        assert not [c for c in self.view(seat).choices if isinstance(c.action, PlaceShip) and not c.reason]
        self.press("e")

    def move(self, seat: int) -> None:
        """Make one step of a plan; Ada commits each ship when its plan is made, Ben all of them at the end."""
        action = self.advice(seat)
        if type(action) in STEPS.values():
            self.press(STEP_KEYS[type(action)])
        elif isinstance(action, Back):
            self.press("\x7f")
        elif isinstance(action, Pivot):
            self.choose("Turn about another hex", f"Turn about its hex {action.hex}")
        else:
            assert isinstance(action, Commit)
            self.fly(seat)

    def fly(self, seat: int) -> None:
        view = self.view(seat)
        self.planned.add(view.hand)
        waiting = [ship.id for ship in view.ships if ship.seat == seat and ship.can_act]
        steps = [plan for plan in view.plans if plan.steps]
        if seat and set(waiting) > self.planned:
            self.press("t")
        elif seat and len(steps) > 1:
            self.press(",")
            self.confirm(",")
            self.planned.clear()
        else:
            self.choose(next(label for label in COMMIT if label in self.text))
            self.confirm("\r")

    def fire(self, seat: int) -> None:
        action, view = self.advice(seat), self.view(seat)
        card = hulls()[next(ship for ship in view.ships if ship.id == view.hand).card]
        match action:
            case Fire(weapon, target):
                line, whom = f"Fire {weapons()[weapon].name}", target
            case LockOn(launcher, target):
                line, whom = f"Lock {weapons()[card.launchers[launcher]].name.split()[-1]} {launcher + 1}", target
            case _:
                words: dict[type[Action], str] = {Launch: "Launch", Reacquire: "Guide", EndFire: "Cease fire"}
                line, whom = words[type(action)], -1
        opened = re.search(rf"^[ ▸].[ a-z]?{MARKS[1 - seat]} .*  r\d", self.text, re.M)
        if opened and line != self.aimed:
            self.press("\x7f")
        if not opened or line != self.aimed:
            found = re.search(rf"([wasdxe]) {line}", self.text)
            assert found, f"no key for {line!r}\n{self.text}"
            self.press(found[1])
            self.confirm(found[1])
        self.aimed = line
        if whom >= 0:
            self.choose(f"{MARKS[1 - seat]} {name(view, whom)} ")

    def play(self, *fleets: tuple[str, ...]) -> None:
        """Play to the end, each key from what the screen shows and what the bots advise."""
        for _ in range(400):
            if "how it went" in self.text:
                return
            if any(words in self.text for words in ("Pass the terminal", "hand it over", ") goes on")):
                self.sit_down()
                continue
            if "Enter: to your board" in self.text:  # what has happened, before the same player goes on
                self.terminal.go_on("\r", lambda text: "Enter: to your board" not in text)
                continue
            if "turn at the terminal. Enter: go on" in self.text:
                self.terminal.go_on("\r", lambda text: "turn at the terminal. Enter: go on" not in text)
                continue
            if self.table.refresh():  # what the last key did may still be on its way to the screen
                while self.terminal.read(0.3):
                    pass
                continue
            asked = self.table.view(None).waiting
            before = len(self.table.save().moves)
            seat = min(asked) if len(asked) == 1 else self.passed[-1][0]
            kind = asked[seat]
            if self.asked != (seat, kind, self.view(seat).turn):
                self.asked = (seat, kind, self.view(seat).turn)
                while self.terminal.read(0.3):  # a hand-off may be on its way
                    pass
                continue
            if kind == "build":
                self.build(seat, *fleets[seat])
            elif kind == "deploy":
                self.deploy(seat)
            else:
                getattr(self, kind)(seat)
            assert self.planned or self.moved_on(before), f"no key did anything\n{self.text}"
        raise AssertionError(f"the game does not end\n{self.text}")


@pytest.mark.parametrize(
    ("scenario", "fleets", "size"),
    [
        ("small-skirmish", (("lancet", "rampart"), ("corona", "larrikin")), (80, 24)),
        ("race-for-the-core", (("wasp", "picket"), ("spark", "larrikin")), (120, 40)),
    ],
)
def test_a_game_is_played_to_its_end_by_two_people_with_keys_alone(
    tmp_path: Path, scenario: str, fleets: tuple[tuple[str, ...], ...], size: tuple[int, int]
) -> None:
    two = Hotseat(tmp_path, scenario, size)
    two.play(*fleets)
    result = two.view(0).result
    assert result is not None
    assert result.text in two.text
    assert two.view(0).turn > 1
    assert {phase for _, phase in two.passed} == {"build", "deploy", "move"}
    assert {seat for seat, _ in two.passed} == {0, 1}
    while two.terminal.child.isalive():
        two.press("\r")
    two.terminal.child.expect(pexpect.EOF)
    two.terminal.child.close()
    assert two.terminal.child.exitstatus == 0
