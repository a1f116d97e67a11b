"""A scenario before it is played: in words, and as a map small enough to stand beside a form. Pure."""

from __future__ import annotations

from functools import lru_cache

from starforge.games.new_game import Value
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES
from starforge.games.shattered_reach.model.maps import scenario_of
from starforge.games.shattered_reach.model.state import Options
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.map.marks import side
from starforge.tui.games.shattered_reach.map.sketch import Sketch

WIDTH, HEIGHT = 24, 10


def scenario_value(slug: str, seats: int) -> Value | None:
    """Return a scenario's title, how it is won and what each side may spend; None if it is not for so many seats."""
    known = scenario_of(slug, "")
    if str(seats) not in known.maps:
        return None
    purses = [
        f"{one.name}: {' and '.join(f'{points:,} of {kind}' for kind, points in one.purse.items())}"
        for one in known.sides
    ]
    points = "; ".join(purses) if purses else f"{known.budget:,} points each"
    return Value(known.title.partition(" (")[0], f"{known.text} {points}.")


def factions_value(name: str, value: str, seats: int, written: Value) -> Value | None:
    """Return factions by seat as names, None if they are not so many."""
    if name != "factions" or value == "any":
        return written
    names = [FACTION_NAMES[one].removeprefix("The ").split()[0] for one in value.split(",")]
    return Value(", ".join(names), "By seat, in this order.") if len(names) == seats else None


@lru_cache(16)
def preview(slug: str, seats: int) -> Picture | None:
    """Return a scenario's map: zones by the marks of their seats, planets, and what is fought for."""
    if str(seats) not in scenario_of(slug, "").maps:
        return None
    view = GAME.observe(GAME.new(Options(scenario=slug), seats, 1), None)  # type: ignore[arg-type]
    sketch, picture = Sketch(view, WIDTH, HEIGHT), Picture(WIDTH, HEIGHT)
    for (x, y), (sign, style) in sketch.signs.items():
        picture.put(x, y, sign, style)
    for seat, zone in enumerate(view.chart.zones):
        sign, _, style = side(seat)
        for x, y in {sketch.cell(at) for at in sorted(zone)}:
            picture.put(x, y, sign, style)
    picture.spot(Region(0, 0, WIDTH, HEIGHT), None)
    return picture
