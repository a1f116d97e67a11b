"""Bots of a server: they think in processes of their own, for a limited time, and never keep anybody waiting."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import starforge
from starforge.bots.bot import derive
from starforge.engine.action import Action
from starforge.engine.state import clone
from starforge.games import GAMES
from starforge.server.faults import trace
from starforge.server.hub import Hub
from starforge.server.jobs.bot_process import HEAD, HURRY, TOO_MUCH, BotTask, Count, SetUp, Thought
from starforge.tables.own.logbook import Ended
from starforge.tables.play.live_table import LiveTable
from starforge.tables.play.meta import TableSetup
from starforge.tables.play.progress import bot_at
from starforge.tables.table import TableError
from starforge.tables.thinking import THINKING

GRACE = 3.0
"""Seconds that a process has beyond the time a bot may think; then it is stopped and another takes its place."""
_AGAIN, _LEAD = 15.0, 1.0
"""Seconds after which all tables are looked over, for bots that could not act before; and after which it is asked
whether this server is the one that cares for them."""
TRIAL, PATIENCE = 2.0, 15.0
"""Seconds of computing that it may take to look at what somebody wants a new table to be, and seconds by the clock."""
COUNTING = 10.0
"""Seconds of computing that it may take to count an ended game."""
HUNG, DIED = "it hung", "its process died"
_log = logging.getLogger(__name__)


class BotProcesses:
    """Keep a few processes in which bots think; one that hangs or dies is replaced."""

    def __init__(self, count: int = 2, seconds: float = THINKING) -> None:
        self.seconds = seconds
        self._room = asyncio.Semaphore(count)
        self._idle: list[asyncio.subprocess.Process] = []
        self._thinking: dict[str, asyncio.subprocess.Process] = {}

    async def think(self, task: BotTask, table_id: str = "") -> Thought:
        """Return what a bot wants to do; it waits until a process is free. ``hurry`` knows it by its table."""
        thought = await self._carry_out(task, table_id)
        return thought if isinstance(thought, Thought) else Thought("", b"", thought)

    async def try_out(self, task: SetUp) -> TableSetup:
        """Return what a table begins from; raise TableError where that cannot be, or takes too long to find out."""
        found: TableSetup | str = await self._carry_out(task)
        if isinstance(found, str):
            raise TableError(TOO_MUCH if found in (HUNG, DIED) else found)
        return found

    async def count(self, task: Count) -> Any:
        """Return what an ended game came to, None where that cannot be found out."""
        found = await self._carry_out(task)
        return None if found in (HUNG, DIED) else found

    def hurry(self, table_id: str) -> None:
        """Let the bot that thinks for a table stop with the best it has found."""
        if (process := self._thinking.get(table_id)) is not None:
            with suppress(ProcessLookupError):
                process.send_signal(HURRY)

    async def _carry_out(self, task: BotTask | SetUp | Count, table_id: str = "") -> Any:
        """Return what a process answers, or in words why it does not."""
        async with self._room:
            known = bool(self._idle)
            process = self._idle.pop() if known else await _start()
            try:
                answer = await asyncio.wait_for(self._answer(process, known, task, table_id), self._patience(task))
            except TimeoutError:
                answer = HUNG
            except (OSError, EOFError, asyncio.IncompleteReadError):
                answer = DIED
            except BaseException:
                await _end(process)
                raise
            else:
                self._idle.append(process)
                return answer
            finally:
                self._thinking.pop(table_id, None)
            await _end(process)
            return answer

    async def _answer(
        self, process: asyncio.subprocess.Process, known: bool, task: BotTask | SetUp | Count, table_id: str
    ) -> Any:
        """Return what a process answers; one that is not ``known`` tells first that it is ready."""
        if not known:  # before that it would die of the signal to hurry
            await _read(process)
        self._thinking[table_id] = process
        return await _ask(process, task)

    def _patience(self, task: BotTask | SetUp | Count) -> float:
        return task.seconds + GRACE if isinstance(task, BotTask) else PATIENCE

    async def close(self) -> None:
        while self._idle:
            await _end(self._idle.pop())


async def _start() -> asyncio.subprocess.Process:
    here = str(Path(starforge.__file__).parents[1])
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",  # whoever may write where the server was started must not choose what it runs
        "-c",
        "from starforge.server.jobs.bot_process import main; main()",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))},
        start_new_session=True,
    )


async def _ask(process: asyncio.subprocess.Process, task: BotTask | SetUp | Count) -> Any:
    assert process.stdin is not None
    body = pickle.dumps(task)
    process.stdin.write(HEAD.pack(len(body)) + body)
    await process.stdin.drain()
    return await _read(process)


async def _read(process: asyncio.subprocess.Process) -> Any:
    """Return what a process tells next."""
    assert process.stdout is not None
    (size,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    return pickle.loads(await process.stdout.readexactly(size))


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()


class Bots:
    """Let bots act at every table where one is asked, and advise people."""

    def __init__(self, hub: Hub, processes: BotProcesses) -> None:
        self._hub, self._processes, self._trials = hub, processes, BotProcesses(1)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._memories: dict[str, dict[int, tuple[str, bytes]]] = {}
        hub.after.append(self.look)

    async def run(self) -> None:
        """Look over all tables again and again, for as long as this server is the one that does so."""
        again = 0.0
        while True:
            led = self._hub.leading
            with suppress(TableError):
                self._hub.leading = await self._hub.store.lead()
            if self._hub.leading and not led:
                self._hub.news.catch_up()
            if self._hub.leading and (not led or monotonic() >= again):
                again = monotonic() + _AGAIN
                for table_id in list(self._hub.rows):
                    self.look(table_id)
            await asyncio.sleep(_LEAD)

    def look(self, table_id: str) -> None:
        if self._hub.leading and table_id not in self._playing and self._asked(table_id):
            task = self._playing[table_id] = asyncio.ensure_future(self._play(table_id))
            task.add_done_callback(lambda _: self._playing.pop(table_id, None))

    def _asked(self, table_id: str) -> list[int]:
        if not self._goes_on(table_id) or table_id in self._hub.broken:
            return []
        meta = self._hub.rows[table_id].meta
        return [seat for seat in sorted(meta.asked) if bot_at(meta, seat)]

    async def _play(self, table_id: str) -> None:
        try:
            while asked := self._asked(table_id):
                table = await self._hub.table(table_id)
                await self._step(table, asked[0])
        except TableError as error:
            _log.warning("no bot can act at table %s: %s", table_id, error)
        except Exception as error:
            _log.error("no bot can act at table %s: %s", table_id, trace(error))
        if not self._goes_on(table_id):
            self._memories.pop(table_id, None)

    def _goes_on(self, table_id: str) -> bool:
        row = self._hub.rows.get(table_id)
        return row is not None and row.meta.stage == "playing"

    async def _step(self, table: LiveTable, seat: int) -> None:
        """Let a bot think, and do what it wants, or any allowed action where that makes no sense."""
        level = bot_at(table.row.meta, seat)
        async with table.lock:
            mine = table.record.mine[seat]
            task = self._task(table, seat, level)
        thought = await self._processes.think(task, table.id)
        if thought.trouble:
            _log.warning("a bot at table %s acts without thinking: %s", table.id, thought.trouble)
        self._memories.setdefault(table.id, {})[seat] = level, thought.memory
        table = await self._hub.table(table.id)  # it may have been forgotten and played up anew meanwhile
        await table.act_for_bot(seat, thought.action, mine)
        self._hub.metrics.bot_moves += 1

    def _task(self, table: LiveTable, seat: int, level: str) -> BotTask:
        record = table.record
        kept, memory = self._memories.get(table.id, {}).get(seat, ("", b""))
        slug = table.game.info.id
        return BotTask(
            game=slug,
            where=GAMES[slug],
            level=level,
            seat=seat,
            seed=derive("bot", record.setup.seed, seat, record.mine[seat]),
            state=clone(record.match.state),
            memory=memory if kept == level else b"",
            seconds=self._processes.seconds,
        )

    def hurry(self, table_id: str) -> None:
        self._processes.hurry(table_id)

    async def advise(self, table: LiveTable, seat: int, level: str) -> Action | None:
        """Return what a bot of a level would do in a seat, None when it is not asked or the bot fails."""
        async with table.lock:
            if seat not in table.record.match.state.asks:
                return None
            task = self._task(table, seat, level)._replace(memory=b"", courteous=False)
        thought = await self._processes.think(task)
        return table.game.parse(thought.action) if thought.action else None

    async def set_up(self, game: str, seats: int, options: dict[str, Any], seed: int, start: str) -> TableSetup:
        """Return what a new table begins from, found out where it keeps nobody waiting."""
        if game not in GAMES:
            raise TableError(f"there is no game {game!r}; there are: {', '.join(sorted(GAMES))}")
        return await self._trials.try_out(SetUp(game, GAMES[game], seats, options, seed, start, TRIAL))

    async def count(self, ended: Ended) -> Any:
        """Return what an ended game came to, found out where it keeps nobody waiting."""
        game = ended.save.game
        return await self._trials.count(Count(GAMES[game], ended, COUNTING)) if game in GAMES else None

    async def close(self) -> None:
        self._hub.after.remove(self.look)
        tasks: list[Any] = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._processes.close()
        await self._trials.close()
