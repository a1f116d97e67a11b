"""How Astroforce is shown: its own menu, picture, warnings and moments on the common frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import cast

from starforge.engine.event import Event
from starforge.engine.game import View
from starforge.games.astroforce.model.actions import End, Enough, Keep, LowerShields
from starforge.games.astroforce.model.catalogue import missions
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words.warnings import warnings
from starforge.tui.drawing.art.flash import Flash
from starforge.tui.drawing.frame import Item, Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.astroforce import draw, menu
from starforge.tui.games.astroforce.about import about
from starforge.tui.games.astroforce.dice import SIDES_OF_DICE
from starforge.tui.games.astroforce.spots import CardSpot
from starforge.tui.screens.play.ui import Desk, GameUi, Part


def transmats(view: AstroforceView) -> bool:
    """Tell whether the stage of a card that is next needs the shields down."""
    cards = [*view.plots, *([view.mission] if view.mission is not None else [])]
    return any(stage.current and stage.transmat for card in cards for stage in card.stages)


class LastPlace(Part):
    """Remember where on the board an order was given last; not what was answered to the questions that followed."""

    spot: Spot | None = None

    async def send(self, item: Item) -> bool:
        ask = self.desk.view.ask
        if ask is not None and ask.kind == "deploy":
            self.spot = self.desk.cursor.spot or self.spot
        return False


class AstroforceUi(GameUi):
    """Show Astroforce."""

    scope = "astroforce"
    through_speaker = True
    final = (End, Enough, LowerShields)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.last = LastPlace(desk)
        self.parts = (self.last,)

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        return draw.draw(scene, width, height)

    @staticmethod
    def filmed(scene: Scene, events: Sequence[Event], size: tuple[int, int]) -> Scene:
        """Return the scene with the card under the cursor to which something happened last."""
        view = cast(AstroforceView, scene.view)
        shown = {card.card: card.target for card in (*view.plots, *view.offers, *view.active)}
        if view.mission is not None:
            shown[view.mission.card] = view.mission.target
        cards = (shown.get(str(e.data.get("card"))) for e in reversed(events))
        target = next((one for one in cards if one is not None), None)
        return scene if target is None else replace(scene, spot=CardSpot(target))

    def menu(self, view: View) -> tuple[Item, ...]:
        """Return the orders, by card and by crew action."""
        return menu.menu(cast(AstroforceView, view))

    def start(self, items: Sequence[Item]) -> int | None:
        """Begin where something was done last, if more can be; a Development is begun with where there is nothing else.

        Shields are let down, and a deployment is ended, by nobody who has not gone there. At Cleanup all that is
        Locked In stays, unless something else is chosen.
        """
        kept = next((n for n, one in enumerate(items) if isinstance(one.action, Keep)), None)
        ask = self.desk.view.ask
        if kept is not None or ask is None or ask.kind != "deploy":
            return kept
        view = cast(AstroforceView, self.desk.view)
        offers = [CardSpot(card.target) for card in view.offers]
        usable = [n for n, one in enumerate(items) if not one.reason and not self.gives_up(view, one)]
        here = (n for n in usable if items[n].spot is not None and items[n].spot == self.last.spot)
        other = (n for n in usable if items[n].spot not in offers)
        ends = (n for n, one in enumerate(items) if isinstance(one.action, End))
        return next(chain(here, other, usable, ends), None)

    def begun(self, view: View) -> bool:
        """Tell whether an order waits for its dice, or a change for its role."""
        return view.ask is not None and view.ask.kind in ("with", "become")

    def question(self, words: str) -> str:
        """Return the words; a crew action for which dice are chosen is called as it is in the menu."""
        ask = self.desk.view.ask
        if ask is not None and ask.kind == "with" and (called := menu.crew_words(*map(str, ask.args))):
            words = f"Which dice? {called}."
        return f"{words} Backspace: another." if self.begun(self.desk.view) else words

    def called(self, scene: Scene) -> str:
        """Tell Events from Developments."""
        view = cast(AstroforceView, scene.view)
        kinds = (("event", view.plots), ("development", (*view.offers, *view.active)))
        here = (kind for kind, cards in kinds if any(scene.spot == CardSpot(card.target) for card in cards))
        return next(here, super().called(scene))

    def about(self, scene: Scene) -> list[str]:
        one = scene.item
        here = about(scene) or ([one.label] if one else [])
        return [*here, *([one.hint, one.reason] if one else []), "The table:", *self.table_lines()]

    def warning(self, view: View, item: Item) -> str:
        """Return a warning before usable dice are left unused (AF-D9)."""
        usable = cast(AstroforceView, view).usable
        if isinstance(item.action, End) and usable:
            dice = "1 die" if len(usable) == 1 else f"{len(usable)} dice"
            return " ".join(
                [f"{dice} could still be used ({' '.join(usable)}).", *warnings(cast(AstroforceView, view))]
            )
        if isinstance(item.action, LowerShields) and not transmats(cast(AstroforceView, view)):
            return f"The shields go from {cast(AstroforceView, view).shields} to 0, and no Transmat waits for it."
        return ""

    def rule(self, scene: Scene) -> str:
        return menu.rule(cast(AstroforceView, scene.view), scene.item)

    def flash(self, events: Sequence[Event], before: Scene) -> Flash | None:
        """Let dice tumble, else say that a Mission is completed."""
        dice = sum(len(event.data["faces"]) for event in events if event.kind == "rolled")
        if dice:
            words = "The die tumbles." if dice == 1 else f"{dice} dice tumble."
            return Flash(replace(before, question=words), dice, SIDES_OF_DICE)
        done = next((event for event in events if event.kind == "mission-completed"), None)
        return None if done is None else Flash(before, deed=f"{missions()[done.data['card']].title}: completed")
