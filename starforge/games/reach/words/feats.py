"""The honours of USC: Reach."""

from __future__ import annotations

from typing import Any

from starforge.games.feats import Feat, Story
from starforge.games.reach.model.catalogue import book


def side(s: Story) -> str:
    return next((book().ships[data["ship"]].title for data in s.mine("boarded")), "")


def _lines(s: Story) -> list[Any]:
    """Return the parts of the seat's score: missions, crew, objectives, damage; none if it did not land."""
    return next((data["lines"] for data in s.mine("scored")), [])


def _score(s: Story, seat: int | None = None) -> int:
    wanted = s.seat if seat is None else seat
    return next((int(data["score"]) for data in s.of("scored") if data["seat"] == wanted), 0)


def _landed(s: Story, seat: int) -> bool:
    return any(data["seat"] == seat and not data["short"] for data in s.of("landed"))


def _kinds(s: Story) -> set[str]:
    return {book().missions[data["mission"]].type for data in s.mine("claimed")}


def _best_other(s: Story) -> int:
    return max((_score(s, seat) for seat in range(s.seats) if seat != s.seat), default=0)


def _ahead(s: Story) -> int:
    return sum(data["order"][0] == s.seat for data in s.of("ordered"))


def _last_at_the_end(s: Story) -> bool:
    orders = s.of("ordered")
    return bool(orders) and orders[-1]["order"][-1] == s.seat


def _hit(s: Story) -> int:
    return sum(len(data["departments"]) for data in s.mine("hit"))


FEATS = (
    Feat("landed", "Down in one piece", "Land the ship.", lambda s: _landed(s, s.seat)),
    Feat("winner", "First ashore", "Win a game.", lambda s: s.won),
    Feat("crowd", "Out of four", "Win a game of four.", lambda s: s.won and s.seats == 4),
    Feat("fifty", "Fifty points", "Score fifty points.", lambda s: _score(s) >= 50),
    Feat("sixty-five", "Sixty-five points", "Score sixty-five points.", lambda s: _score(s) >= 65),
    Feat("landslide", "Landslide", "Win by twenty points.", lambda s: s.won and _score(s) - _best_other(s) >= 20),
    Feat(
        "alone",
        "Alone down there",
        "Be the only one to land.",
        lambda s: s.seats > 1 and [n for n in range(s.seats) if _landed(s, n)] == [s.seat],
    ),
    Feat("six-claims", "Busy ship", "Claim six missions.", lambda s: len(s.mine("claimed")) >= 6),
    Feat(
        "nine-claims", "Never empty-handed", "Claim a mission on all nine tiles.", lambda s: len(s.mine("claimed")) >= 9
    ),
    Feat("five-kinds", "One of each", "Claim missions of all five types.", lambda s: len(_kinds(s)) == 5),
    Feat(
        "untouched",
        "Untouched",
        "Land without ever having drawn a damage card.",
        lambda s: _landed(s, s.seat) and not _hit(s),
    ),
    Feat(
        "wall",
        "Bulkheads shut",
        "Stop six damage in one game.",
        lambda s: sum(d["prevented"] for d in s.mine("hit")) >= 6,
    ),
    Feat(
        "polished",
        "Polished",
        "Land with no damage left after eight or more.",
        lambda s: _landed(s, s.seat) and _hit(s) >= 8 and _lines(s)[-1][1] == 0,
    ),
    Feat("specialist", "A talent", "Keep a Specialist.", lambda s: bool(s.mine("kept"))),
    Feat("specialists", "A team of talents", "Keep three Specialists.", lambda s: len(s.mine("kept")) >= 3),
    Feat(
        "school",
        "School's out",
        "Have six Juniors leave the Academy.",
        lambda s: sum(len(d["juniors"]) for d in s.mine("graduated")) >= 6,
    ),
    Feat(
        "lead",
        "To the top",
        "Raise a crew member to Lead.",
        lambda s: any(d["to"].endswith("4") for d in s.mine("raised")),
    ),
    Feat(
        "objectives",
        "As ordered",
        "Meet both objectives of your Landing card.",
        lambda s: sum(line[1] == 5 for line in _lines(s)[2:-1]) >= 2,
    ),
    Feat("leader", "Always first", "Be first in the play order on six tiles.", lambda s: _ahead(s) >= 6),
    Feat(
        "last-laugh",
        "The last laugh",
        "Win after being last in the play order of the last tile.",
        lambda s: s.won and _last_at_the_end(s),
    ),
    Feat("research", "Built in", "Attach three Research missions.", lambda s: len(s.mine("attached")) >= 3),
    Feat("scavenger", "Aces", "Play three Scavenge cards.", lambda s: len(s.mine("played")) >= 3),
    Feat("mender", "Duct tape", "Repair six damage in one game.", lambda s: len(s.mine("repaired")) >= 6),
)
