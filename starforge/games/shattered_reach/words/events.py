"""What happened, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from starforge.engine import hex as hx
from starforge.engine.event import Event
from starforge.english import an
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, hulls, weapons


def tell(event: Event, names: Sequence[str]) -> str:
    """Return an event in words, '' when it is not worth a line."""
    words = _TOLD.get(event.kind)
    return words(event.data, names) if words else ""


def _roll(d: dict[str, Any]) -> str:
    return f"{d['dice'][0]}+{d['dice'][1]}"


def _tell_rolls(d: dict[str, Any], names: Sequence[str]) -> str:
    return "Initiative: " + ", ".join(f"{names[int(n)]} rolls {roll}" for n, roll in d["rolls"].items()) + "."


def _tell_muster(d: dict[str, Any], names: Sequence[str]) -> str:
    counts: dict[str, int] = {}
    for slug in d["ships"]:
        counts[slug] = counts.get(slug, 0) + 1
    return f"{names[d['seat']]} fields " + ", ".join(f"{n} {hulls()[slug].name}" for slug, n in counts.items()) + "."


def _tell_flown(d: dict[str, Any], names: Sequence[str]) -> str:
    """Return how far a ship has flown and where it heads: the map shows its place, and no coordinates."""
    who = f"{names[d['seat']]}'s {d['name']}"
    if not d["path"]:
        return f"{who} stays where it is, velocity {d['velocity']}." if not d["stop"] else ""
    way = [tuple(d["start"]), *((q, r) for q, r, _ in d["path"])]
    far = sum(hx.distance(here, there) for here, there in pairwise(way))
    heading = hx.NAMES[d["path"][-1][2]]
    flies = f"flies {far} hex{'es' * (far != 1)}, heading" if far else "turns to"
    return f"{who} {flies} {heading}, velocity {d['velocity']}."


def _tell_ram(d: dict[str, Any], names: Sequence[str]) -> str:
    end = "pushes it back" if d["pushed"] else "is stopped"
    return (
        f"{d['name']} rams {d['target_name']} at velocity {d['speed']} and {end}: "
        f"{d['dealt']} damage to it, {d['taken']} to the rammer; both come to a stop."
    )


def _tell_damage(d: dict[str, Any], names: Sequence[str]) -> str:
    parts = [f"{d[part]} from its {part}" for part in ("shields", "hull") if d[part]]
    return f"  {d['name']} loses {' and '.join(parts)}."


def _tell_fired(d: dict[str, Any], names: Sequence[str]) -> str:
    end = "hit" if d["hit"] else "miss"
    what = weapons()[d["weapon"]].name
    return f"{d['name']} fires its {what} at {d['target_name']}: {_roll(d)} against {d['needed']}, a {end}."


def _tell_locked(d: dict[str, Any], names: Sequence[str]) -> str:
    end = "locked" if d["hit"] else "no lock"
    what = weapons()[d["weapon"]].name
    return f"{d['name']} aims {an(what)} at {d['target_name']}: {_roll(d)} against {d['needed']}, {end}."


def _tell_reacquired(d: dict[str, Any], names: Sequence[str]) -> str:
    end = "found" if d["hit"] else "lost"
    what = weapons()[d["weapon"]].name
    return f"The {what} of {d['name']} seeks {d['target_name']} again: {_roll(d)} against {d['needed']}, {end}."


def _tell_launched(d: dict[str, Any], names: Sequence[str]) -> str:
    end = {"hit": "a hit", "miss": "a miss", "dud": "a dud"}[d["outcome"]]
    return f"The {weapons()[d['weapon']].name} of {d['name']} flies at {d['target_name']}: {_roll(d)}, {end}."


def _tell_lapsed(d: dict[str, Any], names: Sequence[str]) -> str:
    end = "is lost in flight" if d["flying"] else "lets its lock go"
    return f"The {weapons()[d['weapon']].name} of {d['name']} {end}."


_TOLD: dict[str, Callable[[dict[str, Any], Sequence[str]], str]] = {
    "deferred": lambda d, names: f"{names[d['seat']]} lets the others choose first.",
    "chosen": lambda d, names: f"{names[d['seat']]} commands the {FACTION_NAMES[d['faction']].removeprefix('The ')}.",
    "rolled": _tell_rolls,
    "sided": lambda d, names: f"{names[d['holder']]} has the initiative and acts last.",
    "built": lambda d, names: f"{names[d['seat']]} has committed a fleet.",
    "mustered": _tell_muster,
    "deployed": lambda d, names: f"{names[d['seat']]} has deployed.",
    "revealed": lambda d, names: "The fleets are in position.",
    "round-begun": lambda d, names: f"Round {d['round']}. Turn order: {', '.join(names[n] for n in d['order'])}.",
    "turn-begun": lambda d, names: f"It is {names[d['seat']]}'s turn to {d['phase']}.",
    "flown": _tell_flown,
    "crashed": lambda d, names: (
        f"{d['name']} {'hits a planet' if d['into'] == 'planet' else 'leaves the map'}: it is lost."
    ),
    "landed": lambda d, names: f"{d['name']} stops on the objective.",
    "rammed": _tell_ram,
    "damaged": _tell_damage,
    "stunned": lambda d, names: f"  Ion reaches its hull: {d['name']} is inoperable next round.",
    "disabled": lambda d, names: f"  {d['name']} is disabled for good.",
    "destroyed": lambda d, names: f"  {d['name']} is destroyed.",
    "fired": _tell_fired,
    "locked": _tell_locked,
    "launched": _tell_launched,
    "reacquired": _tell_reacquired,
    "recovered": lambda d, names: f"{d['name']} restores {d['shields']} shield{'s' * (d['shields'] != 1)}.",
    "lapsed": _tell_lapsed,
    "removed": lambda d, names: f"{d['name']} is removed.",
    "conceded": lambda d, names: f"{names[d['seat']]} concedes.",
    "ended": lambda d, names: d["text"],
}
