"""The contract suite: what every game promises, for every game, at each seat count with every choice of options.

``STARFORGE_SEEDS=50`` plays as many games at each seat count.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from starforge.engine.game import Game
from starforge.games import GAMES, load
from tests import tiny
from tests.contract import checks

ALL = {"tiny": tiny.GAME, **{slug: load(slug) for slug in GAMES}}
TABLES = [pytest.param(slug, seats, id=f"{slug}-{seats}") for slug, game in ALL.items() for seats in game.info.seats]


LEAST, MOST = 1, 2
"""How many games of a seat count a promise is looked at in, by how many choices of options there are."""


def seeds(slug: str, seats: int, number: int = 0) -> range:
    """Return the seeds for a game at a seat count; all promises together meet each choice of options."""
    wanted = os.environ.get("STARFORGE_SEEDS")
    many = int(wanted) if wanted else min(max(LEAST, len(checks.cached_variants(ALL[slug], seats))), MOST)
    return range(0 if wanted else number * many, many if wanted else (number + 1) * many)


@pytest.mark.parametrize("number", range(len(checks.CHECKS)), ids=[check.__name__ for check in checks.CHECKS])
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_promise(slug: str, seats: int, number: int) -> None:
    for seed in seeds(slug, seats, number):
        checks.CHECKS[number](ALL[slug], seats, seed)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_redeal_keeps_what_is_known_and_changes_every_hidden_zone(slug: str, seats: int) -> None:
    changed: Counter[str] = Counter()
    for seed in seeds(slug, seats):
        changed.update(checks.redeals_look_alike(ALL[slug], seats, seed))
    assert changed, "nothing is hidden in this game?"
    assert all(changed.values()), f"never re-dealt: {[zone for zone, n in changed.items() if not n]}"


@pytest.mark.parametrize("slug", ALL)
def test_spectators_are_never_asked(slug: str) -> None:
    game = ALL[slug]
    for s, _, _ in checks.sampled(game, game.info.seats[-1], 3, 20):
        view = game.view(s, None)
        assert view.ask is None
        assert view.legal == ()


def run_elsewhere(code: str, hash_seed: str) -> list[str]:
    """Return the lines that code prints in another process under a PYTHONHASHSEED."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True, timeout=300, check=True
    )
    return done.stdout.splitlines()


def digests(games: Iterable[Game[Any, Any]]) -> list[str]:
    tables = [(game, seats, seed) for game in games for seats in game.info.seats for seed in range(2)]
    return [" ".join(checks.trace(game, seats, seed, 25)) for game, seats, seed in tables]


TESTS = "from tests.contract import test_games as t"


def test_the_same_games_in_every_process() -> None:
    here = digests(ALL.values())
    for hash_seed in ("0", "1", "4242"):
        assert run_elsewhere(f"{TESTS}\nprint(*t.digests(t.ALL.values()), sep='\\n')", hash_seed) == here
