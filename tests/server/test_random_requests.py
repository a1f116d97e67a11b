"""People who ask for anything in any order, with and without sense, are answered in words, and tables stay whole."""

from __future__ import annotations

import asyncio
import os
import random

import pytest

from starforge.engine.state import digest
from starforge.server import rate_limit
from starforge.server.requests.index import REQUESTS
from starforge.tables.play.record import Record
from starforge.tables.play.seating import seats_of
from tests.server.local_server import LocalServer, Tap, serving, tap

PEOPLE = ("Ada", "Ben", "Cy")
BOT, OPEN = ["", "random", "", False, False, ""], ["", "", "", False, False, ""]
INVITED = ["", "", "Ben", False, False, ""]


class Crowd:
    def __init__(self, server: LocalServer, clients: list[Tap], seed: int) -> None:
        self.server, self.clients, self.dice = server, clients, random.Random(seed)

    def table(self) -> str:
        return self.dice.choice([*self.server.daemon.hub.rows, "abcdef"])

    def mine(self, who: int, table_id: str) -> tuple[int, list[str]]:
        """Return what somebody would know of the own entries at a table, and some actions to try there."""
        table = self.server.daemon.hub.open.get(table_id)
        if table is None:
            return 0, ["ready"]
        names = [seat.name for seat in table.seats]
        seat = names.index(PEOPLE[who]) if PEOPLE[who] in names else self.dice.randrange(len(names))
        legal = [str(action) for action in table.game.legal(table.record.match.state, seat)]
        return table.record.mine[seat], legal or ["ready", "lay c01"]

    def ask(self, who: int) -> tuple[str, dict]:
        dice, table = self.dice, self.table()
        mine, actions = self.mine(who, table)
        at = {"table": table}
        bodies = {
            "create": {
                "game": dice.choice(["tiny", "tiny", "tiny", "reach", "chess"]),
                "assignments": dice.choice(
                    [[OPEN, BOT], [OPEN, OPEN], [OPEN, ["", "", "Ben", False, False, ""]], [BOT]]
                ),
                "options": dice.choice([{}, {}, {"rounds": 1}, {"rounds": "x"}]),
                "clock": dice.choice([["none", 0], ["move", 60], ["bank", 500], ["bank", 5]]),
                "start": dice.choice(["", "", "", "game = 'tiny'"]),
            },
            "join": at | dice.choice([{}, {"seat": dice.randrange(3)}]),
            "leave": at,
            "assign": at | {"seat": dice.randrange(3), "assignment": dice.choice([BOT, OPEN])},
            "start": at,
            "open": at,
            "close": at,
            "submit": at | {"action": dice.choice(actions), "mine": mine + dice.choice([0, 0, 0, 0, 1])},
            "undo": at | {"mine": mine},
            "consent": at | {"agree": dice.choice([True, False])},
            "resign": at,
            "rest": at | {"seat": dice.randrange(2), "level": dice.choice(["random", "genius"])},
            "return": at,
            "rematch": at,
            "draft": at | {"text": dice.choice(["", "lay c01"])},
            "say": {"text": dice.choice(["hello", "\x1b[2J", "[b]", ""]), "table": dice.choice(["", table])},
            "read": at | {"n": dice.randrange(3)},
            "hear": at,
            "export": at,
            "preferences": {},
            "prefer": {"values": dice.choice([{"look": "ascii"}, {"x": 1}])},
            "register": {"name": "Ada"},
            "hello": {"version": "1"},
        }
        weights = [
            12 if name == "submit" else 4 if name in ("create", "join", "start", "open") else 1 for name in bodies
        ]
        name = dice.choices(list(bodies), weights)[0]
        if name == "resign" and dice.random() < 0.7:
            name = "open"
        return name, bodies[name]


@pytest.mark.parametrize("seed", range(int(os.environ.get("STARFORGE_CROWDS", "3"))))
async def test_a_crowd_that_asks_for_anything_breaks_nothing(tmp_path, monkeypatch, seed):
    monkeypatch.setattr(rate_limit, "BURST", 10**6)
    asked, granted = set(), set()
    async with serving(tmp_path) as server:
        crowd = Crowd(server, [await tap(server, name) for name in PEOPLE], seed)
        for count in range(150):
            if count % 20 == 0:
                await server.table(PEOPLE[:2], seed=count, rounds=1)
            asks = [crowd.ask(who) for who in range(3)]
            answers = await asyncio.gather(
                *(client.ask(name, **what) for client, (name, what) in zip(crowd.clients, asks, strict=True))
            )
            for answer, (name, what) in zip(answers, asks, strict=True):
                assert "has a fault" not in answer.get("text", ""), (name, what)
                assert "ok" in answer or answer["text"], (name, what)
                asked.add(name)
                if "ok" in answer:
                    granted.add(name)
        hub = server.daemon.hub
        for table_id, row in hub.rows.items():
            if row.meta.stage == "seating":
                continue
            table = await hub.table(table_id)
            again = Record(table_id, row.setup.save(seats_of(row.meta.assignments)))
            async with table.lock:
                for entry in await hub.store.entries(table_id):
                    again.play(entry)
                assert digest(again.match.state) == digest(table.record.match.state)
    assert granted >= {"create", "open", "submit", "say"}
    assert asked <= set(REQUESTS)
