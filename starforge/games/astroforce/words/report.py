"""How the table stands, in words for those who have it read out."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.games.astroforce.model.state import YEARS
from starforge.games.astroforce.view.types import AstroforceView, CardView, StageView
from starforge.games.astroforce.words.events import conferred, counted


def stage_words(stage: StageView) -> str:
    """Return what a stage needs or does."""
    return stage.does or ("shields 0, " if stage.transmat else "") + " ".join(stage.needs)


def card_lines(card: CardView) -> list[str]:
    """Return a card in play as lines."""
    lines = [f"{card.title}. {' '.join(f'{line}.' for line in card.text)}".strip()]
    for n, stage in enumerate(card.stages, 1):
        mark = "done" if stage.done else "now" if stage.current else "later"
        lines.append(f"  stage {n}, {mark}: {stage.name}, {stage_words(stage)}")
    if card.needs:
        lines.append(f"  needs {' '.join(card.needs)}" + (", all met" if card.done else ""))
    if card.stacks and not card.done and not card.moved:
        on_it = ", ".join(one.result + (f" ({' '.join(one.dice)})" if len(one.dice) > 1 else "") for one in card.stacks)
        lines.append(f"  on it: {on_it}; missing: {' '.join(card.missing)}")
    if card.captured:
        lines.append(f"  holds {counted(card.captured, 'die', 'dice')}")
    return lines


def lines(view: AstroforceView, names: Sequence[str]) -> list[str]:
    year = f"year {min(view.year, YEARS)} of {YEARS}"
    found = [f"Turn {view.turn}, {year}, {view.patrol} patrol. Failed Missions: {view.fails}."]
    if view.seats > 1:
        found.append(f"{names[view.captain]} is Captain, {names[view.crew]} is Crew.")
    found.append(
        f"Fuel {view.fuel}, hull {view.hull} of {view.hull_most}, shields {view.shields} of {view.shields_most}."
    )
    found += _ship(view)
    found.append("Mission: " + ("none." if view.mission is None else card_lines(view.mission)[0]))
    if view.mission is not None:
        found += card_lines(view.mission)[1:]
    for name, cards in (("Event", view.plots), ("On offer", view.offers)):
        for card in cards:
            first, *more = card_lines(card)
            found += [f"{name}: {first}", *more]
    found += [f"Active: {card_lines(card)[0]}" for card in view.active]
    if view.foreseen:
        found.append(f"Next Events: {', '.join(card.title for card in view.foreseen)}.")
    if view.proposal:
        found.append(conferred(view.proposal))
    return found


def _ship(view: AstroforceView) -> list[str]:
    where = "Rolled" if view.rolled else "In stations"
    stations = [f"{n.role} {n.dice} of {n.places}" + (" blocked" if n.blocked else "") for n in view.stations]
    bridge = [f"+{n.bridge} {n.role}" for n in view.stations if n.bridge]
    return [
        f"{where}: {', '.join(stations)}." + (f" Bridge Crew: {', '.join(bridge)}." if bridge else ""),
        f"Sensors {view.sensors} of {view.sensors_most}, Medbay {view.medbay}, Quarters {view.quarters}, "
        f"on cards {view.on_cards}, captured {view.captured}.",
    ]
