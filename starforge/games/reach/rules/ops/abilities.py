"""What Specialists change for as long as they are aboard; asked for when it matters, never stored.

Every ability answers about one topic: how much more there is of it in a department.
"""

from __future__ import annotations

from collections.abc import Callable

from starforge.english import some
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEFENCE, DEPARTMENTS, Player
from starforge.games.reach.rules.ops.vocabulary import ability
from starforge.games.reach.words.names import NAMES
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Post:
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
    """Register an ability ``function(post, department, *args)`` that answers about a topic."""

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
                    total += ability.do(asked, Post(p, card, zone, turn), department)
    return total


def _with_power(post: Post) -> bool:
    return post.here != DEFENCE


def _here(post: Post, department: str) -> bool:
    return post.here == department


@about("power", "Every Junior in this department gives {0} more power.")
def mentor(post: Post, department: str, extra: int) -> int:
    return extra * post.others(1) if _here(post, department) else 0


@about("power", "Gives {0} more power away from home.")
def at_home(post: Post, department: str, extra: int) -> int:
    away = book().specialists[post.card].home != department
    return extra if _here(post, department) and away else 0


@about("power", lambda extra, to: f"Also gives {extra} power to the {NAMES[to]} from elsewhere.")
def share(post: Post, department: str, extra: int, to: str) -> int:
    return extra if department == to and _with_power(post) and not _here(post, department) else 0


@about("stops", "In the Defence Center stops {0} more damage, beyond the three.")
def bulwark(post: Post, department: str, extra: int) -> int:
    return 0 if _with_power(post) else extra


@about("calm", "Up to {0} damage cards here take no power.")
def unshaken(post: Post, department: str, most: int) -> int:
    return most if _here(post, department) else 0


@about("order", "Gives {0} more here when the play order is determined.")
def head_start(post: Post, department: str, extra: int) -> int:
    return extra if _here(post, department) else 0


@about("ease", "Missions need {0} less here.")
def lower_needs(post: Post, department: str, less: int) -> int:
    return less if _here(post, department) else 0


@about("power", "Gives {0} more with nobody else in the department.")
def alone(post: Post, department: str, extra: int) -> int:
    return extra if _here(post, department) and post.others() == 0 else 0


@about("power", "Gives one more for every two others here, {0} at most.")
def rally(post: Post, department: str, most: int) -> int:
    return min(most, post.others() // 2) if _here(post, department) else 0


@about("power", "Gives {0} more in each round after the first.")
def seasoned(post: Post, department: str, extra: int) -> int:
    return extra * (max(0, post.turn - 1) // 3) if _here(post, department) else 0


@about("power", "Gives {0} more on the third tile of a round and in the Landing Sequence.")
def late(post: Post, department: str, extra: int) -> int:
    return extra if _here(post, department) and post.turn % 3 == 0 else 0


@about("power", "Gives one more for every two missions you have claimed, {0} at most.")
def renowned(post: Post, department: str, most: int) -> int:
    return min(most, len(post.p.claimed) // 2) if _here(post, department) else 0


@about("power", "Gives {0} more for every Research attached here.")
def research_bonus(post: Post, department: str, extra: int) -> int:
    return extra * sum(at == department for at in post.p.research.values()) if _here(post, department) else 0


@about("power", "Gives one more for every damage card on the ship, {0} at most.")
def reckless(post: Post, department: str, most: int) -> int:
    return min(most, post.p.hurt()) if _here(post, department) else 0


@about("power", "Up to {0} workers here, Specialists apart, give one more each.")
def overseer(post: Post, department: str, most: int) -> int:
    crew = book().crew
    workers = sum(c in crew and crew[c].home != department for c in post.p.crew.get(department, ()))
    return min(most, workers) if _here(post, department) else 0


@about("power", "Up to {0} other workers here give one more each.")
def lead_workers(post: Post, department: str, most: int) -> int:
    workers = sum(crew_card(c).home != department for c in post.p.crew.get(department, ()) if c != post.card)
    return min(most, workers) if _here(post, department) else 0


@about("draw", lambda extra: f"You draw {some(extra, 'more crew card')} each turn.")
def draw_extra(post: Post, department: str, extra: int) -> int:
    return extra if _with_power(post) else 0


@about("pool", lambda extra: f"Each turn {some(extra, 'more mission')} {'is' if extra == 1 else 'are'} revealed.")
def extra_missions(post: Post, department: str, extra: int) -> int:
    return extra if _with_power(post) else 0


@about("landing", "Landing needs {0} less here.")
def soft_landing(post: Post, department: str, less: int) -> int:
    return less if _here(post, department) else 0


@about("stops", f"Every tile does you {{0}} less damage, except from the {NAMES[DEFENCE]}.")
def ward(post: Post, department: str, less: int) -> int:
    return less if _with_power(post) else 0


@about("points", "Worth one victory point more for every {0} missions you have claimed.")
def renown(post: Post, department: str, every: int) -> int:
    return len(post.p.claimed) // every
