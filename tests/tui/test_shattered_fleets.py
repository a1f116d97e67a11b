"""Fleets kept by name: what a file of them may hold, how one is bought again, and the shipyard's keys for it."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest

from starforge.games import GAMES
from starforge.games.assets import AssetError
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.catalogue import FACTIONS, hulls, roster
from starforge.games.shattered_reach.model.state import Options
from starforge.games.shattered_reach.view.types import WarView
from starforge.tables.local import LocalLobby
from starforge.tui.games.shattered_reach.fleets import hangar
from starforge.tui.games.shattered_reach.fleets.hangar import Kept, Stock, keep, read_stock
from starforge.tui.games.shattered_reach.fleets.stocking import order
from starforge.tui.screens.play.game import GameScreen
from tests.tui.conftest import at_table, make_app
from tests.tui.terminal import Seen, run

SLUG = "shattered-reach"


@pytest.fixture(autouse=True)
def game(tiny: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, SLUG, "starforge.games.shattered_reach.game:GAME")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "fleets.toml"


def fist(name: str = "Iron Fist", **ships: int) -> Kept:
    return Kept(name=name, faction="ferrum", ships=ships or {"wasp": 3, "picket": 1})


def building(seat: int = 0, *actions: str, **options: Any) -> WarView:
    s = GAME.new(Options(**{"factions": "ferrum,ember", **options}), 2, 7)
    for text in actions:
        GAME.apply(s, seat, GAME.parse(text))
    return GAME.view(s, seat)


def test_what_is_kept_is_read_again_and_names_are_cleaned(path: Path) -> None:
    assert read_stock(path) == Stock()
    keep(path, fist("Iron [b]\x1b[31m Fist"))
    keep(path, Kept(name="Wing", faction="ember", ships={"spark": 2}))
    (first,) = read_stock(path).of("ferrum")
    assert (first.name, first.ships) == ("Iron [b][31m Fist", {"wasp": 3, "picket": 1})
    assert "\x1b" not in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [name.name for name in path.parent.iterdir()] == ["fleets.toml"]


def test_a_name_is_kept_once_for_each_faction_whatever_its_capitals(path: Path) -> None:
    keep(path, fist())
    keep(path, Kept(name="Iron Fist", faction="ember", ships={"spark": 2}))
    keep(path, fist("IRON fist", wasp=1))
    assert [(one.name, one.faction) for one in read_stock(path).fleets] == [
        ("Iron Fist", "ember"),
        ("IRON fist", "ferrum"),
    ]
    hangar.drop(path, "ferrum", "iron FIST")
    assert [one.faction for one in read_stock(path).fleets] == ["ember"]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ('name = "X"\nfaction = "ferrum"', "ships: field required"),
        ('name = "X"\nfaction = "ferrum"\nships = { wasp = 0 }', "there cannot be 0 of 'wasp'"),
        ('name = "X"\nfaction = "ferrum"\nships = { wisp = 1 }', "there is no ship 'wisp'; there are: gnat, wasp"),
        (
            'name = "X"\nfaction = "ferrum"\nships = { spark = 1 }',
            "Ferrum Directorate has no ship 'spark'; it has gnat",
        ),
        ('name = "X"\nfaction = "romulan"\nships = { wasp = 1 }', "faction: input should be 'ferrum', 'ember' or"),
        ('name = ""\nfaction = "ferrum"\nships = { wasp = 1 }', "a fleet needs a name"),
        ('name = "iron fist"\nfaction = "ferrum"\nships = { wasp = 1 }', "there is a fleet of that name already"),
        ("name = 3\nfaction = []\nships = 5", "name: input should be a valid string"),
        ('name = "X"\nfaction = "ferrum"\nships = { wasp = 1 }\nflag = "red"', "flag: there is no such field"),
    ],
)
def test_an_entry_that_cannot_be_used_is_told_by_line_and_stays(path: Path, entry: str, says: str) -> None:
    keep(path, fist())
    text = path.read_text(encoding="utf-8") + f"\n# mine\n[[fleet]]\n{entry}\n"
    path.write_text(text, encoding="utf-8")
    stock = read_stock(path)
    assert [one.name for one in stock.fleets] == ["Iron Fist"]
    line = 1 + text.splitlines().index("# mine") + 1
    assert stock.faults[0].startswith(f"fleets.toml, line {line}, fleet 2")
    assert says in stock.faults[0]
    keep(path, fist("Second"))
    assert [one.name for one in read_stock(path).fleets] == ["Iron Fist", "Second"]
    assert len(read_stock(path).faults) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[fleet]\n", "line 1"),
        ("fleet = 3\n", "fleets stand each below a line [[fleet]]"),
        ("fleets = []\n", "there is 'fleets'; fleets stand below [[fleet]] only"),
        ("x" * 1_000_001, "larger than any"),
        (b"\xff\xfe", "not text in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_words_and_left_alone(
    path: Path, text: str | bytes, says: str
) -> None:
    path.parent.mkdir()
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    before = path.read_bytes()
    for attempt in (read_stock, lambda where: keep(where, fist())):
        with pytest.raises(AssetError) as refused:
            attempt(path)
        assert str(refused.value).startswith("fleets.toml")
        assert says in str(refused.value)
    assert path.read_bytes() == before


def test_a_write_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(path, fist())
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(hangar.os, "replace", full)
    with pytest.raises(OSError, match="no space"):
        keep(path, fist("Second"))
    assert path.read_bytes() == before
    assert [name.name for name in path.parent.iterdir()] == ["fleets.toml"]


def apply(
    view: WarView, ships: dict[str, int], *actions: str, **options: Any
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Buy a fleet as ordered, every action allowed, and return it with what was left out."""
    s = GAME.new(Options(**{"factions": "ferrum,ember", **options}), 2, 7)
    for text in actions:
        GAME.apply(s, 0, GAME.parse(text))
    wanted = order(view, ships)
    for action in wanted.actions:
        GAME.apply(s, 0, action)
    fleet = GAME.view(s, 0).fleet
    return {slug: fleet.count(slug) for slug in roster("ferrum") if slug in fleet}, wanted.left_out


def test_a_kept_fleet_takes_the_place_of_the_one_being_built() -> None:
    before = ("buy gnat", "buy wasp", "buy rampart")
    assert apply(building(0, *before), {"wasp": 3, "picket": 1}, *before) == ({"wasp": 3, "picket": 1}, ())


def test_what_does_not_fit_is_left_out_and_said() -> None:
    found, left_out = apply(building(), {"picket": 3, "wasp": 9})
    assert found == {"picket": 2, "wasp": (2_500 - 2 * hulls()["picket"].cost) // hulls()["wasp"].cost}
    assert left_out[0] == "1 Picket (at most 2)"
    assert left_out[1].startswith(f"{9 - found['wasp']} Wasp ({hulls()['wasp'].cost} each, ")


def test_purses_apart_and_ships_that_are_given_are_minded() -> None:
    view = building(0, scenario="fleet-assault-2p")
    kinds = {kind for kind, _ in view.purse}
    wanted = order(view, {slug: hulls()[slug].limit for slug in roster("ferrum")})
    assert {hulls()[action.ship].kind for action in wanted.actions} <= kinds  # type: ignore[attr-defined]
    s = GAME.new(Options(scenario="planetary-defense-2p", factions="myriad,ember"), 2, 7)
    view = GAME.view(s, 0)
    assert view.fleet == ("bristlemaw",)
    for action in order(view, {"mite": 2}).actions:
        GAME.apply(s, 0, action)
    assert sorted(GAME.view(s, 0).fleet) == ["bristlemaw", "mite", "mite"]


@pytest.mark.parametrize("faction", FACTIONS)
def test_any_count_of_any_ship_gives_an_order_that_the_rules_allow(faction: str) -> None:
    other = next(one for one in FACTIONS if one != faction)
    for budget in (2_500, 9_000, 20_000):
        s = GAME.new(Options(scenario="open-play", budget=budget, factions=f"{faction},{other}"), 2, 7)  # type: ignore[arg-type]
        for wanted in (dict.fromkeys(roster(faction), 99), {roster(faction)[0]: 4}, {}):
            for action in order(GAME.view(s, 0), wanted).actions:
                GAME.apply(s, 0, action)


def yard(lobby: LocalLobby, path: Path | None, script: Any, size: tuple[int, int] = (80, 24), **options: Any) -> Any:
    options = {"scenario": "small-skirmish", "factions": "ferrum,ember", **options}
    app = make_app(lobby, at_table(SLUG, "Ada", "bot:random", **options))
    app.fleets = path
    return run(app, script, size)


def test_a_fleet_is_kept_taken_and_deleted_by_keys(lobby: LocalLobby, path: Path) -> None:
    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("w")
        assert "No fleet of this faction is kept yet" in seen.text()
        await seen.press("s")
        assert "There is nothing to keep yet" in seen.text()
        await seen.press("d", "d", "down", "d", "s")
        assert "Keep this fleet as" in seen.text()
        await seen.press(*"Two [b]", "enter")
        assert "Kept as Two [b]: 2 Gnat, 1 Wasp." in seen.text(), seen.text()
        await seen.press("a", "a", "up", "a", "a")
        assert screen.view.fleet == ()
        await seen.press("w", "enter")
        assert sorted(screen.view.fleet) == ["gnat", "gnat", "wasp"]
        assert "Two [b] is taken." in seen.text()
        await seen.press("w", "x")
        assert "Delete Two [b] for ever? x again: delete" in seen.text()
        await seen.press("down", "x", "x")
        assert "Two [b] is deleted." in seen.text()
        assert read_stock(path).fleets == ()

    yard(lobby, path, script)


def test_a_name_that_is_taken_is_asked_about_before_it_is_replaced(lobby: LocalLobby, path: Path) -> None:
    keep(path, fist())

    async def script(seen: Seen) -> None:
        await seen.press("d", "s", *"iron fist", "enter")
        assert "Iron Fist is kept already: 3 Wasp, 1 Picket. s and Enter again: replace it" in " ".join(
            seen.text().split()
        )
        assert read_stock(path).fleets[0].ships == {"wasp": 3, "picket": 1}
        await seen.press("s", "enter")
        assert read_stock(path).fleets[0].ships == {"gnat": 1}
        await seen.press("d", "s", "backspace", "escape", "s", "escape")
        assert read_stock(path).fleets[0].ships == {"gnat": 1}

    yard(lobby, path, script, (120, 40))


def test_the_list_of_kept_fleets_says_what_does_not_fit_and_what_cannot_be_read(lobby: LocalLobby, path: Path) -> None:
    keep(path, fist("Too dear", autocrat=1, wasp=2))
    path.write_text(path.read_text(encoding="utf-8") + '\n[[fleet]]\nname = "Odd"\n', encoding="utf-8")

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        await seen.press("tab", "tab", "tab")
        while screen.cursor.item.key != "w":
            await seen.press("tab")
        assert "Cannot be used: fleets.toml, line 12, fleet 2 'Odd': faction: field required" in seen.text()
        await seen.press("w")
        assert "Left out here: 1 Autocrat (5,200 each, 2,500 left)" in " ".join(seen.text().split())
        await seen.press("enter")
        assert screen.view.fleet == ("wasp", "wasp")
        assert "Left out: 1 Autocrat" in seen.text()

    yard(lobby, path, script, (200, 60))


def test_a_broken_file_is_said_where_the_fleets_would_be(lobby: LocalLobby, path: Path) -> None:
    path.parent.mkdir()
    path.write_text("[[fleet]\n", encoding="utf-8")

    async def script(seen: Seen) -> None:
        await seen.press("w")
        assert "The fleets you kept cannot be read: fleets.toml:" in seen.text()
        await seen.press("d", "s", *"Mine", "enter")
        assert "It could not be kept: fleets.toml:" in seen.text()

    yard(lobby, path, script, (120, 40))


def test_where_nothing_can_be_kept_nothing_is_offered(lobby: LocalLobby) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("d")
        assert "Keep this fleet" not in seen.text()
        await seen.press("s")
        assert "That key does nothing here now" in seen.text()

    yard(lobby, None, script)


def test_taking_a_fleet_stops_where_a_purchase_is_refused(
    lobby: LocalLobby, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(path, fist(wasp=3))

    async def script(seen: Seen) -> None:
        screen: GameScreen = seen.app.screen
        submit, count = screen.table.submit, 0

        async def elsewhere(seat: int, action: Any) -> Any:
            nonlocal count
            count += seat == 0
            return await submit(seat, GAME.parse("buy lodestar") if (seat, count) == (0, 3) else action)

        monkeypatch.setattr(screen.table, "submit", elsewhere)
        await seen.press("w", "enter")
        assert screen.view.fleet == ("wasp", "wasp")
        assert "Stopped while taking Iron Fist: Your faction has no such ship." in seen.text()

    yard(lobby, path, script)


def test_the_other_player_sees_no_fleet_kept_for_another_faction(lobby: LocalLobby, path: Path) -> None:
    keep(path, fist("Hammerblow"))

    async def script(seen: Seen) -> None:
        await seen.press("enter", "enter", "w")
        assert "Hammerblow" in seen.text()
        start = len(seen.bytes)
        await seen.press("enter", "e", "e", "enter", "enter", "enter", "w", "tab", "enter", "i")
        assert "Hammerblow" not in seen.text()
        assert seen.bytes[start:].count("Hammerblow") <= 1

    app = make_app(lobby, at_table(SLUG, "Ada", "Ben", scenario="small-skirmish", factions="ferrum,ember"))
    app.fleets = path
    run(app, script)


@pytest.mark.parametrize("factions", ["ferrum,ember", "ember,myriad", "myriad,ferrum"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_types_of_ships_stay_within_their_frame(lobby: LocalLobby, size: tuple[int, int], factions: str) -> None:
    async def script(seen: Seen) -> None:
        for keys in ((), ("x",), ("backspace", *("down",) * 9)):
            await seen.press(*keys)
            (foot,) = [row for row in seen.text().splitlines() if row.startswith("└")]
            assert foot.partition("┘")[0].strip("└─") == ""
        assert "▸" in seen.text().partition("└")[0], "the type under the cursor is shown"

    yard(lobby, None, script, size, scenario="homeworlds", factions=factions)


@pytest.mark.parametrize("size", [(80, 23), (80, 24), (120, 40)])
def test_what_a_ready_made_fleet_holds_stays_within_its_frame(
    lobby: LocalLobby, path: Path, size: tuple[int, int]
) -> None:
    async def script(seen: Seen) -> None:
        await seen.press("x")
        assert "Line of 20,000" in seen.text()
        for row in seen.text().splitlines():
            assert row.startswith("└") == row.endswith("┘")
            assert "┘" not in row or set(row) <= set("└─┘")

    yard(lobby, path, script, size, scenario="grand-armada", factions="ferrum,ember")
