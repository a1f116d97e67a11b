"""Every question of USC: Reach and the actions that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from starforge.engine.action import Action
from starforge.engine.rules import Refusal, Rule, always, only
from starforge.games.reach.model import actions as a
from starforge.games.reach.rules import claiming as c
from starforge.games.reach.rules import damage as d
from starforge.games.reach.rules import growing as g
from starforge.games.reach.rules import planning as p
from starforge.games.reach.rules.scavenge import allowed_plays, check_play, do_play, offer_plays

Offers = Callable[..., Iterable[Action]]


def _play(asked: str) -> Rule[Any]:
    return Rule(a.Play, offer_plays, check_play, do_play(asked), allowed_plays)


def _offered(action: type[Action], offers: Offers, do: Callable[..., None], why: str, rule: str) -> Rule[Any]:
    """Return a rule that allows what is offered, and refuses all else for one reason."""
    refusal = Refusal(why, rule)
    return Rule(action, offers, lambda s, seat, x: None if x in offers(s, seat) else refusal, do, offers)


def _leave(action: type[Any]) -> Rule[Any]:
    return Rule(action, only(action), always, c.goes_on)


_DEPARTMENT = ("Choose a department with power.", "UR-T1")
_CREW = ("That crew cannot be had now.", "UR-W5")
RULES: dict[str, tuple[Rule[Any], ...]] = {
    "ship": (Rule(a.BoardShip, p.offer_ships, p.check_ship, p.do_ship),),
    "before": (_play("before"), _leave(a.Hold)),
    "plan": (
        Rule(a.PlaceCard, p.offer_places, p.check_place, p.do_place, p.allowed_places),
        Rule(a.Repair, p.offer_repairs, p.check_repair, p.do_repair, p.allowed_repairs),
        _offered(
            a.TakeBack,
            p.offer_take_backs,
            p.do_take_back,
            "You have not placed that card there this turn; placed crew stays until the round ends.",
            "UR-P6",
        ),
        Rule(a.Lift, p.offer_lifts, p.check_lift, p.do_lift, p.offer_lifts),
        _play("plan"),
        Rule(a.Ready, p.offer_ready, p.check_ready, p.do_ready, p.allowed_ready),
    ),
    "claim": (
        Rule(a.Claim, c.offer_claims, c.check_claim, c.do_claim, c.allowed_claims),
        _play("claim"),
        Rule(a.Pass, only(a.Pass), always, c.do_pass),
    ),
    "after-claim": (_play("after-claim"), _leave(a.Hold)),
    "attach": (
        _offered(
            a.Choose, c.offer_attach, c.do_attach, "This Research fits one of the two departments it names.", "UR-W3"
        ),
    ),
    "overcharge": (_offered(a.Choose, c.offer_departments, c.do_overcharge, *_DEPARTMENT),),
    "forge": (_offered(a.Choose, c.offer_departments, c.do_forge, *_DEPARTMENT),),
    "mend": (
        _offered(a.Mend, d.offer_mends, d.do_mend, "There is no damage to repair there.", "UR-W6"),
        Rule(a.Stop, only(a.Stop), always, d.do_stop),
    ),
    "shift": (Rule(a.Shift, d.offer_shifts, d.check_shift, d.do_shift), Rule(a.Stop, only(a.Stop), always, d.do_stop)),
    "rove": (
        _offered(a.Rove, c.offer_moves, c.do_move, "Choose another department with power.", "UR-T4"),
        _leave(a.Hold),
    ),
    "turn-end": (Rule(a.Use, c.offer_uses, c.check_use, c.do_use("turn-end")), _play("turn-end"), _leave(a.Done)),
    "promote": (
        _offered(a.Promote, g.offer_promotions, g.do_promote, "That card cannot be raised by a level.", "UR-W4"),
    ),
    "hire": (_offered(a.Recruit, g.offer_recruits, g.do_hire, *_CREW),),
    "settle": (Rule(a.PlaceCard, p.offer_settling, p.check_settle, p.do_settle),),
    "teach": (
        _offered(a.Recruit, g.offer_lessons, g.do_lesson, "That card is no Junior beside the Specialist.", "UR-T4"),
    ),
    "recruit": (_offered(a.Recruit, g.offer_recruits, g.do_recruit, *_CREW),),
    "growth": (
        Rule(a.Raise, g.offer_raises, g.check_raise, g.do_raise, g.allowed_raises),
        Rule(a.Specialise, g.offer_specialists, g.check_specialise, g.do_specialise),
        Rule(a.Use, c.offer_late_uses, c.check_late_use, c.do_use("growth")),
        _play("growth"),
        _leave(a.Done),
    ),
    "keep": (_offered(a.Keep, g.offer_keeps, g.do_keep, "Keep one of the Specialists you have drawn.", "UR-W2"),),
}
"""The rules that answer each kind of ask, in the order the choices are shown."""
