"""Hand-made views of USC: Reach: a table of three with something of everything, that no change of a card can alter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from starforge.engine.rules import Choice
from starforge.engine.state import Ask, Result
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.view.build import show_card
from starforge.games.reach.view.types import (
    BoardView,
    ClaimView,
    DepartmentView,
    LandingView,
    MissionView,
    ReachView,
    TileView,
)
from starforge.games.reach.words.names import NAMES
from starforge.tui.drawing.frame import Scene, keyed
from starforge.tui.games.reach.menu import menu

PEOPLE = ("Ada", "Ben", "Cyd")


def crew(at: str, cards: str, new: int = 0) -> tuple[Any, ...]:
    """Return crew cards lying in a zone, the last ``new`` of them placed this turn."""
    slugs = cards.split()
    return tuple(show_card(card, at, n >= len(slugs) - new) for n, card in enumerate(slugs))


def department(slug: str, default: int, cards: str = "", new: int = 0, damage: int = 0, **more: Any) -> DepartmentView:
    aboard = crew(slug, cards, new)
    gives = sum(card.gives for card in aboard)
    research = more.get("research", 0)
    return DepartmentView(
        slug=slug,
        name=NAMES[slug],
        total=max(default + gives + research - damage, 0),
        default=default,
        crew=gives,
        research=research,
        extra=0,
        landing=0,
        damage=damage,
        weighing=damage,
        calm=0,
        cards=aboard,
        repairers=crew(f"repair-{slug}", more.get("repairers", ""), 1),
    )


def board(seat: int, ship: str, departments: Sequence[DepartmentView], **more: Any) -> BoardView:
    known: dict[str, Any] = {
        "seat": seat,
        "ship": ship,
        "title": ship.title(),
        "departments": tuple(departments),
        "defence": (),
        "academy": (),
        "workers": 0,
        "stops": 0,
        "decoy": 0,
        "hurt": sum(d.damage for d in departments),
        "tokens": 0,
        "claimed": (),
        "deck": 2,
        "unseen": {"e1": 1, "p2": 1},
        "hand": (),
        "ready": False,
        "lines": (("Missions: Miner", 3), ("Crew: 12 cards", 0), ("Unrepaired damage: 1", -1)),
        "score": 2,
    }
    would = {card.card: {d.slug: with_card(d, card.card) for d in departments} for card in more.get("hand", ())}
    return BoardView(**{**known, "would": would, **more})


def with_card(d: DepartmentView, card: str) -> int:
    """Return the total of a department with a card more, Specialists' mechanics apart."""
    return max(d.default + d.crew + d.research + d.extra - d.weighing + show_card(card, d.slug).gives, 0)


CLAIM = ClaimView("miner", "Miner", "distress", 3, "Add 1 Mid of your choice.", True, "", ())
SECTOR = ClaimView("secret-sector-plan", "Secret Sector Plan", "scavenge", 3, "Reveal two.", False, "", ("before",))
BOARDS = (
    board(
        0,
        "anvil",
        (
            department("engine", 3, "e1 s2 p2", 1, repairers="s1", damage=2),
            department("research", 4, "s2", research=2),
            department("quarters", 0, "o1 o2"),
            department("command", 2),
        ),
        hand=crew("hand", "e1 e1 o2 s1"),
        defence=crew("defence", "o1 p1"),
        academy=crew("academy", "e1", 1),
        workers=2,
        stops=2,
        tokens=2,
        claimed=(CLAIM, SECTOR),
    ),
    board(
        1,
        "lantern",
        (
            department("engine", 2, "e2"),
            department("research", 3, "s1 s1 s2 e1 e2 p1 p1"),
            department("quarters", 4, damage=1),
            department("command", 0, "p2 o2"),
        ),
        ready=True,
    ),
    board(
        2,
        "homestead",
        (
            department("engine", 0, "e2 e2"),
            department("research", 2),
            department("quarters", 3, "o2"),
            department("command", 4, "p1"),
        ),
        stops=1,
    ),
)


def mission(slug: str, title: str, kind: str, points: int, needs: dict[str, int], text: str) -> MissionView:
    def lacks(ship: BoardView) -> dict[str, int]:
        return {d: n - ship.totals[d] for d, n in needs.items() if ship.totals[d] < n}

    return MissionView(
        mission=slug,
        title=title,
        type=kind,
        round=1,
        points=points,
        upper={d: max(n - 3, 0) for d, n in needs.items()},
        lower=needs,
        needs=needs,
        required=needs,
        text=text,
        windows=(),
        reserved=None,
        lacking=tuple(lacks(ship) for ship in BOARDS),
    )


POOL = (
    mission("miner", "Miner", "distress", 3, {"engine": 4, "quarters": 4, "command": 6}, "Add 1 Mid of your choice."),
    mission("body-ench", "Body Ench.", "research", 4, {"research": 7, "command": 2}, "Command or Quarters +2."),
    mission("jumbo-flex-tape", "Jumbo Flex Tape", "maintenance", 3, {"engine": 5, "quarters": 3}, "Repair 3."),
    mission(
        "secret-sector-plan", "Secret Sector Plan", "scavenge", 3, {"research": 6, "quarters": 12}, "Reveal 2 extra."
    ),
)
NEED = {"engine": 7, "research": 7, "quarters": 7, "command": 9}
SHORT = {"engine": 3, "quarters": 4, "command": 7}
LANDING = LandingView(
    0,
    "volcanic",
    "Volcanic Landing Zone",
    NEED,
    NEED,
    SHORT,
    (("Have 1 Lead Pilot", 0, 1), ("Complete 2 Scavenge", 2, 2)),
)


def placing(card: str) -> list[Choice]:
    """Return all that can be done with a card of the hand."""
    level = show_card(card, "hand").level
    zones = [*DEPARTMENTS, "defence", "academy"]
    found = [Choice(a.PlaceCard(card, zone), f"{card} to {zone}", f"what it does in {zone}") for zone in zones]
    if level != 1:
        found[-1] = replace(found[-1], reason="The Academy takes Juniors only.", rule="UR-D4")
    return [*found, Choice(a.Repair(card, "engine"), f"{card} repairs", "1 damage at the round's end")]


CHOICES = (
    *(choice for card in ("e1", "o2", "s1") for choice in placing(card)),
    Choice(a.TakeBack("p2", "engine"), "Take back"),
    Choice(a.TakeBack("e1", "academy"), "Take back"),
    Choice(a.Ready(), "Ready", "", "Place every card of your hand first.", "UR-P4"),
)
VIEW = ReachView(
    seat=0,
    turn=2,
    waiting={0: "plan", 2: "plan"},
    ask=Ask("plan"),
    result=None,
    choices=CHOICES,
    phase="planning",
    round=1,
    step=2,
    tile=TileView("asteroid-field", "Asteroid Field", "command", 2, True),
    tiles_left={"open-lane": 1, "magnetar": 1},
    past_tiles=("trade-route",),
    order=(1, 0, 2),
    forecast=(2, 1, 0),
    pool=POOL,
    boards=BOARDS,
    landings=(LANDING,),
    offered=(),
    lifts=0,
    supply={"e1": 3, "e2": 7, "s1": 2, "s3": 5, "o4": 3, "p1": 4},
    tokens=18,
    missions_left=({"research": 5}, {"research": 23}, {"research": 21}),
    damage_left={"engine": 10, "research": 12, "quarters": 11, "command": 12},
    damage_discards={},
    specialists_left=24,
    specialist_discards=(),
)
CLAIMS = replace(
    VIEW,
    seat=None,
    phase="claims",
    waiting={1: "claim"},
    ask=Ask("claim"),
    choices=(
        Choice(a.Claim("miner"), "Claim Miner", "3 points", "You lack 2 Command.", "UR-C1"),
        Choice(a.Claim("body-ench"), "Claim Body Ench.", "4 points"),
        Choice(a.Pass(), "Pass: claim nothing"),
    ),
    boards=tuple(replace(b, hand=()) for b in BOARDS),
    landings=(),
)
MET = replace(LANDING, seat=1, short={}, objectives=(("Have 1 Specialist", 1, 1), ("Complete 2 Research", 1, 2)))
END = replace(
    CLAIMS,
    phase="landing",
    waiting={},
    ask=None,
    choices=(),
    turn=9,
    pool=(),
    tile=None,
    result=Result((1,), "The Lantern wins.", (0, 2, 0)),
    landings=(LANDING, MET, replace(LANDING, seat=2)),
)
LOG = ("Round 1, tile 2: Asteroid Field.", "Ada prevents two damage.", "Ben is ready.")


def scene(view: ReachView = VIEW, key: str = "", then: str = "", **more: Any) -> Scene:
    """Return a scene with the cursor on the item of a key, or on that of a second key behind it."""
    items = keyed(menu(view), "reach") if view.choices else ()
    at = next((n for n, one in enumerate(items) if one.key == key), -1)
    path: tuple[str, ...] = ()
    if then:
        path, items = (items[at].label,), items[at].items
        at = next(n for n, one in enumerate(items) if one.key == then)
    return Scene(
        view=view,
        title="USC: Reach",
        names=PEOPLE,
        question="Place your crew.",
        items=items,
        number=at,
        path=path,
        spot=items[at].spot if at >= 0 else None,
        log=LOG,
        scope="reach",
        **more,
    )
