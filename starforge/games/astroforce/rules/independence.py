"""Effects whose order cannot matter, so that nobody is asked for it (AF-X7)."""

from __future__ import annotations

from itertools import chain

from starforge.engine.state import Op
from starforge.games.astroforce.model.state import Astroforce
from starforge.games.astroforce.rules.payments import Memo

Effects = tuple[Op, ...]
_HARM = ("damage", "hull-damage", "damage-by-sensors")


def free(s: Astroforce, effects: tuple[Effects, ...]) -> int | None:
    """Return the place of effects that may as well come first, None when it can matter which of them do.

    Damage asks for no die as long as the hull takes all of it.
    """
    points = sum(int(op[1]) if len(op) > 1 else s.sensors for op in chain(*effects) if op[0] in _HARM)
    return _FREE[s.hull > points, effects]


def _free(case: tuple[bool, tuple[Effects, ...]]) -> int | None:
    hull_holds, effects = case
    for place, one in enumerate(effects):
        others = effects[:place] + effects[place + 1 :]
        if all(one == other or all(_commute(a, b, hull_holds) for a in one for b in other) for other in others):
            return place
    return None


def _commute(a: Op, b: Op, hull_holds: bool) -> bool:
    """Return whether two effects come to the same in both orders; no Event brings Fuel as it arrives."""
    kinds = {_kind(a), _kind(b)}
    if "gain" in kinds or "fuel" in kinds:
        return "gain" not in kinds
    return (len(kinds) == 1 and "" not in kinds) or (kinds == {"harm", "medbay"} and hull_holds)


def _kind(op: Op) -> str:
    if op[0] == "fuel":
        return "fuel" if int(op[1]) < 0 else "gain"
    return "harm" if op[0] in _HARM else "medbay" if op[0] == "to-medbay" else ""


_FREE: Memo[tuple[bool, tuple[Effects, ...]], int | None] = Memo(_free)
