"""What is under the cursor in words: what it is for, what can be done with it now, and the rule to open. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.games.glossary import at_spot, when_asked
from starforge.tui.drawing.frame import Scene


def explained(game: str, scene: Scene, called: str, about: Sequence[str]) -> tuple[str, list[str]]:
    """Return the rule to open and paragraphs: ``about``, of which the first is a title, with what the glossary knows.

    ``called`` is the glossary's name for the place under the cursor.
    """
    here = at_spot(game, called) if called else None
    asked = when_asked(game, scene.view.ask.kind) if scene.view.ask else None
    head, rest = [words for words in about[:1] if words], [words for words in about[1:] if words]
    words = [*head, *([here.said()] if here else []), *_now(scene), *([asked.said()] if asked else []), *rest]
    item = scene.item.rule if scene.item else ""
    return item or next((one.rule for one in (here, asked) if one and one.rule), ""), words


def _now(scene: Scene) -> list[str]:
    """Return what can be done at the place under the cursor now, or why nothing can."""
    there = [one for one in scene.items if one.spot is not None and one.spot == scene.spot]
    able = [one.label for one in there if not one.reason]
    if able:
        return [f"Now you can do here: {'; '.join(able)}."]
    return [f"Not now: {one.reason}" + (f" ({one.rule})" if one.rule else "") for one in there[:1]]
