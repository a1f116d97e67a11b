"""Pictures of Shattered Reach: a fleet, its deployment, a plan that rams, fire, the zooms, and plainer terminals."""

from __future__ import annotations

from starforge.engine.save import Seat
from starforge.games.assets import folder
from starforge.tables.local import LocalLobby
from starforge.tui.app.routes import screen_for
from starforge.tui.screens.page import Page
from tests.pictures.shot import HUGE, LARGE, SEED, Opening, Shot


def war(moment: str) -> Opening:
    """Open a war at a moment that stands among the game's positions."""

    async def first(lobby: LocalLobby) -> Page:
        start = (folder("shattered_reach") / "positions" / f"{moment}.toml").read_text(encoding="utf-8")
        seats = [Seat(name="Ada"), Seat(name="Ben")]
        return screen_for(await lobby.create("shattered-reach", seats, {"scenario": "race-for-the-core"}, SEED, start))

    return first


def begun(scenario: str) -> Opening:
    """Open a war at its beginning."""

    async def first(lobby: LocalLobby) -> Page:
        seats = [Seat(name="Ada"), Seat(name="Ben")]
        options = {"scenario": scenario, "factions": "ferrum,ember"}
        return screen_for(await lobby.create("shattered-reach", seats, options, SEED))

    return first


PLANNING, FIRE, YARD = war("race"), war("fire"), begun("race-for-the-core")
SIT = ("enter", "enter")
DEPLOYING = (*((*SIT, "x", "enter", "e", "enter") * 2), *SIT, *(("enter", "right") * 4))
SHOTS = (
    Shot("shattered-fleet-80x24", YARD, (*SIT, *"ddd", *["down"] * 5, *"dd")),
    Shot("shattered-fleet-120x40", YARD, (*SIT, "x", "tab", "tab"), LARGE),
    Shot("shattered-deployment-80x24", YARD, DEPLOYING),
    Shot("shattered-deployment-120x40", YARD, DEPLOYING, LARGE),
    Shot("shattered-planning-80x24", PLANNING, SIT),
    Shot("shattered-planning-120x40", PLANNING, SIT, LARGE),
    Shot("shattered-planning-200x60", PLANNING, (*SIT, "g"), HUGE),
    Shot("shattered-overview-120x40", PLANNING, (*SIT, "0"), LARGE),
    Shot("shattered-detail-120x40", PLANNING, (*SIT, "g"), LARGE),
    Shot("shattered-firing-80x24", FIRE, "wx"),
    Shot("shattered-firing-120x40", FIRE, "wx", LARGE),
    Shot("shattered-missiles-80x24", FIRE, "ppp"),
    Shot("shattered-arcs-120x40", FIRE, "v", LARGE),
    Shot("shattered-ranges-120x40", PLANNING, (*SIT, "v"), LARGE),
    Shot("shattered-ascii", PLANNING, SIT, look="ascii"),
    Shot("shattered-ascii-detail-120x40", PLANNING, (*SIT, "g"), LARGE, look="ascii"),
    Shot("shattered-mono", PLANNING, SIT, colours="none"),
    Shot("shattered-sixteen", PLANNING, SIT, colours="sixteen"),
    Shot("shattered-daylight", PLANNING, SIT, LARGE, theme="daylight"),
)
