"""How Shattered Reach is shown: a map and what is done on it, a shipyard, and the choices of each phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.game import View
from starforge.engine.hex import Hex
from starforge.games.new_game import Value
from starforge.games.shattered_reach.model.actions import (
    Buy,
    Choose,
    Commit,
    Concede,
    Confirm,
    EndFire,
    EndMovement,
    PlaceShip,
    Ready,
    Select,
)
from starforge.games.shattered_reach.view.types import WarView
from starforge.games.shattered_reach.words.warnings import warnings
from starforge.tui.drawing.art.flash import Flash
from starforge.tui.drawing.frame import Item, Scene
from starforge.tui.drawing.picture import Picture
from starforge.tui.games.shattered_reach import draw, menu
from starforge.tui.games.shattered_reach.about import map_paragraphs, roster_paragraphs, scenario_words
from starforge.tui.games.shattered_reach.fleets.shipyard import Shipyard
from starforge.tui.games.shattered_reach.gaze import Gaze, gaze_of
from starforge.tui.games.shattered_reach.kept_orders import bring_back, written
from starforge.tui.games.shattered_reach.map.camera import around, window
from starforge.tui.games.shattered_reach.map.preview import factions_value, preview, scenario_value
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.map.story import SHOTS, Line, story_words, volley_of, way_of
from starforge.tui.games.shattered_reach.map.war_map import WarMap
from starforge.tui.games.shattered_reach.orders.deployment import Deployment
from starforge.tui.games.shattered_reach.orders.fleet_fire import FleetFire
from starforge.tui.games.shattered_reach.orders.going import Going
from starforge.tui.games.shattered_reach.orders.gunnery import Gunnery
from starforge.tui.games.shattered_reach.orders.helm import Helm
from starforge.tui.games.shattered_reach.orders.planning import Planning, planned_warning
from starforge.tui.games.shattered_reach.orders.wings import Wings
from starforge.tui.games.shattered_reach.side.panel import listed_ship
from starforge.tui.games.shattered_reach.spots import HexSpot
from starforge.tui.games.shattered_reach.strip import PHASES, keys_now
from starforge.tui.screens.play.ui import Desk, GameUi, Part

LOST = ("destroyed", "crashed")
MOMENT = 5
"""Pictures in the moment that a shot of others takes: less than 400 ms."""
PIPS = tuple((str(n), "title") for n in range(1, 7))


class ShatteredReachUi(GameUi):
    """Show Shattered Reach."""

    scope = "shattered-reach"
    final = (Ready, Commit, EndMovement, Concede, Confirm, EndFire)
    through_speaker = True

    @staticmethod
    def option_words(name: str, value: Any, seats: int, written: Value) -> Value | None:
        return scenario_value(value, seats) if name == "scenario" else factions_value(name, value, seats, written)

    @staticmethod
    def preview(options: Mapping[str, Any], seats: int) -> Picture | None:
        return preview(str(options["scenario"]), seats)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.map = WarMap(desk, self._arrived)
        self.yard, self.guns = Shipyard(desk), Gunnery(desk, self.map)
        self.deployment = Deployment(desk, self.map, self.yard)
        self.helm = Helm(desk, self.map, self.yard)
        self.wings = Wings(desk, self.map)
        self.course = Going(desk, self.map, self.wings)
        self.fire, self.plans = FleetFire(desk, self.guns), Planning(desk)
        self.parts: Sequence[Part] = (
            *(self.wings, self.course, self.deployment, self.map),
            *(self.fire, self.plans, self.yard, self.guns, self.helm),
        )
        self._hand: tuple[int, str, int | None, int] = (-1, "", None, 0)
        self._seen: tuple[int | None, int] = (None, -1)

    @property
    def war(self) -> WarView:
        return cast(WarView, self.desk.view)

    @staticmethod
    def paint(scene: Scene, width: int, height: int) -> Picture:
        return draw.draw(scene, width, height)

    @staticmethod
    def filmed(scene: Scene, events: Sequence[Event], size: tuple[int, int]) -> Scene:
        """Return the scene with the map on what has just happened, as near as all of it is seen; else on the fight."""
        war = cast(WarView, scene.view)
        named = [war.ship(e.data[key]) for e in reversed(events) for key in ("target", "ship") if key in e.data]
        acted = [one for one in named if one is not None and one.hexes]
        if not acted:
            return scene
        ways = [at for e in events if e.kind == "flown" for at in way_of(e.data) if at in war.chart.hexes]
        hexes = [*(at for ship in acted for at in ship.hexes), *ways]
        camera = around(war, acted[0].hexes[0], hexes, window(*size))
        shot = next((event for event in reversed(events) if event.kind in SHOTS), None)
        return replace(scene, moment=int(shot is not None), more=Gaze(camera=camera, lens="bare", flight=shot))

    def news(self, told: Sequence[Line]) -> list[str]:
        """Return what others did ship by ship, without the single rolls; what was one's own is known."""
        return story_words(told, self.desk.viewers.seat)

    def begun_text(self) -> str:
        return written(self.wings, self.plans, self.map)

    def resume(self, text: str) -> None:
        if text:
            bring_back(text, self.wings, self.plans, self.map)
            if self.desk.view.ask is not None and self.map.shown:
                self.map.report()

    def dress(self, scene: Scene) -> Scene:
        """Return the scene with how the seat looks at the map; only what is pointed at besides it is the spot."""
        weapon, eyes = self.guns.weapon, self.map.eyes
        gaze = Gaze(
            camera=self.map.camera if self.map.shown else None,
            page=eyes.page,
            part=eyes.part,
            deed=eyes.deed,
            going=self.course.line,
            signs=self.course.signs,
            marked=self.wings.marked,
            lens=eyes.lens,
            chart=eyes.chart,
            flight=self.map.flight,
            weapon=weapon.kind if weapon is not None else "",
            stock=self.yard.own_fleets(),
            drawn=self.map.drawn,
        )
        return replace(scene, spot=self.desk.cursor.pointed, more=gaze)

    def menu(self, view: View) -> tuple[Item, ...]:
        """Return the choices of the phase, in the shipyard with the fleets kept by name."""
        war = cast(WarView, view)
        found, fleet = menu.menu(war), (*self.yard.kept_items(), *self.deployment.items())
        fleet += (*self.fire.items(war), *self.plans.items(war))
        last = (EndFire, EndMovement, Ready)
        place = next((n for n, one in enumerate(found) if isinstance(one.action, last)), len(found))
        return (*found[:place], *fleet, *found[place:])

    def renewed(self, before: Action | None) -> None:
        """Let the cursor stay with what it was on, and follow the ship in hand."""
        war, asked = self.war, self.desk.view.ask
        hand = (war.hand, war.phase if asked else "", self.desk.viewers.actor, war.turn)
        kind, same = asked.kind if asked is not None else "", hand[1:] == self._hand[1:]
        if kind in ("move", "fire") and (not same or (kind == "move" and hand[0] != self._hand[0])):
            self._begin(not same)
        else:
            self._stay(before)
        self.guns.forget()
        if hand != self._hand:
            self.course.moved()
        if hand != self._hand and hand[0] >= 0 and asked is not None:
            ship = war.ship(hand[0])
            if ship is not None and ship.hexes:
                self.map.look_at(ship.hexes[0])
                if hand[1:] != self._hand[1:]:
                    self.map.do_centre()
                    self.map.report()
            elif asked.kind == "deploy":
                self.deployment.go_to_nearest()
        elif asked is None and self.map.shown:
            self.map.bring_last()
        self._hand = hand
        self._watch_others()

    def _begin(self, turn: bool) -> None:
        """Begin with the first choice for another ship, and a turn without what was said while others had theirs."""
        self.desk.cursor.open()
        if turn and self.desk.prompt.mood == "warn":
            self.desk.prompt.say("")

    def gives_up(self, view: View, item: Item) -> bool:
        """Tell whether an item ends something unasked; a ship without a plan is left as it is only after a question."""
        plan = cast(WarView, view).plan(cast(WarView, view).hand)
        asks = isinstance(item.action, Commit) and plan is not None and not plan.steps
        return super().gives_up(view, item) and not asks

    def stage(self, view: View) -> str:
        kind = view.ask.kind if view.ask is not None else ""
        return f"The {PHASES[kind].lower()} of round {view.turn}" if kind in ("move", "fire") else ""

    def _watch_others(self) -> None:
        """Let the last shot of others that is new be drawn for a moment, each volley once, until a key skips them."""
        viewers, countdown = self.desk.viewers, self.desk.countdown
        told = self.desk.told.told(viewers.seat)
        (seat, before), self._seen = self._seen, (viewers.seat, len(told))
        if self.desk.view.ask is not None:
            countdown.skipped = False
        fresh = [line.event for line, _ in told[before:]] if before >= 0 and seat == viewers.seat else []
        shots = [event for event in fresh if event.kind in SHOTS and event.data["seat"] not in viewers.people]
        if not shots or countdown.skipped or not self.map.shown:
            return
        self.map.bring(shots[-1])
        if self.map.flight is None or volley_of(self.map.flight) != volley_of(shots[-1]):
            self.map.flight = shots[-1]
            countdown.start(frames=MOMENT)

    def _stay(self, before: Action | None) -> None:
        """Put the menu's cursor back on the same kind of action."""
        cursor = self.desk.cursor
        if self.map.ask_kind == "deploy" and self.map.eyes.camera is not None:
            self.deployment.settle()
            if self.war.hand < 0:
                cursor.number = -1
        elif isinstance(before, (Select, PlaceShip)):
            cursor.number = cursor.first()
        elif before is not None and not cursor.path:
            same = (n for n, one in enumerate(cursor.items) if type(one.action) is type(before))
            if isinstance(before, Choose):
                same = (n for n in same if not cursor.items[n].reason)
            if isinstance(before, Buy):
                same = (n for n, one in enumerate(cursor.items) if one.action == before)
            cursor.number = next(same, cursor.number)

    def _arrived(self, at: Hex) -> None:
        """Put the menu on what can be done at the hex under the cursor."""
        number, cursor = self.map.item_at(at), self.desk.cursor
        self.course.point_at(at)
        if number is not None:
            cursor.number = number
        elif self.map.ask_kind == "deploy":
            self.deployment.settle()
        elif not self.guns.aim_at(at) and self.deployment.on_hidden:
            cursor.number = cursor.first()

    def flash(self, events: Sequence[Event], before: Scene) -> Flash | None:
        """Let the last shot fly while its dice tumble, and ships that are lost burst where they were."""
        shot = next((event for event in reversed(events) if event.kind in SHOTS), None)
        lost = {event.data["ship"]: event.data["name"] for event in events if event.kind in LOST}
        if shot is None and not lost:
            return None
        war = cast(WarView, before.view)
        found = (war.ship(number) for number in lost)
        spots = [HexSpot(ship.hexes[0]) for ship in found if ship is not None and ship.hexes]
        if shot is None:
            return Flash(before, spots=spots)
        dice = sum(len(event.data["dice"]) for event in events if event.kind in SHOTS)
        words = f"{shot.data['name']} {SHOTS[shot.kind]} at {shot.data['target_name']}."
        flying = replace(before, question=words, more=replace(gaze_of(before), flight=shot))
        return Flash(flying, dice, PIPS, spots)

    def about(self, scene: Scene) -> list[str]:
        """Return what there is to read about the ship or the hex under the cursor, else about scenario and ships."""
        if not self.map.shown or self.map.eyes.camera is None:
            one = scene.item
            words = (one.label, one.hint, one.reason) if one else ()
            return [*words, scenario_words(self.war), *roster_paragraphs(self.war)]
        at = self.map.camera.cursor
        listed = listed_ship(self.war, self.desk.cursor.pointed)
        ship = listed or under(self.war, at) or self.war.ship(self.war.hand)
        first, *rest = map_paragraphs(scene, self.war, at, ship)
        return [first, *filter(None, [self.course.words() or self.course.standing()]), *rest]

    def warning(self, view: View, item: Item) -> str:
        """Return a warning before a move that rams or is lost, before ships only drift, and of what else is lost."""
        war = cast(WarView, view)
        soon = [f"{words}." for words in warnings(war)] if isinstance(item.action, (EndMovement, EndFire)) else []
        return " ".join(filter(None, (planned_warning(war, item), *soon)))

    def nothing_here(self) -> str:
        if self.desk.cursor.number >= 0 or self.map.ask_kind != "deploy":
            return ""
        if self.war.hand < 0:
            return "Everything is placed: e commits the deployment, t takes a ship back in hand."
        return "The ship does not fit there: every hex of it must lie in your zone [SR-S6; r reads it]"

    def keys(self, scene: Scene) -> tuple[tuple[str, str], ...]:
        return keys_now(self.war, scene.item)

    def rule(self, scene: Scene) -> str:
        return self.helm.refused or menu.rule(self.war, scene.item)
