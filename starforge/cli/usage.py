"""What can be written on the command line; only argparse is needed to say it."""

from __future__ import annotations

import os
from argparse import SUPPRESS, ArgumentParser, HelpFormatter

from starforge import __version__

TYPE_CHECKING = False  # as in the package: --help is to be there at once
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class UsageError(Exception):
    """Report a command that cannot be meant; the text says what to write instead."""


class _Help(HelpFormatter):
    """Fit the terminal without the module that argparse would import to ask for its width."""

    def __init__(self, prog: str) -> None:
        try:
            width = os.get_terminal_size().columns
        except OSError:
            width = 80
        super().__init__(prog, width=max(40, min(width, 100)) - 2)


def parser(words: Sequence[str] = ()) -> ArgumentParser:
    """Return the parser; what it returns has ``command``, the name of a function of the commands.

    A command that ``words`` begin with is the only one it knows, for to know them all takes a while.
    """
    whole = ArgumentParser(
        "starforge",
        description="Space board games in the terminal, with the rules enforced. Without a command: the lobby of the "
        "server on this machine, if there is one, else your own games, to continue, begin and watch again.",
        epilog="STARFORGE_HOME names a folder for games and settings instead of the usual ones, STARFORGE_SOCKET the "
        "socket of a server.",
        formatter_class=_Help,
    )
    whole.add_argument("--version", action="version", version=f"starforge {__version__}")
    _add_ascii(whole)
    whole.add_argument("--local", action="store_true", help="go to your own games, even if a server is there")
    whole.set_defaults(command="home", ascii=False)
    commands = whole.add_subparsers(title="commands", metavar="COMMAND")
    named = words[0] if words else ""
    for name, add in _COMMANDS.items():
        if name == named or named not in _COMMANDS:
            add(commands)
    return whole


def _add(commands: Any, name: str, words: str, more: str = "") -> ArgumentParser:
    one: ArgumentParser = commands.add_parser(
        name, help=words, description=f"{words.capitalize()}. {more}", formatter_class=_Help
    )
    one.set_defaults(command=name)
    return one


def _add_ascii(one: ArgumentParser) -> None:
    """Add what may stand before a command as well as after it."""
    one.add_argument("--ascii", action="store_true", default=SUPPRESS, help="use plain letters only")


def _add_shells(one: ArgumentParser) -> None:
    shell = one.add_mutually_exclusive_group()
    shell.add_argument("--plain", action="store_true", help="lines of text: for screen readers, pipes, any terminal")
    shell.add_argument("--json", action="store_true", help="a JSON object a line: for programs")
    _add_ascii(one)


def _add_set(one: ArgumentParser) -> None:
    one.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the game")
    one.add_argument("--map", metavar="FILE", help="a map of your own, for Shattered Reach")
    one.add_argument("--scenario", metavar="FILE", help="a scenario of your own, for Shattered Reach")


def _add_play(commands: Any) -> None:
    one = _add(commands, "play", "begin a game", "It is saved as it is played.")
    one.add_argument("game", nargs="?", metavar="GAME", help="which; without it, those there are")
    seat = "who plays, once for each seat: a name, or bot:LEVEL"
    one.add_argument("--seat", action="append", default=[], metavar="NAME|bot:LEVEL", help=seat)
    one.add_argument("--seed", type=int, metavar="N", help="a number that decides all chance")
    _add_set(one)
    one.add_argument("--position", metavar="FILE", help="begin from a position instead of the beginning")
    _add_shells(one)


def _add_learn(commands: Any) -> None:
    one = _add(commands, "learn", "learn a game by doing", "Lessons of a few minutes each, then puzzles.")
    one.add_argument("game", nargs="?", metavar="GAME", help="which; without it, a list to choose from")
    one.add_argument("lesson", nargs="?", metavar="LESSON", help="its number or name; else the first not done")
    one.add_argument("--list", action="store_true", help="list the lessons, with those that are done")
    one.add_argument("--plain", action="store_true", help="lines of text: for screen readers, pipes, any terminal")
    _add_ascii(one)


def _add_resume(commands: Any) -> None:
    one = _add(commands, "resume", "continue a saved game")
    one.add_argument("id", nargs="?", metavar="ID", help="which, as 'saves' lists them; else the last one played")
    _add_shells(one)


def _add_saves(commands: Any) -> None:
    one = _add(commands, "saves", "list the saved games", "The last one played comes first.")
    one.add_argument("--export", nargs=2, metavar=("ID", "FILE"), help="write one to a file instead")


def _add_daily(commands: Any) -> None:
    more = "The same for everybody, from the date alone (UTC). The first try counts; the result is a line for a chat."
    one = _add(commands, "daily", "play the game of the day", more)
    one.add_argument("game", nargs="?", metavar="GAME", help="astroforce (if none is named) or reach")
    one.add_argument("--again", action="store_true", help="practise, when the first try is over")
    _add_shells(one)


def _add_campaign(commands: Any) -> None:
    more = (
        "Five patrols of Astroforce that belong together; what goes on from one to the next is asked (AF-P1 to AF-P6)."
    )
    one = _add(commands, "campaign", "fly the next patrol of your campaign", more)
    one.add_argument("--show", action="store_true", help="only tell how it stands")
    one.add_argument("--new", action="store_true", help="begin a new one")
    one.add_argument("--carry", metavar="CARD", help="the Development that goes on")
    one.add_argument("--marks", metavar="ROLE[,ROLE]", help="who has a mark from now on: COM, SCI, MED, ENG, SEC")
    _add_shells(one)


def _add_records(commands: Any) -> None:
    one = _add(commands, "records", "read your logbook", "Games won, the best of them, luck and honours.")
    _add_ascii(one)


def _add_fleets(commands: Any) -> None:
    one = _add(commands, "fleets", "list the fleets kept by name", "Fleets of Shattered Reach, of all factions.")
    what = one.add_mutually_exclusive_group()
    what.add_argument("--export", metavar="FILE", help="write all of them to a file instead")
    what.add_argument("--import", metavar="FILE", dest="take", help="keep those of a file as well")
    what.add_argument("--delete", metavar="NAME", help="forget the fleet of that name")


def _add_replay(commands: Any) -> None:
    one = _add(commands, "replay", "look at a game again, move by move, or at how it went")
    one.add_argument("file", metavar="FILE", help="a save file, or the id of a saved game")
    how = one.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="tell it in lines of text")
    how.add_argument("--card", action="store_true", help="print the end card")
    how.add_argument("--svg", metavar="FILE", help="draw the end card into a file, as a picture")
    how.add_argument("--cast", metavar="FILE", help="write the whole game as a film that asciinema plays")
    _add_ascii(one)


def _add_analyse(commands: Any) -> None:
    one = _add(commands, "analyse", "see when a game that has ended was decided", "Ctrl+C ends it with what is known.")
    one.add_argument("file", metavar="FILE", help="a save file, or the id of a saved game")
    one.add_argument("--seat", metavar="NAME", help="whose chances (the first person's); a name, or a number from 1")
    _add_ascii(one)


def _add_rules(commands: Any) -> None:
    one = _add(commands, "rules", "read the rules of a game", "Outside a terminal they are printed.")
    one.add_argument("game", nargs="?", metavar="GAME", help="which; without it, those there are")
    one.add_argument("--plain", action="store_true", help="print them")
    _add_ascii(one)


def _add_sim(commands: Any) -> None:
    one = _add(commands, "sim", "let bots play many games", "They change seats from game to game.")
    one.add_argument("game", nargs="?", metavar="GAME", help="which; without it, those there are")
    one.add_argument("--bots", default="captain", metavar="A[,B..]", help="the level at each seat (captain)")
    one.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    one.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games (0)")
    one.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes to use (1)")
    one.add_argument("--json", action="store_true", help="print one JSON object")
    _add_set(one)


def _add_ladder(commands: Any) -> None:
    more = "Each pair of levels plays in all seats; where all win together, each level plays the same games alone."
    one = _add(commands, "ladder", "rate the levels of bots by a tournament", more)
    one.add_argument("game", nargs="?", metavar="GAME", help="which; without it, those there are")
    one.add_argument("--levels", default="", metavar="A,B[,..]", help="which levels; else all that the game offers")
    one.add_argument("--games", type=int, default=100, metavar="N", help="how many games of each pair (100)")
    one.add_argument("--seats", type=int, default=0, metavar="N", help="of more than two: one level among the other")
    one.add_argument("--seed", type=int, default=0, metavar="S", help="the same seed gives the same games (0)")
    one.add_argument("--jobs", type=int, default=0, metavar="J", help="how many processes to use (one for each core)")
    one.add_argument("--to", metavar="FILE", help="keep each game there, and go on with those that are there")
    _add_set(one)


def _add_serve(commands: Any) -> None:
    more = "People with an account on this machine then type 'starforge' and meet at its tables; with --ssh others too."
    one = _add(commands, "serve", "let many people play together", more)
    _add_server(one)
    one.add_argument("--workers", type=int, default=2, metavar="N", help="processes that run the screens of SSH (2)")
    one.add_argument("--log", metavar="FILE", help="write the log there instead of to the standard error")
    one.add_argument("--check", action="store_true", help="only say what is in the way, as 'doctor' does")
    one.add_argument("--new", action="store_true", help="begin anew where the lobby that was served before is gone")


def _add_doctor(commands: Any) -> None:
    one = _add(commands, "doctor", "see whether a server can be run", "Each line that is wrong says what to do.")
    _add_server(one)


def _add_operate(commands: Any) -> None:
    more = (
        "invite [USES [DAYS]]: make an invitation (1, 14) and show its code; invites: list those that hold; revoke ID: "
        "take one back; people: who is known, and by what; ban NAME [REASON], unban NAME, rename OLD NEW: keep order; "
        "forget NAME: keep nothing about somebody but the name; board [DAY]: who was best at the games of the day; "
        "stats: what a running server does; backup FILE: copy "
        "all while people play (SQLite)."
    )
    one = _add(commands, "operate", "invite people to a server, keep order there, back it up", more)
    one.add_argument("--data", metavar="DIR", help="the folder where the server keeps everything")
    one.add_argument("--store", default="sqlite", metavar="STORE", help="as the server was given")
    one.add_argument("--socket", metavar="PATH", help="as the server was given")
    one.add_argument("words", nargs="*", metavar="WORD", help="what is to be done")


def _add_server(one: ArgumentParser) -> None:
    """Add what says where a server is and what it needs."""
    one.add_argument("--data", metavar="DIR", help="the folder where everything is kept")
    where = "sqlite, a file in that folder, or postgresql://USER@HOST/DATABASE"
    one.add_argument("--store", default="sqlite", metavar="STORE", help=where)
    one.add_argument("--socket", metavar="PATH", help="where people of this machine find the server")
    one.add_argument("--ssh", metavar="[HOST:]PORT", help="let people in over SSH, by their keys")


def _add_notify(commands: Any) -> None:
    more = "The command is the setting 'notify'; it is run once for each turn, and $STARFORGE_TABLE says where."
    one = _add(commands, "notify", "run your command when it is your turn at the server", more)
    one.add_argument("--once", action="store_true", help="only for what waits now, as from cron")


def _add_keys(commands: Any) -> None:
    more = "'code' shows a code, 'add CODE' joins this account to the name it was made for, 'drop KEY' takes one away."
    one = _add(commands, "keys", "manage the keys by which a server knows you", more)
    one.add_argument("words", nargs="*", metavar="WORD", help="nothing, code, add CODE or drop KEY")


def _add_handover(commands: Any) -> None:
    more = "Its people then go on there, each from an own terminal."
    one = _add(commands, "handover", "hand a saved game to the server", more)
    one.add_argument("id", metavar="ID", help="which, as 'saves' lists them")
    one.add_argument("--seat", type=int, metavar="N", help="the seat that you take there, from 1; else your first")


def _add_tables(commands: Any) -> None:
    one = _add(commands, "tables", "list the tables of the server here", "Those that wait for you come first.")
    _add_ascii(one)


def _add_join(commands: Any) -> None:
    one = _add(commands, "join", "sit down at a table of the server here", "At a table without you, you watch.")
    one.add_argument("id", metavar="ID", help="which, as 'tables' lists them")
    one.add_argument("--plain", action="store_true", help="lines of text: for screen readers and pipes")
    _add_ascii(one)


_COMMANDS = {
    "play": _add_play,
    "learn": _add_learn,
    "resume": _add_resume,
    "saves": _add_saves,
    "daily": _add_daily,
    "campaign": _add_campaign,
    "records": _add_records,
    "fleets": _add_fleets,
    "replay": _add_replay,
    "analyse": _add_analyse,
    "rules": _add_rules,
    "sim": _add_sim,
    "ladder": _add_ladder,
    "tables": _add_tables,
    "join": _add_join,
    "serve": _add_serve,
    "handover": _add_handover,
    "doctor": _add_doctor,
    "operate": _add_operate,
    "keys": _add_keys,
    "notify": _add_notify,
}
