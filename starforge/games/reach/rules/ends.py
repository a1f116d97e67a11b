"""The ends: of a round, of the flight (Landing Sequence), and of the game (scores)."""

from __future__ import annotations

from starforge.engine.ops import bind, push
from starforge.engine.state import Ask, Result
from starforge.english import some
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import ACADEMY, REPAIRS, ZONES, Player, Reach
from starforge.games.reach.rules.crew import box, higher, next_up, specialists_left, spots, takes_specialist
from starforge.games.reach.rules.damage import remove_damage
from starforge.games.reach.rules.ops.goals import progress
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.rules.power import crew_points, landing_needs, mission_points, short_of_landing, totals
from starforge.games.reach.rules.scavenge import playable
from starforge.games.reach.rules.turns import deeds, in_order, usable
from starforge.games.reach.words.names import SHORT

OBJECTIVE = 5
"""The victory points of a side objective (UR-E4)."""


@op("end the round")
def end_round(s: Reach, seat: int) -> None:
    """Let one player after the other finish the round, then begin the next (UR-E1)."""
    s.phase = "round-end"
    push(s, *in_order(s, "repairs", "graduate", "recruits", "growth", "collect"), ("begin-turn", 0))


@op("land")
def land(s: Reach, seat: int) -> None:
    """Let one player after the other go through the Landing Sequence (UR-E2)."""
    s.phase = "landing"
    s.emit("approached", order=list(s.order))
    steps = ("recruits", "growth", "settle", "repairs", "settle", "graduate", "settle", "unpack", "settle")
    push(s, *in_order(s, *steps), ("touch-down", 0))


@op("repair what crew was placed for")
def repairs(s: Reach, seat: int) -> None:
    """Remove a damage card for every repairer (UR-D3); in the Landing Sequence they are placed anew."""
    p = s.players[seat]
    for department, zone in REPAIRS.items():
        for _ in range(min(len(p.crew[zone]), p.damage[department])):
            remove_damage(s, seat, department, "crew")
        if s.phase == "landing":
            p.hand = sorted([*p.hand, *p.crew[zone]])
            p.crew[zone] = []


@op("graduate from the Academy")
def graduate(s: Reach, seat: int) -> None:
    """Make every Junior in the Academy a Mid of its type, as far as the box has them (UR-D4)."""
    p = s.players[seat]
    juniors, p.crew[ACADEMY] = p.crew[ACADEMY], []
    graduates = []
    for card in juniors:
        junior = crew_card(card).level == 1
        graduates.append((junior and next_up(s, card)) or card)
        p.crew[ACADEMY].append(graduates[-1])
    if juniors:
        s.emit("graduated", seat=seat, juniors=juniors, cards=graduates)
    if s.phase == "landing":
        p.hand = sorted([*p.hand, *graduates])
        p.crew[ACADEMY] = []


@op("take on new crew")
def recruits(s: Reach, seat: int) -> None:
    """Let Specialists act and resolve the Distress Calls, which must be taken now (UR-W5)."""
    p, missions = s.players[seat], book().missions
    calls = [m for m in p.claimed if missions[m].type == "distress" and m not in p.spent]
    p.spent += calls
    push(s, *deeds(s, seat, "round_end"), *[bind(missions[m].reward, seat, m) for m in calls])


@op("upgrade crew")
def growth(s: Reach, seat: int) -> None:
    """Ask for what tokens and cards do at the end of a round (UR-W1, UR-W2); go on if there is nothing to choose."""
    tools = usable(s, seat) if s.phase == "landing" else playable(s, seat, "growth")
    if tools or can_grow(s, s.players[seat]):
        s.asks[seat] = Ask("growth")


def can_grow(s: Reach, p: Player) -> bool:
    if p.tokens == 0:
        return False
    special, left = specialists_left(s) > 0, box(s)
    return any(
        (special and takes_specialist(card, at)) or any(left[to] > 0 for to in higher(card)) for card, at in spots(p)
    )


@op("collect the crew")
def collect(s: Reach, seat: int) -> None:
    """Take all crew back and shuffle it with the new cards into the deck (UR-E1)."""
    p = s.players[seat]
    p.deck, p.hand = sorted(p.owned()), []
    p.crew = {zone: [] for zone in ZONES}
    s.rng.shuffle(p.deck)
    s.emit("collected", seat=seat, cards=len(p.deck))


@op("place crew anew")
def settle(s: Reach, seat: int) -> None:
    if s.players[seat].hand:
        s.asks[seat] = Ask("settle")


@op("bring up the rest of the deck")
def unpack(s: Reach, seat: int) -> None:
    """Take all cards left in the crew deck, to be placed (UR-E2)."""
    p = s.players[seat]
    if p.deck:
        s.learned += 1
        s.emit("unpacked", seat=seat, cards=sorted(p.deck))
        p.hand, p.deck = sorted([*p.hand, *p.deck]), []


@op("touch down")
def touch_down(s: Reach, seat: int) -> None:
    """Show all Landing cards together, see who lands, and count (UR-E2, UR-E3, UR-E4)."""
    s.learned += 1
    scores = []
    for n, p in enumerate(s.players):
        short = short_of_landing(p, s.turn)
        need = landing_needs(p, s.turn)
        s.emit("landed", seat=n, landing=p.landing, ship=p.ship, need=need, totals=totals(p, s.turn), short=short)
        scores.append(None if short else _count(s, n))
    best = max((score for score in scores if score is not None), default=None)
    winners = tuple(n for n, score in enumerate(scores) if best is not None and score == best)
    s.result = Result(winners, _outcome(s, scores, winners), tuple(score or 0 for score in scores))
    s.emit("ended", winners=list(winners), scores=scores)


def score_lines(p: Player, turn: int, landing: str) -> list[tuple[str, int]]:
    """Return a score line by line (UR-E4); the objectives count only with the Landing card named."""
    lines = [
        (f"Missions: {', '.join(book().missions[m].title for m in p.claimed) or 'none'}", mission_points(p)),
        (f"Crew: {some(len(p.owned()), 'card')}", crew_points(p, turn)),
    ]
    for words, have, need in progress(p, turn, landing) if landing else []:
        lines.append((f"{words}: {have} of {need}", OBJECTIVE if have >= need else 0))
    lines.append((f"Unrepaired damage: {p.hurt()}", -p.hurt()))
    return lines


def _count(s: Reach, seat: int) -> int:
    p = s.players[seat]
    lines = score_lines(p, s.turn, p.landing)
    score = sum(points for _, points in lines)
    s.emit("scored", seat=seat, lines=[list(line) for line in lines], score=score)
    return score


def _outcome(s: Reach, scores: list[int | None], winners: tuple[int, ...]) -> str:
    ships = [book().ships[p.ship].title for p in s.players]
    parts = []
    for p, ship, score in zip(s.players, ships, scores, strict=True):
        if score is None:
            lost = ", ".join(f"{SHORT[d]} {n} short" for d, n in short_of_landing(p, s.turn).items())
            parts.append(f"The {ship} does not land ({lost}).")
        else:
            lines = ", ".join(f"{words} {points:+d}" for words, points in score_lines(p, s.turn, p.landing))
            parts.append(f"The {ship} lands with {score} points ({lines}).")
    names = " and the ".join(ships[n] for n in winners)
    head = (
        f"The {names} {'wins' if len(winners) == 1 else 'share the victory'}."
        if winners
        else "Nobody lands: nobody wins."
    )
    return " ".join((head, *parts))
