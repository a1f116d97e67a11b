"""Read and play the cases in ``cases/*.txt``: short transcripts that a player can follow on paper.

A case is a paragraph. Its first line names rules and says what they mean. Then, a line each::

    on homeworlds                       the scenario and its map; small-skirmish if left out
    round 3                             the round; 2 if left out
    ship 1 A gnat 0,4 N v3 hull 1       ship 1 of seat A: a Gnat, bow at 0,4, heading north, velocity 3, one hull left
    A moves                             whose turn it is (or: A fires)
    then B fires, round ends            what comes after that turn; nothing if left out
    > forward                           an action that is allowed, ``rolling 3 4`` with these dice
    ! left: SR-M7                       an action that is refused, by this rule
    ! launch 9: SR-F1: from 0           the same, and words of the reason
    ? mp 6 drift 1 rams 2 for 4 and 4   what the view shows of the plan of the ship in hand
    = 1 at 0,1 N v3                     what is true of a ship then: place, numbers, wreck, lost, disabled, stunned ...
    = A wins                            how the game has ended
    = told captured the core            words of how it has
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from starforge.engine.hex import NAMES
from starforge.engine.position import read_position
from starforge.engine.rules import Illegal
from starforge.engine.state import Op
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Select
from starforge.games.shattered_reach.model.state import Ship, War

CASES = Path(__file__).parent / "cases"
SEATS = "ABC"


def cases(name: str) -> list[Any]:
    """Return the paragraphs of a file, each with its first line as its id."""
    found = []
    for part in (CASES / name).read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split("#")[0].rstrip() for line in part.splitlines()]
        lines = [line for line in lines if line]
        if lines:
            found.append(pytest.param(lines, id=lines[0]))
    return found


class Table:
    """One case being played."""

    def __init__(self) -> None:
        self.scenario, self.round, self.seats = "small-skirmish", 2, 2
        self.ships: list[str] = []
        self.asks = ""
        self.queue: list[Op] = []
        self.s: War | None = None

    def play(self, lines: list[str]) -> None:
        for line in lines[1:]:
            word, _, rest = line.partition(" ")
            try:
                self.line(word, rest)
            except Exception as error:
                raise AssertionError(f"at {line!r}: {error}") from error

    def line(self, word: str, rest: str) -> None:
        if word == "on":
            self.scenario = rest
        elif word == "round":
            self.round = int(rest)
        elif word == "ship":
            self.ship(rest.split())
        elif word in SEATS and rest in ("moves", "fires"):
            self.asks = f"[asks.{SEATS.index(word)}]\nkind = '{rest[:4] if rest == 'fires' else 'move'}'\n"
        elif word == "then":
            self.then(rest.split(", "))
        elif word == ">":
            self.act(rest)
        elif word == "!":
            self.refused(*rest.split(": "))
        elif word == "?":
            self.plan(rest.split())
        elif word == "=":
            self.expect(rest.split())
        else:
            raise ValueError(f"what is {word!r}?")

    def ship(self, words: list[str]) -> None:
        number, seat, card, where, heading, velocity, *more = words
        q, r = where.split(",")
        self.seats = max(self.seats, SEATS.index(seat) + 1)
        text = [f"[ships.{number}]", f"seat = {SEATS.index(seat)}", f"card = '{card}'", f"q = {q}", f"r = {r}"]
        text += [f"heading = {NAMES.index(heading)}", f"velocity = {velocity[1:]}"]
        tail = []
        while more:
            key = more.pop(0)
            if key in ("moved", "wreck", "numb", "stung"):
                text.append(f"{key} = true")
            elif key == "lock":  # lock 0 on 2 within 4 of round 1
                slot, _, target, _, reach, _, _, made = (more.pop(0) for _ in range(8))
                tail.append(f"[ships.{number}.locks.{slot}]\ntarget = {target}\nreach = {reach}\nround = {made}")
            elif key == "flight":  # flight torpedo to 2 of round 1
                kind, _, target, _, _, made = (more.pop(0) for _ in range(6))
                tail.append(f"[[ships.{number}.flights]]\nkind = '{kind}'\ntarget = {target}\nround = {made}")
            else:
                text.append(f"{key} = {more.pop(0)}")
        self.ships.append("\n".join([*text, *tail]))

    def then(self, parts: list[str]) -> None:
        ops: list[Op] = []
        for part in parts:
            seat, _, what = part.partition(" ")
            name = {"moves": "move-turn", "fires": "fire-turn", "ends": "end-round"}[what]
            ops.append((name, SEATS.index(seat) if seat in SEATS else 0))
        self.queue = ops

    def begin(self) -> War:
        if self.s is None:
            phase = "fire" if "fire" in self.asks else "move"
            players = "[[players]]\n" * self.seats
            head = f"game = 'shattered-reach'\nscenario = '{self.scenario}'\nturn = {self.round}\nphase = '{phase}'\n"
            head += f"holder = {self.seats - 1}\nbudget = 5000\n"
            s = read_position(GAME, head + self.asks + players + "\n".join(self.ships), 7)
            assert isinstance(s, War)
            s.queue = self.queue[::-1]
            self.s = s
        return self.s

    def act(self, text: str) -> None:
        s = self.begin()
        text, _, dice = text.partition(" rolling ")
        s.rng.ahead = tuple(int(face) - 1 for face in dice.split())
        self.submit(text)
        assert not s.rng.ahead, f"dice were not rolled: {s.rng.ahead}"

    def submit(self, text: str) -> None:
        s = self.begin()
        assert s.asks, "nobody is asked anything"
        a = GAME.parse(text)
        if isinstance(a, Select) and s.players[min(s.asks)].chosen == a.ship:
            return
        legal = [str(choice) for choice in GAME.legal(s, min(s.asks))]
        GAME.apply(s, min(s.asks), a)
        assert text in legal, "the action is not among the legal ones"

    def refused(self, text: str, rule: str, words: str = "") -> None:
        s = self.begin()
        with pytest.raises(Illegal) as refused:
            GAME.apply(s, min(s.asks), GAME.parse(text))
        assert refused.value.rule == rule, f"refused by {refused.value.rule}: {refused.value}"
        assert words in refused.value.reason

    def plan(self, words: list[str]) -> None:
        s = self.begin()
        view = GAME.view(s, min(s.asks))
        plan = view.plan(view.hand)
        assert plan is not None
        shown: dict[str, object] = {"mp": plan.mp, "drift": plan.drift, "at": f"{plan.end[0]},{plan.end[1]}"}
        shown |= {"heading": NAMES[plan.end[2]], "velocity": plan.end[3], "stop": plan.stop or "nothing"}
        shown |= {"lost": "yes" if plan.lost else "no"}
        while words:
            key = words.pop(0)
            if key == "rams":  # rams 2 for 4 and 6 pushing
                target, _, dealt, _, taken, how = (words.pop(0) for _ in range(6))
                rams = [(ram.target, ram.dealt, ram.taken, ram.pushed) for ram in plan.rams]
                assert (int(target), int(dealt), int(taken), how == "pushing") in rams, rams
            else:
                assert str(shown[key]) == words.pop(0), (key, shown)

    def expect(self, words: list[str]) -> None:
        s = self.begin()
        if words[0] == "told":
            assert s.result is not None
            assert " ".join(words[1:]) in s.result.text
            return
        if words[-1] in ("wins", "draw", "on", "win"):
            self.ended(words)
            return
        ship = s.ships.get(int(words.pop(0)))
        if words == ["lost"]:
            assert ship is None, ship
            return
        assert ship is not None, "the ship is gone"
        while words:
            self.check(ship, words.pop(0), words)

    def ended(self, words: list[str]) -> None:
        s = self.begin()
        if words == ["game", "goes", "on"]:
            assert s.result is None, s.result
            return
        assert s.result is not None, "the game has not ended"
        winners = tuple(SEATS.index(word) for word in words if word in SEATS)
        assert s.result.winners == (() if words == ["draw"] else winners), s.result

    def check(self, ship: Ship, key: str, words: list[str]) -> None:
        if key == "at":
            assert f"{ship.q},{ship.r}" == words.pop(0), f"it is at {ship.q},{ship.r}"
        elif key in NAMES:
            assert NAMES[ship.heading] == key, f"it faces {NAMES[ship.heading]}"
        elif key[0] == "v" and key[1:].isdigit():
            assert ship.velocity == int(key[1:]), f"its velocity is {ship.velocity}"
        elif key in ("wreck", "numb", "stung", "moved"):
            assert getattr(ship, key), f"it is not {key}"
        elif key in ("sound", "unmoved"):
            assert not (ship.wreck or ship.hulk or ship.numb or ship.stung) if key == "sound" else not ship.moved
        elif key == "disabled":
            assert ship.hulk, "it is not disabled"
            assert not ship.wreck, "it is destroyed"
        elif key in ("locks", "flights"):
            assert len(getattr(ship, key)) == int(words.pop(0)), getattr(ship, key)
        else:
            assert getattr(ship, key) == int(words.pop(0)), f"{key} is {getattr(ship, key)}"
