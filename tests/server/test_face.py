"""What one viewer is told of a table, piece by piece, comes to all there is to know, also after undos."""

import json

import pytest

from starforge.engine.rng import Rng
from starforge.engine.save import Save, Seat
from starforge.games import load
from starforge.server.push.feeds import FaceFeed
from starforge.tables.play.projection import Projection
from starforge.tables.play.record import REWIND, Record
from starforge.tables.remote.table import _Side
from starforge.tables.store.local import UNDO

PEOPLE = [Seat(name=name) for name in ("Ada", "Ben", "Cy")]


def record(game, seats, seed):
    return Record(
        "abcdef", Save(game=game, rules_version=load(game).info.rules_version, seats=PEOPLE[:seats], seed=seed)
    )


def step(played, dice, undo_one_in=4):
    """Let somebody act at random or take something back, each with or without the others' consent."""
    s, seats = played.match.state, range(played.match.seats)
    free = [(n, text) for n in seats for text in (UNDO, REWIND) if not played.match.undoable(n, agreed=text == REWIND)]
    if free and dice.below(undo_one_in) == 0:
        seat, text = free[dice.below(len(free))]
    else:
        asked = sorted(s.asks)
        seat = asked[dice.below(len(asked))]
        legal = played.game.legal(s, seat)
        text = str(legal[dice.below(len(legal))])
    played.do(seat, text)
    played.keep(played.entry(seat, text))


@pytest.mark.parametrize(("slug", "seats"), [("tiny", 3), ("reach", 2), ("shattered-reach", 2), ("astroforce", 2)])
def test_all_news_together_are_what_a_fresh_look_shows(slug, seats):
    played, dice = record(slug, seats, 5), Rng(8)
    viewers = [*range(seats), None]
    faces = {viewer: Projection(viewer) for viewer in viewers}
    feeds = {viewer: FaceFeed() for viewer in viewers}
    sides = {viewer: _Side() for viewer in viewers}
    for _ in range(250):
        if played.match.state.result is not None:
            break
        step(played, dice)
        for viewer, face in faces.items():
            copy = face.copy()
            changed = copy.look(played)
            faces[viewer] = copy
            news = feeds[viewer].news(copy)
            assert bool(news) == changed
            if not news:
                continue
            before = list(sides[viewer].log)
            shorter = sides[viewer].take(json.loads(news))
            assert shorter or sides[viewer].log[: len(before)] == before
            fresh = Projection(viewer)
            fresh.look(played)
            assert (copy.parts, copy.log) == (fresh.parts, fresh.log)
            assert len(sides[viewer].log) == len(fresh.log)


def test_moves_are_counted_as_each_viewer_can_count_them():
    played = record("tiny", 3, 5)
    for seat in (0, 1, 0):
        legal = played.game.legal(played.match.state, seat)
        played.do(seat, str(legal[0]))
    faces = {viewer: Projection(viewer) for viewer in (0, 1, 2, None)}
    for face in faces.values():
        face.look(played)
    assert {viewer: face.parts["length"] for viewer, face in faces.items()} == {0: "2", 1: "1", 2: "0", None: "0"}
    assert {viewer: face.parts.get("mine") for viewer, face in faces.items()} == {0: "2", 1: "1", 2: "0", None: None}
    played.do(1, UNDO)
    assert [face.look(played) for face in faces.values()] == [False, True, False, False]
