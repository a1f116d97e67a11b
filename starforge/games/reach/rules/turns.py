"""The course of a turn: tile, damage, pool, planning, reveal, claims, rewards. Each op opens a question or goes on."""

from __future__ import annotations

from starforge.engine.ops import bind, push
from starforge.engine.state import Ask, Op, draw
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEPARTMENTS, HAND, TURNS, Front, Reach, rulings
from starforge.games.reach.rules.ops.abilities import bonus, has_specialists
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.rules.power import claimable, ranking, stopped, strengths, totals
from starforge.games.reach.rules.scavenge import playable


def in_order(s: Reach, *names: str) -> list[Op]:
    """Return ops for every seat in play order, one player finishing all of them before the next."""
    return [(name, seat) for seat in s.order for name in names]


@op("choose a ship")
def choose_ship(s: Reach, seat: int) -> None:
    """Ask the seat for its ship (UR-S1); when all have one, deal the Landing cards (UR-S4) and begin."""
    if seat < len(s.players):
        s.asks[seat] = Ask("ship")
        return
    deal_landings(s)
    push(s, ("begin-turn", 0))


def deal_landings(s: Reach) -> None:
    """Give every player without one a secret Landing card; the rest stay in the box unseen."""
    s.rng.shuffle(s.landings)
    for n, p in enumerate(s.players):
        if not p.landing:
            p.landing = s.landings.pop()
            s.emit("dealt", seat=n, landing=p.landing, secret={"landing": (n,)})


@op("begin a turn")
def begin_turn(s: Reach, seat: int) -> None:
    """Reveal a tile (UR-P1); on the first of a round nobody takes damage (UR-P2)."""
    s.turn += 1
    s.phase = "opening"
    s.tile = draw(s, s.tiles) or ""
    tile = book().tiles[s.tile]
    s.emit("turned", tile=s.tile, round=s.round, step=s.step, order=tile.order, damage=tile.damage)
    hits = in_order(s, "hit") if s.step > 1 and tile.damage else []
    push(s, *hits, ("open-pool", 0), *in_order(s, "before"), ("plan", 0))


@op("take the tile's damage")
def hit(s: Reach, seat: int) -> None:
    """Draw damage cards, fewer by what is prevented, and place each on its department (UR-P2, UR-D1, UR-D2)."""
    p = s.players[seat]
    damage = book().tiles[s.tile].damage
    stops = min(damage, stopped(p, s.turn))
    left = bool(s.damage or s.damage_discards) or not rulings(s)
    fooled = bool(p.decoy) and stops < damage and left
    if fooled:
        p.decoy -= 1
        stops = damage
    drawn = [card for card in (draw(s, s.damage, s.damage_discards) for _ in range(damage - stops)) if card]
    for department in drawn:
        p.damage[department] += 1
    s.emit("hit", seat=seat, departments=drawn, prevented=stops, decoy=fooled)


@op("reveal the mission pool")
def open_pool(s: Reach, seat: int) -> None:
    """Reveal one mission more than there are players (UR-P3)."""
    size = len(s.players) + 1 + sum(bonus(p, s.turn, "pool") for p in s.players)
    s.pool = [card for card in (draw(s, s.missions[s.round]) for _ in range(size)) if card]
    s.emit("pooled", missions=list(s.pool))


@op("play cards before planning")
def before(s: Reach, seat: int) -> None:
    """Ask who holds a card for now (UR-W4 A)."""
    if playable(s, seat, "before"):
        s.asks[seat] = Ask("before")


@op("plan")
def plan(s: Reach, seat: int) -> None:
    """Raise the screens; everybody draws and plans at the same time (UR-P4)."""
    s.phase = "planning"
    for n, p in enumerate(s.players):
        p.front = Front(tuple(p.aboard()), tuple(p.spent))
        size = HAND + bonus(p, s.turn, "draw")
        p.hand = sorted(card for card in (draw(s, p.deck) for _ in range(size)) if card)
        s.emit("drawn", seat=n, count=len(p.hand), cards=list(p.hand), secret={"cards": (n,)})
    for n in range(len(s.players)):
        s.asks[n] = Ask("plan")


@op("drop the screens")
def reveal(s: Reach, seat: int) -> None:
    """Show all ships in one step, and determine the play order (UR-P4, UR-O1)."""
    s.learned += 1
    s.phase = "claims"
    ships = []
    for n, p in enumerate(s.players):
        for card in p.spent[len(p.front.spent) if p.front else 0 :]:
            s.emit("played", seat=n, card=card)
        for department, power in p.boosts.items():
            s.emit("overcharged", seat=n, department=department, power=power)
        have = totals(p, s.turn)
        ships.append((p, have))
        s.emit("revealed", seat=n, placed=[list(spot) for spot in p.plan], totals=have)
        p.plan, p.front, p.ready, p.lifts = [], None, False, 0
    compared = strengths(s, ships)
    s.order = ranking(s.players, compared)
    department, powers = book().tiles[s.tile].order, [list(compared[seat]) for seat in s.order]
    s.emit("ordered", department=department, order=list(s.order), powers=powers)
    push(s, *in_order(s, "claim"), ("rewards", 0))


@op("claim a mission")
def claim(s: Reach, seat: int) -> None:
    """Ask for a claim (UR-C1); whoever can neither claim nor play a card passes."""
    if claimable(s, seat) or playable(s, seat, "claim"):
        s.asks[seat] = Ask("claim")
    else:
        s.emit("passed", seat=seat, forced=True, met=[])


@op("play cards after the claim")
def after_claim(s: Reach, seat: int) -> None:
    """Ask who holds a card for just after the claim (UR-W4 C)."""
    if playable(s, seat, "after-claim"):
        s.asks[seat] = Ask("after-claim")


@op("resolve the rewards of the turn")
def rewards(s: Reach, seat: int) -> None:
    """Begin the rewards, each player in play order (UR-C1)."""
    s.phase = "rewards"
    push(s, *in_order(s, "end-turn"), ("close-turn", 0))


@op("end the turn")
def end_turn(s: Reach, seat: int) -> None:
    """Attach Research (UR-W3), let Specialists act, then ask for cards used at the end of a turn."""
    p, missions = s.players[seat], book().missions
    new = [m for m in p.claimed if missions[m].type == "research" and m not in p.research]
    push(s, *[bind(missions[m].reward, seat, m) for m in new], *deeds(s, seat, "turn_end"), ("turn-end", seat))


def deeds(s: Reach, seat: int, time: str) -> list[Op]:
    """Return what the Specialists in departments with power do at the end of a turn or round."""
    p, specialists = s.players[seat], book().specialists
    if not has_specialists(p):
        return []
    aboard = [card for d in DEPARTMENTS for card in p.crew[d] if card in specialists]
    found = [(card, getattr(crew_card(card), time)) for card in aboard]
    return [bind(deed, seat, card) for card, deed in found if deed]


@op("use cards at the end of the turn")
def turn_end(s: Reach, seat: int) -> None:
    """Ask who holds a card for now: Maintenance (UR-W6) or Scavenge (UR-W4 D)."""
    if usable(s, seat) or playable(s, seat, "turn-end"):
        s.asks[seat] = Ask("turn-end")


def usable(s: Reach, seat: int) -> list[str]:
    """Return the Maintenance cards held that would repair something."""
    p, missions = s.players[seat], book().missions
    unused = [m for m in p.claimed if missions[m].type == "maintenance" and m not in p.spent]
    return unused if p.hurt() else []


@op("close the turn")
def close_turn(s: Reach, seat: int) -> None:
    """Clear the table: unclaimed missions leave the game (UR-P3), what lasted a turn ends."""
    left = [*s.pool, *(m for p in s.players for m in p.reserved)]
    s.gone += left
    s.pool = []
    s.past_tiles.append(s.tile)
    s.tile = ""
    for p in s.players:
        p.reserved, p.boosts, p.eased, p.first = [], {}, {}, 0
    if left:
        s.emit("left", missions=left)
    push(s, ("begin-turn" if s.step < 3 else "land" if s.turn == TURNS else "end-round", 0))
