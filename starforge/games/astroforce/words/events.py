"""What happened, in words for the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from starforge.engine.event import Event
from starforge.games.astroforce.model.state import FACES, YEARS
from starforge.games.astroforce.rules.conferring import proposed
from starforge.games.astroforce.rules.piles import STAGES
from starforge.games.astroforce.words import campaign
from starforge.games.astroforce.words.choices import place_words, stack_words
from starforge.games.astroforce.words.printed import title

_MOVED = {
    "hurt": "{} is hurt and goes to Medbay.",
    "medbay": "{} goes to Medbay.",
    "capture": "{} is captured by {}.",
    "sensors": "{} goes to Sensors as a Threat.",
    "recall": "{} goes to Quarters.",
}


def roll_words(faces: Sequence[str]) -> str:
    """Return dice in words, '2 COM, 1 Threat'."""
    rolled = Counter(faces)
    return ", ".join(f"{rolled[face]} {face}" for face in (*FACES, "Threat") if rolled[face]) or "no dice"


def counted(n: int, one: str, more: str) -> str:
    """Return how many there are of something, '1 die', '3 dice'."""
    return f"{n} {one if n == 1 else more}"


def _turn(d: dict[str, Any], names: Sequence[str]) -> str:
    roles = f": {names[d['captain']]} is Captain, {names[1 - d['captain']]} is Crew" if len(names) > 1 else ""
    fuel = "" if d.get("fuel") is None else f" Fuel is at {d['fuel']}."
    return f"Turn {d['turn']}{roles}.{fuel}"


def _damaged(d: dict[str, Any], names: Sequence[str]) -> str:
    parts = [(d["shields"], "shields"), (d["hull"], "hull"), (d["crew"], "crew")]
    return f"Damage: {', '.join(f'{n} to the {what}' for n, what in parts if n) or 'none'}."


def _dice(sentence: str, one: str, more: str, none: str) -> Callable[[dict[str, Any], Sequence[str]], str]:
    """Return what tells of so many dice, ``none`` of no die."""
    return lambda d, names: sentence.format(counted(d["dice"], one, more), **d) if d["dice"] else none.format(**d)


def _moved(d: dict[str, Any], names: Sequence[str]) -> str:
    words = place_words(d["place"])
    return _MOVED[d["purpose"]].format(words[0].upper() + words[1:], title(d["card"]) if d["card"] else "")


def _fuel(d: dict[str, Any], names: Sequence[str]) -> str:
    cells = d["cells"]
    return f"{'Gained' if cells > 0 else 'Lost'} {abs(cells)} Fuel." if cells else ""


def _repaired(d: dict[str, Any], names: Sequence[str]) -> str:
    return f"The hull is repaired by {d['hull']}." if d["hull"] else "The hull has nothing to repair."


def conferred(words: str) -> str:
    """Return what the Crew said to the Captain (AF-V2)."""
    known = proposed(words)
    if known is not None:
        order, dice = known
        return f"The Crew proposes: {order}{' with ' + ' '.join(dice) if dice else ''}."
    if words == "shrug":
        return "The Crew leaves it to the Captain."
    what = f"the {words} dice" if words in FACES else "the Mission" if words == "mission" else title(words)
    return f"The Crew points at {what}."


def _completed(d: dict[str, Any], names: Sequence[str]) -> str:
    after = ", the fifth Mission" if d["year"] > YEARS else f"; year {d['year']} begins"
    anew = ", and failures are counted anew" if d.get("forgiven") else ""
    return f"{title(d['card'])} is completed{after}{anew}."


def _stage(d: dict[str, Any]) -> str:
    """Return which stage of a card it is, '' for a card without stages."""
    steps = STAGES[d["card"]]
    return f"stage {d['stage'] + 1}, {steps[d['stage']].name}" if steps else ""


def _paid(d: dict[str, Any], names: Sequence[str]) -> str:
    stage = _stage(d)
    return f"{title(d['card'])} gets {' '.join(d['dice'])}{f': {stage}, is completed' if stage else ''}."


def _reported(d: dict[str, Any], names: Sequence[str]) -> str:
    duty = ", ".join(f"{n} {face}" for face, n in d["duty"].items())
    home = [f"{n} {face} ({'blocked' if face in d['blocked'] else 'full'})" for face, n in d["home"].items()]
    parts = [("On duty", duty or "nobody"), ("Home", ", ".join(home)), ("Sensors", d["sensors"] or "")]
    return " ".join(f"{where}: {what}." for where, what in parts if what)


def _card(sentence: str) -> Callable[[dict[str, Any], Sequence[str]], str]:
    return lambda d, names: sentence.format(title(d["card"]), **d)


_TALES: dict[str, Callable[[dict[str, Any], Sequence[str]], str]] = {
    "campaign-patrol": campaign.began,
    "turn-began": _turn,
    "mission-drawn": _card("New Mission: {0}. Fuel is {fuel}."),
    "mission-failed": _card("The Fuel is gone: {0} has failed."),
    "mission-completed": _completed,
    "event-drawn": _card("Event: {0}."),
    "crowded-out": _card("{0}, the oldest of nine Events, is discarded."),
    "event-completed": _card("{0} is over."),
    "event-dismissed": _card("{0} is discarded."),
    "released": lambda d, names: (
        f"{counted(d['dice'], 'captured die comes', 'captured dice come')} home from {title(d['card'])}."
    ),
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
    "healed": _dice("{0} Medbay.", "die leaves", "dice leave", "Nobody is in Medbay."),
    "cleared": _dice("{0} Sensors.", "Threat leaves", "Threats leave", "No Threat is on the Sensors."),
    "manned": _dice(
        "{0} the {face} station.", "die joins", "dice join", "Nobody in Quarters can join the {face} station."
    ),
    "lent": lambda d, names: f"+{d['count']} {d['face']} for this turn.",
    "dismissed": lambda d, names: f"One {d['face']} die is sent back to Quarters.",
    "changed": lambda d, names: f"One {d['die']} die becomes {d['face']}.",
    "rolled": lambda d, names: f"Rolled {roll_words(d['faces'])}.",
    "reported": _reported,
    "sensors-filled": lambda d, names: (
        f"The Sensors are full: {counted(d['dice'], 'die goes', 'dice go')} to Quarters."
    ),
    "die-moved": _moved,
    "paid": _paid,
    "locked-in": _card("{result} is Locked In on {0}."),
    "carried-out": lambda d, names: f"{title(d['card'])}: {_stage(d)}, is carried out.",
    "crew-acted": lambda d, names: f"{d['action']} with {' '.join(d['dice'])}.",
    "used": _card("{0} is used."),
    "taken-home": lambda d, names: f"{stack_words(d['stack'])} comes home from {title(d['card'])}.",
    "conferred": lambda d, names: conferred(d["words"]),
    "accepted": lambda d, names: "The Captain accepts.",
    "patrol-ended": lambda d, names: f"{d['words']} Rank: {d['rank']}.",
}


def tell(event: Event, names: Sequence[str]) -> str:
    """Return an event in words, '' when it is not worth a line."""
    return _TALES[event.kind](event.data, names)
