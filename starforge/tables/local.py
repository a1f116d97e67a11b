"""Tables in this process: hot-seat, alone and against bots, kept in the user's own store."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from starforge.bots.bot import Bot, Sample, derive, look, sampler
from starforge.bots.levels import STRONGEST, make
from starforge.engine.action import Action
from starforge.engine.event import Event, redact
from starforge.engine.game import Game, View
from starforge.engine.match import Match
from starforge.engine.position import PositionError, write_position
from starforge.engine.rng import SEED_BITS, Rng
from starforge.engine.rules import Refusal
from starforge.engine.save import Save, Seat, read_options, to_save
from starforge.engine.state import clone
from starforge.games import load
from starforge.tables.lobby import Summary, check_seats
from starforge.tables.play.record import Record
from starforge.tables.store.local import UNDO, Store, Taken
from starforge.tables.table import Overtaken, TableError, Told

THINKING = 5.0
"""Seconds a bot may think; then it takes any allowed action."""
_log = logging.getLogger(__name__)


class TimeUp(Exception):
    """Tell a bot that its time to think is over."""


class LocalTable:
    """A table whose match is played here and kept in a store; see ``Table``."""

    def __init__(self, table_id: str, setup: Save, store: Store) -> None:
        self.id = table_id
        self.seats = tuple(setup.seats)
        self.here = tuple(n for n, seat in enumerate(self.seats) if not seat.bot)
        self._store = store
        self._watchers: list[Callable[[], None]] = []
        self._turn_of_bots = asyncio.Lock()
        self._record = Record(table_id, setup)
        self._seed = setup.seed
        self.game: Game[Any, Any] = self._record.game
        self.options = self._match.options
        self._bots: dict[int, Bot] = {}

    def _act(self, seat: int, text: str) -> list[Event]:
        """Do what a text says and write it down; return what the seat may know of what happened.

        Where another process has written first, the same is done after that, if the seat itself has not acted there.
        """
        mine = self._record.mine[seat]
        while True:
            events = self._record.do(seat, text)
            try:
                self._keep(seat, text)
            except Taken:
                self._record = self._record.again()
                self.refresh()
                if self._record.mine[seat] != mine or not self._takes(seat, text):
                    raise Overtaken(self.game.info.order_rule) from None
            except TableError:
                self._record = self._record.again()
                raise
            else:
                return [seen for event in events if (seen := redact(event, seat))]

    def _takes(self, seat: int, text: str) -> bool:
        """Return whether what a text says can be done now."""
        if text == UNDO:
            return self.undoable(seat) is None
        return text in map(str, self.game.legal(self._match.state, seat))

    def _keep(self, seat: int, text: str) -> None:
        entry = self._record.entry(seat, text)
        self._store.append(self.id, len(self._record.entries) + 1, entry)
        self._record.keep(entry)
        self._changed()

    def refresh(self) -> bool:
        """Take in what other processes did at this table; return whether there was anything."""
        new = self._store.entries(self.id, len(self._record.entries))
        for entry in new:
            self._record.play(entry)
        if new:
            self._changed()
        return bool(new)

    def _changed(self) -> None:
        for tell in list(self._watchers):
            tell()

    @property
    def _match(self) -> Match:
        return self._record.match

    @property
    def undone(self) -> int:
        """Return how many actions have been taken back so far."""
        return self._record.undone

    @property
    def length(self) -> int:
        """Return how many moves have been made and stand."""
        return len(self._match.moves)

    def position(self) -> str:
        """Return all that is true, hidden or not, as text that a new table can start from."""
        return write_position(self.game, self._match.state)

    def view(self, seat: int | None) -> View:
        """Return what a seat (None: a spectator) may know and do."""
        view: View = self.game.view(self._match.state, seat)
        return view

    def log(self, seat: int | None, since: int = 0) -> list[Told]:
        """Return what was told from move ``since`` on, as that seat may see it; all of it once the game has ended."""
        told = [one for move in self._record.told[since:] for one in move]
        if self._match.state.result is not None:
            return told
        return [one._replace(event=seen) for one in told if (seen := redact(one.event, seat))]

    def undoable(self, seat: int) -> Refusal | None:
        """Return why the seat cannot take its last action back, None if it can."""
        return self._match.undoable(seat)

    async def submit(self, seat: int, action: Action) -> list[Event]:
        """Take an action, durable on return, and return what the seat may know of what happened."""
        return self._act(seat, str(action))

    async def undo(self, seat: int) -> None:
        """Take the seat's last action back; raise Illegal or TableError."""
        self._act(seat, UNDO)

    async def hint(self, seat: int) -> tuple[Action, str] | None:
        """Return what the strongest bot would do in that seat, and why in words; None when it is not asked."""
        view = self.view(seat)
        if not view.legal:
            return None
        action = await self._think(make(self.game, STRONGEST, derive("hint", self._seed)), seat)
        return None if action is None else explain(view, action)

    async def step_bot(self) -> bool:
        """Let the first bot that is asked act, thinking off the loop; return False if none is asked."""
        async with self._turn_of_bots:
            asked = [n for n in sorted(self._match.state.asks) if self.seats[n].bot]
            if not asked:
                return False
            seat = asked[0]
            bot = self._bots.get(seat)
            if bot is None:
                seed = derive("bot", self._seed, seat, len(self._record.entries))
                bot = self._bots[seat] = make(self.game, self.seats[seat].bot, seed)
            entries = len(self._record.entries)
            action = await self._think(bot, seat)
            await self._act_for(seat, action, unchanged=len(self._record.entries) == entries)
            return True

    async def _act_for(self, seat: int, action: Action | None, unchanged: bool) -> None:
        """Do what a bot wants, or any allowed action where its wish makes no sense although nothing has changed."""
        legal = self.game.legal(self._match.state, seat)
        if not legal:
            return
        if action is None or action not in legal:
            if not unchanged:
                return
            _log.warning("the bot at seat %d of table %s chose %s", seat, self.id, action)
            action = legal[Rng(derive("any", self._seed, len(self._record.entries))).below(len(legal))]
        with suppress(Overtaken):
            await self.submit(seat, action)

    async def _think(self, bot: Bot, seat: int) -> Action | None:
        """Return what a bot wants to do, None when it fails or takes too long."""
        s = clone(self._match.state)
        seed = derive("sample", self._seed, len(self._record.entries))
        sample = _Impatient(sampler(self.game, s, seat, seed))
        view = look(self.game, s, seat, bot)
        try:
            return await asyncio.wait_for(_aside(partial(bot.choose, view, sample)), THINKING)
        except TimeoutError:
            sample.over = True
            self._bots.pop(seat, None)
            _log.warning("the bot at seat %d of table %s took too long", seat, self.id)
        except Exception:
            _log.exception("the bot at seat %d of table %s failed", seat, self.id)
        return None

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call ``tell`` after every change, until the function returned is called."""
        one = partial(tell)
        self._watchers.append(one)
        return lambda: self._watchers.remove(one) if one in self._watchers else None

    def save(self) -> Save:
        """Return the match as a save; whoever holds it can work out every secret in it."""
        return to_save(self._match, list(self.seats))


def explain(view: View, action: Action) -> tuple[Action, str] | None:
    """Return an action that the strongest bot prefers and why in words, None when it is none of the choices."""
    choice = next((c for c in view.choices if c.action == action), None)
    if choice is None:
        return None
    count = len(view.legal)
    why = f"The {STRONGEST} bot prefers it among {count} choices." if count > 1 else "There is nothing else to do."
    what = "; ".join(filter(None, (choice.label.rstrip("."), choice.hint.rstrip("."))))
    return choice.action, f"{what}. {why}"


class _Impatient:
    """A door to samples that is shut when time is up, so that a thread that thinks on comes to an end."""

    def __init__(self, sample: Sample) -> None:
        self._sample, self.over = sample, False

    def __call__(self) -> Any:
        if self.over:
            raise TimeUp
        return self._sample()


async def _aside(think: Callable[[], Action]) -> Action:
    """Return what ``think`` does, in a thread that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Action] = loop.create_future()

    def settle(action: Action | None, error: BaseException | None) -> None:
        if done.done():
            return
        if action is None:
            done.set_exception(error or RuntimeError("the bot chose nothing"))
        else:
            done.set_result(action)

    def run() -> None:
        action, error = None, None
        try:
            action = think()
        except Exception as raised:
            error = raised
        with suppress(RuntimeError):  # the loop is gone, and with it whoever asked
            loop.call_soon_threadsafe(settle, action, error)

    Thread(target=run, daemon=True).start()
    return await done


class LocalLobby:
    """The tables of the user whose data folder it is given; see ``Lobby``."""

    def __init__(self, data_folder: Path) -> None:
        self.store = Store(data_folder / "tables.db")
        self._open: dict[str, LocalTable] = {}

    def tables(self) -> list[Summary]:
        """Return the tables, last played first, open and ended."""
        return [
            Summary(r.id, r.setup.game, tuple(r.setup.seats), r.turn, r.updated, r.outcome is not None, r.outcome or "")
            for r in self.store.rows()
        ]

    async def create(
        self, game: str, seats: Sequence[Seat], options: Mapping[str, Any], seed: int | None = None, start: str = ""
    ) -> LocalTable:
        """Set up a new table and return it; ``start`` is a position to begin from."""
        named = check_seats(game, seats)
        rules = load(game)
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        match = Match(rules, read_options(rules, dict(options)), len(named), seed, start)
        check_start(match)
        setup = to_save(match, named)
        while True:
            name = secrets.token_hex(3)
            try:
                self.store.create(name, setup, match.state.turn)
            except Taken:
                continue
            self._open[name] = LocalTable(name, setup, self.store)
            return self._open[name]

    async def open(self, table_id: str) -> LocalTable:
        """Return a table, played to where it stands; raise SaveError or TableError in words if that is impossible."""
        table = self._open.pop(table_id, None)
        if table is None:
            table = LocalTable(table_id, self.store.row(table_id).setup, self.store)
        table.refresh()
        self._open[table_id] = table
        return table

    async def remove(self, table_id: str) -> None:
        """Forget a table for good; raise TableError if there is none or it cannot be removed."""
        self.store.remove(table_id)
        self._open.pop(table_id, None)


def check_start(match: Match) -> None:
    """Raise PositionError when the position a match began from is for another number of seats."""
    players = getattr(match.state, "players", None)
    there = len(players) if isinstance(players, list) else max(match.state.asks, default=0) + 1
    fits = there == match.seats if isinstance(players, list) else there <= match.seats
    if match.start and not fits:
        raise PositionError(f"the position is for {there} seats, and the table has {match.seats}")
