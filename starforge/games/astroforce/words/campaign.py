"""The campaign in words: which patrol of it is played, and what goes over to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starforge.engine.save import OptionError
from starforge.english import listed
from starforge.games.astroforce.campaign import MARKS_MOST, PATROLS, read_carried
from starforge.games.astroforce.words.printed import title

NAMED = 3
"""Developments of which all are named that may go on; of more, their number is told."""


def label(options: Mapping[str, Any]) -> str:
    """Return what lists call a patrol of a campaign, '' for any other."""
    if options.get("campaign", "off") != "on":
        return ""
    try:
        over = read_carried(str(options.get("carried", "")))
    except OptionError:
        return "campaign"
    return f"campaign {over.number}/{len(PATROLS)}, {over.patrol} patrol"


def began(data: Mapping[str, Any], names: Sequence[str]) -> str:
    """Tell what came over at the beginning of a patrol."""
    over = [*([title(data["development"])] if data["development"] else ()), *_marks(data["marks"])]
    what = f" {listed(over)} came over." if over else ""
    return f"Campaign, patrol {data['number']} of {len(PATROLS)}: {PATROLS[data['number'] - 1].title()}.{what}"


def _marks(roles: Sequence[str]) -> list[str]:
    return [f"the {'mark' if len(roles) == 1 else 'marks'} of {listed(list(roles))}"] if roles else []


def goes_over(data: Mapping[str, Any], won: bool, cards: Sequence[str]) -> str:
    """Return what an ended patrol of a campaign leaves to the next; ``cards`` are the Developments at its end."""
    number, marks = int(data["number"]), tuple(data["marks"])
    head = f"Campaign, patrol {number} of {len(PATROLS)}"
    if number == len(PATROLS):
        return f"{head}: the campaign is over."
    if not won:
        kept = f"only {listed(_marks(marks))} {'goes' if len(marks) == 1 else 'go'} on" if marks else "nothing goes on"
        return f"{head} is lost: {kept}."
    mark = "a veteran's mark is given" if len(marks) < MARKS_MOST else "a mark may change its role"
    named = listed([title(card) for card in cards], "or") if len(cards) <= NAMED else f"{len(cards)} Developments"
    card = f"{'one of ' * (len(cards) > NAMED)}{named}" if cards else "no Development"
    return f"{head} is won: {mark}, and {card} goes on."
