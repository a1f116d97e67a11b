"""The command for the rulebooks: rules."""

from __future__ import annotations

import sys
from argparse import Namespace

from starforge.cli.context import chosen_settings, need_screens
from starforge.cli.game_choice import chosen_game
from starforge.games.rulebook import as_text, read_rulebook
from starforge.tui.shells.lines import Lines


def rules(args: Namespace) -> int:
    """Show the rules of a game, or print them outside a terminal."""
    game = chosen_game(args.game)
    if args.plain or not sys.stdout.isatty():
        Lines(sys.stdin, sys.stdout, args.ascii).say(as_text(read_rulebook(game.info.id)))
        return 0
    need_screens("add --plain to print the rules")
    from starforge.tui.app import run

    return run.run_rules(game.info.id, chosen_settings(args))
