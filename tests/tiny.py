"""A tiny game that needs all the engine has: hidden hands, simultaneous secret choices, take-backs, nested effects.

Two or three envoys hold three cards each. In each of three rounds everybody lays one card face down and may take it
back until ready; then all cards are shown, the highest wins the round and its effect happens: points, a draw, or a duel
of dice, for which the winner names a victim, and which may burn a card of the victim's and draw one for the winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, Info, View
from starforge.engine.ops import Ops, bind, push
from starforge.engine.rng import Rng
from starforge.engine.rules import Refusal, Rule, only
from starforge.engine.state import Ask, Result, State, draw, rest

EFFECTS = {"gain 1": 3, "take 1": 3, "provoke": 3, "gain 2": 3}
CARDS = {f"c{n:02}": op for n, op in enumerate([op for op, count in EFFECTS.items() for _ in range(count)], 1)}
op = Ops()


@dataclass(frozen=True, slots=True)
class Options:
    rounds: Literal[1, 2, 3] = 3


@dataclass(slots=True)
class Player:
    hand: list[str] = field(default_factory=list)
    laid: str = ""
    ready: bool = False
    points: int = 0


@dataclass(slots=True, kw_only=True)
class Tiny(State):
    players: list[Player]
    rounds: int = 3
    deck: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyView(View):
    hand: tuple[str, ...]
    laid: str
    ready: tuple[bool, ...]
    points: tuple[int, ...]
    hands: tuple[int, ...]
    deck: int
    discards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lay(Action):
    card: str


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    pass


@dataclass(frozen=True, slots=True)
class Ready(Action):
    pass


@dataclass(frozen=True, slots=True)
class Provoke(Action):
    victim: int


@op("start a round")
def deal_round(s: Tiny, seat: int) -> None:
    s.turn += 1
    if s.turn > s.rounds or not all(p.hand for p in s.players):
        best = max(p.points for p in s.players)
        winners = tuple(n for n, p in enumerate(s.players) if p.points == best)
        s.result = Result(winners, "The talks are over.", tuple(p.points for p in s.players))
        return
    for n in range(len(s.players)):
        s.asks[n] = Ask("lay")


@op("show the cards")
def reveal(s: Tiny, seat: int) -> None:
    s.learned += 1
    laid = [p.laid for p in s.players]
    winner = max(range(len(laid)), key=lambda n: (laid[n], -n))
    for p in s.players:
        s.discards.append(p.laid)
        p.laid, p.ready = "", False
    s.emit("revealed", cards=laid, winner=winner)
    push(s, bind(op.read(CARDS[laid[winner]]), winner), ("deal-round", 0))


@op("gain {0} points")
def gain(s: Tiny, seat: int, points: int) -> None:
    s.players[seat].points += points
    s.emit("gained", seat=seat, points=points)


@op("draw {0} cards")
def take(s: Tiny, seat: int, count: int) -> None:
    for _ in range(count):
        card = draw(s, s.deck, s.discards)
        if card is not None:
            s.players[seat].hand.append(card)
            s.emit("drawn", seat=seat, card=card, secret={"card": (seat,)})


@op("provoke somebody")
def provoke(s: Tiny, seat: int) -> None:
    if any(p.hand for n, p in enumerate(s.players) if n != seat):
        s.asks[seat] = Ask("provoke")


@op("fight over a card")
def duel(s: Tiny, seat: int, victim: int) -> None:
    dice = [s.rng.roll(), s.rng.roll()]
    s.emit("fought", seat=seat, victim=victim, dice=dice)
    if dice[0] > dice[1]:
        hand = s.players[victim].hand
        card = hand.pop(s.rng.below(len(hand)))
        s.discards.append(card)
        s.emit("burnt", victim=victim, card=card)
        push(s, ("take", seat, 1))


def check_lay(s: Tiny, seat: int, a: Lay) -> Refusal | None:
    if s.players[seat].laid:
        return Refusal("You have laid a card; take it back first.", "T-1")
    return None if a.card in s.players[seat].hand else Refusal("That card is not in your hand.", "T-2")


def do_lay(s: Tiny, seat: int, a: Lay) -> None:
    p = s.players[seat]
    p.hand.remove(a.card)
    p.laid = a.card
    s.asks[seat] = Ask("lay")
    s.emit("laid", only=(seat,), card=a.card)


def check_laid(s: Tiny, seat: int, a: Action) -> Refusal | None:
    return None if s.players[seat].laid else Refusal("You have laid no card.", "T-3")


def do_take_back(s: Tiny, seat: int, a: TakeBack) -> None:
    p = s.players[seat]
    p.hand.append(p.laid)
    p.hand.sort()
    p.laid = ""
    s.asks[seat] = Ask("lay")


def do_ready(s: Tiny, seat: int, a: Ready) -> None:
    s.players[seat].ready = True
    s.emit("readied", seat=seat)
    if not s.asks:
        push(s, ("reveal", 0))


def check_provoke(s: Tiny, seat: int, a: Provoke) -> Refusal | None:
    if not 0 <= a.victim < len(s.players) or a.victim == seat:
        return Refusal("Name another envoy.", "T-4")
    return None if s.players[a.victim].hand else Refusal("That hand is empty.", "T-5")


def do_provoke(s: Tiny, seat: int, a: Provoke) -> None:
    push(s, ("duel", seat, a.victim))


RULES = {
    "lay": (
        Rule(Lay, lambda s, seat: [Lay(c) for c in s.players[seat].hand], check_lay, do_lay),
        Rule(TakeBack, only(TakeBack), check_laid, do_take_back),
        Rule(Ready, only(Ready), check_laid, do_ready),
    ),
    "provoke": (Rule(Provoke, lambda s, seat: [Provoke(n) for n in range(len(s.players))], check_provoke, do_provoke),),
}


class TinyGame(Game[Tiny, TinyView]):
    info = Info("tiny", "Tiny", "A talk between envoys.", (2, 3), 1, "T-0")
    state = Tiny
    options = Options
    rules = RULES
    ops = op
    discreet = True

    def new(self, options: Options, seats: int, seed: int) -> Tiny:
        s = Tiny(rng=Rng(seed), players=[Player() for _ in range(seats)], rounds=options.rounds, deck=list(CARDS))
        s.rng.shuffle(s.deck)
        for p in s.players:
            p.hand = sorted(s.deck.pop() for _ in range(3))
        push(s, ("deal-round", 0))
        self.ops.run(s)
        return s

    def observe(self, s: Tiny, seat: int | None) -> TinyView:
        p = s.players[seat] if seat is not None else Player()
        return TinyView(
            seat=seat,
            turn=s.turn,
            waiting={n: a.kind for n, a in sorted(s.asks.items())},
            ask=s.asks.get(seat) if seat is not None else None,
            result=s.result,
            hand=tuple(sorted(p.hand)),
            laid=p.laid,
            ready=tuple(p.ready for p in s.players),
            points=tuple(p.points for p in s.players),
            hands=tuple(len(p.hand) + bool(p.laid) for p in s.players),
            deck=len(s.deck),
            discards=tuple(s.discards),
        )

    def describe(self, s: Tiny, seat: int, action: Action) -> tuple[str, str]:
        return str(action), ""

    def question(self, view: TinyView) -> str:
        return "What now?"

    def tell(self, event: Event, names: Sequence[str]) -> str:
        return f"{event.kind} {event.data}"

    def lines(self, view: TinyView, names: Sequence[str]) -> list[str]:
        lines = [f"Round {view.turn}."]
        for name, points, cards in zip(names, view.points, view.hands, strict=True):
            lines.append(f"{name}: {points} points, {cards} cards.")
        if view.seat is not None:
            lines.append(f"Your hand: {', '.join(view.hand) or 'empty'}. Laid: {view.laid or 'nothing'}.")
        return lines

    topics = {"duel": "duel: how a duel is decided"}

    def inform(self, view: TinyView, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
        return ["Two dice: the robber needs the higher one."]

    def worth(self, view: TinyView) -> float:
        return 0 if view.seat is None else 3 * view.points[view.seat] + view.hands[view.seat]

    def tally(self, events: Sequence[Event]) -> dict[str, float]:
        return {"duels": sum(e.kind == "fought" for e in events)}

    def hidden(self, s: Tiny, seat: int | None) -> dict[str, list[str]]:
        others = [p for n, p in enumerate(s.players) if n != seat]
        return {
            "deck": list(s.deck),
            "hands": [c for p in others for c in p.hand],
            "laid": [p.laid for p in others if p.laid],
        }

    def redeal(self, s: Tiny, seat: int | None, rng: Rng) -> None:
        pool = [card for zone in self.hidden(s, seat).values() for card in zone]
        rng.shuffle(pool)
        for n, p in enumerate(s.players):
            if n != seat:
                p.laid = pool.pop() if p.laid else ""
                p.hand = sorted(pool.pop() for _ in p.hand)
        s.deck = pool
        s.rng = rng

    def census(self, s: Tiny) -> dict[str, int]:
        return {"cards": len(s.deck) + len(s.discards) + sum(len(p.hand) + bool(p.laid) for p in s.players)}

    def complete(self, s: Tiny) -> None:
        if not s.deck and not s.discards:
            s.deck = rest(list(CARDS), [c for p in s.players for c in [*p.hand, p.laid] if c])
            s.rng.shuffle(s.deck)


GAME = TinyGame()
