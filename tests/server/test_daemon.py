"""The server's life: people come by its socket, play, and find everything again when it is back."""

import asyncio

from tests.server.local_server import play_out, serving
from tests.waiting import until


def test_two_people_play_and_one_watches_until_the_end(tmp_path):
    async def play():
        async with serving(tmp_path) as server:
            ada, ben, cy = [await server.connect(name) for name in ("Ada", "Ben", "Cy")]
            table_id = await server.table(["Ada", "Ben"])
            tables = [await lobby.open(table_id) for lobby in (ada, ben, cy)]
            assert [table.here for table in tables] == [(0,), (1,), ()]
            await play_out(tables[:2])
            assert tables[2].view(None).result is not None
            assert tables[2].log(None) == tables[0].log(0)
            await until(lambda: [one.stage for one in ada.listing()] == ["ended"])

    asyncio.run(play())
