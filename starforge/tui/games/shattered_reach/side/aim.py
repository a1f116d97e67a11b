"""The fixed line of the firing phase: who fires what at whom, with which chance and how much damage. Pure."""

from __future__ import annotations

from typing import NamedTuple

from starforge.english import amount
from starforge.games.shattered_reach.model.actions import Fire, LockOn
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.view.types import WarView, name
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.shattered_reach.menu import launcher_name, shot_at
from starforge.tui.games.shattered_reach.spots import SalvoSpot, WeaponSpot

MARK = len("… more: i")


def aimed(scene: Scene, view: WarView, width: int) -> str:
    """Return who fires what at whom, as far as the cursor says it, and then what there is to say about that.

    Where it would not fit into one row with what follows, the weapon goes by its last word.
    """
    one, who = scene.item, name(view, view.hand)
    if one is None:
        return who
    match one.action, one.spot:
        case Fire(kind, target), _:
            return _joined(_shot(view, AimedShot(who, kind, "", target), width), one.hint)
        case LockOn(launcher, target), _:
            kind = launcher_name(view, launcher).split()[0]
            return _joined(_shot(view, AimedShot(who, kind, f" {launcher + 1}", target), width), one.hint)
        case None, WeaponSpot(kind, number):
            return f"{who} · {weapons()[kind].name}{f' {number}' if number else ''} → {one.hint}"
        case None, SalvoSpot():
            return one.hint
    return _joined(f"{who} · {one.label}", one.hint)


def _joined(words: str, hint: str) -> str:
    """Return words and what is to be said besides, as one sentence where that is no sentence of its own."""
    return f"{words}{'; ' if hint[:1].islower() else '. '}{hint}"


class AimedShot(NamedTuple):
    """Say who aims a kind of weapon, of which number, at which ship."""

    who: str
    kind: str
    number: str
    target: int


def _shot(view: WarView, aim: AimedShot, width: int) -> str:
    shot, weapon = shot_at(view, aim.kind, aim.target), weapons()[aim.kind]
    whom = name(view, aim.target)
    if shot is None:
        return f"{aim.who} · {weapon.name}{aim.number} → {whom}"
    lock = "locks " if weapon.launched else ""
    brings = "" if weapon.launched else f" · about {amount(shot.expected / 100, 2)} of {weapon.damage}"
    words = f"{aim.who} · {weapon.name}{aim.number} → {whom} · {lock}{shot.percent} %{brings}"
    if len(words) + 2 <= width - MARK:
        return words
    brings = "" if weapon.launched else f" · {amount(shot.expected / 100, 2)} of {weapon.damage}"
    return f"{aim.who} · {weapon.name.split()[-1]}{aim.number} → {whom} · {lock}{shot.percent}%{brings}"
