"""The vocabulary of the cards with all that its words do: whoever reads cards or runs ops takes it from here."""

from __future__ import annotations

from starforge.games.astroforce.rules import turn
from starforge.games.astroforce.rules.ops import cards, dice, gauges, lasting
from starforge.games.astroforce.rules.ops.vocabulary import lasting_op, op

__all__ = ["lasting_op", "op"]
DEFINED_IN = (turn, cards, dice, gauges, lasting)
