"""What goes out to the terminal: only the cells that differ from what it already shows, in the colours it has.

A full repaint of a screen becomes a few hundred bytes when little has changed, so nobody up the line needs to count.
The same place turns every glyph into its ASCII twin for terminals that have no others.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, repeat
from operator import itemgetter
from typing import Any, NamedTuple

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

JOIN = 6
"""Gaps of unchanged cells up to this long are sent again where no style changes in them: moving the cursor costs as
many bytes."""

FEW = 900
"""Cells up to which a shorter way is looked for to send them; a whole screen comes row by row."""

ERASED = 6
"""Blanks from which on it is shorter to have the terminal erase them."""

Codes = tuple[str, str, str]
"""The parameters that switch a style on: attributes, colour, ground."""
Cell = tuple[str, Codes]

_TWINS = (
    "─-━-═=│|┃|║|╱/╲\\┌+┐+└+┘+├+┤+┬+┴+┼+╭+╮+╰+╯+╔+╗+╚+╝+╠+╣+╦+╩+╬+╴-╶-╸-╺-╵|╷|"
    "▁_▂_▃_▄_▅=▆=▇#█#▉#▊#▋#▌]▍|▎|▏|▐[▟(▙)▜(▛)▔-▕|▀\"░.▒:▓#▖.▗.▘'▝'"
    "■#□.▪#▫.●@○.◆*◇.◉&◎&▲^△^▼v▽v▶>▷>◀<◁<▸>▹>▴^▾v◂<★*☆*∙.·.•*…~—-–-"
    "↑^↓v←<→>↗/↘\\↙/↖\\↩<↵<⏎<✓*✔*✗%✘%×x÷/±+−-≤<≥>≈~∴*∵*∞8“\"”\"‘'’'«<»>›>°o"
)


def _pairs() -> dict[str, str]:
    """Return the twins: each glyph above is followed by its own."""
    return dict(zip(_TWINS[::2], _TWINS[1::2], strict=True))


TWINS: dict[str, str] = _pairs()
"""Each glyph that the screens draw, and the ASCII character that stands for it."""


@lru_cache(8192)
def ascii_twin(text: str) -> str:
    """Return text in ASCII that takes exactly the same cells; accents go, what has no twin becomes ``?``."""
    return text if text.isascii() else "".join(map(_twin, text))


def _twin(c: str) -> str:
    if c.isascii():
        return c
    twin = TWINS.get(c)
    if twin is None:
        twin = unicodedata.normalize("NFKD", c).encode("ascii", "ignore").decode()[:1] or "?"
    size = get_character_cell_size(c)
    return twin.ljust(size) if size else ""


def sgr(style: Style | None, colours: ColorSystem | None) -> Codes:
    """Return the parameters of a style; those of colour and ground only with ``colours``."""
    if style is None:
        return "", "", ""
    attributes = (style.bold, style.dim, style.italic, style.underline, None, None, style.reverse, None, style.strike)
    codes = ";".join(str(number) for number, on in enumerate(attributes, 1) if on)
    if colours is None:
        return codes, "", ""
    colour, ground = style.color, style.bgcolor
    return (
        codes,
        ";".join(colour.downgrade(colours).get_ansi_codes(True)) if colour else "",
        ";".join(ground.downgrade(colours).get_ansi_codes(False)) if ground else "",
    )


_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""What switches each attribute off; the first two go together."""
_SEEN_ON_BLANKS = {"4", "7", "9"}


@lru_cache(256)
def _seen_on_blanks(attributes: str) -> bool:
    return bool(_SEEN_ON_BLANKS & {*attributes.split(";")})


@lru_cache(8192)
def change(old: Codes, new: Codes) -> str:
    """Return the shortest sequence that goes from one style to another, '' when they look the same."""
    if old == new:
        return ""
    had, has = (set(filter(None, style[0].split(";"))) for style in (old, new))
    off = {_OFF[one] for one in had - has}
    on = {one for one in has if one not in had or _OFF[one] in off}
    colours = (to or usual for was, to, usual in zip(old[1:], new[1:], ("39", "49"), strict=True) if was != to)
    ways = [*sorted(off), *sorted(on), *colours], ["0", *(part for part in new if part)]
    return f"\x1b[{min(map(';'.join, ways), key=len)}m"


PLAIN: Codes = ("", "", "")


class Shown:
    """Remember what the terminal shows; ``twins`` tells to send ASCII only, ``erases`` that it can erase cells."""

    def __init__(self, colours: ColorSystem | None, twins: bool = False) -> None:
        self.colours, self.twins, self.erases = colours, twins, False
        self.size = (0, 0)
        self.rows: list[list[Cell | None]] = []
        self._looks: dict[Style | None, tuple[Codes, Codes]] = {None: (PLAIN, PLAIN)}
        self._codes: dict[Codes, Codes] = {PLAIN: PLAIN}

    def forget(self) -> None:
        """Know nothing any more: the next update is sent whole."""
        self.size = (0, 0)

    def ready(self, size: tuple[int, int]) -> None:
        """Begin an update on a terminal of ``size`` columns and rows."""
        if self.size != size:
            self.size = size
            self.rows = [[None] * size[0] for _ in range(size[1])]

    def look(self, style: Style | None) -> tuple[Codes, Codes]:
        """Return the parameters of a style on this terminal, and those of what can be seen of it on a blank.

        That is its ground, if there is no more to it. Of equal parameters there is one object.
        """
        known = self._looks.get(style)
        if known is None:
            ink = sgr(style, self.colours)
            drawn = style is not None and (style.underline or style.reverse or style.strike)
            pair = ink, ink if drawn else ("", "", ink[2])
            known = self._looks[style] = self._one(pair[0]), self._one(pair[1])
        return known

    def _one(self, codes: Codes) -> Codes:
        return self._codes.setdefault(codes, codes)

    def cells(self, strip: Strip) -> list[Cell]:
        """Return a strip as cells; the second cell of a wide character holds no text."""
        cells: list[Cell] = []
        for text, style, control in strip:
            if not control:
                _spread(cells, ascii_twin(text) if self.twins else text, self.look(style))
        return cells

    def drawn(self, chars: Sequence[str], styles: Sequence[str], style: Callable[[str], Style]) -> list[Cell]:
        """Return part of a row of a picture as cells, in the styles that its words are called."""
        looks = {words: self.look(style(words)) for words in dict.fromkeys(styles)}
        text = ascii_twin("".join(chars)) if self.twins else chars
        return [(c, looks[words][c == " "]) for c, words in zip(text, styles, strict=True)]

    def update(self, y: int, x: int, cells: list[Cell]) -> Iterator[tuple[int, list[Cell]]]:
        """Take cells as shown at a place and yield the pieces that have to be sent, with their columns."""
        row, new = self.rows[y], cells[: self.size[0] - x]
        old = row[x : x + len(new)]
        if old == new:
            return
        row[x : x + len(new)] = new
        start, count = 0, len(new)
        while start < count:
            if old[start] == new[start]:
                start += 1
                continue
            stop = _stop(old, new, start)
            first = start - 1 if start and not new[start][0] else start
            yield x + first, new[first:stop]
            start = stop


def _spread(cells: list[Cell], text: str, look: tuple[Codes, Codes]) -> None:
    """Add text to cells, in a style's parameters and those of its blanks."""
    ink, blank = look
    if text.isascii():
        cells.extend(zip(text, repeat(ink)) if ink is blank else [(c, blank if c == " " else ink) for c in text])
        return
    for c in text:
        size = get_character_cell_size(c)
        if size:
            cells.append((c, blank if c == " " else ink))
        elif cells:
            cells[-1] = (cells[-1][0] + c, cells[-1][1])
        if size == 2:
            cells.append(("", ink))


def _stop(old: list[Cell | None], new: list[Cell], start: int) -> int:
    """Return where a piece that begins at ``start`` ends: after its last change near enough to the one before."""
    last = n = start
    while n < len(new) and n - last <= JOIN:
        if old[n] != new[n]:
            last = n
        elif new[n][1] is not new[last][1] and new[n][0] != " ":
            break
        n += 1
    stop = last + 1
    while stop < len(new) and not new[stop][0]:
        stop += 1
    return stop


Placed = tuple[int, int, list[Cell]]
"""Cells with their row and column."""


def placed(update: LayoutUpdate | ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of a compositor's update, each with its row and column."""
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield y, x, strip
                x += strip.cell_length
        return
    for y, left, right in update.spans:
        for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if chop is not None and x < right and end > left:
                first, last = max(x, left), min(end, right)
                yield y, first, chop.crop(first - x, last - x)


class DiffUpdate(CompositorUpdate):
    """Stand for an update of the screen and send only what it changes."""

    def __init__(self, pieces: Iterable[Placed], shown: Shown) -> None:
        self.pieces, self.shown = pieces, shown

    def render_segments(self, console: Console) -> str:
        shown = self.shown
        pieces = [
            (y, column, cells)
            for y, x, piece in self.pieces
            if 0 <= y < shown.size[1] and 0 <= x < shown.size[0]
            for column, cells in shown.update(y, x, piece)
        ]
        sent = in_rows(pieces)
        few = sum(len(cells) for _, _, cells in pieces) <= FEW
        return min(sent, by_style(pieces, shown.erases), key=len) if few else sent

    def __rich_console__(self, console: Console, options: Any) -> Iterator[Segment]:
        yield Segment(self.render_segments(console))


def in_rows(pieces: Sequence[Placed]) -> str:
    """Return what sends pieces one after another."""
    now, at = PLAIN, -1
    out: list[str] = []
    for y, x, cells in pieces:
        out.append(_to(x) if at == y else _to(x, y))
        at = y
        now = written(out, cells, now)
    return "".join([*out, change(now, PLAIN)])


def by_style(pieces: Sequence[Placed], erases: bool) -> str:
    """Return what sends pieces style by style: each style is told once, for more jumps of the terminal's cursor.

    Where the terminal ``erases`` cells, blanks at the end of a text need not be sent one by one.
    """
    runs = list(_runs(pieces))
    turn = {style: n for n, style in enumerate(_ordered({run.style for run in runs}))}
    runs.sort(key=lambda run: turn[run.style])
    now, x, y = PLAIN, -1, -1
    out: list[str] = []
    for run in runs:
        if (run.x, run.y) != (x, y):
            out.append(_to(run.x) if run.y == y else _to(run.x, run.y))
        text = run.text.rstrip(" ") if erases and not _seen_on_blanks(run.style[0]) else run.text
        blanks = len(run.text) - len(text)
        text, blanks = (run.text, 0) if blanks < ERASED else (text, blanks)
        out += (change(now, run.style), text, f"\x1b[{blanks}X" if blanks else "")
        now, x, y = run.style, run.x + run.size - blanks, run.y
    return "".join([*out, change(now, PLAIN)])


def _ordered(styles: Collection[Codes]) -> list[Codes]:
    """Return styles ground by ground, in each colour by colour, so that few of both change from one to the next."""
    inks: dict[str, set[str]] = {}
    for _, colour, ground in styles:
        inks.setdefault(ground, set()).add(colour)
    grounds, found, last = sorted(inks), list[tuple[str, str]](), ""
    for n, ground in enumerate(grounds):
        common = inks[ground] & inks.get("".join(grounds[n + 1 : n + 2]), set()) - {last}
        *_, last = row = sorted(inks[ground], key=lambda one: (one in common, one != last, one))
        found += [(ground, colour) for colour in row]
    return sorted(styles, key=lambda one: (found.index((one[2], one[1])), one[0]))


def _to(x: int, y: int | None = None) -> str:
    """Return what puts the terminal's cursor into a column, of the row that it is in or of another."""
    return f"\x1b[{x + 1}G" if y is None else f"\x1b[{y + 1};{x + 1}H"


class _Run(NamedTuple):
    """Hold a text of one style, with its place and how many cells it takes."""

    x: int
    y: int
    style: Codes
    text: str
    size: int


def _runs(pieces: Sequence[Placed]) -> Iterator[_Run]:
    """Yield pieces as texts of one style; a blank goes with the text before it where it looks the same there."""
    for y, x, cells in pieces:
        texts, style, size = [""], PLAIN, 0
        for text, new in cells:
            if text == " " and size and _blank_alike(style, new):
                new = style
            if new != style and size:
                yield _Run(x, y, style, "".join(texts), size)
                x, texts, size = x + size, [""], 0
            style = new
            texts.append(text)
            size += 1
        yield _Run(x, y, style, "".join(texts), size)


def _blank_alike(style: Codes, blank: Codes) -> bool:
    """Return whether a blank looks the same in a style as in its own."""
    return style[2] == blank[2] and not _seen_on_blanks(style[0]) and not _seen_on_blanks(blank[0])


def written(out: list[str], cells: list[Cell], now: Codes) -> Codes:
    """Add cells to what is sent while the terminal writes in style ``now``; return the style it is left in."""
    for new, some in groupby(cells, itemgetter(1)):
        text = "".join([c[0] for c in some])
        if text.isspace() and not _seen_on_blanks(new[0]) and not _seen_on_blanks(now[0]):
            new = (now[0], now[1], new[2])  # the colour and weight of letters that come later change with them
        out.append(change(now, new))
        out.append(text)
        now = new
    return now
