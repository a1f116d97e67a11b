"""What a thinking player does: aim at missions in reach, prevent and repair, grow the crew, and mean to land.

It knows its own view and nothing else. The figures are victory points, as a player would guess them.
"""

from __future__ import annotations

from collections.abc import Callable

from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.games.reach import actions as a
from starforge.games.reach.cards import book, crew_card
from starforge.games.reach.model import DEPARTMENTS, REPAIRS
from starforge.games.reach.planner import Situation, Target, plan, shortfall
from starforge.games.reach.view import BoardView, MissionView, ReachView

POINT = {1: 2.2, 2: 2.0, 3: 1.7}
"""What a point of permanent power is worth, by round."""
TOKEN = {1: 2.6, 2: 2.5, 3: 2.3}
"""What an Experience token is worth, by round."""
CREW = {"junior": 1.0, "mid": 2.0, "senior": 4.2, "lead": 6.5}
"""What new crew is worth."""
SCAVENGE = {
    "extra-pool": 2.2,
    "draw-crew": 2.2,
    "overcharge": 2.4,
    "forge": 2.4,
    "lift-crew": 2.0,
    "mend": 2.5,
    "go-first": 1.8,
    "claim-again": 4.5,
    "promote": 3.0,
    "decoy": 2.2,
    "new-pool": 1.5,
    "hire": 4.5,
    "shift-damage": 1.2,
}
"""What a Scavenge card is worth in hand."""
OBJECTIVE = 5.0
GROWN = 1.1
"""What a point more of Main Power is worth to crew that grows."""


def advise(view: ReachView, rng: Rng) -> Action | None:
    """Return what to do now, one of ``view.legal``."""
    if view.seat is None or view.ask is None:
        return None
    wanted = _DECIDES[view.ask.kind](view, rng)
    legal = view.legal
    return wanted if wanted in legal else legal[-1]


def worth(view: ReachView) -> float:
    """Return how well the seat stands: its score, and how near the landing is."""
    me, card = view.me, view.landing
    if me is None:
        return 0.0
    short = sum(card.short.values()) if card else 0
    if view.result is not None:
        return -50.0 if short else float(me.score)
    return me.score + 0.5 * me.tokens + 0.3 * sum(me.totals.values()) - 0.6 * short - 0.3 * me.hurt


# --- missions ---------------------------------------------------------------------------------------------------------


def value(view: ReachView, mission: MissionView) -> float:
    """Return what claiming a mission is worth: its points, its reward, an objective it helps."""
    name, *args = book().missions[mission.mission].reward
    gain = float(mission.points)
    if mission.type == "expedition":
        gain += TOKEN[view.round] * min(int(args[0]), view.tokens)
    elif mission.type == "research":
        gain += POINT[view.round] * int(args[1])
    elif mission.type == "distress":
        number = int(args[2]) if len(args) > 2 else 1
        gain += CREW[str(args[0])] * number
    elif mission.type == "maintenance":
        me = view.me
        assert me is not None
        gain += 1.5 * min(int(args[0]), me.hurt + (9 - view.turn) * 0.35)
    else:
        gain += SCAVENGE[str(name)] * (0.3 if view.turn == 9 and "end" not in mission.windows else 1.0)
    return gain + _objective(view, mission.type)


def _objective(view: ReachView, kind: str) -> float:
    """Return what one more mission of a type does for the objectives of the Landing card."""
    card, me = view.landing, view.me
    if card is None or me is None:
        return 0.0
    gain = 0.0
    for op, (_, have, need) in zip(book().landings[card.landing].objectives, card.objectives, strict=True):
        if have >= need:
            continue
        new_kind = kind not in {c.type for c in me.claimed}
        if (op[0] == "complete" and op[2] in ("any", kind)) or (op[0] == "complete-kinds" and new_kind):
            gain += OBJECTIVE * 0.8 / (need - have)
    return gain


def _claimable(view: ReachView) -> list[MissionView]:
    """Return the missions that the seat meets and may claim, best first."""
    seat = view.seat
    assert seat is not None
    met = [m for m in view.pool if not m.lacking[seat] and m.reserved in (None, seat)]
    return sorted(met, key=lambda m: -value(view, m))


def _claim(view: ReachView, rng: Rng) -> Action:
    met = _claimable(view)
    best = value(view, met[0]) if met else 0.0
    for choice in view.legal:
        if isinstance(choice, a.Play) and _worth_playing(view, choice.card, best):
            return choice
    return a.Claim(met[0].mission) if met else a.Pass()


def _worth_playing(view: ReachView, card: str, best: float) -> bool:
    """Return whether to interrupt before a claim of that value."""
    name, *args = book().missions[card].reward
    if name == "extra-pool":
        return best < 5.0
    if name in ("overcharge", "forge"):
        near = [value(view, m) for m in _near(view, int(args[0]))]
        return bool(near) and max(near) > best + 1.5
    return name == "hire"


def _near(view: ReachView, power: int) -> list[MissionView]:
    """Return the missions that lack no more than so much in one department."""
    seat = view.seat
    assert seat is not None
    found = [m for m in view.pool if m.reserved in (None, seat) and len(m.lacking[seat]) == 1]
    return [m for m in found if sum(m.lacking[seat].values()) <= power]


def _boost(view: ReachView, rng: Rng) -> Action:
    """Help the best mission that is near."""
    seat = view.seat
    assert seat is not None
    near = sorted(_near(view, 3), key=lambda m: -value(view, m))
    return a.Choose(next(iter(near[0].lacking[seat])) if near else "command")


# --- planning ---------------------------------------------------------------------------------------------------------


def situation(view: ReachView) -> Situation:
    """Return the situation of the seat's planning; what is placed stays."""
    me, seat, tile, card = view.me, view.seat, view.tile, view.landing
    assert me is not None
    assert seat is not None
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
        targets=tuple(_target(view, m, others) for m in view.pool if m.reserved in (None, seat)),
        order=order,
        rivals=tuple(b.departments[order].total + gain for b in others),
        stops=_stops(view),
        workers=me.workers,
        learners=len(me.academy),
        damage=tuple(max(0, d.damage - len(d.repairers)) for d in me.departments),
        need=tuple(card.required[d] for d in DEPARTMENTS),
        spare=_spare(view),
    )


def _target(view: ReachView, m: MissionView, others: list[BoardView]) -> Target:
    """Return a mission as a target: a rival who goes first takes it the more likely, the nearer it is to it."""
    left, chances = 1.0, [1.0]
    for b in sorted(others, key=lambda b: sum(m.lacking[b.seat].values())):
        lacks = sum(m.lacking[b.seat].values())
        left *= 1 - (0.0 if m.reserved == view.seat else max(0.05, 0.45 - 0.06 * lacks))
        chances.append(left)
    needs = tuple(m.required.get(d, 0) for d in DEPARTMENTS)
    return Target(needs, value(view, m), tuple(chances))


def _stops(view: ReachView) -> tuple[float, ...]:
    """Return what each worker in the Defence Center is worth, by the tiles that can still come this round."""
    tiles = [book().tiles[t].damage for t in view.tiles_left]
    return tuple((3 - view.step) * 1.3 * sum(t >= n for t in tiles) / max(1, len(tiles)) for n in (1, 2, 3))


def _spare(view: ReachView) -> int:
    """Return about how much power is still to come for the landing, besides what the plan places."""
    me = view.me
    assert me is not None
    learning = 2 * len(me.academy)
    repairing = sum(c.main + 1 for d in me.departments for c in d.repairers)
    new = sum(1 for c in me.claimed if c.type == "distress" and not c.spent) * 2
    deck = sum(crew_card(card).main * n for card, n in me.unseen.items())
    return me.tokens + learning + repairing + new + deck


def _plan(view: ReachView, rng: Rng) -> Action:
    me = view.me
    assert me is not None
    for choice in view.legal:
        if isinstance(choice, a.Play) and _play_behind(view, choice.card):
            return choice
        if isinstance(choice, a.Lift) and _worth_lifting(view, choice):
            return choice
    if not me.hand:
        return a.Ready()
    card, zone = plan(situation(view))[0]
    return a.Repair(card, zone.removeprefix("repair-")) if zone in REPAIRS.values() else a.Place(card, zone)


def _play_behind(view: ReachView, card: str) -> bool:
    """Return whether to play a card while planning."""
    me = view.me
    assert me is not None
    name = book().missions[card].reward[0]
    if name == "draw-crew":
        return True
    return name == "lift-crew" and view.step == 3 and any(_misplaced(view))


def _misplaced(view: ReachView) -> list[tuple[str, str]]:
    """Return workers of earlier turns that would do more at home."""
    me = view.me
    assert me is not None
    return [
        (c.card, d.slug) for d in me.departments for c in d.cards if c.face == "worker" and not c.new and c.level >= 2
    ]


def _worth_lifting(view: ReachView, choice: a.Lift) -> bool:
    return (choice.card, choice.at) in _misplaced(view)


def _before(view: ReachView, rng: Rng) -> Action:
    me, seat = view.me, view.seat
    assert me is not None
    assert seat is not None
    for choice in view.legal:
        if not isinstance(choice, a.Play):
            continue
        name = book().missions[choice.card].reward[0]
        lacks = [sum(m.lacking[seat].values()) for m in view.pool]
        if name == "go-first" and view.forecast[0] != seat:
            return choice
        if name == "new-pool" and min(lacks, default=9) > 4:
            return choice
        if name == "mend" and me.hurt >= 3:
            return choice
    return a.Hold()


# --- damage -----------------------------------------------------------------------------------------------------------


def _tightest(view: ReachView) -> list[str]:
    """Return the damaged departments, those first that lack most for the landing."""
    me, card = view.me, view.landing
    assert me is not None
    short = card.short if card else {}
    slack = {d.slug: d.total - (card.required[d.slug] if card else 0) for d in me.departments}
    hurt = [d for d in me.departments if d.damage]
    return [
        d.slug for d in sorted(hurt, key=lambda d: (-short.get(d.slug, 0), slack[d.slug], len(d.repairers) - d.damage))
    ]


def _mend(view: ReachView, rng: Rng) -> Action:
    hurt = _tightest(view)
    return a.Mend(hurt[0]) if hurt else a.Stop()


def _shift(view: ReachView, rng: Rng) -> Action:
    """Move damage from where the landing lacks power to where there is most to spare."""
    me, card = view.me, view.landing
    assert me is not None
    if card is None:
        return a.Stop()
    spare = max(DEPARTMENTS, key=lambda d: me.totals[d] - card.required[d])
    worst = next((d for d in _tightest(view) if card.short.get(d)), None)
    if worst is None or me.totals[spare] <= card.required[spare] or worst == spare:
        return a.Stop()
    return a.Shift(worst, spare)


def _turn_end(view: ReachView, rng: Rng) -> Action:
    me = view.me
    assert me is not None
    waiting = sum(len(d.repairers) for d in me.departments)
    for choice in view.legal:
        if isinstance(choice, a.Use):
            number = int(book().missions[choice.card].reward[1])
            if me.hurt - waiting >= number or view.turn >= 8:
                return choice
        if isinstance(choice, a.Play) and _play_late(view, choice.card):
            return choice
    return a.Done()


def _play_late(view: ReachView, card: str) -> bool:
    """Return whether to play a card at the end of a turn."""
    me, landing = view.me, view.landing
    assert me is not None
    name, *args = book().missions[card].reward
    if name == "mend":
        return me.hurt >= int(args[0]) or view.turn >= 8
    if name == "shift-damage":
        short = set(landing.short) if landing else set()
        return view.turn == 9 and any(d.damage and d.slug in short for d in me.departments)
    return name in ("promote", "decoy", "hire")


# --- growth -----------------------------------------------------------------------------------------------------------


def _raised(view: ReachView, card: str, to: str) -> float:
    """Return what raising crew is worth: points, power, and what the landing and its objectives ask for."""
    old, new = crew_card(card), crew_card(to)
    me, landing = view.me, view.landing
    assert me is not None
    gain = new.points - old.points + GROWN * (new.main - old.main) + 0.3 * (new.worker - old.worker)
    if landing is None:
        return gain
    gain += 0.15 * (landing.required[new.home] - me.totals[new.home]) if view.round == 3 else 0.0
    for op, (_, have, need) in zip(book().landings[landing.landing].objectives, landing.objectives, strict=True):
        level = ("junior", "mid", "senior", "lead")[new.level - 1]
        if op[0] == "have" and have < need and op[2] == level and op[3] in ("any", _TYPE[to[0]]):
            gain += OBJECTIVE / (need - have)
        elif op[0] == "have" and have < need and op[2] == "lead" and op[3] in ("any", _TYPE[to[0]]):
            gain += 0.5 * new.level
    return gain


_TYPE = {"e": "engineer", "s": "scientist", "o": "operator", "p": "pilot"}


def _growth(view: ReachView, rng: Rng) -> Action:
    me = view.me
    assert me is not None
    best, most = None, 0.0
    for choice in view.legal:
        if isinstance(choice, a.Use) or (isinstance(choice, a.Play) and _play_late(view, choice.card)):
            return choice
        gain = 0.0
        if isinstance(choice, a.Raise):
            cost = crew_card(choice.to).level - crew_card(choice.card).level
            gain = _raised(view, choice.card, choice.to) / cost + 0.01 * cost
        elif isinstance(choice, a.Specialise):
            gain = _special(view) + 0.001 * _surplus(view, choice.at)
        if gain > most:
            best, most = choice, gain
    return best or a.Done()


def _special(view: ReachView) -> float:
    """Return what it is worth to draw for a Specialist."""
    landing = view.landing
    wanted = landing is not None and any(
        "Specialist" in words and have < need for words, have, need in landing.objectives
    )
    return 3.3 + (3.0 if wanted else 0.0) - (0.5 if view.phase == "landing" else 0.0)


def _surplus(view: ReachView, at: str) -> int:
    me, landing = view.me, view.landing
    assert me is not None
    return me.totals[at] - landing.required[at] if landing and at in DEPARTMENTS else 5


def _keep(view: ReachView, rng: Rng) -> Action:
    """Keep the Specialist whose power is wanted most, chance deciding between near equals."""
    me, landing = view.me, view.landing
    assert me is not None
    best, most = "", -99.0
    for c in view.offered:
        need = landing.required[c.home] - me.totals[c.home] if landing else 0
        gain = c.main + 0.5 * c.worker + 0.15 * need + rng.below(100) / 40
        if gain > most:
            best, most = c.card, gain
    return a.Keep(best)


def _recruit(view: ReachView, rng: Rng) -> Action:
    """Take the type that the landing lacks most."""
    me, landing = view.me, view.landing
    assert me is not None
    cards = [choice for choice in view.legal if isinstance(choice, a.Recruit)]
    default = {d.slug: d.default + d.research for d in me.departments}
    owned = {d: default[d] for d in DEPARTMENTS}
    for d in me.departments:
        for c in d.cards:
            owned[c.home] += c.main
    for card, n in me.unseen.items():
        owned[crew_card(card).home] += crew_card(card).main * n
    need = landing.required if landing else dict.fromkeys(DEPARTMENTS, 7)
    return max(cards, key=lambda choice: need[crew_card(choice.card).home] - owned[crew_card(choice.card).home])


def _promote(view: ReachView, rng: Rng) -> Action:
    cards = [choice for choice in view.legal if isinstance(choice, a.Promote)]
    return max(cards, key=lambda choice: _raised(view, choice.card, f"{choice.card[0]}{int(choice.card[1]) + 1}"))


# --- places -----------------------------------------------------------------------------------------------------------


def _attach(view: ReachView, rng: Rng) -> Action:
    """Strengthen the department whose default and Research are furthest from what the landing needs."""
    me, landing = view.me, view.landing
    assert me is not None
    need = landing.required if landing else dict.fromkeys(DEPARTMENTS, 7)
    have = {d.slug: d.default + d.research for d in me.departments}
    spots = [choice for choice in view.legal if isinstance(choice, a.Choose)]
    return max(spots, key=lambda choice: need[choice.at] - have[choice.at])


def _settle(view: ReachView, rng: Rng) -> Action:
    """Place crew where it fills most of what the landing lacks, the cards to come in mind."""
    me, landing = view.me, view.landing
    assert me is not None
    assert landing is not None
    need = tuple(landing.required[d] for d in DEPARTMENTS)
    power = [me.totals[d] for d in DEPARTMENTS]
    hand = [c.card for c in me.hand]
    coming = _coming(me)
    gives = book().power
    best, least = None, 99.0
    for choice in view.legal:
        if isinstance(choice, a.Place):
            d = DEPARTMENTS.index(choice.at)
            after = [p + (gives[choice.card, choice.at] if n == d else 0) for n, p in enumerate(power)]
            rest = [*hand, *coming]
            rest.remove(choice.card)
            left = shortfall(after, need, rest) - 0.01 * gives[choice.card, choice.at]
            if left < least:
                best, least = choice, left
    return best or view.legal[0]


def _coming(me: BoardView) -> list[str]:
    """Return the crew that will still be placed anew in the Landing Sequence."""
    repairers = [c.card for d in me.departments for c in d.repairers]
    learners = [f"{c.card[0]}2" for c in me.academy]
    return [*repairers, *learners, *(card for card, n in me.unseen.items() for _ in range(n))]


def _rove(view: ReachView, rng: Rng) -> Action:
    """Move to where the landing lacks most, in the last turn."""
    landing = view.landing
    if view.turn != 9 or landing is None or not landing.short:
        return a.Hold()
    return a.Move(max(landing.short, key=lambda d: landing.short[d]))


def _teach(view: ReachView, rng: Rng) -> Action:
    return view.legal[0]


def _ship(view: ReachView, rng: Rng) -> Action:
    return view.legal[rng.below(len(view.legal))]


def _after_claim(view: ReachView, rng: Rng) -> Action:
    for choice in view.legal:
        if isinstance(choice, a.Play):
            name = book().missions[choice.card].reward[0]
            if name in ("claim-again", "decoy") or _play_late(view, choice.card):
                return choice
    return a.Hold()


_DECIDES: dict[str, Callable[[ReachView, Rng], Action]] = {
    "ship": _ship,
    "before": _before,
    "plan": _plan,
    "claim": _claim,
    "after-claim": _after_claim,
    "attach": _attach,
    "overcharge": _boost,
    "forge": _boost,
    "mend": _mend,
    "shift": _shift,
    "rove": _rove,
    "turn-end": _turn_end,
    "promote": _promote,
    "hire": _recruit,
    "settle": _settle,
    "teach": _teach,
    "recruit": _recruit,
    "growth": _growth,
    "keep": _keep,
}
