"""That whoever only reads what is told of a war knows how every ship stands, and needs no coordinates for it."""

from __future__ import annotations

import re

import pytest

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.state import Options, War, title_of

NAMES = ("Ada", "Ben", "Cyd")
LOSS = re.compile(r"^ +(.+) loses (?:(\d+) from its shields)?(?: and )?(?:(\d+) from its hull)?\.$")
GAIN = re.compile(r"^(.+) restores (\d+) shields?\.$")
GONE = re.compile(r"^(.+?) (?:is removed|hits a planet: it is lost|leaves the map: it is lost)\.$")
AIMED = (
    (re.compile(r"^(.+) aims a .+, locked\.$"), 1),
    (re.compile(r"^The .+ of (.+) seeks .+, lost\.$"), -1),
    (re.compile(r"^The .+ of (.+) flies at .+, a (?:hit|dud)\.$"), -1),
    (re.compile(r"^The .+ of (.+) (?:lets its lock go|is lost in flight)\.$"), -1),
)
"""What is told of locks and missiles, and how it changes the number of both of a ship."""


class Reader:
    """Know by name the shields, hull, and number of locks and missiles in flight of every ship of a war."""

    def __init__(self, s: War) -> None:
        self.ships: dict[str, list[int]] = {}
        self.take_in(s)

    def take_in(self, s: War) -> None:
        """Meet the ships that have come onto the map."""
        for ship in s.ships.values():
            self.ships.setdefault(title_of(ship), [hulls()[ship.card].shields, hulls()[ship.card].hull, 0])

    def read(self, words: str) -> None:
        assert not re.search(r"\d,-?\d", words), words
        if found := LOSS.match(words):
            self.ships[found[1]][0] -= int(found[2] or 0)
            self.ships[found[1]][1] -= int(found[3] or 0)
        elif found := GAIN.match(words):
            self.ships[found[1]][0] += int(found[2])
        elif found := GONE.match(words):
            del self.ships[found[1]]
        for pattern, more in AIMED:
            if found := pattern.match(words):
                self.ships[found[1]][2] += more


@pytest.mark.parametrize(
    ("scenario", "seats", "seed"), [("small-skirmish", 2, 3), ("crossroads", 3, 4), ("homeworlds", 2, 6)]
)
def test_how_every_ship_stands_follows_from_what_is_told(scenario: str, seats: int, seed: int) -> None:
    s = GAME.new(Options(scenario=scenario), seats, seed)  # type: ignore[arg-type]
    bots = [make(GAME, "greedy", derive(seed, n)) for n in range(seats)]
    reader = Reader(s)
    for _ in range(1500):
        if s.result is not None:
            break
        seat = min(s.asks)
        s.events = []
        GAME.apply(s, seat, bots[seat].choose(look(GAME, s, seat, bots[seat]), sampler(GAME, s, seat, seed)))
        if not s.turn:
            reader.take_in(s)
        for event in s.events:
            reader.read(GAME.tell(event, NAMES))
        stand = {
            title_of(ship): [ship.shields, ship.hull, len(ship.locks) + len(ship.flights)] for ship in s.ships.values()
        }
        assert stand == reader.ships, [GAME.tell(event, NAMES) for event in s.events]
