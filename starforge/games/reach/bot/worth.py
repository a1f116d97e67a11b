"""What things are worth to a thinking player, in victory points as one would guess them."""

from __future__ import annotations

from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import LEVELS, TYPE_OF
from starforge.games.reach.view.types import BoardView, MissionView, ReachView

POINT = {1: 2.2, 2: 2.0, 3: 1.7}
"""What a point of permanent power is worth, by round."""
TOKEN = {1: 2.6, 2: 2.5, 3: 2.3}
"""What an Experience token is worth, by round."""
CREW = {"junior": 1.0, "mid": 2.0, "senior": 4.2, "lead": 6.5}
"""What new crew is worth."""
SCAVENGE = {
    "extra-pool": 2.2,
    "draw-crew": 2.2,
    "overcharge": 2.4,
    "forge": 2.4,
    "lift-crew": 2.0,
    "mend": 2.5,
    "go-first": 1.8,
    "claim-again": 4.5,
    "promote": 3.0,
    "decoy": 2.2,
    "new-pool": 1.5,
    "hire": 4.5,
    "shift-damage": 1.2,
}
"""What a Scavenge card is worth in hand."""
OBJECTIVE = 5.0
GROWN = 1.1
"""What a point more of Main Power is worth to crew that grows."""


def own(view: ReachView) -> BoardView:
    """Return the board of the seat that thinks."""
    assert view.seat is not None
    return view.boards[view.seat]


def value(view: ReachView, mission: MissionView) -> float:
    """Return what claiming a mission is worth: its points, its reward, an objective it helps."""
    name, *args = book().missions[mission.mission].reward
    gain = float(mission.points)
    if mission.type == "expedition":
        gain += TOKEN[view.round] * min(int(args[0]), view.tokens)
    elif mission.type == "research":
        gain += POINT[view.round] * int(args[1])
    elif mission.type == "distress":
        number = int(args[2]) if len(args) > 2 else 1
        gain += CREW[str(args[0])] * number
    elif mission.type == "maintenance":
        me = own(view)
        gain += 1.5 * min(int(args[0]), me.hurt + (9 - view.turn) * 0.35)
    else:
        gain += SCAVENGE[str(name)] * (0.3 if view.turn == 9 and "end" not in mission.windows else 1.0)
    return gain + _objective(view, mission.type)


def _objective(view: ReachView, kind: str) -> float:
    """Return what one more mission of a type does for the objectives of the Landing card."""
    card, me = view.landing, own(view)
    if card is None:
        return 0.0
    gain = 0.0
    for op, (_, have, need) in zip(book().landings[card.landing].objectives, card.objectives, strict=True):
        if have >= need:
            continue
        new_kind = kind not in {c.type for c in me.claimed}
        if (op[0] == "complete" and op[2] in ("any", kind)) or (op[0] == "complete-kinds" and new_kind):
            gain += OBJECTIVE * 0.8 / (need - have)
    return gain


def raised(view: ReachView, card: str, to: str) -> float:
    """Return what raising crew is worth: points, power, and what the landing and its objectives ask for."""
    old, new = crew_card(card), crew_card(to)
    me, landing = own(view), view.landing
    gain = new.points - old.points + GROWN * (new.main - old.main) + 0.3 * (new.worker - old.worker)
    if landing is None:
        return gain
    gain += 0.15 * (landing.required[new.home] - me.totals[new.home]) if view.round == 3 else 0.0
    for op, (_, have, need) in zip(book().landings[landing.landing].objectives, landing.objectives, strict=True):
        level = LEVELS[new.level - 1]
        if op[0] == "have" and have < need and op[2] == level and op[3] in ("any", TYPE_OF[to[0]]):
            gain += OBJECTIVE / (need - have)
        elif op[0] == "have" and have < need and op[2] == "lead" and op[3] in ("any", TYPE_OF[to[0]]):
            gain += 0.5 * new.level
    return gain
