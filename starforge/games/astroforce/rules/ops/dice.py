"""What ops do to dice."""

from __future__ import annotations

from starforge.engine.ops import push
from starforge.engine.state import Ask, Op
from starforge.english import some
from starforge.games.astroforce.model.state import Astroforce, by_rules
from starforge.games.astroforce.rules.dice import ask_for_die, cast, changeable, move_die, throw
from starforge.games.astroforce.rules.lasting import lasting, stopped
from starforge.games.astroforce.rules.ops.vocabulary import op, plural, role
from starforge.games.astroforce.rules.piles import (
    find,
    sense,
)


@op("the die {0}")
def take(s: Astroforce, seat: int, purpose: str, card: str = "") -> None:
    move_die(s, purpose, card, s.answer)


@op(
    lambda count: plural(count, "an active die goes to Medbay", "{} active dice go to Medbay"),
    worth=lambda s, count: -(40.0 + 5.0 * s.medbay) * count,
)
def to_medbay(s: Astroforce, seat: int, count: int) -> None:
    if count > 1:
        push(s, ("to-medbay", seat, count - 1))
    ask_for_die(s, "medbay")


@op("if Medbay is empty, an active die goes there")
def to_empty_medbay(s: Astroforce, seat: int) -> None:
    if not s.medbay:
        ask_for_die(s, "medbay")


@op(lambda count, card="": plural(count, "captures an active die", "captures {} active dice"))
def capture(s: Astroforce, seat: int, count: int, card: str = "self") -> None:
    """Hold active dice on the card until it leaves play (AF-D10)."""
    if count > 1:
        push(s, ("capture", seat, count - 1, card))
    if find(s, card) is not None:
        ask_for_die(s, "capture", card)


@op(lambda count: plural(count, "an active die goes to Sensors as a Threat", "{} active dice go to Sensors as Threats"))
def to_sensors(s: Astroforce, seat: int, count: int) -> None:
    if count > 1:
        push(s, ("to-sensors", seat, count - 1))
    ask_for_die(s, "sensors")


@op(lambda count: plural(count, "a deployed die goes to Quarters", "{} deployed dice go to Quarters"))
def recall(s: Astroforce, seat: int, count: int) -> None:
    if count > 1:
        push(s, ("recall", seat, count - 1))
    ask_for_die(s, "recall")


@op(
    lambda count: plural(count, "a die in Medbay goes to Quarters", "{} dice in Medbay go to Quarters"),
    worth=lambda s, count: 5.0 * count,
)
def heal(s: Astroforce, seat: int, count: int) -> None:
    if stopped(s, "heal"):
        return
    healed = min(count, s.medbay)
    s.medbay -= healed
    s.quarters += healed
    s.emit("healed", dice=healed)


@op(lambda count: plural(count, "a Threat on Sensors goes to Quarters", "{} Threats on Sensors go to Quarters"))
def clear(s: Astroforce, seat: int, count: int) -> None:
    if stopped(s, "clear"):
        return
    cleared = min(count, s.sensors)
    s.sensors -= cleared
    s.quarters += cleared
    s.emit("cleared", dice=cleared)


@op("place {0} Threats on Sensors")
def sense_(s: Astroforce, seat: int, threats: int) -> None:
    """Place Threats of a roll on Sensors, and see whether they are full (AF-D2)."""
    sense(s, threats)


@op(
    lambda face, count: f"{count} dice from Quarters take {role(face)} stations",
    worth=lambda s, face, count: 4.0 * count,
)
def man(s: Astroforce, seat: int, face: str, count: int) -> None:
    """Send dice from Quarters to a station that is not blocked, even if it is full."""
    if lasting(s).room[face]:
        sent = min(count, s.quarters)
        s.quarters -= sent
        s.crew[face] += sent
        s.emit("manned", face=face, dice=sent)


@op(lambda face, count: f"+{some(count, f'{role(face)} result')} this turn", worth=lambda s, face, count: 14.0 * count)
def lend(s: Astroforce, seat: int, face: str, count: int) -> None:
    """Add results without dice for this turn, which work as Bridge Crew results do (AF-K3)."""
    s.bridge[face] += count
    s.emit("lent", face=face, count=count)


@op("give Orders: change a die to another role", worth=40.0)
def orders(s: Astroforce, seat: int) -> None:
    """Ask which die in a station to change; nothing happens without one."""
    if changeable(s) and not stopped(s, "orders"):
        s.asks[seat] = Ask("change")


@op("the die becomes {1}")
def turn_die(s: Astroforce, seat: int, die: str, face: str = "") -> None:
    s.crew[die] -= 1
    s.crew[face] += 1
    s.emit("changed", die=die, face=face)


@op(
    lambda count: plural(count, "you may re-roll one die", "you may re-roll up to {} dice, one after the other"),
    worth=lambda s, count: 16.0 * count,
)
def reroll(s: Astroforce, seat: int, count: int) -> None:
    """Ask for rolled dice to roll again; Threats on Sensors stay there (AF-D1)."""
    if any(s.crew.values()):
        s.asks[seat] = Ask("reroll", (count,))
        push(s, ("roll-again", seat, count))


@op("roll a die again")
def roll_again(s: Astroforce, seat: int, count: int) -> None:
    """Roll the die that was chosen again, and ask for the next."""
    if not s.answer:
        return
    s.crew[s.answer] -= 1
    more: list[Op] = [("reroll", seat, count - 1)] if count > 1 else []
    if by_rules(s, 3):  # an Event that the Threat draws comes before the next question
        push(s, *more)
    for face in throw(s, 1):
        s.crew[face] += 1
    if not by_rules(s, 3):
        push(s, *more)


@op(
    lambda count: f"roll up to {count} dice from Quarters again; they report where there is room",
    worth=lambda s, count: 7.0 * count,
)
def second_shift(s: Astroforce, seat: int, count: int) -> None:
    """Roll dice that are home once more this turn; they report after an Event that their Threats draw (AF-D2)."""
    roles, threats = cast(s, min(count, s.quarters))
    s.quarters -= threats
    push(s, ("sense", seat, threats), ("join", seat, *roles))


@op("dice from Quarters report where there is room")
def join(s: Astroforce, seat: int, *roles: str) -> None:
    """Send rolled dice to their stations; until now they counted as in Quarters (AF-H2), and some may be gone."""
    room = lasting(s).room
    for face in roles:
        if s.quarters and s.crew[face] < room[face]:
            s.quarters -= 1
            s.crew[face] += 1


@op(lambda face: f"after the roll one {role(face)} die goes to Quarters", worth=-11.0)
def dismissed(s: Astroforce, seat: int, face: str) -> None:
    if s.crew.get(face):
        s.crew[face] -= 1
        s.quarters += 1
        s.emit("dismissed", face=face)


@op(lambda face, other: f"after the roll one {role(face)} die becomes {role(other)}", worth=-11.0)
def becomes(s: Astroforce, seat: int, face: str, other: str) -> None:
    if s.crew.get(face):
        s.crew[face] -= 1
        s.crew[other] += 1
        s.emit("changed", die=face, face=other)
