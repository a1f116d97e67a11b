"""How USC: Reach is shown: its own menu and picture, moments that all share, and other ships to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import View
from starforge.games.reach.model import actions as a
from starforge.games.reach.view.types import ReachView
from starforge.tui.drawing.frame import SIDES, Item, Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach import about, draw, draw_moments, menu
from starforge.tui.games.reach.moments import Showing, showing
from starforge.tui.games.reach.parts import Hand, Ships, Together
from starforge.tui.games.reach.spots import CrewSpot, MissionSpot
from starforge.tui.screens.play.ui import Desk, GameUi, Part

BEGUN = ("overcharge", "forge", "mend", "shift", "promote", "hire")
"""The asks that a card just played begins."""
STEPS = {"settle": "settled", "growth": "raised", "mend": "repaired", "shift": "shifted"}
"""The asks that are answered by several steps, and what each step is told by."""
KEEPING = ("before", "after-claim", "turn-end")
"""The asks at which a card that is used once may be kept."""


class ReachUi(GameUi):
    scope = "reach"
    final = (a.Ready, a.Pass, a.Done, a.Stop)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.together, self.ships = Together(desk), Ships(desk)
        self.parts: Sequence[Part] = (self.together, self.ships, Hand(desk))

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        return draw.draw(scene, width, height)

    @staticmethod
    def filmed(scene: Scene, events: Sequence[Event], size: tuple[int, int]) -> Scene:
        """Return the scene with the ship first to which something happened last, and the cursor on what was meant."""
        last = next((e.data for e in reversed(events) if "seat" in e.data), None)
        if last is None:
            return scene
        boards = [b.seat for b in draw.ships(replace(scene, more=Showing()))]
        spot: Spot | None = MissionSpot(last["mission"]) if "mission" in last else None
        if "card" in last and "at" in last:
            spot = CrewSpot(last["at"], last["card"])
        return replace(scene, more=Showing(boards.index(last["seat"])), spot=spot)

    @property
    def busy(self) -> bool:
        return bool(self.together.pages)

    @property
    def reported(self) -> bool:
        return self.together.reported

    def dress(self, scene: Scene) -> Scene:
        """Return what is public only, while a moment is shown; else which ship is looked at."""
        together, other = self.together, self.ships.other
        if not together.pages:
            return replace(scene, more=Showing(other, bool(other)))
        return Scene(
            view=together.public,
            title=scene.title,
            names=scene.names,
            question="",
            note=scene.note,
            moment=scene.moment,
            scope=scene.scope,
            more=Showing(moment=together.pages[0], part=together.shown),
        )

    def menu(self, view: View) -> tuple[Item, ...]:
        return menu.menu(cast(ReachView, view))

    def start(self, items: Sequence[Item]) -> int | None:
        """Return where the cursor starts, so that no Enter too many does what is for good.

        It starts on keeping a card that may be kept, and while planning on what can be taken back.
        """
        ask = self.desk.view.ask
        if ask is not None and ask.kind == "plan":
            usable = (n for n, one in enumerate(items) if not one.reason)
            return next((n for n in usable if not isinstance(items[n].action, (a.Ready, a.Play))), None)
        if ask is None or ask.kind not in KEEPING:
            return None
        return next((n for n, one in enumerate(items) if isinstance(one.action, (a.Hold, a.Done))), 0)

    def question(self, words: str) -> str:
        """Return what is asked; while placing, also how."""
        view, names, viewers = cast(ReachView, self.desk.view), self.desk.names, self.desk.viewers
        if viewers.speaker is not None:
            mark = SIDES[viewers.speaker % len(SIDES)][0]
            return f"{mark} {names[viewers.speaker]}: {words}"
        if view.result is not None and not view.result.scores:
            return f"{view.result.text} Enter: how it went"
        if view.result is not None:
            winners = " and ".join(f"{SIDES[n][0]} {names[n]}" for n in view.result.winners)
            return f"{winners or 'Nobody'} won. Enter: how it went. . the ships. i: the score in words."
        if viewers.passing or view.ask is None or view.ask.kind != "plan" or view.me is None:
            return f"{words} Backspace: step back." if self.begun(view) else words
        if view.me.hand:
            return "Place every card: number, letter. Backspace takes back."
        return "All crew is placed. y: ready. Backspace takes back."

    def about(self, scene: Scene) -> list[str]:
        if scene.view.result is not None:
            return ["The end", scene.view.result.text, *self.table_lines()]
        return [*about.here(scene), *self.table_lines()]

    def warning(self, view: View, item: Item) -> str:
        """Return a warning before what cannot be taken back: what is lost by it, or that it is final."""
        if isinstance(item.action, self.final) and item.hint:
            return item.hint
        if isinstance(item.action, a.Ready) and self.desk.app.settings.confirmations:
            return "Ready is final: your crew stays where it is."
        met = [c for c in view.choices if isinstance(c.action, a.Claim) and not c.reason]
        if isinstance(item.action, a.Pass) and met:
            return f"You meet {len(met)} mission{'s' if len(met) > 1 else ''}."
        return ""

    def keys(self, scene: Scene) -> tuple[tuple[str, str], ...]:
        return super().keys(scene) if showing(scene).moment is None else draw_moments.KEYS

    def rule(self, scene: Scene) -> str:
        return menu.rule(cast(ReachView, scene.view), scene.item)

    def begun(self, view: View) -> bool:
        """Tell whether a card was just played, or a step taken of several that answer the question."""
        if view.ask is None:
            return False
        told = self.desk.table.log(view.seat)
        last = told[-1].event if told else None
        stepped = last is not None and last.kind == STEPS.get(view.ask.kind) and last.data.get("seat") == view.seat
        return stepped or view.ask.kind in BEGUN

    def gives_up(self, view: View, item: Item) -> bool:
        """Tell whether an item ends a step for good, which it does not where it only keeps a card."""
        keeps = isinstance(item.action, a.Done) and view.ask is not None and view.ask.kind in KEEPING
        return super().gives_up(view, item) and not keeps

    def follow(self) -> None:
        self.together.notice()

    def renewed(self, before: Action | None) -> None:
        """Let whoever sits down next look at their own ship."""
        if self.desk.viewers.covered:
            self.ships.other = 0
