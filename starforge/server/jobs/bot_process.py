"""A process in which bots think, and new tables are tried out: it reads tasks, and writes what came of each.

Server and process are one program on one machine, so they pickle what they send each other; nothing of it comes from
anybody else.
"""

from __future__ import annotations

import io
import os
import pickle
import resource
import signal
import struct
import sys
from typing import Any, BinaryIO, NamedTuple

from starforge.bots.bot import Bot, look, sampler
from starforge.bots.levels import make
from starforge.engine.game import Game
from starforge.engine.state import State
from starforge.games import GAMES, load
from starforge.games.policy import Pace
from starforge.server.ssh.confinement import die_with_parent
from starforge.tables.own.logbook import Ended
from starforge.tables.play.meta import TableSetup
from starforge.tables.play.new_table import set_up
from starforge.tables.table import TableError

HEAD = struct.Struct("!I")
HURRY = signal.SIGUSR1
"""The signal by which a bot is told to act by the best it has found."""
STOP = 1.0
"""Seconds that a bot has at most to end its search when its time is over."""
MEMORY = 2**30
"""Bytes that such a process may have."""
TOO_MUCH = "to look at that takes the server too long; make the map, the scenario or the position smaller"


class BotTask(NamedTuple):
    """Say what is to be thought about: a bot's level and seat, the state, and what the bot kept of its last thought.

    ``where`` is how the game is imported; ``courteous`` is false where the bot advises a person. The bot itself sees
    its seat's view and re-dealt states, nothing else.
    """

    game: str
    where: str
    level: str
    seat: int
    seed: int
    state: State
    memory: bytes
    seconds: float
    courteous: bool = True


class SetUp(NamedTuple):
    """Say what a new table is to be: what people send may take any time and memory to look at."""

    game: str
    where: str
    seats: int
    options: dict[str, Any]
    seed: int
    start: str
    seconds: float


class Count(NamedTuple):
    """Say which ended game is to be played again and counted."""

    where: str
    ended: Ended
    seconds: float


class Thought(NamedTuple):
    """Say what a bot wants to do, '' when it failed or took too long, and what it keeps for the next time."""

    action: str
    memory: bytes
    trouble: str = ""


class OutOfTime(BaseException):
    """Tell a bot that its time to think is over."""


class _Clock:
    """Hold the pace of the bot that thinks now, and hurry it when its time is over."""

    pace: Pace | None = None


class _Pickler(pickle.Pickler):
    """Pickle a bot; the game it refers to is named."""

    def persistent_id(self, value: Any) -> str | None:
        return value.info.id if isinstance(value, Game) else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, name: str) -> Any:
        return load(name)


def think(task: BotTask) -> Thought:
    """Return what the bot of a task wants to do."""
    GAMES.setdefault(task.game, task.where)
    game = load(task.game)
    bot: Bot = _Unpickler(io.BytesIO(task.memory)).load() if task.memory else make(game, task.level, task.seed)
    pace = _Clock.pace = _Clock.pace or Pace()
    signal.setitimer(signal.ITIMER_REAL, task.seconds, min(STOP, task.seconds / 2))
    try:
        view = look(game, task.state, task.seat, bot, task.courteous)
        action = str(bot.choose(view, sampler(game, task.state, task.seat, task.seed), pace))
    except OutOfTime:
        return Thought("" if pace.best is None else str(pace.best), b"", "it took too long")
    except Exception as error:
        return Thought("", b"", f"it failed ({type(error).__name__})")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        _Clock.pace = None
    memory = io.BytesIO()
    _Pickler(memory).dump(bot)
    return Thought(action, memory.getvalue())


def try_out(task: SetUp) -> TableSetup | str:
    """Return what a table begins from, or in words why it cannot."""
    GAMES.setdefault(task.game, task.where)
    load(task.game)
    signal.setitimer(signal.ITIMER_PROF, task.seconds)  # of computing: a busy machine is nobody's fault
    try:
        return set_up(task.game, task.seats, task.options, task.seed, task.start)
    except TableError as error:
        return str(error)
    except (OutOfTime, MemoryError):
        return TOO_MUCH
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _hurry(number: int, frame: Any) -> None:
    """Let a bot end its search, which nobody waits for any longer."""
    if _Clock.pace is not None:
        _Clock.pace.hurried = True


def count(task: Count) -> Any:
    """Return what an ended game came to, None where that takes too long or cannot be found out."""
    GAMES.setdefault(task.ended.save.game, task.where)
    signal.setitimer(signal.ITIMER_PROF, task.seconds)
    try:
        return task.ended.counted()
    except (OutOfTime, MemoryError):
        return None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop_thinking(number: int, frame: Any) -> None:
    """Hurry a bot that has begun to think and was not hurried yet; else end what goes on."""
    if number == signal.SIGALRM and _Clock.pace is not None and not _Clock.pace.hurried:
        _hurry(number, frame)
    else:
        raise OutOfTime


def _answer(task: BotTask | SetUp | Count) -> Any:
    match task:
        case SetUp():
            return try_out(task)
        case Count():
            return count(task)
    return think(task)


def main() -> None:
    """Think about tasks until there are no more; what is printed meanwhile goes to the standard error."""
    die_with_parent(signal.SIGKILL)
    answers: BinaryIO = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(5)  # whoever waits for a key to be answered goes first
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(HURRY, _hurry)
    for number in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(number, _stop_thinking)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    tasks = sys.stdin.buffer
    _tell(answers, "ready")
    while head := tasks.read(HEAD.size):
        _Clock.pace = Pace()  # whoever is hurried before it thinks is hurried all the same
        task = pickle.loads(tasks.read(*HEAD.unpack(head)))
        _tell(answers, _answer(task))
        _Clock.pace = None


def _tell(answers: BinaryIO, what: Any) -> None:
    told = pickle.dumps(what)
    answers.write(HEAD.pack(len(told)) + told)
    answers.flush()
