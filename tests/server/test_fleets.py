"""A fleet kept by name is built at a server's table too, ship after ship, each as the one before has left it."""

from starforge.tui.games.shattered_reach.fleets.hangar import Kept, keep
from starforge.tui.games.shattered_reach.fleets.shelf import Shelf
from tests.server.local_server import serving


async def test_a_kept_fleet_is_built_over_a_line(tmp_path):
    mine = tmp_path / "fleets.toml"
    keep(mine, Kept(name="Pack", faction="ferrum", ships={"wasp": 4, "gnat": 2, "picket": 1}))
    async with serving(tmp_path / "hub") as server:
        lobby = await server.connect("Ada")
        await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben"], "shattered-reach", factions="ferrum,ember")
        table = await lobby.open(table_id)
        said = []
        await table.submit(0, table.game.parse("buy lancet"))
        await Shelf(table, 0, mine, said.append).answer(["take", "Pack"])
        assert said == ["Pack is taken."]
        assert sorted(table.view(0).fleet) == ["gnat", "gnat", "picket", "wasp", "wasp", "wasp", "wasp"]
