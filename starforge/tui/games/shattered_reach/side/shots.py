"""The shots of a fleet in rows and in words: who could fire what at whom, with which chances. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.english import amount
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.plans.volleys import Salvo
from starforge.games.shattered_reach.view.types import WarView, name
from starforge.tui.games.shattered_reach.map.marks import side
from starforge.tui.games.shattered_reach.side.rows import Block, Row, apart, wrapped
from starforge.tui.games.shattered_reach.side.table import deed_of
from starforge.tui.games.shattered_reach.spots import HexSpot


def salvo_words(view: WarView, one: Salvo, short: bool = False) -> str:
    """Return who fires what at whom, with which chance, what it may bring, and how likely all of it kills."""
    weapon, what = weapons()[one.weapon], deed_of(one)
    called = weapon.name.split()[-1] if short else weapon.name
    count = f" ×{len(one.actions)}" if len(one.actions) > 1 else ""
    whom = f"{name(view, one.ship)} {f'{what} ' if what else '· '}{called}{count} → {name(view, one.target)}"
    chance = f"{one.percent}%" if short else f"range {one.range} · {one.percent} %"
    if one.locks:
        return f"{whom} · {chance}"
    most = weapon.damage * len(one.actions)
    about = amount(one.expected / 100) if short else f"about {amount(one.expected / 100, 2)} of {most}"
    return f"{whom} · {chance} · {about}" + (f" · kills {one.kill}{'' if short else ' '}%" if one.kill else "")


def salvo_blocks(view: WarView, table: Sequence[Salvo], width: int) -> list[Block]:
    """Return all that the fleet could fire, a block for each kind of weapon of a ship and target."""
    blocks = []
    for one in table:
        target = view.ship(one.target)
        style = side(target.seat)[2] if target is not None else "dim"
        count = f"{len(one.actions)}× " if len(one.actions) > 1 else ""
        called = f"{count}{weapons()[one.weapon].name.split()[-1]}"
        first: Row = [(name(view, one.ship), "title bold"), (f" {'locks ' * one.locks}{called}", "")]
        kills = f", kills {one.kill}%" if one.kill else ""
        brings = "next round" if one.locks else f"{amount(one.expected / 100)}{kills}"
        second: Row = [(f"  → {name(view, one.target)} ", style), (f"r{one.range}", "dim")]
        rows = [*apart(first, [(f"{one.percent}%", "legal bold")], width), *apart(second, [(brings, "dim")], width)]
        blocks.append(Block(rows, HexSpot(target.hexes[0]) if target is not None and target.hexes else None))
    firing = view.ask is not None and view.ask.kind == "fire"
    none = (
        "No weapon of yours can fire at anything now."
        if firing
        else "Your shots are listed in your firing turn; i says what bears now."
    )
    return blocks or [Block(wrapped(none, width, "dim", ""))]
