"""When Scavenge cards may be played, and what playing one does (UR-W4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from starforge.engine.ops import bind, push
from starforge.engine.rules import Refusal
from starforge.engine.state import Ask
from starforge.english import listed
from starforge.games.reach.model.actions import Play
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import Reach
from starforge.games.reach.rules.ops.vocabulary import REWARDS, op
from starforge.games.reach.words.names import WHEN

WINDOWS = {
    "before": "before",
    "plan": "planning",
    "claim": "claim",
    "after-claim": "claimed",
    "turn-end": "end",
    "growth": "end",
}
"""The window that each kind of ask is."""


def held(s: Reach, seat: int) -> list[str]:
    p = s.players[seat]
    if _all_scavenge().isdisjoint(p.claimed):
        return []
    missions = book().missions
    return [m for m in p.claimed if missions[m].type == "scavenge" and m not in p.spent]


@cache
def _all_scavenge() -> frozenset[str]:
    return frozenset(slug for slug, m in book().missions.items() if m.type == "scavenge")


def offer_plays(s: Reach, seat: int) -> list[Play]:
    """Offer every card held, so that it says when it can be played."""
    return [Play(card) for card in held(s, seat)]


def allowed_plays(s: Reach, seat: int) -> list[Play]:
    cards = held(s, seat)
    return [a for a in map(Play, cards) if not check_play(s, seat, a)] if cards else []


def check_play(s: Reach, seat: int, a: Play) -> Refusal | None:
    if a.card not in held(s, seat):
        return Refusal("You hold no such Scavenge card.", "UR-W4")
    if s.phase == "landing":
        return Refusal("Scavenge cards cannot be used in the Landing Sequence.", "UR-W4")
    windows = book().missions[a.card].windows
    if WINDOWS[s.asks[seat].kind] not in windows:
        times = listed([WHEN[w] for w in windows], "or")
        return Refusal(f"This card is played {times}, not now.", "UR-W4")
    why = _useless(s, seat, a.card)
    return Refusal(why, "UR-W4") if why else None


def _useless(s: Reach, seat: int, card: str) -> str:
    """Return why a card would do nothing now; '' when it would do something."""
    name, *args = book().missions[card].reward
    return REWARDS[str(name)].useless(s, seat, *args)


def playable(s: Reach, seat: int, kind: str) -> bool:
    """Return whether the seat has a card to play at a kind of ask."""
    if not (cards := held(s, seat)):
        return False
    window, missions = WINDOWS[kind], book().missions
    return any(window in missions[c].windows and not _useless(s, seat, c) for c in cards)


def do_play(asked: str) -> Callable[[Reach, int, Play], None]:
    """Return what playing a card does; the question ``asked`` that it interrupts is put again afterwards."""

    def do(s: Reach, seat: int, a: Play) -> None:
        s.players[seat].spent.append(a.card)
        name, *args = book().missions[a.card].reward
        if asked != "plan":
            s.emit("played", seat=seat, card=a.card)
            push(s, bind((name, *args), seat, a.card), (asked, seat))
            return
        s.asks[seat] = Ask("plan")
        s.emit("played", seat=seat, card=a.card, only=(seat,))
        op.do((name, *args), s, seat)

    return do
