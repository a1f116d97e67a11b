"""Typed positions: what is wrong is told by its field, and dice and draws to come are not eaten by shuffles."""

from __future__ import annotations

import pytest

from starforge.engine.position import PositionError, read_position
from starforge.games import load
from starforge.games.reach.model.catalogue import book

PLAYERS = 'players = [{ship = "lantern"}, {ship = "anvil"}]\nturn = 1\ntile = "TILE"\n[asks.0]\nkind = "claim"'.replace(
    "TILE", next(iter(book().tiles))
)
AF = '[asks.0]\nkind = "deploy"\n'
WRONG = [
    *[("astroforce", f"{name} = {value}\n{AF}", name) for name, value in (
        ("hull", 8), ("hull", -1), ("shields", 6), ("shields", -1), ("fuel", 11), ("fuel", -2), ("sensors", 5),
        ("year", 0), ("year", 7), ("fails", 2), ("medbay", -1), ("quarters", 11), ("foreseen", 1), ("turn", -1),
        ("captain", 1), ("seats", 3),
    )],
    ("astroforce", f'phase = "lunch"\n{AF}', "phase"),
    ("astroforce", f"crew = {{COM = 11}}\n{AF}", "there are 10 dice, not 11"),
    ("astroforce", f"crew = {{COM = -1}}\n{AF}", "COM"),
    ("astroforce", f'active = ["warp-core"]\n{AF}', "there is no Development 'warp-core'"),
    ("astroforce", f'active = ["auto-doctor", "auto-doctor"]\n{AF}', "auto-doctor"),
    ("astroforce", f'plots = [{{card = "static", captured = -1}}]\n{AF}', "captured"),
    ("astroforce", f'plots = [{{card = "static", stacks = ["XYZ"]}}]\n{AF}', "stacks of 'static'"),
    ("astroforce", '[asks.1]\nkind = "deploy"\n', "asks"),
    ("astroforce", '[asks.0]\nkind = "sleep"\n', "asks.0.kind"),
    ("astroforce", f'queue = [["explode", 0]]\n{AF}', "there is no op 'explode'"),
    ("astroforce", f'queue = [["damage"]]\n{AF}', "queue.0"),
    ("reach", PLAYERS.replace("turn = 1", "turn = 10"), "turn"),
    ("reach", PLAYERS.replace("turn = 1", "turn = 1\norder = [0, 0]"), "order"),
    ("reach", PLAYERS.replace("tile = ", "tile = \"the-moon\" # "), "tile"),
    ("reach", PLAYERS.replace("asks.0", "asks.2"), "asks"),
    ("reach", PLAYERS.replace('ship = "anvil"', 'ship = "titanic"'), "players.1.ship"),
    ("reach", PLAYERS.replace('ship = "anvil"', 'ship = "lantern"'), "lantern"),
    ("reach", PLAYERS.replace('ship = "anvil"', 'ship = "anvil", tokens = -1'), "players.1.tokens"),
    ("reach", PLAYERS.replace('ship = "anvil"', 'ship = "anvil", damage = {engine = -1}'), "players.1.damage.engine"),
    ("reach", PLAYERS.replace('ship = "anvil"', 'ship = "anvil", claimed = ["tea"]'), "players.1.claimed"),
    ("reach", PLAYERS.replace('ship = "anvil"', 'ship = "anvil", hand = ["z9"]'), "players.1"),
    ("reach", PLAYERS.replace('ship = "anvil"', 'ship = "anvil", landing = "x"'), "players.1.landing"),
    ("shattered-reach", 'players = [{faction = "ferrum"}]\n[asks.0]\nkind = "build"', "players"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "text", "words"), WRONG)
def test_what_cannot_be_is_told_by_its_field(slug: str, text: str, words: str) -> None:
    with pytest.raises(PositionError) as refused:
        read_position(load(slug), f'game = "{slug}"\n{text}', 1)
    assert words in str(refused.value)
    assert "does not fit together" not in str(refused.value)


@pytest.mark.parametrize("slug", ["astroforce", "reach"])
def test_dice_and_draws_to_come_are_not_eaten_by_the_shuffles_of_decks(slug: str) -> None:
    text = f'game = "{slug}"\n{AF if slug == "astroforce" else PLAYERS}'
    known, plain = (
        read_position(load(slug), f"{text}\n[rng]\nahead = [5, 0, 3]\n", 4),
        read_position(load(slug), text, 4),
    )
    assert known.rng.ahead == (5, 0, 3)
    known.rng.ahead = ()
    assert known == plain
    assert [known.rng.below(6) for _ in range(3)] == [plain.rng.below(6) for _ in range(3)]
