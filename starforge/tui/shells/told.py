"""A game that is over, told in lines: move by move, and what it came to."""

from __future__ import annotations

from starforge.english import listed
from starforge.games.end_card import EndCard, card_lines
from starforge.tables.local import LocalLobby
from starforge.tables.local_table import LocalTable
from starforge.tables.own.honours import own_card
from starforge.tables.own.logbook import count_games
from starforge.tables.play.replay import Replay
from starforge.tables.store.tables import Tables
from starforge.tables.table import Table
from starforge.tui.shells.lines import Lines

COUNTED = 20
"""Games that are counted, at most, before a card says what was never won before."""


def tell_replay(replay: Replay, lines: Lines, where: str, store: Tables | None = None) -> None:
    """Tell a saved match from its beginning, as far as spectators may know it.

    ``where`` is its file or id, ``store`` is where it is kept as one of the user's own.
    """
    names = [seat.name for seat in replay.seats]
    lines.say(f"{replay.game.info.title}, played by {listed(names)}.")
    turn = None
    for n in range(replay.length + 1):
        if replay.turns[n] != turn:
            turn = replay.turns[n]
            lines.say("")
        lines.say(*(text for event in replay.events(n) if (text := replay.game.tell(event, names))))
    view = replay.view(replay.length)
    lines.say("", *replay.game.lines(view, names))
    if replay.ended:
        lines.say(f"The game is over. {view.result.text}" if view.result else "The game is over.")
        lines.say("", *card_of(replay, where, store))
    else:
        lines.say("The game has not ended yet.")


def card_of(replay: Replay, where: str, store: Tables | None) -> list[str]:
    """Return the end card in words."""
    return card_lines(card(replay, where, store), replay.heading(where))


async def card_of_table(table: Table) -> list[str]:
    """Return the end card of a table here in words; raise TableError where its record is elsewhere."""
    replay, store = Replay(table.save()), None
    if isinstance(table, LocalTable):
        store = table.store
        await count_games(LocalLobby(table.folder), game=table.game.info.id, most=COUNTED)
    return card_of(replay, table.id, store)


def card(replay: Replay, where: str, store: Tables | None) -> EndCard:
    """Return the end card, with what is new among the honours of a game of the user's own store."""
    return replay.end_card() if store is None else own_card(replay, store, where)
