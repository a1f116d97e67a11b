"""What ops do to the hull, the shields and the Fuel."""

from __future__ import annotations

from starforge.engine.ops import push
from starforge.games.astroforce.model.state import FUEL, HULL, Astroforce
from starforge.games.astroforce.rules.dice import ask_for_die, candidates, destroy
from starforge.games.astroforce.rules.lasting import lasting, stopped
from starforge.games.astroforce.rules.ops.vocabulary import op
from starforge.games.astroforce.rules.outlook import frailty, slack


@op("{0} Damage", worth=lambda s, points: -frailty(s) * points)
def damage(s: Astroforce, seat: int, points: int) -> None:
    """Damage the shields, then the hull, then the crew (AF-H1)."""
    points = max(0, points - lasting(s).armour)
    absorbed = min(points, s.shields)
    s.shields -= absorbed
    _strike(s, seat, points - absorbed, absorbed)


@op("{0} Hull Damage", worth=lambda s, points: -1.4 * frailty(s) * points)
def hull_damage(s: Astroforce, seat: int, points: int) -> None:
    """Damage the hull past the shields (AF-H1)."""
    _strike(s, seat, max(0, points - lasting(s).armour), 0)


def _strike(s: Astroforce, seat: int, points: int, absorbed: int) -> None:
    broken = min(points, s.hull)
    s.hull -= broken
    s.emit("damaged", shields=absorbed, hull=broken, crew=points - broken)
    s.queue += [("casualty", seat)] * (points - broken)


@op("a die goes to Medbay")
def casualty(s: Astroforce, seat: int) -> None:
    """Move a die from Quarters or a station to Medbay; without one the ship is lost (AF-H2)."""
    if candidates(s, "hurt"):
        ask_for_die(s, "hurt")
    else:
        destroy(s)


@op("Damage equal to the Threats on Sensors", worth=lambda s: -1.6 * frailty(s))
def damage_by_sensors(s: Astroforce, seat: int) -> None:
    if s.sensors:
        push(s, ("damage", seat, s.sensors))


@op("repair {0} hull", worth=lambda s, points: 5.0 * points)
def hull(s: Astroforce, seat: int, points: int) -> None:
    if stopped(s, "repair"):
        return
    mended = min(points, HULL - s.hull)
    s.hull += mended
    s.emit("repaired", hull=mended)


@op("shields go down to 0")
def shields_down(s: Astroforce, seat: int) -> None:
    s.shields = 0
    s.emit("shields-set", shields=0)


@op("shields go up to the maximum", worth=8.0)
def shields_up(s: Astroforce, seat: int) -> None:
    """Raise the shields, whatever they were."""
    if stopped(s, "shields"):
        return
    s.shields = lasting(s).shields
    s.emit("shields-set", shields=s.shields)


def _cells(s: Astroforce, cells: int) -> float:
    return 14.0 * cells if cells > 0 else (42.0 + 14.0 * max(0, 4 - slack(s))) * cells


@op(lambda cells: f"{'gain' if cells > 0 else 'lose'} {abs(cells)} Fuel", worth=_cells)
def fuel(s: Astroforce, seat: int, cells: int) -> None:
    """Move the Fuel track; gains stop at its end (AF-M4), and below 0 nothing is left to lose."""
    if s.mission is not None:
        before = s.fuel
        s.fuel = max(0, min(FUEL, s.fuel + cells))
        s.emit("fuel-moved", cells=s.fuel - before)
