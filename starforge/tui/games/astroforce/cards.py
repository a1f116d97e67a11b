"""The cards on the table as panels: the Mission with its stages, Events, Developments. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.games.astroforce.view.types import AstroforceView, CardView, StageView
from starforge.tui.drawing.frame import Scene, draw_text
from starforge.tui.drawing.picture import Picture, Span, fit, wrap
from starforge.tui.drawing.region import Region
from starforge.tui.games.astroforce.dice import HUES, die, lit_role
from starforge.tui.games.astroforce.spots import CardSpot


def needs_spans(needs: Sequence[str], scene: Scene, ground: str = "") -> list[Span]:
    """Return results as words in their colours; those that the station under the cursor could give are marked."""
    spans: list[Span] = []
    for need in needs:
        lit = need == lit_role(scene)
        spans.append((f"»{need}" if lit else need, f"{HUES[need]} bold{' underline' if lit else ''}{ground}"))
        spans.append((" ", ground.strip()))
    return spans[:-1]


def draw_mission(picture: Picture, scene: Scene, region: Region) -> None:
    """Draw the Mission: what its 'M' does, its stages, and what the current one still needs."""
    x, y, width, height = region
    view: AstroforceView = scene.view  # type: ignore[assignment]
    card = view.mission
    here = card is not None and scene.spot == CardSpot(card.target)
    picture.box(region, f"Mission · {card.title}" if card else "Mission")
    if here:
        picture.put(x + 1, y, "▸", "legal bold")
        picture.tint(Region(x + 2, y, len(card.title) + 10 if card else 0), "legal")
    if card is None:
        picture.put(x + 2, y + 1, "The next one is drawn in the Mission phase.", "dim", width - 4)
        return
    picture.spot(region, CardSpot(card.target))
    inside, rows = width - 4, height - 2
    lines: list[list[Span]] = []
    if card.m:
        lines += [
            [("M ", "danger bold"), (line, "")]
            for line in (wrap(card.m, inside - 2)[:3] if rows >= 9 else (fit(card.m, inside - 2),))
        ]
    stages = [_stage(card, n, stage, scene, inside) for n, stage in enumerate(card.stages)]
    room = rows - len(lines)
    done = min(sum(stage.done for stage in card.stages), len(stages) - 1)
    if len(stages) > room:
        stages = stages[min(done, len(stages) - room) :][:room]
    lines += stages
    spare = rows - len(lines)
    if spare > 2:
        words = wrap(card.flavour, inside)[: spare - 1]
        lines += [[], *([(line, "dim italic")] for line in words)]
    for n, spans in enumerate(lines[:rows]):
        picture.spans(x + 2, y + 1 + n, spans, inside)


def _stage(card: CardView, n: int, stage: StageView, scene: Scene, width: int) -> list[Span]:
    mark, style = (
        ("✓", "good") if stage.done else ("▸", "legal bold") if stage.current and not card.done else (" ", "dim")
    )
    name = "title bold" if stage.current else "dim"
    spans: list[Span] = [(f"{mark}{n + 1} ", style), (f"{stage.name[:12]:<13}", name)]
    if stage.transmat:
        spans.append(("shields 0 + ", "" if stage.current else "dim"))
    if stage.does:
        spans.append((stage.does, "" if stage.current else "dim"))
    elif stage.done:
        spans.append((" ".join(stage.needs), "dim"))
    else:
        spans += needs_spans(stage.needs, scene)
    if stage.current and card.moved:
        spans.append(("  next turn", "dim"))
    return spans


def draw_cards(picture: Picture, scene: Scene, cards: Sequence[CardView], region: Region, empty: str) -> int:
    """Draw cards below one another, in as much detail as all of them have room for; return the row after them."""
    x, y, width, height = region
    if not cards:
        picture.put(x, y, empty, "dim", width)
        return y + 1
    blocks = [_block(card, scene, width, 3) for card in cards]
    for detail in (2, 1, 0):
        if sum(map(len, blocks)) <= height:
            break
        blocks = [_block(card, scene, width, detail) for card in cards]
    first = _first(cards, scene, height) if len(cards) > height else 0
    shown = list(zip(cards, blocks, strict=True))[first : first + height]
    for card, block in shown:
        _draw_card(picture, scene, card, block, Region(x, y, width, len(block)))
        y += len(block)
    rest = len(cards) - first - len(shown)
    if first or rest:
        words = " ".join([*([f"↑ {first}"] if first else []), *([f"↓ {rest}"] if rest else [])])
        picture.right(region.end, region.bottom, f" {words} more ", "legal")
    return y


def _draw_card(picture: Picture, scene: Scene, card: CardView, block: list[list[Span]], region: Region) -> None:
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
        return [("  ✓ done", "good")]
    if not card.stages:
        return [("  ", ""), *needs_spans(card.missing, scene)]
    where: list[Span] = [(f"  {card.stage + 1}/{len(card.stages)} ", "dim")]
    if card.moved:
        return [*where, ("next turn", "dim")]
    return [*where, *needs_spans(card.stages[card.stage].needs, scene)]


def _block(card: CardView, scene: Scene, width: int, detail: int) -> list[list[Span]]:
    """Return a card as lines: title and need, then what its 'M' does, its printed text, its flavour."""
    needs = _needs(card, scene)
    dice = 3 * sum(len(stack.dice) or 1 for stack in card.stacks) + (4 if card.captured else 0)
    room = width - 2 - dice - sum(len(text) for text, _ in needs)
    lines: list[list[Span]] = [[(fit(card.title, max(room, 8)), "dim strike" if card.done else "title"), *needs]]
    texts = card.text if detail > 1 else tuple(t for t in card.text if t.startswith("M:")) if detail else ()
    for text in texts:
        style = "danger" if text.startswith("M:") else "dim"
        lines += [[(line, style)] for line in wrap(text, width - 2)]
    if detail > 2:
        lines += [[(line, "faint italic")] for line in wrap(card.flavour, width - 2)]
        lines.append([])
    return lines


def draw_active(picture: Picture, view: AstroforceView, region: Region) -> None:
    """Draw the active Developments: a line each with what they do if that fits, else their titles together."""
    x, y, width, height = region
    if height < 1:
        return
    if not view.active:
        picture.put(x, y, "No Development is active yet.", "dim", width)
        return
    if len(view.active) <= height:
        for n, card in enumerate(view.active):
            used = card.target in view.used
            text = "; ".join(t.partition(": ")[2] or t for t in card.text)
            end = picture.put(x, y + n, f"● {card.title}", "dim strike" if used else "good", width)
            picture.put(end, y + n, f"  {text}", "dim", region.end - end)
            picture.spot(region.row(n), CardSpot(card.target))
        return
    words = "● " + " ● ".join(card.title for card in view.active)
    draw_text(picture, words, region, "good")
