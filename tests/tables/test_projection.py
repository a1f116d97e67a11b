"""What one viewer is told of a table, piece by piece, comes to all there is to know, also after undos."""

import json

import pytest

from starforge.engine.rng import Rng
from starforge.engine.save import Save, Seat
from starforge.games import load
from starforge.server.push.feeds import ProjectionFeed, packed
from starforge.tables.play.meta import REWIND, UNDO
from starforge.tables.play.projection import Projection
from starforge.tables.play.record import Record
from starforge.tables.remote.table import _Side

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
    played.entries.append(played.entry(seat, text))


@pytest.mark.parametrize(("slug", "seats"), [("tiny", 3), ("reach", 2), ("shattered-reach", 2), ("astroforce", 2)])
def test_all_news_together_are_what_a_fresh_look_shows(slug, seats):
    played, dice = record(slug, seats, 5), Rng(8)
    viewers = [*range(seats), None]
    shown = {viewer: Projection(viewer, played) for viewer in viewers}
    feeds = {viewer: ProjectionFeed() for viewer in viewers}
    sides = {viewer: _Side() for viewer in viewers}
    for number in range(150):
        first = number == 0
        if played.match.state.result is not None:
            break
        step(played, dice)
        for viewer, before in shown.items():
            now = shown[viewer] = before.after(played)
            news = feeds[viewer].news(now)
            assert bool(news) == (now is not before or first)
            if not news:
                continue
            log = list(sides[viewer].log)
            shorter = sides[viewer].take(json.loads(news))
            assert shorter or sides[viewer].log[: len(log)] == log
            fresh = Projection(viewer, played)
            assert (packed(now), now.log) == (packed(fresh), fresh.log)
            assert len(sides[viewer].log) == len(fresh.log)


def test_moves_are_counted_as_each_viewer_can_count_them():
    played = record("tiny", 3, 5)
    for seat in (0, 1, 0):
        legal = played.game.legal(played.match.state, seat)
        played.do(seat, str(legal[0]))
    shown = {viewer: Projection(viewer, played) for viewer in (0, 1, 2, None)}
    assert {viewer: one.length for viewer, one in shown.items()} == {0: 2, 1: 1, 2: 0, None: 0}
    assert {viewer: one.mine for viewer, one in shown.items()} == {0: 2, 1: 1, 2: 0, None: 0}
    played.do(1, UNDO)
    assert [one.after(played) is one for one in shown.values()] == [True, False, True, True]
