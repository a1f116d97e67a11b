"""Every question of USC: Reach and the actions that answer it."""

from __future__ import annotations

from typing import Any

from starforge.engine.rules import Rule, always, only
from starforge.games.reach.model.actions import (
    BoardShip,
    Choose,
    Claim,
    Done,
    Hold,
    Keep,
    Lift,
    Mend,
    Move,
    Pass,
    PlaceCard,
    Play,
    Promote,
    Raise,
    Ready,
    Recruit,
    Repair,
    Shift,
    Specialise,
    Stop,
    TakeBack,
    Use,
)
from starforge.games.reach.rules import claiming as c
from starforge.games.reach.rules import damage as d
from starforge.games.reach.rules import growing as g
from starforge.games.reach.rules import planning as p
from starforge.games.reach.rules.scavenge import allowed_plays, check_play, do_play, offer_plays


def _play(asked: str) -> Rule[Any]:
    return Rule(Play, offer_plays, check_play, do_play(asked), allowed_plays)


def _leave(action: type[Any]) -> Rule[Any]:
    return Rule(action, only(action), always, c.goes_on)


RULES: dict[str, tuple[Rule[Any], ...]] = {
    "ship": (Rule(BoardShip, p.offer_ships, p.check_ship, p.do_ship),),
    "before": (_play("before"), _leave(Hold)),
    "plan": (
        Rule(PlaceCard, p.offer_places, p.check_place, p.do_place, p.allowed_places),
        Rule(Repair, p.offer_repairs, p.check_repair, p.do_repair, p.allowed_repairs),
        Rule(TakeBack, p.offer_take_backs, p.check_take_back, p.do_take_back, p.offer_take_backs),
        Rule(Lift, p.offer_lifts, p.check_lift, p.do_lift, p.offer_lifts),
        _play("plan"),
        Rule(Ready, p.offer_ready, p.check_ready, p.do_ready, p.allowed_ready),
    ),
    "claim": (
        Rule(Claim, c.offer_claims, c.check_claim, c.do_claim, c.allowed_claims),
        _play("claim"),
        Rule(Pass, only(Pass), always, c.do_pass),
    ),
    "after-claim": (_play("after-claim"), _leave(Hold)),
    "attach": (Rule(Choose, c.offer_attach, c.check_attach, c.do_attach),),
    "overcharge": (Rule(Choose, c.offer_departments, c.check_department, c.do_overcharge),),
    "forge": (Rule(Choose, c.offer_departments, c.check_department, c.do_forge),),
    "mend": (Rule(Mend, d.offer_mends, d.check_mend, d.do_mend), Rule(Stop, only(Stop), always, d.do_stop)),
    "shift": (Rule(Shift, d.offer_shifts, d.check_shift, d.do_shift), Rule(Stop, only(Stop), always, d.do_stop)),
    "rove": (Rule(Move, c.offer_moves, c.check_move, c.do_move), _leave(Hold)),
    "turn-end": (Rule(Use, c.offer_uses, c.check_use, c.do_use("turn-end")), _play("turn-end"), _leave(Done)),
    "promote": (Rule(Promote, g.offer_promotions, g.check_promote, g.do_promote),),
    "hire": (Rule(Recruit, g.offer_recruits, g.check_recruit, g.do_hire),),
    "settle": (Rule(PlaceCard, p.offer_settling, p.check_settle, p.do_settle),),
    "teach": (Rule(Recruit, g.offer_lessons, g.check_lesson, g.do_lesson),),
    "recruit": (Rule(Recruit, g.offer_recruits, g.check_recruit, g.do_recruit),),
    "growth": (
        Rule(Raise, g.offer_raises, g.check_raise, g.do_raise, g.allowed_raises),
        Rule(Specialise, g.offer_specialists, g.check_specialise, g.do_specialise),
        Rule(Use, c.offer_late_uses, c.check_late_use, c.do_use("growth")),
        _play("growth"),
        _leave(Done),
    ),
    "keep": (Rule(Keep, g.offer_keeps, g.check_keep, g.do_keep),),
}
"""The rules that answer each kind of ask, in the order the choices are shown."""
