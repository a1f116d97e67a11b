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

from starforge.bots import STRONGEST, Bot, Sample, derive, look, make, sampler
from starforge.engine.action import Action
from starforge.engine.event import Event, redact
from starforge.engine.game import Game, View
from starforge.engine.match import Match
from starforge.engine.position import PositionError, write_position
from starforge.engine.rng import SEED_BITS, Rng
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.save import Save, SaveError, Seat, read_options, to_save
from starforge.engine.state import clone, digest
from starforge.games import load
from starforge.tables.lobby import Summary, check_seats
from starforge.tables.replay import play_save
from starforge.tables.store import UNDO, Entry, Store, Taken
from starforge.tables.table import Overtaken, TableError, Told

THINKING = 5.0
"""Seconds a bot may think; then it takes any allowed action."""
_DIGEST_EVERY = 20
_log = logging.getLogger(__name__)


class TimeUp(Exception):
    """Tell a bot that its time to think is over."""


class LocalTable:
    """A table whose match is played here and kept in a store; see ``Table``."""

    def __init__(self, table_id: str, setup: Save, store: Store) -> None:
        self.id = table_id
        self.seats = tuple(setup.seats)
        self.here = tuple(n for n, seat in enumerate(self.seats) if not seat.bot)
        self._setup, self._store = setup, store
        self._watchers: list[Callable[[], None]] = []
        self._turn_of_bots = asyncio.Lock()
        self._load([])
        self.game: Game[Any, Any] = self._match.game
        self.options = self._match.options
        self._bots: dict[int, Bot] = {}

    def _load(self, entries: list[Entry]) -> None:
        """Play the record from its beginning; raise SaveError where it does not play as it did."""
        self._match = play_save(self._setup)
        self.undone = 0
        self._entries: list[Entry] = []
        self._told = [[Told(0, self._match.state.turn, event) for event in self._match.opening]]
        for entry in entries:
            self._play(entry)

    def _play(self, entry: Entry) -> None:
        number = len(self._entries) + 1
        try:
            if entry.action == UNDO:
                self._take_back(entry.seat)
            else:
                self._take(entry.seat, self._match.game.parse(entry.action))
        except (Illegal, ValueError) as error:
            raise self._drift(f"entry {number} ({entry.action!r} by seat {entry.seat}) is refused: {error}") from error
        if entry.digest and entry.digest != digest(self._match.state):
            raise self._drift(f"after entry {number} the game is not what it was when this was recorded")
        self._entries.append(entry)

    def _drift(self, what: str) -> SaveError:
        return SaveError(
            f"game {self.id} ({self._setup.game}, written by starforge {self._setup.written_by}) does not play as "
            f"recorded: {what}"
        )

    def _take(self, seat: int, action: Action) -> list[Event]:
        events = self._match.submit(seat, action)
        number, turn = len(self._match.moves), self._match.state.turn
        self._told.append([Told(number, turn, event) for event in events])
        return events

    def _take_back(self, seat: int) -> None:
        number = self._match.undo(seat)
        del self._told[number]
        for n in range(number, len(self._told)):
            self._told[n] = [one._replace(n=n) for one in self._told[n]]
        self.undone += 1

    def _keep(self, seat: int, text: str) -> None:
        """Write down what has just been done; if that fails, undo it here too and say why."""
        s = self._match.state
        number = len(self._entries) + 1
        mark = digest(s) if number % _DIGEST_EVERY == 0 else ""
        entry = Entry(seat, text, mark, s.turn, s.result.text if s.result else None)
        try:
            self._store.append(self.id, number, entry)
        except Taken:
            self._load(self._entries)
            self.refresh()
            raise Overtaken(self.game.info.order_rule) from None
        except TableError:
            self._load(self._entries)
            raise
        self._entries.append(entry)
        self._changed()

    def refresh(self) -> bool:
        """Take in what other processes did at this table; return whether there was anything."""
        new = self._store.entries(self.id, len(self._entries))
        for entry in new:
            self._play(entry)
        if new:
            self._changed()
        return bool(new)

    def _changed(self) -> None:
        for tell in list(self._watchers):
            tell()

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
        told = [one for move in self._told[since:] for one in move]
        if self._match.state.result is not None:
            return told
        return [one._replace(event=seen) for one in told if (seen := redact(one.event, seat))]

    def undoable(self, seat: int) -> Refusal | None:
        """Return why the seat cannot take its last action back, None if it can."""
        return self._match.undoable(seat)

    async def submit(self, seat: int, action: Action) -> list[Event]:
        """Take an action, durable on return, and return what the seat may know of what happened."""
        events = self._take(seat, action)
        self._keep(seat, str(action))
        return [seen for event in events if (seen := redact(event, seat))]

    async def undo(self, seat: int) -> None:
        """Take the seat's last action back; raise Illegal or TableError."""
        self._take_back(seat)
        self._keep(seat, UNDO)

    async def hint(self, seat: int) -> tuple[Action, str] | None:
        """Return what the strongest bot would do in that seat, and why in words; None when it is not asked."""
        view = self.view(seat)
        if not view.legal:
            return None
        action = await self._think(make(self.game, STRONGEST, derive("hint", self._setup.seed)), seat)
        choice = next((c for c in view.choices if c.action == action), None)
        if choice is None:
            return None
        count = len(view.legal)
        why = f"The {STRONGEST} bot prefers it among {count} choices." if count > 1 else "There is nothing else to do."
        what = "; ".join(filter(None, (choice.label.rstrip("."), choice.hint.rstrip("."))))
        return choice.action, f"{what}. {why}"

    async def step_bot(self) -> bool:
        """Let the first bot that is asked act, thinking off the loop; return False if none is asked."""
        async with self._turn_of_bots:
            asked = [n for n in sorted(self._match.state.asks) if self.seats[n].bot]
            if not asked:
                return False
            seat = asked[0]
            bot = self._bots.get(seat)
            if bot is None:
                seed = derive("bot", self._setup.seed, seat, len(self._entries))
                bot = self._bots[seat] = make(self.game, self.seats[seat].bot, seed)
            entries = len(self._entries)
            action = await self._think(bot, seat)
            await self._act_for(seat, action, unchanged=len(self._entries) == entries)
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
            action = legal[Rng(derive("any", self._setup.seed, len(self._entries))).below(len(legal))]
        with suppress(Overtaken):
            await self.submit(seat, action)

    async def _think(self, bot: Bot, seat: int) -> Action | None:
        """Return what a bot wants to do, None when it fails or takes too long."""
        s = clone(self._match.state)
        seed = derive("sample", self._setup.seed, len(self._entries))
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
        _check_start(match)
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


def _check_start(match: Match) -> None:
    players = getattr(match.state, "players", None)
    there = len(players) if isinstance(players, list) else max(match.state.asks, default=0) + 1
    fits = there == match.seats if isinstance(players, list) else there <= match.seats
    if match.start and not fits:
        raise PositionError(f"the position is for {there} seats, and the table has {match.seats}")
