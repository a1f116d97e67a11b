"""The commands: each takes what was written and returns the exit code.

The screens are imported by those that show them, for they take as long to load as all the rest.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import tomllib
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from starforge.bots.arena import Series, play_all
from starforge.bots.levels import LEVELS, STRONGEST
from starforge.bots.report import facts, score, table
from starforge.cli.notifying import notify as notify
from starforge.cli.serving import doctor as doctor
from starforge.cli.serving import keys as keys
from starforge.cli.serving import operate as operate
from starforge.cli.serving import serve as serve
from starforge.engine.game import Game
from starforge.engine.save import Save, Seat, read_options, read_save, write_save
from starforge.games import GAMES, load
from starforge.games.rulebook import as_text, read_rulebook
from starforge.tables.lobby import counts
from starforge.tables.local import LocalLobby, LocalTable
from starforge.tables.play.replay import Replay
from starforge.tables.remote.link import find_server
from starforge.tables.settings import Settings, data_folder, fleets_file, read_settings, settings_file
from starforge.tables.table import clean
from starforge.tui.shells.json import play_json
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain import play_plain, tell_replay


class Usage(Exception):
    """Report a command that cannot be meant; the text says what to write instead."""


def home(args: Namespace) -> int:
    """Open the home screen."""
    _need_screens("play by lines with 'starforge play GAME --plain'")
    from starforge.tui.app import app

    return app.run_home(_lobby(), _settings(args), None if args.local else find_server())


def play(args: Namespace) -> int:
    """Begin a game and play it by the shell that was asked for."""
    game = _game(args.game)
    _need_shell(args)
    settings = _settings(args)
    start = Path(args.position).read_text(encoding="utf-8", errors="replace") if args.position else ""
    seats = _seats(args.seat or _usual_seats(game, settings.name, start))
    lobby = _lobby()
    begun = asyncio.run(lobby.create(game.info.id, seats, _options(game, args), args.seed, start))
    return _sit_down(begun, lobby, settings, args)


def resume(args: Namespace) -> int:
    """Continue a saved game by the shell that was asked for."""
    _need_shell(args)
    lobby = _lobby()
    going = [summary.id for summary in lobby.tables() if not summary.ended]
    if args.id is None and not going:
        raise Usage("there is no game to continue; begin one with 'starforge play GAME'")
    return _sit_down(asyncio.run(lobby.open(args.id or going[0])), lobby, _settings(args), args)


def tables(args: Namespace) -> int:
    """List the tables of the server of this machine."""
    from starforge.cli.visits import visit_tables

    return visit_tables(args)


def join(args: Namespace) -> int:
    """Sit down at a table of the server of this machine."""
    from starforge.cli.visits import server_here, visit_plain

    if args.plain:
        return visit_plain(args)
    _need_screens("add --plain to play by lines")
    from starforge.tui.app import app

    return app.run_home(_lobby(), _settings(args), server_here(), args.id)


def saves(args: Namespace) -> int:
    """List the saved games, or write one to a file."""
    lobby = _lobby()
    if args.export:
        table_id, file = args.export
        write_save(Path(file), asyncio.run(lobby.open(table_id)).save())
        print(f"Game {table_id} is written to {file}; 'starforge replay {file}' shows it.")
        return 0
    lines = Lines(sys.stdin, sys.stdout)
    there = lobby.tables()
    for one in there:
        names = ", ".join(seat.name for seat in one.seats)
        how = f"ended: {one.outcome}" if one.ended else "open"
        lines.say(f"{one.id}  {one.updated.astimezone():%Y-%m-%d %H:%M}  {one.game}, turn {one.turn}, {names}; {how}")
    lines.say("'starforge resume ID' continues one." if there else "There are no saved games.")
    return 0


def fleets(args: Namespace) -> int:
    """List the fleets kept by name, or write them to a file, take some over from one, or forget one."""
    from starforge.games.assets import AssetError
    from starforge.tui.games.shattered_reach.fleets import hangar

    path, lines = fleets_file(), Lines(sys.stdin, sys.stdout)
    stock = hangar.read_stock(path)
    if args.export:
        hangar.save(Path(args.export), [one.model_dump() for one in stock.fleets])
        lines.say(f"{len(stock.fleets)} fleets are written to {args.export}.")
    elif args.take:
        if not Path(args.take).exists():
            raise FileNotFoundError(2, "no such file", args.take)
        given = hangar.read_stock(Path(args.take))
        if given.faults:
            raise AssetError(given.faults[0])
        lines.say(*(f"Kept as {hangar.keep_beside(path, one).name}: {one.words}." for one in given.fleets))
    elif args.delete:
        gone = [one for one in stock.fleets if one.name.casefold() == clean(args.delete).casefold()]
        if not gone:
            raise Usage(f"no fleet {args.delete!r} is kept; 'starforge fleets' lists them")
        for one in gone:
            hangar.drop(path, one.faction, one.name)
            lines.say(f"{one.name} of {one.faction} is deleted.")
    else:
        lines.say(*(f"{one.faction}  {one.name}: {one.words}; {one.cost:,} points" for one in stock.fleets))
        lines.say(*(f"cannot be used: {fault}" for fault in stock.faults))
        lines.say(f"They are kept in {path}." if stock.entries else "No fleet is kept yet; build one and keep it.")
    return 0


def replay(args: Namespace) -> int:
    """Show a saved game move by move."""
    save = _find_save(args.file)
    if args.plain:
        tell_replay(Replay(save), Lines(sys.stdin, sys.stdout, args.ascii))
        return 0
    _need_screens("add --plain to read it in lines")
    from starforge.tui.app import app

    return app.run_replay(Replay(save), _settings(args))


def rules(args: Namespace) -> int:
    """Show the rules of a game, or print them outside a terminal."""
    game = _game(args.game)
    if args.plain or not sys.stdout.isatty():
        Lines(sys.stdin, sys.stdout, args.ascii).say(as_text(read_rulebook(game.info.id)))
        return 0
    _need_screens("add --plain to print the rules")
    from starforge.tui.app import app

    return app.run_rules(game.info.id, _settings(args))


def sim(args: Namespace) -> int:
    """Let bots play many games and say what came of it."""
    game = _game(args.game)
    if args.games < 1 or args.jobs < 1:
        raise Usage("--games and --jobs take numbers from 1 on")
    series = Series(game.info.id, read_options(game, _options(game, args)), _bots(game, args.bots), args.seed)
    begun = perf_counter()
    total = score(series, play_all(series, args.games, args.jobs))
    seconds = perf_counter() - begun
    print(json.dumps(facts(series, total, seconds)) if args.json else "\n".join(table(series, total, seconds)))
    return 0


def handover(args: Namespace) -> int:
    """Hand a saved game to the server of this machine."""
    from starforge.tables.handover import TERMS, hand_over
    from starforge.tables.remote.link import find_server
    from starforge.tables.remote.lobby import RemoteLobby

    path = find_server()
    if path is None:
        raise Usage("there is no server on this machine; 'starforge serve' starts one")

    async def hand() -> str:
        lobby = RemoteLobby(path)
        await lobby.connect()
        try:
            seat = None if args.seat is None else args.seat - 1
            return await hand_over(await _lobby().open(args.id), lobby, seat)
        finally:
            await lobby.close()

    table_id = asyncio.run(hand())
    Lines(sys.stdin, sys.stdout, args.ascii).say(
        f"Game {args.id} is on the server's board as table {table_id}; the others take their places there. {TERMS} "
        "The saved game stays as it is."
    )
    return 0


def _game(name: str | None) -> Game[Any, Any]:
    slug = (name or "").lower().replace("_", "-")
    if slug not in GAMES:
        there = f"there are: {', '.join(GAMES) or 'none'}"
        raise Usage(f"name a game; {there}" if name is None else f"there is no game {name!r}; {there}")
    return load(slug)


def _need_shell(args: Namespace) -> None:
    if not (args.plain or args.json):
        _need_screens("add --plain to play by lines, or --json for programs")


def _need_screens(instead: str) -> None:
    """Refuse full screens where they would be garbage."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage(f"this is not a terminal that can show screens; {instead}")
    if os.environ.get("TERM") in ("dumb", "unknown"):
        raise Usage(f"this terminal (TERM={os.environ['TERM']}) cannot show screens; {instead}")


def _settings(args: Namespace) -> Settings:
    settings, notice = read_settings(settings_file())
    if notice:
        print(f"starforge: {notice}", file=sys.stderr)
    return settings.model_copy(update={"look": "ascii"}) if args.ascii else settings


def _lobby() -> LocalLobby:
    """Open the user's games; what goes wrong with bots is written down among them."""
    lobby = LocalLobby(data_folder())
    logging.getLogger("starforge").addHandler(logging.FileHandler(data_folder() / "log.txt", delay=True))
    return lobby


def _sit_down(at: LocalTable, lobby: LocalLobby, settings: Settings, args: Namespace) -> int:
    if args.json:
        asyncio.run(play_json(at))
        return 0
    if args.plain:
        asyncio.run(play_plain(at, settings.look == "ascii", fleets_file()))
        return 0
    from starforge.tui.app import app

    code = app.run_table(lobby, at.id, settings)
    print(f"This game is saved; 'starforge' continues it. Its id is {at.id}.")
    return code


def _usual_seats(game: Game[Any, Any], name: str, start: str) -> list[str]:
    """Return one person and as many bots as the game, or the position, needs."""
    count = _players_in(start) or min(game.info.seats)
    return [name or "Player", *[f"bot:{STRONGEST}"] * (count - 1)]


def _players_in(start: str) -> int:
    try:
        players = tomllib.loads(start).get("players")
    except tomllib.TOMLDecodeError:  # the table will say what is wrong with it
        return 0
    return len(players) if isinstance(players, list) else 0


def _seats(texts: Sequence[str]) -> list[Seat]:
    seats = []
    for text in texts:
        bot = text.removeprefix("bot:") if text.startswith("bot:") else ""
        name = clean(f"{bot.capitalize()} bot" if bot else text)
        if not name or text == "bot:":
            raise Usage(f"--seat takes a name or bot:LEVEL, not {text!r}; levels are: {', '.join(LEVELS)}")
        seats.append(Seat(name=name, bot=bot))
    return seats


def _options(game: Game[Any, Any], args: Namespace) -> dict[str, str]:
    options = {}
    if args.map or args.scenario:
        options["custom"] = _custom(game, args)
    for text in args.set:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise Usage(f"--set takes OPTION=VALUE, not {text!r}")
        options[name] = value
    return options


def _custom(game: Game[Any, Any], args: Namespace) -> str:
    """Return what the files of a map and a scenario hold, as the game takes it."""
    if game.info.id != "shattered-reach":
        raise Usage(
            f"{game.info.title} has no maps or scenarios to choose; --map and --scenario are for Shattered Reach"
        )
    from starforge.games.shattered_reach.model.maps import read_custom

    return read_custom(*(Path(name) if name else None for name in (args.scenario, args.map)))


def _bots(game: Game[Any, Any], text: str) -> tuple[str, ...]:
    """Return the level at each seat; a single one sits at as many as the game needs."""
    bots = tuple(text.split(","))
    for bot in bots:
        if bot not in LEVELS:
            raise Usage(f"there is no bot level {bot!r}; there are: {', '.join(LEVELS)}")
    seats = game.info.seats
    if len(bots) == 1:
        bots *= min(seats)
    if len(bots) not in seats:
        raise Usage(f"{game.info.title} is for {counts(seats)} seats, not {len(bots)} bots")
    return bots


def _find_save(name: str) -> Save:
    """Return the save in a file, else the saved game of that id."""
    path = Path(name)
    if not path.exists():
        lobby = _lobby()
        if name in {summary.id for summary in lobby.tables()}:
            return asyncio.run(lobby.open(name)).save()
    return read_save(path)
