"""The data that the rules leave to us keep to what the rules fix: roster, budgets, maps, zones, objectives, fleets."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from starforge.engine import hex as hx
from starforge.engine.hex import Hex
from starforge.games.assets import AssetError, read_cards
from starforge.games.shattered_reach.model.catalogue import (
    FACTIONS,
    TURNING,
    Hull,
    fleets,
    hulls,
    roster,
    tiles,
    weapons,
)
from starforge.games.shattered_reach.model.maps import (
    MAPS,
    TILE_STEPS,
    Chart,
    Map,
    chart_of,
    goals_of,
    read_custom,
    scenario_of,
    scenarios,
    side_of,
)
from starforge.games.shattered_reach.model.state import body
from starforge.games.shattered_reach.rules.deployment import berths

LIMITS = {
    "picket": 2,
    "rampart": 2,
    "larrikin": 2,
    "outrigger": 2,
    "broodling": 2,
    "barkhide": 2,
    "cudgel": 1,
    "autocrat": 1,
    "lodestar": 1,
    "thunderhead": 1,
    "bristlemaw": 1,
}
PAGE = {
    "laser": (1, "11 10 9 8 7 6"),
    "ion": (2, "9 9 8 7"),
    "turret": (2, "9 8 7 6"),
    "acid": (1, "10 9 8"),
    "driver": (2, "8 8 8 7 7 6 6 5"),
    "torpedo": (5, "9 9 8 8 7 6 5"),
    "missile": (3, "10 9 9 8 8 7 7 6"),
}
PLAYED = [(slug, int(n)) for slug, scenario in scenarios().items() for n in scenario.maps]
CAPITALS = [hull for hull in hulls().values() if not hull.fighter]


def ships(faction: str, fighter: bool | None = None) -> list[Hull]:
    return [hulls()[slug] for slug in roster(faction) if fighter is None or hulls()[slug].fighter == fighter]


# --- weapons and the turning table ---


@pytest.mark.parametrize("kind", PAGE)
def test_weapons_are_those_of_the_page(kind: str) -> None:
    """SR-F5, SR-F2, SR-F11."""
    weapon = weapons()[kind]
    assert (weapon.damage, " ".join(map(str, weapon.hit))) == PAGE[kind]
    assert weapon.any_arc == (kind == "turret")
    assert weapon.ion == (kind == "ion")
    assert (weapon.miss, weapon.dud) == {"torpedo": (4, 12), "missile": (2, 11)}.get(kind, (0, 0))


def test_the_turning_table_is_that_of_the_page() -> None:
    """SR-M6."""
    page = {0: (1, 0), 1: (1, 1), 3: (2, 2), 5: (3, 3), 7: (4, 4), 9: (5, 5), 11: (6, 6), 13: (7, 7)}
    assert len(TURNING) == 14
    for velocity, row in enumerate(TURNING):
        assert row == page[max(first for first in page if first <= velocity)], velocity


# --- the roster ---


def test_limits_are_those_of_the_page() -> None:
    """SR-S4."""
    assert {slug: hull.limit for slug, hull in hulls().items() if not hull.fighter} == LIMITS
    assert all(hull.limit == 10 and hull.length == 1 for hull in hulls().values() if hull.fighter)


def test_every_faction_is_as_the_page_describes_it() -> None:
    """SR-S1."""
    ferrum, ember, myriad = (ships(faction) for faction in FACTIONS)
    assert [hull.name for hull in ferrum if hull.speed == 13] == ["Lancet"]
    assert max(hull.speed for hull in hulls().values()) == 13
    assert sum(hull.fighter and not hull.shields and hull.cost <= 200 for hull in ferrum) >= 2
    assert any("ion" in hull.weapons for hull in ferrum if hull.fighter)
    assert any(hull.weapons.keys() & {"missile", "torpedo"} for hull in ferrum if hull.fighter)
    assert all(hull.shields and "torpedo" in hull.weapons for hull in ember if hull.fighter)
    assert sum(hull.fighter for hull in ember) >= 3
    assert any("ion" in hull.weapons for hull in ember if hull.fighter)
    assert all("turret" in hull.weapons for hull in (*ferrum, *ember) if not hull.fighter)
    assert all(hull.shields >= hull.hull for hull in ferrum if not hull.fighter)
    assert all(hull.weapons.keys() <= {"acid", "driver"} for hull in myriad)
    assert sum(hull.fighter for hull in myriad) >= 4
    assert all("turret" not in hull.weapons for hull in hulls().values() if hull.fighter)
    assert all(bool(hull.missiles) == bool(hull.launchers) for hull in hulls().values())


def test_sizes_and_prices_stay_within_what_the_rules_rest_on() -> None:
    """SR-G2, SR-X1: fighters never push; the Bristlemaw balances Planetary Defense."""
    assert all(hull.cost <= 1000 for hull in hulls().values() if hull.fighter)
    assert {hull.length for hull in CAPITALS} <= {1, 2, 3, 4, 5}
    assert hulls()["bristlemaw"].length == 5
    assert 7250 <= hulls()["bristlemaw"].cost <= 7500
    assert [hulls()[slug].ram for slug in ("gnat", "rampart", "bristlemaw")] == [1, 2, 8]


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_budget_can_be_spent(faction: str) -> None:
    """SR-C6, SR-C7, SR-C11: fighters for 10,000; a capital fleet of 9,500 to 10,000; 20,000 in all."""
    assert sum(10 * hull.cost for hull in ships(faction, True)) >= 10_000
    assert sum(hull.limit * hull.cost for hull in ships(faction)) >= 20_000
    sums = {0}
    for hull in ships(faction, False):
        sums = {total + n * hull.cost for total in sums for n in range(hull.limit + 1)}
    assert any(9_500 <= total <= 10_000 for total in sums)


def test_the_bristlemaw_finds_company_for_its_points() -> None:
    """SR-C8: two Broodlings and two Barkhides cost at least 2,500."""
    assert 2 * hulls()["broodling"].cost + 2 * hulls()["barkhide"].cost >= 2_500


def test_no_ship_makes_another_useless() -> None:
    for one in hulls().values():
        for other in hulls().values():
            if one is not other and one.cost <= other.cost:
                arms = all(one.weapons.get(kind, 0) >= count for kind, count in other.weapons.items())
                better = one.speed >= other.speed and one.hull >= other.hull and one.shields >= other.shields
                assert not (arms and better and one.missiles >= other.missiles), f"{one.name} replaces {other.name}"


# --- tiles and maps ---


def test_tiles_are_hexagons_of_37_hexes_and_six_is_the_core() -> None:
    """SR-G3."""
    for number, tile in tiles().items():
        assert set(tile.marks) == set(hx.disc((0, 0), 3)), number
        assert ("C" in tile.map) == (number == "6")


def test_tiles_lie_edge_to_edge() -> None:
    """SR-G3: on the lattice spanned by (7, -3) and its rotations no two overlap and no hex is left between."""
    assert hx.rotate(TILE_STEPS[0], 1) == TILE_STEPS[1] == (3, 4)
    centres = [(7 * i + 3 * j, -3 * i + 4 * j) for i in range(-3, 4) for j in range(-3, 4)]
    filled = [at for centre in centres for at in hx.disc(centre, 3)]
    assert len(filled) == len(set(filled))
    assert set(hx.disc((0, 0), 10)) <= set(filled)


def test_the_edge_is_every_hex_with_a_neighbour_off_the_map() -> None:
    """SR-G3."""
    chart = chart_of("small-skirmish", "", 2)
    for at in chart.hexes:
        assert (at in chart.edge) == any(near not in chart.hexes for near in hx.ring(at, 1))


def turned(at: Hex, sixths: int) -> Hex:
    return hx.rotate(at, sixths)


@pytest.mark.parametrize(("slug", "players"), [one for one in PLAYED if not scenarios()[one[0]].sides])
def test_maps_of_equals_look_the_same_from_every_side(slug: str, players: int) -> None:
    chart, sixths = chart_of(slug, "", players), 6 // players
    middle = middle_of(chart)
    for cells in (chart.hexes, chart.planets, chart.core):
        assert {spin(at, sixths, middle) for at in cells} == cells
    for n in range(players):
        assert {spin(at, sixths, middle) for at in chart.zones[n]} == set(chart.zones[(n + 1) % players])
        if chart.homes:
            assert {spin(at, sixths, middle) for at in chart.homes[n]} == chart.homes[(n + 1) % players]


def middle_of(chart: Chart) -> Hex:
    """Twice the middle of the map, so that it is whole."""
    total, count = (sum(q for q, _ in chart.hexes), sum(r for _, r in chart.hexes)), len(chart.hexes)
    return 2 * total[0] // count, 2 * total[1] // count


def spin(at: Hex, sixths: int, twice: Hex) -> Hex:
    q, r = hx.rotate((2 * at[0], 2 * at[1]), sixths, twice)
    return q // 2, r // 2


def test_the_long_corridor_is_seven_wide_throughout() -> None:
    """SR-C3."""
    chart = chart_of("long-corridor", "", 2)
    columns: dict[int, list[int]] = {}
    for q, r in chart.hexes:
        columns.setdefault(q, []).append(r)
    assert len(columns) == 35
    for rows in columns.values():
        assert sorted(rows) == list(range(min(rows), min(rows) + 7))


def test_crossroads_has_three_arms() -> None:
    """SR-C4: the middle apart, the map falls into three pieces, a zone in each."""
    chart = chart_of("crossroads", "", 3)
    left = set(chart.hexes) - set(hx.disc((0, 0), 3))
    pieces = []
    while left:
        piece, border = set(), [min(left)]
        while border:
            at = border.pop()
            if at in left:
                left.discard(at)
                piece.add(at)
                border += hx.ring(at, 1)
        pieces.append(piece)
    assert len(pieces) == 3
    assert all(any(set(zone) <= piece for zone in chart.zones) for piece in pieces)


def test_the_core_is_tile_six() -> None:
    """SR-C5, SR-V2."""
    for players in (2, 3):
        chart = chart_of("race-for-the-core", "", players)
        assert ("6", (0, 0)) in chart.tiles
        assert set(goals_of("race-for-the-core", "", players)) == chart.core
        assert chart.core == frozenset(hx.disc((0, 0), 1))


@pytest.mark.parametrize(("slug", "players"), PLAYED)
def test_objectives_are_out_of_reach_of_a_first_move(slug: str, players: int) -> None:
    """SR-V2, SR-V4: farther from any enemy zone hex than the fastest capital speed and the longest capital length."""
    chart = chart_of(slug, "", players)
    reach = max(hull.speed for hull in CAPITALS) + max(hull.length for hull in CAPITALS)
    for at, owner in goals_of(slug, "", players).items():
        for side, zone in enumerate(chart.zones):
            if side != owner and (owner < 0 or side_of(slug, "", 0, side).team != side_of(slug, "", 0, owner).team):
                assert min(hx.distance(at, other) for other in zone) > reach


# --- zones ---


@pytest.mark.parametrize(("slug", "players"), PLAYED)
def test_zones_share_no_hex_and_hold_no_planet(slug: str, players: int) -> None:
    """SR-S6, SR-G4."""
    chart = chart_of(slug, "", players)
    every = [at for zone in chart.zones for at in zone]
    assert len(every) == len(set(every))
    assert not set(every) & chart.planets
    assert set(every) <= chart.hexes


def side_fleets(slug: str, side: int) -> list[tuple[str, list[Hull]]]:
    """By faction that may take the side: the legal fleet with most ships and the one with most hexes."""
    scenario = scenarios()[slug]
    factions: tuple[str, ...] = FACTIONS
    if scenario.roles == "myriad":
        factions = ("myriad",) if side == 0 else ("ferrum", "ember")
    budget = 20_000 if scenario.choose else 0
    found = []
    for faction in factions:
        for most in (lambda hull: hull.cost, lambda hull: hull.cost / hull.length):
            found.append((faction, largest(faction, slug, side, budget, most)))
    return found


def largest(faction: str, slug: str, side: int, budget: int, key) -> list[Hull]:
    given = side_of(slug, "", budget, side)
    purse, fleet = given.points(), [hulls()[given.free]] if given.free else []
    for hull in sorted(ships(faction), key=key):
        kind = "any" if "any" in purse else hull.kind
        while fleet.count(hull) < hull.limit and purse.get(kind, 0) >= hull.cost:
            purse[kind] -= hull.cost
            fleet.append(hull)
    return fleet


@pytest.mark.parametrize(("slug", "players"), PLAYED)
def test_zones_hold_the_largest_fleets(slug: str, players: int) -> None:
    """SR-S6: a packing is constructed, the longest first, for the fleets with most ships and with most hexes."""
    for side in range(players):
        for faction, fleet in side_fleets(slug, side):
            assert packed(slug, players, side, fleet), f"{faction} does not fit side {side}: {len(fleet)} ships"


def packed(slug: str, players: int, side: int, fleet: list[Hull]) -> bool:
    taken: set[Hex] = set()
    for hull in sorted(fleet, key=lambda hull: -hull.length):
        place = best_berth(slug, players, side, hull, taken)
        if place is None:
            return False
        taken |= place
    return True


def best_berth(slug: str, players: int, side: int, hull: Hull, taken: set[Hex]) -> frozenset[Hex] | None:
    """The free berth that leaves the fewest free hexes around it, so that ships lie close."""
    free = [one for one in all_berths(slug, players, side, hull.length) if one[0].isdisjoint(taken)]
    return min(free, key=lambda one: len(one[1] - taken), default=(None, None))[0]


@cache
def all_berths(slug: str, players: int, side: int, length: int) -> list[tuple[frozenset[Hex], frozenset[Hex]]]:
    """The berths of a side in order, each as the hexes that it fills, and those around it in the zone."""
    zone, found = set(chart_of(slug, "", players).zones[side]), []
    for heading in range(6):
        places = berths((slug, "", players), side, length, heading).places.values()
        for q, r in sorted((at.q, at.r) for at in places):
            filled = frozenset(body(q, r, heading, length))
            around = {near for each in filled for near in hx.ring(each, 1)} & zone
            found.append((filled, frozenset(around - filled)))
    return found


@pytest.mark.parametrize(("slug", "players"), PLAYED)
def test_zones_are_five_deep_with_a_line_for_every_long_ship(slug: str, players: int) -> None:
    """SR-S6: disjoint lines of five from the map edge, at least as many as a fleet can have ships longer than two."""
    chart = chart_of(slug, "", players)
    for side, zone in enumerate(chart.zones):
        heading, lines, taken = chart.facings[side], 0, set()
        for stern in sorted(set(zone) & chart.edge):
            line = set(hx.beam(stern, heading, 5))
            if line <= set(zone) and not line & taken:
                lines, taken = lines + 1, taken | line
        longest = max(sum(hull.length > 2 for hull in fleet) for _, fleet in side_fleets(slug, side))
        assert lines >= longest, (side, lines, longest)


# --- scenarios and fleets ---


def test_the_twelve_scenarios_are_those_of_the_page() -> None:
    """SR-C1, SR-C2, SR-C3, SR-C4, SR-C5, SR-C10, SR-C11, SR-C12."""
    equal = {
        "small-skirmish": (1, "23", 2500, "fleets"),
        "homeworlds": (2, "23", 5000, "homes"),
        "long-corridor": (3, "2", 5000, "fleets"),
        "crossroads": (4, "3", 5000, "fleets"),
        "race-for-the-core": (5, "23", 7500, "core"),
        "all-out-war": (10, "23", 15_000, "fleets"),
        "grand-armada": (11, "23", 20_000, "fleets"),
        "open-play": (12, "23", 5000, "fleets"),
    }
    for slug, (number, players, budget, victory) in equal.items():
        scenario = scenarios()[slug]
        assert (scenario.number, "".join(scenario.maps), scenario.budget, scenario.victory) == (
            number,
            players,
            budget,
            victory,
        )
        assert scenario.roles == "seats"
    assert [slug for slug, scenario in scenarios().items() if scenario.choose] == ["open-play"]
    assert [scenario.number for scenario in scenarios().values()] == list(range(1, 13))


def test_scenarios_with_roles_are_those_of_the_page() -> None:
    """SR-C6, SR-C7, SR-C8, SR-C9."""
    sides = {slug: scenario.sides for slug, scenario in scenarios().items() if scenario.sides}
    purses = {slug: [side.points() for side in found] for slug, found in sides.items()}
    assault = {"capital": 10_000, "fighter": 1000}
    assert purses == {
        "fleet-assault-2p": [assault, {"fighter": 10_000}],
        "fleet-assault-3p": [assault, {"fighter": 5000}, {"fighter": 5000}],
        "planetary-defense-2p": [{"any": 2500}, {"any": 10_000}],
        "planetary-defense-3p": [{"any": 4750}, {"any": 6000}, {"any": 6000}],
    }
    assert all([side.team for side in found] == [0, 1, 1][: len(found)] for found in sides.values())
    assert [slug for slug in sides if scenarios()[slug].victory == "devour"] == list(sides)[2:]
    assert all(sides[slug][0].free == "bristlemaw" for slug in list(sides)[2:])
    assert [scenarios()[slug].roles for slug in sides] == ["order", "order", "myriad", "myriad"]


@pytest.mark.parametrize(("slug", "players"), PLAYED)
def test_every_side_finds_a_ready_made_fleet_that_uses_its_points(slug: str, players: int) -> None:
    for side in range(players):
        given = side_of(slug, "", 5000, side)
        for faction in {faction for faction, _ in side_fleets(slug, side)}:
            assert max(spent(fleet, given) for fleet in fleets().values() if fleet.faction == faction) >= 0.85


def spent(fleet, side) -> float:
    """The share of a side's points that a fleet uses, 0 when it is beyond them."""
    purse = side.points()
    for slug in fleet.list:
        if slug != side.free:
            kind = "any" if "any" in purse else hulls()[slug].kind
            purse[kind] = purse.get(kind, 0) - hulls()[slug].cost
    total = sum(side.points().values())
    return 0.0 if min(purse.values()) < 0 else (total - sum(purse.values())) / total


def test_every_map_is_used() -> None:
    assert {name for scenario in scenarios().values() for name in scenario.maps.values()} == set(read_cards(MAPS, Map))


# --- files of a user's own ---

MAP = """[my-map]
title = "Mine"
tiles = ["1 at 0,0", "2 at 0,1 turned 2", "1 at 0,2"]
zones = [["N -3..3 deep 2"], ["S 3..9 deep 2"]]
"""
SCENARIO = """[mine]
title = "A duel"
text = "Two fleets in a lane."
budget = 1000
maps = { 2 = "ring-2" }
"""


def test_a_map_of_ones_own_is_played_on(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text(MAP)
    custom = read_custom(None, tmp_path / "map.toml")
    assert len(chart_of("small-skirmish", custom, 2).hexes) == 3 * 37


def test_a_scenario_of_ones_own_is_played(tmp_path: Path) -> None:
    (tmp_path / "war.toml").write_text(SCENARIO)
    custom = read_custom(tmp_path / "war.toml", None)
    assert scenario_of("small-skirmish", custom).title == "A duel"
    assert side_of("small-skirmish", custom, 0, 1).points() == {"any": 1000}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"2 at 0,1 turned 2"',
            '"99 at 0,1"',
            "map.toml, line 1, card 'my-map', the whole card: there is no tile 99",
        ),
        ('"2 at 0,1 turned 2"', '"1 at 0,0"', "lies on another"),
        ('"2 at 0,1 turned 2"', '"two"', "a tile is written like '2 at 1,0 turned 3', not 'two'"),
        ("N -3..3 deep 2", "N forward", "a strip of a zone is written like 'S -7..6 deep 5', not 'N forward'"),
        ("N -3..3 deep 2", "N 90..95 deep 2", "holds no hex of the map"),
        ("N -3..3 deep 2", "N -3..3 deep 9", "there is a planet in zone 0"),
        ("N -3..3 deep 2", "S 3..9 deep 2", "zone 1 shares the hex"),
        ('title = "Mine"', "title = 7", "map.toml, line 2, card 'my-map', title: "),
        ('title = "Mine"', 'title = "Mine"\nhomes = [0]', "home 0 is no tile of this map with a planet H"),
        ("[my-map]", "[my-map", "map.toml: "),
        (
            "[my-map]",
            '[other]\ntitle = "x"\ntiles = ["1 at 0,0"]\nzones = [["N 0..0 deep 1"]]\n[my-map]',
            "must hold one [map]",
        ),
        ("N -3..3", "N -3..999999999", "runs over more than 240 lines"),
        ('"Mine"', '"\\u001b]0;Mine\\u0007"', "letters, digits, signs and spaces only"),
        ('"Mine"', '"\\u202eMine"', "letters, digits, signs and spaces only"),
        ('"Mine"', f'"{"Mine" * 20}"', "it is longer than 60"),
    ],
)
def test_a_mistake_in_a_map_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "map.toml").write_text(MAP.replace(old, new))
    with pytest.raises(AssetError) as wrong:
        read_custom(None, tmp_path / "map.toml")
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("budget = 1000", "", "a scenario has a budget or sides with purses"),
        ('"ring-2"', '"nowhere"', "there is none of that name"),
        ("budget", 'victory = "core"\nbudget', "needs a map with the core, tile 6"),
        ("budget", 'victory = "homes"\nbudget', "every side needs a home planet"),
        ("budget", 'victory = "devour"\nbudget', "has roles 'myriad'"),
        ("budget", 'victory = "peace"\nbudget', "war.toml, line 4, card 'mine', victory: "),
        ("2 = ", "4 = ", "maps"),
        ("budget = 1000", "budget = 'all'", "budget"),
        ("budget = 1000", 'sides = [{ name = "A", team = 0, purse = { any = 100001 } }]', "purse"),
        ("A duel", "\\u009b31mA duel", "letters, digits, signs and spaces only"),
        ("Two fleets", "\\u2066Two fleets", "letters, digits, signs and spaces only"),
    ],
)
def test_a_mistake_in_a_scenario_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "war.toml").write_text(SCENARIO.replace(old, new))
    with pytest.raises(AssetError) as wrong:
        read_custom(tmp_path / "war.toml", None)
    assert said in str(wrong.value)
    assert str(wrong.value).startswith("war.toml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"no-such\.toml cannot be read"):
        read_custom(None, tmp_path / "no-such.toml")
