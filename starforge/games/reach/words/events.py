"""Events in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starforge.engine.event import Event
from starforge.english import count, listed, stopped
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.words.names import NAMES, SHORT


def tell(event: Event, names: Sequence[str]) -> str:
    """Return an event in words; '' for what is not worth a line."""
    say = _TELLS.get(event.kind)
    return say(event.data, names[event.data["seat"]] if "seat" in event.data else "", names) if say else ""


def _crew(cards: Sequence[str]) -> str:
    return listed([crew_card(card).title for card in cards])


def _missions(cards: Sequence[str]) -> str:
    return listed([book().missions[card].title for card in cards])


def _powers(figures: dict[str, int]) -> str:
    return ", ".join(f"{SHORT[d]} {n}" for d, n in figures.items())


def _tile(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    head = f"Round {d['round']}, tile {d['step']}: {book().tiles[d['tile']].title}. Play order by {NAMES[d['order']]}."
    if not d["damage"]:
        return f"{head} No damage."
    return f"{head} {d['damage']} damage{', not on the first tile of a round' if d['step'] == 1 else ''}."


def _hit(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    if d.get("decoy"):
        return f"A decoy draws all {d['prevented']} damage away from {who}, and is spent."
    parts = [f"{who} prevents {d['prevented']} damage"] if d["prevented"] else []
    if d["departments"]:
        cards = [f"{book().damage[x][0]} ({SHORT[x]})" for x in d["departments"]]
        parts.append(f"{who} takes {listed(cards)}")
    return "; ".join(parts) + "." if parts else f"{who} takes no damage: there is no damage card left."


def _revealed(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    placed = listed([f"{crew_card(card).title} to {NAMES[at]}" for card, at in d["placed"]])
    return f"{who} has placed {placed}. {_powers(d['totals'])}."


def _ordered(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    parts = [f"{names[seat]} {power}" for seat, (power, _) in zip(d["order"], d["powers"], strict=True)]
    return f"Play order by {NAMES[d['department']]}: {', '.join(parts)}."


def _landed(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    title = book().landings[d["landing"]].title
    if not d["short"]:
        return f"{who} lands ({title}): {_powers(d['totals'])}, needed {_powers(d['need'])}."
    return f"{who} cannot land ({title}): short of {_powers(d['short'])}."


def _scored(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    return f"{who} scores {d['score']}: " + "; ".join(f"{words}: {points:+d}" for words, points in d["lines"]) + "."


def _ended(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    winners = [names[n] for n in d["winners"]]
    if not winners:
        return "Nobody has landed, so nobody wins."
    return f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."


def _drawn(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    return f"{who} draws {_crew(d['cards'])}." if "cards" in d else f"{who} draws {count(d['count'], 'crew card')}."


def _searched(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    seen = f": {_crew(d['offered'])}" if "offered" in d else ""
    return f"{who} gives up a {crew_card(d['card']).title} and draws Specialists{seen}."


def _kept(d: dict[str, Any], who: str, names: Sequence[str]) -> str:
    rest = f"; discarded: {_crew(d['discarded'])}" if d["discarded"] else ""
    return f"{who} takes on the {crew_card(d['card']).title}{rest}."


_TELLS: dict[str, Callable[[dict[str, Any], str, Sequence[str]], str]] = {
    "boarded": lambda d, who, _: f"{who} takes the {book().ships[d['ship']].title}.",
    "dealt": lambda d, who, _: f"{who} has the {book().landings[d['landing']].title}." if "landing" in d else "",
    "turned": _tile,
    "hit": _hit,
    "pooled": lambda d, who, _: stopped(f"Missions: {_missions(d['missions'])}"),
    "reserved": lambda d, who, _: stopped(f"{who} reveals for themselves: {_missions(d['missions'])}"),
    "drawn": _drawn,
    "placed": lambda d, who, _: f"{who} places {crew_card(d['card']).title}: {NAMES[d['at']]}.",
    "taken": lambda d, who, _: f"{who} takes {crew_card(d['card']).title} back from {NAMES[d['at']]}.",
    "readied": lambda d, who, _: f"{who} is ready.",
    "revealed": _revealed,
    "ordered": _ordered,
    "played": lambda d, who, _: (
        f"{who} plays {book().missions[d['card']].title}: {op.say(book().missions[d['card']].reward)}"
    ),
    "used": lambda d, who, _: stopped(f"{who} uses {book().missions[d['mission']].title}"),
    "claimed": lambda d, who, _: f"{who} claims {book().missions[d['mission']].title} ({d['points']} points).",
    "passed": lambda d, who, _: f"{who} can claim nothing and passes." if d["forced"] else f"{who} passes.",
    "gained": lambda d, who, _: f"{who} gets {count(d['tokens'], 'Experience token')}.",
    "spent": lambda d, who, _: f"{who} spends {count(d['tokens'], 'Experience token')}.",
    "attached": lambda d, who, _: f"{who} attaches {book().missions[d['mission']].title}: {NAMES[d['at']]}.",
    "overcharged": lambda d, who, _: f"{who} has {d['power']} more power this turn: {NAMES[d['department']]}.",
    "eased": lambda d, who, _: f"Missions need {d['less']} less of {who} this turn: {NAMES[d['department']]}.",
    "repaired": lambda d, who, _: f"{who} repairs one damage: {NAMES[d['department']]}.",
    "shifted": lambda d, who, _: f"{who} moves one damage from {NAMES[d['department']]} to {NAMES[d['to']]}.",
    "moved": lambda d, who, _: f"{who} moves the {crew_card(d['card']).title} to {NAMES[d['to']]}.",
    "left": lambda d, who, _: stopped(f"Unclaimed missions leave the game: {_missions(d['missions'])}"),
    "graduated": lambda d, who, _: f"{who}'s Academy sends out {_crew(d['cards'])}.",
    "raised": lambda d, who, _: f"{who} raises {crew_card(d['card']).title} to {crew_card(d['to']).title}.",
    "searched": _searched,
    "kept": _kept,
    "recruited": lambda d, who, _: f"{who} takes on a {crew_card(d['card']).title}.",
    "missed": lambda d, who, _: f"{who} finds no {d['level'].title()} left in the box.",
    "collected": lambda d, who, _: f"{who} collects the crew: {count(d['cards'], 'card')}.",
    "approached": lambda d, who, names: f"The Landing Sequence begins: {listed([names[n] for n in d['order']])}.",
    "unpacked": lambda d, who, _: f"{who} brings up the rest of the crew: {_crew(d['cards'])}.",
    "settled": lambda d, who, _: f"{who} places {crew_card(d['card']).title}: {NAMES[d['at']]}.",
    "landed": _landed,
    "scored": _scored,
    "ended": _ended,
}
