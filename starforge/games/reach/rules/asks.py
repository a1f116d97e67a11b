"""Every question of USC: Reach and the actions that answer it."""

from __future__ import annotations

from typing import Any

from starforge.engine.rules import Rule, always, only
from starforge.games.reach.model import actions as a
from starforge.games.reach.rules import claiming as c
from starforge.games.reach.rules import damage as d
from starforge.games.reach.rules import growing as g
from starforge.games.reach.rules import planning as p
from starforge.games.reach.rules.scavenge import allowed_plays, check_play, do_play, offer_plays


def _play(asked: str) -> Rule[Any]:
    return Rule(a.Play, offer_plays, check_play, do_play(asked), allowed_plays)


def _leave(action: type[Any]) -> Rule[Any]:
    return Rule(action, only(action), always, c.goes_on)


RULES: dict[str, tuple[Rule[Any], ...]] = {
    "ship": (Rule(a.BoardShip, p.offer_ships, p.check_ship, p.do_ship),),
    "before": (_play("before"), _leave(a.Hold)),
    "plan": (
        Rule(a.PlaceCard, p.offer_places, p.check_place, p.do_place, p.allowed_places),
        Rule(a.Repair, p.offer_repairs, p.check_repair, p.do_repair, p.allowed_repairs),
        Rule(a.TakeBack, p.offer_take_backs, p.check_take_back, p.do_take_back, p.offer_take_backs),
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
    "attach": (Rule(a.Choose, c.offer_attach, c.check_attach, c.do_attach),),
    "overcharge": (Rule(a.Choose, c.offer_departments, c.check_department, c.do_overcharge),),
    "forge": (Rule(a.Choose, c.offer_departments, c.check_department, c.do_forge),),
    "mend": (Rule(a.Mend, d.offer_mends, d.check_mend, d.do_mend), Rule(a.Stop, only(a.Stop), always, d.do_stop)),
    "shift": (Rule(a.Shift, d.offer_shifts, d.check_shift, d.do_shift), Rule(a.Stop, only(a.Stop), always, d.do_stop)),
    "rove": (Rule(a.Rove, c.offer_moves, c.check_move, c.do_move), _leave(a.Hold)),
    "turn-end": (Rule(a.Use, c.offer_uses, c.check_use, c.do_use("turn-end")), _play("turn-end"), _leave(a.Done)),
    "promote": (Rule(a.Promote, g.offer_promotions, g.check_promote, g.do_promote),),
    "hire": (Rule(a.Recruit, g.offer_recruits, g.check_recruit, g.do_hire),),
    "settle": (Rule(a.PlaceCard, p.offer_settling, p.check_settle, p.do_settle),),
    "teach": (Rule(a.Recruit, g.offer_lessons, g.check_lesson, g.do_lesson),),
    "recruit": (Rule(a.Recruit, g.offer_recruits, g.check_recruit, g.do_recruit),),
    "growth": (
        Rule(a.Raise, g.offer_raises, g.check_raise, g.do_raise, g.allowed_raises),
        Rule(a.Specialise, g.offer_specialists, g.check_specialise, g.do_specialise),
        Rule(a.Use, c.offer_late_uses, c.check_late_use, c.do_use("growth")),
        _play("growth"),
        _leave(a.Done),
    ),
    "keep": (Rule(a.Keep, g.offer_keeps, g.check_keep, g.do_keep),),
}
"""The rules that answer each kind of ask, in the order the choices are shown."""
