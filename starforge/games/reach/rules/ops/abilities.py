"""What Specialists change for as long as they are aboard; asked for when it matters, never stored.

Every ability answers about one topic: how much more there is of it in a department.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEFENCE, DEPARTMENTS, Player
from starforge.games.reach.rules.ops.vocabulary import ability
from starforge.games.reach.words.names import NAMES


@dataclass(frozen=True, slots=True)
class Spot:
    """Say where a Specialist stands: on whose ship, in which zone, in which turn."""

    p: Player
    card: str
    here: str
    turn: int

    def others(self, level: int | None = None) -> int:
        """Return how many other crew stand here, of a level if one is given."""
        crew = book().crew
        here = self.p.crew[self.here]
        return len(here) - 1 if level is None else sum(c in crew and crew[c].level == level for c in here)


_ACTIVE = (*DEPARTMENTS, DEFENCE)
"""Where a Specialist's mechanic can work."""
_topics: dict[str, str] = {}


def about(topic: str, says: str | Callable[..., str]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Register an ability ``function(spot, department, *args)`` that answers about a topic."""

    def register(function: Callable[..., int]) -> Callable[..., int]:
        ability(says)(function)
        _topics[function.__name__.replace("_", "-")] = topic
        return function

    return register


def has_specialists(p: Player) -> bool:
    """Return whether any Specialist stands where an ability could matter."""
    apart, crew = book().specialists.keys().isdisjoint, p.crew
    for zone in _ACTIVE:  # noqa: SIM110 (asked for more often than anything else)
        if not apart(crew[zone]):
            return True
    return False


def bonus(p: Player, turn: int, topic: str, department: str = "") -> int:
    """Return what the Specialists aboard add to a topic in a department."""
    if not has_specialists(p):
        return 0
    specialists = book().specialists
    total = 0
    for zone in _ACTIVE:
        for card in p.crew[zone]:
            if card in specialists:
                asked = specialists[card].ability
                if asked is not None and _topics[str(asked[0])] == topic:
                    total += ability.answer(asked, Spot(p, card, zone, turn), department)
    return total


def _with_power(spot: Spot) -> bool:
    return spot.here != DEFENCE


def _here(spot: Spot, department: str) -> bool:
    return spot.here == department


@about("power", "Every Junior in this department gives {0} power more.")
def mentor(spot: Spot, department: str, extra: int) -> int:
    """Add for every Junior beside the Specialist."""
    return extra * spot.others(1) if _here(spot, department) else 0


@about("power", "Gives {0} power more away from home.")
def at_home(spot: Spot, department: str, extra: int) -> int:
    """Make up for working elsewhere."""
    away = book().specialists[spot.card].home != department
    return extra if _here(spot, department) and away else 0


@about("power", lambda extra, to: f"Also gives {extra} power to the {NAMES[to]} from elsewhere.")
def share(spot: Spot, department: str, extra: int, to: str) -> int:
    """Add to another department."""
    return extra if department == to and _with_power(spot) and not _here(spot, department) else 0


@about("stops", "In the Defence Center stops {0} damage more, beyond the three.")
def bulwark(spot: Spot, department: str, extra: int) -> int:
    """Stop more in the Defence Center."""
    return 0 if _with_power(spot) else extra


@about("calm", "Up to {0} damage cards here take no power.")
def unshaken(spot: Spot, department: str, most: int) -> int:
    """Let damage beside the Specialist not count."""
    return most if _here(spot, department) else 0


@about("order", "Gives {0} more here when the play order is determined.")
def head_start(spot: Spot, department: str, extra: int) -> int:
    """Add to the comparison for the play order only."""
    return extra if _here(spot, department) else 0


@about("ease", "Missions need {0} less here.")
def lower_needs(spot: Spot, department: str, less: int) -> int:
    """Lower what missions need of the department."""
    return less if _here(spot, department) else 0


@about("power", "Gives {0} more with nobody else in the department.")
def alone(spot: Spot, department: str, extra: int) -> int:
    """Add when nobody else stands here."""
    return extra if _here(spot, department) and spot.others() == 0 else 0


@about("power", "Gives one more for every two others here, {0} at most.")
def rally(spot: Spot, department: str, most: int) -> int:
    """Add for pairs of others."""
    return min(most, spot.others() // 2) if _here(spot, department) else 0


@about("power", "Gives {0} more in each round after the first.")
def seasoned(spot: Spot, department: str, extra: int) -> int:
    """Add with the rounds."""
    return extra * (max(0, spot.turn - 1) // 3) if _here(spot, department) else 0


@about("power", "Gives {0} more on the third tile of a round and in the Landing Sequence.")
def late(spot: Spot, department: str, extra: int) -> int:
    """Add at the end of a round."""
    return extra if _here(spot, department) and spot.turn % 3 == 0 else 0


@about("power", "Gives one more for every two missions you have claimed, {0} at most.")
def renowned(spot: Spot, department: str, most: int) -> int:
    """Add for missions claimed."""
    return min(most, len(spot.p.claimed) // 2) if _here(spot, department) else 0


@about("power", "Gives {0} more for every Research attached here.")
def upgrade_lover(spot: Spot, department: str, extra: int) -> int:
    """Add for Research beside the Specialist."""
    return extra * sum(at == department for at in spot.p.research.values()) if _here(spot, department) else 0


@about("power", "Gives one more for every damage card on the ship, {0} at most.")
def reckless(spot: Spot, department: str, most: int) -> int:
    """Add for damage."""
    return min(most, spot.p.hurt()) if _here(spot, department) else 0


@about("power", "Up to {0} workers here give one more each.")
def overseer(spot: Spot, department: str, most: int) -> int:
    """Add for workers beside the Specialist."""
    crew = book().crew
    workers = sum(c in crew and crew[c].home != department for c in spot.p.crew.get(department, ()))
    return min(most, workers) if _here(spot, department) else 0


@about("draw", "You draw {0} crew card more each turn.")
def draw_extra(spot: Spot, department: str, extra: int) -> int:
    """Draw more."""
    return extra if _with_power(spot) else 0


@about("pool", "{0} mission more is revealed each turn.")
def extra_missions(spot: Spot, department: str, extra: int) -> int:
    """Reveal more."""
    return extra if _with_power(spot) else 0


@about("landing", "Landing needs {0} less here.")
def soft_landing(spot: Spot, department: str, less: int) -> int:
    """Lower what the Landing card needs of the department."""
    return less if _here(spot, department) else 0


@about("stops", f"Every tile does you {{0}} damage less, except from the {NAMES[DEFENCE]}.")
def ward(spot: Spot, department: str, less: int) -> int:
    """Stop damage from a department with power."""
    return less if _with_power(spot) else 0


@about("points", "Worth one victory point more for every {0} missions you have claimed.")
def renown(spot: Spot, department: str, every: int) -> int:
    """Add victory points."""
    return len(spot.p.claimed) // every
