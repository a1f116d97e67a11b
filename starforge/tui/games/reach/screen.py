"""USC: Reach's screen: the common frame with its own menu and picture, shared moments, and other ships to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from starforge.engine.game import Game, View
from starforge.games.reach.model import actions as a
from starforge.games.reach.view.types import ReachView
from starforge.tables.table import Table
from starforge.tui.app import routes
from starforge.tui.app.keys import taken
from starforge.tui.drawing.frame import SIDES, Item, Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach import about, draw, menu, moments, stage
from starforge.tui.games.reach.spots import CrewSpot, DepartmentSpot, HandSpot, SeatSpot
from starforge.tui.screens.page import Page
from starforge.tui.screens.play.game import NOTHING, GameScreen

PUBLIC_KEYS = ("help", "log", "rules", "menu", "quit", "back")
"""What can be done while a moment is shown: nothing that needs eyes of one's own."""

KEEPING = ("before", "after-claim", "turn-end")
"""The asks at which a card that is used once may be kept."""


class ReachScreen(GameScreen):
    """Play USC: Reach. ``pages`` are the moments still to be shown, ``heard`` the moves whose events are known.

    ``part`` is which of the screens that the first moment takes is shown.
    """

    scope = "reach"

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.pages: list[moments.Moment] = []
        self.part = 0
        self.heard = table.length
        self.public = cast(ReachView, table.view(None))
        self.other = 0

    @staticmethod
    def facts(game: Game[Any, Any], view: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return nothing: the view is enough."""
        return {}

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        """Return the whole screen."""
        return draw.draw(scene, width, height)

    def scene(self) -> Scene:
        """Return what there is to draw: what is public only, while a moment is shown."""
        scene = super().scene()
        if self.pages:
            return Scene(
                view=self.public,
                title=self.heading,
                names=self.names,
                question="",
                note=self.note,
                moment=self.moment,
                scope=self.scope,
                more={"page": self.pages[0], "part": self.part},
            )
        return Scene(**{**_fields(scene), "more": {"other": self.other, "ships": bool(self.other)}})

    def question(self) -> str:
        """Return what is asked; while placing, also how."""
        view = cast(ReachView, self.view)
        if self.speaker is not None:
            mark = SIDES[self.speaker % len(SIDES)][0]
            return f"{mark} {self.names[self.speaker]}: {super().question()}"
        if view.result is not None:
            winners = [f"{SIDES[n][0]} {self.names[n]}" for n in view.result.winners]
            return (
                f"{' and '.join(winners) or 'Nobody'} won. Enter: leave the table. o: the ships. i: the score in words."
            )
        if self.passing or view.ask is None or view.ask.kind != "plan" or view.me is None:
            return super().question()
        if view.me.hand:
            return "Place every card: number, then letter. Backspace takes the last back."
        return "All crew is placed. y: ready. Backspace takes the last card back."

    def menu(self, view: View) -> tuple[Item, ...]:
        """Return the choices: cards and where they go, missions, crew, departments."""
        return menu.menu(cast(ReachView, view))

    def first(self) -> int:
        """Return where the cursor starts: on keeping a card that may be kept, so that no Enter too many plays it."""
        if self.view.ask is not None and self.view.ask.kind in KEEPING and not self.path:
            return next((n for n, one in enumerate(self.items) if isinstance(one.action, (a.Hold, a.Done))), 0)
        return super().first()

    def hides(self, public: View, seat: int) -> bool:
        """Tell whether a question is answered behind the screen: planning, Specialists drawn, the landing."""
        phase = cast(ReachView, public).phase
        return phase in ("planning", "landing") or public.waiting.get(seat) == "keep"

    def follow(self) -> None:
        """Take in what has changed; what all should see together comes first."""
        self._notice()
        super().follow()

    def _notice(self) -> None:
        """Find the moments in what was told since the last look."""
        before, self.public = self.public, cast(ReachView, self.table.view(None))
        length = self.table.length
        if length > self.heard:
            new = [t.event for t in self.table.log(None, self.heard + 1)]
            if any(e.kind in ("ordered", "turned", "approached", "landed") for e in new) and before.turn:
                first = not self.pages
                self.pages += moments.moments(new, before, self.public, self._tell, self._since())
                if first:
                    self._begin()
        self.heard = length

    def _since(self) -> list[Any]:
        """Return the public events after the last reveal that was known before."""
        known = [t.event for t in self.table.log(None) if t.n <= self.heard]
        last = max((n for n, e in enumerate(known) if e.kind == "ordered"), default=-1)
        return known[last + 1 :]

    def _tell(self, event: Any) -> str:
        return self.table.game.tell(event, self.names)

    def _begin(self) -> None:
        """Start the moment that comes first."""
        self._calm()
        self.part = 0
        moving = self.pages and not isinstance(self.pages[0], moments.Report)
        if moving and self.is_mounted and self.stage.settings.animations:
            self.moment = stage.FRAMES
            self._timer = self.set_interval(1 / 14, self._tick)

    def _next_page(self) -> None:
        self.part += 1
        if self.part < stage.parts(self.pages[0], *self.board_size):
            return
        self.pages.pop(0)
        if self.pages:
            self._begin()
        else:
            self.follow()

    def hand_over(self) -> None:
        """Cover the table for the next player, once everybody has seen what there is to see."""
        if not self.pages:
            self.other = 0
            super().hand_over()

    async def press(self, key: str) -> None:
        """Go on from a moment, place the card under the cursor by a letter, take the last one back."""
        if self.pages and not self.moment:
            self.note, self.before, self.asked = "", self.asked, NOTHING
            bound = taken(self.scope).get(key)
            if bound is not None and bound.do in PUBLIC_KEYS and key != "backspace":
                await Page.press(self, key)
            elif key in ("enter", "space"):
                self._next_page()
            return
        if not self.moment and not self.path:
            if key == "backspace" and not self.jumping and await self._take_back():
                return
            ways = self.opened()[self.at].items if 0 <= self.at < len(self.opened()) else ()
            way = next((one for one in ways if one.key == key), None)
            own = any(one.key == key for one in self.opened())
            if way is not None and isinstance(way.action, (a.Place, a.Repair)) and not own and not self.jumping:
                await self._place(way)
                return
        await super().press(key)

    async def act(self, one: Item) -> None:
        """Send an action in, and look at the own ship again to see what came of it."""
        self.other = 0
        pile = next((n for n, card in enumerate(self.items) if card.items and one in card.items), -1)
        spot = self.items[pile].spot if pile >= 0 else None
        await super().act(one)
        if isinstance(one.action, (a.Place, a.Repair)) and spot and not self.path:
            self._stay_at(spot, pile)

    def _stay_at(self, spot: Spot, pile: int) -> None:
        """Put the cursor on the next card like the one that was placed, else where that lay, at last on being ready."""
        cards = [n for n, one in enumerate(self.items) if isinstance(one.spot, HandSpot)]
        same = next((n for n in cards if self.items[n].spot == spot), None)
        end = next((n for n, one in enumerate(self.items) if isinstance(one.action, a.Ready)), self.at)
        self.at = same if same is not None else min(pile, cards[-1]) if cards else end

    async def _take_back(self) -> bool:
        one = menu.take_back(self.opened())
        if one is None or self.place:
            return False
        self.note = ""
        await self.act(one)
        return True

    async def _place(self, one: Item) -> None:
        self.note = ""
        if one.reason:
            self.say(f"{one.reason} [{one.rule}; r reads it]", "warn")
        else:
            await self.act(one)

    async def point(self, spot: Spot) -> None:
        """Pick a clicked card, put it into a clicked department, or do what any screen does."""
        if self.moment:
            self._calm()
        elif self.pages:
            self._next_page()
        elif isinstance(spot, SeatSpot):
            self._look_at(spot.seat)
        elif isinstance(spot, HandSpot) and self._pick(spot):
            self.note = ""
        elif (way := self._way(spot)) is not None:
            await self._place(way)
        else:
            await super().point(spot)

    async def drag(self, spot: Spot, to: Spot | None) -> None:
        """Put a card dragged from the hand into a department; drag a placed one to the hand to take it back."""
        if isinstance(spot, HandSpot) and not self.pages and self._pick(spot):
            way = self._way(to)
            if way is not None:
                await self._place(way)
        elif isinstance(spot, CrewSpot) and not self.pages:
            self.path = ()
            back = next((b for one in self.items for b in one.items if b.spot == spot), None)
            if back is not None and isinstance(back.action, (a.TakeBack, a.Lift)):
                await self._place(back)
        else:
            await super().drag(spot, to)

    def _pick(self, spot: Spot) -> bool:
        """Open the places of a card of the hand."""
        number = next((n for n, one in enumerate(self.items) if one.spot == spot and one.items), None)
        if number is None:
            return False
        self.path, self.place = (number,), None
        self.at = self.first()
        return True

    def _way(self, spot: Spot | None) -> Item | None:
        """Return the placement of the picked card at a clicked place; crew there stands for its department."""
        if isinstance(spot, CrewSpot):
            spot = DepartmentSpot(spot.zone)
        one = self.opened()[self.at] if 0 <= self.at < len(self.opened()) else None
        ways = self.opened() if self.path else one.items if one else ()
        found = next((w for w in ways if w.spot == spot), None)
        return found if found is not None and isinstance(found.action, (a.Place, a.Repair)) else None

    def do_others(self) -> None:
        """Look at the next ship; after the last one at the own again."""
        self.other = (self.other + 1) % (len(self.names) + (self.view.result is not None))

    def _look_at(self, seat: int) -> None:
        boards = draw.ships(Scene(**{**_fields(self.scene()), "more": {"other": 0}}))
        self.other = next((n for n, b in enumerate(boards) if b.seat == seat), 0)

    def do_supplies(self) -> None:
        """Read what the decks and the box still hold."""
        self.app.push_screen(routes.ReaderScreen(self.heading, about.supplies(self.scene())))

    def about(self, scene: Scene) -> list[str]:
        """Return what there is to read about what is under the cursor."""
        if scene.view.result is not None:
            return ["The end", scene.view.result.text, *self.table.game.lines(self.view, self.names)]
        return about.about(scene) or self.table.game.lines(self.view, self.names)

    def warning(self, view: View, one: Item) -> str:
        """Return a warning before what cannot be taken back: being ready, passing with a mission in reach."""
        if isinstance(one.action, a.Ready) and self.stage.settings.confirmations:
            return "Ready is final: your crew stays where it is."
        met = [c for c in view.choices if isinstance(c.action, a.Claim) and not c.reason]
        if isinstance(one.action, a.Pass) and met:
            return f"You meet {len(met)} mission{'s' if len(met) > 1 else ''}."
        grown = [c for c in view.choices if isinstance(c.action, (a.Raise, a.Specialise)) and not c.reason]
        if isinstance(one.action, a.Done) and grown and cast(ReachView, view).phase == "landing":
            return "Your tokens are worth nothing after this."
        return ""

    def rule(self, scene: Scene) -> str:
        """Return the id of the rule in question."""
        return menu.rule(cast(ReachView, scene.view), scene.item)


def _fields(scene: Scene) -> dict[str, Any]:
    return {name: getattr(scene, name) for name in Scene.__dataclass_fields__}
