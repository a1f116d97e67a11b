"""Games that older versions of the rules began: their cards, and what their texts are by these rules."""

from __future__ import annotations

from dataclasses import fields

from starforge.engine.state import digest
from starforge.games.astroforce import setup
from starforge.games.astroforce.model.state import Astroforce, Options
from starforge.games.astroforce.rules.conferring import BILLS, read
from starforge.games.astroforce.rules.dice import becoming


def deal(s: Astroforce, version: int) -> None:
    """Set a new game up anew with the cards of its time; a typed position keeps those that it names."""
    options, editions = Options(s.patrol, s.failures, s.conferring), setup.editions()
    if version >= 4:
        return
    if digest(s) == digest(setup.new(options, s.seats, s.rng.seed)):
        begun = setup.new(options, s.seats, s.rng.seed, editions)
        for field in fields(begun):
            setattr(s, field.name, getattr(begun, field.name))
        s.rules = version
    else:
        older = {card: one for one, card in editions.items()}
        for deck in (s.plot_deck, s.developments):
            deck[:] = [older.get(card, card) for card in deck]
        for offer in s.offers:
            offer.card = older.get(offer.card, offer.card)


def modernise(s: Astroforce, text: str) -> tuple[str, ...]:
    """Return the one or two actions for a text of version 1, whose orders named their dice, as one word at the end.

    What is asked only where there is a choice is left out where there is none.
    """
    word, *rest = text.split()
    if word == "change" and len(rest) == 2:
        return (f"change {rest[0]}", f"become {rest[1]}")[: min(2, len(becoming(s, rest[0])))]
    if word == "propose" and rest:
        *order, dice = rest[0].split("/")
        found = _with(s, " ".join(order), dice.replace(".", ","))
        return (f"propose {'/'.join(order)}", *found) if found is not None else (text,)
    found = _with(s, " ".join((word, *rest[:-1])), rest[-1]) if rest else None
    return (" ".join((word, *rest[:-1])), *found) if found is not None else (text,)


def _with(s: Astroforce, order: str, dice: str) -> tuple[str, ...] | None:
    """Return the choice of dice that follows an order, none where there is only one way; None if it costs nothing."""
    known = read(order)
    if known is None or type(known) not in BILLS:
        return None
    return (f"with {dice}",) if len(BILLS[type(known)].ways(s, known)) > 1 else ()
