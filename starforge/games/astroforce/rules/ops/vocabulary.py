"""The words that card files are written in; the modules beside this one say what each of them does."""

from __future__ import annotations

from starforge.engine.ops import OpError, Ops
from starforge.games.astroforce.model.state import FACES

op = Ops()
"""What happens once: ``function(s, seat, *args)``. Worths take the state."""
lasting_op = Ops()
"""What stands under ``lasting`` on cards: ``function(now, card, *args)`` changes a Lasting. Worths take the state."""


def role(word: str) -> str:
    """Return a role's name as it stands; raise OpError when it is none."""
    if word not in FACES:
        raise OpError(f"{word!r} is no role; the roles are: {', '.join(FACES)}")
    return word


def plural(count: int, one: str, more: str) -> str:
    """Return the words for one, or those for ``count``."""
    return one if count == 1 else more.format(count)
