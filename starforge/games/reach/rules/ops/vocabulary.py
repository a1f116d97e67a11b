"""The vocabularies that cards are written in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starforge.engine.ops import Ops
from starforge.engine.state import Op


class Answers(Ops):
    """Read and say ops that answer a question about a ship instead of changing anything."""

    def answer(self, asked: Op, *about: Any) -> Any:
        """Return what the op finds; ``about`` are the two things its function takes before the op's own arguments."""
        find: Callable[..., Any] = self._forms[str(asked[0])].run
        return find(*about, *asked[1:])


op = Ops()
"""What missions, Specialists and the course of the game do (effects, turns, ends)."""
ability = Answers()
"""What Specialists change for as long as they are aboard (abilities)."""
goal = Answers()
"""What Landing cards reward (goals)."""
