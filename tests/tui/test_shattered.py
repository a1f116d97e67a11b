"""Shattered Reach on the screen: the map in cells, what it shows, and what stands beside it. Drawn without an app."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starforge.engine import hex as hx
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.catalogue import hulls, roster
from starforge.games.shattered_reach.model.maps import scenarios
from starforge.games.shattered_reach.model.state import Options
from starforge.games.shattered_reach.view.types import WarView
from starforge.tui.app.output import ascii_twin
from starforge.tui.app.theme import MONO, SIXTEEN, THEMES
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.games.shattered_reach.draw import draw, draw_map
from starforge.tui.games.shattered_reach.fleets.yard import fitting
from starforge.tui.games.shattered_reach.map.camera import (
    WHOLE,
    Camera,
    centred,
    fitted,
    following,
    home,
    layout,
    onward,
    window,
)
from starforge.tui.games.shattered_reach.map.field import Field
from starforge.tui.games.shattered_reach.map.grid import ZOOMS, Grid
from starforge.tui.games.shattered_reach.map.scenery import Overlay, Scenery
from starforge.tui.games.shattered_reach.menu import listed, menu, outlook, rule
from starforge.tui.games.shattered_reach.side.aim import aimed
from starforge.tui.games.shattered_reach.side.cards import shot_rows, warnings
from starforge.tui.games.shattered_reach.strip import PHASES, draw_strip
from tests.tui.snapshots import same
from tests.tui.warships import FIRING, PLANNING, scene, view

WHERE = Region(0, 0, 72, 30)
ZOOM_NAMES = [zoom.name for zoom in ZOOMS]


def picture(
    shown: WarView, zoom: int, ascii_only: bool = False, lens: str = "drift", weapon: str = "", at: hx.Hex = (-4, 0)
) -> Picture:
    picture = Picture(WHERE.width, WHERE.height)
    field = Field(Scenery(shown, Overlay(lens, weapon)), zoom, ascii_only)
    draw_map(picture, field, centred(shown, Camera(at, zoom), WHERE), WHERE)
    return picture


@given(st.sampled_from(ZOOMS), st.integers(-20, 20), st.integers(-20, 20), st.integers(-9, 9), st.integers(-9, 9))
def test_every_cell_of_a_hex_is_found_as_that_hex(zoom, q, r, left, top) -> None:  # type: ignore[no-untyped-def]
    grid = Grid(zoom, left, top, 50, 50)
    x, y = grid.corner((q, r))
    for dy in range(zoom.tall):
        start = x + zoom.left[dy]
        for cell in range(start, start + 1 + zoom.room[dy]):
            assert grid.hit(cell, y + 1 + dy) == (q, r)


@given(st.sampled_from(ZOOMS), st.integers(0, 250), st.integers(1, 150))
def test_every_cell_belongs_to_the_hex_that_is_drawn_there(zoom, x, y) -> None:  # type: ignore[no-untyped-def]
    grid = Grid(zoom, -14, -38, 50, 80)
    at = grid.hit(x, y)
    left, top = grid.corner(at)
    row = y - 1 - top
    assert 0 <= row < zoom.tall
    assert 0 <= x - left - zoom.left[row] <= zoom.room[row]


@pytest.mark.parametrize("zoom", range(3), ids=ZOOM_NAMES)
def test_the_map_in_three_zooms(zoom: int) -> None:
    same(f"shattered-map-{ZOOM_NAMES[zoom]}", picture(view(PLANNING), zoom).text())


@pytest.mark.parametrize("zoom", range(3), ids=ZOOM_NAMES)
def test_the_map_in_ascii_writes_headings_as_letters_that_look_like_no_key(zoom: int) -> None:
    text = ascii_twin(picture(view(PLANNING), zoom, ascii_only=True).text())
    assert text.isascii()
    assert "NE" in text
    assert not re.search(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z.])", text)
    same(f"shattered-map-{ZOOM_NAMES[zoom]}-ascii", text)


@pytest.mark.parametrize("zoom", range(3), ids=ZOOM_NAMES)
def test_the_lines_of_the_map_are_all_of_one_width(zoom: int) -> None:
    field = Field(Scenery(view(PLANNING)), zoom, False)
    sizes = {(len(chars), len(styles)) for chars, styles in map(field.line, range(field.grid.height))}
    assert len(sizes) <= 2
    assert all(chars == styles for chars, styles in sizes)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada of the Long Watch", "Benjamin the Elder")])
def test_the_strip_names_those_who_act_before_the_scenario(width: int, names: tuple[str, ...]) -> None:
    strip = draw(replace(scene(view(PLANNING)), names=names), width, 24).text().split("\n")[0]
    assert strip.startswith(" SHATTERED REACH" if width == 120 else (" SHATTERED", " SR"))
    for name in names:
        assert (name if width >= 80 or names[0] == "Ada" else name[:7]) in strip, strip
    assert len(strip) <= width


@pytest.mark.parametrize("phase", ["faction", "build", "deploy", "move", "fire"])
def test_a_blank_stands_before_the_seats_at_every_width(phase: str) -> None:
    planning = view(PLANNING)
    for first, turn in product(("Ada", "Ada of the Long Watch"), (0, 3, 12)):
        shown = replace(planning, phase=phase, turn=turn)
        named = replace(scene(shown), names=(first, "Ben"))
        for width in range(60, 130):
            picture = Picture(width, 1)
            draw_strip(picture, named, shown)
            assert picture.text().partition(PHASES[phase])[2][:1] == " ", picture.text()


@pytest.mark.parametrize("scenario", ["small-skirmish", "fleet-assault-3p"])
@pytest.mark.parametrize("size", [(60, 20), (80, 23), (80, 24), (120, 40), (200, 60)])
def test_a_shipyard_fits_every_terminal(size: tuple[int, int], scenario: str) -> None:
    seats = 3 if scenario.endswith("3p") else 2
    factions = "ferrum,ember,myriad" if seats == 3 else "ferrum,ember"
    s = GAME.new(Options(scenario=scenario, factions=factions), seats, 7)  # type: ignore[arg-type]
    for seat in range(seats):
        shown = GAME.view(s, seat)
        names = ("Ada of the Long Watch", "Benjamin the Elder", "Cydonia")[:seats]
        lines = draw(replace(scene(shown), names=names), *size).text().split("\n")
        assert (len(lines), max(map(len, lines))) <= (size[1], size[0])
        for slug in roster(shown.seats[seat].faction):
            hull = hulls()[slug]
            row = next(line for line in lines if f" {hull.name} " in line and f"{hull.cost:,}" in line)
            fits = fitting(shown, slug)
            assert f"+{fits} " in row if fits else re.search(r" (full|-) ", row)
            assert all(str(n) in re.split(r"[ /│]+", row) for n in (hull.speed, hull.hull, hull.shields))
            assert "│" in (row[0], row[-1])
        asked = next(n for n, line in enumerate(lines) if "Build your fleet: " in line)
        assert lines[asked - 1].startswith("└")
        assert all(name[:4] in lines[0] for name in names)


def test_sides_headings_velocities_wrecks_and_stunned_ships_are_told_without_colour() -> None:
    text = picture(view(PLANNING), 1).text()
    for words in ("▲↗2", "»3", "▲↑3", "●↓10", "●↓11", "ion!", "✗✗", "▟██▙", "▟◎◎▙"):
        assert words in text, words


def test_a_long_ship_is_one_body_with_a_bow() -> None:
    chars = "\n".join(picture(view(PLANNING), 1).text().splitlines())
    assert "▒▒▒▒" in chars
    field = Field(Scenery(view(PLANNING)), 1, False)
    bow, stern = field.mark((-2, -3)), field.mark((-2, -5))
    assert bow.ship == stern.ship == 10
    assert bow.rows[0] == "●↓10"
    assert stern.rows[0] == "▒●●▒"


def test_a_plan_is_numbered_hex_by_hex_and_says_what_it_rams() -> None:
    shown = view(PLANNING)
    text = draw(scene(shown), 120, 40).text()
    for words in ("↗1", "↗2", "↗3", "ram!", "! rams Outrigger 10 at v4", "ends at -3,-2", "drift 3 left"):
        assert words in text, words
    plan = shown.plan(2)
    assert plan is not None
    told = "! rams Outrigger 10 at v4: it takes 4, you take 8; it stays, you stop before it"
    assert warnings(shown, plan) == [told]
    assert outlook(shown, plan).startswith("rams Outrigger 10: 4 damage to it, 8 to you; ends at")
    worn = view(PLANNING.replace('card = "outrigger"', 'card = "outrigger", hull = 4, shields = 0'))
    plan = worn.plan(2)
    assert plan is not None
    assert warnings(worn, plan) == [told.replace("it takes 4,", "it takes 4 and is destroyed,")]
    assert outlook(worn, plan).startswith("rams Outrigger 10: 4 damage to it, which destroys it, 8 to you; ")


def test_a_ghost_shows_where_a_ship_drifts_and_the_lens_takes_it_away() -> None:
    shown = view(PLANNING)
    assert "○↓10" in picture(shown, 1).text()
    assert "○" not in picture(shown, 1, lens="bare").text()


def test_arcs_show_the_range_of_every_hex_in_reach() -> None:
    shown = view(FIRING)
    scenery = Scenery(shown, Overlay("arcs"))
    assert scenery.reach[-2, 3] == 1
    assert (-2, 4) not in scenery.reach
    turrets = Scenery(shown, Overlay("arcs", "turret")).reach
    assert max(turrets.values()) == 4
    assert set(turrets) <= shown.chart.hexes
    text = picture(shown, 1, lens="arcs", at=(-2, 4)).text()
    assert all(f" {n} " in text for n in range(1, 6))


def test_targets_light_up_with_their_percent_and_what_blocks_is_marked() -> None:
    shown = view(FIRING)
    scenery = Scenery(shown, Overlay(weapon="turret"))
    shot = next(s for s in shown.shots if s.target == 11 and s.weapon == "turret")
    assert scenery.shots[11] == shot
    text = picture(shown, 1, weapon="turret", at=(-2, 4)).text()
    assert f"{shot.percent}%" in text
    blocked = [s for s in shown.shots if s.rule == "SR-F4"]
    assert blocked
    assert blocked[0].blocker in Scenery(shown).blocked
    assert "▜!!▛" in picture(shown, 1, at=(0, 0)).text()


def test_the_sight_to_a_target_is_drawn_hex_by_hex() -> None:
    shown = view(FIRING)
    assert Scenery(shown).sight((-2, -1)) == hx.between((-2, 4), (-2, -1))
    assert Scenery(shown).sight((5, 5)) == ()


def test_the_shots_say_range_number_percent_and_expected_damage() -> None:
    shown = view(FIRING)
    where = window(120, 40)
    text = draw(scene(shown, camera=centred(shown, Camera((0, 3)), where), weapon="turret"), 120, 40).text()
    shot = next(s for s in shown.shots if s.target == 11 and s.weapon == "turret")
    assert f"{shot.percent}%" in text
    assert f"range {shot.range}, {shot.needed} or less, avg {shot.expected / 100:.2f}" in text


@pytest.mark.parametrize("width", range(17, 40))
def test_no_width_of_the_panel_cuts_an_average(width: int) -> None:
    shown = view(FIRING)
    told = [row for ship in shown.ships for row in shot_rows(shown, ship, width)]
    lines = ["".join(text for text, _ in row) for row in told]
    assert sum("avg " in line for line in lines) == sum(not shot.reason for shot in shown.shots) > 0
    assert all(len(line) <= width for line in lines if "avg " in line or "or less" in line)


def test_refused_steps_say_why_and_by_which_rule() -> None:
    shown = view(PLANNING.replace("velocity = 3 }", "velocity = 6 }"))
    items = menu(shown)
    forward = next(n for n, one in enumerate(items) if one.label.startswith("Forward"))
    text = draw(scene(shown, forward), 120, 40).text()
    assert "×w Forward" in text.replace("▸w", "×w")
    assert "[SR-M" in text


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (80, 24), (120, 36), (120, 40), (200, 60)])
@pytest.mark.parametrize("text", [PLANNING, FIRING], ids=["planning", "firing"])
def test_everything_fits_at_every_size(size: tuple[int, int], text: str) -> None:
    shown = view(text)
    for page in ("ship", "fleets", "log", "map"):
        drawn = draw(scene(shown, page=page), *size)
        assert (drawn.width, drawn.height) == size
        assert GAME.question(shown) in drawn.text()
        assert "Round 4/100" in drawn.text()
    assert "Outrig" in draw(scene(shown, page="fleets"), *size).text()


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_the_map_of_every_scenario_is_drawn_whole_and_is_in_one_piece(name: str) -> None:
    for players in map(int, scenarios()[name].maps):
        shown = GAME.view(GAME.new(Options(scenario=name), players, 7), 0)
        field = Field(Scenery(shown), 2, False)
        text = "\n".join("".join(field.line(y)[0]) for y in range(field.grid.height))
        assert text.count(",") + text.count("▜") >= len(shown.chart.hexes) - len(shown.chart.core)
        found, todo = set(), [home(shown)]
        while todo:
            at = todo.pop()
            if at not in found and at in shown.chart.hexes:
                found.add(at)
                todo += hx.ring(at, 1)
        assert found == shown.chart.hexes


def test_the_camera_follows_the_cursor_and_fits_the_map() -> None:
    shown = view(PLANNING)
    where = Region(0, 1, 54, 17)
    camera = centred(shown, Camera(home(shown)), where)
    assert camera.cursor == (-6, 1)
    for at in sorted(shown.chart.hexes):
        camera = following(shown, replace(camera, cursor=at), where)
        x, y = layout(shown, 1).corner(at)
        assert 0 <= x - camera.x <= where.width - 6
        assert -1 <= y - camera.y <= where.height - 3
    assert fitted(shown, (0, 0), Region(0, 0, 300, 400)).zoom == 2
    assert fitted(shown, (0, 0), where).zoom == WHOLE


def test_zones_are_marked_by_a_glyph_of_their_side_also_in_ascii() -> None:
    shown = GAME.view(GAME.new(Options(scenario="small-skirmish", factions="ferrum,ember"), 2, 7), 0)
    for ascii_only, mine, theirs in ((False, "△", "○"), (True, "^", "@")):
        field = Field(Scenery(shown), 1, ascii_only)
        marks = {
            seat: {field.mark(at).rows[0] for at, s in field.scenery.zones.items() if s == seat} for seat in (0, 1)
        }
        assert {ascii_twin(m) if ascii_only else m for m in marks[0]} == {mine}
        assert {ascii_twin(m) if ascii_only else m for m in marks[1]} == {theirs}


def test_every_style_of_the_map_is_known_to_every_theme() -> None:
    styles = set()
    for text, lens in ((PLANNING, "drift"), (FIRING, "arcs")):
        for zoom in range(3):
            drawn = picture(view(text), zoom, lens=lens)
            styles |= {style for row in drawn.styles for style in row}
    for theme in (*THEMES.values(), SIXTEEN, MONO):
        for style in styles:
            theme.style(style)


def test_what_the_map_shows_is_not_listed_again() -> None:
    items = menu(view(PLANNING))
    shown = [items[n].label for n in listed(items)]
    assert not any(label.startswith("Take Rampart") for label in shown)
    assert shown[0] == "Move as planned"
    assert rule(view(PLANNING), items[1]).startswith("SR-M")


@pytest.mark.parametrize("name", sorted(scenarios()))
def test_every_hex_of_every_map_is_reached_by_the_six_directions(name: str) -> None:
    for players in map(int, scenarios()[name].maps):
        shown = GAME.view(GAME.new(Options(scenario=name), players, 7), 0)
        found, todo = set(), [home(shown)]
        while todo:
            at = todo.pop()
            if at not in found:
                found.add(at)
                todo += [onward(shown, at, heading) for heading in range(6)]
        assert found == shown.chart.hexes


@pytest.mark.parametrize("width", [60, 80, 120])
def test_what_is_told_of_a_shot_has_no_sentence_that_begins_small(width: int) -> None:
    shown, told = view(FIRING), []
    for n, one in enumerate(scene(shown).items):
        told.append(aimed(scene(shown, n), shown, width))
        told += [aimed(scene(shown, k, (one.label,)), shown, width) for k in range(len(one.items))]
    assert len(told) > 10
    assert not [words for words in told if re.search(r"[.!?] [a-z]", words)]
