"""Astroforce's orders as a menu: a line for each card with what can be done behind it, and for each crew action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from starforge.engine.action import Action
from starforge.engine.rules import Choice
from starforge.english import amount, percent
from starforge.games.astroforce.model import actions as a
from starforge.games.astroforce.model.state import FACES
from starforge.games.astroforce.rules.conferring import proposed
from starforge.games.astroforce.view.types import AstroforceView, CardView
from starforge.tui.drawing.frame import Item, group, item
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.astroforce.spots import CardSpot, StationSpot, ZoneSpot

CREW: dict[type[Action], tuple[str, str, str]] = {
    a.Orders: ("c", "Orders", "COM"),
    a.RaiseShields: ("s", "Shields up", "SCI"),
    a.LowerShields: ("z", "Shields down", "SCI"),
    a.Heal: ("t", "Treat a die", "MED"),
    a.Repair: ("p", "Repair the hull", "ENG"),
    a.ClearSensors: ("x", "Clear a Sensor", "SEC"),
}
"""The crew actions: key, words, and the role that does it."""

WAYS: dict[type[Action], tuple[str, str]] = {
    a.End: ("e", "End the deployment"),
    a.Roll: ("e", ""),
    a.Keep: ("e", ""),
    a.Enough: ("e", ""),
    a.Shrug: ("y", ""),
    a.Confer: ("n", ""),
    a.Accept: ("y", ""),
}
"""Keys of the other orders that have one of their own, and words where the game's are too long."""

EVENT_KEYS = "abdgw"
OFFER_KEYS = "789"


def menu(view: AstroforceView) -> tuple[Item, ...]:
    """Return what the seat may consider, in the order of the board: Mission, Events, Developments, crew, the rest."""
    choices = view.choices
    if not any(isinstance(meant(choice), a.End) for choice in choices):
        return tuple(_plain(view, choice) for choice in choices)
    items = [*_cards(view, choices), *_crew(choices), *_uses(choices), *_pointed(choices)]
    items += [_plain(view, c) for c in choices if not isinstance(meant(c), (*ON_CARDS, a.Use, a.Point, *CREW))]
    return tuple(items)


ON_CARDS = (a.Pay, a.LockIn, a.CarryOut)


def meant(choice: Choice) -> Action:
    """Return the order that a choice is, or that it proposes to the Captain."""
    known = proposed(choice.action.order) if isinstance(choice.action, a.Propose) else None
    return known[0] if known else choice.action


def _pointed(choices: Sequence[Choice]) -> Iterable[Item]:
    """Yield one line for all dice that the Crew can point at."""
    items = [
        item(c, spot=StationSpot(c.action.at))
        for c in choices
        if isinstance(c.action, a.Point) and c.action.at in FACES
    ]
    if items:
        yield group("Point at dice", items, key="n", spot=None, hint="the Captain sees it")


def _plain(view: AstroforceView, choice: Choice) -> Item:
    key, label = WAYS.get(type(meant(choice)), ("", ""))
    match choice.action:
        case a.Reroll(face) | a.Change(face) | a.Become(face):  # its number stays with a role
            key = str(FACES.index(face) + 1)
    if isinstance(choice.action, a.Roll):
        free = view.sensors_most - view.sensors
        chance = f"{percent(view.odds or 0)} that {free} or more fill the Sensors and bring an Event."
        choice = replace(choice, hint=f"{view.quarters} dice, about {amount(view.quarters / 6)} Threats; {chance}")
    return item(choice, key=key, label=label, spot=_spot(view, choice.action))


def _spot(view: AstroforceView, action: Action) -> Spot | None:
    """Return the place on the board that an answer to a small question is about."""
    match action:
        case a.Pick(place) if place in ("quarters", "completed"):
            return ZoneSpot(place)
        case a.Pick(place):
            return CardSpot(place.partition("/")[0]) if "/" in place else StationSpot(place)
        case a.Change(die) | a.Become(die) | a.Reroll(die):
            return StationSpot(die)
        case a.With():
            return _paid(view)
        case a.First(card) | a.Discard(card) | a.TakeHome(card, _) | a.Next(card):
            return CardSpot(card)
    return None


def _paid(view: AstroforceView) -> Spot | None:
    """Return the place of the order for which dice are chosen: it stays whichever they are."""
    word, *card = map(str, view.ask.args if view.ask else ("",))
    if card:
        return CardSpot(card[0])
    return next((StationSpot(role) for order, (_, _, role) in CREW.items() if word == str(order())), None)


def crew_words(word: str, *more: str) -> str:
    """Return how the menu calls the crew action that is written so, '' for another order."""
    return next((words for order, (_, words, _) in CREW.items() if not more and word == str(order())), "")


def _cards(view: AstroforceView, choices: Sequence[Choice]) -> Iterable[Item]:
    """Yield a line for each card that dice can go on."""
    keys = iter(EVENT_KEYS)
    cards = [(view.mission, str(view.mission.stage + 1))] if view.mission else []
    cards += [(plot, next(keys, "")) for plot in view.plots]
    cards += list(zip(view.offers, OFFER_KEYS, strict=False))
    for card, key in cards:
        assert card is not None
        mine = [c for c in choices if isinstance(one := meant(c), ON_CARDS) and one.card == card.target]
        mine += [c for c in choices if c.action == a.Point(card.target)]
        if mine:
            items = [replace(item(c), label=_way(c)) for c in mine]
            yield group(card_label(card), items, key=key, spot=CardSpot(card.target), hint=card_hint(card, items))


def card_label(card: CardView) -> str:
    """Return what is done with a card, in a few words."""
    if not card.stages or card.done:
        return card.title
    stage = card.stages[card.stage]
    what = f"{stage.name}: {' '.join(stage.needs) or stage.does}"
    return what if card.target == "mission" else f"{card.title}, {what}"


def card_hint(card: CardView, items: Sequence[Item]) -> str:
    """Return what can be done with a card, if it is one thing, and what the card is about."""
    able = [one.label for one in items if not one.reason]
    words = f"{able[0]}. " if len(able) == 1 else ""
    return words + " ".join(text[:1].upper() + text[1:] + "." for text in card.text)


def _way(choice: Choice) -> str:
    """Return what is done with a card: behind the colon of a label stands what it is paid with."""
    paid = choice.label.rpartition(": ")[2]
    match meant(choice):
        case a.Pay():
            return f"Pay {paid}"
        case a.LockIn():
            return f"Lock in {paid}"
        case a.Point():
            return "Point at it"
    return choice.label


def _crew(choices: Sequence[Choice]) -> Iterable[Item]:
    """Yield a line for each crew action."""
    for choice in choices:
        if type(meant(choice)) in CREW:
            key, words, role = CREW[type(meant(choice))]
            yield item(choice, label=f"{words} ({role})", key=key, spot=StationSpot(role))


def _uses(choices: Sequence[Choice]) -> Iterable[Item]:
    """Yield one line for all Developments that can be used."""
    mine = [(c, one.card) for c in choices if isinstance(one := meant(c), a.Use)]
    if mine:
        items = [item(c, spot=CardSpot(card)) for c, card in mine]
        yield Item("Use a Development", "", "v", None, tuple(items), None, *_closed(items))


def _closed(items: Sequence[Item]) -> tuple[str, str]:
    return ("", "") if any(not one.reason for one in items) else (items[0].reason, items[0].rule)


def rule(view: AstroforceView, one: Item | None) -> str:
    if one is not None and one.rule:
        return one.rule
    kinds: dict[type[Action], str] = {
        **dict.fromkeys(CREW, "AF-D6"),
        a.Pay: "AF-D5",
        a.LockIn: "AF-D7",
        a.CarryOut: "AF-X2",
        a.End: "AF-D9",
        a.Confer: "AF-V2",
    }
    leaf = one
    while leaf is not None and leaf.action is None and leaf.items:
        leaf = leaf.items[0]
    if leaf is not None and leaf.action is not None and type(leaf.action) in kinds:
        return kinds[type(leaf.action)]
    asked = {
        "roll": "AF-D1",
        "order": "AF-M3",
        "pick": "AF-H2",
        "reroll": "AF-D1",
        "deploy": "AF-D4",
        "with": "AF-D5",
        "change": "AF-D6",
        "become": "AF-D6",
        "keep": "AF-D7",
        "discard": "AF-C2",
        "dismiss": "AF-X5",
        "arrange": "AF-X7",
        "confer": "AF-V2",
    }
    return asked.get(view.ask.kind, "") if view.ask else ""
