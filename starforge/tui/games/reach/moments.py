"""Moments that everybody at the table shares: the reveal, the end of a turn, the landing. They hold nothing secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from starforge.engine.event import Event
from starforge.games.reach.model.state import ACADEMY, DEFENCE, REPAIRS, STOPPED
from starforge.games.reach.view.build import show_card
from starforge.games.reach.view.types import BoardView, CardView, MissionView, ReachView
from starforge.quick import dataclass
from starforge.tui.drawing.frame import Scene


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show all ships as the screens drop; ``before`` are the totals that were known until then.

    ``pool`` are the missions that can be claimed, none when the table has gone on already; ``played`` tells in words
    which cards were played behind the screens.
    """

    turn: int
    boards: tuple[BoardView, ...]
    before: tuple[dict[str, int], ...]
    placed: tuple[tuple[tuple[str, str], ...], ...]
    department: str
    order: tuple[int, ...]
    powers: tuple[tuple[int, int], ...]
    pool: tuple[MissionView, ...]
    played: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    title: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class LandingMoment:
    """Show every Landing card beside its ship's totals, in the order they are turned up."""

    cards: tuple[tuple[int, str, dict[str, int], dict[str, int], dict[str, int]], ...]


Cards = tuple[CardView, ...]
Moment = Reveal | Report | LandingMoment


@dataclass(frozen=True, slots=True)
class Showing:
    """Say what is shown: the ship so many on from the own one, the ships at the end, or a part of a moment."""

    other: int = 0
    ships: bool = False
    moment: Moment | None = None
    part: int = 0


def showing(scene: Scene) -> Showing:
    """Return what a scene shows."""
    return scene.more if isinstance(scene.more, Showing) else Showing()


SECTIONS = (
    ("Claims", ("claimed", "passed", "played", "reserved", "eased", "gained")),
    ("Rewards", ("attached", "used", "repaired", "shifted", "moved", "overcharged", "settled")),
    ("End of the round", ("graduated", "raised", "searched", "kept", "recruited", "missed", "collected")),
    ("Next", ("turned", "hit", "approached", "unpacked")),
)
"""Which events a report tells under which heading; what happens at the end of a round goes there."""


def moments(
    events: Sequence[Event], before: ReachView, now: ReachView, tell: Callable[[Event], str], since: Sequence[Event]
) -> list[Moment]:
    """Return what deserves a moment of its own in new public events; ``since`` are all since the last reveal."""
    found: list[Moment] = []
    told = list(since)
    for event in events:
        told.append(event)
        if event.kind == "ordered":
            played = [tell(e) for e in events if e.kind in ("played", "overcharged")]
            found.append(replace(_reveal(events, before, now, event), played=tuple(filter(None, played))))
            told = []
    kinds = [event.kind for event in events]
    if "turned" in kinds or "approached" in kinds:
        found.append(_report(told, before, tell))
    if "landed" in kinds:
        found.append(_landing(events))
    return found


def _reveal(events: Sequence[Event], before: ReachView, now: ReachView, ordered: Event) -> Reveal:
    shown = {e.data["seat"]: e.data for e in events if e.kind == "revealed"}
    placed = tuple(tuple((c, at) for c, at in shown[n]["placed"]) for n in sorted(shown))
    if now.phase == "claims" and now.turn == before.turn:
        boards = tuple(_marked(b, placed[b.seat]) for b in now.boards)
        pool = now.pool
    else:
        boards, pool = tuple(_with(b, placed[b.seat], shown[b.seat]["totals"]) for b in before.boards), ()
    return Reveal(
        before.turn,
        boards,
        tuple(b.totals for b in before.boards),
        placed,
        ordered.data["department"],
        tuple(ordered.data["order"]),
        tuple((a, b) for a, b in ordered.data["powers"]),
        pool,
    )


def _marked(board: BoardView, placed: Sequence[tuple[str, str]]) -> BoardView:
    """Return a board with what was placed this turn marked as new: the last cards of each zone."""

    def mark(cards: Cards, zone: str) -> Cards:
        new = sum(at == zone for _, at in placed)
        return tuple(replace(c, new=n >= len(cards) - new) for n, c in enumerate(cards))

    departments = tuple(
        replace(d, cards=mark(d.cards, d.slug), repairers=mark(d.repairers, REPAIRS[d.slug])) for d in board.departments
    )
    return replace(
        board, departments=departments, defence=mark(board.defence, DEFENCE), academy=mark(board.academy, ACADEMY)
    )


def _with(board: BoardView, placed: Sequence[tuple[str, str]], totals: dict[str, int]) -> BoardView:
    """Return a board with what its player has placed, where the table has gone on already."""

    def more(cards: Cards, zone: str) -> Cards:
        return (*cards, *(show_card(card, zone, True) for card, at in placed if at == zone))

    departments = []
    for d in board.departments:
        cards = more(d.cards, d.slug)
        crew = sum(card.gives for card in cards)
        repairers = more(d.repairers, REPAIRS[d.slug])
        departments.append(replace(d, cards=cards, crew=crew, repairers=repairers, total=totals[d.slug]))
    defence = more(board.defence, DEFENCE)
    workers = min(sum(card.worker for card in defence), STOPPED)
    return replace(
        board,
        departments=tuple(departments),
        defence=defence,
        workers=workers,
        stops=max(board.stops, workers),
        academy=more(board.academy, ACADEMY),
    )


def _report(events: Sequence[Event], before: ReachView, tell: Callable[[Event], str]) -> Report:
    """Return what the turn came to, and at its end the round."""
    by: dict[str, list[tuple[int | None, str]]] = {name: [] for name, _ in SECTIONS}
    ended = False
    for event in events:
        ended = ended or event.kind in ("left", "approached")
        name = next((name for name, kinds in SECTIONS if event.kind in kinds), "")
        if name == "Rewards" and ended:
            name = "End of the round"
        words = tell(event) if name else ""
        if words:
            by[name].append((event.data.get("seat") if ended else None, words))
    title = (
        f"Round {before.round} is over"
        if by["End of the round"]
        else f"Round {before.round}, tile {before.step} is over"
    )
    return Report(title, tuple((name, _joined(lines)) for name, lines in by.items() if lines))


def _joined(lines: Sequence[tuple[int | None, str]]) -> tuple[str, ...]:
    """Return lines, those about one player after one another as a paragraph."""
    found: list[str] = []
    last: int | None = None
    for seat, words in lines:
        if seat is not None and seat == last:
            found[-1] += f" {words}"
        else:
            found.append(words)
        last = seat
    return tuple(found)


def _landing(events: Sequence[Event]) -> LandingMoment:
    found = [e.data for e in events if e.kind == "landed"]
    return LandingMoment(tuple((d["seat"], d["landing"], d["need"], d["totals"], d["short"]) for d in found))
