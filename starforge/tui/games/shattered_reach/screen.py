"""Shattered Reach's screen: its own menu, warnings and volleys on the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from starforge.engine import hex as hx
from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import Game, View
from starforge.engine.hex import Hex
from starforge.games.shattered_reach.model.actions import (
    Back,
    Buy,
    Choose,
    Fire,
    Launch,
    Lock,
    Place,
    Reacquire,
    Select,
)
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words.report import ship_name
from starforge.tables.table import Table
from starforge.tui.drawing.frame import Item, Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.shattered_reach import draw, menu
from starforge.tui.games.shattered_reach.draw import Fields
from starforge.tui.games.shattered_reach.panels import place_words, roster_paragraphs, scenario_words, ship_paragraphs
from starforge.tui.games.shattered_reach.planning import PlanScreen
from starforge.tui.games.shattered_reach.spots import FlySpot, HexSpot, ShipSpot, WeaponSpot

SHOTS = (Fire, Lock, Launch, Reacquire)
"""What is told at once, with its dice."""


class ShatteredReachScreen(PlanScreen):
    """Play Shattered Reach."""

    scope = "shattered-reach"

    def __init__(self, table: Table) -> None:
        self._fields = Fields()
        self._lines: list[str] = []
        self._hand: tuple[int, str, int | None, int] = (-1, "", None, 0)
        self._refused = ""
        super().__init__(table)

    @staticmethod
    def facts(game: Game[Any, Any], view: Any, names: Sequence[str]) -> dict[str, Any]:
        """Return nothing: the view is enough."""
        return {}

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        """Return the whole screen."""
        return draw.draw(scene, width, height)

    def hides(self, public: View, seat: int) -> bool:
        """Tell whether the question needs eyes of its own: fleets, deployments and plans do, fire does not."""
        return public.waiting.get(seat) in ("build", "deploy", "move")

    def _look_now(self) -> View:
        """Return what the screen shows; where nothing is hidden, what the one who acts sees hides nothing either."""
        return self.table.view(self.actor) if self.speaker is not None else super()._look_now()

    def menu(self, view: View) -> tuple[Item, ...]:
        """Return the choices of the phase."""
        found, kept = menu.menu(cast(WarView, view)), self.kept_items()
        return (*found[:-1], *kept, found[-1]) if kept else found

    def refreshed(self) -> None:
        """Make the menu anew; the cursor stays with what it was on, and follows the ship in hand."""
        before = self.items[self.at].action if not self.path and 0 <= self.at < len(self.items) else None
        super().refreshed()
        self._lines = self.told.lines(self.seat)
        self._stay(before)
        hand = (self.war.hand, self.war.phase if self.view.ask else "", self.actor, self.war.turn)
        if hand != self._hand and hand[0] >= 0 and self.view.ask is not None:
            ship = self.war.ship(hand[0])
            if ship is not None and ship.hexes:
                self._look_at(ship.hexes[0])
                if hand[1:] != self._hand[1:]:
                    self.do_centre()
            elif self._phase() == "deploy":
                self._to_berth()
        self._hand = hand

    def _to_berth(self) -> None:
        """Put the cursor on the nearest hex that takes the ship in hand."""
        found = (o.action for o in self.items if not o.reason)
        berths = [(a.q, a.r) for a in found if isinstance(a, Place)]
        if berths:
            at = self._camera().cursor
            self._look_at(min(berths, key=lambda berth: (hx.distance(at, berth), berth)))
            self._at_berth()

    def _stay(self, before: Action | None) -> None:
        """Put the menu's cursor back on the same kind of action."""
        if self._phase() == "deploy" and self.eyes.camera is not None:
            self._at_berth()
            if self.war.hand < 0:
                self.at = self.first()
        elif isinstance(before, (Select, Place)):
            self.at = self.first()
        elif before is not None and not self.path:
            same = (n for n, one in enumerate(self.items) if type(one.action) is type(before))
            if isinstance(before, Choose):
                same = (n for n in same if not self.items[n].reason)
            if isinstance(before, Buy):
                same = (n for n, one in enumerate(self.items) if one.action == before)
            self.at = next(same, self.at)

    def scene(self) -> Scene:
        """Return what there is to draw, with how the seat looks at the map."""
        level, path = self.items, []
        for n in self.path:
            path.append(level[n].label)
            level = level[n].items
        more = {
            "camera": self._camera() if self.on_map else None,
            "fields": self._fields,
            "page": self.eyes.page,
            "lens": self.eyes.lens,
            "weapon": self._weapon(),
            "stock": self.stock.of(self.war.seats[self.war.seat].faction) if self.war.seat is not None else (),
        }
        return Scene(
            view=self.view,
            title=self.heading,
            names=self.names,
            question=self.question(),
            items=level,
            at=self.at,
            path=tuple(path),
            spot=self.place,
            note=self.note,
            mood=self.mood,
            log=self._lines,
            moment=self.moment,
            scope=self.scope,
            ascii=self.stage.shown.twins,
            more=more,
        )

    def _weapon(self) -> str:
        """Return the kind of weapon whose targets are shown."""
        spot = self.items[self.path[0]].spot if self.path and self.path[0] < len(self.items) else None
        return spot.kind if isinstance(spot, WeaponSpot) else ""

    async def press(self, key: str) -> None:
        """Let the map's keys walk through lists where there is no map; Backspace takes a planned step back."""
        if key == "backspace" and not self.path and self._planned():
            self.note, self.before = "", self.asked
            await self.act(next(one for one in self.items if isinstance(one.action, Back)))
            return
        if key == "x" and self.path and self._phase() == "build":
            self.note, self.before, self.asked = "", self.asked, ("", None)
            if self.forget():
                return
        if key == "x" and self._weapon():
            self.note, self.before = "", self.asked
            await self._volley()
            return
        if self.path and any(one.key == key for one in self.items):
            self.path, self.at = (), -1
        if not self.path and 0 <= self.at < len(self.items) and isinstance(self.items[self.at].action, Buy):
            self.bench.line = self.at
        by_key = any(one.key == key for one in self.items) and self._phase() == "build"
        moved = key in menu.STEP_KEYS.values() and not self.path and self._phase() == "move"
        await super().press(key)
        if by_key and self._phase() == "build":
            self.to_ship(self.bench.line)
        if moved and not self.path:
            self._refused = self.items[self.at].rule if self.note and 0 <= self.at < len(self.items) else ""
            self.at = self.first()
        elif key != "r":
            self._refused = ""

    def _planned(self) -> bool:
        return self._phase() == "move" and any(isinstance(o.action, Back) and not o.reason for o in self.items)

    def arrived(self, at: Hex) -> None:
        """Put the menu on what can be done at the hex under the cursor."""
        number = self._item_at(at)
        if number is not None:
            self.at = number
        elif self._phase() == "deploy":
            self._at_berth()
        elif not self._aimed(at) and self._on_hidden():
            self.at = self.first()

    def _at_berth(self) -> None:
        """Put the menu on what can be done at the hex under the cursor; with all ships placed, on the commitment."""
        number = self._item_at(self._camera().cursor)
        self.at = number if number is not None else self.first() if self.war.hand < 0 else -1

    def _on_hidden(self) -> bool:
        items = self.opened()
        return 0 <= self.at < len(items) and isinstance(items[self.at].action, (Place, Select))

    async def do_west(self) -> None:
        """Move the cursor west, in steps up and down; in a shipyard take one ship out."""
        if self._phase() == "build":
            await self.sell()
        else:
            self._go(5 if self._high() else 4)

    async def do_east(self) -> None:
        """Move the cursor east, in steps up and down; in a shipyard buy one ship."""
        if self._phase() == "build":
            await self.buy()
        else:
            self._go(1 if self._high() else 2)

    async def do_turn_left(self) -> None:
        """Take one ship out of the fleet; elsewhere the menu's own line takes this key."""
        await self.sell() if self._phase() == "build" else self._no_use()

    async def do_turn_right(self) -> None:
        """Buy one ship; elsewhere the menu's own line takes this key."""
        await self.buy() if self._phase() == "build" else self._no_use()

    def do_ahead(self) -> None:
        """Say that the menu has no line for this key now."""
        self._no_use()

    do_slower = do_first = do_end = do_ahead

    def _no_use(self) -> None:
        if not self.passing:
            self.say("That key does nothing here now; ? shows the keys.", "warn")

    async def do_fly(self) -> None:
        """Move all ships that have a plan; elsewhere there is none."""
        self._no_use()

    async def do_ship(self) -> None:
        """Take the next ship in hand that can still act; without one, go to the next ship on the map."""
        deploying = self._phase() == "deploy"
        found = [o for o in self.items if isinstance(o.action, Select) and not o.reason]
        found = [o for o in found if not deploying or isinstance(o.spot, ShipSpot)]
        if self.view.ask is not None and found:
            later = [o for o in found if isinstance(o.action, Select) and o.action.ship > self.war.hand]
            await self.act((later or found)[0])
            return
        ships = [ship.hexes[0] for ship in self.war.ships if ship.hexes]
        if ships and self.on_map:
            at = self._camera().cursor
            self._arrive(ships[(ships.index(at) + 1) % len(ships) if at in ships else 0])

    async def choose(self) -> None:
        """Do what is under the cursor; opening a weapon shows its targets, the best first."""
        if self.at < 0 and self._phase() == "deploy":
            self.say("The ship does not fit there: every hex of it must lie in your zone [SR-S6; r reads it]", "warn")
        await super().choose()
        self._follow_item()

    def _aimed(self, at: Hex) -> bool:
        """Open the first weapon that can hit the ship at a hex, and tell whether there is one."""
        ship = draw.under(self.war, at)
        if self._phase() != "fire" or self.path or ship is None:
            return False
        bow = HexSpot(ship.hexes[0])
        found = (
            (n, k)
            for n, one in enumerate(self.items)
            for k, target in enumerate(one.items)
            if target.spot == bow and not target.reason
        )
        n, k = next(found, (-1, -1))
        if n >= 0:
            self.path, self.at = (n,), k
        return n >= 0

    async def _volley(self) -> None:
        """Fire every weapon of the kind at the target, one at a time, as long as it can be hit."""
        items = self.opened()
        action = items[self.at].action if 0 <= self.at < len(items) else None
        if not isinstance(action, Fire):
            await self.choose()
        shots = hits = 0
        while isinstance(action, Fire) and action in self.view.legal:
            before = len(self._lines)
            await self.act(Item("", action=action))
            shots, hits = shots + 1, hits + sum("a hit" in words for words in self._lines[before:])
        if shots and self.view.result is None:
            target = self.war.ship(action.target) if isinstance(action, Fire) else None
            end = f" {ship_name(target)} is destroyed." if target is not None and target.wreck else ""
            self.say(f"{shots} shots, {hits} hits; l reads every roll.{end}", "good" if hits else "dim")
            self._follow_item()

    async def point(self, spot: Spot) -> None:
        """Take a click: on a line of the fleet list, on the menu, or on a hex."""
        at = self._hex_of(spot)
        if at is None or not self.on_map:
            await super().point(spot)
            return
        self.place = None
        self.note, self.before, self.asked = "", self.asked, ("", None)
        again = at == self._camera().cursor
        self._arrive(at)
        if again and self._item_at(at) is not None:
            await self.choose()

    def _hex_of(self, spot: Spot) -> Hex | None:
        """Return the hex that a spot stands for, for a ship that of its bow."""
        if isinstance(spot, HexSpot):
            return spot.hex
        ship = draw.listed_ship(self.war, spot)
        return ship.hexes[0] if ship is not None and ship.hexes else None

    def _go_to(self, spot: Spot) -> None:
        at = self._hex_of(spot)
        if at is not None and self.on_map:
            self._arrive(at)
        else:
            super()._go_to(spot)

    def about(self, scene: Scene) -> list[str]:
        """Return what there is to read about the ship or the hex under the cursor."""
        if not self.on_map or self.eyes.camera is None:
            one = scene.item
            return [
                *((one.label, one.hint, one.reason) if one else ()),
                scenario_words(self.war),
                *roster_paragraphs(self.war),
            ]
        at = self._camera().cursor
        ship = draw.listed_ship(self.war, self.place) or draw.under(self.war, at) or self.war.ship(self.war.hand)
        return [*(ship_paragraphs(scene, self.war, ship) if ship else []), *place_words(self.war, at, self.names)]

    def warning(self, view: View, one: Item) -> str:
        """Return a warning before a move that rams or is lost, and before ships drift into things (SR-M3, SR-M11)."""
        return self.planned_warning(cast(WarView, view), one)

    def rule(self, scene: Scene) -> str:
        """Return the id of the rule in question."""
        return self._refused or menu.rule(self.war, scene.item)

    def rolled(self, events: Sequence[Event]) -> bool:
        """Tell nothing: dice are told in words at once, so that a volley does not wait."""
        return False

    def point_out(self, action: Any) -> None:
        """Put both cursors on what a hint is about."""
        super().point_out(action)
        self._follow_item()

    async def act(self, one: Item) -> None:
        """Send an action in; say what a shot came to."""
        if isinstance(one.spot, FlySpot):
            await self.fly_all()
            return
        before = len(self._lines)
        opened = self.items[self.path[0]].spot if self.path and self.path[0] < len(self.items) else None
        await super().act(one)
        if isinstance(opened, WeaponSpot):
            self._open_again(opened, one.action)
        if isinstance(one.action, SHOTS) and not self.note and self.view.result is None:
            told = [words.strip() for words in self._lines[before:]]
            self.say(
                " ".join(told[:3]),
                "good" if any(words.endswith(("a hit.", "locked.", "found.")) for words in told) else "dim",
            )

    def _open_again(self, weapon: WeaponSpot, action: Action | None) -> None:
        """Open the same weapon again while it has targets, on the same one if that can still be hit."""
        number = next((n for n, o in enumerate(self.items) if o.spot == weapon and o.items and not o.reason), None)
        if number is not None and not self.path:
            self.path = (number,)
            same = (n for n, o in enumerate(self.opened()) if o.action == action and not o.reason)
            self.at = next(same, self.first())
