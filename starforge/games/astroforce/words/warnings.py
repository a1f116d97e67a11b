"""What the players are about to lose, as far as they can know it."""

from __future__ import annotations

from math import ceil

from starforge.english import some
from starforge.games.astroforce.model.state import FAILURES_LOST
from starforge.games.astroforce.view.types import AstroforceView


def turns(view: AstroforceView) -> tuple[int, int]:
    """Return how many turns the Mission still needs, one for each stage, and for how many its Fuel lasts.

    Even without Fuel it does not fail before the next Mission phase (AF-M1).
    """
    m = view.mission
    if m is None or m.done:
        return 0, 0
    phases = ceil(max(0, view.fuel - 1) / (1 + view.drain))
    return len(m.stages) - m.stage, phases + (not _over(view))


def _over(view: AstroforceView) -> bool:
    """Return whether no stage of the Mission can be completed this turn any more."""
    return view.phase == "cleanup" or (view.mission is not None and view.mission.moved)


def warnings(view: AstroforceView) -> list[str]:
    """Return what is lost before long unless somebody does something, the worst first."""
    if view.result is not None:
        return []
    (needed, there), (damage, crew) = turns(view), view.blow
    found = []
    if needed > there:
        lasts = f"its Fuel lasts for {some(there, 'turn')}" if there else "its Fuel is gone"
        unless = "without more Fuel" + (", or an end of what drains it," if view.drain else "")
        words = f"The Mission needs {some(needed, 'more turn')} and {lasts}: {unless} it fails"
        found.append(f"{words}, and with it the patrol." if view.fails == FAILURES_LOST - 1 else f"{words}.")
    elif needed == there == 1:
        turn = "next" if _over(view) else "this"
        found.append(f"The Mission's last stage has to be completed {turn} turn, with the last of its Fuel.")
    if crew:
        found.append(f"Cards in play deal {damage} Damage in the next Mission phase; {crew} of it takes crew.")
    return found
