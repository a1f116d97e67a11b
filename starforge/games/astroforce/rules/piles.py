"""Cards and dice on their way: drawing, entering and leaving play, dice going home."""

from __future__ import annotations

from starforge.engine.ops import bind, push
from starforge.engine.state import Op, Result, draw
from starforge.games.astroforce.model.catalogue import Stage, developments, events, marks, missions
from starforge.games.astroforce.model.state import (
    PLOTS_MOST,
    SENSORS,
    Astroforce,
    InPlay,
    by_rules,
    dice_of,
    dice_on,
    rank,
    result_of,
)
from starforge.games.astroforce.rules.lasting import NOTHING, Lasting, lasting, needs_of
from starforge.games.astroforce.rules.payments import Memo


def find(s: Astroforce, name: str) -> InPlay | None:
    """Return a card in play by its name: ``mission``, or the slug of an Event or a Development in the queue."""
    if name == "mission":
        return s.mission
    for card in s.plots:
        if card.card == name:
            return card
    for card in s.offers:
        if card.card == name:
            return card
    return None


def stages(card: InPlay) -> tuple[Stage, ...]:
    """Return the stages of a Mission or Event; a Development has none."""
    return STAGES[card.card]


STAGES: Memo[str, tuple[Stage, ...]] = Memo(
    lambda card: (missions().get(card) or events().get(card) or developments()[card]).stages
)
"""The stages of each card."""


def missing(s: Astroforce, card: InPlay) -> tuple[str, ...]:
    """Return the results that the card, or its current stage, still needs as things stand."""
    return () if card.done else lacking(lasting(s) if card is s.mission else NOTHING, card)


def lacking(now: Lasting, card: InPlay) -> tuple[str, ...]:
    """Return the results that a card that is not complete still needs."""
    steps = STAGES[card.card]
    if not steps:
        return _LEFT[(card.card, *card.stacks)] if card.stacks else _NEEDS[card.card]
    stage = steps[card.stage]
    if not (now.lighter or now.dearer) or not stage.needs or card.card not in missions():
        return stage.needs
    return needs_of(now, stage.name, stage.needs)


def needs_printed(card: str) -> tuple[str, ...]:
    """Return what an Event or Development without stages asks for."""
    return (events().get(card) or developments()[card]).needs


_NEEDS: Memo[str, tuple[str, ...]] = Memo(needs_printed)


def left(card: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a card without stages lacks when after its name come the results that lie on it."""
    needs = list(_NEEDS[card[0]])
    for one in card[1:]:
        needs.remove(result_of(one))
    return tuple(needs)


_LEFT: Memo[tuple[str, ...], tuple[str, ...]] = Memo(left)


def dice_home(s: Astroforce, card: InPlay) -> None:
    if card.stacks:
        s.quarters += dice_on(card)
        card.stacks.clear()


def stack_home(s: Astroforce, card: InPlay, stack: str) -> None:
    """Return the dice of one result to Quarters."""
    card.stacks.remove(stack)
    s.quarters += len(dice_of(stack))


def draw_plot(s: Astroforce) -> None:
    """Draw an Event into play; with nine there already the oldest goes first (AF-X6)."""
    make_room(s)
    card = draw(s, s.plot_deck, s.plot_discards)
    s.foreseen = max(0, s.foreseen - 1)
    if card is not None:
        arrive(s, card)


def make_room(s: Astroforce) -> None:
    """Discard the oldest Event when nine are in play; one completed, or that acts at once, does not count (AF-X6)."""
    in_play = [plot for plot in s.plots if not (plot.done or (by_rules(s, 3) and events()[plot.card].immediate))]
    if len(in_play) >= PLOTS_MOST:
        s.emit("crowded-out", card=in_play[0].card)
        leave(s, in_play[0])


def arrive(s: Astroforce, card: str) -> None:
    """Put an Event into play; an immediate one acts and is discarded (AF-X5)."""
    s.plots.append(InPlay(card))
    s.emit("event-drawn", card=card)
    push(s, *_ARRIVING[card, s.captain])


def _arriving(case: tuple[str, int]) -> list[Op]:
    card, captain = case
    event = events()[card]
    return [bind(op, captain, card) for op in (*event.now, *([("leave", "self")] if event.immediate else []))]


_ARRIVING: Memo[tuple[str, int], list[Op]] = Memo(_arriving)
"""What a card does as it is drawn, for a captain."""


def leave(s: Astroforce, plot: InPlay) -> None:
    """Discard an Event; the dice on it and those it captured go to Quarters (AF-D10, AF-X6)."""
    dice_home(s, plot)
    if plot.captured:
        s.emit("released", card=plot.card, dice=plot.captured)
        s.quarters += plot.captured
    s.plots.remove(plot)
    s.plot_discards.append(plot.card)


def refill(s: Astroforce) -> None:
    """Draw a Development on the right of the queue."""
    card = draw(s, s.developments, s.development_discards)
    if card is not None:
        s.offers.append(InPlay(card))
        s.emit("development-shown", card=card)


def lay_aside(s: Astroforce, card: str) -> None:
    """Take a Development out of play; a mark goes to no pile (AF-P4)."""
    s.active.remove(card)
    if card not in marks():
        s.development_discards.append(card)


def drop(s: Astroforce, card: str) -> None:
    """Discard an active Development; shields fall with their track, and fewer Sensor stations may be full now."""
    lay_aside(s, card)
    if by_rules(s, 3) and s.shields > (most := lasting(s).shields):
        s.shields = most
        s.emit("shields-set", shields=most)
    push(s, ("sense", s.captain, 0))


def sense(s: Astroforce, threats: int) -> None:
    """Place Threats on Sensors; full ones send all those dice home and draw an Event (AF-D2)."""
    s.sensors += threats
    if s.sensors >= SENSORS and s.sensors >= lasting(s).sensors:
        s.emit("sensors-filled", dice=s.sensors)
        s.quarters += s.sensors
        s.sensors = 0
        push(s, ("event", s.captain, 1))


def end(s: Astroforce, won: bool, words: str) -> None:
    """End the patrol with the rank that it earned (AF-E1, AF-E2)."""
    everybody = tuple(range(s.seats))
    s.result = Result(everybody if won else (), f"{words} Rank: {rank(s)}.", (s.year - 1,) * s.seats)
    s.emit("patrol-ended", won=won, year=s.year, rank=rank(s), words=words)
