"""The cards on the table as panels: the Mission with its stages, Events, Developments. Pure.

Each function that may have to leave something out returns, or draws, a mark with the key that shows it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from starforge.games.astroforce.view.types import AstroforceView, CardView, StageView
from starforge.games.astroforce.words.warnings import turns
from starforge.tui.drawing.frame import Scene
from starforge.tui.drawing.picture import Picture, Span, fit, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.games.astroforce.dice import HUES, die, lit_role
from starforge.tui.games.astroforce.spots import CardSpot

Row = list[Span]
LINES, TEXT, WHOLE = 1, 3, 4
"""How much of a card is shown: title and needs uncut, with all effects, with its flavour; 2 is with its 'M'."""


def is_wide(picture: Picture) -> bool:
    """Return whether there is room for a column to read in."""
    return picture.width >= 110 and picture.height >= 34


class Panel(NamedTuple):
    """Say where the next thing may be drawn, and what the mark says of things left out, '' if there are none."""

    row: int
    left_out: str


def needs_spans(needs: Sequence[str], scene: Scene) -> list[Span]:
    """Return results as words in their colours; those that the station under the cursor could give are marked."""
    spans: list[Span] = []
    for need in needs:
        lit = need == lit_role(scene)
        spans.append((f"»{need}" if lit else need, f"{HUES[need]} bold"))
    return spans


def slots(stage: StageView, scene: Scene) -> list[Span]:
    """Return a place for each die of a stage: in square brackets where one is, or could be of those in stations now."""
    view: AstroforceView = scene.view  # type: ignore[assignment]
    there = Counter({one.role: one.dice + one.bridge for one in view.stations if view.phase == "deploy"})
    spans = []
    for need in stage.needs:
        filled = stage.done or (stage.current and there[need] > 0)
        there[need] -= 1
        left, right = "»«" if need == lit_role(scene) and stage.current else "[]" if filled else "()"
        style = "dim" if stage.done else f"{HUES[need]} bold" if stage.current else HUES[need]
        spans.append((f"{left}{need}{right}", style + " strike" * bool(stage.barred)))
    return spans


_OPEN, _CLOSE = ("[", "(", "»"), ("]", ")", "«")
"""Words that begin and end so are places of dice, which stand side by side."""


def flow(head: Row, words: Sequence[Span], width: int, indent: int = 3) -> list[Row]:
    """Return rows that begin with a head and go on with words, indented from the second row on."""
    rows, at = [list(head)], sum(cell_len(text) for text, _ in head)
    for text, style in words:
        if rows[-1][-1:] and rows[-1][-1][0][-1:] in _CLOSE and text[:1] not in _OPEN:
            rows[-1].append((" ", ""))
            at += 1
        close = text[-1:] in _CLOSE
        marked = text[:1] == "»" and not close
        if at + cell_len(text) - marked > width and at > indent:
            rows.append([(" " * indent, "")])
            at = indent
        if marked and rows[-1][-1:] and rows[-1][-1][0][-1:] == " ":
            before, pale = rows[-1][-1]
            rows[-1][-1], at = (before[:-1], pale), at - 1  # the mark stands where the blank was: nothing moves
        rows[-1] += _marked(text, style) if close else [*_marked(text, style), (" ", "")]
        at += cell_len(text) + (not close)
    return rows


def _marked(text: str, style: str) -> Row:
    """Return a word with its marks in their own colour: when they come and go, nothing else has to be drawn anew."""
    word = text.strip("»«")
    return [(part, style if part == word else "legal bold") for part in text.partition(word) if part]


def _words(text: str, style: str) -> Row:
    return [(word, style) for word in text.split()]


def mark(picture: Picture, box: Region, *left_out: str) -> None:
    """Draw on the lower edge of a box that something is left out, and which key shows it."""
    words = " ".join(filter(None, left_out))
    if words:
        picture.right(box.end - 1, box.bottom - 1, f" {words} ", "legal")


# --- the Mission -----------------------------------------------------------------------------------------------------


def mission_height(scene: Scene, width: int) -> int:
    """Return how many rows the Mission needs for its 'M' and all its stages, with its frame."""
    view: AstroforceView = scene.view  # type: ignore[assignment]
    if view.mission is None:
        return 0
    acts, stages = _mission_rows(view.mission, scene, width - 4)
    return len(acts) + sum(map(len, stages)) + 2


def _mission_rows(card: CardView, scene: Scene, width: int) -> tuple[list[Row], list[list[Row]]]:
    acts = flow([("M ", "danger bold")], _words(card.m, ""), width, 2) if card.m else []
    column = max((len(stage.name) for stage in card.stages), default=0) + 1
    return acts, [_stage(card, n, column, scene, width) for n in range(len(card.stages))]


def draw_mission(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the Mission: what its 'M' does, its stages, and what the current one still needs.

    Where not all fit, stages that are done go first, then those still far away.
    """
    x, y, width, height = region
    view: AstroforceView = scene.view  # type: ignore[assignment]
    card = view.mission
    here = card is not None and scene.spot == CardSpot(card.target)
    _head(picture, view, region)
    if here:
        picture.put(x + 1, y, "▸", "legal bold")
        picture.tint(Region(x + 2, y, len(_titled(view, width)[0]) + 1), "legal")
    if card is None:
        words = "The patrol is over." if view.result else "The next one is drawn in the Mission phase."
        picture.lines(x + 2, y + 1, wrap(words, width - 4), "dim")
        return
    picture.spot(region, CardSpot(card.target))
    inside, room = width - 4, height - 2
    acts, stages = _mission_rows(card, scene, inside)
    first, last = _fitting([len(rows) for rows in stages], min(card.stage, len(stages) - 1), room - len(acts))
    rows = [*acts, *(row for stage in stages[first:last] for row in stage)]
    left_out = len(stages) - (last - first)
    mark(picture, region, f"{left_out} more: i" if left_out else "more: i" if len(rows) > room else "")
    spare = room - len(rows)
    if spare > 2:
        rows += [[], *([(line, "dim italic")] for line in wrap(card.flavour, inside)[: spare - 1])]
    for n, spans in enumerate(rows[:room]):
        picture.spans(x + 2, y + 1 + n, spans, inside)


def _head(picture: Picture, view: AstroforceView, region: Region) -> None:
    """Draw the Mission's frame: its title, the turns that it needs, and how long its Fuel lasts."""
    title, note = _titled(view, region.width)
    picture.box(region, title, note)
    needed, there = turns(view)
    if note and needed >= there:
        words = f" {note} "
        style = "danger bold" if needed > there else "warn bold"
        picture.put(region.end - 2 - len(words), region.y, words, style)


def _titled(view: AstroforceView, width: int) -> tuple[str, str]:
    """Return the Mission's title and a note on its turns, as much of both as fits."""
    if view.mission is None:
        return "Mission", ""
    needed, there = turns(view)
    short = f"{needed} turn{'' if needed == 1 else 's'}"
    notes = (f"needs {short}, Fuel {view.fuel}", f"needs {short}", short) if needed else ()
    for note in notes:
        for head in ("Mission · ", ""):
            if cell_len(head + view.mission.title) + cell_len(note) + 8 <= width:
                return head + view.mission.title, note
    if needed >= there > 0:  # what is about to be lost comes before the whole title
        return fit(view.mission.title, width - cell_len(short) - 8), short
    return view.mission.title, ""


def _fitting(heights: Sequence[int], current: int, room: int) -> tuple[int, int]:
    """Return from which to which stage there is room: the current one, those after it, and then those before it."""
    first = last = current
    while last < len(heights) and (last == current or sum(heights[first : last + 1]) <= room):
        last += 1
    while first > 0 and sum(heights[first - 1 : last]) <= room:
        first -= 1
    return first, last


def _stage(card: CardView, n: int, column: int, scene: Scene, width: int) -> list[Row]:
    stage: StageView = card.stages[n]
    current = stage.current and not card.done
    if stage.done:
        sign, style = "✓", "good"
    elif stage.barred:
        sign, style = "×", "danger bold"
    else:
        sign, style = ("▸", "legal bold") if current else (" ", "dim")
    head: Row = [(f"{sign}{n + 1} ", style), (f"{stage.name:<{column}}", "title bold" if stage.current else "dim")]
    pale = "" if stage.current else "dim"
    words = _words("shields 0 +", pale) if stage.transmat else []
    if stage.does:
        words += _words(stage.does, pale)
    else:
        words += slots(stage, scene)
    if stage.barred and (stage.current or stage.barred != card.stages[card.stage].barred):
        words += _words(f"barred: {stage.barred}", "danger")
    if stage.current and card.moved:
        words += _words("next turn", "dim")
    return flow(head, words, width)


# --- Events and Developments -----------------------------------------------------------------------------------------


def draw_cards(picture: Picture, scene: Scene, cards: Sequence[CardView], region: Region, empty: str) -> Panel:
    """Draw cards below one another, each in as much detail as there is room for.

    The one under the cursor comes first, unless there is a column where it is read: then nothing moves with the cursor.
    """
    x, y, width, height = region
    if not cards:
        picture.put(x, y, empty, "dim", width)
        return Panel(y + 1, "")
    first = _first(cards, scene, height) if len(cards) > height else 0
    seen = cards[first : first + height]
    cut = False
    for card, block in zip(seen, _grown(seen, scene, width, height, not is_wide(picture)), strict=True):
        _draw_card(picture, scene, card, block, Region(x, y, width, len(block)))
        cut = cut or len(block) < len(_block(card, scene, width, TEXT)) or block[0] != _block(card, scene, width, 1)[0]
        y += len(block)
    rest = len(cards) - first - len(seen)
    words = [*([f"↑ {first}"] if first else []), *([f"↓ {rest}"] if rest else [])]
    return Panel(y, " ".join([*words, "more: i"]) if words or cut else "")


def _grown(cards: Sequence[CardView], scene: Scene, width: int, height: int, grows: bool) -> list[list[Row]]:
    """Return each card as rows, as many as there is room for: if it ``grows``, first for the one under the cursor."""
    blocks = [_block(card, scene, width, 0) for card in cards]
    order = sorted(range(len(cards)), key=lambda n: not grows or scene.spot != CardSpot(cards[n].target))
    room = height - len(cards)
    for detail in range(LINES, TEXT + 1):
        for n in order:
            block = _block(cards[n], scene, width, detail)
            if (more := len(block) - len(blocks[n])) <= room:
                blocks[n], room = block, room - more
    whole = [_block(card, scene, width, WHOLE) for card in cards]
    return whole if sum(map(len, whole)) <= height else blocks


def _draw_card(picture: Picture, scene: Scene, card: CardView, block: list[Row], region: Region) -> None:
    """Draw a card's lines, its key before them and its dice at the right."""
    spot, (x, y, width, height) = CardSpot(card.target), region
    one = next((one for one in reversed(scene.items) if one.spot == spot), None)
    here = scene.spot == spot
    if here:
        picture.put(x - 1, y, "▸" + " " * (width + 1), "legal bold on:cursor")
    style = "faint" if one is None or one.reason else "legal bold"
    picture.put(x, y, one.key if one else "·", style + _on(here))
    for n, spans in enumerate(block):
        picture.spans(x + 2, y + n, [(text, style + _on(here and n == 0)) for text, style in spans], width - 2)
    _stacks(picture, card, region.end, y)
    picture.spot(Region(x - 1, y, width + 2, height), spot)


def _on(here: bool) -> str:
    return " on:cursor" if here else ""


def _first(cards: Sequence[CardView], scene: Scene, height: int) -> int:
    """Return which card to begin with so that the one under the cursor is seen."""
    at = next((n for n, card in enumerate(cards) if scene.spot == CardSpot(card.target)), 0)
    return max(0, min(at - height // 2, len(cards) - height))


def _stacks(picture: Picture, card: CardView, right: int, y: int) -> None:
    """Draw the dice that lie on a card at its right, and those it has captured."""
    faces = [face for stack in card.stacks for face in stack.dice or (stack.result,)]
    x = right - 3 * len(faces) - (4 if card.captured else 0)
    for face in faces:
        die(picture, x, y, face)
        x += 3
    if card.captured:
        picture.put(x, y, f" !{card.captured}▐", "danger bold")


def _needs(card: CardView, scene: Scene) -> list[Span]:
    """Return what a card still needs, behind its title."""
    if card.done:
        return [("✓", "good"), ("done", "good")]
    barred = _words(f"barred: {card.barred}", "danger") if card.barred else []
    if not card.stages:
        return [*needs_spans(card.missing, scene), *barred]
    where = (f"{card.stage + 1}/{len(card.stages)}", "dim")
    if card.moved:
        return [where, *_words("next turn", "dim")]
    stage = card.stages[card.stage]
    return [where, *needs_spans(stage.needs, scene), *_words(stage.does, ""), *barred]


def _block(card: CardView, scene: Scene, width: int, detail: int) -> list[Row]:
    """Return a card as rows: title and need, then what its 'M' does, its printed text, its flavour."""
    needs = _needs(card, scene)
    dice = 3 * sum(len(stack.dice) or 1 for stack in card.stacks) + (4 if card.captured else 0)
    room = width - 2 - dice
    asked = sum(cell_len(text.lstrip("»")) + 1 for text, _ in needs)
    style = "dim strike" if card.done else "title"
    if cell_len(card.title) + 1 + asked <= room or not detail:
        rows = flow([(fit(card.title, max(room - asked - 1, 8)), style), ("  ", "")], needs, 999)
    else:
        *title, last = wrap(card.title, max(room, 8))
        head = [(last, style), ("  ", "")] if title and cell_len(last) + 1 + asked <= width - 2 else [("  ", "")]
        title += [] if head[0][0] == last else [last]
        rows = [[(line, style)] for line in title] + flow(head, needs, width - 2, 2)
    texts = card.text if detail >= TEXT else tuple(t for t in card.text if t.startswith("M:")) if detail == 2 else ()
    for text in texts:
        style = "danger" if text.startswith("M:") else "dim"
        lines = wrap(text, width - 2)
        rows += [[(line, style)] for line in lines]
    if detail >= WHOLE:
        rows += [[(line, "dim italic")] for line in wrap(card.flavour, width - 2)]
        rows.append([])
    return rows


def draw_active(picture: Picture, view: AstroforceView, region: Region) -> str:
    """Draw the active Developments and what they do, as far as that fits; return the mark for what does not."""
    x, y, width, height = region
    if not view.active:
        if height > 0:
            picture.put(x, y, "No Development is active yet." if width >= 29 else "None is active yet.", "dim", width)
        return ""
    if len(view.active) > height:
        words = "● " + " ● ".join(card.title for card in view.active)
        lines = wrap(words, width) if height > 0 else ()
        shown = lines if 0 < len(lines) <= height else (*lines[: height - 1], fit(" ".join(lines[height - 1 :]), width))
        picture.lines(x, y, shown[:height], "good")
        return "more: i"
    cut, room = False, height - len(view.active)
    for card in view.active:
        words = f"● {card.title}  {_does(card)}"
        lines = wrap(words, width)
        if len(lines) - 1 > room:
            lines, cut = (fit(words, width),), True
        room -= len(lines) - 1
        picture.spot(Region(x, y, width, len(lines)), CardSpot(card.target))
        picture.lines(x, y, lines, "dim")
        picture.put(x, y, fit(f"● {card.title}", width), "dim strike" if card.target in view.used else "good")
        y += len(lines)
    return "more: i" if cut else ""


def _does(card: CardView) -> str:
    does = "; ".join(text.partition(": ")[2] or text for text in card.text)
    return f"{does} (forbidden: {card.barred})" if card.barred else does
