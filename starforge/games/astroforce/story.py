"""What happened, and how the table stands, in words for the log and for those who have it read out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from starforge.engine.event import Event
from starforge.games.astroforce.confer import proposed
from starforge.games.astroforce.model import FACES, YEARS
from starforge.games.astroforce.text import place_words, stack_words
from starforge.games.astroforce.view import AstroforceView, CardView, StageView, title

_MOVED = {
    "hurt": "{} is hurt and goes to Medbay.",
    "medbay": "{} goes to Medbay.",
    "capture": "{} is captured by {}.",
    "sensors": "{} goes to Sensors as a Threat.",
    "recall": "{} goes to Quarters.",
}


def tally(faces: Sequence[str]) -> str:
    """Return dice in words, '2 COM, 1 Threat'."""
    counted = Counter(faces)
    return ", ".join(f"{counted[face]} {face}" for face in (*FACES, "Threat") if counted[face]) or "no dice"


def _count(n: int, one: str, more: str) -> str:
    return f"{n} {one if n == 1 else more}"


def _turn(d: dict[str, Any], names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"Turn {d['turn']}."
    return f"Turn {d['turn']}: {names[d['captain']]} is Captain, {names[1 - d['captain']]} is Crew."


def _damaged(d: dict[str, Any], names: Sequence[str]) -> str:
    parts = [(d["shields"], "shields"), (d["hull"], "hull"), (d["crew"], "crew")]
    return f"Damage: {', '.join(f'{n} to the {what}' for n, what in parts if n) or 'none'}."


def _moved(d: dict[str, Any], names: Sequence[str]) -> str:
    words = place_words(d["place"])
    return _MOVED[d["purpose"]].format(words[0].upper() + words[1:], title(d["card"]) if d["card"] else "")


def _fuel(d: dict[str, Any], names: Sequence[str]) -> str:
    cells = d["cells"]
    return f"{'Gained' if cells > 0 else 'Lost'} {abs(cells)} Fuel." if cells else ""


def _repaired(d: dict[str, Any], names: Sequence[str]) -> str:
    return f"The hull is repaired by {d['hull']}." if d["hull"] else "The hull has nothing to repair."


def _conferred(d: dict[str, Any], names: Sequence[str]) -> str:
    words = str(d["words"])
    order = proposed(words)
    if order is not None:
        return f"The Crew proposes: {order}."
    if words == "shrug":
        return "The Crew leaves it to the Captain."
    what = f"the {words} dice" if words in FACES else "the Mission" if words == "mission" else title(words)
    return f"The Crew points at {what}."


def _completed(d: dict[str, Any], names: Sequence[str]) -> str:
    after = ", the fifth Mission" if d["year"] > YEARS else f"; year {d['year']} begins"
    return f"{title(d['card'])} is completed{after}."


def _reported(d: dict[str, Any], names: Sequence[str]) -> str:
    duty = ", ".join(f"{n} {face}" for face, n in d["duty"].items())
    home = [f"{n} {face} ({'blocked' if face in d['blocked'] else 'full'})" for face, n in d["home"].items()]
    parts = [("On duty", duty or "nobody"), ("Home", ", ".join(home)), ("Sensors", d["sensors"] or "")]
    return " ".join(f"{where}: {what}." for where, what in parts if what)


def _card(sentence: str) -> Callable[[dict[str, Any], Sequence[str]], str]:
    return lambda d, names: sentence.format(title(d["card"]), **d)


_TALES: dict[str, Callable[[dict[str, Any], Sequence[str]], str]] = {
    "turn-began": _turn,
    "mission-drawn": _card("New Mission: {0}. Fuel is {fuel}."),
    "mission-failed": _card("The Fuel is gone: {0} has failed."),
    "mission-completed": _completed,
    "event-drawn": _card("Event: {0}."),
    "crowded-out": _card("{0}, the oldest of nine Events, is discarded."),
    "event-completed": _card("{0} is over."),
    "event-dismissed": _card("{0} is discarded."),
    "development-passed": _card("{0} leaves the queue."),
    "development-shown": _card("{0} is on offer."),
    "development-claimed": _card("{0} is active from now on."),
    "development-lost": _card("{0} is lost."),
    "development-discarded": _card("{0} is discarded."),
    "events-shuffled": lambda d, names: "The Event deck is shuffled with its discards.",
    "acted": _card("{0} acts."),
    "damaged": _damaged,
    "repaired": _repaired,
    "shields-set": lambda d, names: f"Shields are at {d['shields']}.",
    "fuel-moved": _fuel,
    "healed": lambda d, names: f"{_count(d['dice'], 'die leaves', 'dice leave')} Medbay.",
    "cleared": lambda d, names: f"{_count(d['dice'], 'Threat leaves', 'Threats leave')} Sensors.",
    "manned": lambda d, names: f"{_count(d['dice'], 'die joins', 'dice join')} the {d['face']} station.",
    "lent": lambda d, names: f"+{d['count']} {d['face']} for this turn.",
    "dismissed": lambda d, names: f"One {d['face']} die is sent back to Quarters.",
    "changed": lambda d, names: f"One {d['die']} die becomes {d['face']}.",
    "rolled": lambda d, names: f"Rolled {tally(d['faces'])}.",
    "reported": _reported,
    "sensors-filled": lambda d, names: f"The Sensors are full: {_count(d['dice'], 'die goes', 'dice go')} to Quarters.",
    "die-moved": _moved,
    "paid": _card("{0} gets {dice}."),
    "locked-in": _card("{result} is Locked In on {0}."),
    "carried-out": _card("{0}: the stage is carried out."),
    "crew-acted": lambda d, names: f"{d['action']} with {' '.join(d['dice'])}.",
    "used": _card("{0} is used."),
    "taken-home": lambda d, names: f"{stack_words(d['stack'])} comes home from {title(d['card'])}.",
    "conferred": _conferred,
    "accepted": lambda d, names: "The Captain accepts.",
    "patrol-ended": lambda d, names: f"{d['words']} Rank: {d['rank']}.",
}


def tell(event: Event, names: Sequence[str]) -> str:
    """Return an event in words, '' when it is not worth a line."""
    data = dict(event.data)
    if event.kind == "paid":
        data["dice"] = " ".join(data["dice"])
    return _TALES[event.kind](data, names)


# --- the table -------------------------------------------------------------------------------------------------------


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
        lines.append(f"  holds {_count(card.captured, 'die', 'dice')}")
    return lines


def lines(view: AstroforceView, names: Sequence[str]) -> list[str]:
    """Return the table in words."""
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
        found.append(_conferred({"words": view.proposal}, names))
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


TOPICS = {"card": "card WORDS: what the cards on the table with these words in their title say"}


def inform(view: AstroforceView, topic: str, words: Sequence[str]) -> list[str]:
    """Return what cards say whose titles hold the words."""
    wanted = " ".join(words).lower()
    cards = [*([view.mission] if view.mission else ()), *view.plots, *view.offers, *view.active]
    found = [card for card in cards if wanted in card.title.lower()]
    return [line for card in found for line in (*card_lines(card), f"  {card.flavour}")] or [
        "No card on the table has these words in its title."
    ]
