"""What missions and Specialists do. The words on the cards are the words of these ops."""

from __future__ import annotations

from starforge.engine.ops import push
from starforge.engine.state import Ask
from starforge.engine.zones import draw
from starforge.games.reach.model.catalogue import crew_card
from starforge.games.reach.model.state import DEPARTMENTS, Player, Reach
from starforge.games.reach.rules.ops.vocabulary import op
from starforge.games.reach.rules.supply import deal_in, next_up, recruits, remove
from starforge.games.reach.words.names import NAMES, some


@op(lambda n: f"Get {some(n, 'Experience token')} to upgrade your crew at the end of any round.")
def experience(s: Reach, seat: int, number: int) -> None:
    """Give tokens, as many as remain (UR-W1)."""
    got = min(number, s.tokens)
    s.players[seat].tokens += got
    s.emit("gained", seat=seat, tokens=got)


@op(
    lambda card, n, one, other: (
        f"Increase your {NAMES[one]} or {NAMES[other]} power by {n} permanently at the end of this turn."
    )
)
def attach(s: Reach, seat: int, card: str, power: int, one: str, other: str) -> None:
    """Ask where Research goes (UR-W3)."""
    s.asks[seat] = Ask("attach", (card, one, other))


def _recruit_says(level: str, kind: str, number: int = 1) -> str:
    many = "s" if number > 1 else ""
    card = f"{level.title()}{many} of your choice" if kind == "any" else f"{level.title()} {kind.title()}{many}"
    return f"Add {number} {card} to your deck at the end of this round."


@op(_recruit_says)
def recruit(s: Reach, seat: int, level: str, kind: str, number: int = 1) -> None:
    """Add crew from the box, of the player's choice where there is one (UR-W5)."""
    open_ = recruits(s, level, kind)
    if not open_:
        s.emit("missed", seat=seat, level=level, type=kind)
        return
    if number > 1:
        push(s, ("recruit", seat, level, kind, number - 1))
    if len(open_) == 1:
        take_on(s, seat, open_[0])
    else:
        s.asks[seat] = Ask("recruit", (level, kind))


def take_on(s: Reach, seat: int, card: str) -> None:
    """Give new crew from the box."""
    deal_in(s.players[seat], card)
    s.emit("recruited", seat=seat, card=card)


@op("Use to repair: {0} damage immediately.")
def mend(s: Reach, seat: int, number: int) -> None:
    """Ask which damage to remove, one after the other (UR-W6)."""
    hurt = [d for d in DEPARTMENTS if s.players[seat].damage[d]]
    if hurt and number > 0:
        push(s, ("mend", seat, number - 1))
        s.asks[seat] = Ask("mend", (number,))


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


@op(lambda n: f"Immediately reveal {n} extra Mission cards for you to complete this turn.")
def extra_pool(s: Reach, seat: int, number: int) -> None:
    """Reveal missions that only this player may claim, as many as the deck has."""
    deck = s.missions[s.round]
    found = [card for card in (draw(s, deck) for _ in range(number)) if card]
    s.players[seat].reserved += found
    s.emit("reserved", seat=seat, missions=found)


@op("Draw {0} more crew cards.")
def draw_crew(s: Reach, seat: int, number: int) -> None:
    """Draw from the own deck, behind the screen."""
    p = s.players[seat]
    got = [card for card in (draw(s, p.deck) for _ in range(number)) if card]
    p.hand = sorted([*p.hand, *got])
    s.emit("drawn", seat=seat, cards=got, only=(seat,))


@op("Until the end of the turn, {0} more power in one department.")
def overcharge(s: Reach, seat: int, power: int) -> None:
    """Ask where the power goes."""
    s.asks[seat] = Ask("overcharge", (power,))


@op("Until the end of the turn, Missions need {0} less of you in one department.")
def forge(s: Reach, seat: int, less: int) -> None:
    """Ask where missions need less."""
    s.asks[seat] = Ask("forge", (less,))


@op("Take up to {0} crew placed earlier this round back into your hand and place them anew.")
def lift_crew(s: Reach, seat: int, number: int) -> None:
    """Let crew of earlier turns be taken up."""
    s.players[seat].lifts += number


@op("You are first in this turn's play order.")
def go_first(s: Reach, seat: int) -> None:
    """Go before all others, except those who played the like earlier."""
    s.players[seat].first = 1 + max(p.first for p in s.players)


@op("Claim one more Mission at once.")
def claim_again(s: Reach, seat: int) -> None:
    """Allow one more claim."""
    push(s, ("claim", seat))


@op("Raise one of your crew on the ship by one level at once.")
def promote(s: Reach, seat: int) -> None:
    """Ask whom to raise."""
    if promotable(s, s.players[seat]):
        s.asks[seat] = Ask("promote")


def promotable(s: Reach, p: Player) -> list[tuple[str, str]]:
    """Return the crew aboard for which there is a card of the next level."""
    return [(card, at) for card, at in dict.fromkeys(p.aboard()) if next_up(s, card)]


@op("The next tile with damage does you none.")
def decoy(s: Reach, seat: int) -> None:
    """Let the damage of a tile miss."""
    s.players[seat].decoy += 1


@op("Take all Missions of the pool out of the game and reveal as many new ones.")
def new_pool(s: Reach, seat: int) -> None:
    """Replace the pool, as far as the deck goes."""
    deck = s.missions[s.round]
    found = [card for card in (draw(s, deck) for _ in s.pool) if card]
    s.gone += s.pool
    s.pool = found
    s.emit("pooled", missions=found)


@op(lambda level: f"Take a {level.title()} of your choice and place it on your ship at once.")
def hire(s: Reach, seat: int, level: str) -> None:
    """Ask for a card of the box, which is then placed."""
    push(s, ("settle", seat))
    if recruits(s, level, "any"):
        s.asks[seat] = Ask("hire", (level,))


@op("Move up to {0} damage cards to other departments.")
def shift_damage(s: Reach, seat: int, number: int) -> None:
    """Ask which damage moves where, one after the other."""
    if s.players[seat].hurt() and number > 0:
        push(s, ("shift-damage", seat, number - 1))
        s.asks[seat] = Ask("shift", (number,))


@op("keep one of the Specialists drawn")
def keep_one(s: Reach, seat: int) -> None:
    """Ask which of the Specialists drawn stays."""
    s.asks[seat] = Ask("keep")


# --- Specialists ------------------------------------------------------------------------------------------------------


def where(p: Player, card: str) -> str:
    """Return the zone a Specialist stands in."""
    return next(zone for one, zone in p.aboard() if one == card)


@op("At the end of every turn, {1} damage in this department is repaired.")
def mend_here(s: Reach, seat: int, card: str, number: int) -> None:
    """Remove damage beside the Specialist."""
    p = s.players[seat]
    at = where(p, card)
    for _ in range(min(number, p.damage.get(at, 0))):
        remove_damage(s, seat, at, card)


@op("At the end of every turn you may move this Specialist to another department.")
def rove(s: Reach, seat: int, card: str) -> None:
    """Ask where the Specialist goes."""
    if where(s.players[seat], card) in DEPARTMENTS:
        s.asks[seat] = Ask("rove", (card,))


@op(lambda n: f"At the end of every round you get {some(n, 'Experience token')}.")
def study(s: Reach, seat: int, number: int) -> None:
    """Give tokens, as many as remain."""
    push(s, ("experience", seat, number))


@op("At the end of every round, one Junior in this department becomes a Mid.")
def teach_here(s: Reach, seat: int, card: str) -> None:
    """Raise a Junior beside the Specialist, the player's choice where there is one."""
    open_ = pupils(s, seat, card)
    if len(open_) == 1:
        teach(s, seat, card, open_[0])
    elif open_:
        s.asks[seat] = Ask("teach", (card,))


def pupils(s: Reach, seat: int, card: str) -> list[str]:
    """Return the Juniors beside a Specialist for whom there is a Mid."""
    p = s.players[seat]
    here = dict.fromkeys(p.crew[where(p, card)])
    return [c for c in here if crew_card(c).level == 1 and next_up(s, c)]


def teach(s: Reach, seat: int, card: str, pupil: str) -> None:
    """Make a Junior beside a Specialist a Mid."""
    replace_crew(s, seat, pupil, where(s.players[seat], card), next_up(s, pupil))


def replace_crew(s: Reach, seat: int, card: str, at: str, to: str) -> None:
    """Put a higher card where a crew member stands; in the Landing Sequence it will be placed anew (UR-E2)."""
    p = s.players[seat]
    remove(p, card, at)
    if s.phase == "landing" or at not in p.crew:
        s.learned += at == "deck"
        deal_in(p, to)
    else:
        p.crew[at].append(to)
    s.emit("raised", seat=seat, card=card, at=at, to=to)
