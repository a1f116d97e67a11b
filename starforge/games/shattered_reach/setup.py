"""Set up a game, and complete a typed position."""

from __future__ import annotations

from starforge.engine import hex as hx
from starforge.engine.ops import push
from starforge.engine.rng import Rng
from starforge.engine.save import OptionError
from starforge.engine.state import Op
from starforge.games.shattered_reach.model.catalogue import hulls
from starforge.games.shattered_reach.model.limits import check_seats, check_ship, check_table, check_targets
from starforge.games.shattered_reach.model.maps import chart_of, scenario_of, side_of
from starforge.games.shattered_reach.model.state import Options, Player, War, chart, hexes_of, scenario, works
from starforge.games.shattered_reach.rules import firing, movement, orders
from starforge.games.shattered_reach.rules.deployment import berths_for
from starforge.games.shattered_reach.rules.factions import by_side
from starforge.games.shattered_reach.rules.ops import op
from starforge.games.shattered_reach.rules.rounds import turn_order

OPEN_BUDGET = range(2_500, 20_001)
MOST_ROUNDS = 1_000


def new(options: Options, seats: int, seed: int) -> War:
    """Return a new game, stopped at the choice of factions or at fleet building; OptionError if it cannot be."""
    try:
        chart_of(options.scenario, options.custom, seats)
    except ValueError as error:
        raise OptionError(str(error)) from None
    plan = scenario_of(options.scenario, options.custom)
    budget = options.budget or plan.budget
    if plan.choose and budget not in OPEN_BUDGET:
        raise OptionError(f"the budget must be from {OPEN_BUDGET[0]} to {OPEN_BUDGET[-1]}, not {budget}")
    if not 0 <= options.budget <= OPEN_BUDGET[-1]:
        raise OptionError(f"no budget is below 0 or above {OPEN_BUDGET[-1]:,}")
    if not 1 <= options.rounds <= MOST_ROUNDS:
        raise OptionError(f"a game has from 1 to {MOST_ROUNDS:,} rounds")
    s = War(
        rng=Rng(seed),
        players=[Player() for _ in range(seats)],
        scenario=options.scenario,
        custom=options.custom,
        budget=budget,
        rounds=options.rounds,
        phase="faction",
    )
    sides = [side_of(options.scenario, options.custom, budget, n) for n in range(seats)]
    s.bank = sum(sum(side.purse.values()) + (hulls()[side.free].cost if side.free else 0) for side in sides)
    _take_factions(s, options.factions)
    push(s, ("next-faction", 0))
    op.run(s)
    return s


def _take_factions(s: War, by_seat: str) -> None:
    """Take factions that the table has fixed; OptionError for those that the scenario cannot be played with."""
    if by_seat == "any":
        return
    factions = by_seat.split(",")
    if len(factions) != len(s.players):
        raise OptionError(f"{len(s.players)} players need {len(s.players)} factions, not {by_seat!r}")
    if scenario(s).roles == "myriad" and "myriad" not in factions:
        raise OptionError(f"in {scenario(s).title} one player must play the Myriad")
    for p, faction in zip(s.players, factions, strict=True):
        p.faction = faction


def complete(s: War) -> None:
    """Fill a typed position in; ValueError if it is not possible."""
    if s.phase in ("move", "fire"):
        s.turn = max(s.turn, 1)
    check_table(s)
    _complete_ships(s)
    _complete_seats(s)
    if s.phase == "deploy":
        _check_deployment(s)
    check_targets(s)
    orders.retrace(s)
    if s.phase in ("move", "fire") and s.asks:
        s.queue = s.queue or _to_come(s)
        _check_queue(s)


def _check_deployment(s: War) -> None:
    """Raise ValueError for a ship that stands where it cannot be deployed, or that is in hand and placed (SR-S6)."""
    for ship in s.ships.values():
        if ship.placed and (ship.q, ship.r) not in berths_for(s, ship.seat, ship, ship.heading).filled:
            raise ValueError(f"ship {ship.id} cannot be deployed at {ship.q},{ship.r} with heading {ship.heading}")
        if ship.placed and s.players[ship.seat].chosen == ship.id:
            raise ValueError(f"players.{ship.seat}.chosen: ship {ship.id} is placed already")


def _to_come(s: War) -> list[Op]:
    """Return the queue of a round in which the asked seat has its turn: later seats, the firing, the end (SR-R1)."""
    order = [n for n in turn_order(s) if any(s.fleet(n))]
    turns = [(name, n) for name in ("move-turn", "fire-turn") for n in order]
    if (f"{s.phase}-turn", min(s.asks)) not in turns:
        raise ValueError(f"asks: seat {min(s.asks)} has no ship, and so no turn to {s.phase}")
    now = turns.index((f"{s.phase}-turn", min(s.asks)))
    return [("end-round", s.holder), *reversed(turns[now + 1 :])]


def _check_queue(s: War) -> None:
    """Raise ValueError unless what is to come in a round are turns of seats, and its end."""
    names = ["end-round", *["turn"] * (len(s.queue) - 1)]
    for (name, *seats), wanted in zip(s.queue, names, strict=True):
        turn = "turn" if name in ("move-turn", "fire-turn") else name
        if turn != wanted or len(seats) != 1 or seats[0] not in range(len(s.players)):
            raise ValueError("queue begins with the end of the round; before that come turns, ['fire-turn', 1]")


def _complete_ships(s: War) -> None:
    s.ships = dict(sorted(s.ships.items()))
    cells: dict[int, int] = {}
    for number, ship in s.ships.items():
        hull = hulls()[ship.card]
        ship.id = number
        ship.hull = (hull.hull if works(ship) else 0) if ship.hull < 0 else ship.hull
        ship.shields = hull.shields if ship.shields < 0 else ship.shields
        ship.missiles = hull.missiles if ship.missiles < 0 else ship.missiles
        check_ship(s, ship)
        for at in hexes_of(ship) if ship.placed else ():
            if at not in chart(s).hexes:
                raise ValueError(f"ship {number} is not wholly on the map")
            if cells.setdefault(hx.pack(at), number) != number:
                raise ValueError(f"ship {number} stands on another")
    s.stamp = max([s.stamp, *(ship.landed for ship in s.ships.values())])
    if cells != s.cells:
        s.cells = cells


def _complete_seats(s: War) -> None:
    for n, p in enumerate(s.players):
        p.faction = p.faction or next((hulls()[ship.card].faction for ship in s.fleet(n)), "")
    if s.phase != "faction" and len({p.side for p in s.players}) < len(s.players):
        for side, n in enumerate(by_side(s)):
            s.players[n].side = side
    check_seats(s)
    for p in s.players:
        if s.phase != "faction":
            p.team = side_of(s.scenario, s.custom, s.budget, p.side).team
    for n in s.asks:
        if s.phase in ("fire", "move"):
            _complete_hand(s, n, s.phase)


def _complete_hand(s: War, seat: int, kind: str) -> None:
    """Let a seat that is to move or fire have a ship in hand that can."""
    p = s.players[seat]
    able = (lambda ship: firing.can_act(s, ship, s.cells)) if kind == "fire" else movement.can_move
    wanted = [ship.id for ship in s.fleet(seat) if able(ship)]
    if not wanted:
        raise ValueError(f"seat {seat} is asked to {kind} and has no ship that can")
    p.ready = wanted if kind == "fire" else []
    drifting = kind == "move" and any(ship.id == p.chosen and movement.can_drift(s, ship) for ship in s.fleet(seat))
    p.chosen = p.chosen if p.chosen in wanted or drifting else wanted[0]
    if kind == "move":
        movement.take_in_hand(s, seat, s.ships[p.chosen])
