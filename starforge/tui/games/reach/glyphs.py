"""The signs of USC: Reach: crew cards as plates, departments by letter and hue, big figures, bars. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from starforge.games.reach.model.state import ACADEMY, DEFENCE, DEPARTMENTS
from starforge.games.reach.view.types import CardView
from starforge.games.reach.words.names import LEVEL_NAMES
from starforge.tui.drawing.picture import Picture, Span, fit, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach.spots import CrewSpot

HUES = {"engine": "hue4", "research": "hue2", "quarters": "hue3", "command": "hue1", DEFENCE: "hue6", ACADEMY: "hue6"}
"""The hue of each department and of the crew that is at home there."""
LETTERS = {"engine": "E", "research": "S", "quarters": "O", "command": "P"}
"""The letter of the crew at home in each department: Engineer, Scientist, Operator, Pilot."""
LEVELS = ("", *LEVEL_NAMES.values())
BRIEF = {"engine": "Eng", "research": "Res", "quarters": "Qrt", "command": "Cmd"}
"""The departments where there is little room."""
KINDS = {
    "expedition": "Exp",
    "research": "Res",
    "scavenge": "Sca",
    "distress": "Dis",
    "maintenance": "Mai",
}
"""The types of missions in three letters."""
PLATE = 4
"""Cells of a crew card."""
_DIGITS = (
    "█▀██ █▀▀▀",
    "▀█  █ ▀▀▀",
    "▀▀██▀▀▀▀▀",
    "▀▀█ ▀█▀▀▀",
    "█ █▀▀█  ▀",
    "█▀▀▀▀█▀▀▀",
    "█▀▀█▀█▀▀▀",
    "▀▀█  █  ▀",
    "█▀██▀█▀▀▀",
    "█▀█▀▀█▀▀▀",
)


def code(card: CardView) -> str:
    """Return type and level of a crew card as two signs; small letters for who is not at home."""
    letter = LETTERS[card.home] if card.face in ("main", "hand") else LETTERS[card.home].lower()
    return letter + ("★" if card.level == 0 or card.text else str(card.level))


def plate(picture: Picture, x: int, y: int, card: CardView, ground: str = "") -> int:
    """Draw a crew card four cells wide and return the column after it.

    At Main Power it is filled, as a worker it stands in brackets, face down it is shaded; new ones have sharp brackets.
    """
    hue = HUES[card.home]
    words = code(card)
    if card.face in ("main", "hand"):
        left, right, inner, edge = "▐", "▌", f"on:{hue} bold", hue
    elif card.face == "repair":
        left, right, inner, edge = "▓", "▓", "dim", "dim"
    else:
        left, right, inner, edge = "(", ")", hue, hue
    if card.new:
        left, right = ("<", ">") if card.face != "main" else ("«", "»")
        edge = "legal bold"
    edge, inner = edge + ground, inner if inner.startswith("on:") else inner + ground
    x = picture.put(x, y, left, edge)
    x = picture.put(x, y, words, inner)
    return picture.put(x, y, right, edge)


def plates(
    picture: Picture, cards: Sequence[CardView], region: Region, zone: str = "", spot: Spot | None = None
) -> int:
    """Draw crew cards in rows; when they do not fit, equal ones once with their number, and what is left as a count.

    ``zone`` is where they lie: each card can be pointed at. The one under the cursor is ``spot``. Return the count.
    """
    x, y, width, height = region
    if height > 2 and len(cards) <= height and width > 13:
        row, spare = y, height - len(cards)
        for card in cards:
            tall = 1 + (min(len(wrap(_called(card), width - 1)), spare) if len(_called(card)) > width - 8 else 0)
            spare -= tall - 1
            _listed(picture, card, Region(x, row, width, tall), CrewSpot(zone, card.card) if zone else None, spot)
            row += tall
        return 0
    per_row = max(width // PLATE, 1)
    piles = [(card, 1) for card in cards]
    if len(piles) > per_row * height:
        counted = Counter(cards)
        piles = sorted(counted.items(), key=lambda pile: cards.index(pile[0]))
        per_row = max(width // (PLATE + 1), 1)
    size = PLATE + (1 if len(piles) < len(cards) else 0)
    room = per_row * height
    fits = room if len(piles) <= room or per_row * size + 3 <= width else max(room - 1, 0)
    for n, (card, count) in enumerate(piles[:fits]):
        left, row = x + n % per_row * size, y + n // per_row
        own = CrewSpot(zone, card.card)
        end = plate(picture, left, row, card)
        if spot == own:
            picture.put(left, row, "▸", "legal bold on:cursor")
        if count > 1:
            picture.put(end, row, str(count), "dim")
        if zone:
            picture.spot(Region(left, row, PLATE), own)
    left = sum(count for _, count in piles[fits:])
    if left:
        picture.right(region.end, region.bottom - 1, f"+{left}", "warn bold")
    return left


def _called(card: CardView) -> str:
    return card.title if card.text else LEVELS[card.level]


def _listed(picture: Picture, card: CardView, line: Region, own: Spot | None, spot: Spot | None) -> None:
    """Draw a crew card with its name and what it gives, in two rows with the name in the second."""
    x, y, width, height = line
    end = plate(picture, x, y, card)
    gives = f"+{card.gives}" if card.face in ("main", "worker") else ""
    if height > 1:
        rows = wrap(_called(card), width - 1)
        picture.lines(x + 1, y + 1, (*rows[: height - 2], fit(" ".join(rows[height - 2 :]), width - 1)), "dim")
    else:
        picture.put(end + 1, y, _called(card), "dim", width - 8)
    picture.right(line.end, y, gives, "dim")
    if own is not None:
        picture.spot(line, own)
        if spot == own:
            picture.put(x, y, "▸", "legal bold on:cursor")


def big(picture: Picture, x: int, y: int, number: int, style: str) -> int:
    """Draw a number three cells high and return the column after it."""
    for digit in str(number):
        glyph = _DIGITS[int(digit)]
        for row in range(3):
            picture.put(x, y + row, glyph[3 * row : 3 * row + 3], style)
        x += 4
    return x - 1


def bar(have: int, need: int, width: int) -> str:
    """Return how much of a need is there, as cells; never full before it is met."""
    if have >= need or need <= 0:
        return "■" * width
    full = max(min(have * width // need, width - 1), 0)
    return "■" * full + "□" * max(width - full, 0)


def need_spans(department: str, have: int, need: int, width: int, changed: bool = False) -> list[Span]:
    """Return a requirement as a bar with figures, padded to ``width``: what there is of what it takes."""
    figures = f"{have}/{need}".rjust(5 if width > 11 else 0)
    cells = max(width - len(figures) - 3, min(width - len(figures) - 2, 2)) if width > 7 else 0
    met = have >= need
    style = "good" if met else "warn"
    mark: Span = ("✓", "good bold") if met else (" ", "")
    spans: list[Span] = [(bar(have, need, cells), style), (" ", ""), (figures, style), mark]
    if changed:
        spans[2] = (figures, "legal bold underline")
    rest = width - cells - len(figures) - 2
    return [*spans, (" " * max(rest, 0), "")]


def sums(default: int, crew: int, research: int, extra: int, damage: int) -> list[Span]:
    """Return what a total is made of: the ship's default, crew, Research, Specialists and cards, damage."""
    spans: list[Span] = [(str(default), "dim"), (f"+{crew}", "" if crew else "dim")]
    if research:
        spans.append((f"+{research}R", "good"))
    if extra:
        spans.append((f"{extra:+d}★", "good"))
    if damage:
        spans.append((f"-{damage}", "danger bold"))
    return spans


def figures(values: dict[str, int], needs: dict[str, int], letters: int = 3) -> Iterable[Span]:
    """Yield for each department what there is of what it takes."""
    for d in DEPARTMENTS:
        if d in needs:
            met = values[d] >= needs[d]
            yield f" {BRIEF[d][:letters]} ", HUES[d]
            yield f"{values[d]}/{needs[d]}{'✓' if met else ''}", "good" if met else "warn"
