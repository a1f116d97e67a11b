"""The command for those who learn: learn."""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace

from starforge.cli.context import chosen_settings, need_screens, own_lobby
from starforge.cli.game_choice import chosen_game
from starforge.cli.usage import UsageError
from starforge.games import GAMES
from starforge.games.lessons import Written, lessons, readable
from starforge.tables.settings import Settings
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain_lesson import play_lessons


def learn(args: Namespace) -> int:
    """List lessons, or play one, by the shell that was asked for."""
    settings = chosen_settings(args)
    ascii_only = settings.look == "ascii"
    known, faults = readable(chosen_game(args.game).info.id) if args.game else ((), ())
    for fault in faults:
        print(f"starforge: {fault}", file=sys.stderr)
    if args.list or (args.plain and not known):
        Lines(sys.stdin, sys.stdout, ascii_only).say(*_listed(known, settings))
        return 0
    if args.plain:
        asyncio.run(play_lessons(known, _chosen(known, args.lesson, settings), settings, ascii_only))
        return 0
    at_once = _chosen(known, args.lesson, settings).mark if args.lesson else ""
    need_screens("add --plain to learn by lines")
    from starforge.tui.app import run

    return run.run_learn(own_lobby(), settings, known[0].game if known else "", at_once)


def _listed(known: tuple[Written, ...], settings: Settings) -> list[str]:
    if not known:
        return [f"starforge learn {game}: {len(lessons(game))} lessons and puzzles" for game in GAMES]
    done = settings.learned.split()
    ticks = [" (done)" if one.mark in done else "" for one in known]
    numbered = enumerate(zip(known, ticks, strict=True), 1)
    return [f"{n}. {one.lesson.title}{tick}. {one.lesson.about}" for n, (one, tick) in numbered]


def _chosen(known: tuple[Written, ...], name: str | None, settings: Settings) -> Written:
    """Return the lesson of a number or name; without one the first that is not done."""
    done = settings.learned.split()
    if name is None:
        return next((one for one in known if one.mark not in done), known[0])
    found = [one for n, one in enumerate(known, 1) if name in (str(n), one.slug, one.slug.partition("-")[2])]
    if not found:
        raise UsageError(f"there is no lesson {name!r}; 'starforge learn {known[0].game} --list' lists them")
    return found[0]
