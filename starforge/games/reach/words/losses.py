"""What a player of USC: Reach is about to lose for good by an action that ends a step, as far as it can be known."""

from __future__ import annotations

from starforge.engine.action import Action
from starforge.english import listed, some
from starforge.games.reach.model import actions as a
from starforge.games.reach.model.catalogue import book
from starforge.games.reach.model.state import DEPARTMENTS, REPAIRS, TURNS, Player, Reach
from starforge.games.reach.rules.ends import can_grow
from starforge.games.reach.rules.scavenge import held, playable
from starforge.games.reach.rules.turns import usable
from starforge.games.reach.view.build import observe
from starforge.games.reach.view.odds import short_of_landing, unsure
from starforge.games.reach.words.names import SHORT


def losses(s: Reach, seat: int, action: Action) -> str:
    """Return what is lost by an action, '' for nothing."""
    p, kind = s.players[seat], s.asks[seat].kind
    if isinstance(action, a.Ready) and not p.hand:
        return " ".join(filter(None, (_short(s, seat), _unmended(s, p))))
    if isinstance(action, a.Stop) and kind == "mend" and p.hurt():
        return f"Up to {some(int(s.asks[seat].args[0]), 'repair')} of the card would be lost."
    if isinstance(action, a.Done) and s.phase == "landing":
        tokens = [some(p.tokens, "token")] if can_grow(s, p) else []
        lost = [*tokens, *(book().missions[card].title for card in usable(s, seat))]
        return f"Nothing comes of {listed(lost)} after this." if lost else ""
    if isinstance(action, a.Done) and kind == "turn-end" and s.turn == TURNS and playable(s, seat, kind):
        return f"{listed([book().missions[card].title for card in held(s, seat)])} cannot be used after this."
    return ""


def _short(s: Reach, seat: int) -> str:
    """Return how much a plan for the last turn leaves the ship short of its landing."""
    if s.turn != TURNS or not s.players[seat].landing:
        return ""
    view = observe(s, seat)
    short, about = short_of_landing(view, {}), "about " if unsure(view) else ""
    words = f"With this plan the ship needs {about}{short} more power to land; then only tokens and cards can help."
    return words if short else ""


def _unmended(s: Reach, p: Player) -> str:
    """Return what damage stays because nobody is laid on it in the round's last turn, where somebody could be."""
    left = {d: p.damage[d] - len(p.crew[REPAIRS[d]]) for d in DEPARTMENTS}
    kept = [f"{SHORT[d]} {n}" for d, n in left.items() if n > 0]
    if s.step < 3 or not p.plan or not kept:
        return ""
    return f"The round ends with this turn, and the crew leaves damage unrepaired: {listed(kept)}."
