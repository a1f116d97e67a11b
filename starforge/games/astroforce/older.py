"""Records that older versions of the rules wrote: what their texts are by these rules."""

from __future__ import annotations

from starforge.games.astroforce.model.state import Astroforce
from starforge.games.astroforce.rules.conferring import BILLS, read
from starforge.games.astroforce.rules.dice import becoming


def modernise(s: Astroforce, text: str) -> tuple[str, ...]:
    """Return the one or two actions for a text of version 1, whose orders named their dice, as one word at the end.

    What is asked only where there is a choice is left out where there is none.
    """
    word, *rest = text.split()
    if word == "change" and len(rest) == 2:
        return (f"change {rest[0]}", f"become {rest[1]}")[: min(2, len(becoming(s, rest[0])))]
    if word == "propose" and rest:
        *order, dice = rest[0].split("/")
        found = _with(s, " ".join(order), dice.replace(".", ","))
        return (f"propose {'/'.join(order)}", *found) if found is not None else (text,)
    found = _with(s, " ".join((word, *rest[:-1])), rest[-1]) if rest else None
    return (" ".join((word, *rest[:-1])), *found) if found is not None else (text,)


def _with(s: Astroforce, order: str, dice: str) -> tuple[str, ...] | None:
    """Return the choice of dice that follows an order, none where there is only one way; None if it costs nothing."""
    known = read(order)
    if known is None or type(known) not in BILLS:
        return None
    return (f"with {dice}",) if len(BILLS[type(known)].ways(s, known)) > 1 else ()
