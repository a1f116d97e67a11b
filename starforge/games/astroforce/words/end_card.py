"""The end card of Astroforce: the rank and what made it, the patrol turn by turn, what the dice gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from starforge.engine.event import Event
from starforge.games.astroforce.model.catalogue import marks
from starforge.games.astroforce.model.state import FACES, YEARS, Astroforce, rank
from starforge.games.astroforce.view.types import AstroforceView
from starforge.games.astroforce.words.campaign import goes_over
from starforge.games.astroforce.words.events import counted
from starforge.games.astroforce.words.printed import title
from starforge.games.end_card import EndCard, Luck, Standing, Strip, TurningPoint

SIGNS = {"mission-completed": "✓", "mission-failed": "×", "event-drawn": "e", "development-claimed": "+"}
"""The sign of each kind of event in the strip of what happened; of several in a turn the first of these counts."""
ORDER = [*SIGNS.values(), "·"]


def end_card(s: Astroforce, told: Sequence[Sequence[Event]], names: Sequence[str]) -> EndCard:
    events = [event for one in told for event in one]
    count = Counter(event.kind for event in events)
    ended = next((e.data for e in events if e.kind == "patrol-ended"), None)
    parts = {
        "years": s.year - 1,
        "turns": count["turn-began"],
        "failed": count["mission-failed"],
        "Developments": count["development-claimed"],
        "Events drawn": count["event-drawn"],
        "hull": s.hull,
    }
    return EndCard(
        ended["words"] if ended else "",
        (Standing(rank(s), tuple((name, str(n)) for name, n in parts.items())),),
        tuple(_strips(events)),
        "✓ completed × failed + Development e Event ! hurt",
        tuple(_points(told)),
        tuple(_luck(events)),
        goes_on=_goes_on(s, events),
    )


def _goes_on(s: Astroforce, events: Sequence[Event]) -> str:
    """Return what a patrol of a campaign leaves to the next, '' outside of one (AF-P2, AF-P3)."""
    began = next((e.data for e in events if e.kind == "campaign-patrol"), None)
    won = s.result is not None and bool(s.result.winners)
    return goes_over(began, won, [card for card in s.active if card not in marks()]) if began is not None else ""


def _strips(events: Sequence[Event]) -> Iterator[Strip]:
    years, happened, hurt, year = [], [], [], 1
    for e in events:
        if e.kind == "turn-began":
            years.append(str(year))
            happened.append("·")
            hurt.append("·")
        elif not years:
            continue
        elif e.kind == "damaged" and (e.data["hull"] or e.data["crew"]):
            hurt[-1] = "!"
        elif e.kind in SIGNS:
            happened[-1] = min(happened[-1], SIGNS[e.kind], key=ORDER.index)
        year = e.data["year"] if e.kind == "mission-completed" else year
    for label, signs in (("Year", years), ("Cards", happened), ("Damage", hurt)):
        yield Strip(label, "".join(signs))


def _points(told: Sequence[Sequence[Event]]) -> Iterator[TurningPoint]:
    turn = 0
    for move, events in enumerate(told):
        for e in events:
            d = e.data
            turn += e.kind == "turn-began"
            if e.kind == "mission-completed":
                yield TurningPoint(move, turn, f"{title(d['card'])} is completed.", 10.0 + d["year"])
            elif e.kind == "mission-failed":
                yield TurningPoint(move, turn, f"{title(d['card'])} fails for want of Fuel.", -10.0)
            elif e.kind == "development-claimed":
                yield TurningPoint(move, turn, f"{title(d['card'])} is active from now on.", 3.0)
            elif e.kind == "damaged" and d["hull"] + d["crew"]:
                words = (
                    f"The hull loses {d['hull']}, and the crew is hurt {d['crew']} times."
                    if d["crew"]
                    else (f"The hull loses {d['hull']}.")
                )
                yield TurningPoint(move, turn, words, -2.0 * d["hull"] - d["crew"])
            elif e.kind == "sensors-filled":
                yield TurningPoint(move, turn, "The Sensors are full of Threats.", -2.0)


def _luck(events: Sequence[Event]) -> Iterator[Luck]:
    faces = Counter(face for e in events if e.kind == "rolled" for face in e.data["faces"])
    expected = sum(faces.values()) / (len(FACES) + 1)
    for face in ("Threat", *FACES):
        yield Luck(f"{face} rolled", faces[face], expected)


def standing(view: AstroforceView, names: Sequence[str]) -> str:
    """Return the year, the Mission, and what keeps the patrol going."""
    mission = view.mission
    done = sum(stage.done for stage in mission.stages) if mission else 0
    where = f", {mission.title} {done} of {counted(len(mission.stages), 'stage', 'stages')}" if mission else ""
    return f"year {min(view.year, YEARS)}{where}, Fuel {view.fuel}, hull {view.hull}, shields {view.shields}."
