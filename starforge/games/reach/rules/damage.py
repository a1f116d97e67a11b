"""Damage cards: how they are taken off a ship and moved about (UR-T4, UR-W4, UR-W6)."""

from __future__ import annotations

from starforge.engine.rules import Refusal
from starforge.games.reach.model.actions import Mend, Shift, Stop
from starforge.games.reach.model.state import DEPARTMENTS, Player, Reach


def take_stray(p: Player, department: str) -> str:
    """Return what is printed on the damage card taken from a department; one that was moved there goes first."""
    for stray in p.strays:
        if stray[1] == department:
            p.strays.remove(stray)
            return stray[0]
    return department


def remove_damage(s: Reach, seat: int, department: str, by: str) -> None:
    """Take a damage card off a department and put it on the discards (UR-T4)."""
    p = s.players[seat]
    p.damage[department] -= 1
    s.damage_discards.append(take_stray(p, department))
    s.emit("repaired", seat=seat, department=department, by=by)


def offer_mends(s: Reach, seat: int) -> list[Mend]:
    return [Mend(d) for d in DEPARTMENTS if s.players[seat].damage[d]]


def do_mend(s: Reach, seat: int, a: Mend) -> None:
    """Remove the damage; the queue holds how much more the card repairs."""
    remove_damage(s, seat, a.at, "card")


def offer_shifts(s: Reach, seat: int) -> list[Shift]:
    damage = s.players[seat].damage
    return [Shift(d, to) for d in DEPARTMENTS if damage[d] for to in DEPARTMENTS if to != d]


def check_shift(s: Reach, seat: int, a: Shift) -> Refusal | None:
    if not s.players[seat].damage.get(a.at):
        return Refusal("There is no damage to move there.", "UR-W4")
    if a.to not in DEPARTMENTS or a.to == a.at:
        return Refusal("Move it to another department with power.", "UR-W4")
    return None


def do_shift(s: Reach, seat: int, a: Shift) -> None:
    """Move the damage; the queue holds how much more may move."""
    p = s.players[seat]
    printed = take_stray(p, a.at)
    p.damage[a.at] -= 1
    p.damage[a.to] += 1
    if printed != a.to:
        p.strays.append((printed, a.to))
    s.emit("shifted", seat=seat, department=a.at, to=a.to)


def do_stop(s: Reach, seat: int, a: Stop) -> None:
    """Drop what the card could still do, which waits on the queue; it cannot be used later (UR-W6)."""
    s.queue.pop()
