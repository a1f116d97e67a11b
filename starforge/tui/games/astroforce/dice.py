"""Dice, and which of them are lit because they match what is under the cursor. Pure."""

from __future__ import annotations

from collections import Counter

from starforge.engine.action import Action
from starforge.games.astroforce.model.actions import Change, Pick, Reroll, With
from starforge.games.astroforce.model.state import FACES, PARTNER
from starforge.games.astroforce.view.types import AstroforceView, CardView
from starforge.tui.drawing.frame import Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.astroforce.spots import CardSpot, StationSpot

LETTERS = {"COM": "C", "SCI": "S", "MED": "M", "ENG": "E", "SEC": "X", "THR": "!"}
HUES = {"COM": "hue1", "SCI": "hue2", "MED": "hue3", "ENG": "hue4", "SEC": "hue5", "THR": "hue6"}
SIDES_OF_DICE = tuple((LETTERS[face], HUES[face]) for face in LETTERS)
NAMES = {"COM": "Command", "SCI": "Science", "MED": "Medical", "ENG": "Engineering", "SEC": "Security"}


def die(picture: Picture, x: int, y: int, face: str, lit: bool = False) -> None:
    """Draw a die three cells wide; one that is lit stands between arrow heads."""
    hue = HUES[face]
    edges, style = ("»«", "legal bold") if lit else ("▐▌", hue)
    picture.put(x, y, edges[0], style)
    picture.put(x + 1, y, LETTERS[face], f"on:{hue} bold")
    picture.put(x + 2, y, edges[1], style)


def big_die(picture: Picture, x: int, y: int, face: str, lit: bool = False) -> None:
    """Draw a die five cells wide and three high; one that is lit stands between arrow heads."""
    hue = HUES[face]
    edges, style = ("»«", "legal bold") if lit else ("││", hue)
    picture.put(x, y, "┌───┐", hue)
    picture.put(x, y + 1, edges[0], style)
    picture.put(x + 1, y + 1, f" {LETTERS[face]} ", f"on:{hue} bold")
    picture.put(x + 4, y + 1, edges[1], style)
    picture.put(x, y + 2, "└───┘", hue)


def berth(picture: Picture, x: int, y: int, big: bool) -> None:
    """Draw a place without a die."""
    if big:
        picture.put(x, y, "┌   ┐", "dim")
        picture.put(x, y + 2, "└   ┘", "dim")
        picture.put(x + 2, y + 1, "·", "dim")
    else:
        picture.put(x + 1, y, "·", "dim")


def card_at(view: AstroforceView, spot: Spot | None) -> CardView | None:
    """Return the card at a spot."""
    cards = [*([view.mission] if view.mission else []), *view.plots, *view.offers, *view.active]
    return next((card for card in cards if spot == CardSpot(card.target)), None)


def lit_dice(scene: Scene) -> Counter[str]:
    """Return how many dice of each role are lit: those an order takes, or all that a requirement could take."""
    one = scene.item
    if one is not None and not one.reason and one.action is not None:
        return Counter(face for face in _taken(scene, one.action) if face in FACES)
    if one is not None and one.items and one.spot == scene.spot:
        able = [way.action for way in one.items if way.action is not None and not way.reason]
        if able:
            return Counter(face for face in _taken(scene, able[0]) if face in FACES)
    card = card_at(scene.view, scene.spot)  # type: ignore[arg-type]
    if card is not None:
        wanted = {face for need in card.missing for face in (need, PARTNER.get(need, need))}
        return Counter(dict.fromkeys(wanted, 99))
    return Counter()


def _taken(scene: Scene, action: Action) -> tuple[str, ...]:
    """Return the dice that an action takes, of an order the smallest of its payments."""
    match action:
        case Pick(die) | Change(die) | Reroll(die):
            return (die,)
        case With(dice):
            return dice
    view: AstroforceView = scene.view  # type: ignore[assignment]
    return next((one.dice for one in view.payments if one.order == str(action)), ())


def lit_role(scene: Scene) -> str:
    """Return the role whose station is under the cursor, so that what it could do lights up; '' for none."""
    spot = scene.spot
    return spot.role if isinstance(spot, StationSpot) and spot.role in FACES else ""
