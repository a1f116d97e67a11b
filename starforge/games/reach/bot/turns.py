"""How a thinking player goes through a turn: cards before planning, the plan, claims, damage, the turn's end."""

from __future__ import annotations

from collections.abc import Callable

from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.games.reach.bot.planner import Situation, Target, plan
from starforge.games.reach.bot.scavenge import claimable, misplaced, near, wanted, wanted_play
from starforge.games.reach.bot.worth import own, value
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEPARTMENTS, REPAIRS
from starforge.games.reach.view.types import BoardView, MissionView, ReachView

TRUST = {2: 0.75, 3: 0.8, 4: 0.85}
"""How much of the power still to come counts for the landing: with more rivals, more has to be risked to win."""


def situation(view: ReachView) -> Situation:
    """Return the situation of the seat's planning; what is placed stays."""
    me, tile, card = own(view), view.tile, view.landing
    seat = me.seat
    assert tile is not None
    assert card is not None
    power = [d.default + d.crew + d.research + d.extra - d.weighing for d in me.departments]
    others = [b for b in view.boards if b.seat != seat]
    order = DEPARTMENTS.index(tile.order)
    gain = 2.0 if view.step == 1 else 1.5
    return Situation(
        turn=view.turn,
        hand=tuple(c.card for c in me.hand),
        power=tuple(power),
        targets=tuple(_target(view, m, others) for m in aims(view)),
        order=order,
        rivals=tuple(b.departments[order].total + gain for b in others),
        stops=stops_of(view),
        workers=me.workers,
        learners=len(me.academy),
        damage=tuple(max(0, d.damage - len(d.repairers)) for d in me.departments),
        need=tuple(card.required[d] for d in DEPARTMENTS),
        spare=_spare(view),
    )


def aims(view: ReachView) -> list[MissionView]:
    """Return the missions that the seat may claim, best first."""
    return sorted((m for m in view.pool if m.reserved in (None, view.seat)), key=lambda m: -value(view, m))


def _target(view: ReachView, m: MissionView, others: list[BoardView]) -> Target:
    """Return a mission as a target: a rival who goes first takes it the more likely, the nearer it is to it."""
    left, chances = 1.0, [1.0]
    for b in sorted(others, key=lambda b: sum(m.lacking[b.seat].values())):
        lacks = sum(m.lacking[b.seat].values())
        left *= 1 - (0.0 if m.reserved == view.seat else max(0.05, 0.45 - 0.06 * lacks))
        chances.append(left)
    needs = tuple(m.required.get(d, 0) for d in DEPARTMENTS)
    return Target(needs, value(view, m), tuple(chances), m.mission)


def stops_of(view: ReachView) -> tuple[float, ...]:
    """Return what each worker in the Defence Center is worth, by the tiles that can still come this round."""
    tiles = [book().tiles[t].damage for t in view.tiles_left]
    return tuple((3 - view.step) * 1.3 * sum(t >= n for t in tiles) / max(1, len(tiles)) for n in (1, 2, 3))


def _spare(view: ReachView) -> int:
    """Return about how much power is still to come for the landing, besides what the plan places."""
    me = own(view)
    learning = 2 * len(me.academy)
    repairing = sum(c.main + 1 for d in me.departments for c in d.repairers)
    new = sum(1 for c in me.claimed if c.type == "distress" and not c.spent) * 2
    deck = sum(crew_card(card).main * n for card, n in me.unseen.items())
    return int(TRUST[len(view.boards)] * (me.tokens + learning + repairing + new + deck))


def place_hand(view: ReachView, rng: Rng) -> Action:
    """Place the next card of the best plan; play what draws or moves crew first."""
    return placed(view, situation)


def placed(view: ReachView, seen: Callable[[ReachView], Situation]) -> Action:
    """Place the next card of the best plan for the situation as it is seen."""
    if (play := wanted_play(view)) is not None:
        return play
    stuck = misplaced(view)
    for choice in view.legal:
        if isinstance(choice, a.Lift) and (choice.card, choice.at) in stuck:
            return choice
    if not own(view).hand:
        return a.Ready()
    card, zone = plan(seen(view))[0]
    return a.Repair(card, zone.removeprefix("repair-")) if zone in REPAIRS.values() else a.PlaceCard(card, zone)


def simple_placement(view: ReachView, m: MissionView | None) -> tuple[str, str]:
    """Return where the strongest card in hand goes that helps with a mission, at home first; else a card goes home."""
    me = own(view)
    lacks = dict(m.lacking[me.seat]) if m is not None else {}
    strongest = sorted(me.hand, key=lambda c: -c.main)
    helping = next((c for c in strongest if c.home in lacks), None)
    if helping is not None:
        return helping.card, helping.home
    if lacks:
        return min(me.hand, key=lambda c: (-c.worker, c.main)).card, max(lacks, key=lambda d: lacks[d])
    return strongest[0].card, strongest[0].home


def play_or_hold(view: ReachView, rng: Rng) -> Action:
    return wanted_play(view) or a.Hold()


def claim(view: ReachView, rng: Rng) -> Action:
    """Claim the best mission, after playing what makes a better one possible."""
    met = claimable(view)
    return wanted_play(view) or (a.Claim(met[0].mission) if met else a.Pass())


def boost(view: ReachView, rng: Rng) -> Action:
    """Help the best mission that is near."""
    seat = own(view).seat
    close = sorted(near(view, 3), key=lambda m: -value(view, m))
    return a.Choose(next(iter(close[0].lacking[seat])) if close else "command")


def _tightest(view: ReachView) -> list[str]:
    """Return the damaged departments, those first that lack most for the landing."""
    me, card = own(view), view.landing
    short = card.short if card else {}
    slack = {d.slug: d.total - (card.required[d.slug] if card else 0) for d in me.departments}
    hurt = [d for d in me.departments if d.damage]
    return [
        d.slug for d in sorted(hurt, key=lambda d: (-short.get(d.slug, 0), slack[d.slug], len(d.repairers) - d.damage))
    ]


def mend(view: ReachView, rng: Rng) -> Action:
    """Repair where the landing needs it most."""
    hurt = _tightest(view)
    return a.Mend(hurt[0]) if hurt else a.Stop()


def shift(view: ReachView, rng: Rng) -> Action:
    """Move damage from where the landing lacks power to where there is most to spare."""
    me, card = own(view), view.landing
    if card is None:
        return a.Stop()
    spare = max(DEPARTMENTS, key=lambda d: me.totals[d] - card.required[d])
    worst = next((d for d in _tightest(view) if card.short.get(d)), None)
    if worst is None or me.totals[spare] <= card.required[spare] or worst == spare:
        return a.Stop()
    return a.Shift(worst, spare)


def turn_end(view: ReachView, rng: Rng) -> Action:
    """Repair when nothing of the card is lost, or little time is left."""
    me = own(view)
    waiting = sum(len(d.repairers) for d in me.departments)
    for choice in view.legal:
        if isinstance(choice, a.Use):
            figures = [x for x in book().missions[choice.card].reward if isinstance(x, int)]
            if me.hurt - waiting >= sum(figures) or view.turn >= 8:
                return choice
        if isinstance(choice, a.Play) and wanted(view, choice.card):
            return choice
    return a.Done()
