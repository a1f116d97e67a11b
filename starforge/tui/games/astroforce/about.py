"""What there is to read about the places of Astroforce's table. Pure."""

from __future__ import annotations

from typing import cast

from starforge.games.astroforce.view.types import AstroforceView, CardView
from starforge.games.astroforce.words.choices import CHOSEN
from starforge.games.astroforce.words.report import card_lines, fills, meanings
from starforge.tui.drawing.frame import Scene
from starforge.tui.games.astroforce.dice import NAMES, card_at, lit_role
from starforge.tui.games.astroforce.spots import ZoneSpot


def about(scene: Scene) -> list[str]:
    """Return what there is to read about what is under the cursor: a title, then paragraphs."""
    view = cast(AstroforceView, scene.view)
    card = card_at(view, scene.spot)
    if card is not None:
        needs = [f"{card.barred} forbids it."] * bool(card.barred) if card in view.active else _needs(card)
        return [card.title, *_ways(scene), *needs, *card.text, *meanings(card), f"— {card.flavour}"]
    role = lit_role(scene)
    station = next((one for one in view.stations if one.role == role), None)
    if station is not None:
        state = "blocked" if station.blocked else f"{station.dice} of {station.places} places taken"
        return [f"{NAMES[role]} station", f"{role}: {state}.", *_matching(view, role)]
    zones = {
        "quarters": ["Quarters", f"{view.quarters} dice, rolled at the next Roll Call."],
        "medbay": ["Medbay", f"{view.medbay} dice; a MED brings one back to Quarters."],
        "sensors": [
            "Sensors",
            f"{view.sensors} of {view.sensors_most} taken. When they fill, those dice go home and an Event is drawn.",
            f"{fills(view)[:1].upper()}{fills(view)[1:]}; a SEC clears one Threat.",
        ],
    }
    return zones.get(scene.spot.name, []) if isinstance(scene.spot, ZoneSpot) else []


def _matching(view: AstroforceView, role: str) -> list[str]:
    cards = [*([view.mission] if view.mission else []), *view.plots, *view.offers]
    wanting = [card.title for card in cards if role in card.missing]
    return [f"Wanted by: {', '.join(wanting)}." if wanting else "No card in play wants it now."]


def _needs(card: CardView) -> list[str]:
    if card.stages:
        return [line.strip() for line in card_lines(card) if line.startswith("  stage")]
    needs = " ".join(card.missing or card.needs)
    barred = [f"{card.barred} lets no dice go on it."] if card.barred else []
    return [*([f"Needs {needs}"] if needs else []), *barred]


def _ways(scene: Scene) -> list[str]:
    """Return what can be done on the line under the cursor."""
    one = scene.item
    able = [way for way in one.items if not way.reason] if one and one.spot == scene.spot else []
    ways = [f"→ {way.label.removesuffix(CHOSEN)}" for way in able]
    return ways[:6] + ([f"→ and {len(ways) - 6} more"] if len(ways) > 6 else [])
