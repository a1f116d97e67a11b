"""The Captain's other orders: crew actions, Developments to use, the end of the deployment, and asking the Crew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from starforge.engine.action import Action
from starforge.engine.ops import bind, push
from starforge.engine.rules import Refusal, Rule
from starforge.engine.state import Op
from starforge.games.astroforce.model.actions import (
    ClearSensors,
    CrewAction,
    Dice,
    End,
    Heal,
    LowerShields,
    Orders,
    RaiseShields,
    Repair,
    Use,
)
from starforge.games.astroforce.model.catalogue import developments
from starforge.games.astroforce.model.state import HULL, Astroforce
from starforge.games.astroforce.rules.deployment import (
    go_on,
    on_cards,
    spend,
    title_of,
    wrong_dice,
)
from starforge.games.astroforce.rules.lasting import Lasting, lasting
from starforge.games.astroforce.rules.payments import Counts, counts, singles


def _no_orders(s: Astroforce, now: Lasting) -> Refusal | None:
    return None if any(s.crew.values()) else Refusal("There is no die in a station to change.", "AF-D6")


def _no_raise(s: Astroforce, now: Lasting) -> Refusal | None:
    return Refusal("Shields are at their maximum.", "AF-D6") if s.shields >= now.shields else None


def _no_lower(s: Astroforce, now: Lasting) -> Refusal | None:
    return None if s.shields else Refusal("Shields are down already.", "AF-D6")


def _no_heal(s: Astroforce, now: Lasting) -> Refusal | None:
    return None if s.medbay else Refusal("Nobody is in Medbay.", "AF-D6")


def _no_repair(s: Astroforce, now: Lasting) -> Refusal | None:
    return Refusal("The hull is whole.", "AF-D6") if s.hull >= HULL else None


def _no_clear(s: Astroforce, now: Lasting) -> Refusal | None:
    return None if s.sensors else Refusal("There is no Threat on Sensors.", "AF-D6")


def _clear(s: Astroforce, now: Lasting) -> Op:
    return "clear", s.captain, bonus(now, "clear")


@dataclass(frozen=True, slots=True)
class Duty:
    """Describe a crew action: its name, its role, what may bar it, what else makes it useless, and what it does."""

    name: str
    role: str
    bar: str
    useless: Callable[[Astroforce, Lasting], Refusal | None]
    effect: Callable[[Astroforce, Lasting], Op]


DUTIES: dict[type[CrewAction], Duty] = {
    Orders: Duty("Orders", "COM", "orders", _no_orders, lambda s, now: ("orders", s.captain)),
    RaiseShields: Duty("Raise Shields", "SCI", "shields", _no_raise, lambda s, now: ("shields-up", s.captain)),
    LowerShields: Duty("Lower Shields", "SCI", "", _no_lower, lambda s, now: ("shields-down", s.captain)),
    Heal: Duty("Heal", "MED", "heal", _no_heal, lambda s, now: ("heal", s.captain, bonus(now, "heal"))),
    Repair: Duty("Repair", "ENG", "repair", _no_repair, lambda s, now: ("hull", s.captain, bonus(now, "repair"))),
    ClearSensors: Duty(
        "Clear Sensors", "SEC", "clear", _no_clear, lambda s, now: ("clear", s.captain, bonus(now, "clear"))
    ),
}
"""The crew actions (AF-D6)."""
_BY_NAME = {duty.name: kind for kind, duty in DUTIES.items()}


def bonus(now: Lasting, act: str) -> int:
    """Return how much one Repair, Heal or Clear does."""
    return 1 + now.bonus.get(act, 0)


def idle(s: Astroforce, kind: type[CrewAction], now: Lasting) -> Refusal | None:
    """Return why a crew action cannot be taken, whatever the dice."""
    duty = DUTIES[kind]
    if duty.bar in now.barred:
        return Refusal(f"{title_of(now.barred[duty.bar])} bars it: {duty.name}.", "AF-X5")
    return duty.useless(s, now)


def real(dice: Dice) -> int:
    """Return how many of the results paid with are dice."""
    return sum(die[0] != "+" for die in dice)


@lru_cache(50_000)
def _spends(name: str, crew: Counts, bridge: Counts) -> tuple[Action, ...]:
    kind = _BY_NAME[name]
    paid = singles(crew, bridge)[DUTIES[kind].role]
    if kind is Orders:
        paid = tuple(dice for dice in paid if sum(crew) > real(dice))
    return tuple(kind(dice) for dice in paid)


def _crew_rule(kind: type[CrewAction]) -> Rule[Astroforce]:
    duty = DUTIES[kind]

    def offers(s: Astroforce, seat: int) -> Sequence[Action]:
        found = _spends(duty.name, counts(s.crew), counts(s.bridge))
        return found if found and idle(s, kind, lasting(s)) is None else (kind((duty.role,)),)

    def check(s: Astroforce, seat: int, a: CrewAction) -> Refusal | None:
        refusal = idle(s, kind, lasting(s)) or wrong_dice(s, (duty.role,), a.dice)
        if refusal is None and kind is Orders and sum(s.crew.values()) <= real(a.dice):
            return Refusal("Orders change another die, and no other is in a station.", "AF-D6")
        return refusal

    def do(s: Astroforce, seat: int, a: CrewAction) -> None:
        spend(s, a.dice)
        s.quarters += real(a.dice)
        s.emit("crew-acted", action=duty.name, dice=a.dice)
        go_on(s, duty.effect(s, lasting(s)))

    return Rule(kind, offers, check, do)


# --- Developments and the end ----------------------------------------------------------------------------------------


def check_use(s: Astroforce, seat: int, a: Use) -> Refusal | None:
    """Refuse what is not active, has no use, or is used up for this turn."""
    if a.card not in s.active:
        return Refusal("That Development is not active.", "AF-C2")
    if not developments()[a.card].use:
        return Refusal("It works by itself.", "AF-C2")
    return Refusal("It has been used this turn.", "AF-C2") if a.card in s.used else None


def offer_uses(s: Astroforce, seat: int) -> list[Use]:
    """Return the active Developments that are used by choice."""
    return [Use(card) for card in s.active if developments()[card].use]


def do_use(s: Astroforce, seat: int, a: Use) -> None:
    """Use a Development; one that is used once is discarded."""
    card = developments()[a.card]
    if card.uses == "once":
        s.active.remove(a.card)
        s.development_discards.append(a.card)
    else:
        s.used.append(a.card)
    s.emit("used", card=a.card)
    go_on(s, *(bind(op, s.captain, a.card) for op in card.use))


def do_end(s: Astroforce, seat: int, a: End) -> None:
    """End the deployment, whatever dice are left (AF-D9)."""
    push(s, ("cleanup", s.captain))


def moves(s: Astroforce) -> list[Action]:
    """Return every order that is allowed, in the order of the rules, but for ending the deployment."""
    pays, locks, deeds = on_cards(s)
    now, crew, bridge = lasting(s), counts(s.crew), counts(s.bridge)
    pays += locks
    pays += deeds
    for duty in DUTIES.values():
        if duty.bar not in now.barred and duty.useless(s, now) is None:
            pays += _spends(duty.name, crew, bridge)
    pays += [use for use in offer_uses(s, s.captain) if use.card not in s.used]
    return pays


CREW_RULES: tuple[Rule[Astroforce], ...] = tuple(map(_crew_rule, DUTIES))
USE_RULES: tuple[Rule[Astroforce], ...] = (Rule(Use, offer_uses, check_use, do_use),)
END_RULES: tuple[Rule[Astroforce], ...] = (Rule(End, lambda s, seat: (End(),), lambda s, seat, a: None, do_end),)
