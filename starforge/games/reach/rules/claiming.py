"""Claims and the rewards of a turn: which mission, where Research goes, which damage goes away."""

from __future__ import annotations

from collections.abc import Callable

from starforge.engine.ops import bind, push
from starforge.engine.rules import Refusal
from starforge.engine.state import Ask
from starforge.english import listed
from starforge.games.reach.model.actions import Choose, Claim, Pass, Rove, Use
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS, Reach
from starforge.games.reach.rules.power import claimable, lacking, totals
from starforge.games.reach.words.names import SHORT


def goes_on(s: Reach, seat: int, a: object) -> None:
    """Do nothing: the question is answered, and the game goes on."""


def do_pass(s: Reach, seat: int, a: Pass) -> None:
    s.emit("passed", seat=seat, forced=False, met=claimable(s, seat))


def offer_claims(s: Reach, seat: int) -> list[Claim]:
    return [Claim(m) for m in (*s.pool, *s.players[seat].reserved)]


def allowed_claims(s: Reach, seat: int) -> list[Claim]:
    return [Claim(m) for m in claimable(s, seat)]


def check_claim(s: Reach, seat: int, a: Claim) -> Refusal | None:
    p = s.players[seat]
    if a.card not in s.pool and a.card not in p.reserved:
        return Refusal("That mission is not there to be claimed by you.", "UR-C1")
    short = lacking(p, s.turn, a.card, totals(p, s.turn))
    if not short:
        return None
    return Refusal(f"You lack {listed([f'{n} {SHORT[d]}' for d, n in short.items()])}.", "UR-C1")


def do_claim(s: Reach, seat: int, a: Claim) -> None:
    """Keep the mission; tokens come at once, other rewards at their own time (UR-C3, UR-W1)."""
    p, met = s.players[seat], claimable(s, seat)
    (s.pool if a.card in s.pool else p.reserved).remove(a.card)
    p.claimed.append(a.card)
    mission = book().missions[a.card]
    s.emit("claimed", seat=seat, mission=a.card, points=mission.points, met=met)
    at_once = [bind(mission.reward, seat, a.card)] if mission.type == "expedition" else []
    p.spent += [a.card for _ in at_once]
    push(s, *at_once, ("after-claim", seat))


# --- departments ------------------------------------------------------------------------------------------------------


def offer_attach(s: Reach, seat: int) -> list[Choose]:
    return [Choose(str(d)) for d in s.asks[seat].args[1:]]


def do_attach(s: Reach, seat: int, a: Choose) -> None:
    """Attach the Research that waits first, for good."""
    p, missions = s.players[seat], book().missions
    card = next(m for m in p.claimed if missions[m].type == "research" and m not in p.research)
    p.research[card] = a.at
    p.spent.append(card)
    s.emit("attached", seat=seat, mission=card, at=a.at)


def offer_departments(s: Reach, seat: int) -> list[Choose]:
    return [Choose(d) for d in DEPARTMENTS]


def do_overcharge(s: Reach, seat: int, a: Choose) -> None:
    p = s.players[seat]
    power = _figure(s, seat, "overcharge")
    p.boosts[a.at] = p.boosts.get(a.at, 0) + power
    planning = s.phase == "planning"
    if planning:
        s.asks[seat] = Ask("plan")
    s.emit("overcharged", seat=seat, department=a.at, power=power, only=(seat,) if planning else None)


def do_forge(s: Reach, seat: int, a: Choose) -> None:
    p = s.players[seat]
    less = _figure(s, seat, "forge")
    p.eased[a.at] = p.eased.get(a.at, 0) + less
    s.emit("eased", seat=seat, department=a.at, less=less)


def _figure(s: Reach, seat: int, name: str) -> int:
    """Return the figure on the card just played that has an effect of that name."""
    missions = book().missions
    return next(int(missions[m].reward[1]) for m in reversed(s.players[seat].spent) if missions[m].reward[0] == name)


# --- the end of a turn ------------------------------------------------------------------------------------------------


def offer_uses(s: Reach, seat: int) -> list[Use]:
    p, missions = s.players[seat], book().missions
    return [Use(m) for m in p.claimed if missions[m].type == "maintenance" and m not in p.spent]


def check_use(s: Reach, seat: int, a: Use) -> Refusal | None:
    if a not in offer_uses(s, seat):
        return Refusal("You hold no such Maintenance card, or have used it.", "UR-W6")
    return None if s.players[seat].hurt() else Refusal("There is no damage on your ship.", "UR-W6")


def offer_late_uses(s: Reach, seat: int) -> list[Use]:
    """Offer them in the Landing Sequence too (UR-E2), but not at the end of earlier rounds, after repairs (UR-W6)."""
    return offer_uses(s, seat) if s.phase == "landing" else []


def check_late_use(s: Reach, seat: int, a: Use) -> Refusal | None:
    if s.phase != "landing":
        return Refusal("Maintenance cards are used at the end of a turn, before the repairs of the round.", "UR-W6")
    return check_use(s, seat, a)


def do_use(asked: str) -> Callable[[Reach, int, Use], None]:
    """Return what using a card does; the question ``asked`` is put again afterwards."""

    def do(s: Reach, seat: int, a: Use) -> None:
        s.players[seat].spent.append(a.card)
        s.emit("used", seat=seat, mission=a.card)
        push(s, bind(book().missions[a.card].reward, seat, a.card), (asked, seat))

    return do


def _rover(s: Reach, seat: int) -> tuple[str, str]:
    specialists = book().specialists
    aboard = s.players[seat].aboard()
    return next(
        (card, at) for card, at in aboard if card in specialists and (specialists[card].turn_end or ("",))[0] == "rove"
    )


def offer_moves(s: Reach, seat: int) -> list[Rove]:
    _, here = _rover(s, seat)
    return [Rove(d) for d in DEPARTMENTS if d != here]


def do_move(s: Reach, seat: int, a: Rove) -> None:
    p = s.players[seat]
    card, here = _rover(s, seat)
    p.crew[here].remove(card)
    p.crew[a.at].append(card)
    s.emit("moved", seat=seat, card=card, at=here, to=a.at)
