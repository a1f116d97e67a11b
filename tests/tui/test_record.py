"""What is kept of a game: its end card at every size and in every shell, the film, the file that asciinema plays."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyte
import pytest

from starforge import games
from starforge.engine.event import Event
from starforge.engine.save import read_save
from starforge.english import some
from starforge.games.end_card import card_lines, end_card, luck_words
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tables.table import Told
from starforge.tui.drawing.end_card import draw_end_card
from starforge.tui.drawing.picture import clean
from starforge.tui.games.shattered_reach.map.camera import WHOLE, layout, window
from starforge.tui.games.shattered_reach.map.grid import ZOOMS
from starforge.tui.games.shattered_reach.map.story import way_of
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.telling import Telling
from starforge.tui.screens.record.cast import SIZE, film
from starforge.tui.screens.record.end_card import EndCardScreen, card_text
from starforge.tui.screens.record.film import Film
from starforge.tui.screens.record.replay import PACES, ReplayScreen
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.reading import told_lines
from starforge.tui.shells.told import tell_replay
from tests.games.test_saves import PLAYABLE
from tests.shells.starforge import starforge
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

PATHS = {path.stem: path for path in PLAYABLE}
GAMES = ("reach-4-seats-seed-8", "astroforce-solo-greedy-9", "shattered-reach-3-seats-seed-9")


@pytest.fixture(autouse=True)
def every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for slug in ("reach", "shattered-reach"):
        monkeypatch.setitem(games.GAMES, slug, f"starforge.games.{slug.replace('-', '_')}:GAME")


@cache
def replay(name: str) -> Replay:
    return Replay(read_save(PATHS[name]))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_an_end_card_shows_all_it_holds_on_one_screen(name: str, size: tuple[int, int]) -> None:
    one = replay(name)
    card, heading = one.end_card(), one.heading("game.json")
    picture = draw_end_card(card, heading, size)
    shown = "\n".join("".join(row) for row in picture.chars)
    without = draw_end_card(replace(card, points=()), heading, size)
    assert not any("Turning points" in "".join(row) for row in without.chars)
    facts = [luck_words(luck) for luck in card.luck] if size[1] >= 24 else []
    facts += [standing.total for standing in card.standings] + [f"Seed {heading.seed}", "game.json"]
    facts += [f"{what} {n}" for standing in card.standings for what, n in standing.parts if size[0] >= 80]
    facts += [clean(point.words)[:30] for point in (card.best, card.worst) if point is not None]
    facts += [strip.label for strip in card.strips]
    assert not [fact for fact in facts if fact not in shown], shown
    cut = [title for title in card.honours if title not in shown]
    assert not cut or f"{len(cut)} more: i" in shown
    assert all("".join(row).strip() == "" for row in picture.chars[-1:]), "the last row is for keys"


@pytest.mark.parametrize("name", PATHS)
def test_a_card_adds_up(name: str) -> None:
    one = replay(name)
    card = one.end_card()
    turns = one.save.game == "shattered-reach" and sum(e.kind == "round-begun" for es in one._events for e in es)
    for standing in card.standings:
        if one.save.game == "reach" and standing.total != "-":
            assert sum(int(n) for _, n in standing.parts) == int(standing.total)
            marks = next(strip.marks for strip in card.strips if strip.seat == standing.seat)
            assert sum(int(mark) for mark in marks if mark.isdigit()) == int(dict(standing.parts)["missions"])
        elif one.save.game == "shattered-reach":
            left, ships = map(int, dict(standing.parts)["left"].split("/"))
            marks = next(strip.marks for strip in card.strips if strip.seat == standing.seat)
            assert sum(int(mark) for mark in marks if mark.isdigit()) == ships - left
            assert len(marks) == turns
            seat = one.view(one.length).seats[standing.seat or 0]
            assert left == seat.ships or seat.conceded
    if one.save.game == "astroforce":
        assert sum(luck.had for luck in card.luck) == pytest.approx(sum(luck.expected for luck in card.luck))
        assert card.strips[1].marks.count("✓") == int(dict(card.standings[0].parts)["years"])
    assert [point.move for point in card.points] == sorted(point.move for point in card.points)
    assert card.best is None or card.best in card.points


def test_two_claims_in_a_turn_are_added_up() -> None:
    claims = [Event("claimed", {"seat": 0, "mission": "miner", "points": 3, "met": []}) for _ in range(2)]
    turned = Event("turned", {"tile": "nebula", "round": 1, "step": 2, "order": "engine", "damage": 0})
    card = end_card("reach", replay(GAMES[0])._last, [[turned], claims], ("A", "B", "C", "D"))
    assert card.strips[0].marks == "·6·······"


def test_the_same_card_is_printed_drawn_and_told(tmp_path: Path) -> None:
    path = PATHS[GAMES[0]]
    one = replay(GAMES[0])
    assert starforge(tmp_path, "replay", str(path), "--card").stdout.rstrip("\n") == card_text(
        one.end_card(), one.heading(str(path))
    )
    drawn = starforge(tmp_path, "replay", str(path), "--svg", str(tmp_path / "card.svg"))
    assert (drawn.returncode, (tmp_path / "card.svg").read_text()[:4]) == (0, "<svg")
    out = io.StringIO()
    tell_replay(one, Lines(io.StringIO(), out), str(path))
    assert out.getvalue().splitlines()[-3:] == card_lines(one.end_card(), one.heading(str(path)))[-3:]
    assert starforge(tmp_path, "replay", str(path), "--card", "--plain").returncode == 2
    assert "cannot be written" in starforge(tmp_path, "replay", str(path), "--cast", "/nowhere/a").stderr


@pytest.mark.parametrize("name", GAMES)
def test_a_cast_played_in_a_terminal_shows_the_film(name: str) -> None:
    one = replay(name)
    head, *told = map(json.loads, film(one, "game.json").splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, *SIZE)
    times = [at for at, kind, _ in told if kind == "o"]
    assert times == sorted(times)
    screen = pyte.Screen(*SIZE)
    stream, made = pyte.Stream(screen), Film(one)
    steps = [n for n in range(one.length + 1) if not n or made.told(n, None) or made.ends_turn(n)]
    assert len(told) == len(steps) + 2
    for number, (_, _, data) in enumerate(told):
        stream.feed(data)
        if number < len(steps) and number % 40 == 3:
            wanted = made.picture(steps[number], None, SIZE).chars[: SIZE[1] - 1]
            assert [line.rstrip() for line in screen.display[:-1]] == ["".join(row).rstrip() for row in wanted]
    assert screen.display[0].rstrip().endswith("the end")


@pytest.mark.parametrize("name", GAMES)
def test_a_film_follows_what_happens_and_says_what_stood(name: str) -> None:
    made = Film(replay(name))
    ends = [n for n in range(1, made.length) if made.ends_turn(n)]
    span = "Round" if name.startswith("shattered") else "Turn"
    assert all(f"{span} {made.replay.turns[n]} ends: " in made.report(n, None)[-1] for n in ends)
    assert all(f"★ {made.points[n]}" in made.caption(n, None) for n in made.points)
    assert made.pause(next(iter(made.points))) > 1
    n, found = 0, []
    while (there := made.next_point(n, 1)) is not None:
        n = there
        found.append(n)
    assert found == sorted(made.points)
    scenes = [made.scene(n, None, SIZE) for n in found[:6]]
    assert (
        len({(scene.spot, getattr(scene.more, "camera", None), getattr(scene.more, "other", None)) for scene in scenes})
        > 1
    )


@pytest.mark.parametrize("name", [name for name in PATHS if name.startswith("shattered")])
def test_the_battle_reports_of_all_rounds_add_up_to_the_card(name: str) -> None:
    made, counted = Film(replay(name)), Counter[str]()
    ends = [n for n in range(1, made.length + 1) if made.ends_turn(n)]
    for line in (line for n in ends for line in made.report(n, None)):
        for who, hits, rolled in re.findall(r"^(.+): (\d+) of (\d+) rolls? hit", line):
            counted[who, "hits"] += int(hits)
            counted[who, "rolls"] += int(rolled)
            counted[who, "expected"] += round(float(re.findall(r"expected ([\d.]+)", line)[0]) * 10)
            assert sum(int(n) for n in re.findall(r": (\d+) of \d+[;.]", line)) == int(hits)
        for who, points in re.findall(r"^(.+) loses .+, worth ([\d,]+)\.", line):
            counted[who, "lost"] += int(points.replace(",", ""))
    card = made.replay.end_card()
    for luck in card.luck:
        who = made.names[luck.seat or 0]
        assert (luck.had, luck.label) == (
            counted[who, "hits"],
            f"hits and locks in {some(counted[who, 'rolls'], 'roll')}",
        )
        assert abs(counted[who, "expected"] / 10 - luck.expected) <= 0.06 * len(ends)
    for standing in card.standings:
        assert dict(standing.parts)["lost"] == f"{counted[made.names[standing.seat or 0], 'lost']:,}"
    assert sum(int(re.findall(r"(\d+) of \d+ roll", line)[0]) for line in card.more) == sum(
        luck.had for luck in card.luck
    )


def test_the_film_rests_while_something_lies_over_it(lobby: LocalLobby) -> None:
    async def first(app: Any) -> ReplayScreen:
        return ReplayScreen(replay(GAMES[1]), "game.json")

    async def script(seen: Seen) -> None:
        film = seen.app.screen
        await seen.press("p")
        assert film._timer is not None
        await seen.press("?")
        assert film._timer is None
        await seen.press("escape")
        assert "■ speed" in seen.text()

    run(make_app(lobby, first), script)


def test_the_film_has_four_speeds_and_goes_from_turning_point_to_turning_point(lobby: LocalLobby) -> None:
    async def first(app: Any) -> ReplayScreen:
        return ReplayScreen(replay(GAMES[0]), "game.json")

    async def script(seen: Seen) -> None:
        screen: ReplayScreen = seen.app.screen
        speeds = []
        for key in "----++++":
            await seen.press(key)
            speeds.append(screen.speed)
        assert (min(speeds), max(speeds), len(set(speeds))) == (1, len(PACES), 4)
        await seen.press("t")
        assert screen.film.points[screen.n] in seen.text()
        at = screen.n
        await seen.press("t", "r")
        assert screen.n == at
        await seen.press("g", "r")
        assert "no other turning point" in seen.text()
        await seen.press("c")
        assert isinstance(seen.app.screen, EndCardScreen)
        await seen.press("i")
        assert "Turn" in seen.text()

    run(make_app(lobby, first), script, (100, 30))


def test_a_game_ends_with_its_card_and_goes_on_with_the_next(
    lobby: LocalLobby, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(seen: Seen) -> None:
        screen: Any = seen.app.screen
        while screen.view.result is None:
            await screen.table.submit(0, screen.view.legal[-1])
        screen.follow()
        await seen.press("enter")
        card: Any = seen.app.screen
        assert isinstance(card, EndCardScreen)
        assert card.card.standings[0].total in seen.text()
        await seen.press("w")
        assert isinstance(seen.app.screen, ReplayScreen)
        await seen.press("q", "p")
        assert "Written to" in seen.text()
        assert next(tmp_path.glob("*.svg")).read_text().startswith("<svg")
        await seen.press("backspace")
        assert seen.app.screen is screen
        await seen.press("enter", "n")
        new: Any = seen.app.screen
        assert isinstance(new, GameScreen)
        assert new is not screen
        assert (new.table.save().seed, new.table.save().moves) == (screen.table.save().seed, [])

    run(make_app(lobby, at_table("astroforce", "Ada", patrol="deadly")), script)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_given_up_has_a_card_from_wherever_it_stood(name: str) -> None:
    save = read_save(PATHS[name])
    for length in (0, 1, 7, len(save.moves) // 3, len(save.moves) - 1):
        moves, digests = save.moves[:length], {n: mark for n, mark in save.digests.items() if n <= length}
        ended = Replay(replace(save, moves=moves, digests=digests, ended="Ada resigned.", winners=[1]))
        card, heading = ended.end_card(), ended.heading("game.json")
        assert card.outcome == "Ada resigned."
        assert len(card.standings) == (1 if save.game == "astroforce" else len(save.seats))
        assert all(line.strip() for line in card_lines(card, heading))
        for size in ((60, 20), (80, 24)):
            shown = "\n".join("".join(row) for row in draw_end_card(card, heading, size).chars)
            assert "Ada resigned." in shown
            assert card.best is None or size[0] < 80 or f"Best  {heading.moment(card.best)}: " in shown
        made = Film(ended)
        assert made.caption(made.length, None)


def test_the_log_of_a_war_sums_up_each_round_when_the_next_begins() -> None:
    one = replay("shattered-reach-2-seats-seed-5")
    told = [Told(n, event) for n in range(one.length + 1) for event in one.events(n)]
    table: Any = SimpleNamespace(
        game=one.game, seats=one.seats, here=(), undone=0, view=lambda seat: one.view(one.length)
    )
    whole, steps = Telling(table), Telling(table)
    table.log = lambda seat, since=0: [event for event in told if event.n >= since]
    lines = whole.lines(None)
    for end in (*range(0, one.length, 97), one.length):
        table.log = lambda seat, since=0, end=end: [event for event in told if since <= event.n <= end]
        shown = steps.lines(None)
    assert shown == lines, "however it comes to be known"
    begun = [n for n, line in enumerate(lines) if line.startswith("Round ") and not line.startswith("Round 1.")]
    fought = [n for n in begun if re.search(r"rolls? hit|rams|loses .+ worth", lines[n - 1])]
    assert fought
    by_lines = told_lines(table, None, told)
    assert [line for line in by_lines if " hit (expected " in line] == [
        line for line in lines if " hit (expected " in line
    ]


@pytest.mark.parametrize("name", [name for name in PATHS if name.startswith("shattered")])
def test_the_film_zooms_in_as_far_as_all_that_happens_is_seen(name: str) -> None:
    made, zooms = Film(replay(name)), Counter[int]()
    where = window(*SIZE)
    for n in range(0, made.length, max(made.length // 40, 1)):
        scene = made.scene(n, None, SIZE)
        camera = getattr(scene.more, "camera", None)
        if camera is None:
            continue
        zooms[camera.zoom] += 1
        events: Any = next((found for at in range(n, max(n - 24, -1), -1) if (found := made.replay.events(at))), [])
        war: Any = scene.view
        ships = [war.ship(e.data[key]) for e in events for key in ("ship", "target") if key in e.data]
        for at in (at for ship in ships if ship is not None for at in ship.hexes):
            x, y = layout(war, camera.zoom).middle(at)
            assert camera.zoom == WHOLE or (0 <= x - camera.x < where.width and 0 <= y - camera.y < where.height)
        if camera.zoom + 1 < len(ZOOMS):
            near = layout(war, camera.zoom + 1)
            ways = [at for e in events if e.kind == "flown" for at in way_of(e.data) if at in war.chart.hexes]
            ways += [at for ship in ships if ship is not None for at in ship.hexes]
            across, down = (max(n) - min(n) for n in zip(*map(near.middle, ways), strict=True))
            edge = near.zoom
            assert across + 2 * edge.across > where.width or down + 2 * edge.tall > where.height, "one nearer would do"
    assert len(zooms) > 1, zooms
