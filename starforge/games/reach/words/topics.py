"""What can be asked about the table in words: a ship, a card."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.games.reach.model.catalogue import book, dealt
from starforge.games.reach.rules.ops.vocabulary import goal
from starforge.games.reach.view.types import ReachView
from starforge.games.reach.words import odds
from starforge.games.reach.words.names import NAMES
from starforge.games.reach.words.printed import figures, mechanic, printed
from starforge.games.reach.words.report import board

TOPICS = {
    "ship": "ship NAME: a player's ship and the crew on it",
    "odds": "odds: the next tile's damage, crew and missions to come, the landing",
    "card": "card WORDS: what the cards of the game with these words in their title say",
}


def inform(view: ReachView, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
    """Return a player's ship, or what cards say whose titles hold the words."""
    wanted = " ".join(words).lower()
    if topic == "odds":
        return odds.lines(view, names)
    if topic == "ship":
        boards = [b for b in view.boards if wanted in f"{names[b.seat]} {b.title}".lower()]
        return [line for b in boards for line in board(b, view, names)] or ["There is no such ship."]
    return [line for title, line in _library() if wanted in title.lower()] or ["No card has these words in its title."]


def _library() -> list[tuple[str, str]]:
    b = book()
    found = [(m.title, f"{m.title}: {printed(m)}") for m in dealt(b.missions).values()]
    for c in (*b.crew.values(), *dealt(b.specialists).values()):
        power = f"{NAMES[c.home]} {c.main}, elsewhere {c.worker}"
        found.append((c.title, f"{c.title}: {power}, {c.points} points. {mechanic(c)}".rstrip()))
    for t in b.tiles.values():
        found.append((t.title, f"{t.title}: play order by {NAMES[t.order]}, {t.damage} damage."))
    for card in b.landings.values():
        goals = "; ".join(goal.say(g) for g in card.objectives)
        found.append((card.title, f"{card.title}: needs {figures(card.need)}. {goals}."))
    return found
