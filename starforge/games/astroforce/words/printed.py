"""What stands printed on the cards, made from what they do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from starforge.engine.state import Op
from starforge.games.astroforce.model.catalogue import Development, EventCard, Mission, developments, events, missions
from starforge.games.astroforce.rules.effects import lasting_op, op


def title(card: str) -> str:
    return card_of(card).title


def card_of(card: str) -> Mission | EventCard | Development:
    """Return any card by its slug."""
    return missions().get(card) or events().get(card) or developments()[card]


def say(effects: Sequence[Op]) -> str:
    return ", then ".join(op.say(one) for one in effects)


@lru_cache(200)
def printed(card: str) -> tuple[str, ...]:
    """Return the printed text of a card, made from its effects, a line for each kind."""
    c = card_of(card)
    lines = [("M", say(c.m))] if isinstance(c, (Mission, EventCard)) else []
    if isinstance(c, Mission):
        lines.append(("M after stage 1", say(c.later)))
    if isinstance(c, EventCard):
        lines += [("now", say(c.now)), ("at a Mission's end", say(c.mission_end)), ("reward", say(c.reward))]
    lines.append(("lasting", "; ".join(lasting_op.say(one) for one in c.lasting)))
    lines.append(("at Roll Call", say(c.roll)))
    if isinstance(c, Development):
        lines.append((c.uses, say(c.use)))
    return tuple(f"{kind}: {words}" for kind, words in lines if words)
