"""The fixed line of the firing phase: who fires what at whom, with which chance and how much damage. Pure."""

from __future__ import annotations

from starforge.games.shattered_reach.model.actions import Fire, LockOn
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.view.types import WarView, name
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.shattered_reach.menu import launcher_name, shot_at
from starforge.tui.games.shattered_reach.spots import WeaponSpot


def aimed(scene: Scene, view: WarView) -> str:
    """Return who fires what at whom, as far as the cursor says it, and then what there is to say about that."""
    one, who = scene.item, name(view, view.hand)
    if one is None:
        return who
    match one.action, one.spot:
        case Fire(kind, target), _:
            return _shot(view, f"{who} · {weapons()[kind].name}", kind, target) + one.hint
        case LockOn(launcher, target), _:
            kind = launcher_name(view, launcher).split()[0]
            return _shot(view, f"{who} · {weapons()[kind].name} {launcher + 1}", kind, target) + one.hint
        case None, WeaponSpot(kind, number):
            return f"{who} · {weapons()[kind].name}{f' {number}' if number else ''} → {one.hint}"
    return f"{who} · {one.label}. {one.hint}"


def _shot(view: WarView, lead: str, kind: str, target: int) -> str:
    shot, weapon = shot_at(view, kind, target), weapons()[kind]
    if shot is None:
        return f"{lead} → {name(view, target)}. "
    chance = f"{'locks ' if weapon.launched else ''}{shot.percent} %"
    brings = "" if weapon.launched else f" · about {shot.expected / 100:.2f} of {weapon.damage}"
    return f"{lead} → {name(view, target)} · {chance}{brings}. "
