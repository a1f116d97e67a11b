"""What lasts while a card lies on the table: each op changes what the table makes of the rules."""

from __future__ import annotations

from collections.abc import Callable

from starforge.engine.ops import OpError
from starforge.games.astroforce.model.state import HULL, Astroforce
from starforge.games.astroforce.rules.lasting import Lasting
from starforge.games.astroforce.rules.ops.vocabulary import lasting_op, role
from starforge.games.astroforce.rules.outlook import danger, demand, transmats

BARS = {
    "orders": "Orders may not be given",
    "shields": "shields may not be raised",
    "heal": "no die may be healed",
    "repair": "the hull may not be repaired",
    "clear": "Sensors may not be cleared",
    "transmat": "the Transmat may not be used",
    "stages": "no Mission stage may be completed",
    "developments": "no dice may be put on Developments",
}
"""What a card may bar, and how that reads."""


_BRIDGE = {"COM": 40.0, "SCI": 40.0, "MED": 34.0, "ENG": 40.0, "SEC": 38.0}
_LIGHTER = {"travel": 24.0, "scan": 18.0, "combat": 22.0, "influence": 16.0, "cure": 18.0, "repair": 14.0}


def _bar_words(what: str) -> str:
    if what not in BARS:
        raise OpError(f"{what!r} cannot be barred; there are: {', '.join(BARS)}")
    return BARS[what]


@lasting_op(
    lambda face: f"the {role(face)} station takes no dice", worth=lambda s, face: -22.0 - 14.0 * demand(s, face)
)
def block(now: Lasting, card: str, face: str) -> None:
    """Block a station: no dice report to it, none become its role by Orders (AF-D2, AF-D6)."""
    now.blocked += (face,)


def _of_bar(s: Astroforce, what: str) -> float:
    costs: dict[str, Callable[[Astroforce], float]] = {
        "transmat": transmats,
        "shields": lambda s: 4.0 + 7.0 * danger(s),
        "heal": lambda s: 4.0 + 14.0 * s.medbay,
        "repair": lambda s: 3.0 + 2.0 * (HULL - s.hull),
        "orders": lambda s: 8.0,
        "clear": lambda s: 9.0,
        "developments": lambda s: 7.0,
        "stages": lambda s: 70.0,
    }
    return -costs[what](s)


@lasting_op(_bar_words, worth=_of_bar)
def bar(now: Lasting, card: str, what: str) -> None:
    now.barred[what] = card


@lasting_op("dice go on a card only to meet its, or its stage's, full requirement; none may be Locked In", worth=-6.0)
def in_full(now: Lasting, card: str) -> None:
    """Allow payment in full only (AF-K2)."""
    now.in_full = card


@lasting_op(lambda face: f"every Mission challenge needs one {role(face)} more", worth=-26.0)
def dearer(now: Lasting, card: str, face: str) -> None:
    now.dearer += (face,)


@lasting_op(lambda face: f"+1 {role(face)} result each turn", worth=lambda s, face: _BRIDGE[face])
def bridge(now: Lasting, card: str, face: str) -> None:
    """Add a Bridge Crew result each turn (AF-K3)."""
    now.bridge[role(face)] += 1


@lasting_op(lambda face, more: f"the {role(face)} station holds {more} more", worth=7.0)
def station(now: Lasting, card: str, face: str, more: int) -> None:
    now.stations[role(face)] += more


@lasting_op("{0} more Sensor station", worth=16.0)
def sensor(now: Lasting, card: str, more: int) -> None:
    now.sensors += more


@lasting_op("shields go {0} higher", worth=9.0)
def stronger_shields(now: Lasting, card: str, more: int) -> None:
    now.shields += more


@lasting_op(
    lambda stage, face: f"{stage.capitalize()} stages of Missions need one {role(face)} less",
    worth=lambda s, stage, face: _LIGHTER.get(stage, 10.0),
)
def lighter(now: Lasting, card: str, stage: str, face: str) -> None:
    """Make the stages of a name cheaper, but never free."""
    now.lighter += ((stage, face),)


@lasting_op(lambda act, more: f"each {act.capitalize()} does {more} more", worth=14.0)
def stronger(now: Lasting, card: str, act: str, more: int) -> None:
    """Make Repair, Heal or Clear do more for the same die."""
    now.bonus[act] = now.bonus.get(act, 0) + more


@lasting_op("every Damage and Hull Damage is {0} less", worth=26.0)
def armour(now: Lasting, card: str, less: int) -> None:
    now.armour += less


@lasting_op("the Transmat works through raised shields", worth=12.0)
def through_shields(now: Lasting, card: str) -> None:
    now.through_shields = True
