"""Orders and questions in words: what a choice is called, which dice it uses, what it will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from starforge.engine.action import Action
from starforge.english import percent
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.catalogue import developments, events
from starforge.games.astroforce.model.state import FACES, HULL, Astroforce, dice_of, result_of
from starforge.games.astroforce.rules.conferring import BILLS, paid_for, proposed
from starforge.games.astroforce.rules.dice import changing
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.orders import DUTIES, bonus
from starforge.games.astroforce.rules.payments import Dice, split
from starforge.games.astroforce.rules.piles import find, missing, stages
from starforge.games.astroforce.rules.turn import effects_of
from starforge.games.astroforce.view.build import payments, usable
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words.printed import printed, say, title

Words = tuple[str, str]
CHOSEN = ", you choose which dice"
"""What is said of a price that can be paid in several ways."""


def spell(needs: Dice, dice: Dice) -> str:
    """Return dice that pay, what stands for itself first: ``SCI SCI + COM ENG SEC as SCI``."""
    alike, others = [], []
    for result, paid in split(needs, dice):
        if len(paid) == 1:
            alike.append(("Bridge " if paid[0][0] == "+" else "") + result)
        else:
            others.append(f"{' '.join(paid)} as {result}")
    return " + ".join([*([" ".join(alike)] if alike else []), *others])


def place_words(place: str) -> str:
    """Return in words where a single die lies."""
    if place == "quarters":
        return "a die from Quarters"
    if place == "completed":
        return "a die from a completed card or stage"
    if place in FACES:
        return f"one {place} die from its station"
    card, one = place.split("/")
    return f"the {stack_words(one)} Locked In on {title(card)}"


def stack_words(one: str) -> str:
    """Return a result on a card in words."""
    dice = dice_of(one)
    if not dice:
        return f"+{result_of(one)}"
    return one if len(dice) == 1 else f"{result_of(one)} ({' '.join(dice)})"


# --- orders ----------------------------------------------------------------------------------------------------------


def _paid(s: Astroforce, order: Action, dice: Dice) -> str:
    """Return what an order is paid with: the dice if it is known which, else what is needed, and that it is chosen."""
    bill = BILLS[type(order)]
    needs, ways = bill.needs(s, order), () if dice else bill.ways(s, order)
    if len(ways) > 1:
        return f"{' '.join(needs)}{CHOSEN}"
    return spell(needs, dice or ways[0]) if dice or ways else " ".join(needs)


def _pay(s: Astroforce, a: Any, dice: Dice = ()) -> Words:
    card = find(s, a.card)
    assert card is not None
    paid, steps = _paid(s, a, dice), stages(card)
    if not steps:
        event = events().get(card.card)
        does = f"the Event is met{_reward(card.card)}" if event else f"claimed at Cleanup: {_printed(card.card)}"
        return f"{title(card.card)}: {paid}", does
    last = card.stage + 1 == len(steps)
    does = f"completes stage {card.stage + 1} of {len(steps)} of {title(card.card)}"
    if last:
        does += ", and with it the Mission" if a.card == "mission" else f", and with it the Event{_reward(card.card)}"
    return ("" if a.card == "mission" else f"{title(card.card)}, ") + f"{steps[card.stage].name}: {paid}", does


def _reward(card: str) -> str:
    reward = events()[card].reward
    return f"; reward: {say(reward)}" if reward else ""


def _printed(card: str) -> str:
    return "; ".join(printed(card))


def _lock(s: Astroforce, a: Any, dice: Dice = ()) -> Words:
    card = find(s, a.card)
    assert card is not None
    left = Counter(missing(s, card)) - Counter([a.result])
    return (
        f"Lock In on {title(a.card)}: {_paid(s, a, dice)}",
        f"it would still need {' '.join(sorted(left.elements(), key=FACES.index))}",
    )


def _carry_out(s: Astroforce, a: Any) -> Words:
    card = find(s, a.card)
    assert card is not None
    stage = stages(card)[card.stage]
    return f"{stage.name}: {say(stage.does)}", f"completes stage {card.stage + 1} of {len(stages(card))}"


def _crew_action(s: Astroforce, a: on.CrewAction, dice: Dice = ()) -> Words:
    duty, now = DUTIES[type(a)], lasting(s)
    hints = {
        "Orders": "change another die in a station to a role of your choice",
        "Raise Shields": f"shields go from {s.shields} to {now.shields}",
        "Lower Shields": f"shields go from {s.shields} to 0",
        "Heal": _moves("Medbay", s.medbay, bonus(now, "heal")),
        "Repair": f"the hull goes from {s.hull} to {min(HULL, s.hull + bonus(now, 'repair'))}",
        "Clear Sensors": _moves("Sensors", s.sensors, bonus(now, "clear")),
    }
    return f"{duty.name}: {_paid(s, a, dice)}", hints[duty.name]


def _moves(place: str, there: int, most: int) -> str:
    count = min(there, most)
    return f"{count} {'die goes' if count == 1 else 'dice go'} from {place} to Quarters, {there - count} left there"


def _with(s: Astroforce, a: Any) -> Words:
    order = paid_for(s)
    left = Counter(s.crew) - Counter(a.dice)
    words = " ".join(face for face in FACES for _ in range(left[face]))
    needs = BILLS[type(order)].needs(s, order)
    more = len(a.dice) - len(needs)
    cost = f"takes {more} more {'die' if more == 1 else 'dice'} than asked" if more else "just what is asked"
    return spell(needs, a.dice), f"{cost}; leaves {words or 'no die'} in stations"


def _change(s: Astroforce, a: Any) -> Words:
    return f"Change the {a.die}", f"the {a.die} station then holds {s.crew[a.die] - 1}"


def _become(s: Astroforce, a: Any) -> Words:
    return f"{changing(s)} becomes {a.face}", f"the {a.face} station then holds {s.crew[a.face] + 1}"


def _use(s: Astroforce, a: Any) -> Words:
    card = developments()[a.card]
    return f"Use {card.title}", f"{say(card.use)}{'; then it is discarded' if card.uses == 'once' else ''}"


def _end(s: Astroforce, a: Any) -> Words:
    idle = usable(s, payments(s))
    return "End the deployment", f"{' '.join(idle)} could still be used" if idle else "no die is of any more use"


def _confer(s: Astroforce, a: Any) -> Words:
    return "Ask the Crew", "the Crew player may propose an order or point at something; you decide"


def _accept(s: Astroforce, a: Any) -> Words:
    known = proposed(s.proposal)
    assert known is not None
    order, dice = known
    label, hint = _WORDS[type(order)](s, order, dice) if dice else describe(s, order)
    return f"Accept: {label}", hint


def _propose(s: Astroforce, a: Any) -> Words:
    known = proposed(a.order)
    assert known is not None
    label, hint = describe(s, known[0])
    return f"Propose: {label}", hint


def _point(s: Astroforce, a: Any) -> Words:
    what = f"the {a.at} dice" if a.at in FACES else "the Mission" if a.at == "mission" else title(a.at)
    return f"Point at {what}", "the Captain sees it"


# --- answers ---------------------------------------------------------------------------------------------------------


def _roll(s: Astroforce, a: Any) -> Words:
    return f"Roll {s.quarters} {'die' if s.quarters == 1 else 'dice'}", ""


def _first(s: Astroforce, a: Any) -> Words:
    kind = "roll" if s.phase == "roll" else "m"
    name = title(s.mission.card) if a.card == "mission" and s.mission else title(a.card)
    return f"{name} first", say(effects_of(s, a.card, kind))


def _pick(s: Astroforce, a: Any) -> Words:
    words = place_words(a.place)
    return words[0].upper() + words[1:], ""


def _take_home(s: Astroforce, a: Any) -> Words:
    count = len(dice_of(a.stack))
    dice = f"{count} {'die goes' if count == 1 else 'dice go'} to Quarters"
    return f"Take {stack_words(a.stack)} home from {title(a.card)}", dice


def _discard(s: Astroforce, a: Any) -> Words:
    return f"Discard {title(a.card)}", _printed(a.card)


_WORDS: dict[type[Action], Callable[..., Words]] = {
    on.Pay: _pay,
    on.LockIn: _lock,
    on.With: _with,
    on.CarryOut: _carry_out,
    **dict.fromkeys(DUTIES, _crew_action),
    on.Change: _change,
    on.Become: _become,
    on.Use: _use,
    on.End: _end,
    on.Confer: _confer,
    on.Accept: _accept,
    on.Propose: _propose,
    on.Point: _point,
    on.Shrug: lambda s, a: ("Leave it to the Captain", ""),
    on.Roll: _roll,
    on.First: _first,
    on.Pick: _pick,
    on.Reroll: lambda s, a: (f"Roll one {a.face} again", "a Threat would go to Sensors"),
    on.Enough: lambda s, a: ("Leave the dice as they are", ""),
    on.TakeHome: _take_home,
    on.Keep: lambda s, a: ("Keep all that is Locked In", ""),
    on.Discard: _discard,
    on.Next: lambda s, a: (f"{title(a.card)} next", _printed(a.card)),
}


def describe(s: Astroforce, action: Action) -> Words:
    return _WORDS[type(action)](s, action)


_PICKS = {
    "hurt": "The hull is gone. Who goes to Medbay?",
    "medbay": "Which active die goes to Medbay?",
    "capture": "Which active die does {} capture?",
    "sensors": "Which active die goes to Sensors as a Threat?",
    "recall": "Which deployed die goes to Quarters?",
}
_QUESTIONS = {
    "deploy": "Deploy. What will the crew do?",
    "change": "Orders: which die changes?",
    "become": "Orders: what does the {} become?",
    "reroll": "Roll a die again? Up to {}, one after the other.",
    "keep": "Cleanup. Which Locked In dice come home?",
    "discard": "Ten Developments are one too many. Which one goes?",
    "dismiss": "Which Event is discarded?",
    "arrange": "Which Event comes next?",
    "confer": "The Captain asks the Crew. What would you do?",
}


def question(view: AstroforceView) -> str:
    """Return what the seat is asked, or what the table waits for."""
    if view.result is not None:
        return view.result.text
    if view.ask is None:
        return f"Waiting for {', '.join(_whom(view, seat) for seat in sorted(view.waiting))}."
    kind, args = view.ask.kind, view.ask.args
    if kind == "roll":
        return f"Roll Call: {view.quarters} dice, and a {percent(view.odds or 0)} chance that the Sensors fill."
    if kind == "order":
        when = "Mission Action" if args[0] == "m" else "effect on the roll"
        return f"Several cards act. Whose {when} comes first?"
    if kind == "pick":
        return _PICKS[str(args[0])].format(title(str(args[1])) if args[1] else "")
    if kind == "with":
        return f"Which dice? {_order(view, *map(str, args))}"
    return _QUESTIONS[kind].format(*args)


def _whom(view: AstroforceView, seat: int) -> str:
    """Return for whom the table waits; the Crew is asked for the dice of what it proposes too (AF-V2)."""
    if view.waiting[seat] == "roll":
        return "the roll"
    return "the Captain" if seat == view.captain else "the Crew"


def _order(view: AstroforceView, word: str, card: str = "", result: str = "") -> str:
    """Return an order by its words."""
    if not card:
        return f"{word.replace('-', ' ').title()}."
    if result:
        return f"{result}, Locked In on {_short(title(card))}."
    known = next(one for one in (view.mission, *view.plots, *view.offers) if one and one.target == card)
    name = known.stages[known.stage].name if known.stages else known.title
    return f"{_short(name)}: {' '.join(known.missing)}."


def _short(title: str) -> str:
    """Return a title without the kind of card that it begins with."""
    return title.rpartition(": ")[2]
