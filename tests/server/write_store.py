"""Write down what a server of this format leaves, for tests of later ones: ``python -m tests.server.write_store``.

Once a format was released its file stays as it is; a change of what is kept takes a new number of the format.
"""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from starforge.games import GAMES
from starforge.tables.shared import Clock, SeatAssignment
from starforge.tables.store.server_schema import SERVER
from tests.server.local_server import play_out, serving
from tests.stores import STORES
from tests.waiting import until


async def live(data: Path) -> None:
    """Let people do a little of everything."""
    async with serving(data) as server:
        ada, ben = await server.connect("Ada"), await server.connect("Ben")
        await ada.prefer({"theme": "contrast"})
        await ada.say("hello")
        ended = await server.table(["Ada", "Ben"])
        await play_out([await lobby.open(ended) for lobby in (ada, ben)])
        await ada.offer(
            "tiny",
            [SeatAssignment(), SeatAssignment(invited="Ben"), SeatAssignment(bot="greedy")],
            {},
            Clock("bank", 3600),
        )
        table = await ada.open(await server.table(["Ada", "Ben"], clock=Clock("move", 86_400), rounds=2))
        await until(lambda: table.view(0).legal)
        for _ in range(3):
            await table.submit(0, table.view(0).legal[0])
            await table.undo(0)
        await table.submit(0, table.view(0).legal[0])
        await table.say("your turn")
        await table.note_draft("a plan")
        await server.daemon.store.invite("a code", "", 3, datetime.now(UTC) + timedelta(days=36_500))


def main() -> None:
    GAMES["tiny"] = "tests.tiny:GAME"
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(live(Path(folder)))
        with closing(sqlite3.connect(Path(folder) / "server.db")) as db:
            text = "\n".join(db.iterdump()) + "\n"
    (STORES / f"server-{SERVER.version}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
