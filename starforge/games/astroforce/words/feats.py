"""The honours of Astroforce."""

from __future__ import annotations

from typing import Any

from starforge.games.feats import Feat, Story, most

OFFICERS = {"first-officer", "science-officer", "ships-surgeon", "chief-engineer", "security-chief"}


def _won_on(patrol: str) -> Feat:
    text = f"Bring the {patrol.title()} patrol home."
    return Feat(
        f"{patrol}-home", f"Home from {patrol.title()}", text, lambda s: s.won and s.options["patrol"] == patrol
    )


def _hurt(s: Story) -> int:
    return sum(data["purpose"] == "hurt" for data in s.of("die-moved"))


def _express(s: Story) -> bool:
    """Tell whether a Mission was completed within four turns of being drawn."""
    drawn = {event.data["card"]: event.turn for event in s.events if event.kind == "mission-drawn"}
    done = [event for event in s.events if event.kind == "mission-completed"]
    return any(event.turn - drawn.get(event.data["card"], -99) <= 4 for event in done)


_BY_THE_BOOK = (
    Feat("first-mission", "Mission accomplished", "Complete a Mission.", lambda s: bool(s.of("mission-completed"))),
    *map(_won_on, ("easy", "medium", "hard", "deadly")),
    Feat(
        "spotless",
        "A spotless record",
        "Win a patrol without a failed Mission.",
        lambda s: s.won and not s.of("mission-failed"),
    ),
    Feat(
        "second-chance",
        "Second chance",
        "Win a patrol after a failed Mission.",
        lambda s: s.won and bool(s.of("mission-failed")),
    ),
    Feat(
        "unscratched",
        "Not a scratch",
        "Win a patrol without damage to the hull.",
        lambda s: s.won and not s.total("damaged", "hull"),
    ),
    Feat(
        "nerve",
        "On sheer nerve",
        "Win a patrol in which the hull was gone and crew was hurt.",
        lambda s: s.won and _hurt(s) > 0,
    ),
    Feat(
        "whole-crew",
        "Everybody home",
        "Win a patrol without a die in Medbay.",
        lambda s: s.won and not any(d["purpose"] in ("hurt", "medbay") for d in s.of("die-moved")),
    ),
    Feat("express", "Express", "Complete a Mission within four turns of drawing it.", _express),
    Feat(
        "fast-patrol",
        "Five short years",
        "Win a patrol within thirty turns.",
        lambda s: s.won and len(s.of("turn-began")) <= 30,
    ),
    Feat(
        "outfitted",
        "Fully fitted",
        "Claim nine Developments in one patrol.",
        lambda s: len(s.of("development-claimed")) >= 9,
    ),
    Feat(
        "officers",
        "The whole bridge",
        "Claim three of the Bridge Crew in one patrol.",
        lambda s: len({d["card"] for d in s.of("development-claimed")} & OFFICERS) >= 3,
    ),
    Feat(
        "all-in",
        "By hook or by crook",
        "Pay for one thing with seven dice.",
        lambda s: any(len(d["dice"]) >= 7 for d in s.of("paid")),
    ),
    Feat(
        "red-night",
        "Red night",
        "Roll five Threats at once, and complete a Mission all the same.",
        lambda s: any(d["faces"].count("Threat") >= 5 for d in s.of("rolled")) and bool(s.of("mission-completed")),
    ),
    Feat(
        "clear-sky",
        "Clear sky",
        "Roll ten dice without a Threat.",
        lambda s: any(len(d["faces"]) >= 10 and "Threat" not in d["faces"] for d in s.of("rolled")),
    ),
    Feat(
        "one-voice",
        "With one voice",
        "Roll six dice of one role at once.",
        lambda s: any(most([f for f in d["faces"] if f != "Threat"]) >= 6 for d in s.of("rolled")),
    ),
    Feat(
        "cruiser",
        "Hunter of hunters",
        "Bring the Kzinn Stealth Cruiser down.",
        lambda s: any(d["card"] == "kzinn-stealth-cruiser" for d in s.of("event-completed")),
    ),
    Feat(
        "troubleshooter",
        "Troubleshooter",
        "Be rid of twelve Events in one patrol, by what they ask.",
        lambda s: len(s.of("event-completed")) >= 12,
    ),
    Feat(
        "doctor",
        "Good doctor",
        "Bring eight dice home from Medbay in one patrol.",
        lambda s: s.total("healed", "dice") >= 8,
    ),
    Feat("welder", "Welder", "Repair ten points of hull in one patrol.", lambda s: s.total("repaired", "hull") >= 10),
    Feat(
        "wall",
        "The wall held",
        "Let the shields take twenty damage in one patrol.",
        lambda s: s.total("damaged", "shields") >= 20,
    ),
)


def _not_in_a_campaign(feat: Feat) -> Feat:
    """Keep the honours of the game from patrols that begin with what others have won (AF-P1)."""
    return feat._replace(earned=lambda s: not s.of("campaign-patrol") and feat.earned(s))


def _won_campaign(s: Story, number: int, alone: bool = False) -> bool:
    """Tell whether patrol ``number`` of a campaign, or a later one, was won; ``alone``: with nothing that came over."""
    began = s.of("campaign-patrol")
    return bool(began) and s.won and began[0]["number"] >= number and not (alone and _came_over(began[0]))


def _came_over(began: dict[str, Any]) -> bool:
    return bool(began["development"] or began["marks"])


FEATS = (
    *map(_not_in_a_campaign, _BY_THE_BOOK),
    Feat("campaign-begun", "The long road", "Win a patrol of a campaign.", lambda s: _won_campaign(s, 1)),
    Feat(
        "campaign-veterans",
        "Old hands",
        "Win a patrol of a campaign with two veterans on board.",
        lambda s: _won_campaign(s, 1) and len(s.of("campaign-patrol")[0]["marks"]) == 2,
    ),
    Feat(
        "campaign-alone",
        "Empty-handed",
        "Win the fourth or fifth patrol of a campaign with nothing that came over.",
        lambda s: _won_campaign(s, 4, alone=True),
    ),
    Feat("campaign-home", "The last of five", "Win the fifth patrol of a campaign.", lambda s: _won_campaign(s, 5)),
)
