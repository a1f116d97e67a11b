"""Choices in words: labels and hints, and the questions they answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.engine.action import Action
from starforge.english import count, listed
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import ACADEMY, DEFENCE, DEPARTMENTS, Reach
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.rules.power import totals, totals_with, worker, workers
from starforge.games.reach.view.types import ReachView
from starforge.games.reach.words.losses import losses
from starforge.games.reach.words.names import KIND_NAMES, NAMES, SHORT
from starforge.games.reach.words.printed import mechanic

# --- choices ----------------------------------------------------------------------------------------------------------


def describe(s: Reach, seat: int, action: Action) -> tuple[str, str]:
    say = _SAYS.get(type(action))
    return say(s, seat, action) if say else (_PLAIN[type(action)], losses(s, seat, action))


def title(action: Action) -> str:
    """Return in a few words what growth an action is, as it can be said without the state."""
    if isinstance(action, a.Raise):
        return f"{crew_card(action.card).title} to {crew_card(action.to).title}"
    return f"a Specialist for a {crew_card(action.card).title}" if isinstance(action, a.Specialise) else str(action)


def _place(s: Reach, seat: int, x: a.PlaceCard) -> tuple[str, str]:
    card, p = crew_card(x.card), s.players[seat]
    label = f"{card.title} to {NAMES[x.at]}"
    if x.at == DEFENCE:
        power = workers(p) + worker(x.card)
        return label, f"{power} Worker Power there"
    if x.at == ACADEMY:
        return label, "becomes a Mid at the end of the round"
    how = "at Main Power" if card.home == x.at else "as a worker"
    now, then = totals(p, s.turn), totals_with(p, s.turn, x.card, x.at)
    changes = [f"{SHORT[d]} {now[d]} to {then[d]}" for d in DEPARTMENTS if now[d] != then[d]]
    return label, f"{how}: {listed(changes) if changes else 'no change'}"


def _claim(s: Reach, seat: int, x: a.Claim) -> tuple[str, str]:
    m = book().missions[x.card]
    return f"Claim {m.title}", f"{KIND_NAMES[m.type]}, {m.points} points. {op.say(m.reward)}"


def _play(s: Reach, seat: int, x: a.Play | a.Use) -> tuple[str, str]:
    m = book().missions[x.card]
    return f"{'Play' if isinstance(x, a.Play) else 'Use'} {m.title}", op.say(m.reward)


def _raise(s: Reach, seat: int, x: a.Raise) -> tuple[str, str]:
    old, new = crew_card(x.card), crew_card(x.to)
    return f"Raise {old.title} ({NAMES[x.at]}) to {new.title}", f"costs {count(new.level - old.level, 'token')}"


def _keep(s: Reach, seat: int, x: a.Keep) -> tuple[str, str]:
    c = crew_card(x.card)
    return f"Keep {c.title}", f"{NAMES[c.home]}, {c.main} there, {c.worker} elsewhere. {mechanic(c)}"


def _recruit(s: Reach, seat: int, x: a.Recruit) -> tuple[str, str]:
    c = crew_card(x.card)
    return f"Take {c.title}", f"{c.main} at home, {c.worker} elsewhere"


def _choose(s: Reach, seat: int, x: a.Choose) -> tuple[str, str]:
    return NAMES[x.at], f"{totals(s.players[seat], s.turn)[x.at]} power now"


def _ship(s: Reach, seat: int, x: a.BoardShip) -> tuple[str, str]:
    ship = book().ships[x.ship]
    return ship.title, ", ".join(f"{SHORT[d]} {ship.power[d]}" for d in DEPARTMENTS)


_SAYS: dict[type[Action], Callable[[Reach, int, Any], tuple[str, str]]] = {
    a.BoardShip: _ship,
    a.PlaceCard: _place,
    a.Repair: lambda s, seat, x: (f"{crew_card(x.card).title} repairs {NAMES[x.at]}", "1 damage at the round's end"),
    a.TakeBack: lambda s, seat, x: (f"Take back {crew_card(x.card).title} from {NAMES[x.at]}", ""),
    a.Lift: lambda s, seat, x: (f"Take up {crew_card(x.card).title} from {NAMES[x.at]}", "placed in an earlier turn"),
    a.Play: _play,
    a.Use: _play,
    a.Claim: _claim,
    a.Choose: _choose,
    a.Mend: lambda s, seat, x: (f"Repair {NAMES[x.at]}", f"{s.players[seat].damage[x.at]} damage there"),
    a.Shift: lambda s, seat, x: (f"Move damage from {NAMES[x.at]} to {NAMES[x.to]}", ""),
    a.Raise: _raise,
    a.Specialise: lambda s, seat, x: (
        f"Make {crew_card(x.card).title} ({NAMES[x.at]}) a Specialist",
        "costs one token; draw three, keep one",
    ),
    a.Keep: _keep,
    a.Recruit: _recruit,
    a.Promote: lambda s, seat, x: (f"Raise {crew_card(x.card).title} ({NAMES[x.at]}) by a level", ""),
    a.Rove: lambda s, seat, x: (f"Move to {NAMES[x.at]}", ""),
}
_PLAIN: dict[type[Action], str] = {
    a.Ready: "Ready",
    a.Hold: "Leave it",
    a.Pass: "Pass: claim nothing",
    a.Stop: "Leave the rest unused",
    a.Done: "Go on",
}


# --- questions --------------------------------------------------------------------------------------------------------

QUESTIONS = {
    "ship": "Which ship do you take?",
    "before": "Will you play a card before planning begins?",
    "plan": "Place your crew, then say that you are ready.",
    "claim": "Which mission do you claim?",
    "after-claim": "Will you play a card after your claim?",
    "attach": "Where do you attach {mission}?",
    "overcharge": "Which department gets the power?",
    "forge": "Of which department do missions need less?",
    "mend": "Which damage do you repair? Up to {left} more.",
    "shift": "Which damage card do you move, and where? Up to {left} more.",
    "rove": "Where does the {card} go?",
    "turn-end": "Will you use a card at the end of the turn?",
    "promote": "Whom do you raise by a level?",
    "hire": "Whom do you take aboard?",
    "settle": "Where does the crew at hand go?",
    "teach": "Which Junior becomes a Mid?",
    "recruit": "Whom do you add to your crew?",
    "growth": "What do you do with your tokens and cards?",
    "keep": "Which Specialist do you keep?",
}


def question(view: ReachView) -> str:
    """Return what the seat is asked, or what the table waits for."""
    if view.result is not None:
        return view.result.text
    if view.ask is None:
        return "Others are planning." if view.phase == "planning" else "Another player decides."
    first = view.ask.args[0] if view.ask.args else ""
    words = {"left": first, "mission": "", "card": ""}
    if view.ask.kind == "attach":
        words["mission"] = book().missions[str(first)].title
    if view.ask.kind == "rove":
        words["card"] = crew_card(str(first)).title
    return QUESTIONS[view.ask.kind].format(**words)
