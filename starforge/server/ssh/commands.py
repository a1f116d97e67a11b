"""What can be had without a screen: ``ssh HOST COMMAND``, and ``starforge keys`` for people of the server's machine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from starforge.bots.levels import title
from starforge.games import GAMES, load, span_of
from starforge.tables.lobby import label_of
from starforge.tables.own.daily import board_lines, standings
from starforge.tables.remote.lobby import RemoteLobby
from starforge.tables.shared import Notice, SeatAssignment
from starforge.tables.summary import verdict
from starforge.tables.table import TableError

GOOD, BAD, UNKNOWN = 0, 1, 2
HELP = """\
Without a command you come to the lobby; that needs a terminal (ssh -t). Commands:
  help            these lines
  whoami          the name you have here, and your key
  tables          the tables you may see, those that wait for you first
  board           who was best at the games of the day, today and ever
  export TABLE    an ended game as the text of a save file: ssh HOST export TABLE > game.json
  keys            the keys and accounts you are known by
  keys code       a code that joins another key, or your account on this machine, to your name
  keys add CODE   join the key you came with to the name that the code was made for
  keys drop KEY   no longer be known by a key or account"""

Answer = Callable[[RemoteLobby, Sequence[str]], Awaitable[str]]


class UnknownCommand(Exception):
    """Report a command that cannot be meant."""


async def answer(lobby: RemoteLobby, words: Sequence[str]) -> tuple[int, str]:
    """Carry a command out; return its exit code and what it says."""
    command = COMMANDS.get(words[0] if words else "help")
    if command is None:
        return UNKNOWN, f"there is no command {shown(words[0])!r}; 'help' lists those there are"
    try:
        return GOOD, await command(lobby, words[1:])
    except UnknownCommand as error:
        return UNKNOWN, str(error)
    except TableError as error:
        return BAD, str(error)
    except TimeoutError:
        return BAD, "the server does not answer just now; try again in a moment"


def shown(text: str) -> str:
    """Return text from people as a terminal may get it."""
    return "".join(c if c.isprintable() else "?" for c in text)[:60]


async def _help(lobby: RemoteLobby, words: Sequence[str]) -> str:
    return HELP


async def _whoami(lobby: RemoteLobby, words: Sequence[str]) -> str:
    if not lobby.user:
        return "You have no name here yet; connect with a terminal to choose one."
    here = [value for _, value, mark in await lobby.ask("keys") if mark]
    return f"You are {shown(lobby.user)}, known by {', '.join(here)}."


async def _tables(lobby: RemoteLobby, words: Sequence[str]) -> str:
    _need_name(lobby)
    async with asyncio.timeout(5):
        while not lobby.known:  # the user is one of them as soon as the lobby is known
            await asyncio.sleep(0.01)
    return "\n".join(_line(notice) for notice in lobby.listing()) or "There are no tables."


def _need_name(lobby: RemoteLobby) -> None:
    if not lobby.user:
        raise TableError("choose a name first: connect with a terminal")


def _line(notice: Notice) -> str:
    title = load(notice.game).info.title if notice.game in GAMES else notice.game
    who = [_who(place) for place in notice.assignments]
    ended = verdict(who, notice.winners, notice.scores, notice.outcome)
    stage = {
        "seating": "waiting for players",
        "playing": f"{span_of(notice.game)} {notice.turn}",
        "ended": f"ended: {ended}",
    }
    mine = "your turn" if notice.asked else "invited" if notice.invited else ""
    names, label = ", ".join(who), label_of(notice.game, notice.options)
    return shown_line("  ".join(filter(None, (notice.id, title, label, stage[notice.stage], names, mine))))


def _who(place: SeatAssignment) -> str:
    if place.invited:
        return f"{place.invited}?"
    return place.user or (title(place.bot) if place.bot else "open")


def shown_line(text: str) -> str:
    """Return a line without anything that a terminal obeys."""
    return "".join(c if c.isprintable() else "?" for c in text)


async def _export(lobby: RemoteLobby, words: Sequence[str]) -> str:
    if len(words) != 1:
        raise UnknownCommand("name one table: export TABLE; 'tables' lists them")
    _need_name(lobby)
    return await lobby.export(words[0])


async def _board(lobby: RemoteLobby, words: Sequence[str]) -> str:
    _need_name(lobby)
    return "\n".join(map(shown_line, board_lines(standings(await lobby.daily()))))


async def _keys(lobby: RemoteLobby, words: Sequence[str]) -> str:
    match list(words):
        case []:
            return "\n".join(f"{kind:4} {value}  {mark}".rstrip() for kind, value, mark in await lobby.ask("keys"))
        case ["code"]:
            code = await lobby.ask("key-code")
            return (
                f"{code}\nIt is good once, for ten minutes, at this host.\n"
                f"With the other key: ssh HOST keys add {code}\n"
                f"With your account on this machine: starforge keys add {code}\nShow it to nobody else."
            )
        case ["add", code]:
            return f"You are {shown(await lobby.ask('key-add', code=code))} from here too."
        case ["drop", value]:
            await lobby.ask("key-drop", value=value)
            return "You are no longer known by it."
    raise UnknownCommand("usage: keys, keys code, keys add CODE, keys drop KEY")


COMMANDS: dict[str, Answer] = {
    "help": _help,
    "whoami": _whoami,
    "tables": _tables,
    "board": _board,
    "export": _export,
    "keys": _keys,
}
