"""The commands to play a game at this terminal: play, resume, daily, campaign."""

from __future__ import annotations

import asyncio
import sys
import tomllib
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starforge.bots.levels import USUAL, levels_of, title
from starforge.cli.context import chosen_settings, need_screens, own_lobby
from starforge.cli.game_choice import chosen_game, chosen_options
from starforge.cli.usage import UsageError
from starforge.engine.game import Game
from starforge.engine.save import Seat
from starforge.games.daily import GAMES_OF_THE_DAY
from starforge.games.daily import daily as of_the_day
from starforge.tables.folders import fleets_file
from starforge.tables.local import LocalLobby
from starforge.tables.local_table import LocalTable
from starforge.tables.own.daily import begin as begin_daily
from starforge.tables.own.daily import result, tries
from starforge.tables.settings import Settings
from starforge.tables.table import clean, farewell
from starforge.tui.shells.lines import Lines

if TYPE_CHECKING:
    from starforge.tables.own.campaign import Campaign


def play(args: Namespace) -> int:
    """Begin a game and play it by the shell that was asked for."""
    game = chosen_game(args.game)
    _need_shell(args)
    settings = chosen_settings(args)
    start = Path(args.position).read_text(encoding="utf-8", errors="replace") if args.position else ""
    seats = _seats(game, args.seat or _usual_seats(game, settings.name, start))
    lobby = own_lobby()
    begun = asyncio.run(lobby.create(game.info.id, seats, chosen_options(game, args), args.seed, start))
    return _sit_down(begun, lobby, settings, args)


def resume(args: Namespace) -> int:
    """Continue a saved game by the shell that was asked for."""
    _need_shell(args)
    lobby = own_lobby()
    going = [summary.id for summary in lobby.tables() if not (summary.ended or summary.damaged)]
    if args.id is None and not going:
        raise UsageError("there is no game to continue; begin one with 'starforge play GAME'")
    return _sit_down(asyncio.run(lobby.open(args.id or going[0])), lobby, chosen_settings(args), args)


def daily(args: Namespace) -> int:
    """Begin the game of the day or go on with it; tell how the first try went once that is over."""
    game = chosen_game(args.game or GAMES_OF_THE_DAY[0]).info.id
    if game not in GAMES_OF_THE_DAY:
        raise UsageError(f"there is no {game} of the day; there are: {', '.join(GAMES_OF_THE_DAY)}")
    of, lobby, settings = of_the_day(game, datetime.now(UTC).date().isoformat()), own_lobby(), chosen_settings(args)
    begun = asyncio.run(tries(lobby, of))
    if begun and begun[0].ended and not args.again:
        print(asyncio.run(result(lobby, of, begun[0])))
        return 0
    _need_shell(args)
    going = next((one for one in begun if not one.ended), None)
    table = asyncio.run(begin_daily(lobby, of, settings.name) if going is None else lobby.open(going.id))
    return _sit_down(table, lobby, settings, args)


def campaign(args: Namespace) -> int:
    """Go on with the campaign, or begin one: its next patrol, with what goes on to it."""
    from starforge.tables.own.campaign import begin, standing

    lobby, settings = own_lobby(), chosen_settings(args)
    found, said = asyncio.run(standing(lobby)), not (args.carry is args.marks is None)
    if args.show:
        print("\n".join(found.lines() if found is not None else ["No campaign was begun yet."]))
        return 0
    if not (args.plain or args.json):
        need_screens("add --plain to play by lines, or --show to read how it stands")
        if not (args.new or said):
            from starforge.tui.app import run

            return run.run_campaign(lobby, settings)
    if found is not None and found.going and not (args.new or said):
        return _sit_down(asyncio.run(lobby.open(found.last.table_id)), lobby, settings, args)
    seats: Sequence[Seat] = [Seat(name=settings.name or "Player")]
    options, carried = {}, ""
    if found is not None and not (args.new or found.over):
        card, roles = _goes_on(found, args)
        seats, options, carried = found.seats, dict(found.options), found.next(card, roles)
    elif said:
        raise UsageError("nothing goes on to the first patrol of a campaign; leave out --carry and --marks")
    return _sit_down(asyncio.run(begin(lobby, seats, options, carried)), lobby, settings, args)


def _goes_on(found: Campaign, args: Namespace) -> tuple[str, tuple[str, ...]]:
    """Return the Development and the marks that go on: as was written, else asked by lines, else what there was."""
    if args.plain and args.carry is None and args.marks is None:
        from starforge.tui.shells.plain_campaign import ask_what_goes_on

        return ask_what_goes_on(found, Lines(sys.stdin, sys.stdout, args.ascii))
    given = found.mark_choices[0] if args.marks is None else (role.upper() for role in args.marks.split(",") if role)
    return args.carry or "", tuple(given)


def _need_shell(args: Namespace) -> None:
    if not (args.plain or args.json):
        need_screens("add --plain to play by lines, or --json for programs")


def _sit_down(at: LocalTable, lobby: LocalLobby, settings: Settings, args: Namespace) -> int:
    if args.json:
        from starforge.tui.shells.json import play_json

        asyncio.run(play_json(at))
        return 0
    if args.plain:
        from starforge.tui.shells.plain import play_plain

        asyncio.run(play_plain(at, settings, fleets_file()))
        return 0
    from starforge.tui.app import run

    code = run.run_table(lobby, at, settings)
    print(farewell(at))
    return code


def _usual_seats(game: Game[Any, Any], name: str, start: str) -> list[str]:
    """Return one person and as many bots as the game, or the position, needs."""
    count = _players_in(start) or min(game.info.seats)
    return [name or "Player", *[f"bot:{USUAL}"] * (count - 1)]


def _players_in(start: str) -> int:
    if not start:
        return 0
    try:
        players = tomllib.loads(start).get("players")
    except tomllib.TOMLDecodeError:  # the table will say what is wrong with it
        return 0
    return len(players) if isinstance(players, list) else 0


def _seats(game: Game[Any, Any], texts: Sequence[str]) -> list[Seat]:
    seats = []
    for text in texts:
        bot = text.removeprefix("bot:") if text.startswith("bot:") else ""
        name = clean(title(bot) if bot else text)
        if not name or text == "bot:":
            levels = ", ".join(levels_of(game))
            raise UsageError(f"--seat takes a name or bot:LEVEL, not {text!r}; levels are: {levels}")
        seats.append(Seat(name=name, bot=bot))
    return seats
