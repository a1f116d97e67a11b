"""That no size of terminal cuts or hides what a player of Astroforce needs to know."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from starforge.engine.action import Action
from starforge.engine.state import clone
from starforge.english import percent
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.actions import Confer
from starforge.games.astroforce.view.types import AstroforceView, CardName, CardView
from starforge.tui.drawing.frame import Item, Scene, keyed
from starforge.tui.drawing.picture import Picture
from starforge.tui.games.astroforce.about import about
from starforge.tui.games.astroforce.draw import draw, on_board
from starforge.tui.games.astroforce.menu import menu
from tests.tui.facts import SIZES, Fact, cut_short, cut_words, fact, missing
from tests.tui.patrols import flown, seen, some_patrols
from tests.tui.played import NAMES

pytestmark = pytest.mark.xdist_group("facts of Astroforce")
Size = tuple[int, int]


def scene(view: AstroforceView, log: list[str], number: int, fresh: int = 1) -> Scene:
    return Scene(
        view=view,
        title="Astroforce",
        names=NAMES[: view.seats],
        question=GAME.question(view),
        items=keyed(menu(view), "astroforce"),
        number=number,
        log=log,
        fresh=fresh,
        scope="astroforce",
    )


def stage_facts(card: CardView) -> Iterator[Fact]:
    for n, stage in enumerate(card.stages, 1):
        costs = " ".join([*(["shields 0 +"] if stage.transmat else []), *stage.needs, *stage.does.split()])
        barred = f" barred: {stage.barred}" if stage.barred else ""
        here = barred if barred and (stage.current or stage.barred != card.stages[card.stage].barred) else ""
        state = "done" if stage.done else "now" if stage.current else "later"
        told = f"stage {n}, {state}: {stage.name}, {costs}{barred and ',' + barred}"
        later = " next turn" if stage.current and card.moved else ""
        yield fact(f"{card.title}, stage {n}", f"{n} {stage.name} {costs}{here}{later}", told + (later and "," + later))


def card_facts(card: CardView) -> Iterator[Fact]:
    """Yield what an Event or a Development on offer costs and does."""
    yield fact("card", card.title)
    if card.done:
        yield fact(f"{card.title} is done", "✓ done", "all met", "done")
    elif card.stages:
        stage = card.stages[card.stage]
        where = f"{card.stage + 1}/{len(card.stages)}"
        told = f"stage {card.stage + 1}, now: {stage.name}, {' '.join(stage.needs)}"
        costs = f"{where} next turn" if card.moved else f"{where} {' '.join(stage.needs)}"
        yield fact(f"{card.title}, costs", costs, told)
    else:
        yield fact(f"{card.title}, costs", " ".join(card.missing), f"missing: {' '.join(card.missing)}")
        if card.barred:
            yield fact(f"{card.title}, barred", f"barred: {card.barred}")
    for text in card.text:
        yield fact(f"{card.title}, effect", text)
    if card.captured:
        yield fact(f"{card.title}, captured", f"!{card.captured}", f"holds {card.captured}")


def gauge_facts(view: AstroforceView) -> Iterator[Fact]:
    yield fact("patrol", view.patrol.title())
    yield fact("year", f"{min(view.year, 5)}/5")
    for name, value, most in (
        ("Fuel", view.fuel, view.fuel_full),
        ("Hull", view.hull, view.hull_most),
        ("Shields", view.shields, view.shields_most),
    ):
        yield fact(
            name, f"{name} {value}/{most}", f"{name} {'●' * value}{'○' * (most - value)} {value}", f"{name} {value}"
        )
    for names, count in (
        (("Quarters", "Rest"), view.quarters),
        (("Medbay", "Med"), view.medbay),
        (("On cards", "Cards"), view.on_cards),
        (("Captured", "Held"), view.captured),
        (("Failed", "Fails"), view.fails),
    ):
        yield fact(names[0], *(f"{name} {count}{'/2' * (names[1] == 'Fails')}" for name in names))
    for station in view.stations:
        if station.blocked:
            yield fact(f"{station.role} is blocked", f"{station.role} × blocked", "× blocked")
        if station.bridge:
            yield fact(f"{station.role}, Bridge Crew", f"+{station.bridge}")
    if view.blow[0]:
        yield fact("Damage to come", f"{view.blow[0]} Damage next turn")
    if view.foreseen:
        yield fact("Events to come", f"Next Events: {', '.join(card.title for card in view.foreseen)}.")
    free = view.sensors_most - view.sensors
    yield fact(
        "odds",
        percent(view.odds) if view.odds is not None else f"{free} fill",
        *([] if view.odds is not None else [f"{free} fills", f"{free} more", f"{free}"]),
    )


def facts(of: Scene) -> Iterator[Fact]:
    view: AstroforceView = of.view  # type: ignore[assignment]
    yield from gauge_facts(view)
    if view.mission is not None:
        yield fact("Mission", view.mission.title)
        if view.mission.m:
            yield fact("M", f"M {view.mission.m}", f"M: {view.mission.m}", f"M after stage 1: {view.mission.m}")
        yield from stage_facts(view.mission)
    for card in (*view.plots, *view.offers):
        yield from card_facts(card)
    for card in view.active:
        yield fact("active", card.title)
        for text in card.text:
            yield fact(f"{card.title}, active", text, text.partition(": ")[2] or text)
    yield fact("question", of.question)
    for n in on_board(of):
        label = of.items[n].label
        yield fact("choice", label, re.sub(r"\((\w+)\)", r"\1", label))
    if of.item is not None and (of.item.hint or of.item.reason):
        yield fact("what it does", of.item.reason or of.item.hint)
    if of.log:
        yield fact("news", of.log[-1])


def plain(picture: Picture) -> Picture:
    """Return the picture without the marks of what fits to what is under the cursor, and the places of dice."""
    picture.chars = [[" " if c in "»«" else c for c in row] for row in picture.chars]
    for row, chars in enumerate(picture.chars):
        line = re.sub(r"[\[(]( ?[A-Z]{3})[\])]", r" \1 ", "".join(c or "\0" for c in chars))
        picture.chars[row] = ["" if c == "\0" else c for c in line]
    return picture


def lost_dice(view: AstroforceView, picture: Picture) -> list[str]:
    """Return the stations whose dice are not all there, as dice or as a number."""
    rows, found = picture.text().split("\n"), []
    for station, letter in zip(view.stations, "CSMEX", strict=True):
        dice = rf"[▐»│║] ?{letter} ?(?=[▌«│║])"
        here = [row for row in rows if re.search(rf"[│ ] {station.role} ", row)]
        there = any(len(re.findall(dice, row)) == station.dice for row in here)
        if not there and not any(f"{station.dice}/{station.places}" in row for row in here):
            found.append(f"{station.role}: {station.dice} dice")
    return found


def behind(of: Scene, size: Size) -> Mapping[str, list[Picture | str]]:
    """Return what the keys of marks show: what is read, the log, and the pages of the choices."""
    view: AstroforceView = of.view  # type: ignore[assignment]
    one = of.item
    read = [*about(of), *([one.hint, one.reason] if one else []), *GAME.lines(view, of.names)]
    pages = [plain(draw(scene(view, list(of.log), n), *size)) for n in range(len(of.items))]
    return {"i": ["\n".join(read)], "l": ["\n".join(of.log)], "Space": list(pages)}


@cache
def scenes() -> list[Scene]:
    """Return scenes of many patrols with the cursor here and there."""
    many = int(os.environ.get("STARFORGE_FACTS", "1"))
    found = []
    for k, (s, log) in enumerate(some_patrols(37 if many == 1 else 11, many)):
        view = seen(s)
        found.append(scene(view, list(log), k % max(len(menu(view)), 1)))
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_that_a_player_needs_is_cut_or_hidden(size: Size) -> None:
    for of in scenes():
        picture = draw(of, *size)
        gone = lost_dice(of.view, picture)  # type: ignore[arg-type]
        assert not gone, "\n".join([*gone, picture.text()])
        picture = plain(picture)
        lost = missing(picture, facts(of))
        lost = missing(picture, facts(of), behind(of, size)) if lost else []
        assert not lost, "\n".join([*lost, picture.text()])
        cut = [*cut_short(picture), *cut_words(picture)]
        assert not cut, "\n".join([*cut, picture.text()])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_few_games_have_to_tell_is_not_hidden_either(size: Size) -> None:
    """Damage to come beside two long names, and Events that were looked at."""
    for of in [one for one in scenes() if one.view.seats == 2][::9]:  # type: ignore[attr-defined]
        view = replace(of.view, blow=(2, 1), foreseen=(CardName("static", "Static"),))  # type: ignore[call-arg]
        rare = replace(of, view=view, names=("Wilhelmina", "Bartholomew")[: view.seats])  # type: ignore[attr-defined]
        picture = plain(draw(rare, *size))
        lost = missing(picture, facts(rare), {**behind(rare, size), "i": ["\n".join(GAME.lines(view, rare.names))]})  # type: ignore[arg-type]
        lost = [one for one in lost if one.startswith(("Damage", "Events"))]
        assert not lost, "\n".join([*lost, picture.text()])


def leaves(items: tuple[Item, ...]) -> Iterator[Action]:
    """Yield what can be done by a menu; what stands side by side must be told apart."""
    labels = [one.label for one in items]
    assert len(set(labels)) == len(labels), labels
    for one in items:
        yield from leaves(one.items) if one.items else [one.action] if one.action is not None else []


def test_the_crew_finds_each_proposal_where_the_captain_finds_the_order() -> None:
    asked = 0
    for seed in range(2):
        for n, (s, log) in enumerate(flown("medium", 2, "greedy", seed)):
            (seat, ask), *_ = s.asks.items()
            if ask.kind != "deploy" or n % 9 or Confer() not in GAME.legal(s, seat):
                continue
            twin = clone(s)
            GAME.apply(twin, seat, Confer())
            of, captains = scene(seen(twin), log, 0), scene(seen(s), log, 0)
            assert sorted(map(str, leaves(of.items))) == sorted(str(choice.action) for choice in of.view.choices)
            keys = {one.label: one.key for one in captains.items}
            same = [one for one in of.items if one.label in keys and one.label != "End the deployment"]
            assert same
            assert all(one.key == keys[one.label] for one in same)
            assert not missing(plain(draw(of, 80, 24)), facts(of), behind(of, (80, 24)))
            asked += 1
    assert asked > 3
