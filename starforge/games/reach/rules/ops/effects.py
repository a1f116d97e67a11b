"""What missions and Specialists do. The words on the cards are the words of these ops."""

from __future__ import annotations

from starforge.engine.ops import push
from starforge.engine.state import Ask, draw
from starforge.english import some
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS, TURNS, Reach, rulings
from starforge.games.reach.rules.crew import earlier, promotable, pupils, recruits, take_on, teach, where
from starforge.games.reach.rules.damage import remove_damage
from starforge.games.reach.rules.ops.vocabulary import op, reward
from starforge.games.reach.rules.power import claimable, lacking, totals
from starforge.games.reach.rules.scavenge import held, playable
from starforge.games.reach.words.names import LEVEL_NAMES, NAMES

TOKEN = {1: 2.6, 2: 2.5, 3: 2.3}
"""What an Experience token is worth to a bot, by round."""
POINT = {1: 2.2, 2: 2.0, 3: 1.7}
"""What a point of permanent power is worth to a bot, by round."""
CREW = {"junior": 1.0, "mid": 2.0, "senior": 4.2, "lead": 6.5}
"""What new crew is worth to a bot."""


# --- when they would do nothing ---------------------------------------------------------------------------------------


def _unhurt(s: Reach, seat: int, *args: object) -> str:
    return "" if s.players[seat].hurt() else "There is no damage on your ship."


def _no_missions(s: Reach, seat: int, *args: object) -> str:
    return "" if s.missions[s.round] else "The mission deck of this round is empty."


def _no_deck(s: Reach, seat: int, number: int) -> str:
    return "" if s.players[seat].deck else "Your crew deck is empty."


def _nobody_earlier(s: Reach, seat: int, number: int) -> str:
    return "" if earlier(s, seat) else "You have placed no crew in earlier turns of this round."


def _nobody_rises(s: Reach, seat: int) -> str:
    return "" if promotable(s, s.players[seat]) else "Nobody on your ship can be raised."


def _none_in_the_box(s: Reach, seat: int, level: str) -> str:
    return "" if recruits(s, level, "any") else "The box has no such crew left."


def _no_hit_ahead(s: Reach, seat: int) -> str:
    ahead = s.turn < TURNS and any(book().tiles[tile].damage for tile in s.tiles)
    return "" if ahead else "No tile with damage can come any more."


def _nothing_met(s: Reach, seat: int) -> str:
    more = claimable(s, seat) or (rulings(s) and playable(s, seat, "claim"))
    return "" if more else "There is no mission left whose needs you meet."


def _nothing_to_gain(s: Reach, seat: int, number: int) -> str:
    """Say why more power or less to need would lead to no other claim, not even with the other cards for that."""
    if s.phase != "claims" or not rulings(s):
        return ""
    p = s.players[seat]
    cards = sum(book().missions[card].reward[0] in ("overcharge", "forge") for card in held(s, seat))
    have = totals(p, s.turn)
    short = [lacking(p, s.turn, m, have) for m in (*s.pool, *p.reserved)]
    if not any(short):
        return "You meet all missions that are left." if short else "There is no mission left to claim."
    near = any(lacks and sum(-(-n // number) for n in lacks.values()) <= cards for lacks in short)
    return "" if near else f"With {number} more you would not meet another mission."


# --- rewards ----------------------------------------------------------------------------------------------------------


@reward("expedition", brief=lambda number: some(number, "token"))
@op(
    lambda number: f"Get {some(number, 'Experience token')} to upgrade your crew at the end of any round.",
    worth=lambda at, number: TOKEN[at.round] * min(number, at.tokens),
)
def experience(s: Reach, seat: int, number: int) -> None:
    """Give tokens, as many as remain (UR-W1)."""
    got = min(number, s.tokens)
    s.players[seat].tokens += got
    s.emit("gained", seat=seat, tokens=got)


@reward("research", brief=lambda card, power, *where: f"+{power} {'/'.join(one[0] for one in where)}".upper())
@op(
    lambda card, power, *where: (
        f"Increase your {' or '.join(NAMES[one] for one in where)} power by {power} permanently "
        "at the end of this turn."
    ),
    worth=lambda at, card, power, *where: POINT[at.round] * power,
)
def attach(s: Reach, seat: int, card: str, power: int, *where: str) -> None:
    s.asks[seat] = Ask("attach", (card, *where))


def _recruit_says(level: str, kind: str, number: int = 1) -> str:
    many = "s" if number > 1 else ""
    card = f"{level.title()}{many} of your choice" if kind == "any" else f"{level.title()} {kind.title()}{many}"
    return f"Add {number} {card} to your deck at the end of this round."


def _recruit_brief(level: str, kind: str, number: int = 1) -> str:
    return f"+{number} {LEVEL_NAMES[level]}{'' if kind == 'any' else f' {kind[0].upper()}'}"


@reward("distress", brief=_recruit_brief)
@op(_recruit_says, worth=lambda at, level, kind, number=1: CREW[level] * number)
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


@reward("maintenance", "scavenge", brief="mend {0}", useless=_unhurt)
@op(
    "Use to repair: {0} damage immediately.",
    worth=lambda at, number: 1.5 * min(number, at.hurt + (TURNS - at.turn) * 0.35),
)
def mend(s: Reach, seat: int, number: int) -> None:
    """Ask which damage to remove, one after the other (UR-W6)."""
    hurt = [d for d in DEPARTMENTS if s.players[seat].damage[d]]
    if hurt and number > 0:
        push(s, ("mend", seat, number - 1))
        s.asks[seat] = Ask("mend", (number,))


@reward("scavenge", brief="pool +{0}", useless=_no_missions)
@op(lambda n: f"Immediately reveal {n} extra Mission cards for you to complete this turn.", worth=2.2)
def extra_pool(s: Reach, seat: int, number: int) -> None:
    """Reveal missions that only this player may claim, as many as the deck has."""
    deck = s.missions[s.round]
    found = [card for card in (draw(s, deck) for _ in range(number)) if card]
    s.players[seat].reserved += found
    s.emit("reserved", seat=seat, missions=found)


@reward("scavenge", brief="draw {0}", useless=_no_deck, private=True)
@op("Draw {0} more crew cards.", worth=2.2)
def draw_crew(s: Reach, seat: int, number: int) -> None:
    p = s.players[seat]
    got = [card for card in (draw(s, p.deck) for _ in range(number)) if card]
    p.hand = sorted([*p.hand, *got])
    s.emit("drawn", seat=seat, cards=got, only=(seat,))


@reward("scavenge", brief="power +{0}", useless=_nothing_to_gain, private=True)
@op("Until the end of the turn, {0} more power in one department.", worth=2.4)
def overcharge(s: Reach, seat: int, power: int) -> None:
    s.asks[seat] = Ask("overcharge", (power,))


@reward("scavenge", brief="ease {0}", useless=_nothing_to_gain)
@op("Until the end of the turn, Missions need {0} less of you in one department.", worth=2.4)
def forge(s: Reach, seat: int, less: int) -> None:
    s.asks[seat] = Ask("forge", (less,))


@reward("scavenge", brief="lift {0}", useless=_nobody_earlier, private=True)
@op("Take up to {0} crew placed earlier this round back into your hand and place them anew.", worth=2.0)
def lift_crew(s: Reach, seat: int, number: int) -> None:
    s.players[seat].lifts += number


@reward("scavenge", brief="go first")
@op("You are first in this turn's play order.", worth=1.8)
def go_first(s: Reach, seat: int) -> None:
    """Go before all others, except those who played the like earlier."""
    s.players[seat].first = 1 + max(p.first for p in s.players)


@reward("scavenge", brief="claim +1", useless=_nothing_met)
@op("Claim one more Mission at once.", worth=4.5)
def claim_again(s: Reach, seat: int) -> None:
    push(s, ("claim", seat))


@reward("scavenge", brief="promote", useless=_nobody_rises)
@op("Raise one of your crew on the ship by one level at once.", worth=3.0)
def promote(s: Reach, seat: int) -> None:
    if promotable(s, s.players[seat]):
        s.asks[seat] = Ask("promote")


@reward("scavenge", brief="dodge 1", useless=_no_hit_ahead)
@op("The next tile whose damage you would take does you none.", worth=2.2)
def decoy(s: Reach, seat: int) -> None:
    s.players[seat].decoy += 1


@reward("scavenge", brief="new pool", useless=_no_missions)
@op(
    lambda more=0: (
        "Take all Missions of the pool out of the game and reveal as many new ones"
        + (f", and {more} more." if more else ".")
    ),
    worth=lambda at, more=0: 1.5 + 0.3 * more,
)
def new_pool(s: Reach, seat: int, more: int = 0) -> None:
    deck = s.missions[s.round]
    found = [card for card in (draw(s, deck) for _ in range(len(s.pool) + more)) if card]
    s.gone += s.pool
    s.pool = found
    s.emit("pooled", missions=found)


@reward("scavenge", brief="hire 1", useless=_none_in_the_box)
@op(lambda level: f"Take a {level.title()} of your choice and place it on your ship at once.", worth=4.5)
def hire(s: Reach, seat: int, level: str) -> None:
    push(s, ("settle", seat))
    if recruits(s, level, "any"):
        s.asks[seat] = Ask("hire", (level,))


@reward("scavenge", brief="move {0}!", useless=_unhurt)
@op("Move up to {0} damage cards to other departments.", worth=1.2)
def shift_damage(s: Reach, seat: int, number: int) -> None:
    if s.players[seat].hurt() and number > 0:
        push(s, ("shift-damage", seat, number - 1))
        s.asks[seat] = Ask("shift", (number,))


@op("keep one of the Specialists drawn")
def keep_one(s: Reach, seat: int) -> None:
    s.asks[seat] = Ask("keep")


# --- Specialists ------------------------------------------------------------------------------------------------------


@op("At the end of every turn, {1} damage in this department is repaired.")
def mend_here(s: Reach, seat: int, card: str, number: int) -> None:
    p = s.players[seat]
    at = where(p, card)
    for _ in range(min(number, p.damage.get(at, 0))):
        remove_damage(s, seat, at, card)


@op("At the end of every turn you may move this Specialist to another department.")
def rove(s: Reach, seat: int, card: str) -> None:
    if where(s.players[seat], card) in DEPARTMENTS:
        s.asks[seat] = Ask("rove", (card,))


@op(lambda n: f"At the end of every round you get {some(n, 'Experience token')}.")
def study(s: Reach, seat: int, number: int) -> None:
    push(s, ("experience", seat, number))


@op("At the end of every round, one Junior in this department becomes a Mid.")
def teach_here(s: Reach, seat: int, card: str) -> None:
    """Raise a Junior beside the Specialist, the player's choice where there is one."""
    open_ = pupils(s, seat, card)
    if len(open_) == 1:
        teach(s, seat, card, open_[0])
    elif open_:
        s.asks[seat] = Ask("teach", (card,))
