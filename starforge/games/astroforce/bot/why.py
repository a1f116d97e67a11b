"""Why a thinking player does what it does, in words: what an action brings, and what the next best would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from starforge.engine.action import Action
from starforge.english import count, listed, some
from starforge.games.astroforce.bot.planning import Plan, plan, spent_on
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.state import FACES, Astroforce
from starforge.games.astroforce.rules.conferring import BILLS, paid_for, proposed
from starforge.games.astroforce.rules.dice import becoming
from starforge.games.astroforce.rules.outlook import slack
from starforge.games.astroforce.rules.piles import find, stages
from starforge.games.astroforce.view.table import table
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words.printed import title

_DEEDS: dict[type[Action], str] = {
    on.RaiseShields: "raises shields",
    on.LowerShields: "lowers shields for the Transmat",
    on.Heal: "heals a die",
    on.Repair: "repairs the hull",
    on.ClearSensors: "clears a Threat",
    on.Orders: "has a die change its role",
}


def why(view: AstroforceView, action: Action) -> str:
    """Return what speaks for an action of ``view.legal``; '' where nothing was compared."""
    if view.ask is None or len(view.legal) < 2:
        return ""
    if isinstance(action, on.Propose) and (known := proposed(action.order)) is not None:
        action = known[0]
    say = _SAYS.get(type(action))
    return say(table(view), action) if say else ""


def _crew(s: Astroforce) -> tuple[int, ...]:
    return tuple(s.crew.values())


def _best(s: Astroforce, without: Action | None = None) -> Plan:
    return plan(s, _crew(s), tuple(s.bridge.values()), without)


def _deed(s: Astroforce, order: Action) -> str:
    """Return what an order brings, '' for one that a plan never has."""
    if not isinstance(order, on.Pay):
        return _DEEDS.get(type(order), "")
    card = find(s, order.card)
    assert card is not None
    steps = stages(card)
    if steps:
        return f"completes {steps[card.stage].name}" + ("" if card is s.mission else f" of {title(card.card)}")
    return f"ends {title(card.card)}" if card in s.plots else f"claims {title(card.card)}"


def _deeds(s: Astroforce, orders: list[Action]) -> str:
    """Return what several orders bring, each kind once: 'ends Static, clears two Threats'."""
    counted = Counter(_deed(s, order) for order in orders)
    return listed(
        [words.replace(" a Threat", f" {count(n, 'Threat')}") if n > 1 else words for words, n in counted.items()]
    )


def _order(s: Astroforce, order: Action) -> str:
    """Compare the plan that the order begins with the best one without what it is for."""
    best = _best(s)
    place = next((n for n, (step, _) in enumerate(best.steps) if step == order), None)
    if place is None:
        return ""
    aim, rest = best.aims[place], [*best.aims[:place], *best.aims[place + 1 :]]
    does = _deed(s, aim) if aim == order else f"{_deed(s, order)}; then it {_deed(s, aim)}"
    words = f"It {does}; with the dice left the plan {_deeds(s, rest)}." if rest else f"It {does}."
    if aim == on.Pay("mission"):
        return f"{words} {_urgency(s)}"
    more = [one for one in _best(s, aim).aims if one not in rest]
    return (
        f"{words} Without it the plan {_deeds(s, more)} instead."
        if more
        else f"{words} These dice have nothing better."
    )


def _urgency(s: Astroforce) -> str:
    """Return how long the Mission can wait."""
    spare = slack(s)
    if spare <= 0:
        return "Without it the Mission cannot be completed before its Fuel is gone."
    return f"The Mission can lose {some(spare, 'turn')} before its Fuel is gone."


def _use(s: Astroforce, use: on.Use) -> str:
    aims = _best(s).aims
    return f"Without it the plan only {_deeds(s, list(aims))}." if aims else "Without it the dice have nothing to do."


def _carry_out(s: Astroforce, order: on.CarryOut) -> str:
    return f"It costs no die. {_urgency(s)}" if order.card == "mission" else "It costs no die."


def _enough(s: Astroforce, order: on.Enough) -> str:
    aims = _best(s).aims
    return f"With the dice as they are the plan {_deeds(s, list(aims))}, and no die is left over." if aims else ""


def _end(s: Astroforce, end: on.End) -> str:
    left = [face for face in FACES for _ in range(s.crew[face])]
    if not left:
        return "No die is left in a station."
    return f"What {' '.join(left)} could still pay for is worth less than keeping everything as it is."


def _with(s: Astroforce, way: on.With) -> str:
    """Compare what is left to do after the dice with what other dice would leave."""
    order = paid_for(s)
    left = {dice: _after(s, dice) for dice in BILLS[type(order)].ways(s, order)}
    mine = left.pop(way.dice)
    steps = [aim for aim in mine.aims if aim != order]
    words = f"With the dice left the plan {_deeds(s, steps)}" if steps else "The dice left have nothing more to do"
    other = max(left, key=lambda dice: left[dice].worth)
    if left[other].worth >= mine.worth - 0.5:
        return f"{words}; {' '.join(other)} would serve as well."
    lost = [step for step in steps if step not in left[other].aims]
    after = f"would miss that one {_deeds(s, lost)}" if lost else "would leave worse dice"
    return f"{words}; with {' '.join(other)} the plan {after}."


def _after(s: Astroforce, dice: tuple[str, ...]) -> Plan:
    used, borrowed = spent_on(dice)
    crew = tuple(n - gone for n, gone in zip(_crew(s), used, strict=True))
    return plan(s, crew, tuple(n - gone for n, gone in zip(s.bridge.values(), borrowed, strict=True)))


def _lock(s: Astroforce, lock: on.LockIn) -> str:
    return (
        f"Nothing else needs the {lock.result} this turn, and there it waits for what {title(lock.card)} still lacks."
    )


def _change(s: Astroforce, change: on.Change) -> str:
    face = max(becoming(s, change.die), key=lambda face: _changed(s, change.die, face).worth)
    best, now = _changed(s, change.die, face), _best(s)
    less = f"as the dice are it {_deeds(s, list(now.aims))}" if now.aims else "as the dice are it does nothing"
    return f"With it as {face} the plan {_deeds(s, list(best.aims))}; {less}." if best.aims else ""


def _become(s: Astroforce, change: on.Become) -> str:
    ((_, ask),) = s.asks.items()
    plans = {face: _changed(s, str(ask.args[0]), face) for face in becoming(s, str(ask.args[0]))}
    mine = plans.pop(change.face)
    if not plans or not mine.aims:
        return ""
    other = max(plans, key=lambda face: plans[face].worth)
    less = "does as much" if plans[other].worth >= mine.worth - 0.5 else _deeds(s, list(plans[other].aims)) or "rests"
    return f"With one {change.face} more the plan {_deeds(s, list(mine.aims))}; with one {other} more it {less}."


def _changed(s: Astroforce, die: str, face: str) -> Plan:
    crew = {**s.crew, die: s.crew[die] - 1}
    crew[face] += 1
    return plan(s, tuple(crew.values()), tuple(s.bridge.values()))


def _reroll(s: Astroforce, again: on.Reroll) -> str:
    best = _best(s)
    does = f"the plan {_deeds(s, list(best.aims))}" if best.steps else "nothing can be done yet"
    return f"The {again.face} is left over: with the dice as they are, {does}."


def _keep(s: Astroforce, keep: on.Keep) -> str:
    return "What is Locked In need not be rolled again, and the cards lack that much less."


_SAYS: dict[type[Action], Callable[[Astroforce, Any], str]] = {
    on.Pay: _order,
    **dict.fromkeys(_DEEDS, _order),
    on.LockIn: _lock,
    on.Use: _use,
    on.End: _end,
    on.With: _with,
    on.CarryOut: _carry_out,
    on.Change: _change,
    on.Become: _become,
    on.Enough: _enough,
    on.Pick: lambda s, pick: "A die from there is missed least in what the others can still do.",
    on.Reroll: _reroll,
    on.Keep: _keep,
}
