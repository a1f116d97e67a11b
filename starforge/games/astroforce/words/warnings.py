"""What the players are about to lose, as far as they can know it."""

from __future__ import annotations

from starforge.games.astroforce.model.state import FAILURES_LOST
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.english import some


def turns(view: AstroforceView) -> tuple[int, int]:
    """Return how many turns the Mission still needs, one for each stage, and for how many its Fuel lasts."""
    m = view.mission
    return (0, 0) if m is None or m.done else (len(m.stages) - m.stage, view.fuel - m.moved)


def warnings(view: AstroforceView) -> list[str]:
    """Return what is lost before long unless somebody does something, the worst first."""
    if view.result is not None:
        return []
    (needed, there), (damage, crew) = turns(view), view.blow
    found = []
    if needed > there:
        lasts = f"its Fuel lasts for {some(max(there, 0), 'turn')}" if there > 0 else "its Fuel is gone"
        words = f"The Mission needs {some(needed, 'more turn')} and {lasts}: without more Fuel it fails"
        found.append(f"{words}, and with it the patrol." if view.fails == FAILURES_LOST - 1 else f"{words}.")
    elif needed == there == 1:
        found.append("The Mission's last stage has to be completed this turn, with the last of its Fuel.")
    if crew:
        found.append(f"Cards in play deal {damage} Damage in the next Mission phase; {crew} of it takes crew.")
    return found
