"""A table of a server, as one of its users sees it: what the server has told, and what the user may ask for."""

from __future__ import annotations

from typing import Any, Protocol

from starforge.bots.levels import USUAL
from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, View
from starforge.engine.rules import Refusal
from starforge.engine.save import Save, Seat, read_options
from starforge.games import load
from starforge.tables.remote import wire
from starforge.tables.shared import ChatMessage, Notice, Times, UndoRequest
from starforge.tables.table import TableError, Told, Watched


class Server(Protocol):
    """What a table needs of the lobby it was opened from."""

    @property
    def linked(self) -> bool:
        """Tell whether the server can be reached just now."""

    async def ask(self, request: str, **what: Any) -> Any:
        """Ask the server."""

    async def close_table(self, table: RemoteTable) -> None:
        """Stop following a table when nobody here looks at it any more."""


class _Side:
    """What is known of a table from one seat, or in public; what is new of a view is unpacked when it is looked at."""

    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}
        self.log: list[Told] = []
        self._view: View | None = None
        self._new: dict[str, Any] = {}

    @property
    def known(self) -> bool:
        """Tell whether there is a view to be looked at."""
        return self._view is not None or bool(self._new)

    def take(self, parts: dict[str, Any]) -> bool:
        """Take in what is new; return whether something was taken out of the log, or fewer moves stand."""
        start, told = parts.pop("log", (len(self.log), ()))
        log = [*self.log[:start], *wire.unpack_told(told)]
        shorter = self.log != log[: len(self.log)] or parts.get("length", 0) < self.parts.get("length", 0)
        shorter = shorter and "length" in {*parts, *self.parts}
        self.log = log
        self._new |= parts.pop("view", {})
        self.parts |= parts
        return shorter

    def view(self, game: Game[Any, Any]) -> View:
        if self._view is None or self._new:
            self._view, self._new = wire.unpack_view(game, self._new, self._view), {}
        return self._view


class RemoteTable(Watched):
    """A table of a server, as one user sees it; ``here`` holds the user's seat, or nothing for a spectator."""

    def __init__(self, lobby: Server, table_id: str) -> None:
        super().__init__()
        self.id, self._lobby = table_id, lobby
        self.here: tuple[int, ...] = ()
        self.seats: tuple[Seat, ...] = ()
        self.undone = self.opened = 0
        self._facts: dict[str, Any] = {}
        self._read: dict[str, Any] = {}  # the facts as they were unpacked when somebody looked
        self._sides = {"own": _Side(), "public": _Side()}
        self._said: dict[int, ChatMessage] = {}
        self._recap: int | None = None

    def begin(self, found: dict[str, Any]) -> None:
        """Take in what the server answered when the table was opened, or opened again."""
        first = not self.opened
        self.game: Game[Any, Any] = load(found["game"])
        self.options = read_options(self.game, dict(found["options"]))
        self.here = () if found["seat"] is None else (found["seat"],)
        if first:
            self._recap = found.get("recap")

    def take(self, message: dict[str, Any]) -> None:
        """Take in what the server tells."""
        shorter = [side.take(message[name]) for name, side in self._sides.items() if name in message]
        self.undone += any(shorter)
        for line in wire.unpack(tuple[ChatMessage, ...], message.get("talk", [])):
            self._said[line.n] = line
        if "seat" in message:
            self.here = () if message["seat"] is None else (message["seat"],)
        if "seats" in message:
            self.seats = tuple(Seat(name=name, bot=bot) for name, bot in message["seats"])
        facts = {name: value for name, value in message.items() if name not in self._sides}
        self._facts |= facts
        for name in facts:
            self._read.pop(name, None)

    def _side(self, seat: int | None) -> _Side:
        return self._sides["own" if seat is not None and seat in self.here else "public"]

    @property
    def known(self) -> bool:
        """Tell whether the server has told how the table stands."""
        return self._sides["own" if self.here else "public"].known

    def _own(self) -> dict[str, Any]:
        return self._sides["own" if self.here else "public"].parts

    def length(self, seat: int | None) -> int:
        return int(self._side(seat).parts["length"])

    @property
    def linked(self) -> bool:
        """Tell whether the server can be reached just now; what is shown stays as it was while it cannot."""
        return self._lobby.linked

    @property
    def notice(self) -> Notice:
        """Return how it stands in the lobby."""
        notice: Notice = self._fact("notice", Notice)
        return notice

    @property
    def times(self) -> Times:
        """Return how the clocks stand."""
        times: Times = self._fact("times", Times)
        return times

    @property
    def undo_request(self) -> UndoRequest | None:
        """Return the request to take moves back that is open, if there is one."""
        request: UndoRequest | None = self._fact("undo_request", UndoRequest | None)
        return request

    def _fact(self, name: str, kind: Any) -> Any:
        if name not in self._read:
            self._read[name] = wire.unpack(kind, self._facts.get(name))
        return self._read[name]

    def view(self, seat: int | None) -> View:
        return self._side(seat).view(self.game)

    def log(self, seat: int | None, since: int = 0) -> list[Told]:
        return [one for one in self._side(seat).log if one.n >= since]

    def undoable(self, seat: int) -> Refusal | None:
        if seat not in self.here:
            return Refusal("You do not play that seat.", self.game.info.order_rule)
        refusal = self._own()["undoable"]
        return None if refusal is None else Refusal(*refusal)

    def retractable(self, seat: int) -> Refusal | None:
        refusal = self.undoable(seat)
        if refusal is not None or self._own().get("retractable"):
            return refusal
        words = "Others know of your last action: u asks them to let you take it back."
        return Refusal(words, self.game.info.order_rule)

    def talk(self) -> list[ChatMessage]:
        """Return what was said here, oldest first."""
        return [self._said[n] for n in sorted(self._said)]

    def present(self) -> list[str]:
        """Return those of the table's people that are connected."""
        return list(self._facts.get("present", ()))

    def silence(self) -> Refusal | None:
        """Return why nobody may talk here now (a table without conferring), None if one may."""
        refusal = self._facts.get("silence")
        return None if refusal is None else Refusal(*refusal)

    def recap(self) -> int | None:
        """Return up to which entry of the public log the user had seen it at the last visit, None at the first."""
        return self._recap

    def draft(self) -> str:
        """Return what was being prepared, on whatever device, '' when nothing was."""
        return str(self._facts.get("draft", ""))

    async def submit(self, seat: int, action: Action) -> list[Event]:
        self._check_seat(seat)
        found = await self._ask("submit", action=str(action), mine=self._own()["mine"])
        return [wire.unpack_event(event) for event in found]

    async def undo(self, seat: int) -> None:
        self._check_seat(seat)
        await self._ask("undo", mine=self._own()["mine"])

    def _check_seat(self, seat: int) -> None:
        if seat not in self.here:
            raise TableError("you do not play that seat")

    async def hint(self, seat: int, level: str = USUAL) -> tuple[Action, str] | None:
        found = await self._ask("hint", level=level) if seat in self.here else None
        return None if found is None else (self.game.parse(found[0]), str(found[1]))

    async def hurry(self) -> None:
        await self._ask("hurry")

    async def step_bot(self) -> bool:
        """Return False: the server lets its bots act."""
        return False

    def save(self) -> Save:
        """Raise TableError: only the server has the record; ``RemoteLobby.export`` gives it out after the end."""
        raise TableError("the record of this game is at the server; it can be exported when the game has ended")

    async def say(self, text: str) -> None:
        """Say a line; raise TableError when that is not possible."""
        await self._ask("say", text=text)

    async def note_read(self) -> None:
        """Keep that the user has read all that ``talk`` returns."""
        if self._said:
            await self._ask("read", n=max(self._said))

    async def consent(self, agree: bool) -> None:
        """Answer the open request to take moves back; it falls with the first no and is granted with the last yes."""
        await self._ask("consent", agree=agree)

    async def resign(self, seat: int) -> None:
        await self._ask("resign")

    async def rest(self, seat: int, level: str = USUAL) -> None:
        """Let a bot play a seat: one's own, or that of somebody absent for so long that the table allows it."""
        await self._ask("rest", seat=seat, level=level)

    async def return_(self) -> None:
        """Take one's own seat back from the bot."""
        await self._ask("return")

    async def rematch(self) -> str:
        """Offer the same table anew to the same people, and return its id; joins the offer if there is one."""
        return str(await self._ask("rematch"))

    async def note_draft(self, text: str) -> None:
        """Keep what is being prepared and not yet submitted; '' forgets it."""
        await self._ask("draft", text=text)

    async def close(self) -> None:
        """Stop following the table."""
        await self._lobby.close_table(self)

    async def _ask(self, request: str, **what: Any) -> Any:
        return await self._lobby.ask(request, table=self.id, **what)
