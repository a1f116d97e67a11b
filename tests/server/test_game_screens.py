"""A game screen plays at a table of a server as it does at one of its own, and shows at once what others do there."""

from contextlib import AsyncExitStack

import pytest

from starforge.tui.app.routes import screen_for
from tests.server.local_server import serving
from tests.tui.conftest import make_app
from tests.tui.terminal import run
from tests.waiting import until


@pytest.mark.parametrize("game", ["tiny", "astroforce", "reach", "shattered-reach"])
def test_a_game_screen_plays_at_a_table_of_a_server(tmp_path, game):
    stack, there = AsyncExitStack(), {}

    async def first(app):
        server = there["server"] = await stack.enter_async_context(serving(tmp_path))
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        table_id = await server.table(["Ada", "Ben"], game)
        there["tables"] = [await lobby.open(table_id) for lobby in (ada, ben)]
        return screen_for(there["tables"][0])

    async def play(seen):
        async with stack:
            ada, ben = there["tables"]
            for _ in range(6):
                await act_for(ben)
                if ada.view(0).legal:
                    await seen.press("enter")
            await until(lambda: seen.app.screen.view == ada.view(seen.app.screen.viewers.seat))
            assert seen.app.screen.viewers.seat == 0
            await act_for(ben)
            await until(lambda: seen.app.screen.view.waiting == ben.view(None).waiting)
            entries = there["server"].daemon.hub.open[ada.id].record.entries
            return {entry.seat for entry in entries}

    assert run(make_app(None, first), play, (100, 40)) == {0, 1}


async def act_for(table):
    """Let the other player act, if asked."""
    if legal := table.view(1).legal:
        await table.submit(1, legal[0])
