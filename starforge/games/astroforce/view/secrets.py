"""What nobody at the table knows: the order of the decks."""

from __future__ import annotations

from starforge.engine.rng import Rng
from starforge.games.astroforce.model.state import Astroforce


def redeal(s: Astroforce, rng: Rng) -> None:
    seen = s.plot_deck[: s.foreseen]
    unseen = s.plot_deck[s.foreseen :]
    for deck in (s.missions, unseen, s.developments):
        rng.shuffle(deck)
    s.plot_deck = seen + unseen
    s.rng = rng


def hidden(s: Astroforce) -> dict[str, list[str]]:
    """Return the decks, but for the top Events that were looked at."""
    return {
        "missions": list(s.missions),
        "events": s.plot_deck[s.foreseen :],
        "developments": list(s.developments),
    }
