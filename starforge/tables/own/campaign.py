"""A campaign among a user's own games: how it stands, and its next patrol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starforge.engine.save import OptionError, Seat
from starforge.english import some
from starforge.games.astroforce.campaign import PATROLS, Carried, after, campaign_rank, mark_choices, read_carried
from starforge.games.astroforce.model.catalogue import marks
from starforge.games.astroforce.model.state import YEARS
from starforge.games.astroforce.words.printed import title
from starforge.quick import dataclass
from starforge.tables.local import LocalLobby
from starforge.tables.local_table import LocalTable
from starforge.tables.play.meta import TableRow
from starforge.tables.table import TableError

GAME = "astroforce"


@dataclass(frozen=True, slots=True)
class Flown:
    """Say how a patrol of a campaign went, or goes."""

    table_id: str
    over: Carried
    turn: int
    ended: bool
    won: bool
    years: int


@dataclass(frozen=True, slots=True)
class Campaign:
    """Hold the patrols of a campaign in order; ``active`` are the cards that were active at the end of the last."""

    patrols: tuple[Flown, ...]
    seats: tuple[Seat, ...]
    options: Mapping[str, Any]
    active: tuple[str, ...] = ()

    @property
    def last(self) -> Flown:
        return self.patrols[-1]

    @property
    def going(self) -> bool:
        """Tell whether a patrol is being played."""
        return not self.last.ended

    @property
    def over(self) -> bool:
        return self.last.ended and self.last.over.number == len(PATROLS)

    @property
    def years(self) -> int:
        return sum(one.years for one in self.patrols if one.ended)

    @property
    def developments(self) -> list[str]:
        """Return what one of may go on to the next patrol (AF-P2)."""
        return [card for card in self.active if card not in marks()] if self.last.won else []

    @property
    def mark_choices(self) -> list[tuple[str, ...]]:
        """Return the marks that may go on, those that there are first (AF-P3)."""
        return mark_choices(self.last.over.marks, self.last.won)

    def next(self, development: str, roles: tuple[str, ...]) -> str:
        """Return the option of the next patrol; raise OptionError for what does not go on."""
        if self.going or self.over:
            raise OptionError("this patrol is not over yet" if self.going else "this campaign is over")
        return after(self.last.over, self.last.won, self.active, Carried(1, development, roles))

    def lines(self) -> list[str]:
        """Return how it stands in words."""
        so_far = "" if self.over else " so far"
        told = [f"Campaign: {self.years} of {YEARS * len(PATROLS)} years{so_far}, {campaign_rank(self.years)}."]
        for number, patrol in enumerate(PATROLS, 1):
            flown = next((one for one in self.patrols if one.over.number == number), None)
            told.append(f"Patrol {number}, {patrol.title()}: {_went(flown)}.")
        return told


def _went(flown: Flown | None) -> str:
    if flown is None:
        return "to come"
    if not flown.ended:
        return f"turn {flown.turn}"
    return f"{'won' if flown.won else 'lost'}, {some(flown.years, 'year')}"


async def standing(lobby: LocalLobby) -> Campaign | None:
    """Return the campaign that was begun last, None where there is none; of a patrol flown twice the first counts."""
    named = [one.id for one in lobby.tables() if one.game == GAME and one.label.startswith("campaign")]
    rows = sorted([await lobby.store.row(name) for name in named], key=lambda row: (row.created, row.id))
    found: list[tuple[TableRow, Carried]] = []
    for row in rows:
        try:
            over = read_carried(str(row.setup.options.get("carried", "")))
        except OptionError:
            continue
        if over.number == 1:
            found = [(row, over)]
        elif found and over.number > found[-1][1].number and found[-1][0].meta.stage == "ended":
            found.append((row, over))
    if not found:
        return None
    last = found[-1][0]
    seats = tuple(Seat(name=one.name, bot="" if one.gone else one.bot) for one in last.meta.assignments)
    active = (await lobby.open(last.id)).state.active if last.meta.stage == "ended" else []  # type: ignore[attr-defined]
    return Campaign(tuple(_flown(*one) for one in found), seats, last.setup.options, tuple(active))


def _flown(row: TableRow, over: Carried) -> Flown:
    """Return how a patrol went; one that was given up has no score, and so counts no years (AF-P6)."""
    meta, ended = row.meta, row.meta.stage == "ended"
    return Flown(row.id, over, meta.turn, ended, bool(meta.winners), min(meta.scores[0], YEARS) if meta.scores else 0)


async def begin(
    lobby: LocalLobby, seats: Sequence[Seat], options: Mapping[str, Any], carried: str = "", seed: int | None = None
) -> LocalTable:
    """Begin a patrol of a campaign, the first one where nothing is carried over."""
    people = [seat for seat in seats if not seat.bot]
    if not people:
        raise TableError("somebody plays in a campaign; bots play it with 'starforge sim'")
    chosen = {**options, "campaign": "on", "carried": carried, "patrol": read_carried(carried).patrol}
    return await lobby.create(GAME, seats, chosen, seed)


def goes_on_words(card: str) -> str:
    return title(card) if card else "no Development"
