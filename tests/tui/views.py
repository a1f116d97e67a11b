"""Hand-made views of Astroforce: a table with something of everything, that no change of a card can alter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starforge.engine.rules import Choice
from starforge.engine.state import Ask
from starforge.games.astroforce.model import actions as a
from starforge.games.astroforce.view.types import (
    AstroforceView,
    CardName,
    CardView,
    PaymentView,
    StackView,
    StageView,
    StationView,
)
from starforge.tui.drawing.frame import Scene, keyed
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.astroforce.menu import menu

MISSION = CardView(
    "mission",
    "beacon",
    "Distress Beacon",
    "Somebody out there has been calling for eleven days.",
    ("M: draw an Event",),
    m="draw an Event",
    missing=("SCI", "SCI", "SCI"),
    stages=(
        StageView("Transmat", ("ENG",), "", True, True, False),
        StageView("Scan", ("SCI", "SCI", "SCI"), "", False, False, True),
        StageView("Signal", (), "draw an Event", False, False, False),
        StageView("Repair", ("ENG", "ENG", "SCI"), "", False, False, False),
        StageView("Development", (), "draw a Development", False, False, False),
    ),
    stage=1,
)
PLOTS = (
    CardView(
        "jam",
        "jam",
        "Transmat Malfunction",
        "Do not stand there.",
        ("lasting: the Transmat is shut",),
        missing=("ENG", "ENG"),
    ),
    CardView(
        "cruiser",
        "cruiser",
        "Stealth Cruiser",
        "It was there all along.",
        ("M: 2 Damage",),
        m="2 Damage",
        missing=("SEC", "SEC", "SEC"),
        stages=(
            StageView("Find", ("SCI",), "", False, True, False),
            StageView("Fight", ("SEC", "SEC", "SEC"), "", False, False, True),
        ),
        stage=1,
    ),
    CardView(
        "mites", "mites", "Hull Mites", "They hum.", ("lasting: a die is held",), missing=("MED", "MED"), captured=1
    ),
)
OFFERS = (
    CardView(
        "harmonics",
        "harmonics",
        "Shield Harmonics",
        "A higher note.",
        ("lasting: shields go up to 1 more",),
        needs=("ENG", "SCI"),
        missing=("SCI",),
        stacks=(StackView("ENG", ("ENG",)),),
    ),
    CardView(
        "alert",
        "alert",
        "Red Alert",
        "Wake everybody.",
        ("once: +2 SEC",),
        needs=("COM", "SEC"),
        missing=("COM", "SEC"),
    ),
    CardView("surgeon", "surgeon", "Field Surgeon", "Steady hands.", ("each turn: heal",), done=True),
)
ACTIVE = (
    CardView("doctor", "doctor", "Bridge Doctor", "Calm.", ("lasting: each turn +1 MED result",), needs=("MED", "MED")),
)
CHOICES = (
    Choice(a.Pay("mission"), "Scan: SCI SCI SCI, you choose which dice", "completes stage 2 of 5"),
    Choice(a.Pay("jam"), "Transmat Malfunction: ENG ENG", "the Event is met"),
    Choice(a.LockIn("jam", "ENG"), "Lock In on Transmat Malfunction: ENG, you choose which dice", ""),
    Choice(
        a.Pay("cruiser"),
        "Stealth Cruiser, Fight: SEC SEC SEC",
        "",
        "The dice in stations cannot make SEC SEC SEC.",
        "AF-D5",
    ),
    Choice(a.Pay("harmonics"), "Shield Harmonics: SCI", "claimed at Cleanup"),
    Choice(a.Orders(), "Orders: COM", "change another die"),
    Choice(a.RaiseShields(), "Raise Shields: SCI", "shields go from 0 to 5"),
    Choice(a.LowerShields(), "Lower Shields: SCI", "", "Shields are at 0 already.", "AF-D6"),
    Choice(a.Heal(), "Heal: Bridge MED", "1 die goes from Medbay to Quarters"),
    Choice(a.Repair(), "Repair: ENG", "the hull goes from 5 to 6"),
    Choice(a.ClearSensors(), "Clear Sensors: SEC", "1 die goes from Sensors to Quarters"),
    Choice(a.End(), "End the deployment", "COM SCI SCI ENG SEC SEC could still be used"),
)
VIEW = AstroforceView(
    seat=0,
    turn=7,
    waiting={0: "deploy"},
    ask=Ask("deploy"),
    result=None,
    choices=CHOICES,
    patrol="hard",
    failures="total",
    conferring="on",
    seats=1,
    captain=0,
    crew=0,
    phase="deploy",
    year=3,
    rank="Lieutenant (H)",
    fails=1,
    hull=5,
    hull_most=7,
    shields=0,
    shields_most=5,
    fuel=2,
    fuel_full=10,
    quarters=1,
    stations=(
        StationView("COM", 1, 2, False, 0),
        StationView("SCI", 2, 3, False, 0),
        StationView("MED", 0, 3, True, 1),
        StationView("ENG", 2, 3, False, 0),
        StationView("SEC", 2, 4, False, 0),
    ),
    rolled=False,
    sensors=2,
    sensors_most=4,
    medbay=1,
    on_cards=1,
    captured=1,
    odds=0.38,
    mission=MISSION,
    plots=PLOTS,
    offers=OFFERS,
    active=ACTIVE,
    used=(),
    missions_left=20,
    events_left=31,
    developments_left=30,
    completed=(CardName("escort", "The Escort"), CardName("quiet", "A Quiet Year")),
    failed=(CardName("crisis", "Diplomatic Crisis"),),
    event_discards=(CardName("cramp", "Space Cramp"),),
    development_discards=(),
    foreseen=(),
    payments=(
        PaymentView("pay mission", ("SCI", "SCI", "COM", "ENG", "SEC"), 2),
        PaymentView("pay jam", ("ENG", "ENG"), 1),
        PaymentView("lock jam ENG", ("ENG",), 2),
        PaymentView("pay harmonics", ("SCI",), 1),
        PaymentView("orders", ("COM",), 1),
        PaymentView("raise-shields", ("SCI",), 1),
        PaymentView("heal", ("+MED",), 1),
        PaymentView("repair", ("ENG",), 1),
        PaymentView("clear-sensors", ("SEC",), 1),
    ),
    usable=("COM", "SCI", "SCI", "ENG", "SEC", "SEC"),
    proposal="",
    proposed="",
)
TWO = replace(VIEW, seats=2, crew=1)
LOG = (
    "Turn 7.",
    "Distress Beacon acts.",
    "Event: Hull Mites.",
    "Rolled 1 COM, 2 SCI, 1 MED, 2 ENG, 2 SEC, 1 Threat.",
    "On duty: 1 COM, 2 SCI, 2 ENG, 2 SEC. Home: 1 MED (blocked). Sensors: 2.",
)


def scene(view: AstroforceView = VIEW, key: str = "", spot: Spot | None = None, **more: Any) -> Scene:
    """Return a scene with the cursor on the item of a key, or on a place of the board."""
    items = keyed(menu(view), "astroforce") if view.choices else ()
    at = next((n for n, one in enumerate(items) if one.key == key), -1)
    return Scene(
        view=view,
        title="Astroforce: The Dice Game",
        names=("Ada", "Ben")[: view.seats],
        question="Deploy. What will the crew do?",
        items=items,
        number=at,
        spot=spot or (items[at].spot if at >= 0 else None),
        log=LOG,
        scope="astroforce",
        **more,
    )
