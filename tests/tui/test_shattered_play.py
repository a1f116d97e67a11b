"""Shattered Reach played: by keys alone, by mouse, two at one terminal without a secret between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyte
import pytest

from starforge.engine import hex as hx
from starforge.games import GAMES, load
from starforge.games.shattered_reach.model.actions import Choose, Commit, Defer
from starforge.games.shattered_reach.model.catalogue import hulls, roster
from starforge.games.shattered_reach.view.types import name
from starforge.tables.local import LocalLobby
from starforge.tui.games.shattered_reach.map.camera import WHOLE, layout
from starforge.tui.games.shattered_reach.spots import HexSpot
from starforge.tui.screens.play.game import GameScreen
from starforge.tui.screens.play.handoff import HandOffScreen
from starforge.tui.screens.rulebook import RulebookScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.facts import shows
from tests.tui.terminal import Seen, run
from tests.tui.test_whole_game import Terminal
from tests.tui.warships import FIRING, HEAD, PLANNING

GAME = "shattered-reach"
FACTIONS = {"factions": "ferrum,ember"}


@pytest.fixture(autouse=True)
def game(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME, "starforge.games.shattered_reach.game:GAME")


def war(start: str = "", *names: str, **options: Any) -> Any:
    options = {"scenario": "race-for-the-core", **options} if start else {"scenario": "small-skirmish", **options}
    return at_table(GAME, *(names or ("Ada", "bot:random")), start=start, **options)


def cursor(seen: Seen) -> hx.Hex:
    at: hx.Hex = seen.app.screen.ui.map.camera.cursor
    return at


def cell(seen: Seen, at: hx.Hex) -> tuple[int, int]:
    """Return the cell of the terminal in the middle of a hex."""
    screen: GameScreen = seen.app.screen
    camera, where = screen.ui.map.camera, screen.ui.map.eyes.window
    x, y = layout(screen.view, camera.zoom).middle(at)
    return x - camera.x + where.x, y - camera.y + where.y


def test_six_letters_and_the_number_pad_move_the_cursor(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        for keys in ("kojnby", "892371"):
            for key, heading in zip(keys, (0, 1, 3, 2, 4, 5), strict=True):
                heading = {"7": 5, "1": 4}.get(key, heading)
                before = cursor(seen)
                await seen.press(key)
                assert cursor(seen) == hx.step(before, heading), key
        for key, way in (("up", 0), ("down", 3)):
            before = cursor(seen)
            await seen.press(key)
            assert cursor(seen) == hx.step(before, way)
        start = cursor(seen)
        await seen.press("right", "right", "left", "left")
        assert cursor(seen) == start

    run(make_app(lobby, war(PLANNING)), script)


def test_at_the_edge_the_cursor_slides_along_and_the_map_scrolls(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        hexes = seen.app.screen.view.chart.hexes
        for _ in range(50):
            await seen.press("up")
        assert not any(hx.step(cursor(seen), way) in hexes for way in (5, 0, 1))
        x, y = cell(seen, cursor(seen))
        where = seen.app.screen.ui.map.eyes.window
        assert where.x <= x < where.x + where.width
        assert where.y <= y < where.y + where.height

    run(make_app(lobby, war(PLANNING)), script)


def test_zoom_fit_centre_lens_and_pages_are_keys(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("g")
        assert screen.ui.map.camera.zoom == 2
        assert "Pick" in seen.text()
        await seen.press("0")
        assert screen.ui.map.camera.zoom == WHOLE
        await seen.press("g", "g", "8", "8", "8", "c")
        assert cursor(seen) == (-6, 1)
        assert "○↓10" in seen.text()
        await seen.press("v")
        assert "where a ship can end its move" in seen.text()
        await seen.press("v")
        assert "what the ship in hand reaches" in seen.text()
        await seen.press("v")
        assert "○↓10" not in seen.text()
        await seen.press("p")
        assert screen.ui.map.eyes.window.width == 80
        await seen.press("p")
        assert "Cinder" not in seen.text()
        assert "● Bot Ember" in seen.text()
        await seen.press("p")
        assert "No ship has locked" in seen.text()
        await seen.press("p")
        assert "Your shots are" in seen.text()
        await seen.press("p")
        assert "Nobody else has done" in seen.text()
        await seen.press("p", "p")
        assert screen.ui.map.eyes.page == "ship"

    run(make_app(lobby, war(PLANNING)), script)


def test_a_move_is_planned_step_by_step_and_asked_about_when_it_rams(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("backspace")
        assert screen.view.plan(2).steps == ()
        await seen.press("w", "w", "a")
        assert screen.view.plan(2).steps == ("forward", "forward", "left")
        await seen.press("u", "backspace", "backspace")
        assert screen.view.plan(2).steps == ()
        await seen.press("w", "enter")
        assert "Rams Outrigger 10: 4 damage to it, 8 to you." in seen.text()
        assert "again: do it" in seen.text()
        assert screen.view.ship(2).moved is False
        await seen.press("enter")
        assert screen.view.ship(2).moved is True
        assert screen.view.ship(10).shields == 10
        assert screen.view.hand == 3

    run(
        make_app(
            lobby,
            war(PLANNING),
        ),
        script,
        (120, 40),
    )


def test_a_refused_step_says_why_with_its_rule(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        for _ in range(9):
            await seen.press("w")
        assert "it cannot go faster. [SR-M4; r reads it]" in seen.text()
        await seen.press("r")
        assert "SR-M4" in seen.text()
        assert isinstance(seen.app.screen, RulebookScreen)

    run(make_app(lobby, war(PLANNING)), script, (120, 40))


def test_the_next_ship_is_a_key_first_one_without_a_plan_and_its_plan_is_kept(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("t")
        assert screen.view.hand == 1
        await seen.press("t")
        assert (screen.view.hand, cursor(seen)) == (3, (-4, 2))
        await seen.press("t", "w", "t")
        assert {plan.ship: plan.steps for plan in screen.view.plans} == {1: ("forward",), 2: ("forward",), 3: ("left",)}
        await seen.press("e")
        assert "3 plans are not flown and would be dropped" in seen.text()

    run(make_app(lobby, war(PLANNING)), script)


@pytest.mark.parametrize("card", ["corona", "outrigger", "larrikin", "galvan"])
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "in company"])
def test_x_fires_the_guns_of_the_ship_in_hand_at_the_target_and_no_others(
    lobby: LocalLobby, card: str, alone: bool
) -> None:
    other = "" if alone else "2 = { seat = 0, card = 'wasp', q = -2, r = 3, heading = 1 }"
    head = HEAD.format(phase="fire", hand=1, queue='[["end-round", 0]]')
    text = f"""{head.replace("ready = [1, 2, 3]", "ready = [1]" if alone else "ready = [1, 2]")}
[ships]
1 = {{ seat = 0, card = "{card}", q = -2, r = 4, heading = 1 }}
{other}
10 = {{ seat = 1, card = "bristlemaw", q = 0, r = 3, heading = 4 }}
11 = {{ seat = 1, card = "rampart", q = -1, r = 2, heading = 0 }}
"""

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        assert "fire all" not in seen.text().split("\n")[-1]
        await seen.press("w")
        assert "x fire all" in seen.text().split("\n")[-1]
        before, turn = len(screen.log_lines), screen.view.turn
        guns = sum(dict(screen.view.ship(1).guns).values())
        target = screen.cursor.action.target
        await seen.press("x")
        assert (screen.view.turn, screen.view.waiting) == (turn, {0: "fire"})
        shots = [words for words in screen.log_lines[before:] if " fires its " in words]
        whom = name(screen.view, target)
        assert all(words.startswith(f"{name(screen.view, 1)} fires") and f" at {whom}: " in words for words in shots)
        launchers = bool(hulls()[card].launchers)
        kinds = {words.split(" fires its ")[1].split(" at ")[0] for words in shots}
        reached = [s for s in screen.view.shots if s.target == target and not s.reason] if screen.view.hand == 1 else []
        if not reached:
            assert len(shots) == guns
            assert len(kinds) == len(hulls()[card].guns) or launchers
        elif alone and not launchers:
            assert len(shots) == guns - 1
            assert "The last shot ends the round: Enter fires it." in screen.prompt.note

    run(make_app(lobby, war(text)), script)


def test_an_empty_hex_never_commits_a_deployment(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("x", "enter", "e")
        await deploy_all(seen)
        for key in ("enter", "k", "enter", "o", "o", "enter", "enter", "5"):
            await seen.press(key)
            assert screen.view.phase == "deploy", key
            if any(ship.seat == 0 and not ship.hexes for ship in screen.view.ships):
                await deploy_all(seen)
        await seen.press("k", "k", "k", "k", "enter")
        assert "e commits the deployment" in seen.text() or "must lie in your zone" in seen.text()

    run(make_app(lobby, war(**FACTIONS)), script)


async def deploy_all(seen: Seen) -> None:
    """Place every ship by keys, and commit nothing."""
    for _ in range(40):
        if seen.app.screen.view.hand < 0:
            return
        await seen.press("enter")


def test_a_hint_never_advises_courtesy(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        assert any(isinstance(action, Defer) for action in screen.view.legal)
        for _ in range(5):
            action, _ = await screen.table.hint(0)
            assert isinstance(action, Choose)

    run(make_app(lobby, war(seed=3)), script)


def test_a_weapon_lights_up_its_targets_and_fires_one_or_all(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("w")
        assert screen.cursor.path
        assert cursor(seen) == (0, 3)
        guns = dict(screen.view.ship(1).guns)["turret"]
        await seen.press("enter")
        assert dict(screen.view.ship(1).guns)["turret"] == guns - 1
        assert "against" in seen.text()
        await seen.press("x")
        assert "shots: " in seen.text()
        assert dict(screen.view.ship(1).guns).get("turret", 0) < guns - 1

    run(make_app(lobby, war(FIRING)), script, (120, 40))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_what_a_shot_came_to_is_told_whole_and_whose_it_is_on_a_fixed_line(
    lobby: LocalLobby, size: tuple[int, int]
) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("w")
        rows = [n for n, row in enumerate(seen.text().split("\n")) if "turret → Spark 11 · " in row]
        assert len(rows) == 1
        for _ in range(12):
            before = len(screen.log_lines)
            await seen.press("enter")
            if not screen.cursor.path:
                break
            told = [words.strip() for words in screen.log_lines[before:]]
            note = " ".join([f"Rolled {told[0].partition(': ')[2]}", *told[1:]])
            assert screen.prompt.note == note
            assert shows(seen.text(), note) or "more: i" in seen.text()
            if len(note) < size[0] - 3:
                assert "turret → Spark 11 · " in seen.text().split("\n")[rows[0]]
        note = screen.prompt.note
        await seen.press("i")
        assert note in seen.app.screen.paragraphs

    run(make_app(lobby, war(FIRING)), script, size)


@pytest.mark.parametrize("start", [FIRING, PLANNING])
def test_a_key_reads_exact_odds(lobby: LocalLobby, start: str) -> None:
    async def script(seen: Seen) -> None:
        screen = seen.app.screen
        assert ("% odds" in seen.text().splitlines()[-1]) == (screen.view.phase == "fire")
        told = load(GAME).inform(screen.view, screen.names, "odds", [])
        await seen.press("%")
        assert seen.app.screen.paragraphs == ("Odds", *told)

    run(make_app(lobby, war(start)), script, (120, 40))


def test_the_cursor_on_an_enemy_opens_the_weapon_that_hits_it(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.click(*cell(seen, (0, 3)))
        assert cursor(seen) == (0, 3)
        assert screen.cursor.path
        guns = dict(screen.view.ship(1).guns)["turret"]
        await seen.click(*cell(seen, (0, 3)))
        assert dict(screen.view.ship(1).guns)["turret"] == guns - 1

    run(make_app(lobby, war(FIRING)), script, (120, 40))


def test_the_mouse_clicks_wheels_and_drags(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.click(*cell(seen, (-4, 0)))
        assert cursor(seen) == (-4, 0)
        x, y = cell(seen, (-4, 0))
        seen.app.memory.feed(f"\x1b[<64;{x + 1};{y + 1}M")
        await seen.settle()
        assert screen.ui.map.camera.zoom == 2
        assert screen.ui.map.find(x, y) == HexSpot((-4, 0))
        seen.app.memory.feed(f"\x1b[<65;{x + 1};{y + 1}M")
        await seen.settle()
        assert screen.ui.map.camera.zoom == 1
        before = screen.ui.map.camera
        for code, dx, end in ((0, 0, "M"), (32, 4, "M"), (32, 9, "M"), (0, 9, "m")):
            seen.app.memory.feed(f"\x1b[<{code};{x + 1 + dx};{y + 1}{end}")
            await seen.settle()
        assert screen.ui.map.camera.x == before.x - 9
        assert cursor(seen) == (-4, 0)
        await seen.click(*cell(seen, (-6, 1)))
        await seen.press("i")
        assert "Picket 2" in seen.text()

    run(make_app(lobby, war(PLANNING)), script)


def test_a_fleet_is_built_by_keys_within_its_limits(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("d", "d", "a", "down", "enter")
        assert sorted(screen.view.fleet) == ["gnat", "wasp"]
        await seen.press("a", "a")
        assert "none of that type" in seen.text()
        await seen.press("up", "left")
        assert screen.view.fleet == ()
        await seen.press("e")
        assert "A fleet holds at least one ship. [SR-S4; r reads it]" in seen.text()
        await seen.press("x", "enter", "e")
        assert screen.view.phase == "deploy"

    run(make_app(lobby, war(**FACTIONS)), script)


def test_the_card_of_any_ship_is_seen_at_any_time(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("i")
        for hull in (hulls()[slug] for slug in roster("ferrum")):
            told = f"{hull.name}, {hull.cost:,} points: "
            assert any(line.startswith(told) for line in seen.app.screen.paragraphs), told
        await seen.press("b", "x", "enter", "e")
        await seen.click(*seen.find("Lancet"))
        assert "in the list" not in seen.text()
        enemy = next(ship for ship in seen.app.screen.view.ships if ship.seat == 1)
        await seen.click(*seen.find(f" {enemy.id} {hulls()[enemy.card].name[:6]}"))
        assert "in the list" in seen.text()
        assert f"● {hulls()[enemy.card].name} {enemy.id}" in seen.text()
        await seen.press("i")
        assert f"Bot's {hulls()[enemy.card].name} {enemy.id}" in seen.app.screen.paragraphs

    run(make_app(lobby, war(**FACTIONS)), script, (120, 50))


async def sit(seen: Seen) -> None:
    while isinstance(seen.app.screen, HandOffScreen):
        await seen.press("enter")


async def deploy(seen: Seen) -> None:
    """Place every ship of the seat and commit."""
    screen: GameScreen = seen.app.screen
    while screen.view.hand >= 0:
        await seen.press("enter")
    await seen.press("e")


def test_a_small_skirmish_is_played_by_keys_alone(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await sit(seen)
        screen: GameScreen = seen.app.screen
        phases = set()
        for _ in range(900):
            if screen.view.result is not None:
                break
            if isinstance(seen.app.screen, HandOffScreen) or screen.viewers.passing:
                await seen.press("enter")
                continue
            phase = screen.ui.map.ask_kind
            phases.add(phase)
            if phase == "build":
                await seen.press("x", "tab", "enter", "e")
            elif phase == "deploy":
                await deploy(seen)
            elif phase == "move":
                steps = "ww" if screen.view.turn < 3 else "w"
                await seen.press(*steps, "enter", "enter")
            elif phase == "fire":
                await seen.press(*"wxee" if screen.view.shots else "ee")
            else:
                await seen.press("enter")
        assert screen.view.result is not None
        assert phases == {"build", "deploy", "move", "fire"}
        assert screen.view.result.text in seen.text()

    run(make_app(lobby, war("", "Ada", "Ben", rounds=2, **FACTIONS)), script)


Frame = list[tuple[str, str, str]]


async def watch(seen: Seen, keys: Iterable[str]) -> list[Frame]:
    """Return what the terminal shows after each key."""
    await seen.rest()
    terminal = pyte.Screen(*seen.app.size)
    stream = pyte.Stream(terminal)
    stream.feed(seen.bytes)
    frames = []
    for key in keys:
        before = len(seen.bytes)
        await seen.press(key)
        await seen.rest()
        stream.feed(seen.bytes[before:])
        cells = (c for row in terminal.buffer.values() for c in row.values())
        frames.append([(c.data, c.fg if c.data != " " else "", c.bg) for c in cells])  # a blank has no ink to be seen
    return frames


AROUND = (
    "?",
    "b",
    "tab",
    "l",
    "enter",
    "enter",
    *"g0tib",
    *"lqppppfav8u",
    "x",
    "backspace",
    "w",
    "s",
    "d",
    "s",
    "escape",
)
"""Keys from the hand-off on: the help, the log, the board, and everything there is to look at."""


def built(folder: Any, size: tuple[int, int], *, other: bool) -> tuple[list[Frame], list[str]]:
    """Return what is seen after one of two fleets was built, up to the next player's shipyard."""

    async def script(seen: Seen) -> tuple[list[Frame], list[str]]:
        await sit(seen)
        await seen.press(*("down", "d", "d", "down", "d") if other else ("d",))
        await seen.press("s", *("Three drones" if other else "Lone gnat"), "enter", "e", "e", "enter")
        assert isinstance(seen.app.screen, HandOffScreen)
        start = len(seen.bytes)
        frames = await watch(seen, AROUND)
        return frames, [name for name in ("Gnat", "Wasp", "Galvan", "drones", "Lone") if name in seen.bytes[start:]]

    app = make_app(LocalLobby(folder), war("", "Ada", "Ben", **FACTIONS))
    app.fleets = folder / "fleets.toml"
    found: tuple[list[Frame], list[str]] = run(app, script, size)
    return found


def deployed(folder: Any, size: tuple[int, int], *, other: bool) -> tuple[list[Frame], list[str]]:
    """Return what is seen after one of two deployments, and which places of ships the bytes give away."""

    async def script(seen: Seen) -> tuple[list[Frame], list[str]]:
        for _ in range(2):
            await sit(seen)
            await seen.press("x", "tab", "enter", "e", "enter")
        await sit(seen)
        screen: GameScreen = seen.app.screen
        first = screen.viewers.seat
        assert screen.ui.map.ask_kind == "deploy"
        if other:
            await seen.press("d", "7", "7", "g", "p", "v")
        await deploy(seen)
        own = [ship for ship in screen.view.ships if ship.seat == screen.viewers.seat]
        secrets = [f"{'▲●'[screen.viewers.seat or 0]}{'↑↗↘↓↙↖'[ship.heading]}{ship.id}" for ship in own]
        secrets += [f"at {ship.hexes[0][0]},{ship.hexes[0][1]}" for ship in own]
        await seen.press("enter")
        assert isinstance(seen.app.screen, HandOffScreen)
        start = len(seen.bytes)
        frames = await watch(seen, AROUND)
        assert {screen.viewers.seat, first} == {0, 1}
        assert len(seen.bytes) - start > 3000
        return frames, [secret for secret in secrets if secret in seen.bytes[start:]]

    app = make_app(LocalLobby(folder), war("", "Ada", "Ben", **FACTIONS))
    found: tuple[list[Frame], list[str]] = run(app, script, size)
    return found


@pytest.mark.parametrize(("stage", "size"), [(built, (80, 24)), (deployed, (120, 40))], ids=["built", "deployed"])
def test_nothing_seen_between_two_players_depends_on_the_first(
    tmp_path: Any, stage: Any, size: tuple[int, int]
) -> None:
    one, told = stage(tmp_path / "a", size, other=False)
    two, told_too = stage(tmp_path / "b", size, other=True)
    assert (told, told_too) == ([], [])
    for number, (mine, other) in enumerate(zip(one, two, strict=True)):
        assert mine == other, number


def test_a_capital_ship_on_the_core_wins_at_the_end_of_the_round(lobby: LocalLobby) -> None:
    near = PLANNING.replace("q = -6, r = 1, heading = 1, velocity = 3", "q = -3, r = 2, heading = 1, velocity = 1")

    async def script(seen: Seen) -> None:
        await sit(seen)
        screen: GameScreen = seen.app.screen
        screen.cursor.return_to(Commit())
        await seen.press("enter")
        assert "Stops on the objective. # again: do it" in seen.text()
        await seen.press("enter")
        assert screen.view.ship(2).hexes[0] == (-1, 0)
        for _ in range(30):
            if screen.view.result is not None:
                break
            await seen.press("enter" if screen.viewers.passing or isinstance(seen.app.screen, HandOffScreen) else "e")
        assert screen.view.result is not None
        assert screen.view.result.winners == (0,)
        assert "Enter: how it went" in seen.text()

    run(make_app(lobby, war(near, "Ada", "Ben")), script, (120, 40))


def test_a_cursor_move_costs_few_bytes(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> list[int]:
        await seen.press("2", "2")
        sizes = []
        for key in "8392718":
            before = len(seen.bytes)
            await seen.press(key)
            sizes.append(len(seen.bytes) - before)
        return sorted(sizes)

    sizes = run(make_app(lobby, war(PLANNING)), script, (120, 36))
    assert sizes[len(sizes) // 2] < 600


def press(terminal: Terminal, *keys: str) -> None:
    """Press keys, each when the one before has been answered, until the game has ended."""
    for key in keys:
        if "how it went" not in terminal.text:
            terminal.child.send(key)
            if terminal.read(2):
                while terminal.read(0.05):
                    pass


def test_a_skirmish_is_played_in_a_real_terminal(tmp_path: Any) -> None:
    terminal = Terminal(
        tmp_path, "play", GAME, "--seed", "7", "--seat", "Ada", "--seat", "bot:random",
        "--set", "scenario=small-skirmish", "--set", "factions=ferrum,ember", "--set", "rounds=1",
    )  # fmt: skip
    terminal.until("Build your fleet")
    press(terminal, "x", "\t", "\r", "e")
    terminal.until("Deploy")
    for _ in range(40):
        if "Everything is placed" in terminal.text:
            break
        press(terminal, "\r")
    press(terminal, "e")
    for _ in range(120):
        if "Enter: how it went" in terminal.text:
            break
        if "Plan the move" in terminal.text:
            press(terminal, "w", "\r")
        elif "fire at?" in terminal.text or "choose one" in terminal.text:
            press(terminal, "w", "x", "e", "e")
        else:
            press(terminal, "c")
    assert "Enter: how it went" in terminal.text, terminal.text
    terminal.press("\r")
    terminal.child.close(force=True)
