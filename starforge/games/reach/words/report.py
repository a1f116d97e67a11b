"""The table of USC: Reach read out, for the plain shell and for people who hear it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from starforge.english import count, listed, some
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.view.types import BoardView, CardView, ClaimView, LandingView, MissionView, ReachView
from starforge.games.reach.words.names import KIND_NAMES, NAMES, SHORT
from starforge.games.reach.words.printed import figures, played


def lines(view: ReachView, names: Sequence[str]) -> list[str]:
    """Return the table as lines: tile, missions, the own ship, the others', the landing card, what is left."""
    told = [_turn(view), *_tile(view, names)]
    if view.pool:
        row = "upper" if view.step == 1 else "lower"
        told.append(f"Missions, {row} row:")
        told += [_mission(m, view, names) for m in view.pool]
    boards = sorted(view.boards, key=lambda b: b.seat != view.seat)
    for b in boards:
        told += board(b, view, names)
    told += [_landing(card, names) for card in view.landings]
    told.append(_decks(view))
    return told


def _turn(view: ReachView) -> str:
    if view.phase == "setup":
        return "USC: Reach. The ships are being chosen."
    if view.phase == "landing":
        return "USC: Reach. Landing Sequence."
    return f"USC: Reach. Round {view.round} of 3, tile {view.step} of 3, {view.phase.replace('-', ' ')}."


def _tile(view: ReachView, names: Sequence[str]) -> list[str]:
    t = view.tile
    if t is None:
        return []
    hurt = f"{t.damage} damage" if t.counts else f"{t.damage} damage, which the first tile of a round does not do"
    order = ", ".join(names[n] for n in view.forecast)
    return [
        f"{t.title}: play order by {NAMES[t.order]}, {hurt}.",
        f"Play order by the ships as you know them: {order}.",
    ]


def _mission(m: MissionView, view: ReachView, names: Sequence[str]) -> str:
    head = f"  {m.title}, {KIND_NAMES[m.type]}, {m.points} points, needs {figures(m.needs) or 'nothing'}."
    when = played(m.windows)
    only = f" Only {names[m.reserved]} may claim it." if m.reserved is not None else ""
    if view.seat is None:
        return f"{head} {m.text}{when}{only}"
    short = m.lacking[view.seat]
    state = f" You lack {figures(short)}." if short else " You meet it."
    return f"{head}{state} {m.text}{when}{only}"


def _cards(cards: Iterable[CardView]) -> str:
    found = Counter((c.title, c.gives, c.face) for c in cards)
    words = {"main": "", "worker": " as worker", "repair": " repairing", "academy": " learning", "hand": ""}
    parts = []
    for (title, gives, face), n in found.items():
        power = f" ({gives}{' each' if n > 1 else ''})" if face in ("main", "worker") else ""
        parts.append(f"{some(n, title) if n > 1 else title}{words[face]}{power}")
    return listed(parts)


def board(b: BoardView, view: ReachView, names: Sequence[str]) -> list[str]:
    who = f"{names[b.seat]}'s ship" + (f", the {b.title}" if b.title else "")
    last = " as last shown" if view.phase == "planning" and b.seat != view.seat else ""
    state = (" Ready." if b.ready else " Planning.") if view.phase == "planning" else ""
    totals = ", ".join(f"{SHORT[d]} {n}" for d, n in b.totals.items())
    told = [f"{who}{last}: {totals}.{state}"]
    for d in b.departments:
        parts = [f"default {d.default}"]
        parts += [f"research {d.research}"] if d.research else []
        parts += [f"{d.extra} from Specialists and cards"] if d.extra else []
        parts += [f"minus {d.weighing} damage of {d.damage}"] if d.damage else []
        parts += [_cards(d.cards)] if d.cards else []
        parts += [_cards(d.repairers)] if d.repairers else []
        told.append(f"  {d.name} {d.total}: {', '.join(parts)}.")
    if b.defence or b.stops:
        told.append(f"  {NAMES['defence']}: {_cards(b.defence)}; stops {b.stops} damage of a tile.")
    if b.decoy:
        told.append(f"  A decoy waits: the next tile that would do damage does none ({some(b.decoy, 'tile')}).")
    if b.academy:
        told.append(f"  {NAMES['academy']}: {_cards(b.academy)}.")
    if b.hand:
        told.append(f"  Hand: {_cards(b.hand)}.")
    if b.claimed:
        told.append(f"  Claimed: {listed([_claim(c) for c in b.claimed])}.")
    told.append(f"  {_deck(b, view)}, {count(b.tokens, 'token')}. Score so far {b.score}.")
    told += [f"  The reward of {c.title} is to come: {c.text}{played(c.windows)}" for c in b.claimed if _ahead(c)]
    told += [f"  {c.title}: {c.text}" for c in _specialists(b)]
    return told


def _ahead(c: ClaimView) -> bool:
    return not c.spent and not c.at


def _specialists(b: BoardView) -> list[CardView]:
    cards = [c for d in b.departments for c in d.cards]
    return [c for c in (*cards, *b.defence, *b.hand) if c.text]


def _claim(c: ClaimView) -> str:
    if c.at:
        return f"{c.title} ({c.points}, at {NAMES[c.at]})"
    return f"{c.title} ({c.points}, {KIND_NAMES[c.type]}{', used' if c.spent else ''})"


def _deck(b: BoardView, view: ReachView) -> str:
    cards = listed([some(n, crew_card(card).title) for card, n in b.unseen.items()])
    where = "Not on the ship" if view.phase == "planning" and b.seat != view.seat else "Crew deck"
    return f"{where}: {cards}"


def _landing(card: LandingView, names: Sequence[str]) -> str:
    short = f"short of {figures(card.short)}" if card.short else "the ship meets it"
    goals = "; ".join(f"{words}: {have} of {need}" for words, have, need in card.objectives)
    return f"{names[card.seat]}'s landing, {card.title}: needs {figures(card.required)}; {short}. {goals}."


def _decks(view: ReachView) -> str:
    left = ", ".join(str(sum(kinds.values())) for kinds in view.missions_left)
    crew = listed([some(n, book().crew[card].title) for card, n in view.supply.items() if n])
    tiles = [f"{book().tiles[t].title} ({book().tiles[t].damage} damage)" for t in view.tiles_left]
    return (
        f"Tiles left: {listed(tiles)}. "
        f"Left: missions {left} by round; {sum(view.damage_left.values())} damage; "
        f"{view.specialists_left} Specialists; {view.tokens} tokens; crew in the box: {crew}."
    )
