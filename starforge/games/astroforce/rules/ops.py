"""What cards do: the ops of their texts, each with the words that stand on the card."""

from __future__ import annotations

from starforge.engine.ops import Ops, push
from starforge.engine.state import Ask
from starforge.games.astroforce.model.actions import Change
from starforge.games.astroforce.model.catalogue import events
from starforge.games.astroforce.model.state import FACES, FUEL, HULL, Astroforce
from starforge.games.astroforce.rules.dice import ask_for_die, candidates, destroy, move_die
from starforge.games.astroforce.rules.lasting import capacity, role, standing
from starforge.games.astroforce.rules.piles import (
    arrive,
    dice_home,
    draw_plot,
    drop,
    find,
    leave,
    make_room,
    refill,
    sense,
)

ops = Ops()
_SIDES = (*FACES, "Threat")


def _n(count: int, one: str, more: str) -> str:
    return one if count == 1 else more.format(count)


# --- cards -----------------------------------------------------------------------------------------------------------


@ops(lambda count: _n(count, "draw an Event", "draw {} Events"))
def event(s: Astroforce, seat: int, count: int) -> None:
    """Draw Events, each one acting before the next is drawn."""
    if count > 1:
        push(s, ("event", seat, count - 1))
    draw_plot(s)


@ops("discard this card")
def leave_(s: Astroforce, seat: int, card: str) -> None:
    """Discard an Event in play."""
    plot = find(s, card)
    if plot is not None:
        leave(s, plot)


@ops(lambda count: _n(count, "draw a Development", "draw {} Developments"))
def development(s: Astroforce, seat: int, count: int) -> None:
    """Discard the leftmost uncompleted Development of the queue and show another on the right (AF-C3)."""
    for _ in range(count):
        offer = next((offer for offer in s.offers if not offer.done), None)
        if offer is not None:
            dice_home(s, offer)
            s.offers.remove(offer)
            s.development_discards.append(offer.card)
            s.emit("development-passed", card=offer.card)
            refill(s)


def _summons(*cards: str) -> str:
    return (
        "bring " + ", else ".join(events()[card].title for card in cards) + " into play from the Event deck or discards"
    )


@ops(_summons)
def summon(s: Astroforce, seat: int, *cards: str) -> None:
    """Bring the first of these Events that is not in play into it; a deck that was searched is shuffled."""
    for card in cards:
        if card in s.plot_discards:
            s.plot_discards.remove(card)
        elif card in s.plot_deck:
            s.plot_deck.remove(card)
            s.rng.shuffle(s.plot_deck)
            s.foreseen = 0
        else:
            continue
        make_room(s)
        return arrive(s, card)
    return None


@ops("lose a random active Development; shuffle the Event deck and discards together")
def disrupt(s: Astroforce, seat: int) -> None:
    """Disrupt space and time (AF-K1)."""
    if s.active:
        card = s.active[s.rng.below(len(s.active))]
        s.emit("development-lost", card=card)
        drop(s, card)
    s.plot_deck += s.plot_discards
    s.plot_discards.clear()
    s.rng.shuffle(s.plot_deck)
    s.foreseen = 0
    s.emit("events-shuffled")


@ops("lose a random active Development")
def lose_development(s: Astroforce, seat: int) -> None:
    """Discard an active Development at random."""
    if s.active:
        card = s.active[s.rng.below(len(s.active))]
        s.emit("development-lost", card=card)
        drop(s, card)


@ops("the die {0}")
def take(s: Astroforce, seat: int, purpose: str, card: str) -> None:
    """Move the die that was picked."""
    move_die(s, purpose, card, s.answer)


@ops(lambda count: f"look at the next {count} Events and put them back in any order")
def foresee(s: Astroforce, seat: int, count: int) -> None:
    """Look at the top of the Event deck and order it anew."""
    seen = min(count, len(s.plot_deck))
    s.learned += 1
    s.foreseen = max(s.foreseen, seen)
    push(s, ("arrange", seat, 0, seen))


@ops("put Events {0} to {1} in order")
def arrange(s: Astroforce, seat: int, done: int, seen: int) -> None:
    """Ask which looked-at Event comes next, as long as it makes a difference."""
    if len(set(s.plot_deck[done:seen])) > 1:
        s.asks[seat] = Ask("arrange", (done, seen))
        push(s, ("put-next", seat, done, seen))


@ops("put an Event in its place")
def put_next(s: Astroforce, seat: int, done: int, seen: int) -> None:
    """Put the Event that was chosen after those in order, and ask for the next."""
    s.plot_deck.insert(done, s.plot_deck.pop(s.plot_deck.index(s.answer, done, seen)))
    push(s, ("arrange", seat, done + 1, seen))


@ops("discard an Event in play")
def dismiss(s: Astroforce, seat: int) -> None:
    """Ask which Event in play to discard."""
    if any(not plot.done for plot in s.plots):
        s.asks[seat] = Ask("dismiss")


# --- gauges ----------------------------------------------------------------------------------------------------------


@ops("{0} Damage")
def damage(s: Astroforce, seat: int, points: int) -> None:
    """Damage the shields, then the hull, then the crew (AF-H1)."""
    points = max(0, points - standing(s).armour)
    absorbed = min(points, s.shields)
    s.shields -= absorbed
    _strike(s, seat, points - absorbed, absorbed)


@ops("{0} Hull Damage")
def hull_damage(s: Astroforce, seat: int, points: int) -> None:
    """Damage the hull past the shields (AF-H1)."""
    _strike(s, seat, max(0, points - standing(s).armour), 0)


def _strike(s: Astroforce, seat: int, points: int, absorbed: int) -> None:
    broken = min(points, s.hull)
    s.hull -= broken
    s.emit("damaged", shields=absorbed, hull=broken, crew=points - broken)
    push(s, *[("casualty", seat)] * (points - broken))


@ops("a die goes to Medbay")
def casualty(s: Astroforce, seat: int) -> None:
    """Move a die from Quarters or a station to Medbay; without one the ship is lost (AF-H2)."""
    if candidates(s, "hurt"):
        ask_for_die(s, "hurt")
    else:
        destroy(s)


@ops("Damage equal to the Threats on Sensors")
def damage_by_sensors(s: Astroforce, seat: int) -> None:
    """Damage the ship by the number of filled Sensor stations."""
    if s.sensors:
        push(s, ("damage", seat, s.sensors))


@ops("repair {0} hull")
def hull(s: Astroforce, seat: int, points: int) -> None:
    """Repair the hull, up to its full strength."""
    mended = min(points, HULL - s.hull)
    s.hull += mended
    s.emit("repaired", hull=mended)


@ops("shields go down to 0")
def shields_down(s: Astroforce, seat: int) -> None:
    """Lower the shields."""
    s.shields = 0
    s.emit("shields-set", shields=0)


@ops("shields go up to the maximum")
def shields_up(s: Astroforce, seat: int) -> None:
    """Raise the shields, whatever they were."""
    s.shields = standing(s).shields
    s.emit("shields-set", shields=s.shields)


@ops(lambda cells: f"{'gain' if cells > 0 else 'lose'} {abs(cells)} Fuel")
def fuel(s: Astroforce, seat: int, cells: int) -> None:
    """Move the Fuel track; gains stop at its end (AF-M4), and below 0 nothing is left to lose."""
    if s.mission is not None:
        before = s.fuel
        s.fuel = max(0, min(FUEL, s.fuel + cells))
        s.emit("fuel-moved", cells=s.fuel - before)


# --- dice ------------------------------------------------------------------------------------------------------------


@ops(lambda count: _n(count, "an active die goes to Medbay", "{} active dice go to Medbay"))
def to_medbay(s: Astroforce, seat: int, count: int) -> None:
    """Send active dice to Medbay, the player's choice."""
    if count > 1:
        push(s, ("to-medbay", seat, count - 1))
    ask_for_die(s, "medbay")


@ops("if Medbay is empty, an active die goes there")
def to_empty_medbay(s: Astroforce, seat: int) -> None:
    """Send an active die to Medbay unless somebody is there."""
    if not s.medbay:
        ask_for_die(s, "medbay")


@ops(lambda count, card="": _n(count, "captures an active die", "captures {} active dice"))
def capture(s: Astroforce, seat: int, count: int, card: str = "self") -> None:
    """Hold active dice on the card until it leaves play (AF-D10)."""
    if count > 1:
        push(s, ("capture", seat, count - 1, card))
    if find(s, card) is not None:
        ask_for_die(s, "capture", card)


@ops(lambda count: _n(count, "an active die goes to Sensors as a Threat", "{} active dice go to Sensors as Threats"))
def to_sensors(s: Astroforce, seat: int, count: int) -> None:
    """Send active dice to Sensors."""
    if count > 1:
        push(s, ("to-sensors", seat, count - 1))
    ask_for_die(s, "sensors")


@ops(lambda count: _n(count, "a deployed die goes to Quarters", "{} deployed dice go to Quarters"))
def recall(s: Astroforce, seat: int, count: int) -> None:
    """Send dice in stations or Locked In home."""
    if count > 1:
        push(s, ("recall", seat, count - 1))
    ask_for_die(s, "recall")


@ops(lambda count: _n(count, "a die in Medbay goes to Quarters", "{} dice in Medbay go to Quarters"))
def heal(s: Astroforce, seat: int, count: int) -> None:
    """Bring dice home from Medbay."""
    healed = min(count, s.medbay)
    s.medbay -= healed
    s.quarters += healed
    s.emit("healed", dice=healed)


@ops(lambda count: _n(count, "a Threat on Sensors goes to Quarters", "{} Threats on Sensors go to Quarters"))
def clear(s: Astroforce, seat: int, count: int) -> None:
    """Bring Threat dice home from Sensors."""
    cleared = min(count, s.sensors)
    s.sensors -= cleared
    s.quarters += cleared
    s.emit("cleared", dice=cleared)


@ops("place {0} Threats on Sensors")
def sense_(s: Astroforce, seat: int, threats: int) -> None:
    """Place Threats of a roll on Sensors, and see whether they are full (AF-D2)."""
    sense(s, threats)


@ops(lambda face, count: f"{count} dice from Quarters take {role(face)} stations")
def man(s: Astroforce, seat: int, face: str, count: int) -> None:
    """Send dice from Quarters to a station that is not blocked, even if it is full."""
    if capacity(standing(s))[FACES.index(face)]:
        sent = min(count, s.quarters)
        s.quarters -= sent
        s.crew[face] += sent
        s.emit("manned", face=face, dice=sent)


@ops(lambda face, count: f"+{count} {role(face)} results this turn")
def lend(s: Astroforce, seat: int, face: str, count: int) -> None:
    """Add results without dice for this turn, which work as Bridge Crew results do (AF-K3)."""
    s.bridge[face] += count
    s.emit("lent", face=face, count=count)


def changes(s: Astroforce) -> list[Change]:
    """Return what Orders can do: a die in a station, and a role whose station is not blocked (AF-D6)."""
    blocked = standing(s).blocked
    faces = [face for face in FACES if face not in blocked]
    return [Change(die, face) for die in FACES if s.crew.get(die) for face in faces if face != die]


@ops("give Orders: change a die to another role")
def orders(s: Astroforce, seat: int) -> None:
    """Ask which die in a station to change; nothing happens without one."""
    if changes(s):
        s.asks[seat] = Ask("change")


@ops(lambda count: _n(count, "you may re-roll one die", "you may re-roll up to {} dice, one after the other"))
def reroll(s: Astroforce, seat: int, count: int) -> None:
    """Ask for rolled dice to roll again; Threats on Sensors stay there (AF-D1)."""
    if any(s.crew.values()):
        s.asks[seat] = Ask("reroll", (count,))
        push(s, ("roll-again", seat, count))


@ops("roll a die again")
def roll_again(s: Astroforce, seat: int, count: int) -> None:
    """Roll the die that was chosen again, and ask for the next."""
    if s.answer:
        s.crew[s.answer] -= 1
        for face in throw(s, 1):
            s.crew[face] += 1
        if count > 1:
            push(s, ("reroll", seat, count - 1))


@ops(lambda count: f"roll up to {count} dice from Quarters again; they report where there is room")
def second_shift(s: Astroforce, seat: int, count: int) -> None:
    """Roll dice that are home once more this turn; they report after an Event that their Threats draw (AF-D2)."""
    roles, threats = cast(s, min(count, s.quarters))
    s.quarters -= threats
    push(s, ("sense", seat, threats), ("join", seat, *roles))


@ops("dice from Quarters report where there is room")
def join(s: Astroforce, seat: int, *roles: str) -> None:
    """Send rolled dice to their stations; until now they counted as in Quarters (AF-H2), and some may be gone."""
    room = dict(zip(FACES, capacity(standing(s)), strict=True))
    for face in roles:
        if s.quarters and s.crew[face] < room[face]:
            s.quarters -= 1
            s.crew[face] += 1


def throw(s: Astroforce, count: int) -> list[str]:
    """Roll dice, place the Threats among them (AF-D2), and return the roles of the others."""
    roles, threats = cast(s, count)
    sense(s, threats)
    return roles


def cast(s: Astroforce, count: int) -> tuple[list[str], int]:
    """Roll dice and return the roles among them, and how many are Threats."""
    faces = [_SIDES[s.rng.below(6)] for _ in range(count)]
    s.emit("rolled", faces=faces)
    roles = [face for face in faces if face != "Threat"]
    return roles, count - len(roles)


@ops(lambda face: f"after the roll one {role(face)} die goes to Quarters")
def dismissed(s: Astroforce, seat: int, face: str) -> None:
    """Send a rolled die home."""
    if s.crew.get(face):
        s.crew[face] -= 1
        s.quarters += 1
        s.emit("dismissed", face=face)


@ops(lambda face, other: f"after the roll one {role(face)} die becomes {role(other)}")
def becomes(s: Astroforce, seat: int, face: str, other: str) -> None:
    """Turn a rolled die to another role."""
    if s.crew.get(face):
        s.crew[face] -= 1
        s.crew[other] += 1
        s.emit("changed", die=face, face=other)
