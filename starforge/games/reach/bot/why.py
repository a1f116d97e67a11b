"""Why a thinking player does what it does, in words: what an action brings, and what the next best would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.engine.action import Action
from starforge.english import listed, stopped
from starforge.games.reach.bot.foresight import foreseen, taken_by_others
from starforge.games.reach.bot.growth import gain_of, shortfall_of
from starforge.games.reach.bot.planner import Situation, met_by, plan, second_best
from starforge.games.reach.bot.scavenge import claimable, near
from starforge.games.reach.bot.turns import aims, situation
from starforge.games.reach.bot.worth import own, value
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import REPAIRS
from starforge.games.reach.view.types import MissionView, ReachView
from starforge.games.reach.words.choices import title
from starforge.games.reach.words.names import NAMES


def why(view: ReachView, action: Action) -> str:
    """Return what speaks for an action of ``view.legal``; '' where nothing was compared."""
    if view.seat is None or view.ask is None or len(view.legal) < 2:
        return ""
    say = _SAYS.get(type(action))
    return say(view, action) if say else ""


def _about(points: float) -> str:
    return f"about {max(round(points), 1)}"


def _next(best: float, other: float) -> str:
    return "hardly less" if _about(best) == _about(other) else _about(other)


def _claim(view: ReachView, x: a.Claim) -> str:
    met = claimable(view)
    worth = {m.mission: value(view, m) for m in met}
    rest = [m for m in met if m.mission != x.card]
    words = f"With its reward and your Landing card it is worth {_about(worth[x.card])} points to you"
    if not rest:
        return f"{words}; you meet no other."
    spared = taken_by_others(view, rest[0].mission) - taken_by_others(view, x.card)
    if worth[rest[0].mission] > worth[x.card] and spared > 0:
        left = f"{rest[0].title} is worth {_about(worth[rest[0].mission])}"
        return f"{words}; {left}, but then those who come after you could take {_about(spared)} points more."
    return stopped(f"{words}; the next best, {rest[0].title}, {_next(worth[x.card], worth[rest[0].mission])}")


def _pass(view: ReachView, x: a.Pass) -> str:
    close = sorted((m for m in view.pool if m.reserved in (None, view.seat)), key=lambda m: _short(view, m))
    return f"You meet no mission; the nearest, {close[0].title}, lacks {_short(view, close[0])}." if close else ""


def _short(view: ReachView, m: MissionView) -> int:
    return sum(m.lacking[own(view).seat].values())


def _place(view: ReachView, x: a.PlaceCard | a.Repair) -> str:
    if view.ask is not None and view.ask.kind == "settle":
        return _settle(view, x)
    zone = REPAIRS[x.at] if isinstance(x, a.Repair) else x.at
    found = ((at, placed) for at in (situation(view), foreseen(view)) if (x.card, zone) in (placed := plan(at)))
    at, placed = next(found, (None, ()))
    if at is None:
        return ""
    other, changed, less = second_best(at, placed, (x.card, zone))
    gains, would = _met(view, at, placed), _met(view, at, changed)
    there = f"{'repairing' if other in REPAIRS.values() else 'in'} the {NAMES[_home(other)]}"
    if gains and gains != would:
        rest = f"only {listed(would)}" if would else "none of them"
        return stopped(
            f"With the rest of the hand placed well you meet {listed(gains)}; with this card {there}, {rest}"
        )
    head = f"You meet {listed(gains)} either way" if gains else "No mission is in reach this turn"
    return f"{head}; {there} the card would be worth {_less(less)} less for the turns to come and the landing."


def _less(points: float) -> str:
    return "a little" if points < 0.75 else f"{_about(points)} point{'s' if points >= 1.5 else ''}"


def _home(zone: str) -> str:
    return next((d for d, at in REPAIRS.items() if at == zone), zone)


def _met(view: ReachView, at: Situation, placed: tuple[tuple[str, str], ...]) -> list[str]:
    return [m.title for m, met in zip(aims(view), met_by(at, placed), strict=True) if met]


def _settle(view: ReachView, x: a.PlaceCard | a.Repair) -> str:
    left = {c.at: shortfall_of(view, c) for c in view.legal if isinstance(c, a.PlaceCard) and c.card == x.card}
    others = {at: n for at, n in left.items() if at != x.at}
    if x.at not in left or not others:
        return ""
    best = min(others, key=others.__getitem__)
    if not left[x.at] and not others[best]:
        return "With what is still to be placed the ship can land wherever this card goes."
    return (
        f"That leaves the landing {left[x.at]} short when all else is placed well; "
        f"in the {NAMES[best]} it would be {others[best]}."
    )


def _grow(view: ReachView, x: Action) -> str:
    gains = sorted(((gain_of(view, c), c) for c in view.legal if gain_of(view, c) > 0), key=lambda one: -one[0])
    rest = [(gain, c) for gain, c in gains if title(c) != title(x)]
    words = f"A token brings {_about(gain_of(view, x))} points there, power and your Landing card counted"
    if not rest:
        return f"{words}."
    return f"{words}; the next best, {title(rest[0][1])}, {_next(gain_of(view, x), rest[0][0])}."


def _department(view: ReachView, x: Any) -> str:
    """Say for a choice of a department how the ship stands there beside the Landing card."""
    if view.landing is None or x.at not in view.landing.required:
        return ""
    if view.ask is not None and view.ask.kind in ("overcharge", "forge"):
        close = sorted(near(view, 3), key=lambda m: -value(view, m))
        return f"That brings {close[0].title} within reach, the best of those that lack little." if close else ""
    have, need = own(view).totals, view.landing.required
    others = [d for d in need if d != x.at and type(x)(d) in view.legal]
    words = f"The landing needs {need[x.at]} there and you have {have[x.at]}"
    if not others:
        return f"{words}; there is no other department to choose."
    other = min(others, key=lambda d: have[d] - need[d])
    return f"{words}; in the {NAMES[other]} it needs {need[other]} and you have {have[other]}."


def _crew(view: ReachView, x: Any) -> str:
    """Say for crew to be taken on how the ship stands where it is at home."""
    home = crew_card(x.card).home
    if view.landing is None:
        return ""
    have, need = own(view).totals[home], view.landing.required[home]
    return f"The landing needs {need} in the {NAMES[home]}, and {have} is there now."


def _use(view: ReachView, x: Action) -> str:
    return f"{own(view).hurt} damage is on your ship; what the card could repair beyond that would be lost."


def _keep_card(view: ReachView, x: Action) -> str:
    return "The cards you hold would do more at another time."


def _play(view: ReachView, x: a.Play) -> str:
    name, *args = book().missions[x.card].reward
    if name in ("overcharge", "forge"):
        close = near(view, int(args[0]))
        best = max(close, key=lambda m: value(view, m), default=None)
        return f"It brings {best.title} within reach." if best is not None else ""
    if name == "go-first":
        place = view.forecast.index(own(view).seat) + 1
        return f"By the ships as you know them you would claim as number {place}; with it you choose first."
    if name in ("mend", "shift-damage"):
        return f"{own(view).hurt} damage is on your ship, and the card does most of what it can now."
    return "What it brings is worth as much now as later, and it may fit no time to come."


def _lift(view: ReachView, x: a.Lift) -> str:
    card = crew_card(x.card)
    return f"It gives {card.worker} there as a worker, and {card.main} in the {NAMES[card.home]}, its home."


def _shift(view: ReachView, x: a.Shift) -> str:
    if view.landing is None:
        return ""
    have, need = own(view).totals, view.landing.required
    return (
        f"The landing needs {need[x.at]} in the {NAMES[x.at]} and you have {have[x.at]}; "
        f"in the {NAMES[x.to]} it needs {need[x.to]} and you have {have[x.to]}."
    )


def _stop(view: ReachView, x: Action) -> str:
    return "Moved anywhere else, the damage would do you more harm."


def _done(view: ReachView, x: Action) -> str:
    gains = [gain_of(view, c) for c in view.legal]
    if max(gains, default=0.0) > 0:
        return "What you could do here is worth less than to keep it."
    return "Nothing that you could do here is of more use now than later."


_SAYS: dict[type[Action], Callable[[ReachView, Any], str]] = {
    a.Claim: _claim,
    a.Pass: _pass,
    a.PlaceCard: _place,
    a.Repair: _place,
    a.Raise: _grow,
    a.Specialise: _grow,
    a.Choose: _department,
    a.Mend: _department,
    a.Keep: _crew,
    a.Recruit: _crew,
    a.Promote: _crew,
    a.Use: _use,
    a.Hold: _keep_card,
    a.Play: _play,
    a.Lift: _lift,
    a.Shift: _shift,
    a.Stop: _stop,
    a.Done: _done,
    a.Rove: _department,
    a.Ready: lambda view, x: "Every card is placed as well as any other way that was looked at.",
    a.BoardShip: lambda view, x: "All ships have the same power in all; none is better than another.",
}
