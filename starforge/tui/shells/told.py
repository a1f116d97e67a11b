"""A game that is over, told in lines: move by move, and what it came to."""

from __future__ import annotations

from starforge.english import listed
from starforge.games.end_card import card_lines
from starforge.tables.play.replay import Replay
from starforge.tui.shells.lines import Lines


def tell_replay(replay: Replay, lines: Lines, where: str) -> None:
    """Tell a saved match from its beginning, as far as spectators may know it; ``where`` is its file or id."""
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
        lines.say("", *card_of(replay, where))
    else:
        lines.say("The game has not ended yet.")


def card_of(replay: Replay, where: str) -> list[str]:
    """Return the end card in words."""
    return card_lines(replay.end_card(), replay.heading(where))
