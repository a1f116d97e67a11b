"""What lasts while a card lies on the table: computed from the cards in play whenever asked, never stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from starforge.engine.ops import OpError, Ops
from starforge.engine.state import Op
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, SENSORS, SHIELDS, STATIONS, Astroforce
from starforge.games.astroforce.rules.payments import Counts, Dice

lasting = Ops()
"""The texts that stand under ``lasting`` on cards; each function changes a Standing."""

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


@dataclass(slots=True)
class Standing:
    """Hold what the cards in play make of the rules; never changed once ``standing`` has returned it."""

    stations: list[int] = field(default_factory=lambda: list(STATIONS))
    sensors: int = SENSORS
    shields: int = SHIELDS
    blocked: list[str] = field(default_factory=list)
    barred: dict[str, str] = field(default_factory=dict)
    bridge: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FACES, 0))
    lighter: list[tuple[str, str]] = field(default_factory=list)
    dearer: list[str] = field(default_factory=list)
    bonus: dict[str, int] = field(default_factory=dict)
    armour: int = 0
    in_full: str = ""
    through_shields: bool = False


def role(word: str) -> str:
    """Return a role's name as it stands; raise OpError when it is none."""
    if word not in FACES:
        raise OpError(f"{word!r} is no role; the roles are: {', '.join(FACES)}")
    return word


def _bar_words(what: str) -> str:
    if what not in BARS:
        raise OpError(f"{what!r} cannot be barred; there are: {', '.join(BARS)}")
    return BARS[what]


@lasting(lambda face: f"the {role(face)} station takes no dice")
def block(now: Standing, card: str, face: str) -> None:
    """Block a station: no dice report to it, none become its role by Orders (AF-D2, AF-D6)."""
    now.blocked.append(face)


@lasting(_bar_words)
def bar(now: Standing, card: str, what: str) -> None:
    """Bar an act."""
    now.barred[what] = card


@lasting("dice go on a card only to meet its, or its stage's, full requirement; none may be Locked In")
def in_full(now: Standing, card: str) -> None:
    """Allow payment in full only (AF-K2)."""
    now.in_full = card


@lasting(lambda face: f"every Mission challenge needs one {role(face)} more")
def dearer(now: Standing, card: str, face: str) -> None:
    """Make every challenge stage of Missions cost one result more."""
    now.dearer.append(face)


@lasting(lambda face: f"+1 {role(face)} result each turn")
def bridge(now: Standing, card: str, face: str) -> None:
    """Add a Bridge Crew result each turn (AF-K3)."""
    now.bridge[role(face)] += 1


@lasting(lambda face, more: f"the {role(face)} station holds {more} more")
def station(now: Standing, card: str, face: str, more: int) -> None:
    """Enlarge a station."""
    now.stations[FACES.index(face)] += more


@lasting("{0} more Sensor station")
def sensor(now: Standing, card: str, more: int) -> None:
    """Add Sensor stations."""
    now.sensors += more


@lasting("shields go up to {0} more")
def stronger_shields(now: Standing, card: str, more: int) -> None:
    """Lengthen the shield track."""
    now.shields += more


@lasting(lambda stage, face: f"{stage.capitalize()} stages of Missions need one {role(face)} less")
def lighter(now: Standing, card: str, stage: str, face: str) -> None:
    """Make the stages of a name cheaper, but never free."""
    now.lighter.append((stage, face))


@lasting(lambda act, more: f"each {act.capitalize()} counts {more} more")
def stronger(now: Standing, card: str, act: str, more: int) -> None:
    """Make Repair, Heal or Clear do more for the same die."""
    now.bonus[act] = now.bonus.get(act, 0) + more


@lasting("every Damage and Hull Damage is {0} less")
def armour(now: Standing, card: str, less: int) -> None:
    """Lessen every damage."""
    now.armour += less


@lasting("the Transmat works through raised shields")
def through_shields(now: Standing, card: str) -> None:
    """Let the Transmat work whatever the shields are."""
    now.through_shields = True


_DO: dict[str, Callable[..., None]] = {
    "block": block,
    "bar": bar,
    "in-full": in_full,
    "dearer": dearer,
    "bridge": bridge,
    "station": station,
    "sensor": sensor,
    "stronger-shields": stronger_shields,
    "lighter": lighter,
    "stronger": stronger,
    "armour": armour,
    "through-shields": through_shields,
}


def add(now: Standing, card: str, op: Op) -> None:
    """Let one lasting text of a card count."""
    _DO[str(op[0])](now, card, *op[1:])


def standing(s: Astroforce) -> Standing:
    """Return what the cards in play make of the rules; completed Events have no say any more (AF-X5)."""
    return _of(tuple([p.card for p in s.plots if not p.done]), tuple(s.active))


@lru_cache(50_000)
def _of(plots: tuple[str, ...], active: tuple[str, ...]) -> Standing:
    now = Standing()
    for card in plots:
        for op in events()[card].lasting:
            add(now, card, op)
    for card in active:
        for op in developments()[card].lasting:
            add(now, card, op)
    return now


def needs_of(now: Standing, stage: str, needs: Dice) -> Dice:
    """Return what a Mission stage needs as things stand; lighter never makes it free."""
    if not now.lighter and not now.dearer:
        return needs
    return _needs_of(stage.lower(), needs, tuple(now.lighter), tuple(now.dearer))


@lru_cache(10_000)
def _needs_of(stage: str, needs: Dice, lighter: tuple[tuple[str, str], ...], dearer: Dice) -> Dice:
    left = sorted([*needs, *dearer], key=FACES.index)
    for name, face in lighter:
        if name == stage and face in left and len(left) > 1:
            left.remove(face)
    return tuple(left)


def capacity(now: Standing) -> Counts:
    """Return how many dice each station takes at Report for Duty."""
    return tuple(0 if face in now.blocked else n for face, n in zip(FACES, now.stations, strict=True))
