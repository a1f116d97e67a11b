"""That no size of terminal cuts or hides what a player of Shattered Reach needs to know."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from starforge.english import some
from starforge.games.shattered_reach.game import GAME
from starforge.games.shattered_reach.model.actions import Buy, PlaceShip, Select
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, hulls, weapons
from starforge.games.shattered_reach.view.chases import chases
from starforge.games.shattered_reach.view.types import ShipView, WarView, name
from starforge.tui.drawing.frame import Scene, keyed
from starforge.tui.drawing.picture import Picture
from starforge.tui.games.shattered_reach.about import map_paragraphs, roster_paragraphs
from starforge.tui.games.shattered_reach.draw import draw, panel_parts, seen_through
from starforge.tui.games.shattered_reach.gaze import Gaze, gaze_of
from starforge.tui.games.shattered_reach.map.camera import PAGES, Camera, centred, home, window
from starforge.tui.games.shattered_reach.map.marks import condition, health
from starforge.tui.games.shattered_reach.map.scenery import under
from starforge.tui.games.shattered_reach.menu import listed, menu
from starforge.tui.games.shattered_reach.side.cards import WRONG
from starforge.tui.games.shattered_reach.side.table import shows_table
from tests.tui.facts import SIZES, Fact, cut_short, cut_words, fact, missing
from tests.tui.played import NAMES
from tests.tui.wars import War, some_wars

pytestmark = pytest.mark.xdist_group("facts of Shattered Reach")
Size = tuple[int, int]
MANY = int(os.environ.get("STARFORGE_FACTS", "1"))
"""Seeds of wars, which go further where there are more than one."""


def scene(war: War, at: tuple[int, int], size: Size, number: int = 0, path: tuple[int, ...] = ()) -> Scene:
    view, log = war
    items, labels = keyed(menu(view), "shattered-reach"), []
    for n in path:
        labels.append(items[n].label)
        items = items[n].items
    camera = centred(view, Camera(at), window(*size))
    return Scene(
        view=view,
        title="Shattered Reach",
        names=NAMES[: len(view.seats)],
        question=GAME.question(view),
        items=items,
        number=number,
        path=tuple(labels),
        log=log,
        scope="shattered-reach",
        more=Gaze(camera),
    )


def ship_facts(ship: ShipView) -> Iterator[Fact]:
    card, called = hulls()[ship.card], f"{hulls()[ship.card].name} {ship.id}"
    yield fact("name", called)
    yield fact(f"{called}, cost", f"{card.cost:,}")
    yield fact(f"{called}, speed", f"velocity {ship.velocity} of {card.speed}", f"speed {card.speed},")
    yield fact(f"{called}, ram", f"ram {card.ram}", f"ram value {card.ram}")
    yield fact(f"{called}, length", f"length {card.length}")
    yield fact(f"{called}, hull", f"hull {ship.hull}/{card.hull}", f"hull {ship.hull} of {card.hull}")
    shields = f"shields {ship.shields}/{card.shields}", f"shields {ship.shields} of {card.shields}"
    yield fact(f"{called}, shields", *shields)
    if state := WRONG.get(condition(ship)):
        yield fact(f"{called}, state", state)
    if card.missiles:
        yield fact(f"{called}, missiles", f"{ship.missiles} left", f"Missiles left: {ship.missiles}")
    for kind, count in card.weapons.items():
        weapon, left = weapons()[kind], dict(ship.guns).get(kind, 0)
        fresh = f"{left}/{count}" if ship.guns and left < count and not weapon.launched else f"{count}"
        what = f"{weapon.damage}{' ion' if weapon.ion else ''} to {len(weapon.hit)}"
        names = (weapon.name, weapon.name.split()[-1])
        yield fact(f"{called}, {kind}", *(f"{fresh}× {n} {what}" for n in names), f"{count} x {weapon.name}:")
    for lock in ship.locks:
        odds = f"hits {weapons()[lock.weapon].miss + 1}-{weapons()[lock.weapon].dud - 1}"
        yield fact(
            f"{called}, lock",
            f"on {lock.target}: {odds}",
            f"on {lock.target}: r{lock.reach}, {odds}",
            f"on {lock.target}: to range {lock.reach}, {odds}",
        )
    for flight in ship.flights:
        yield fact(f"{called}, missile", f"at {flight.target}:")


def doing_facts(view: WarView, target: ShipView | None) -> Iterator[Fact]:
    plan = view.plan(view.hand)
    if plan is not None:
        about = f"plan of {name(view, plan.ship)}"
        yield fact(about, about, f"Plan of {name(view, plan.ship)}")
        left = f"MP {plan.mp} · drift {plan.drift} · v{plan.velocity}"
        yield fact(about, left, f"MP {plan.mp} left · drift {plan.drift} left · v{plan.velocity}")
        for ram in plan.rams:
            yield fact(about, f"{name(view, ram.target)} at v{ram.speed}: it takes {ram.dealt}, you take {ram.taken}")
        if not plan.lost:
            yield fact(about, f"ends at {plan.end[0]},{plan.end[1]}")
        if not plan.stop:
            yield fact(about, f"a turn costs {plan.turn[0]} MP")
        if plan.lost:
            yield fact(about, "is lost", "will be lost")
    for shot in view.shots if plan is None else ():
        weapon = weapons()[shot.weapon]
        called = (weapon.name, weapon.name.split()[-1])
        if target is not None and shot.target == target.id and not shot.reason:
            yield fact("shot", *(f"{n} {shot.percent}%" for n in called))
            yield fact(
                "shot",
                *(f"{r} {shot.range}, {shot.needed} or less" for r in ("range", "r")),
                f"r{shot.range}, {shot.needed} or less, avg {shot.expected / 100:.2f}",
            )
        elif target is not None and shot.target == target.id:
            yield fact("no shot", *(f"{n}: {shot.reason} [{shot.rule}]" for n in called))


def menu_facts(of: Scene) -> Iterator[Fact]:
    yield fact("question", of.path[-1] if of.path else of.question)
    shown = listed(of.items) if not of.path else range(len(of.items))
    for n in shown:
        yield fact("choice", of.items[n].label)
    one = of.item
    if one is not None and (one.hint or one.reason) and not isinstance(one.action, Buy):
        yield fact("what it does", one.reason or one.hint)
    if of.log and (one is None or not isinstance(one.action, Buy)):
        yield fact("news", of.log[-1].strip())


def list_facts(view: WarView) -> Iterator[Fact]:
    """Yield what stands in the lists beside the map, each on its page."""
    for n, seat in enumerate(view.seats):
        yield fact("fleets", NAMES[n])
        if seat.faction:
            yield fact("fleets", FACTION_NAMES[seat.faction].removeprefix("The ").split()[0])
        if seat.ships:
            yield fact("fleets", f"{seat.ships} · {seat.points:,}", f"{some(seat.ships, 'ship')}, {seat.points:,} pts")
    for ship in view.ships:
        state = condition(ship) or f"{health(ship)}%"
        line = f"{ship.id} {hulls()[ship.card].name}"
        yield fact("fleets", f"{line} {state}", f"{line} v{ship.velocity} {state}")
    for one in chases(view):
        yield fact("missiles", name(view, one.ship.id))
        yield fact("missiles", name(view, one.target))
        yield fact("missiles", f"lost, {one.why}" if one.why else f"{one.percent}%")


def behind(of: Scene, size: Size) -> Mapping[str, Iterator[Picture | str]]:
    """Return what keys show: the pages of the panel, the pages of the menu, what there is to read, the log."""
    view, gaze = of.view, gaze_of(of)
    assert isinstance(view, WarView)
    assert gaze.camera is not None
    at = gaze.camera.cursor
    ship = under(view, at) or view.ship(view.hand)
    shown = listed(of.items) if not of.path else range(len(of.items))
    return {
        "p": pages(of, size),
        "Space": (draw(replace(of, number=n), *size) for n in shown),
        "i": iter(["\n".join(map_paragraphs(of, view, at, ship)), "\n".join(roster_paragraphs(view))]),
        "l": iter(["\n".join(of.log)]),
    }


def looks(of: Scene, size: Size) -> Iterator[Scene]:
    """Yield the scene with each page of the panel, and each part of a page."""
    gaze = gaze_of(of)
    assert gaze.camera is not None
    for page in PAGES:
        for part in range(panel_parts(replace(of, more=replace(gaze, page=page)), page, *size)):
            yield replace(of, more=replace(gaze, page=page, part=part))


def pages(of: Scene, size: Size) -> Iterator[Picture]:
    return (draw(one, *size) for one in looks(of, size))


def faults(war: War, size: Size) -> list[str]:
    """Return what a size hides of a war, at the ship in hand, at a target, and in the lists."""
    view = war[0]
    places = [home(view), *[s.hexes[0] for s in view.ships if s.hexes and s.seat != view.seat][:2]]
    found = []
    for turn, at in enumerate(places if view.phase not in ("build", "faction") else places[:1]):
        items = keyed(menu(view), "shattered-reach")
        opened = next((n for n, one in enumerate(items) if one.items and not one.reason), None)
        path = (opened,) if turn == 1 and opened is not None else ()
        count = len(items[opened].items if path and opened is not None else items)
        usable = [n for n in range(count) if path or not isinstance(items[n].action, (PlaceShip, Select))]
        of = scene(war, at, size, usable[(turn * 3) % len(usable)] if usable else 0, path)
        ship = under(view, at) or view.ship(view.hand)
        facts = list(menu_facts(of))
        if view.phase in ("move", "fire", "deploy"):
            facts += [*(ship_facts(ship) if ship else ()), *doing_facts(view, under(view, at))]
        picture = draw(of, *size)
        found += missing(picture, facts, behind(of, size)) + cut_short(picture)
        found += cut_words(_off_the_map(picture, of, size))
        if turn == 0 and view.phase in ("move", "fire"):
            shown = [(one, draw(one, *size)) for one in looks(of, size)]
            found += _absent("\n".join(page.text() for _, page in shown), list(list_facts(view)))
            found += [words for _, page in shown for words in cut_short(page)]
            found += [words for one, page in shown for words in cut_words(_off_the_map(page, one, size))]
    return found


def _off_the_map(picture: Picture, of: Scene, size: Size) -> Picture:
    """Return a picture without its map, which ends in the midst of hexes."""
    view, other = of.view, Picture(*size)
    other.paste(picture, 0, 0)
    if view.phase in ("deploy", "move", "fire") and not shows_table(of):  # type: ignore[attr-defined]
        where = seen_through(of, *size)[1]
        for y in range(where.y, where.bottom):
            other.put(where.x, y, " " * where.width)
    return other


def _absent(shown: str, facts: list[Fact]) -> list[str]:
    mark = Picture(20, 1)
    mark.put(0, 0, "1 more: p")
    return missing(mark, facts, {"p": [shown]})


@cache
def _wars() -> list[War]:
    return list(some_wars(every=23, longest=90 if MANY == 1 else 400, seeds=MANY))


@pytest.mark.parametrize("size", SIZES, ids=[f"{w}x{h}" for w, h in SIZES])
def test_no_fact_is_cut_or_hidden(size: Size) -> None:
    wars = _wars() if size == SIZES[0] else _wars()[SIZES.index(size) % 2 :: 2]
    found = {fault for war in wars for fault in faults(war, size)}
    assert not found, "\n".join(sorted(found)[:40])
