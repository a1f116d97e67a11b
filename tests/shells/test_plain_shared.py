"""Lines at a table of a server."""

import asyncio
import io

from starforge.engine.save import parse_save
from starforge.games.end_card import card_lines
from starforge.tables.play.replay import Replay
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain_shared import SharedPlain
from tests.tui.fake_lobby import FakeLobby, FakeServer
from tests.tui.shared import finish


def test_at_the_end_the_card_is_told_from_the_record_of_the_server(tiny):
    server = FakeServer("Ada", "Ben")
    table_id, out = finish(server, "Ada", "Ben"), io.StringIO()

    async def script():
        lobby = FakeLobby(server, "Ada")
        await SharedPlain(await lobby.open(table_id), Lines(io.StringIO(), out), lobby).run()
        return Replay(parse_save(await lobby.export(table_id)))

    replay = asyncio.run(script())
    told = card_lines(replay.end_card(), replay.heading(table_id))[1:-1]
    assert "\n".join(told) in out.getvalue()
    assert len(told) > 1
    assert f"ssh HOST export {table_id} > game.json" in out.getvalue()
