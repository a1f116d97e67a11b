"""How the table stands, in words for those who have it read out."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.english import percent
from starforge.games.astroforce.model.state import YEARS
from starforge.games.astroforce.view.types import AstroforceView, CardView, StageView
from starforge.games.astroforce.words.events import conferred, counted
from starforge.games.astroforce.words.warnings import warnings
from starforge.games.glossary import on_card


def stage_words(stage: StageView) -> str:
    """Return what a stage needs or does."""
    return stage.does or ("shields 0 + " if stage.transmat else "") + " ".join(stage.needs)


def card_lines(card: CardView) -> list[str]:
    """Return a card in play as lines."""
    lines = [f"{card.title}. {' '.join(f'{line}.' for line in card.text)}".strip()]
    for n, stage in enumerate(card.stages, 1):
        mark = "done" if stage.done else "now" if stage.current else "later"
        barred = f", barred: {stage.barred}" if stage.barred else ""
        later = ", next turn" if stage.current and card.moved else ""
        lines.append(f"  stage {n}, {mark}: {stage.name}, {stage_words(stage)}{barred}{later}")
    if card.needs:
        lines.append(
            f"  needs {' '.join(card.needs)}"
            + (", all met" if card.done else "")
            + (f", barred: {card.barred}" if card.barred else "")
        )
    if card.stacks and not card.done and not card.moved:
        on_it = ", ".join(one.result + (f" ({' '.join(one.dice)})" if len(one.dice) > 1 else "") for one in card.stacks)
        lines.append(f"  on it: {on_it}; missing: {' '.join(card.missing)}")
    if card.captured:
        lines.append(f"  holds {counted(card.captured, 'die', 'dice')}")
    return lines


def meanings(card: CardView) -> list[str]:
    """Return what the words on a card mean that are not understood by themselves."""
    return on_card("astroforce", (*card.text, *(stage.does for stage in card.stages)))


def lines(view: AstroforceView, names: Sequence[str]) -> list[str]:
    year = f"year {min(view.year, YEARS)} of {YEARS}"
    found = [f"Turn {view.turn}, {year}, {view.patrol} patrol. Failed Missions: {view.fails}."]
    if view.seats > 1:
        found.append(f"{names[view.captain]} is Captain, {names[view.crew]} is Crew.")
    found.append(
        f"Fuel {view.fuel}, hull {view.hull} of {view.hull_most}, shields {view.shields} of {view.shields_most}."
    )
    found += [f"Warning: {words}" for words in warnings(view)] + _ship(view)
    found.append("Mission: " + ("none." if view.mission is None else card_lines(view.mission)[0]))
    if view.mission is not None:
        found += card_lines(view.mission)[1:]
    for name, cards in (("Event", view.plots), ("On offer", view.offers)):
        for card in cards:
            first, *more = card_lines(card)
            found += [f"{name}: {first}", *more]
    for card in view.active:
        used = " Used this turn." * (card.target in view.used)
        found.append(f"Active: {card_lines(card)[0]}{used}{f' {card.barred} forbids it.' if card.barred else ''}")
    found += _piles(view)
    if view.foreseen:
        found.append(f"Next Events: {', '.join(card.title for card in view.foreseen)}.")
    if view.proposal:
        found.append(conferred(view.proposal))
    return found


def _piles(view: AstroforceView) -> list[str]:
    piles = (
        ("Completed Missions", view.completed),
        ("Failed Missions", view.failed),
        ("Events gone", view.event_discards),
        ("Developments gone", view.development_discards),
    )
    left = f"{view.missions_left} Missions, {view.events_left} Events, {view.developments_left} Developments"
    return [f"{name}: {', '.join(card.title for card in cards)}." for name, cards in piles if cards] + [
        f"Left in the decks: {left}."
    ]


def fills(view: AstroforceView) -> str:
    """Return when the Sensors fill, with the chance of it where it is known."""
    free = view.sensors_most - view.sensors
    if view.odds is None:
        return f"{counted(free, 'more Threat fills', 'more Threats fill')} them"
    when = "a die rolled again" if view.ask and view.ask.kind == "reroll" else "the next roll"
    return f"{when} fills them with {percent(view.odds)}"


def _ship(view: AstroforceView) -> list[str]:
    where = "Rolled" if view.rolled else "In stations"
    stations = [f"{n.role} {n.dice} of {n.places}" + (" blocked" if n.blocked else "") for n in view.stations]
    bridge = [f"+{n.bridge} {n.role}" for n in view.stations if n.bridge]
    return [
        f"{where}: {', '.join(stations)}." + (f" Bridge Crew: {', '.join(bridge)}." if bridge else ""),
        f"Sensors {view.sensors} of {view.sensors_most}; {fills(view)}.",
        f"Medbay {view.medbay}, Quarters {view.quarters}, on cards {view.on_cards}, captured {view.captured}.",
    ]
