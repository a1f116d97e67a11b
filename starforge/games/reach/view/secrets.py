"""What a seat cannot know, how it is dealt anew, and what must stay constant (UR-S5)."""

from __future__ import annotations

from collections import Counter

from starforge.engine.rng import Rng
from starforge.engine.state import Ask
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import HAND, ROUNDS, TOKENS, Player, Reach, screened, unseen
from starforge.games.reach.rules.crew import box
from starforge.games.reach.rules.ops.abilities import bonus
from starforge.games.reach.rules.planning import legal_spots


def hidden(s: Reach, seat: int | None) -> dict[str, list[str]]:
    """Return by zone what ``seat`` cannot know."""
    others = [p for n, p in enumerate(s.players) if n != seat]
    return {
        **{f"missions {r}": list(s.missions[r]) for r in ROUNDS},
        "tiles": list(s.tiles),
        "damage": list(s.damage),
        "specialists": [*s.specialists, *(card for p in others for card in p.offered)],
        "landings": [*(p.landing for p in others if p.landing), *s.landings] if s.result is None else [],
        "crew decks": [card for p in s.players for card in p.deck],
        "planning": [card for p in others if p.front for card in _behind(p)],
    }


def _behind(p: Player) -> list[str]:
    """Return what lies behind the player's screen and not in the deck, in the order hand, placements."""
    left = Counter(unseen(p)) - Counter(p.deck)
    placed = [card for card, _ in p.plan]
    return [card for card in (*p.hand, *placed) if _take(left, card)]


def _take(left: Counter[str], card: str) -> bool:
    left[card] -= 1
    return left[card] >= 0


def redeal(s: Reach, seat: int | None, rng: Rng) -> None:
    """Deal anew all that ``seat`` cannot know; ``rng`` becomes the state's."""
    s.rng = rng
    for deck in (*s.missions.values(), s.tiles, s.damage):
        rng.shuffle(deck)
    others = [p for n, p in enumerate(s.players) if n != seat]
    _redeal_specialists(s, others, rng)
    if s.result is None:
        _redeal_landings(s, others, rng)
    for n, p in enumerate(s.players):
        if n != seat and p.front is not None:
            _replan(s, n, rng)
        else:
            rng.shuffle(p.deck)


def _redeal_specialists(s: Reach, others: list[Player], rng: Rng) -> None:
    pile = [*s.specialists, *(card for p in others for card in p.offered)]
    rng.shuffle(pile)
    for p in others:
        p.offered = [pile.pop() for _ in p.offered]
    s.specialists = pile


def _redeal_landings(s: Reach, others: list[Player], rng: Rng) -> None:
    box_ = [*s.landings, *(p.landing for p in others if p.landing)]
    rng.shuffle(box_)
    for p in others:
        p.landing = box_.pop() if p.landing else ""
    s.landings = box_


def _replan(s: Reach, seat: int, rng: Rng) -> None:
    """Give a seat behind its screen another hand, placed at random if it is ready; cards played there come back."""
    p = s.players[seat]
    known = screened(p)
    size = HAND + bonus(known, s.turn, "draw")
    p.crew, p.spent, p.plan, p.boosts, p.lifts = known.crew, known.spent, [], {}, 0
    cards = known.deck
    rng.shuffle(cards)
    p.hand, p.deck = sorted(cards[:size]), cards[size:]
    if not p.ready:
        s.asks[seat] = Ask("plan")
        return
    while p.hand:
        open_ = legal_spots(s, seat)
        card, zone = open_[rng.below(len(open_))]
        p.hand.remove(card)
        p.crew[zone].append(card)
        p.plan.append((card, zone))


def census(s: Reach) -> dict[str, int]:
    """Return counts from scratch of all that never changes in number."""
    players, b = s.players, book()
    missions = [*s.pool, *s.gone, *(m for r in ROUNDS for m in s.missions[r])]
    missions += [m for p in players for m in (*p.claimed, *p.reserved)]
    kept = [c for p in players for c in (*p.owned(), *p.offered) if c in b.specialists]
    damage = [*s.damage, *s.damage_discards, *(d for p in players for d in p.damage_cards())]
    tiles = [*s.tiles, *s.past_tiles, *([s.tile] if s.tile else [])]
    return {
        "crew": len([c for p in players for c in p.owned() if c in b.crew]) + sum(box(s).values()),
        "overdrawn": sum(n < 0 for n in box(s).values()),
        "missions": len(missions),
        "specialists": len([*s.specialists, *s.specialist_discards, *kept]),
        "tiles": len(tiles),
        "alike": len(missions) - len(set(missions)) + len(tiles) - len(set(tiles)),
        **{f"damage {d}": damage.count(d) for d in b.damage},
        "landings": len([*s.landings, *(p.landing for p in players if p.landing)]),
        "tokens": int(0 <= s.tokens <= TOKENS),
    }
