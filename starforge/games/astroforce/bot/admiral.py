"""The highest level: it weighs what dice could be put to by how much likelier the patrol is won with it."""

from __future__ import annotations

from collections.abc import Callable
from operator import add

from starforge.engine.action import Action
from starforge.engine.state import Ask
from starforge.games.astroforce.bot import player
from starforge.games.astroforce.bot.planning import Plan, Planner
from starforge.games.astroforce.bot.scales import Scales
from starforge.games.astroforce.bot.winning import turns_left
from starforge.games.astroforce.bot.worth import of_shields
from starforge.games.astroforce.model import actions as on
from starforge.games.astroforce.model.catalogue import developments
from starforge.games.astroforce.model.state import FACES, FUEL, Astroforce, InPlay, locked
from starforge.games.astroforce.rules.conferring import propose
from starforge.games.astroforce.rules.deployment import closed, targets
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.orders import check_use
from starforge.games.astroforce.rules.payments import Counts
from starforge.games.astroforce.rules.piles import find, missing, stages
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.policy import Decision


def deploy(s: Astroforce) -> Action:
    """Return the next order."""
    scales = Scales(s)
    planner = scales.planner(within_reach=True)
    crew, lent = tuple(s.crew.values()), tuple(s.bridge.values())
    base = planner.plan(crew, lent)
    return (
        _use(scales, planner, base)
        or (base.first[0] if base.first else None)
        or player.card_action(s, lasting(s))
        or _lock(scales)
        or player.second_wind(s)
        or _fuel(s)
        or on.End()
    )


def _use(scales: Scales, planner: Planner, base: Plan) -> Action | None:
    s = scales.s
    for card in s.active:
        data = developments()[card]
        if data.use and check_use(s, s.captain, on.Use(card)) is None and _useful(scales, planner, base, card):
            return on.Use(card)
    return None


def _useful(scales: Scales, planner: Planner, base: Plan, card: str) -> bool:
    name, *args = developments()[card].use[0]
    s = scales.s
    crew, lent = tuple(s.crew.values()), tuple(s.bridge.values())
    if name == "lend":
        given = tuple(int(args[1]) * (face == args[0]) for face in FACES)
        return planner.worth(crew, tuple(map(add, lent, given))) >= base.worth + scales.of_development(card)
    if name == "orders":
        return any(planner.worth(changed, lent) > base.worth for changed in _changes(s, crew, base.used))
    if name == "dismiss":
        return max((scales.of_card(plot.card) for plot in s.plots if not plot.done), default=0.0) >= 150.0
    if name == "shields-up":
        return s.shields == 0 and of_shields(s) >= 9
    if name == "heal":
        return s.medbay >= 2 or s.hull <= 2
    return name not in ("second-shift", "fuel")


def _changes(s: Astroforce, crew: Counts, used: Counts) -> list[Counts]:
    """Return the dice after each change of one that a plan has no use for, or of any where it uses all."""
    blocked = lasting(s).blocked
    spare = [dice > used[n] for n, dice in enumerate(crew)]
    return [
        player.changed(crew, die, face)
        for n, die in enumerate(FACES)
        if crew[n] and (spare[n] or not any(spare))
        for face in FACES
        if face != die and face not in blocked
    ]


def _fuel(s: Astroforce) -> Action | None:
    """Return the Development that gives Fuel when the Mission would fail without it, and need not with it."""
    if s.mission is None or s.mission.done or turns_left(s, s.mission):
        return None
    left = len(stages(s.mission)) - s.mission.stage
    fuels = [(int(op[1]), card) for card in s.active for op in developments()[card].use if op[0] == "fuel"]
    if not fuels or s.fuel + sum(cells for cells, _ in fuels) - 1 < left:
        return None
    enough = [(cells, card) for cells, card in fuels if s.fuel + cells - 1 >= left and s.fuel + cells <= FUEL]
    return on.Use(min(enough or fuels)[1])


def _lock(scales: Scales) -> Action | None:
    """Return a left-over die to Lock In where that is worth more than to roll it again."""
    s, now = scales.s, lasting(scales.s)
    if now.in_full:
        return None
    best, found = 0.0, None
    for name, card in targets(s):
        if stages(card) or closed(name, card, now) is not None:
            continue
        needs = missing(s, card)
        for face in dict.fromkeys(needs):
            if s.crew[face] and len(needs) > 1:
                worth = scales.progress(name, len(needs) - 1)
                worth += scales.gain(lambda s, name=name, face=face: _put(s, name, face))  # type: ignore[misc]
                if worth > best:
                    best, found = worth, on.LockIn(name, face)
    return found


def _put(s: Astroforce, name: str, face: str) -> None:
    card = find(s, name)
    assert card is not None
    card.stacks.append(face)


def keep(s: Astroforce) -> Action:
    """Take home what is worth more in the next roll than where it is Locked In."""
    scales = Scales(s)
    for card, one in locked(s):
        kept = scales.progress(card.card, len(missing(s, card)))
        if scales.gain(lambda s, card=card, one=one: _take(s, card, one)) > kept:  # type: ignore[misc]
            return on.TakeHome(card.card, one)
    return on.Keep()


def _take(s: Astroforce, card: InPlay, one: str) -> None:
    there = find(s, card.card)
    assert there is not None
    there.stacks.remove(one)


# --- rolls -----------------------------------------------------------------------------------------------------------


def reroll(s: Astroforce, planner: Planner) -> Action:
    """Roll the idle die again of which most is to be expected, over all six faces."""
    now, crew = lasting(s), tuple(s.crew.values())
    bridge, room = tuple(now.bridge.values()), tuple(now.room.values())

    def worth(crew: Counts) -> float:
        return planner.worth(tuple(map(min, crew, room)), bridge)

    reporting = tuple(map(min, crew, room))
    used = planner.plan(reporting, bridge).used
    best, found = worth(crew), None
    for n, face in enumerate(FACES):
        if crew[n] > used[n]:
            left = tuple(dice - (n == role) for role, dice in enumerate(crew))
            rolled = [worth(tuple(dice + (other == role) for role, dice in enumerate(left))) for other in range(5)]
            expected = (sum(rolled) + worth(left) - 40.0) / 6
            if expected > best:
                best, found = expected, face
    return on.Reroll(found) if found else on.Enough()


class PatrolAdmiral:
    """Play by the chance of winning; somebody who hurries gets what a captain would do."""

    about = "weighs every die by how much likelier the patrol is won with it"
    explains = False

    def choose(self, at: Decision[Astroforce, AstroforceView]) -> Action:
        s, ask, legal = at.sample(), at.view.ask, at.view.legal
        assert ask is not None
        return player.choose(s, ask, legal) if at.pace.hurried else _answer(s, ask, legal)


def _answer(s: Astroforce, ask: Ask, legal: tuple[Action, ...]) -> Action:
    if ask.kind in _ANSWERS:
        return _ANSWERS[ask.kind](s)
    if ask.kind in player.BY_PLAN:
        return player.by_plan(s, ask, legal, Scales(s).planner())
    return player.choose(s, ask, legal)


def _give_up(s: Astroforce) -> Action:
    """Return the Development that is worth least."""
    return on.Discard(min(s.active, key=Scales(s).of_development))


_ANSWERS: dict[str, Callable[[Astroforce], Action]] = {
    "deploy": deploy,
    "confer": lambda s: propose(deploy(s)),
    "keep": keep,
    "reroll": lambda s: reroll(s, Scales(s).planner()),
    "discard": _give_up,
}
