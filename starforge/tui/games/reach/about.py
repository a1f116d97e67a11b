"""What there is to read about a thing of USC: Reach, as paragraphs; the first is a title. Pure."""

from __future__ import annotations

from starforge.games.reach.model.state import REPAIRS
from starforge.games.reach.view.types import BoardView, ReachView
from starforge.games.reach.words.names import NAMES, SHORT
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.reach.draw import looked_at
from starforge.tui.games.reach.pool import about_card, about_mission, supply_lines, unseen_lines
from starforge.tui.games.reach.spots import (
    ClaimSpot,
    CrewSpot,
    DepartmentSpot,
    HandSpot,
    LandingSpot,
    MissionSpot,
    RepairSpot,
)


def about(scene: Scene) -> list[str]:
    """Return paragraphs about the place under the cursor, nothing for none."""
    view: ReachView = scene.view  # type: ignore[assignment]
    if not view.boards or view.phase == "setup":
        return []
    board = looked_at(scene)
    match scene.spot:
        case MissionSpot(slug):
            return next((about_mission(m) for m in view.pool if m.mission == slug), [])
        case HandSpot(slug):
            return next((about_card(card) for card in board.hand if card.card == slug), [])
        case DepartmentSpot(slug) | RepairSpot(slug):
            return department(board, slug)
        case CrewSpot(zone, slug):
            return crew(board, zone, slug)
        case ClaimSpot(slug):
            return claim(board, slug)
        case LandingSpot() if view.landing is not None:
            needs = ", ".join(f"{SHORT[d]} {n}" for d, n in view.landing.required.items())
            goals = [f"+5 points: {words} ({have} of {need})." for words, have, need in view.landing.objectives]
            return [view.landing.title, f"Secret until the landing. Needs {needs}.", *goals]
    return []


def here(scene: Scene) -> list[str]:
    """Return paragraphs about the place under the cursor and the choice there, before the table itself is told."""
    one = scene.item
    choice = [one.label, one.hint, one.reason] if one is not None else []
    found = about(scene)
    words = [*found, *(words for words in choice if words and words not in found)]
    return [*words, "The table:"] if words else []


def department(board: BoardView, slug: str) -> list[str]:
    d = next((d for d in board.departments if d.slug == slug), None)
    if d is None:
        cards = board.defence if slug == "defence" else board.academy
        return [NAMES[slug], *(f"{card.title}, Worker Power {card.worker}." for card in cards)]
    lines = [
        f"{d.name}: {d.total}",
        f"Ship {d.default}, crew {d.crew}, Research {d.research}, cards {d.extra}, damage -{d.weighing}.",
    ]
    lines += [
        f"{card.title}: +{card.gives} {'as worker' if card.face == 'worker' else 'at Main Power'}." for card in d.cards
    ]
    lines += [f"{card.title} repairs, face down." for card in d.repairers]
    return lines


def crew(board: BoardView, at: str, slug: str) -> list[str]:
    zones = {d.slug: d.cards for d in board.departments}
    zones |= {REPAIRS[d.slug]: d.repairers for d in board.departments}
    zones |= {"defence": board.defence, "academy": board.academy}
    return next((about_card(card, at) for card in zones.get(at, ()) if card.card == slug), [])


def claim(board: BoardView, slug: str) -> list[str]:
    c = next((c for c in board.claimed if c.mission == slug), None)
    return [c.title, f"{c.points} points.", c.text, *(["It has been used."] if c.spent else [])] if c else []


def supplies(scene: Scene) -> list[str]:
    """Return the decks and supplies by count, and the crew that each player owns and has not placed in the open."""
    view: ReachView = scene.view  # type: ignore[assignment]
    lines = [*supply_lines(view), *unseen_lines(scene)]
    return ["Decks and supplies", *(f"{name}: {words}." for name, words in lines)]
