"""The common frame of every game's screen: what a scene is, and how its question, choices and log are drawn. Pure.

A game adds a menu (its choices as items with keys), and a picture of its board; the frame draws the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import cycle

from rich.cells import cell_len

from starforge.engine.action import Action
from starforge.engine.game import View
from starforge.engine.rules import Choice
from starforge.quick import dataclass
from starforge.tables.table import Told
from starforge.tui.app.keys import free
from starforge.tui.drawing.panels import Panels
from starforge.tui.drawing.picture import Picture, Span, fit, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import ItemSpot, KeySpot, PageSpot, Spot

PAGE_MARK = 12
"""Cells of the mark at the end of a question that names the key of the next page of choices."""
DIGITS = "1234567890"
SIDES = (("▲", "mine"), ("●", "foe"), ("◆", "ally"), ("■", "third"))
"""The mark and the style of each seat."""


@dataclass(frozen=True, slots=True)
class Item:
    """Offer one line of a menu: an action, or more items behind it. ``spot`` is where on the board it happens.

    ``reason`` and ``rule`` say why it cannot be chosen now; it is shown all the same.
    """

    label: str
    hint: str = ""
    key: str = ""
    action: Action | None = None
    items: tuple[Item, ...] = ()
    spot: Spot | None = None
    reason: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Hold all that a picture of a game is drawn from.

    ``items`` are the lines of the menu now open and ``number`` is that of the one under the cursor (-1: none);
    ``path`` are the labels of the items opened on the way there. ``spot`` is what the cursor points at, ``note`` what
    was just said to the player and ``mood`` its style; the last ``fresh`` lines of the log are new to the player, and
    ``told`` are the events that it tells of.
    ``moment`` counts down the frames of a roll; ``ascii`` says that the terminal shows no other characters, for glyphs
    whose twins would be ambiguous, and ``plain`` that pictures are drawn in ASCII; ``more`` is a game's own; ``kept``
    holds panels as they were drawn last.
    """

    view: View
    title: str
    names: Sequence[str]
    question: str
    items: tuple[Item, ...] = ()
    number: int = -1
    path: tuple[str, ...] = ()
    spot: Spot | None = None
    note: str = ""
    mood: str = ""
    log: Sequence[str] = ()
    told: Sequence[tuple[Told, str]] = ()
    fresh: int = 0
    moment: int = 0
    scope: str = "game"
    ascii: bool = False
    plain: bool = False
    more: object = None
    kept: Panels = field(default_factory=Panels, compare=False, repr=False)

    @property
    def item(self) -> Item | None:
        return self.items[self.number] if 0 <= self.number < len(self.items) else None


def item(choice: Choice, *, key: str = "", spot: Spot | None = None, label: str = "") -> Item:
    return Item(label or choice.label, choice.hint, key, choice.action, (), spot, choice.reason, choice.rule)


def group(label: str, items: Sequence[Item], *, key: str = "", spot: Spot | None = None, hint: str = "") -> Item:
    """Return items behind one line; if none can be chosen, the line says the first one's reason."""
    if len(items) == 1 and not items[0].items:
        only = items[0]
        return replace(only, label=label, key=key, spot=spot or only.spot, hint=hint or only.hint)
    closed = all(one.reason for one in items)
    reason, rule = (items[0].reason, items[0].rule) if closed and items else ("", "")
    return Item(label, hint, key, None, tuple(items), spot, reason, rule)


def plain_menu(choices: Sequence[Choice]) -> tuple[Item, ...]:
    return tuple(item(choice) for choice in choices)


def keyed(items: Sequence[Item], scope: str, spare: str = "") -> tuple[Item, ...]:
    """Return the items, and those behind them, each with a key; when all are used, they begin again with the first.

    A key that several items have chooses among those of the page that is shown. Where the scope leaves none free,
    those behind an item go by digits, and others by ``spare``.
    """
    own = [one.key for one in items if one.key]
    rest = cycle(free(scope, own) or [key for key in spare if key not in own])
    done = []
    for one in items:
        one = one if one.key else replace(one, key=next(rest, ""))
        done.append(replace(one, items=keyed(one.items, scope, DIGITS)) if one.items else one)
    return tuple(done)


def walk(items: Sequence[Item]) -> Iterator[Item]:
    """Yield items and all that are behind them."""
    for one in items:
        yield one
        yield from walk(one.items)


def draw_title(picture: Picture, scene: Scene, spans: Sequence[Span], note: str = "") -> None:
    """Draw the first row: the game, how it stands, and who acts."""
    picture.put(0, 0, " " * picture.width, "on:bar")
    x = picture.put(1, 0, scene.title.upper(), "title bold on:bar")
    for text, style in spans:
        x = picture.put(x, 0, text, f"{style} on:bar")
    if note:
        picture.right(picture.width - 1, 0, note, "dim on:bar")
    elif x < picture.width - 4:
        draw_turn(picture, scene, x)


def draw_turn(picture: Picture, scene: Scene, left: int) -> None:
    if len(scene.names) < 2 or scene.view.result is not None:
        return
    asked = [(n, scene.names[n]) for n in sorted(scene.view.waiting)]
    x = picture.width - 1 - sum(cell_len(name) + 4 for _, name in asked)
    if x <= left:
        return
    for seat, name in asked:
        mark, style = SIDES[seat % len(SIDES)]
        x = picture.put(x, 0, f"{mark} {name}  ", f"{style} bold on:bar")


def naming(words: str, view: View, names: Sequence[str]) -> str:
    """Return a sentence about what the table waits for, with whom it waits for."""
    asked = ", ".join(f"{SIDES[n % len(SIDES)][0]} {names[n]}" for n in sorted(view.waiting))
    return f"{words.removesuffix('.')} ({asked})." if asked else words


def said(scene: Scene, width: int, mark: int = 0) -> tuple[tuple[str, ...], str]:
    """Return what was just said to the player, else what is asked, as lines, and its style.

    The last line leaves room for so many cells of a ``mark`` behind it.
    """
    words, style = scene.note, scene.mood or "title"
    if words and scene.mood in ("danger", "warn"):
        words = f"! {words}"
    if not words:
        words, style = _asked(scene, width - mark - bool(mark)), "title"
    *lines, last = wrap(f"{words} {'_' * mark}", width) or ("",)
    return (*lines, last.rstrip("_").rstrip() if mark else last), style


def _asked(scene: Scene, width: int) -> str:
    """Return what is asked, of a list that is open in as many words as fit."""
    opened = " › ".join(scene.path)
    if not opened:
        return scene.question
    asked = ("choose one; Backspace goes back", "choose; Backspace: back", "choose")
    ways = [f"{opened} › {what}" for what in asked]
    return next((way for way in ways if cell_len(way) <= width), ways[-1])


def draw_said(picture: Picture, lines: Sequence[str], style: str, region: Region) -> None:
    """Draw what is said or asked in the last rows of a region."""
    shown = lines[-region.height :] or ("",)
    for row, line in enumerate(shown, region.bottom - len(shown)):
        picture.put(region.x, row, " " * region.width, "on:panel")
        picture.put(region.x + 1, row, line, f"{style} bold on:panel", region.width - 2)


def widest(scene: Scene, which: Sequence[int]) -> int:
    """Return the columns in which none of these lines of the menu is cut."""
    labels = ((scene.items[n], cell_len(scene.items[n].label)) for n in which)
    return max((size + (6 if one.items else 4) for one, size in labels), default=1)


def draw_choices(
    picture: Picture, scene: Scene, region: Region, which: Sequence[int] | None = None, narrowest: int = 36
) -> None:
    """Draw the open menu, or ``which`` of its lines, in as many columns as are needed and fit.

    When not all fit, the page that has the cursor is shown.
    """
    x, y, width, height = region
    numbers = list(range(len(scene.items)) if which is None else which)
    if not numbers or height < 1:
        _draw_result(picture, scene, region.inside(1, 0))
        return
    pages, columns = paged(scene, numbers, region, narrowest)
    page = next((n for n, some in enumerate(pages) if scene.number in some), 0)
    size = width // columns
    bar = max(widest(scene, numbers), narrowest)
    column = row = 0
    for number in pages[page]:
        tall = len(_label(scene.items[number], size)) if columns == 1 else 1
        if row + tall > height:
            column, row = column + 1, 0
        line = Region(x + column * size, y + row, size, min(tall, height))
        shown = line.left(min(size - (column < columns - 1), bar))
        _draw_item(picture, scene.items[number], shown, number == scene.number)
        picture.spot(line, ItemSpot(number))
        row += tall
    if len(pages) > 1:
        words = f"  Space: more {page + 1}/{len(pages)} "
        if "".join(picture.chars[y - 1][x + width - len(words) : x + width]).strip():  # what is said there goes first
            words = f" Space: {page + 1}/{len(pages)} "
        picture.right(x + width, y - 1, words, "legal on:panel")
        following = pages[(page + 1) % len(pages)][0]
        picture.spot(Region(x + width - len(words), y - 1, len(words)), PageSpot(following))


def paged(scene: Scene, numbers: Sequence[int], region: Region, narrowest: int) -> tuple[list[list[int]], int]:
    """Return the pages in which lines of the menu are shown in a region, and the columns of each.

    In a single column a line that is too long takes several rows.
    """
    width, height = region.width, max(region.height, 1)
    columns = min(max(width // narrowest, 1), -(-len(numbers) // height))
    if columns > 1:
        room = columns * height
        return [list(numbers[n : n + room]) for n in range(0, len(numbers), room)], columns
    pages: list[list[int]] = []
    left = 0
    for number in numbers:
        tall = len(_label(scene.items[number], width))
        if tall > left:
            pages.append([])
            left = height
        pages[-1].append(number)
        left -= tall
    return pages, 1


def _label(one: Item, width: int) -> tuple[str, ...]:
    """Return the label of a line of the menu as rows."""
    return wrap(one.label, width - (5 if one.items else 3)) or ("",)


def _draw_result(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw how the game ended, in words and with the scores, where the choices were."""
    result = scene.view.result
    if result is None:
        return
    rest = region.from_row(draw_text(picture, result.text, region, "title bold"))
    for seat, score in enumerate(result.scores[: rest.height] if len(scene.names) > 1 else ()):
        mark, style = SIDES[seat % len(SIDES)]
        words = f"{mark} {scene.names[seat]}  {score:,}{'  won' if seat in result.winners else ''}"
        picture.put(rest.x, rest.y + seat, words, f"{style} bold", rest.width)


def _draw_item(picture: Picture, one: Item, line: Region, here: bool) -> None:
    x, y, width, height = line
    ground = " on:cursor" if here else ""
    for row in range(height):
        picture.put(x, y + row, " " * width, ground.strip())
    mark = "×" if one.reason else "▸" if here else " "
    picture.put(x, y, mark, ("danger" if one.reason else "legal bold") + ground)
    picture.put(x + 1, y, one.key or " ", ("faint" if one.reason and not here else "legal bold") + ground)
    style = "dim" if one.reason else "title" if here else ""
    *rows, last = _label(one, width) if height > 1 else (one.label,)
    picture.lines(x + 3, y, rows, style + ground)
    end = picture.put(x + 3, y + len(rows), last, style + ground, width - 3)
    if one.items and end < x + width - 1:
        picture.put(end, y + len(rows), " …", "legal" + ground)


def here(scene: Scene) -> tuple[str, str]:
    """Return what the item under the cursor would do, or why it cannot be done and by which rule, and its style."""
    one = scene.item
    if one is None:
        return "", "dim"
    if one.reason:
        return f"× {one.reason}" + (f" [{one.rule}: r]" if one.rule else ""), "warn"
    return one.hint, "dim"


def draw_text(picture: Picture, text: str, region: Region, style: str = "", more: str = "") -> int:
    """Draw wrapped text and return the row after it.

    It is cut where the region ends, with a mark that names the key ``more`` which shows the rest.
    """
    x, y, width, height = region
    lines = list(wrap(text, width))
    if len(lines) > height > 0:
        mark = f" more: {more}" if more else ""
        lines = [*lines[: height - 1], fit(" ".join(lines[height - 1 :]), width - len(mark))]
        picture.right(x + width, y + height - 1, mark, "legal")
    return picture.lines(x, y, lines[:height], style)


def log_rows(scene: Scene, width: int, height: int) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Return by entry what the end of the log takes of so many rows: its mark, and its lines, each bright or not."""
    found: list[tuple[str, list[tuple[str, bool]]]] = []
    room = height
    for number, told in enumerate(reversed(scene.log)):
        wrapped = wrap(told, width - 2) or ("",)
        if number == 0 and len(wrapped) > height > 0:
            wrapped = (*wrapped[: height - 1], fit(" ".join(wrapped[height - 1 :]), width - 2))
        room -= len(wrapped)
        if room < 0:
            break  # no entry begins in the middle of a sentence
        mark, bright = "› " if number < scene.fresh else "· ", number < max(scene.fresh, 1)
        found.insert(0, (mark, [(line, bright) for line in wrapped]))
    return found


def draw_log(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the last lines of the log, the newest at the bottom and brightest; what is new has a mark of its own."""
    x, y, width, height = region
    for mark, lines in log_rows(scene, width, height):
        for n, (line, bright) in enumerate(lines):
            style = "" if bright else "dim"
            picture.spans(x, y, [("  " if n else mark, "legal bold" if mark == "› " else style), (line, style)], width)
            y += 1


def draw_jumps(picture: Picture, letters: Mapping[Spot, str]) -> None:
    """Draw a letter at each spot one can jump to, on the blank before what stands there if there is one."""
    for region, spot in picture.spots:
        if spot is not None and spot in letters:
            row = picture.chars[region.y][: region.x + 1] if 0 <= region.y < picture.height else []
            x = region.x - (len(row) > 1 and row[-1] != " " and row[-2] == " ")
            picture.put(x, region.y, letters[spot], "on:legal bold")


def jumps(picture: Picture) -> dict[Spot, str]:
    """Return a letter for each spot of the table itself."""
    places = dict.fromkeys(
        s for _, s in picture.spots if s is not None and not isinstance(s, (KeySpot, ItemSpot, PageSpot))
    )
    return dict(zip(places, "abcdefghijklmnopqrstuvwxyz1234567890", strict=False))
