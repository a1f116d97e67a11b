"""The pictures of a server: drawn from a real one, the same each time."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from starforge.server import pictures

QUICK = [shot for shot in pictures.SHOTS if shot.name in ("lobby-80x24", "shared-table-120x40")]


@pytest.mark.parametrize("shot", QUICK, ids=lambda shot: shot.name)
async def test_a_picture_of_a_server_is_the_same_each_time(shot: pictures.SharedShot) -> None:
    first = await pictures.draw(shot)
    assert first == await pictures.draw(shot)
    assert len("".join(ElementTree.fromstring(first).itertext())) > 300
