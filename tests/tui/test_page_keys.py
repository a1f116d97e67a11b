"""However long a menu is, every choice of the page that is shown has a key that reaches it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from starforge.tables.local import LocalLobby
from starforge.tui.drawing.frame import Item, keyed
from starforge.tui.drawing.spots import ItemSpot
from tests.tui.conftest import at_table, make_app
from tests.tui.facts import SIZES
from tests.tui.terminal import Seen, run


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_choice_of_a_page_is_reached_by_its_key(tiny: None, lobby: LocalLobby, size: tuple[int, int]) -> None:
    async def script(seen: Seen) -> None:
        screen: Any = seen.app.screen
        chosen: list[int] = []

        async def choose() -> None:
            chosen.append(screen.cursor.number)

        screen.choose = choose
        first = screen.cursor.items[0].action
        for count in (1, 9, 30, 60):
            menu = [Item(f"choice <{n}>", action=replace(first, card=f"c{n}")) for n in range(count)]
            screen.cursor.items = keyed(menu, screen.scope)
            screen.cursor.open()
            at = 0
            while at < count:
                screen.cursor.put(at)
                screen.repaint()
                page = sorted({s.number for _, s in screen.sheet.picture.spots if isinstance(s, ItemSpot)})
                for n in page:
                    screen.cursor.put(page[-1])
                    key = screen.cursor.items[n].key
                    assert key, n
                    same = [m for m in page if screen.cursor.items[m].key == key]
                    for _ in range(1 + same.index(n) if len(same) > 1 else 1):
                        await screen.press_common(key)
                    assert screen.cursor.number == n
                    assert len(same) > 1 or chosen[-1] == n
                at = page[-1] + 1

    run(make_app(lobby, at_table("tiny", "Ada", "bot:greedy", seed=3)), script, size)
