"""USC: Reach: two to four ships plan in secret, claim missions in play order, and try to land after nine turns."""

from starforge.games.reach.game import GAME

__all__ = ["GAME"]
