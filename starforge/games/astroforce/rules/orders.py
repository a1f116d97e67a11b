"""The Captain's other orders: crew actions, Developments to use, the end of the deployment, and asking the Crew."""

from __future__ import annotations

from collections.abc import Callable

from starforge.engine.action import Action
from starforge.engine.ops import bind
from starforge.engine.rules import Refusal, Rule, always, only
from starforge.engine.state import Op
from starforge.games.astroforce.model.actions import (
    ClearSensors,
    CrewAction,
    End,
    Heal,
    LowerShields,
    Orders,
    RaiseShields,
    Repair,
    Use,
)
from starforge.games.astroforce.model.catalogue import Development, developments
from starforge.games.astroforce.model.state import FACES, FUEL, HULL, Astroforce, by_rules
from starforge.games.astroforce.rules.deployment import on_cards, title_of
from starforge.games.astroforce.rules.dice import changeable
from starforge.games.astroforce.rules.lasting import Lasting, lasting
from starforge.games.astroforce.rules.paying import Bill, go_on, means, real, spend, unaffordable
from starforge.games.astroforce.rules.payments import Dice, Memo
from starforge.games.astroforce.rules.piles import lay_aside
from starforge.games.astroforce.rules.turn import cleanup
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Duty:
    """Describe a crew action: its name, its role, what may bar it, why it may be of no use, what it does."""

    name: str
    role: str
    bar: str
    else_why: str
    effect: Callable[[Astroforce], Op]


DUTIES: dict[type[CrewAction], Duty] = {
    Orders: Duty(
        "Orders",
        "COM",
        "orders",
        "There is no die in a station to change.",
        lambda s: ("orders", s.captain),
    ),
    RaiseShields: Duty(
        "Raise Shields",
        "SCI",
        "shields",
        "Shields are at their maximum.",
        lambda s: ("shields-up", s.captain),
    ),
    LowerShields: Duty(
        "Lower Shields",
        "SCI",
        "",
        "Shields are down already.",
        lambda s: ("shields-down", s.captain),
    ),
    Heal: Duty(
        "Heal",
        "MED",
        "heal",
        "Nobody is in Medbay.",
        lambda s: ("heal", s.captain, bonus(lasting(s), "heal")),
    ),
    Repair: Duty(
        "Repair",
        "ENG",
        "repair",
        "The hull is whole.",
        lambda s: ("hull", s.captain, bonus(lasting(s), "repair")),
    ),
    ClearSensors: Duty(
        "Clear Sensors",
        "SEC",
        "clear",
        "There is no Threat on Sensors.",
        lambda s: ("clear", s.captain, bonus(lasting(s), "clear")),
    ),
}
"""The crew actions (AF-D6)."""


def bonus(now: Lasting, act: str) -> int:
    """Return how much one Repair, Heal or Clear does."""
    return 1 + now.bonus.get(act, 0)


_PLACE = {kind: place for place, kind in enumerate(DUTIES)}


def useful(s: Astroforce, now: Lasting) -> tuple[bool, ...]:
    """Return of each crew action whether it would change anything, in their order, whatever bars it."""
    return (
        any(s.crew.values()),
        s.shields < now.shields,
        s.shields > 0,
        s.medbay > 0,
        s.hull < HULL,
        s.sensors > 0,
    )


def idle(s: Astroforce, kind: type[CrewAction], now: Lasting) -> Refusal | None:
    """Return why a crew action cannot be taken, whatever the dice."""
    duty = DUTIES[kind]
    if duty.bar in now.barred:
        return Refusal(f"{title_of(now.barred[duty.bar])} bars it: {duty.name}.", "AF-X5")
    return None if useful(s, now)[_PLACE[kind]] else Refusal(duty.else_why, "AF-D6")


def _bill(kind: type[CrewAction]) -> Bill:
    duty = DUTIES[kind]

    def do(s: Astroforce, order: CrewAction, dice: Dice) -> None:
        spend(s, dice)
        s.quarters += real(dice)
        s.emit("crew-acted", action=duty.name, dice=dice)
        go_on(s, duty.effect(s))

    return Bill(lambda s, order: (duty.role,), do, int(kind is Orders))


CREW_BILLS: dict[type[Action], Bill] = {kind: _bill(kind) for kind in DUTIES}
_ORDER = {kind: kind() for kind in DUTIES}


def _crew_rule(kind: type[CrewAction]) -> Rule[Astroforce]:
    duty, bill = DUTIES[kind], CREW_BILLS[kind]

    def check(s: Astroforce, seat: int, a: CrewAction) -> Refusal | None:
        refusal = idle(s, kind, lasting(s)) or unaffordable(s, (duty.role,))
        if refusal is None and bill.spare and not bill.ways(s, a):
            return Refusal("Orders change another die, and no other is in a station.", "AF-D6")
        return refusal

    return Rule(kind, only(kind), check, bill.settle)


OnDuty = tuple[list[Action], list[tuple[str, Action]]]
"""The crew actions of use to a set of roles, in order, and the same each behind what may bar it."""


def _on_duty(case: tuple[int, tuple[bool, ...]]) -> OnDuty:
    roles, of_use = case
    guarded: list[tuple[str, Action]] = [
        (duty.bar, _ORDER[kind])
        for kind, duty in DUTIES.items()
        if roles >> FACES.index(duty.role) & 1 and of_use[_PLACE[kind]]
    ]
    return [order for _, order in guarded], guarded


_ON_DUTY: Memo[tuple[int, tuple[bool, ...]], OnDuty] = Memo(_on_duty)


# --- Developments and the end ----------------------------------------------------------------------------------------


def check_use(s: Astroforce, seat: int, a: Use) -> Refusal | None:
    """Refuse what is not active, has no use, or is used up for this turn."""
    if a.card not in s.active:
        return Refusal("That Development is not active.", "AF-C2")
    if not developments()[a.card].use:
        return Refusal("It works by itself.", "AF-C2")
    if a.card in s.used:
        return Refusal("It has been used this turn.", "AF-C2")
    return _vain(s, developments()[a.card]) if by_rules(s, 3) else None


BARRED = {"orders": "orders", "shields-up": "shields", "heal": "heal", "hull": "repair", "clear": "clear"}
"""The act that an op does, which an Event may forbid (AF-X5)."""
_USEFUL: dict[str, Callable[[Astroforce, Op], bool]] = {
    "orders": lambda s, op: bool(changeable(s)),
    "shields-up": lambda s, op: s.shields < lasting(s).shields,
    "heal": lambda s, op: s.medbay > 0,
    "hull": lambda s, op: s.hull < HULL,
    "clear": lambda s, op: s.sensors > 0,
    "fuel": lambda s, op: s.mission is not None and s.fuel < FUEL,
    "man": lambda s, op: s.quarters > 0 and str(op[1]) not in lasting(s).blocked,
    "second-shift": lambda s, op: s.quarters > 0,
    "dismiss": lambda s, op: any(not plot.done for plot in s.plots),
    "foresee": lambda s, op: len(s.plot_deck) > s.foreseen,
}
"""Whether an op would change or show anything now; those that are not here always do."""


def _vain(s: Astroforce, card: Development) -> Refusal | None:
    """Refuse a Development that an Event forbids to do what it does, or that would do nothing."""
    barred = lasting(s).barred
    for name, *_ in card.use:
        if (event := barred.get(BARRED.get(str(name), ""))) is not None:
            return Refusal(f"{title_of(event)} bars it: {card.title}.", "AF-X5")
    if any(str(op[0]) not in _USEFUL or _USEFUL[str(op[0])](s, op) for op in card.use):
        return None
    return Refusal(f"{card.title} would do nothing now.", "AF-C2")


def offer_uses(s: Astroforce, seat: int) -> list[Use]:
    """Return the active Developments that are used by choice."""
    return [use for card in s.active if (use := _USE[card])]


_USE: Memo[str, Use | None] = Memo(lambda card: Use(card) if developments()[card].use else None)


def do_use(s: Astroforce, seat: int, a: Use) -> None:
    """Use a Development; one that is used once is discarded."""
    card = developments()[a.card]
    if card.uses == "once":
        lay_aside(s, a.card)
    else:
        s.used.append(a.card)
    s.emit("used", card=a.card)
    go_on(s, *(bind(op, s.captain, a.card) for op in card.use))


def do_end(s: Astroforce, seat: int, a: End) -> None:
    """End the deployment, whatever dice are left (AF-D9)."""
    cleanup(s, s.captain)


def moves(s: Astroforce) -> list[Action]:
    """Return every order that is allowed, in the order of the rules, but for ending the deployment."""
    now, dice = lasting(s), means(s)
    found = on_cards(s, now, dice)
    barred = now.barred
    if dice.duties:
        orders, guarded = _ON_DUTY[dice.duties, useful(s, now)]
        found += [order for bar, order in guarded if bar not in barred] if barred else orders
    for card in s.active:
        use = _USE[card]
        if use is not None and check_use(s, s.captain, use) is None:
            found.append(use)
    return found


CREW_RULES: tuple[Rule[Astroforce], ...] = tuple(map(_crew_rule, DUTIES))
USE_RULES: tuple[Rule[Astroforce], ...] = (Rule(Use, offer_uses, check_use, do_use),)
END_RULES: tuple[Rule[Astroforce], ...] = (Rule(End, only(End), always, do_end),)
