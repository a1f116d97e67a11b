"""What is asked or said, what is under the cursor, and the news: each stands whole in one place, in every game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from starforge.games.astroforce.game import GAME as PATROL
from starforge.games.reach.game import GAME as FLIGHT
from starforge.games.shattered_reach.game import GAME as WAR
from starforge.tui.drawing.foot import BOARD, Foot, draw_news
from starforge.tui.drawing.frame import Scene, here, keyed
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot, PageSpot
from starforge.tui.games.astroforce.draw import draw as draw_patrol
from starforge.tui.games.generic import draw as draw_words
from starforge.tui.games.reach.draw import draw as draw_flight
from starforge.tui.games.reach.menu import menu as flight_menu
from starforge.tui.games.shattered_reach.draw import draw as draw_war
from starforge.tui.games.shattered_reach.gaze import Gaze
from starforge.tui.games.shattered_reach.map.camera import Camera, home
from starforge.tui.games.shattered_reach.menu import listed, menu
from starforge.tui.games.shattered_reach.strip import entries
from tests.tui.facts import SIZES, shows
from tests.tui.patrols import seen, some_patrols
from tests.tui.played import NAMES
from tests.tui.test_astroforce_facts import scene as patrol_scene
from tests.tui.test_reach_facts import played as flights
from tests.tui.wars import some_wars

pytestmark = pytest.mark.xdist_group("what stands below the board")
Draw = Callable[[Scene, int, int], Picture]
DRAWS: dict[str, Draw] = {"patrols": draw_patrol, "flights": draw_flight, "wars": draw_war, "words": draw_words}
SAID = (
    "Hint: Forward (1 MP); velocity +1 and one hex straight ahead. The best plan: right, 2 x forward, left, 5 x "
    "forward. There it could fire at Mite 23, for 1.7 damage on average, and 1 foe at it, for 0.7; the next best that "
    "ends elsewhere, forward, right, forward, left, 5 x forward, is worth 3 points less.",
    "Hint: Claim Gravity Keel; Research, 5 points. Increase your Engine Chamber or Command Bridge power by 2 for good "
    "at the end of this turn. With its reward and your Landing card it is worth about 9 points to you.",
    "Undo stops here: the dice have been rolled since.",
)
"""As long as hints are, and as short as most that is said."""


@cache
def scenes(game: str) -> tuple[Scene, ...]:
    return tuple({"patrols": _patrols, "flights": _flights, "wars": _wars, "words": _words}[game]())


def _patrols() -> Iterator[Scene]:
    for s, log in some_patrols(61, 1):
        yield replace(patrol_scene(seen(s), list(log), 0), fresh=len(log) % 4)


def _words() -> Iterator[Scene]:
    for one in scenes("patrols")[::3]:
        yield replace(one, more=PATROL.lines(one.view, one.names), scope="game")  # type: ignore[arg-type]


def _flights() -> Iterator[Scene]:
    for n, (view, log, _) in enumerate(flights(3, 4)):
        if n % 4 == 0 and view.result is None:
            one = Scene(
                view=view, title="USC: Reach", names=NAMES, question=FLIGHT.question(view), log=log, fresh=n % 3
            )
            items = keyed(flight_menu(view), "reach")
            yield replace(one, items=items, number=0, scope="reach")
            if items and items[0].items:
                yield replace(one, items=items[0].items, path=(items[0].label,), number=0, scope="reach")


def _wars() -> Iterator[Scene]:
    for n, (view, log) in enumerate(some_wars(41, 130, 1)):
        if n % 2 == 0 and view.result is None:
            items, more = keyed(menu(view), "shattered-reach"), Gaze(Camera(home(view)))
            one = Scene(
                view=view, title="Shattered Reach", names=NAMES, question=WAR.question(view), log=log, more=more
            )
            one = replace(one, fresh=n // 2 % 4)
            yield replace(one, items=items, number=0, scope="shattered-reach")
            group = next((items[k] for k in listed(items) if items[k].items), None)
            if group is not None:
                yield replace(one, items=group.items, path=(group.label,), number=0, scope="shattered-reach")


def listed_rows(picture: Picture) -> range:
    """Return the rows of the list of choices, the last of what can be chosen: a board above it may hold more."""
    chosen = {region.y for region, spot in picture.spots if isinstance(spot, ItemSpot)}
    end = max(chosen, default=picture.height - 1) + 1
    start = end
    while start - 1 in chosen:
        start -= 1
    return range(start, end)


@pytest.mark.parametrize(("rows", "mark"), [(1, "3 more: l"), (2, "2 more: l"), (3, "1 more: l"), (4, "")])
def test_new_lines_that_have_no_room_are_counted(rows: int, mark: str) -> None:
    new = ["The first.", "The second.", "The third.", "The last."]
    picture, of = Picture(60, 4), replace(scenes("patrols")[0], log=["Older.", *new], fresh=4)
    draw_news(picture, of, new, Region(0, 0, 60, rows))
    (found,) = re.findall(r"\d+ more: l", picture.text()) or [""]
    assert found == mark
    assert sum(shows(picture, line) for line in new) == rows


def torn(picture: Picture, of: Scene) -> list[str]:
    """Return what does not stand whole in its place: above the choices, below them, or anywhere."""
    rows, about, new = picture.text().split("\n"), here(of)[0], entries(of.log[-max(of.fresh, 1) :])
    choices = listed_rows(picture)
    places = [("said", of.note, rows[: choices.start])] if of.note else []
    places += [] if of.note else [("about", about, rows[choices.stop if choices else 0 :])]
    hidden = [words for words in new if not shows(picture, words)]
    more = re.search(r"(\d*) ?more: l", picture.text())
    places += [("news", words, []) for words in hidden if not more or int(more[1] or 1) < len(hidden) - 1]
    return [f"{what}: {words}" for what, words, where in places if not shows("\n".join(where), words)]


@pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
@pytest.mark.parametrize("game", DRAWS)
def test_hint_explanation_and_news_stand_whole(game: str, size: tuple[int, int]) -> None:
    draw = DRAWS[game]
    for n, one in enumerate(scenes(game)):
        count = max(len(one.items), 1)
        for number in {n % count, (n * 5 + 1) % count}:
            of = replace(one, number=number if one.items else -1, note=("", *SAID)[(n + number) % (len(SAID) + 1)])
            picture = draw(of, *size)
            assert not torn(picture, of), "\n".join([*torn(picture, of), picture.text()])


def pages(draw: Draw, of: Scene, size: tuple[int, int]) -> list[list[int]]:
    """Return the pages of choices that Space shows from here on, until one comes again."""
    found: list[list[int]] = []
    while True:
        picture = draw(of, *size)
        rows = listed_rows(picture)
        found.append([one.number for at, one in picture.spots if isinstance(one, ItemSpot) and at.y in rows])
        following = next((spot.number for _, spot in picture.spots if isinstance(spot, PageSpot)), None)
        if following is None or found[-1] in found[:-1]:
            return found
        of = replace(of, number=following)


@pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
@pytest.mark.parametrize("game", DRAWS)
def test_space_shows_every_page_of_every_question_in_order_from_anywhere(game: str, size: tuple[int, int]) -> None:
    paged = 0
    for n, one in enumerate(scenes(game)):
        count = len(one.items)
        starts = {-1, 0, count - 1, n % max(count, 1)} if n % 3 == 0 and count else set()
        ways = [pages(DRAWS[game], replace(one, number=start), size) for start in sorted(starts)]
        for way in ways:
            shown = [number for page in way[: max(len(way) - 1, 1)] for number in page]
            assert len(shown) == len(set(shown)), f"no page is shown twice before all: {way}"
            assert set(shown) == {number for page in ways[0] for number in page}, "all are reached from anywhere"
            assert len(way) == 1 or way[-1] == way[0], "after the last comes the first"
            paged += len(way) > 1
        shown = {one.items[number] for way in ways for page in way for number in page}
        keyless = {item.label for item in shown if not item.key}
        assert not keyless - {"Step back: Backspace"}
    assert paged or size[0] > 60 or game == "words"


@pytest.mark.parametrize("said", [*SAID, ""])
def test_whatever_there_is_to_say_the_board_keeps_its_rows(said: str) -> None:
    scene, long = scenes("patrols")[0], " ".join(SAID * 3)
    for height in (20, 23, 24, 40):
        for rows in (2, 4):
            facts = {"which": range(len(scene.items)), "rows": rows, "narrowest": 26, "usual": 2, "about": long}
            foot = Foot(scene=replace(scene, note=said), width=60, height=height, news=[long, long], **facts)
            assert foot.tall <= height - 2 - BOARD
            assert foot.parts[2] >= 1, "the news has a row in any case"
