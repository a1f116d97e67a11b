"""USC: Reach's choices as a menu: a card first, then where it goes; all else by its place. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from starforge.engine.action import Action
from starforge.engine.rules import Choice
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.catalogue import crew_card
from starforge.games.reach.model.state import ACADEMY, DEFENCE, DEPARTMENTS, REPAIRS
from starforge.games.reach.view.types import ReachView
from starforge.games.reach.words.names import NAMES, SHORT
from starforge.tui.drawing.frame import Item, group, item
from starforge.tui.games.reach.glyphs import BRIEF, LEVELS
from starforge.tui.games.reach.spots import ClaimSpot, CrewSpot, DepartmentSpot, HandSpot, MissionSpot, RepairSpot

PLACE_KEYS = {"engine": "a", "research": "b", "quarters": "c", "command": "d", DEFENCE: "e", ACADEMY: "g"}
"""The key of each department wherever one can be chosen."""
REPAIR_KEYS = {"engine": "v", "research": "w", "quarters": "x", "command": "z"}
"""The key that lays a card face down on a department's damage."""
GO_ON = {a.Ready: "y", a.Done: "y", a.Pass: "n", a.Hold: "n", a.Stop: "n"}
"""Keys of what ends a question."""


def menu(view: ReachView) -> tuple[Item, ...]:
    choices = view.choices
    items = [*_hand(view, choices), *_growing(choices)]
    done = (a.PlaceCard, a.Repair, a.Raise, a.Specialise, a.TakeBack, a.Lift, a.Play, a.Shift)
    items += [_plain(choice) for choice in choices if not isinstance(choice.action, (*done, *GO_ON))]
    items += _folded(choices, a.Shift, "at", lambda at: f"Move damage from {NAMES[at]}")
    items += _plays(view, choices)
    items += [_plain(choice) for choice in choices if isinstance(choice.action, tuple(GO_ON))]
    items += _backs(choices)
    return tuple(items)


def _hand(view: ReachView, choices: Sequence[Choice]) -> Iterable[Item]:
    """Yield a line for each card of the hand, the places for it behind."""
    mine: dict[str, list[Item]] = {}
    for choice in choices:
        if isinstance(choice.action, (a.PlaceCard, a.Repair)):
            mine.setdefault(choice.action.card, []).append(_placing(view, choice, choice.action))
    for n, (slug, items) in enumerate(mine.items(), 1):
        card = crew_card(slug)
        hint = f"{card.main} at home in {NAMES[card.home]}, {card.worker} elsewhere."
        closed = (items[0].reason, items[0].rule) if all(one.reason for one in items) else ("", "")
        yield Item(card.title, hint, str(n), None, tuple(items), HandSpot(slug), *closed)


def _placing(view: ReachView, choice: Choice, action: a.PlaceCard | a.Repair) -> Item:
    if isinstance(action, a.Repair):
        label = f"mend {BRIEF[action.at]}"
        return item(choice, key=REPAIR_KEYS[action.at], spot=RepairSpot(action.at), label=label)
    card = crew_card(action.card)
    if action.at in DEPARTMENTS:
        label = f"{SHORT[action.at]} {_gain(view, action):+d}"
    else:
        label = f"Defence +{card.worker}" if action.at == DEFENCE else "Academy"
    return item(choice, key=PLACE_KEYS[action.at], spot=DepartmentSpot(action.at), label=label)


def _gain(view: ReachView, action: a.PlaceCard) -> int:
    """Return what a department wins by a card; where damage eats it all up, what the card itself gives."""
    card, me = crew_card(action.card), view.me
    now = me.totals[action.at] if me else 0
    gain = me.would[action.card][action.at] - now if me else 0
    return gain if now else max(gain, card.main if card.home == action.at else card.worker)


def _growing(choices: Sequence[Choice]) -> Iterable[Item]:
    """Yield a line for each crew member that can be raised, what it can become behind."""
    mine: dict[tuple[str, str], list[Item]] = {}
    for choice in choices:
        if isinstance(choice.action, a.Raise):
            old, new = crew_card(choice.action.card), crew_card(choice.action.to)
            cost = new.level - old.level
            label = f"{LEVELS[new.level]}, {cost} token{'s' if cost > 1 else ''}"
        elif isinstance(choice.action, a.Specialise):
            label = "Specialist, 1 token: draw three, keep one"
        else:
            continue
        card, at = choice.action.card, choice.action.at
        mine.setdefault((card, at), []).append(item(choice, label=label, spot=CrewSpot(at, card)))
    for (slug, at), items in mine.items():
        title = f"{crew_card(slug).title}, {_where(at)}"
        yield group(title, items, spot=CrewSpot(at, slug), hint=_ways(items))


def _where(at: str) -> str:
    repairs = {zone: f"mends {BRIEF[d]}" for d, zone in REPAIRS.items()}
    return repairs.get(at) or {DEFENCE: "Defence", ACADEMY: "Academy"}.get(at) or SHORT.get(at, NAMES[at])


def _ways(items: Sequence[Item]) -> str:
    return "Becomes: " + "; ".join(one.label for one in items) + "."


def _folded(choices: Sequence[Choice], kind: type[Action], by: str, words: object) -> Iterable[Item]:
    mine: dict[str, list[Item]] = {}
    for choice in choices:
        if isinstance(choice.action, kind):
            to = getattr(choice.action, "to", "")
            one = item(choice, key=PLACE_KEYS.get(to, ""), spot=DepartmentSpot(to), label=f"to {NAMES[to]}")
            mine.setdefault(getattr(choice.action, by), []).append(one)
    for value, items in mine.items():
        label = words(value) if callable(words) else value
        yield Item(label, "Choose where it goes.", PLACE_KEYS[value], None, tuple(items), DepartmentSpot(value))


def _plays(view: ReachView, choices: Sequence[Choice]) -> Iterable[Item]:
    """Yield the Scavenge cards held: one as it is, several behind one line."""
    mine = [item(c, spot=ClaimSpot(c.action.card)) for c in choices if isinstance(c.action, a.Play)]
    if mine:
        label = mine[0].label if len(mine) == 1 else "Play a Scavenge card"
        one = group(label, mine, key="p", hint="Cards used once, each at its own time.")
        yield one


def _backs(choices: Sequence[Choice]) -> Iterable[Item]:
    for kind, label, key, hint in (
        (a.TakeBack, "Take a card back", "t", "Backspace takes back the last one placed."),
        (a.Lift, "Take up earlier crew", "4", "A Scavenge card lets you place it anew."),
    ):
        mine = []
        for c in choices:
            if isinstance(c.action, (a.TakeBack, a.Lift)) and type(c.action) is kind:
                words = f"{crew_card(c.action.card).title}, {_where(c.action.at)}"
                mine.append(item(c, spot=CrewSpot(c.action.at, c.action.card), label=words))
        if mine:
            yield Item(label, hint, key if kind is a.TakeBack else "", None, tuple(mine))


def _plain(choice: Choice) -> Item:
    key = GO_ON.get(type(choice.action), "")
    match choice.action:
        case a.Claim(card):
            return item(choice, spot=MissionSpot(card))
        case a.Choose(at) | a.Mend(at) | a.Rove(at):
            return item(choice, key=PLACE_KEYS[at], spot=DepartmentSpot(at))
        case a.Promote(card, at):
            return item(choice, spot=CrewSpot(at, card))
        case a.Use(card):
            return item(choice, spot=ClaimSpot(card))
    return item(choice, key=key)


def takes_back(one: Item) -> bool:
    return bool(one.items) and isinstance(one.items[-1].action, a.TakeBack)


def take_back(items: Sequence[Item]) -> Item | None:
    """Return what takes the last placed card back."""
    return next((one.items[-1] for one in items if takes_back(one)), None)


RULES: dict[str, str] = {
    "ship": "UR-S1",
    "before": "UR-W4",
    "plan": "UR-P5",
    "claim": "UR-C1",
    "after-claim": "UR-W4",
    "attach": "UR-W3",
    "mend": "UR-W6",
    "turn-end": "UR-W6",
    "settle": "UR-E2",
    "recruit": "UR-W5",
    "growth": "UR-W1",
    "keep": "UR-W2",
}
"""The rule in question at each kind of ask."""


def rule(view: ReachView, one: Item | None) -> str:
    if one is not None and one.rule:
        return one.rule
    leaf = one.items[0].action if one is not None and one.items else one.action if one is not None else None
    kinds: dict[type[Action], str] = {a.Repair: "UR-D3", a.Specialise: "UR-W2", a.Play: "UR-W4", a.Ready: "UR-P4"}
    if leaf is not None and type(leaf) in kinds:
        return kinds[type(leaf)]
    return RULES.get(view.ask.kind, "UR-T4") if view.ask else "UR-P1"
