"""A server in memory: users, gathering, play, talk, clocks and consent, as the screens expect them of a real one."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.action import Action
from starforge.engine.event import Event, redact
from starforge.engine.game import View
from starforge.engine.match import Match
from starforge.engine.rules import Illegal, Refusal
from starforge.engine.save import Seat, read_options, save_text, to_save
from starforge.games import load
from starforge.tables.shared import LONGEST_LINE, ChatMessage, Clock, Notice, SeatAssignment, Stage, Times, UndoRequest
from starforge.tables.table import Overtaken, TableError, Told, clean

NOON = datetime(2030, 5, 7, 12, 0, tzinfo=UTC)


@dataclass
class Record:
    """All that the server knows about one table."""

    id: str
    game: str
    options: dict[str, Any]
    host: str
    places: list[SeatAssignment]
    clock: Clock
    updated: datetime
    start: str = ""
    stage: Stage = "gathering"
    match: Match | None = None
    told: list[list[Told]] = field(default_factory=list)
    acts: dict[int, int] = field(default_factory=dict)
    undone: int = 0
    talk: list[ChatMessage] = field(default_factory=list)
    undo_request: UndoRequest | None = None
    since: dict[int, datetime] = field(default_factory=dict)
    deadline: datetime | None = None
    left: dict[int, int] = field(default_factory=dict)
    rematch: str = ""
    outcome: str = ""
    silent: str = ""
    read: dict[str, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    drafts: dict[str, str] = field(default_factory=dict)

    def seat_of(self, user: str) -> int | None:
        return next((n for n, p in enumerate(self.places) if user and p.user == user), None)

    def played_by_bot(self, seat: int) -> str:
        place = self.places[seat]
        return place.bot or ("random" if place.away or place.gone else "")


class FakeServer:
    """Hold the tables and tell every session after each change."""

    def __init__(self, *users: str, now: datetime = NOON, invites: Sequence[str] = ()) -> None:
        self.users, self.now, self.invites = list(users), now, list(invites)
        self.records: dict[str, Record] = {}
        self.sessions: list[FakeLobby] = []
        self.lines: list[ChatMessage] = []
        self.reachable = True
        self.patience = False  # whether the seats of absent people may be given to a bot

    def changed(self) -> None:
        for session in list(self.sessions):
            for tell in list(session.watchers):
                tell()

    def cut(self, reachable: bool) -> None:
        self.reachable = reachable
        self.changed()

    def need(self) -> None:
        if not self.reachable:
            raise TableError("the server cannot be reached; nothing has changed")

    def record(self, table_id: str) -> Record:
        self.need()
        if table_id not in self.records:
            raise TableError(f"there is no table {table_id!r}")
        return self.records[table_id]

    def touch(self, record: Record) -> None:
        record.updated = self.now
        self.changed()

    def begin(self, record: Record, seed: int = 7) -> None:
        rules = load(record.game)
        options = read_options(rules, dict(record.options))
        record.match = Match(rules, options, len(record.places), seed, record.start)
        record.told = [[Told(0, event) for event in record.match.opening]]
        record.stage = "playing"
        if record.clock.kind == "bank":
            record.left = {n: record.clock.seconds for n, p in enumerate(record.places) if p.user}
        self._ask(record, [])
        self.go_on(record)

    def take(self, record: Record, seat: int, action: Action) -> list[Event]:
        events = self._apply(record, seat, action)
        self.go_on(record)
        return events

    def _apply(self, record: Record, seat: int, action: Action) -> list[Event]:
        match = record.match
        assert match is not None
        before = sorted(match.state.asks)
        events = match.submit(seat, action)
        record.acts[seat] = record.acts.get(seat, 0) + 1
        record.told.append([Told(len(match.moves), event) for event in events])
        record.undo_request = None
        self._ask(record, before)
        return events

    def _ask(self, record: Record, before: list[int]) -> None:
        """Set the clock and note whom the table waits for; see whether the game has ended."""
        match = record.match
        assert match is not None
        asked = sorted(match.state.asks)
        for seat in asked:
            if seat not in before:
                record.since[seat] = self.now + timedelta(milliseconds=len(match.moves))
        if record.clock.kind != "none" and asked and asked != before:
            record.deadline = self.now + timedelta(seconds=record.clock.seconds)
        if match.state.result is not None:
            record.stage, record.deadline, record.outcome = "ended", None, match.state.result.text

    def go_on(self, record: Record) -> None:
        """Let bots act, until somebody else is asked or the game has ended."""
        match = record.match
        assert match is not None
        while bots := [seat for seat in sorted(match.state.asks) if record.played_by_bot(seat)]:
            seat = bots[0]
            bot = make(match.game, record.played_by_bot(seat), derive("fake", seat, len(match.moves)))
            view = look(match.game, match.state, seat, bot)
            self._apply(record, seat, bot.choose(view, sampler(match.game, match.state, seat, 3)))

    def rewind(self, record: Record, seat: int, agreed: bool) -> None:
        assert record.match is not None
        number = record.match.undo(seat, agreed)
        if agreed:
            del record.told[number:]
        else:
            del record.told[number]
            record.told[number:] = [
                [t._replace(n=n) for t in one] for n, one in enumerate(record.told[number:], number)
            ]
        record.undone += 1
        record.acts[seat] = record.acts.get(seat, 0) + 1
        record.undo_request = None


class FakeTable:
    """One table as one user sees it."""

    def __init__(self, lobby: FakeLobby, record: Record) -> None:
        assert record.match is not None
        self.lobby, self.record = lobby, record
        self.id, self.game, self.options = record.id, record.match.game, record.match.options
        self.seats = tuple(Seat(name=p.user or f"{p.bot} bot", bot=p.bot) for p in record.places)
        own = record.seat_of(lobby.user)
        self.here = () if own is None else (own,)
        self.known = record.acts.get(own, 0) if own is not None else 0
        self.first = record.seen.get(lobby.user)
        self.closed = False

    @property
    def match(self) -> Match:
        assert self.record.match is not None
        return self.record.match

    @property
    def undone(self) -> int:
        return self.record.undone

    def length(self, seat: int | None) -> int:
        return len(self.match.moves)

    @property
    def notice(self) -> Notice:
        return self.lobby.notice(self.record)

    @property
    def times(self) -> Times:
        return Times(self.record.deadline, dict(self.record.left))

    @property
    def undo_request(self) -> UndoRequest | None:
        return self.record.undo_request

    @property
    def linked(self) -> bool:
        return self.lobby.server.reachable

    def _own(self) -> int:
        self.lobby.server.need()
        if not self.here:
            raise TableError("you only watch here")
        return self.here[0]

    def view(self, seat: int | None) -> View:
        assert seat is None or seat in self.here, f"{self.lobby.user} looks at seat {seat}"
        view: View = self.game.view(self.match.state, seat)
        return view

    def log(self, seat: int | None, since: int = 0) -> list[Told]:
        told = [one for move in self.record.told[since:] for one in move]
        if self.match.state.result is not None:
            return told
        return [one._replace(event=seen) for one in told if (seen := redact(one.event, seat))]

    def undoable(self, seat: int) -> Refusal | None:
        return self.match.undoable(seat, agreed=True) and self.match.undoable(seat)

    async def submit(self, seat: int, action: Action) -> list[Event]:
        seat = self._own()
        place = self.record.places[seat]
        if place.away or place.gone:
            raise TableError("a bot plays this seat")
        if self.record.acts.get(seat, 0) != self.known:
            self.known = self.record.acts.get(seat, 0)
            raise Overtaken(self.game.info.order_rule)
        self.known += 1
        try:
            events = self.lobby.server.take(self.record, seat, action)
        except Illegal:
            self.known -= 1
            raise
        self.lobby.server.touch(self.record)
        return [seen for event in events if (seen := redact(event, seat))]

    async def undo(self, seat: int) -> None:
        seat = self._own()
        heard = [one for one in self.record.told[-1] if redact(one.event, None)]
        if self.match.undoable(seat) is None and self.match.moves[-1].seat == seat and not heard:
            self.lobby.server.rewind(self.record, seat, False)
            self.known = self.record.acts[seat]
        else:
            if (refusal := self.match.undoable(seat, agreed=True)) is not None:
                raise Illegal(refusal)
            others = tuple(n for n, p in enumerate(self.record.places) if n != seat and p.user and not p.away)
            self.record.undo_request = UndoRequest(seat, others)
            if not others:
                self.lobby.server.rewind(self.record, seat, True)
        self.lobby.server.touch(self.record)

    async def consent(self, agree: bool) -> None:
        seat, undo_request = self._own(), self.record.undo_request
        if undo_request is None or seat not in undo_request.waiting:
            raise TableError("there is no undo_request to answer")
        left = tuple(n for n in undo_request.waiting if n != seat)
        self.record.undo_request = replace(undo_request, waiting=left) if agree else None
        if agree and not left:
            self.lobby.server.rewind(self.record, undo_request.seat, True)
        self.lobby.server.touch(self.record)

    async def hint(self, seat: int) -> tuple[Action, str] | None:
        legal = self.view(self._own()).legal
        return (legal[0], "it is the first.") if legal else None

    async def step_bot(self) -> bool:
        return False

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        return self.lobby.watch(tell)

    def save(self) -> Any:
        if self.match.state.result is None:
            raise TableError("the game has not ended")
        return to_save(self.match, list(self.seats))

    def talk(self) -> list[ChatMessage]:
        return list(self.record.talk)

    def silence(self) -> Refusal | None:
        quiet = self.record.silent and self.record.stage == "playing"
        return Refusal("At this table nobody confers before the end.", self.record.silent) if quiet else None

    def recap(self) -> int | None:
        return self.first

    async def say(self, text: str) -> None:
        if (refusal := self.silence()) is not None:
            raise Illegal(refusal)
        await self.lobby.say(text, self.id)

    async def note_read(self) -> None:
        self.record.read[self.lobby.user] = len(self.record.talk)

    async def resign(self) -> None:
        seat = self._own()
        self.record.places[seat] = replace(self.record.places[seat], gone=True)
        self.lobby.server.go_on(self.record)
        self.lobby.server.touch(self.record)

    async def rest(self, seat: int, level: str = "greedy") -> None:
        own = self._own()
        place = self.record.places[seat]
        if seat != own and not self.lobby.server.patience:
            raise TableError(f"{place.user} has not been away for long enough")
        self.record.places[seat] = replace(place, away=True)
        self.lobby.server.go_on(self.record)
        self.lobby.server.touch(self.record)

    async def return_(self) -> None:
        seat = self._own()
        self.record.places[seat] = replace(self.record.places[seat], away=False)
        self.known = self.record.acts.get(seat, 0)
        self.lobby.server.touch(self.record)

    async def rematch(self) -> str:
        self._own()
        record = self.record
        if not record.rematch:
            places = [p if p.bot else SeatAssignment(invited=p.user) for p in record.places]
            record.rematch = await self.lobby.found(record.game, places, record.options, record.clock, record.start)
        else:
            await self.lobby.join(record.rematch)
        return record.rematch

    async def note_draft(self, text: str) -> None:
        self.record.drafts[self.lobby.user] = text

    def draft(self) -> str:
        return self.record.drafts.get(self.lobby.user, "")

    async def close(self) -> None:
        self.closed = True
        self.record.seen[self.lobby.user] = len(self.log(None))


class FakeLobby:
    """The server as one session of one user sees it."""

    def __init__(self, server: FakeServer, user: str = "") -> None:
        self.server, self.user, self.suggested = server, user, ""
        self.watchers: list[Callable[[], None]] = []
        self.opened: list[FakeTable] = []
        server.sessions.append(self)
        server.changed()

    @property
    def by_invitation(self) -> bool:
        return bool(self.server.invites)

    @property
    def linked(self) -> bool:
        return self.server.reachable

    def notice(self, record: Record) -> Notice:
        seat = record.seat_of(self.user)
        waiting = tuple(sorted(record.match.state.asks)) if record.match else ()
        read = record.read.get(self.user, 0)
        return Notice(
            id=record.id,
            game=record.game,
            options=record.options,
            host=record.host,
            stage=record.stage,
            places=tuple(record.places),
            clock=record.clock,
            turn=record.match.state.turn if record.match else 0,
            updated=record.updated,
            seat=seat,
            asked=seat in waiting,
            waiting=waiting,
            since=record.since.get(seat) if seat in waiting else None,
            invited=any(p.invited == self.user for p in record.places),
            deadline=record.deadline,
            unread=len([line for line in record.talk[read:] if line.user != self.user]),
            outcome=record.outcome,
            rematch=record.rematch,
        )

    def listing(self) -> list[Notice]:
        notices = [self.notice(record) for record in self.server.records.values()]
        return sorted(notices, key=lambda n: (not n.asked, -n.updated.timestamp(), n.id))

    def people(self) -> list[str]:
        return sorted({session.user for session in self.server.sessions if session.user})

    async def hear(self, table_id: str) -> None:
        self.server.record(table_id)

    def talk(self, table_id: str = "") -> list[ChatMessage]:
        return list(self.server.records[table_id].talk if table_id else self.server.lines)

    async def say(self, text: str, table_id: str = "") -> None:
        lines = self.server.record(table_id).talk if table_id else self.server.lines
        self.server.need()
        text = "".join(c for c in text if not unicodedata.category(c).startswith("C"))[:LONGEST_LINE].strip()
        if not text:
            raise TableError("there is nothing to say")
        lines.append(ChatMessage(len(lines) + 1, self.server.now, self.user, text))
        self.server.changed()

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        self.watchers.append(tell)
        return lambda: self.watchers.remove(tell) if tell in self.watchers else None

    async def register(self, name: str, code: str = "") -> str:
        name = clean(name)
        if len(name) < 2:
            raise TableError("a name has 2 to 24 characters")
        if self.by_invitation and code not in self.server.invites:
            raise TableError("this invite code does not hold; ask whoever runs the server for one")
        folded = name.casefold().replace("0", "o").replace("1", "l")
        for taken in self.server.users:
            if taken.casefold().replace("0", "o").replace("1", "l") == folded:
                raise TableError(f"{name} is taken, or looks like {taken}; choose another name")
        self.server.users.append(name)
        self.user = name
        self.server.changed()
        return name

    async def found(
        self, game: str, places: Sequence[SeatAssignment], options: Mapping[str, Any], clock: Clock, start: str = ""
    ) -> str:
        self.server.need()
        for place in places:
            if place.invited and place.invited not in self.server.users:
                raise TableError(f"there is no user {place.invited!r}")
        read_options(load(game), dict(options))
        name = f"t{len(self.server.records) + 1}"
        record = Record(name, game, dict(options), self.user, list(places), clock, self.server.now, start)
        own = next(n for n, p in enumerate(places) if not p.bot and p.invited in ("", self.user))
        record.places[own] = SeatAssignment(user=self.user)
        self.server.records[name] = record
        self.server.changed()
        return name

    async def join(self, table_id: str, seat: int | None = None) -> None:
        record = self.server.record(table_id)
        if record.seat_of(self.user) is not None:
            return
        kept = [n for n, p in enumerate(record.places) if p.invited == self.user]
        free = [n for n, p in enumerate(record.places) if p == SeatAssignment()]
        wished = [seat] if seat is not None else [*kept, *free]
        if not wished or wished[0] not in [*kept, *free] or record.stage != "gathering":
            raise TableError("there is no place left at this table")
        record.places[wished[0]] = SeatAssignment(user=self.user)
        self.server.touch(record)

    async def leave(self, table_id: str) -> None:
        record = self.server.record(table_id)
        if record.host == self.user:
            del self.server.records[table_id]
        record.places = [SeatAssignment() if self.user in (p.user, p.invited) else p for p in record.places]
        self.server.touch(record)

    async def place(self, table_id: str, seat: int, place: SeatAssignment) -> None:
        record = self.server.record(table_id)
        if place.invited and place.invited not in self.server.users:
            raise TableError(f"there is no user {place.invited!r}")
        record.places[seat] = place
        self.server.touch(record)

    async def start(self, table_id: str) -> None:
        record = self.server.record(table_id)
        if not all(p.user or p.bot for p in record.places):
            raise TableError("not every place is taken")
        self.server.begin(record)
        self.server.touch(record)

    async def open(self, table_id: str) -> FakeTable:
        record = self.server.record(table_id)
        if record.match is None:
            raise TableError("this table has not begun")
        self.opened.append(FakeTable(self, record))
        return self.opened[-1]

    async def export(self, table_id: str) -> str:
        record = self.server.record(table_id)
        if record.match is None or record.stage != "ended":
            raise TableError("the game has not ended")
        return save_text(to_save(record.match, list(FakeTable(self, record).seats)))

    async def preferences(self) -> dict[str, Any]:
        return {}

    async def prefer(self, values: Mapping[str, Any]) -> None:
        pass

    async def close(self) -> None:
        if self in self.server.sessions:
            self.server.sessions.remove(self)
        self.server.changed()

    def tables(self) -> list[Any]:
        return []

    async def create(self, *args: Any, **named: Any) -> Any:
        raise TableError("tables of this server are founded")

    async def remove(self, table_id: str) -> None:
        raise TableError("tables of this server are not removed")
