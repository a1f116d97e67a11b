"""USC: Reach in words: choices, questions, events, and the table read out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.games.reach import actions as a
from starforge.games.reach.cards import book, crew_card
from starforge.games.reach.model import ACADEMY, DEFENCE, DEPARTMENTS, Reach
from starforge.games.reach.power import totals, with_card, worker, workers
from starforge.games.reach.view import ReachView, mechanic
from starforge.games.reach.words import KIND_NAMES, NAMES, SHORT, count, listed, op

# --- choices ----------------------------------------------------------------------------------------------------------


def describe(s: Reach, seat: int, action: Action) -> tuple[str, str]:
    """Return an action's label, and what it would do."""
    say = _SAYS.get(type(action))
    return say(s, seat, action) if say else (_PLAIN[type(action)], "")


def _place(s: Reach, seat: int, x: a.Place) -> tuple[str, str]:
    card, p = crew_card(x.card), s.players[seat]
    label = f"{card.title} to {NAMES[x.at]}"
    if x.at == DEFENCE:
        power = workers(p) + worker(x.card)
        return label, f"{power} Worker Power there"
    if x.at == ACADEMY:
        return label, "becomes a Mid at the end of the round"
    how = "at Main Power" if card.home == x.at else "as a worker"
    now, then = totals(p, s.turn), totals(with_card(p, x.card, x.at), s.turn)
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


def _ship(s: Reach, seat: int, x: a.Board) -> tuple[str, str]:
    ship = book().ships[x.ship]
    return ship.title, ", ".join(f"{SHORT[d]} {ship.power[d]}" for d in DEPARTMENTS)


_SAYS: dict[type[Action], Callable[[Reach, int, Any], tuple[str, str]]] = {
    a.Board: _ship,
    a.Place: _place,
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
    a.Move: lambda s, seat, x: (f"Move to {NAMES[x.at]}", ""),
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


# --- events -----------------------------------------------------------------------------------------------------------


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
    "pooled": lambda d, who, _: f"Missions: {_missions(d['missions'])}.",
    "reserved": lambda d, who, _: f"{who} reveals for themselves: {_missions(d['missions'])}.",
    "drawn": _drawn,
    "placed": lambda d, who, _: f"{who} places {crew_card(d['card']).title}: {NAMES[d['at']]}.",
    "taken": lambda d, who, _: f"{who} takes {crew_card(d['card']).title} back from {NAMES[d['at']]}.",
    "readied": lambda d, who, _: f"{who} is ready.",
    "revealed": _revealed,
    "ordered": _ordered,
    "played": lambda d, who, _: (
        f"{who} plays {book().missions[d['card']].title}: {op.say(book().missions[d['card']].reward)}"
    ),
    "used": lambda d, who, _: f"{who} uses {book().missions[d['mission']].title}.",
    "claimed": lambda d, who, _: f"{who} claims {book().missions[d['mission']].title} ({d['points']} points).",
    "passed": lambda d, who, _: f"{who} can claim nothing and passes." if d["forced"] else f"{who} passes.",
    "gained": lambda d, who, _: f"{who} gets {count(d['tokens'], 'Experience token')}.",
    "attached": lambda d, who, _: f"{who} attaches {book().missions[d['mission']].title}: {NAMES[d['at']]}.",
    "overcharged": lambda d, who, _: f"{who} has {d['power']} more power this turn: {NAMES[d['department']]}.",
    "eased": lambda d, who, _: f"Missions need {d['less']} less of {who} this turn: {NAMES[d['department']]}.",
    "repaired": lambda d, who, _: f"{who} repairs a damage: {NAMES[d['department']]}.",
    "shifted": lambda d, who, _: f"{who} moves a damage from {NAMES[d['department']]} to {NAMES[d['to']]}.",
    "moved": lambda d, who, _: f"{who} moves the {crew_card(d['card']).title} to {NAMES[d['to']]}.",
    "left": lambda d, who, _: f"Unclaimed missions leave the game: {_missions(d['missions'])}.",
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
