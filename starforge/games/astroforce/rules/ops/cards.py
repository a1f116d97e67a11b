"""What ops do to cards: drawing, looking, discarding."""

from __future__ import annotations

from starforge.engine.ops import push
from starforge.engine.state import Ask
from starforge.games.astroforce.model.catalogue import events
from starforge.games.astroforce.model.state import Astroforce
from starforge.games.astroforce.rules.ops.vocabulary import op, plural
from starforge.games.astroforce.rules.piles import (
    arrive,
    dice_home,
    draw_plot,
    drop,
    find,
    leave,
    make_room,
    refill,
)


@op(lambda count: plural(count, "draw an Event", "draw {} Events"), worth=lambda s, count: -18.0 * count)
def event(s: Astroforce, seat: int, count: int) -> None:
    """Draw Events, each one acting before the next is drawn."""
    if count > 1:
        push(s, ("event", seat, count - 1))
    draw_plot(s)


@op("discard this card")
def leave_(s: Astroforce, seat: int, card: str) -> None:
    plot = find(s, card)
    if plot is not None:
        leave(s, plot)


@op(lambda count: plural(count, "draw a Development", "draw {} Developments"))
def development(s: Astroforce, seat: int, count: int) -> None:
    """Discard the leftmost uncompleted Development of the queue and show another on the right (AF-C3)."""
    for _ in range(count):
        offer = next((offer for offer in s.offers if not offer.done), None)
        if offer is not None:
            dice_home(s, offer)
            s.offers.remove(offer)
            s.development_discards.append(offer.card)
            s.emit("development-passed", card=offer.card)
            refill(s)


def _summons(*cards: str) -> str:
    return (
        "bring " + ", else ".join(events()[card].title for card in cards) + " into play from the Event deck or discards"
    )


@op(_summons)
def summon(s: Astroforce, seat: int, *cards: str) -> None:
    """Bring the first of these Events that is not in play into it; a deck that was searched is shuffled."""
    for card in cards:
        if card in s.plot_discards:
            s.plot_discards.remove(card)
        elif card in s.plot_deck:
            s.plot_deck.remove(card)
            s.rng.shuffle(s.plot_deck)
            s.foreseen = 0
        else:
            continue
        make_room(s)
        return arrive(s, card)
    return None


@op(
    "lose a random active Development; shuffle the Event deck and discards together",
    worth=lambda s: -9.0 - 5.0 * len(s.active),
)
def disrupt(s: Astroforce, seat: int) -> None:
    """Disrupt space and time (AF-K1)."""
    if s.active:
        card = s.active[s.rng.below(len(s.active))]
        s.emit("development-lost", card=card)
        drop(s, card)
    s.plot_deck += s.plot_discards
    s.plot_discards.clear()
    s.rng.shuffle(s.plot_deck)
    s.foreseen = 0
    s.emit("events-shuffled")


@op(lambda count: f"look at the next {count} Events and put them back in any order", worth=8.0)
def foresee(s: Astroforce, seat: int, count: int) -> None:
    """Look at the top of the Event deck and order it anew."""
    seen = min(count, len(s.plot_deck))
    s.learned += 1
    s.foreseen = max(s.foreseen, seen)
    push(s, ("arrange", seat, 0, seen))


@op("put Events {0} to {1} in order")
def arrange(s: Astroforce, seat: int, done: int, seen: int) -> None:
    """Ask which looked-at Event comes next, as long as it makes a difference."""
    if len(set(s.plot_deck[done:seen])) > 1:
        s.asks[seat] = Ask("arrange", (done, seen))
        push(s, ("put-next", seat, done, seen))


@op("put an Event in its place")
def put_next(s: Astroforce, seat: int, done: int, seen: int) -> None:
    """Put the Event that was chosen after those in order, and ask for the next."""
    s.plot_deck.insert(done, s.plot_deck.pop(s.plot_deck.index(s.answer, done, seen)))
    push(s, ("arrange", seat, done + 1, seen))


@op("discard an Event in play", worth=30.0)
def dismiss(s: Astroforce, seat: int) -> None:
    if any(not plot.done for plot in s.plots):
        s.asks[seat] = Ask("dismiss")
