"""That a commander sees what lives, what is hurt and what has happened, whatever the zoom, the size and the look."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine import hex as hx
from starforge.engine.event import Event
from starforge.engine.position import read_position
from starforge.games import GAMES
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import EndFire
from starforge.games.shattered_reach.model.catalogue import weapons
from starforge.games.shattered_reach.rules import targeting
from starforge.games.shattered_reach.view.types import WarView
from starforge.tables.local import LocalLobby
from starforge.tables.table import Told
from starforge.tui.app.output import ascii_twin
from starforge.tui.app.routes import screen_for
from starforge.tui.drawing.frame import SIDES
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.draw import draw_map
from starforge.tui.games.shattered_reach.gaze import Gaze, range_of
from starforge.tui.games.shattered_reach.map.beyond import beyond, draw_beyond
from starforge.tui.games.shattered_reach.map.camera import WHOLE, Camera, centred, home, layout, on_fight, window
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.marks import DISCS, GONE, HATCH, PIPS, SHORT, health, pip
from starforge.tui.games.shattered_reach.map.scenery import LENSES, Overlay, Scenery
from starforge.tui.games.shattered_reach.map.sketch import Sketch
from starforge.tui.games.shattered_reach.map.story import SHOTS, deeds, story_words, volley_of
from starforge.tui.games.shattered_reach.side.chart import chart_rows, draw_chart, shown_part
from starforge.tui.games.shattered_reach.side.lists import report_blocks
from starforge.tui.games.shattered_reach.spots import HexSpot
from starforge.tui.games.shattered_reach.ui import MOMENT
from starforge.tui.screens.play.countdown import PACE
from starforge.tui.screens.play.game import GameScreen
from tests import waiting
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run
from tests.tui.wars import fought, typed
from tests.tui.warships import FIRING, PLANNING, view

VOLLEYS = FIRING.replace('[["end-round", 0]]', '[["end-round", 0], ["fire-turn", 1]]')
SIZES = ((60, 20), (80, 24), (120, 40))


@cache
def wars() -> list[WarView]:
    some = [*typed(), *islice(fought("crossroads", 3, "random", 1), 60, 260, 50)]
    return [war for war, _ in some if any(ship.hexes for ship in war.ships)]


@pytest.mark.parametrize("size", SIZES)
def test_whatever_lives_is_in_the_window_or_counted_at_its_edge(size: tuple[int, int]) -> None:
    where = window(*size)
    for war in wars():
        for zoom in range(3):
            camera = centred(war, Camera(home(war), zoom), where)
            found, picture = beyond(war, camera, where), Picture(*size)
            draw_beyond(picture, war, camera, where, False)
            text = picture.text()
            for one in found:
                assert f"{len(one.ships)}{SIDES[one.ships[0].seat][0]}" in text
            outside, grid = {ship.id for one in found for ship in one.ships}, layout(war, zoom)
            for ship in war.ships:
                cells = [grid.middle(at) for at in ship.hexes]
                seen = any(where.contains(x - camera.x + where.x, y - camera.y + where.y) for x, y in cells)
                assert not cells or ship.wreck or (ship.id in outside) != seen


@pytest.mark.parametrize("size", SIZES)
def test_one_key_shows_all_that_fights(size: tuple[int, int]) -> None:
    for war in wars():
        camera = on_fight(war, home(war), window(*size))
        assert camera.zoom == WHOLE or not [o for o in beyond(war, camera, window(*size)) if not o.ships[0].hulk]
        sketch = Sketch(war, window(*size).width, window(*size).height)
        assert {sketch.cell(at) for at in war.chart.hexes} == set(sketch.hexes)
        assert all(0 <= x < sketch.width and 0 <= y < sketch.height for x, y in sketch.hexes)
        bows = {sketch.cell(ship.hexes[0]) for ship in war.ships if ship.hexes}
        assert all(sketch.signs[cell][0] in "▲●◆" for cell in bows)


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("zoom", range(3))
def test_a_damaged_ship_has_a_pip_and_a_long_one_its_owners_mark(zoom: int, ascii_only: bool) -> None:
    for war in wars():
        field = Field(Scenery(war), zoom, ascii_only)
        for ship in war.ships:
            marks = [field.mark(at) for at in ship.hexes]
            for bow in marks[:1]:
                assert bow.pip == pip(ship, ascii_only)
                assert bool(bow.pip) == (health(ship) < 100 and not ship.wreck)
                x, y = field.grid.corner(ship.hexes[0])
                right = x + field.grid.zoom.left[field.grid.zoom.half] + field.grid.zoom.room[field.grid.zoom.half] + 1
                assert not bow.pip or field.line(y + 1 + field.grid.zoom.half)[0][right] == bow.pip
            assert all(SIDES[ship.seat][0] in "".join(stern.rows) for stern in marks[1:])


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("zoom", range(3))
def test_what_is_wrong_with_a_ship_stands_on_the_map_in_every_zoom(zoom: int, ascii_only: bool) -> None:
    told = {"": "", "wreck": GONE, "hulk": "hulk", "numb": "ion!", "stung": "ion"}
    for wrong, sign in told.items():
        war = view(PLANNING)
        foe = war.ship(11)
        assert foe is not None
        ship = replace(foe, numb=wrong == "numb", stung=wrong == "stung", hulk=wrong == "hulk", wreck=wrong == "wreck")
        war = replace(war, ships=(*(one for one in war.ships if one is not foe), ship))
        mark = "".join(Field(Scenery(war), zoom, ascii_only).mark(ship.hexes[0]).rows)
        signs = {SHORT.get(one, one) if zoom == 0 else one for one in told.values() if one}
        found = {one for one in signs if one in mark}
        assert (SHORT.get(sign, sign) if zoom == 0 else sign) in mark
        assert bool(found) == bool(wrong)
    assert all(word.startswith(short) for word, short in SHORT.items())


class Crowded(Scenery):
    """A scenery in which every hex is drawn for itself."""

    busy = property(lambda self: self.hexes)  # type: ignore[assignment]


@pytest.mark.parametrize("zoom", range(3))
def test_what_is_drawn_over_the_empty_map_is_all_that_there_is(zoom: int) -> None:
    """The empty map is drawn once; what is not among the busy hexes would never be seen."""
    drawn = 0
    deploying = next(war for war, _ in fought("crossroads", 3, "random", 1) if war.phase == "deploy")
    long = view(
        PLANNING.replace('[plans.2]\nsteps = ["forward"]', '[plans.1]\nsteps = ["right"]').replace(
            "chosen = 2", "chosen = 1"
        )
    )
    for war in (view(PLANNING), long, view(FIRING), deploying):
        found = range_of(war, war.hand) if war.hand >= 0 and war.phase in ("move", "fire") else None
        for lens in LENSES:
            trails = dict.fromkeys(sorted(war.chart.hexes)[:4], 0)
            ends, prey = (found.ends, found.prey) if found and lens == "reach" else ({}, frozenset())
            over = Overlay(lens, "", trails, ends, prey)
            field, whole = Field(Scenery(war, over), zoom, False), Field(Crowded(war, over), zoom, False)
            assert [field.line(y) for y in range(field.grid.height)] == [
                whole.line(y) for y in range(whole.grid.height)
            ]
            drawn += len(field.scenery.busy)
    assert drawn


def test_no_two_meanings_on_the_map_share_a_sign() -> None:
    for twin in (str, ascii_twin):
        sides, planets = {twin(mark) for mark, _ in SIDES[:3]}, {*twin("".join(map("".join, DISCS)))}
        rest = [{*twin(GONE)}, {twin(HATCH)}, {twin("◎")}, {"+"}, {"'"}, {*PIPS[twin is ascii_twin]}]
        groups = [sides, planets, *rest]
        assert len(set().union(*groups)) == sum(map(len, groups)), groups


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("zoom", range(3))
def test_a_line_of_fire_hides_nothing_that_it_crosses(zoom: int, ascii_only: bool) -> None:
    shown = view(FIRING)
    where, field = window(120, 40), Field(Scenery(shown), zoom, ascii_only)
    camera = centred(shown, Camera((-2, -1), zoom), where)
    with_line, without = Picture(120, 40), Picture(120, 40)
    draw_map(with_line, field, camera, where, sorted(shown.chart.hexes))
    field.crop(without, where, camera.x, camera.y)
    cells = [(x, y) for y in range(40) for x in range(120) if without.chars[y][x] != with_line.chars[y][x]]
    assert {without.chars[y][x] for x, y in cells} <= {*" ·"}
    assert {with_line.chars[y][x] for x, y in cells} <= {"+"}
    assert cells or zoom == 2  # where the coordinates fill every middle
    assert all(where.contains(x, y) for x, y in cells)
    bows = [field.grid.middle(ship.hexes[0]) for ship in shown.ships]
    assert sum(where.contains(x - camera.x + where.x, y - camera.y + where.y) for x, y in bows) > 3


def test_the_report_counts_every_shot_and_all_damage_of_others() -> None:
    events, s = list[Event](), read_position(GAME, FIRING, 7)
    bots = [make(GAME, "random", derive(7, n)) for n in range(2)]
    while s.result is None and len(events) < 400:
        events, s.events = [*events, *s.events], []
        seat = min(s.asks)
        GAME.apply(s, seat, bots[seat].choose(look(GAME, s, seat, bots[seat]), sampler(GAME, s, seat, 7)))
    told = deeds(events, own=0)
    shots = [e.data for e in events if e.kind in SHOTS and e.data["seat"] != 0]
    assert sum(volley.shots for deed in told for volley in deed.volleys) == len(shots) > 0
    assert {deed.ship for deed in told} >= {shot["ship"] for shot in shots}
    hits = sum(bool(shot.get("hit", shot.get("outcome") == "hit")) for shot in shots)
    assert sum(volley.hits for deed in told for volley in deed.volleys) == hits > 0
    assert all(deed.told for deed in told)


@pytest.fixture
def game(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "shattered-reach", "starforge.games.shattered_reach.game:GAME")


def test_what_others_did_stands_beside_the_map_until_it_is_read(lobby: LocalLobby, game: None) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        eyes = screen.ui.map.eyes
        while eyes.page != "report" or len(screen.ui.map.lately.deeds) < 2:
            await seen.press("e", "e")
            await seen.rest()
        found = screen.ui.map.lately.deeds
        assert all(deed.name in seen.text() for deed in found[:2])
        for deed in found:
            await seen.press(".")
            ship = screen.view.ship(deed.ship)
            assert ship is None or screen.ui.map.camera.cursor == ship.hexes[0]
        await seen.press("'")
        assert eyes.deed == len(found) - 2
        await seen.press(".", ".")
        assert eyes.page == "ship"
        assert any(words.startswith("'●") for field in screen.ui.map.drawn._fields for words in _texts(field))

    start = at_table("shattered-reach", "Ada", "bot:greedy", start=FIRING, scenario="race-for-the-core")
    run(make_app(lobby, start), script, (120, 40))

    async def again(app: Any) -> Any:
        return screen_for(await app.lobby.open(app.lobby.tables()[0].id))

    async def reopened(seen: Seen) -> None:
        assert seen.app.screen.ui.map.lately.deeds
        assert seen.app.screen.ui.map.eyes.page == "ship"  # what was read is not shown again

    run(make_app(lobby, again), reopened, (120, 40))


def _texts(field: Field) -> set[str]:
    return {field.mark(at).rows[0] for at in field.scenery.trails}


def test_a_berth_from_which_the_first_hex_forward_is_lost_says_so_on_the_map(lobby: LocalLobby, game: None) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("x", "enter", "e", "e")
        scenery = Scenery(screen.view)
        chart, facing = screen.view.chart, screen.view.facing
        await seen.press("a", "a", "a")
        turned = Scenery(screen.view)
        off = [at for at in turned.berths if hx.step(at, (facing + 3) % 6) not in chart.open]
        assert off
        assert not any(scenery.cramped(at, facing) for at in scenery.berths if hx.step(at, facing) in chart.open)
        for at in turned.berths:
            text = Field(turned, 1, False).mark(at).rows[0]
            assert text == ("!△" if at in off else "+△")
        screen.ui.map.arrive(off[0])
        await seen.press("!")
        assert "! Enter: Place" in seen.text()
        assert "a hex forward, and it is lost" in " ".join(seen.text().split())
        await seen.press("enter")
        assert Field(Scenery(screen.view), 1, False).mark(off[0]).rows[1] == "!off"

    start = at_table("shattered-reach", "Ada", "bot:random", scenario="small-skirmish", factions="ferrum,ember")
    run(make_app(lobby, start), script, (120, 40))


def test_shots_of_others_are_drawn_for_a_moment_that_a_key_skips(lobby: LocalLobby, game: None) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        assert not screen.countdown.left  # what was told before the table was opened is not drawn
        await seen.press("e", "e")
        await waiting.until(lambda: screen.countdown.left)
        shot = screen.ui.map.flight
        assert shot.data["seat"] == 1
        assert screen.countdown.left <= MOMENT
        assert MOMENT * PACE <= 0.4
        ends = [screen.view.ship(shot.data[key]).hexes[0] for key in ("ship", "target")]
        assert screen.ui.map.in_view.intersection(ends)
        await seen.press("g")
        assert screen.countdown.skipped
        assert screen.ui.map.eyes.camera.zoom == 1  # the key has done nothing else
        flown = []
        while screen.view.ask is None:
            flown.append(screen.countdown.left)
            await seen.settle()
        assert not any(flown)
        assert not screen.countdown.skipped

    start = at_table("shattered-reach", "Ada", "bot:greedy", start=VOLLEYS, scenario="race-for-the-core")
    run(make_app(lobby, start, animations=True), script, (120, 40))


def test_each_volley_of_others_is_drawn_once(lobby: LocalLobby, game: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        begun: list[object] = []
        monkeypatch.setattr(screen.countdown, "start", lambda **_: begun.append(volley_of(screen.ui.map.flight)))
        await seen.press("e", "e")
        await waiting.until(lambda: screen.view.ask is not None)
        told = [line.event for line, _ in screen.told.told(0) if line.event.kind in SHOTS]
        shots = [volley_of(event) for event in told if event.data["seat"] == 1]
        assert len(begun) == len(set(begun)) == len(set(shots)) < len(shots)

    start = at_table("shattered-reach", "Ada", "bot:greedy", start=VOLLEYS, scenario="race-for-the-core")
    run(make_app(lobby, start), script, (120, 40))


def test_what_is_told_before_a_turn_is_neither_the_round_alone_nor_what_the_map_shows() -> None:
    events = [
        Event("recovered", {"name": "Spark 1", "shields": 1}),
        Event("lapsed", {"name": "Spark 1", "weapon": "torpedo", "flying": False}),
        Event("lapsed", {"name": "Spark 1", "weapon": "torpedo", "flying": True}),
        Event("removed", {"name": "Wasp 2"}),
        Event("round-begun", {"round": 4, "order": [0, 1]}),
    ]
    lines = [(Told(1, event), GAME.tell(event, ("Ada", "Ben"))) for event in events]
    summed = (Told(1, events[3]), "Ada loses Wasp 2, worth 180.")
    begun = "Round 4. Turn order: Ada, Ben."
    assert story_words(lines[-1:], 0) == []
    assert story_words([*lines[:-1], summed, lines[-1]], 0) == [
        "Locks and missiles are lost: Spark 1 ×2.",
        "Ada loses Wasp 2, worth 180.",
        begun,
    ]


def test_a_narrow_report_has_a_row_for_a_ship_that_only_moved() -> None:
    way = {"start": (0, 0, 3), "path": [(0, 1, 3), (0, 2, 3)], "velocity": 2}
    told = deeds([Event("flown", {"seat": 1, "ship": 9, "name": "Husk 9", **way})], 0)
    for width, rows in ((24, ["● Husk 9          2 S v2"]), (36, ["● Husk 9", "· flies 2 hexes S, velocity 2"])):
        (block,) = report_blocks(told, width, -1)
        assert ["".join(words for words, _ in row) for row in block.rows] == rows


def test_what_a_ram_costs_each_of_the_two_is_told_by_name() -> None:
    """After the other's loss a loss without a name would be taken for the other's too."""
    one, other = {"ship": 9, "name": "Husk 9"}, {"ship": 2, "name": "Wasp 2"}
    rams = Event("rammed", {"seat": 1, "target": 2, "target_name": "Wasp 2", "dealt": 3, "taken": 3, **one})
    hurt = [Event("damaged", {**ship, "shields": 1, "hull": 2}) for ship in (other, one)]
    (told,) = deeds([rams, *hurt, Event("destroyed", dict(one))], 0)
    assert told.told[1:] == [
        "Wasp 2 loses 1 shield and 2 hull",
        "Husk 9 loses 1 shield and 2 hull",
        "is destroyed",
    ]


def test_the_report_tells_what_was_to_be_expected_of_each_volley_of_others() -> None:
    s = read_position(GAME, VOLLEYS, 7)
    GAME.apply(s, 0, EndFire())
    bot, events = make(GAME, "greedy", 7), list[Event]()
    while s.asks and min(s.asks) == 1:
        GAME.apply(s, 1, bot.choose(look(GAME, s, 1, bot), sampler(GAME, s, 1, 7)))
        events, s.events = [*events, *s.events], []
    told = [(deed.ship, volley) for deed in deeds(events, own=0) for volley in deed.volleys]
    guns = [(ship, volley) for ship, volley in told if volley.kind == "fired"]
    assert guns
    for ship, volley in guns:
        what = ("fired", ship, volley.weapon, volley.target)
        shots = [e for e in events if e.kind == "fired" and volley_of(e)[1:] == what]
        expected = sum(targeting.WAYS[e.data["needed"]] for e in shots) / 36
        assert f"of {expected:.1f} expected" in volley.words
        damage = expected * weapons()[volley.weapon].damage
        assert f"{volley.shields + volley.hull} damage of {damage:.1f}" in volley.words


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_the_small_map_shows_all_that_lives_and_what_the_window_shows(size: tuple[int, int]) -> None:
    for war in wars():
        where = window(*size)
        gaze = Gaze(camera=centred(war, Camera(home(war), 2), where))
        rows = chart_rows(war, gaze, size, 14)
        whole = layout(war, 2)
        assert bool(rows) == (war.turn > 0 and (whole.width > where.width or whole.height > where.height))
        assert not chart_rows(war, replace(gaze, chart=False), size, 14)
        region, picture = Region(3, 3, 36, 12), Picture(*size)
        draw_chart(picture, war, gaze, region, size)
        text = picture.text()
        sketch = gaze.drawn.sketch(war, 36, 12)
        for ship in war.ships:
            if ship.hexes and not ship.wreck:
                x, y = sketch.cell(ship.hexes[0])
                assert picture.chars[3 + y][3 + x] in {mark for mark, _ in SIDES}
                assert (Region(3 + x, 3 + y, 1), HexSpot(ship.hexes[0])) in picture.spots
        assert rows == 0 or sum(sign in text for sign in "┌┐└┘") >= 2
        part = shown_part(war, gaze.camera, sketch, where)
        inside = [at for at in war.chart.hexes if where.contains(*_cell(war, gaze.camera, at, where))]
        cells = [sketch.cell(at) for at in inside]
        assert all(part.left - 1 <= x <= part.right + 1 and part.top - 1 <= y <= part.bottom + 1 for x, y in cells)


def _cell(war: WarView, camera: Camera, at: hx.Hex, where: Region) -> tuple[int, int]:
    x, y = layout(war, camera.zoom).middle(at)
    return x - camera.x + where.x, y - camera.y + where.y


def test_a_key_takes_the_small_map_from_beside_the_large_one(lobby: LocalLobby, game: None) -> None:
    async def script(seen: Seen) -> None:
        assert "Whole map" in seen.text()
        await seen.press(":")
        assert "Whole map" not in seen.text()
        assert "Fleets" in seen.text()
        await seen.press(":", "g", "g")
        assert "Whole map" not in seen.text()  # the large one is the whole map now
        await seen.resize(80, 24)
        await seen.press("g", "g")
        assert "Whole map" not in seen.text()

    start = at_table("shattered-reach", "Ada", "bot:random", start=FIRING, scenario="race-for-the-core")
    run(make_app(lobby, start), script, (120, 40))
