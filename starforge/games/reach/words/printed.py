"""What cards say, as they are printed."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.english import listed
from starforge.games.reach.model.catalogue import Crew, Mission, book
from starforge.games.reach.rules.ops.vocabulary import REWARDS, ability, op
from starforge.games.reach.words.names import KIND_NAMES, SHORT, WHEN


def mechanic(card: Crew) -> str:
    """Return a Specialist's mechanic as it is printed, '' for other crew."""
    if card.ability:
        return ability.say(card.ability)
    deed = card.turn_end or card.round_end
    return op.say(deed) if deed else ""


def figures(power: dict[str, int]) -> str:
    """Return power by department, ``Engine 3, Command 2``; departments without any are left out."""
    return ", ".join(f"{SHORT[d]} {n}" for d, n in power.items() if n)


def played(windows: Sequence[str]) -> str:
    """Return a sentence that says when a Scavenge card may be played, with a space before it; '' for other cards."""
    return f" Play it {listed([WHEN[w] for w in windows], 'or')}." if windows else ""


def printed(m: Mission) -> str:
    """Return a mission as its card reads, without the title."""
    return (
        f"{KIND_NAMES[m.type]} of round {m.round}, {m.points} points. Upper row {figures(m.upper)}; "
        f"lower row {figures(m.lower)}. {op.say(m.reward)}{played(m.windows)}"
    )


def brief(mission: str) -> str:
    """Return a mission's reward in very few words."""
    name, *args = book().missions[mission].reward
    return REWARDS[str(name)].brief(*args)
