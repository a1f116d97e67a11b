"""A table of a user's own games, at which all people sit at this terminal."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from starforge.bots.bot import Bot, derive, look, sampler
from starforge.bots.levels import USUAL, adviser, make
from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, View
from starforge.engine.position import write_position
from starforge.engine.rules import Refusal
from starforge.engine.save import Save, Seat
from starforge.engine.state import State, clone
from starforge.games.policy import Pace
from starforge.tables.folders import DATA
from starforge.tables.play.live_table import LiveTable
from starforge.tables.play.meta import UNDO, Entry
from starforge.tables.store.sql import at_once
from starforge.tables.table import TableError, Told, Watched
from starforge.tables.thinking import THINKING, explain, think_aside

if TYPE_CHECKING:
    from starforge.tables.local_games import LocalGames
    from starforge.tables.store.tables import Tables

_log = logging.getLogger(__name__)


class LocalTable(Watched):
    """Show a live table of this process to the people at this terminal; see ``Table``.

    ``looked_at``: the seats that were looked at since it changed last; what they may know is kept at hand.
    """

    def __init__(self, live: LiveTable, games: LocalGames) -> None:
        super().__init__()
        self._live, self._games = live, games
        self.id = live.id
        self.game: Game[Any, Any] = live.game
        self.options = live.record.match.options
        self.looked_at: set[int | None] = set()
        self._seed = live.record.setup.seed
        self._bots: dict[int, Bot] = {}
        self._pace = Pace()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return who plays each seat; one that was given up is a bot's."""
        gone = (place.bot if place.gone else "" for place in self._live.row.meta.assignments)
        return tuple(replace(seat, bot=bot) if bot else seat for seat, bot in zip(self._live.seats, gone, strict=True))

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(n for n, seat in enumerate(self.seats) if not seat.bot)

    @property
    def store(self) -> Tables:
        """Return what keeps it."""
        return self._games.store

    @property
    def folder(self) -> Path:
        """Return the folder of the games that it is one of."""
        return self._games.folder

    def changed(self) -> None:
        self.looked_at.clear()
        super().changed()

    def refresh(self) -> bool:
        """Take in what other processes did at this table; return whether there was anything."""
        return at_once(self._live.refresh())

    @property
    def state(self) -> State:
        """Return all that is true, hidden or not."""
        return self._live.record.match.state

    @property
    def undone(self) -> int:
        return self._live.record.undone

    def length(self, seat: int | None) -> int:
        return self._live.shown(seat).length

    def position(self) -> str:
        """Return all that is true, hidden or not, as text that a new table can start from."""
        return write_position(self.game, self.state)

    def view(self, seat: int | None) -> View:
        self.looked_at.add(seat)
        return self._live.shown(seat).view

    def log(self, seat: int | None, since: int = 0) -> list[Told]:
        self.looked_at.add(seat)
        return [one for one in self._live.shown(seat).log if one.n >= since]

    def undoable(self, seat: int) -> Refusal | None:
        return self._live.record.match.undoable(seat)

    def retractable(self, seat: int) -> Refusal | None:
        return self.undoable(seat)

    async def submit(self, seat: int, action: Action) -> list[Event]:
        return await self._live.act(seat, str(action), self._live.record.mine[seat])

    async def undo(self, seat: int) -> None:
        await self._live.act(seat, UNDO, self._live.record.mine[seat])

    async def resign(self, seat: int) -> None:
        await self._live.resign(seat)

    async def hint(self, seat: int, level: str = USUAL) -> tuple[Action, str] | None:
        view = self.view(seat)
        if not view.legal:
            return None
        level = adviser(self.game, level)
        action = await self._think(make(self.game, level, derive("hint", self._seed)), seat, courteous=False)
        return None if action is None else explain(self.game, view, action, level)

    async def hurry(self) -> None:
        self._pace.hurried = True

    async def step_bot(self) -> bool:
        seats = self.seats
        asked = [n for n in sorted(self.view(None).waiting) if seats[n].bot]
        if not asked:
            return False
        seat, mine = asked[0], self._live.record.mine[asked[0]]
        bot = self._bots.get(seat)
        if bot is None:
            bot = self._bots[seat] = make(self.game, seats[seat].bot, derive("bot", self._seed, seat, mine))
        action = await self._think(bot, seat)
        await self._live.act_for_bot(seat, "" if action is None else str(action), mine)
        return True

    async def _think(self, bot: Bot, seat: int, courteous: bool = True) -> Action | None:
        """Return what a bot wants to do, None when it fails or finds nothing in time."""
        s = clone(self.state)
        sample = sampler(self.game, s, seat, derive("sample", self._seed, self._live.record.mine[seat]))
        view = look(self.game, s, seat, bot, courteous)
        pace = self._pace = Pace()
        try:
            return await think_aside(partial(bot.choose, view, sample, pace), pace, THINKING)
        except TimeoutError:
            self._bots.pop(seat, None)
            if pace.best is not None:
                return pace.best
            _log.warning("the bot at seat %d of table %s took too long", seat, self.id)
        except Exception:
            _log.exception("the bot at seat %d of table %s failed", seat, self.id)
        return None

    @property
    def entries(self) -> Sequence[Entry]:
        """Return what is kept of the game beside how it began and stands."""
        return self._live.record.entries

    @property
    def lost(self) -> str:
        return self._games.lost

    @property
    def command(self) -> str:
        return self._games.command

    async def rescue(self, folder: str) -> None:
        known = self._games.folder
        try:
            home = Path(folder).expanduser() if folder else known
            await self._games.move(known if home == known else home / DATA)
        except (OSError, ValueError, RuntimeError) as error:  # no place, no name, no such user's home
            raise TableError(f"{folder} is no place for it: {getattr(error, 'strerror', None) or error}") from None
        if home != known:
            self._games.command = f"STARFORGE_HOME={quote(str(home.absolute()))} starforge"

    def draft(self) -> str:
        try:
            return draft_file(self._games.folder, self.id).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    async def note_draft(self, text: str) -> None:
        """Keep what is begun, written beside its place first; raise OSError when that fails."""
        path = draft_file(self._games.folder, self.id)
        if not text:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = path.with_suffix(f".{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)

    def save(self) -> Save:
        return self._live.save()


def draft_file(data_folder: Path, table_id: str) -> Path:
    """Return where is kept what is begun at a table and no move yet."""
    return data_folder / "drafts" / f"{table_id}.json"
