"""The odds of USC: Reach in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from starforge.english import amount, some
from starforge.games.reach.model.catalogue import crew_card
from starforge.games.reach.view import odds
from starforge.games.reach.view.types import ReachView
from starforge.games.reach.words.names import KIND_NAMES, NAMES


def percent(chance: Fraction) -> str:
    """Return a chance in words; only what is certain is 100%, only what is impossible 0%."""
    rounded = round(float(chance) * 100)
    if chance in (0, 1) or 0 < rounded < 100:
        return f"{rounded}%"
    return "under 1%" if rounded == 0 else "over 99%"


def lines(view: ReachView, names: Sequence[str]) -> list[str]:
    """Return what is to be expected: damage of the next tile, crew and missions to come, the landing."""
    return [*_damage(view, names), *_to_come(view), *_landing(view)]


def _damage(view: ReachView, names: Sequence[str]) -> list[str]:
    chances = odds.tile_damage(view)
    if not chances:
        return ["No tile with damage comes any more."]
    if set(chances) == {0}:
        return ["The next tile begins a round and does no damage."]
    told = ["The next tile: " + ", ".join(f"{n} damage {percent(p)}" for n, p in chances.items()) + "."]
    for b in view.boards:
        taken = odds.taken(view, b.seat)
        mean = float(sum(n * p for n, p in taken.items()))
        cards = ", ".join(f"{some(n, 'card')} {percent(p)}" for n, p in sorted(taken.items()) if n) or "none"
        stops = "a decoy takes all that is not stopped" if b.decoy else f"stops {b.stops}"
        told.append(f"{names[b.seat]} {stops} and takes: {cards}; {amount(mean, 2)} on average.")
    if view.seat is not None:
        hits = odds.hits(view, view.seat)
        told.append(f"Damage on your ship: {', '.join(f'{NAMES[d]} {percent(p)}' for d, p in hits.items())}.")
    return told


def _to_come(view: ReachView) -> list[str]:
    crew, missions = odds.crew_to_come(view), odds.missions_to_come(view)
    told = []
    if crew:
        cards = ", ".join(f"{crew_card(card).title} {percent(p)}" for card, p in crew.items())
        told.append(f"One at least in your next hand: {cards}.")
    if missions:
        kinds = ", ".join(f"{KIND_NAMES[kind]} {percent(p)}" for kind, p in missions.items())
        told.append(f"One at least among the next missions: {kinds}.")
    return told


def _landing(view: ReachView) -> list[str]:
    if view.landing is None or view.round < 3 or view.result is not None:
        return []
    short, about = odds.short_of_landing(view, {}), "about " if odds.unsure(view) else ""
    needs = f"With all your crew placed well you will still need {about}{short} more power to land"
    told = needs if short else f"With all your crew placed well you can {about and 'probably '}land"
    if not odds.tile_damage(view):
        return [f"{told}; tokens and cards to come are not counted."]
    chance = f"{about}{percent(odds.lands(view))}"
    return [f"{told} as it stands; after the next tile's damage you can land with {chance}."]
