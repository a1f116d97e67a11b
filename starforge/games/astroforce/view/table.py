"""The table that a view shows, as a state again: for those who work something out and know no more than a seat does."""

from __future__ import annotations

from starforge.engine.rng import Rng
from starforge.games.astroforce.model.state import Astroforce, InPlay, stack
from starforge.games.astroforce.view.types import AstroforceView, CardView


def table(view: AstroforceView) -> Astroforce:
    """Return a state in which all is as the view shows it; the decks, which it does not show, are empty."""
    return Astroforce(
        rng=Rng(0),
        turn=view.turn,
        asks={} if view.seat is None or view.ask is None else {view.seat: view.ask},
        patrol=view.patrol,  # type: ignore[arg-type]
        failures=view.failures,  # type: ignore[arg-type]
        seats=view.seats,
        captain=view.captain,
        phase=view.phase,
        year=view.year,
        hull=view.hull,
        shields=view.shields,
        fuel=view.fuel,
        fails=view.fails,
        quarters=view.quarters,
        crew={station.role: station.dice for station in view.stations},
        bridge={station.role: station.bridge for station in view.stations},
        sensors=view.sensors,
        medbay=view.medbay,
        mission=_card(view.mission) if view.mission else None,
        plots=[_card(plot) for plot in view.plots],
        offers=[_card(offer) for offer in view.offers],
        active=[card.card for card in view.active],
        used=list(view.used),
        proposal=view.proposal,
    )


def _card(card: CardView) -> InPlay:
    stacks = [stack(one.result, one.dice or (f"+{one.result}",)) for one in card.stacks]
    return InPlay(card.card, card.stage, card.moved, card.done, stacks, card.captured)
