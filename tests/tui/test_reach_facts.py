"""USC: Reach, seeded games at every size: all that a player needs is on the screen, whole, or behind a mark."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest

from starforge.engine.event import Event, redact
from starforge.engine.rng import Rng
from starforge.games.reach import GAME
from starforge.games.reach.bot import player
from starforge.games.reach.game import Options
from starforge.games.reach.model.actions import Ready
from starforge.games.reach.view.types import BoardView, ReachView
from starforge.games.reach.words.names import SHORT
from starforge.games.reach.words.printed import brief
from starforge.tui.drawing.frame import SIDES, Scene, keyed
from starforge.tui.drawing.picture import Picture, Span, clean, fit
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach import about, draw
from starforge.tui.games.reach.draw_moments import parts
from starforge.tui.games.reach.glyphs import BRIEF, big, code
from starforge.tui.games.reach.menu import menu
from starforge.tui.games.reach.moments import Moment, Reveal, Showing, moments, showing
from starforge.tui.games.reach.pool import needs_of
from starforge.tui.games.reach.spots import DepartmentSpot, HandSpot, LandingSpot, MissionSpot
from tests.tui.facts import SIZES, Fact, cut_short, cut_words, fact, missing, shows

NAMES = ("Ada", "Ben", "Cyd", "Dov")
MANY = int(os.environ.get("STARFORGE_FACTS", "1"))
GAMES = [(2, 11), (3, 12), (4, 13)] if MANY == 1 else [(n % 3 + 2, n) for n in range(3 * MANY)]
SEEDS = [pytest.param(seats, seed, marks=pytest.mark.xdist_group(f"facts of Reach {seats}")) for seats, seed in GAMES]
"""Games with so many players from a seed."""
FRAMES = set("│─┌┐└┘├┤┬┴┼▸")


@cache
def played(seats: int, seed: int) -> tuple[tuple[ReachView, tuple[str, ...], tuple[Moment, ...]], ...]:
    """Return what bots saw of a game when they were asked: the view, the log, the moments since; some of it."""
    s, log, told = GAME.new(Options(), seats, seed), list[str](), list[Moment]()
    found, since = [], list[Event]()
    names = NAMES[:seats]
    for n in range(1000):
        seat = min(s.asks, default=0)
        if s.result is not None or n % 7 == 0 or (s.asks[seat].kind != "plan" and n % 2):
            found.append((GAME.view(s, seat), tuple(log[-40:]), tuple(told)))
            told = []
        if s.result is not None:
            return tuple(found)
        before = GAME.view(s, None)
        s.events.clear()
        GAME.apply(s, seat, player.advise(GAME.view(s, seat), Rng(n)) or Ready())
        log += filter(None, (GAME.tell(e, names) for e in s.events))
        new = [e for one in s.events if (e := redact(one, None)) is not None]
        told += moments(new, before, GAME.view(s, None), lambda e: GAME.tell(e, names), since)
        since = [*since, *new] if not any(e.kind == "ordered" for e in new) else []
    raise AssertionError("the game does not end")


@cache
def scenes(seats: int, seed: int) -> tuple[Scene, ...]:
    return tuple(_scenes(seats, seed))


def shared(seats: int, seed: int, size: tuple[int, int]) -> tuple[Scene, ...]:
    """Return those scenes of a game that are looked at in a size: one in three, all of them in a soak."""
    return scenes(seats, seed) if MANY > 1 else scenes(seats, seed)[SIZES.index(size) % 3 :: 3]


def _scenes(seats: int, seed: int) -> Iterator[Scene]:
    """Yield scenes with the cursor on the first choice, and with what is behind it open."""
    for view, log, told in played(seats, seed):
        names = NAMES[: len(view.boards)]
        base = Scene(view=view, title="", names=names, question=GAME.question(view), log=log, scope="reach")
        for moment in told:
            public = replace(view, seat=None, ask=None, choices=(), landings=(), offered=())
            yield replace(base, view=public, more=Showing(moment=moment))
        items = keyed(menu(view), "reach")
        if view.phase in ("claims", "rewards") and view.ask is not None and view.me is not None:
            together = replace(view, seat=None, landings=(), offered=())  # as people at one terminal see it
            yield replace(base, view=together, items=items, number=0 if items else -1)
        yield replace(base, items=items, number=0 if items else -1, spot=items[0].spot if items else None)
        if items and items[0].items:
            inner = items[0].items
            yield replace(base, items=inner, number=0, spot=inner[0].spot, path=(items[0].label,))


class Traced(Picture):
    """Note what is drawn over something else, beyond the edge, or so that two words touch."""

    faults: Counter[str] = Counter()

    def __init__(self, width: int, height: int, style: str = "") -> None:
        super().__init__(width, height, style)
        self.drawn_by = [[0] * self.width for _ in range(self.height)]
        self.drawn: list[str] = [""]
        self.together = False

    def put(self, x: int, y: int, text: str, style: str = "", width: int | None = None) -> int:
        shown = clean(text) if width is None else fit(text, width)
        if not self.together:
            self.drawn.append("")
        self.drawn[-1] += shown
        for n, c in enumerate(shown):
            if c.strip() and not (0 <= x + n < self.width and 0 <= y < self.height):
                self.faults[f"{shown!r} beyond the edge"] += 1
            elif 0 <= x + n < self.width and 0 <= y < self.height:
                old = self.chars[y][x + n]
                if c.strip() and old.strip() and c != old and not FRAMES & {c, old}:
                    self.faults[f"{shown!r} over {self.drawn[self.drawn_by[y][x + n]]!r}"] += 1
                self.drawn_by[y][x + n] = len(self.drawn) - 1
        return super().put(x, y, text, style, width)

    def spans(self, x: int, y: int, spans: list[Span], width: int | None = None) -> int:  # type: ignore[override]
        self.drawn.append("")
        self.together = True
        end = super().spans(x, y, spans, width)
        self.together = False
        return end

    def touching(self) -> list[str]:
        """Return what different texts stand side by side without a gap, words or numbers at both ends."""
        found = []
        for row, by in zip(self.chars, self.drawn_by, strict=True):
            for n in range(1, self.width):
                if by[n] != by[n - 1] and row[n].isalnum() and row[n - 1].isalnum():
                    found.append(f"{self.drawn[by[n - 1]]!r} touches {self.drawn[by[n]]!r}")
        return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "seed"), SEEDS)
def test_no_text_touches_or_covers_another_or_is_cut_while_there_is_room(
    seats: int, seed: int, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw, "Picture", Traced)
    monkeypatch.setattr(Traced, "faults", Counter())
    for scene in shared(seats, seed, size):
        picture = draw.draw(scene, *size)
        assert isinstance(picture, Traced)
        Traced.faults.update(picture.touching())
        Traced.faults.update([*cut_short(picture), *cut_words(picture)])
    assert not Traced.faults


# --- facts ------------------------------------------------------------------------------------------------------------


def part(picture: Picture, spot: Spot) -> str:
    """Return the text of the region of a spot."""
    region = next((r for r, one in picture.spots if one == spot), Region(0, 0, 0, 0))
    rows = picture.chars[region.y : region.bottom]
    return "\n".join("".join(row[max(region.x, 0) : region.end]) for row in rows)


def lacking(text: str, *needed: str) -> list[str]:
    return [one for one in needed if not shows(text, one)]


def ship_faults(picture: Picture, board: BoardView) -> Iterator[str]:
    for d in board.departments:
        text = part(picture, DepartmentSpot(d.slug))
        figure = Picture(8, 3)
        big(figure, 0, 0, d.total, "")
        if lacking(text, str(d.total)) and not all(row in text for row in figure.text().split("\n")):
            yield f"{d.slug} lacks {d.total}"
        crew = sum(text.count(code(card)) for card in dict.fromkeys(d.cards))
        if crew < len(d.cards) and "+" not in text and not any(c.isdigit() for c in text):
            yield f"{d.slug} hides crew"
        if d.damage and f"!×{d.damage}" not in text and text.count("!") != d.damage:
            yield f"{d.slug} hides damage"


def table_faults(picture: Picture, scene: Scene, all_missions: bool) -> Iterator[str]:
    view: ReachView = scene.view  # type: ignore[assignment]
    board = draw.ships(scene)[0]
    for m in view.pool:
        text = part(picture, MissionSpot(m.mission))
        if not text and (not all_missions or "in all · i: more" in picture.text()):
            continue
        rewards = "" if shows(text, m.text) or shows(text, brief(m.mission)) else "its reward"
        needs = [f"{board.totals[d]}/{n}" for d, n in needs_of(scene, board, m).items() if n]
        gaps = [one for one in needs if one not in text] + lacking(text, m.title, str(m.points))
        yield from (f"{m.title} lacks {one} in {text!r}" for one in (*gaps, rewards) if one)
    if view.landing:
        text = part(picture, LandingSpot())
        needs = [f"{board.totals[d]}/{n}" for d, n in view.landing.required.items()]
        yield from (f"the landing lacks {one} in {text!r}" for one in needs if one not in text)
        if picture.height > 23 and "i: more" not in text:
            for words, have, need in view.landing.objectives:
                yield from (f"{words} lacks {one}" for one in lacking(text, f"{min(have, need)}/{need}"))
    for card in dict.fromkeys(board.hand):
        if not part(picture, HandSpot(card.card)) and "+" not in picture.text():
            yield f"{card.title} is not to be seen in the hand"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "seed"), SEEDS)
def test_the_ship_the_missions_and_the_landing_are_on_the_screen(seats: int, seed: int, size: tuple[int, int]) -> None:
    faults: Counter[str] = Counter()
    for scene in shared(seats, seed, size):
        view: ReachView = scene.view  # type: ignore[assignment]
        if view.result is None and view.phase != "setup" and not scene.number < 0:
            plain = replace(scene, items=scene.items, number=-1, spot=None)
            picture = draw.draw(plain, *size)
            faults.update(ship_faults(picture, draw.ships(scene)[0]))
            faults.update(table_faults(picture, plain, size[0] >= 80))
    assert not faults


def facts(scene: Scene) -> Iterator[Fact]:
    """Yield what a player may want to know of a view and find nowhere else."""
    view: ReachView = scene.view  # type: ignore[assignment]
    for b in view.boards:
        name = scene.names[b.seat]
        for d in b.departments:
            yield fact(f"{name}'s {d.name}", f"{d.name} {d.total}")
            yield fact(f"{name}'s default", f"default {d.default}")
        for c in b.claimed:
            yield fact(f"{name}'s claim", c.title)
            if b.seat == view.seat and not c.spent and not c.at:
                yield fact(f"what {c.title} does", c.text)
        yield fact(f"{name}'s score", f"{b.score} VP", f"Score so far {b.score}")
        if b.decoy:
            yield fact(f"{name}'s decoy", "decoy")
    for m in view.pool:
        yield fact(m.title, m.title)
        yield fact(f"the reward of {m.title}", m.text)
    for card in view.landings:
        for words, have, need in card.objectives:
            yield fact("objective", f"{words}: {have} of {need}")
    if view.tile:
        yield fact("damage of the tile", f"{view.tile.damage} damage")
    if scene.item is not None:
        yield fact("the choice under the cursor", scene.item.label)
        yield fact("what it does", scene.item.reason or scene.item.hint)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "seed"), SEEDS)
def test_all_else_is_behind_a_mark(seats: int, seed: int, size: tuple[int, int]) -> None:
    faults: Counter[str] = Counter()
    for scene in shared(seats, seed, size):
        view: ReachView = scene.view  # type: ignore[assignment]
        if showing(scene).moment or view.phase == "setup" or view.result is not None:
            continue
        read = "\n".join((*about.here(scene), *GAME.lines(view, scene.names)))
        faults.update(missing(draw.draw(scene, *size), facts(scene), {"i": [read]}))
    assert not faults


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "seed"), SEEDS)
def test_every_choice_has_its_key_and_its_place(seats: int, seed: int, size: tuple[int, int]) -> None:
    """With the cursor on it, a choice is on the screen: as a line of the list, or as its card or mission."""
    faults: Counter[str] = Counter()
    for scene in scenes(seats, seed)[SIZES.index(size) % 3 :: 3]:
        for n, one in enumerate(scene.items):
            assert one.key, one.label
            picture = draw.draw(replace(scene, number=n, spot=one.spot), *size)
            placed = isinstance(one.spot, HandSpot | MissionSpot) and part(picture, one.spot)
            if not placed and not shows(picture, one.label):
                faults[one.label] += 1
    assert not faults


def pages_of(scene: Scene, moment: Moment, size: tuple[int, int]) -> list[Picture]:
    """Return the screens of a moment, as they stand when nothing moves any more."""
    return [draw.draw(replace(scene, more=Showing(moment=moment, part=n)), *size) for n in range(parts(moment, *size))]


def reveal_facts(scene: Scene, moment: Reveal) -> Iterator[Fact]:
    """Yield what all may know of the ships, the play order and the missions as the screens drop."""
    for n, (seat, (power, default)) in enumerate(zip(moment.order, moment.powers, strict=True)):
        tied = sum(one == power for one, _ in moment.powers) > 1
        words = f"{power}, the ship alone {default}" if tied else power
        yield fact("play order", f"{n + 1}. {SIDES[seat][0]} {scene.names[seat]} {words}")
    for m in moment.pool:
        lacks = [sum(m.lacking[b.seat].values()) for b in moment.boards]
        row = f"{m.points} {m.title} " + " ".join(f"-{n}" if n else "✓" for n in lacks)
        yield fact(f"who meets {m.title}", row)
    for words in moment.played:
        yield fact("played", words)


def reveal_faults(pictures: Sequence[Picture], moment: Reveal) -> Iterator[str]:
    """Yield what ships in columns hold that is on none of the screens as often as it should be."""
    text = "\n".join(picture.text() for picture in pictures)
    wanted: Counter[tuple[str, ...]] = Counter()
    for b in moment.boards:
        for d in b.departments:
            wanted[rf"(?:{SHORT[d.slug]}|{BRIEF[d.slug]}|{d.name}) +{d.total}\b",] += 1
            if d.repairers:
                wanted[f"▓{len(d.repairers)}", "▓" + code(d.repairers[0])] += 1
            if d.damage > 1:
                wanted["!!", f"!×{d.damage}"] += 1
        wanted[rf"(?:Defence )?[Ss]tops {b.stops}",] += 1
    for patterns, count in wanted.items():
        if sum(len(re.findall(pattern, text)) for pattern in patterns) < count:
            yield f"{' or '.join(patterns)} is not there {count} times"
    crew = Counter(code(card) for b in moment.boards for d in b.departments for card in d.cards)
    crew += Counter(code(card) for b in moment.boards for card in (*b.defence, *b.academy))
    yield from (f"{card} is not there {n} times" for card, n in crew.items() if text.count(card) < n)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("seats", "seed"), SEEDS)
def test_a_moment_that_all_share_loses_nothing(seats: int, seed: int, size: tuple[int, int]) -> None:
    for scene in scenes(seats, seed):
        moment = scene.more.moment if isinstance(scene.more, Showing) else None
        if moment is None:
            continue
        pictures = pages_of(scene, moment, size)
        pages = [picture.text() for picture in pictures]
        for picture, n in zip(pictures, range(1, len(pictures) + 1), strict=True):
            assert ("Enter: read on" in picture.text()) == (n < len(pictures))
        if isinstance(moment, Reveal):
            text = "\n".join(pages)
            assert not missing(text, reveal_facts(scene, moment))
            assert size >= (110, 34) or not list(reveal_faults(pictures, moment))
        for name, lines in getattr(moment, "sections", ()):
            assert any(shows(page, name) for page in pages)
            for line in lines:
                assert all(any(word in page for page in pages) for word in line.split()), line
