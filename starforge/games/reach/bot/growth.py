"""How a thinking player grows the crew and where crew, Research and Specialists go."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.engine.rng import Rng
from starforge.games.reach.bot.scavenge import wanted
from starforge.games.reach.bot.worth import own, raised, towards
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEPARTMENTS
from starforge.games.reach.rules.ops.vocabulary import Gain
from starforge.games.reach.view.odds import shortfall
from starforge.games.reach.view.types import BoardView, ReachView


def growth(view: ReachView, rng: Rng) -> Action:
    """Spend tokens where they do most, and use what cards are left."""
    best, most = None, 0.0
    for choice in view.legal:
        if isinstance(choice, a.Use) or (isinstance(choice, a.Play) and wanted(view, choice.card)):
            return choice
        gain = gain_of(view, choice)
        if gain > most:
            best, most = choice, gain
    return best or a.Done()


def gain_of(view: ReachView, choice: Action) -> float:
    """Return what a token is worth that is spent so."""
    if isinstance(choice, a.Raise):
        cost = crew_card(choice.to).level - crew_card(choice.card).level
        return raised(view, choice.card, choice.to) / cost + 0.01 * cost
    if isinstance(choice, a.Specialise):
        return _special(view) + 0.001 * _surplus(view, choice.at)
    return 0.0


def _special(view: ReachView) -> float:
    return 3.3 + towards(view, Gain(level="specialist")) - (0.5 if view.phase == "landing" else 0.0)


def _surplus(view: ReachView, at: str) -> int:
    me, landing = own(view), view.landing
    return me.totals[at] - landing.required[at] if landing and at in DEPARTMENTS else 5


def keep(view: ReachView, rng: Rng) -> Action:
    """Keep the Specialist whose power is wanted most, chance deciding between near equals."""
    me, landing = own(view), view.landing
    best, most = "", -99.0
    for c in view.offered:
        need = landing.required[c.home] - me.totals[c.home] if landing else 0
        gain = c.main + 0.5 * c.worker + 0.15 * need + rng.below(100) / 40
        if gain > most:
            best, most = c.card, gain
    return a.Keep(best)


def recruit(view: ReachView, rng: Rng) -> Action:
    """Take the type that the landing lacks most."""
    me, landing = own(view), view.landing
    cards = [choice for choice in view.legal if isinstance(choice, a.Recruit)]
    default = {d.slug: d.default + d.research for d in me.departments}
    owned = {d: default[d] for d in DEPARTMENTS}
    for d in me.departments:
        for c in d.cards:
            owned[c.home] += c.main
    for card, n in me.unseen.items():
        owned[crew_card(card).home] += crew_card(card).main * n
    need = landing.required if landing else dict.fromkeys(DEPARTMENTS, 7)
    return max(cards, key=lambda choice: need[crew_card(choice.card).home] - owned[crew_card(choice.card).home])


def promote(view: ReachView, rng: Rng) -> Action:
    """Raise whom it helps most."""
    cards = [choice for choice in view.legal if isinstance(choice, a.Promote)]
    return max(cards, key=lambda choice: raised(view, choice.card, f"{choice.card[0]}{int(choice.card[1]) + 1}"))


def attach(view: ReachView, rng: Rng) -> Action:
    """Strengthen the department whose default and Research are furthest from what the landing needs."""
    me, landing = own(view), view.landing
    need = landing.required if landing else dict.fromkeys(DEPARTMENTS, 7)
    have = {d.slug: d.default + d.research for d in me.departments}
    spots = [choice for choice in view.legal if isinstance(choice, a.Choose)]
    return max(spots, key=lambda choice: need[choice.at] - have[choice.at])


def settle(view: ReachView, rng: Rng) -> Action:
    """Place crew where it fills most of what the landing lacks, the cards to come in mind."""
    gives = book().power
    places = [choice for choice in view.legal if isinstance(choice, a.PlaceCard)]
    return min(places, key=lambda x: shortfall_of(view, x) - 0.01 * gives[x.card, x.at], default=view.legal[0])


def shortfall_of(view: ReachView, choice: a.PlaceCard) -> int:
    """Return how much the landing will lack with a card placed so and all others as well as they can be."""
    me, landing = own(view), view.landing
    assert landing is not None
    gives = book().power[choice.card, choice.at]
    after = [me.totals[d] + (gives if d == choice.at else 0) for d in DEPARTMENTS]
    rest = [*(c.card for c in me.hand), *_coming(me)]
    rest.remove(choice.card)
    return shortfall(after, tuple(landing.required[d] for d in DEPARTMENTS), rest)


def _coming(me: BoardView) -> list[str]:
    repairers = [c.card for d in me.departments for c in d.repairers]
    learners = [f"{c.card[0]}2" for c in me.academy]
    return [*repairers, *learners, *(card for card, n in me.unseen.items() for _ in range(n))]


def rove(view: ReachView, rng: Rng) -> Action:
    """Move to where the landing lacks most, in the last turn."""
    landing = view.landing
    if view.turn != 9 or landing is None or not landing.short:
        return a.Hold()
    return a.Rove(max(landing.short, key=lambda d: landing.short[d]))


def teach(view: ReachView, rng: Rng) -> Action:
    """Raise the first Junior there is."""
    return view.legal[0]


def ship(view: ReachView, rng: Rng) -> Action:
    """Take any ship: they are equally good."""
    return view.legal[rng.below(len(view.legal))]
