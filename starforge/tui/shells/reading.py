"""What can be read by lines beside the table itself: what happened, the rules, the words of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starforge.games.end_card import turn_report
from starforge.games.glossary import glossary, look_up
from starforge.games.rulebook import find, read_rulebook
from starforge.tables.table import Table, Told

Say = Callable[..., None]


def told_lines(table: Table, seat: int | None, told: Sequence[Told]) -> list[str]:
    """Return entries of the log in words, as a seat may read them, and after each turn what it came to."""
    names = [one.name for one in table.seats]
    texts: list[str] = []
    for before, one in zip((None, *told), told, strict=False):
        if before is not None and before.turn != one.turn:
            turn = [other.event for other in table.log(seat) if other.turn == before.turn]
            texts += turn_report(table.game.info.id, turn, names)
        texts.append(table.game.tell(one.event, names))
    return list(filter(None, texts))


def read_rules(game: str, words: Sequence[str], say: Say) -> None:
    """Say the rules that have these words, or the rule of an id."""
    try:
        book = read_rulebook(game)
    except OSError as error:
        say(f"The rulebook cannot be read: {error.strerror}.")
        return
    if not words:
        say(f"'starforge rules {game}' prints all rules; here, type 'rules' and an id or words.")
        return
    found = find(book, " ".join(words))
    say(*(f"{one.heading}: {' '.join(one.text.lstrip('-*| ').split())}" for one in found[:8]))
    if not found or len(found) > 8:
        say(f"And {len(found) - 8} more places." if found else "No rule has that.")


def read_glossary(game: str, words: Sequence[str], say: Say) -> None:
    """Say what the words of a game mean, or one of them."""
    found = look_up(game, " ".join(words)) if words else glossary(game)
    say(*(one.said() for one in found) if found else ("No word of the game has that.",))
