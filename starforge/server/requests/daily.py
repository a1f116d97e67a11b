"""What a client asks for about the games of the day and the user's own logbook."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from starforge.bots.levels import USUAL
from starforge.games.daily import GAMES_OF_THE_DAY, Daily, grade
from starforge.games.daily import daily as of_the_day
from starforge.server.client import Client
from starforge.server.hub import Hub
from starforge.server.requests.lobby import may_offer
from starforge.server.requests.registry import Body, Nothing, Word, request
from starforge.tables.own.boards import Day, Try
from starforge.tables.own.logbook import COUNTED, Ended
from starforge.tables.play import seating
from starforge.tables.play.meta import TableRow
from starforge.tables.play.seating import seats_of
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.contract import StoreError
from starforge.tables.summary import verdict
from starforge.tables.table import TableError

MOST_COUNTED = 500
"""Games that a logbook goes back to."""


class OfTheDay(Body):
    """Which game of the day is meant."""

    game: Word


def today(hub: Hub) -> str:
    return datetime.fromtimestamp(hub.now(), UTC).date().isoformat()


def _day(of: Daily) -> Day:
    return Day(of.game, of.day, grade(of))


@request("daily", cost=3)
async def daily(hub: Hub, client: Client, body: Nothing) -> dict[str, Any]:
    """Return how the games of the day stand: the user's first try, and the boards of the day and of all time."""
    day, games = today(hub), {}
    for game in GAMES_OF_THE_DAY:
        mine = await hub.store.first_try(client.user, _day(of_the_day(game, day)))
        boards = [await hub.store.board(game, day), await hub.store.board(game)]
        games[game] = {
            "mine": _told(hub, mine) if mine is not None else None,
            "today": [_told(hub, one) for one in boards[0]],
            "ever": [_told(hub, one) for one in boards[1]],
        }
    return {"day": day, "games": games}


def _told(hub: Hub, one: Try) -> list[Any]:
    row = hub.rows.get(one.table)
    turns = one.turns if one.ended or row is None else row.meta.turn
    table = one.table if row is not None else ""
    return one._replace(turns=turns, table=table).told(hub.name_of(one.user))


@request("daily-begin", cost=10)
async def begin(hub: Hub, client: Client, body: OfTheDay) -> str:
    """Return the table of the first try at a game of the day while it is played; else begin it, or practise."""
    if body.game not in GAMES_OF_THE_DAY:
        raise TableError(f"there is no {body.game!r} of the day; there are: {', '.join(GAMES_OF_THE_DAY)}")
    of = of_the_day(body.game, today(hub))
    first = await hub.store.first_try(client.user, _day(of))
    if first is not None and not first.ended and first.table in hub.rows:
        return first.table
    await may_offer(hub, client.user)
    bots = [SeatAssignment(bot=USUAL)] * of.bots
    meta = seating.create(client.user, [SeatAssignment(), *bots], Clock())
    setup = await hub.set_up(of.game, of.seats, of.options, of.seed, "")
    table_id = await hub.create(setup, meta, _day(of))
    await hub.start(table_id, lambda meta: seating.ready(meta, client.user))
    return table_id


@request("logbook", aside=True, cost=5)
async def logbook(hub: Hub, client: Client, body: Nothing) -> dict[str, Any]:
    """Count one of the user's ended games; return how many are counted and left, and with the last what all came to."""
    ended = await hub.store.ended(client.user, MOST_COUNTED)
    known = await hub.store.counted(client.user, COUNTED)
    left = [row for row in ended if row.id not in known]
    if left:
        row = left.pop(0)
        known[row.id] = await _counted(hub, row, client.user)
        await hub.store.count(client.user, row.id, COUNTED, known[row.id])
    games = [one for one in known.values() if one is not None]
    games.sort(key=lambda one: (str(one["ended"]), str(one["id"])), reverse=True)  # games may end in one second
    return {"games": [] if left else games, "counted": len(known), "left": len(left)}


async def _counted(hub: Hub, row: TableRow, user: str) -> Any:
    """Return what an ended game came to for a user, None where its record cannot be played again; raise StoreError."""
    hub.rows.setdefault(row.id, row)
    try:
        save = (await hub.table(row.id)).save()
    except StoreError:
        raise  # it may pass, and what is kept now is kept for good
    except TableError:
        return None
    meta = row.meta
    seat = next((n for n, one in enumerate(meta.assignments) if one.user == user), 0)
    words = verdict(
        [one.name for one in seats_of(meta.assignments, hub.name_of)], meta.winners, meta.scores, meta.outcome
    )
    return await hub.count(Ended(row.id, save, seat, words, row.updated.isoformat(timespec="seconds")))
