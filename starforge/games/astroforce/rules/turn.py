"""A turn from its beginning to Cleanup, as ops: Mission phase, Roll Call, Report for Duty, Cleanup."""

from __future__ import annotations

from functools import cache
from itertools import chain

from starforge.engine.ops import bind, push
from starforge.engine.state import Ask, Op, draw
from starforge.games.astroforce.model.catalogue import EventCard, Mission, developments, events, missions
from starforge.games.astroforce.model.state import (
    ACTIVE_MOST,
    FACES,
    FAILURES_LOST,
    PATROL_FUEL,
    PLOTS_MOST,
    YEARS,
    Astroforce,
    InPlay,
    active_dice,
    by_rules,
    crew_seat,
    locked,
)
from starforge.games.astroforce.rules.dice import throw
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.ops.vocabulary import op
from starforge.games.astroforce.rules.payments import Memo
from starforge.games.astroforce.rules.piles import dice_home, end, leave, refill, stack_home
from starforge.quick import dataclass

DEPLOY, ROLL, KEEP = Ask("deploy"), Ask("roll"), Ask("keep")
_DRAWS = ("event", "summon", "to-sensors")
"""What may bring an Event into play, the last where it fills the Sensors."""
_HARM = ("damage", "hull-damage", "damage-by-sensors")
_ORDER = {kind: Ask("order", (kind,)) for kind in ("m", "roll")}


@op("begin a turn")
def start_turn(s: Astroforce, seat: int) -> None:
    """Begin a turn; Captain and Crew change roles (AF-V1)."""
    if s.turn:
        s.captain = crew_seat(s)
    s.turn += 1
    s.phase = "mission"
    s.acted.clear()
    s.used.clear()
    mission = s.mission
    if mission is not None:
        s.fuel = max(0, s.fuel - 1)  # without any left the Mission fails (AF-M1)
    s.emit("turn-began", turn=s.turn, captain=s.captain, fuel=s.fuel if mission is not None else None)
    push(s, ("muster", s.captain))
    if mission is not None and s.fuel:
        effects(s, s.captain, "m")
    else:
        push(s, ("refresh", s.captain), ("effects", s.captain, "m"))
        if mission is not None:
            _fail(s, mission)


# --- Mission phase ---------------------------------------------------------------------------------------------------


def _fail(s: Astroforce, mission: InPlay) -> None:
    dice_home(s, mission)
    s.mission = None
    s.failed.append(mission.card)
    s.fails += 1
    s.emit("mission-failed", card=mission.card, stage=mission.stage)
    if s.fails >= FAILURES_LOST:
        end(s, False, "A second Mission has failed, and Command ends the patrol.")
    else:
        push(s, *_at_mission_end(s), ("event", s.captain, 1))


def _at_mission_end(s: Astroforce) -> list[Op]:
    return [bind(op, s.captain, p.card) for p in s.plots if not p.done for op in events()[p.card].mission_end]


@op("draw a Mission")
def refresh(s: Astroforce, seat: int) -> None:
    """Draw a Mission if none is in play, with full Fuel (AF-M2)."""
    if s.mission is None:
        if not s.missions:
            s.completed += s.failed
            s.failed.clear()
        card = draw(s, s.missions, s.completed)
        if card is not None:
            s.mission = InPlay(card)
            s.fuel = PATROL_FUEL[s.patrol]
            s.emit("mission-drawn", card=card, fuel=s.fuel)


def effects_of(s: Astroforce, name: str, kind: str) -> tuple[Op, ...]:
    """Return the 'm' or 'roll' effects of a card by its name in play."""
    return _printed((_card(s, name), _text(s, kind)))


def _card(s: Astroforce, name: str) -> str:
    if name != "mission":
        return name
    assert s.mission is not None
    return s.mission.card


def _text(s: Astroforce, kind: str) -> str:
    """Return which text of cards acts: a Mission's 'm' makes way for 'later' once its first stage is done."""
    return "later" if kind == "m" and s.mission is not None and s.mission.stage else kind


def _printed(text: tuple[str, str]) -> tuple[Op, ...]:
    card, kind = text
    one = missions().get(card) or events().get(card) or developments()[card]
    if kind == "roll":
        return one.roll
    if isinstance(one, Mission):
        return (kind == "later" and one.later) or one.m
    return one.m if isinstance(one, EventCard) else ()


@cache
def _acting(kind: str) -> frozenset[str]:
    """Return the Events and Developments that have an effect of this kind, and the Missions if it is not their 'M'."""
    rolls = [card for card, mission in missions().items() if kind == "roll" and mission.roll]
    return frozenset([*rolls, *(card for card in (*events(), *developments()) if _printed((card, kind)))])


def pending(s: Astroforce, kind: str) -> list[str]:
    """Return the cards whose effect of this kind has yet to run in this phase (AF-M3)."""
    acted, acting, mission = s.acted, _acting(kind), s.mission
    names = []
    if mission is not None and "mission" not in acted and (kind == "m" or mission.card in acting):
        names.append("mission")
    for plot in s.plots:
        if plot.card in acting and plot.card not in acted and not plot.done:
            names.append(plot.card)
    if kind == "roll":
        for card in s.active:
            if card in acting and card not in acted:
                names.append(card)
    return names


@op("carry out the {0} effects")
def effects(s: Astroforce, seat: int, kind: str) -> None:
    """Let every card act once; where the order can matter the player chooses the next (AF-M3, AF-X7)."""
    names = pending(s, kind)
    if len(names) > 1:
        first = free(s, names, kind) if by_rules(s, 4) else None
        if first is None:
            s.asks[seat] = _ORDER[kind]
        else:
            act(s, names[first], kind)
    elif names:
        act(s, names[0], kind)


@dataclass(frozen=True, slots=True, eq=False)
class _Stakes:
    """Say what effects that wait together come to: Events drawn, Damage, and how often that of the Sensors besides."""

    effects: tuple[tuple[Op, ...], ...]
    drawn: int
    points: int
    by_sensors: int


def _stakes(effects: tuple[tuple[Op, ...], ...]) -> _Stakes:
    ops = list(chain(*effects))
    drawn = sum(int(op[1]) if op[0] == "event" else 1 for op in ops if op[0] in _DRAWS)
    harm = [op[1:] for op in ops if op[0] in _HARM]
    return _Stakes(effects, drawn, sum(int(*points) for points in harm), harm.count(()))


_AT_STAKE: Memo[tuple[tuple[Op, ...], ...], _Stakes] = Memo(_stakes)
_STAKES: Memo[tuple[str, ...], _Stakes] = Memo(
    lambda case: _AT_STAKE[tuple([_printed((card, case[0])) for card in case[1:]])]
)
"""What is at stake by the text that acts and the cards whose printed effects wait; the same for cards that do alike."""


def free(s: Astroforce, names: list[str], kind: str) -> int | None:
    """Return the place of effects that may as well come first, None when it can matter which of them do.

    Damage asks for no die as long as the hull takes all of it. An Event that is drawn where there is no room for it
    may discard one that has yet to act (AF-X6).
    """
    stakes = _STAKES[_text(s, kind), _card(s, names[0]), *names[1:]]  # the Mission is always the first of them
    drawn = stakes.drawn
    crowded = drawn > 0 and sum([not plot.done for plot in s.plots]) + drawn > PLOTS_MOST
    damage = stakes.points + stakes.by_sensors * s.sensors
    return _FREE[s.hull >= damage + (not by_rules(s, 5)), crowded, stakes]


def _free(case: tuple[bool, bool, _Stakes]) -> int | None:
    hull_holds, crowded, stakes = case
    effects = stakes.effects
    for place, one in enumerate(effects):
        others = effects[:place] + effects[place + 1 :]
        if all(
            one == other or all(_commute(a, b, hull_holds, crowded) for a in one for b in other) for other in others
        ):
            return place
    return None


def _commute(a: Op, b: Op, hull_holds: bool, crowded: bool) -> bool:
    """Return whether two effects come to the same in both orders; no Event brings Fuel as it arrives."""
    kinds = {_kind(a), _kind(b)}
    if "gain" in kinds or "fuel" in kinds:
        return "gain" not in kinds and not (crowded and (a[0] in _DRAWS or b[0] in _DRAWS))
    return (len(kinds) == 1 and "" not in kinds) or (kinds == {"harm", "medbay"} and hull_holds)


def _kind(op: Op) -> str:
    if op[0] == "fuel":
        return "fuel" if int(op[1]) < 0 else "gain"
    return "harm" if op[0] in _HARM else "medbay" if op[0] == "to-medbay" else ""


_FREE: Memo[tuple[bool, bool, _Stakes], int | None] = Memo(_free)


def act(s: Astroforce, name: str, kind: str) -> None:
    """Let one card act, then the others."""
    card = _card(s, name)
    s.acted.append(name)
    s.emit("acted", card=card)
    s.queue += _ACTS[card, _text(s, kind), s.captain]


def _act(case: tuple[str, str, int]) -> list[Op]:
    """Return what a card's text puts on the queue, as it lies there, for a captain."""
    card, text, captain = case
    kind = "roll" if text == "roll" else "m"
    return [("effects", captain, kind), *(bind(op, captain, card) for op in reversed(_printed((card, text))))]


_ACTS: Memo[tuple[str, str, int], list[Op]] = Memo(_act)


# --- Deployment phase ------------------------------------------------------------------------------------------------


@op("call the roll")
def muster(s: Astroforce, seat: int) -> None:
    """Ask the Crew to roll, if there is anything to roll (AF-D1); without an active die all is lost (AF-H3)."""
    s.phase = "roll"
    s.acted.clear()
    if s.quarters:
        s.asks[crew_seat(s)] = ROLL
    elif not active_dice(s):
        end(s, False, "No active crew is left aboard the Pioneer.")
    else:
        push(s, ("roll-call", seat))


@op("roll the dice from Quarters")
def roll_call(s: Astroforce, seat: int) -> None:
    """Roll all dice from Quarters; the effects on the roll follow the Sensors (AF-D1)."""
    waiting = len(s.queue)
    roll_dice(s, s.quarters)
    drawn = s.queue[waiting:]  # the Event that full Sensors draw comes first
    if drawn or pending(s, "roll"):
        del s.queue[waiting:]
        push(s, ("effects", seat, "roll"), ("report", seat), ("deploy", seat))
        s.queue += drawn
    else:
        report(s, seat)
        deploy(s, seat)


def roll_dice(s: Astroforce, count: int) -> None:
    """Roll dice from Quarters; Threats go to Sensors (AF-D2)."""
    s.quarters -= count
    crew = s.crew
    for face in throw(s, count):
        crew[face] += 1


@op("report for duty")
def report(s: Astroforce, seat: int) -> None:
    """Send dice to the stations of their roles, those over to Quarters; the Bridge Crew reports too (AF-D3, AF-K3)."""
    now = lasting(s)
    s.phase = "deploy"
    home: dict[str, int] = {}
    for face, most in now.room.items():
        over = s.crew[face] - most
        if over > 0:
            s.crew[face] = most
            s.quarters += over
            home[face] = over
    s.bridge = dict(now.bridge)
    duty = {face: n for face, n in s.crew.items() if n}
    if duty or home:
        blocked = [face for face in home if face in now.blocked]
        s.emit("reported", duty=duty, home=home, blocked=blocked, sensors=s.sensors)


@op("deploy")
def deploy(s: Astroforce, seat: int) -> None:
    """Ask the Captain for orders (AF-D4)."""
    s.asks[s.captain] = DEPLOY


# --- Cleanup ---------------------------------------------------------------------------------------------------------


@op("clean up")
def cleanup(s: Astroforce, seat: int) -> None:
    """Send dice home; ask about those that are Locked In, unless none may be (AF-C1, AF-D7, AF-K2)."""
    s.phase = "cleanup"
    s.proposal = ""
    s.quarters += sum(s.crew.values())
    s.crew = dict.fromkeys(FACES, 0)
    s.bridge = dict.fromkeys(FACES, 0)
    held = locked(s)
    if not held:
        stand_down(s, seat)
        return
    in_full = lasting(s).in_full
    home = [(card, one) for card, one in held if one[0] == "+" or in_full]
    for card, one in home:
        stack_home(s, card, one)
    if len(home) < len(held):
        s.asks[seat] = KEEP
        push(s, ("stand-down", seat))
    else:
        stand_down(s, seat)


@op("clear the table")
def stand_down(s: Astroforce, seat: int) -> None:
    """Move completed cards to their piles, claim Developments, begin the next turn (AF-C1)."""
    ops_at_end = _finish_mission(s)
    if s.result is not None:
        return
    if ops_at_end:
        push(s, *ops_at_end, ("file-cards", seat), ("claim", seat), ("start-turn", seat))
        return
    file_cards(s, seat)
    if any(offer.done for offer in s.offers):
        push(s, ("claim", seat), ("start-turn", seat))
    else:
        start_turn(s, seat)


def _finish_mission(s: Astroforce) -> list[Op]:
    mission = s.mission
    if mission is None:
        return []
    dice_home(s, mission)
    mission.moved = False
    if not mission.done:
        return []
    s.mission = None
    s.completed.append(mission.card)
    s.year += 1
    forgiven = s.fails if s.failures == "consecutive" else 0
    s.fails -= forgiven
    s.emit("mission-completed", card=mission.card, year=s.year, forgiven=forgiven)
    if s.year > YEARS:
        end(s, True, "Five Missions are completed: the patrol comes home.")
    return _at_mission_end(s)


@op("file the completed Events")
def file_cards(s: Astroforce, seat: int) -> None:
    """Discard completed Events and send the dice of completed stages home (AF-C1)."""
    for plot in list(s.plots):
        if plot.done:
            s.emit("event-completed", card=plot.card)
            leave(s, plot)
        elif plot.moved:
            dice_home(s, plot)
            plot.moved = False


@op("claim the completed Developments")
def claim(s: Astroforce, seat: int) -> None:
    """Claim completed Developments one by one; with ten, ask which goes (AF-C2)."""
    offer = next((offer for offer in s.offers if offer.done), None)
    if offer is None:
        return
    dice_home(s, offer)
    s.offers.remove(offer)
    s.active.append(offer.card)
    s.emit("development-claimed", card=offer.card)
    refill(s)
    push(s, ("claim", seat))
    if len(s.active) > ACTIVE_MOST:
        s.asks[seat] = Ask("discard")
