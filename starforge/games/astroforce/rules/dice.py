"""Single dice that an effect takes: where such a die may lie, and what becomes of it."""

from __future__ import annotations

from starforge.engine.ops import push
from starforge.engine.state import Ask
from starforge.games.astroforce.model.state import DICE, FACES, Astroforce, InPlay, cards_in_play, dice_of, locked
from starforge.games.astroforce.rules.lasting import lasting
from starforge.games.astroforce.rules.piles import end, find, sense

_SIDES = (*FACES, "Threat")
_SIXES = (6,) * DICE


def candidates(s: Astroforce, purpose: str) -> list[str]:
    """Return the places of dice that may be picked for a purpose; dice of one place are alike.

    The purposes are hurt, medbay, capture, sensors and recall (home to Quarters). Damage takes dice from Quarters and
    stations (AF-H2), rolled dice not yet reported among them; a recall takes deployed ones; everything else takes any
    active die (AF-D8).
    """
    places = [face for face, dice in s.crew.items() if dice] if purpose != "recall" or s.phase == "deploy" else []
    if purpose == "hurt":
        return [*(["quarters"] if s.quarters else ()), *places]
    on_cards = dict.fromkeys(f"{card.card}/{one}" for card, one in locked(s) if one[0] != "+")
    if purpose == "recall":
        return [*places, *on_cards]
    completed = ["completed"] if any(True for card in _finished(s) for one in card.stacks if one[0] != "+") else []
    return [*(["quarters"] if s.quarters else ()), *places, *on_cards, *completed]


def _finished(s: Astroforce) -> list[InPlay]:
    return [card for card in cards_in_play(s) if card.done or card.moved]


def ask_for_die(s: Astroforce, purpose: str, card: str = "") -> None:
    """Ask which die it is, unless all that could be are alike."""
    places = candidates(s, purpose)
    if len(places) == 1:
        move_die(s, purpose, card, places[0])
    elif places:
        s.asks[s.captain] = Ask("pick", (purpose, card))
        push(s, ("take", s.captain, purpose, card))


def move_die(s: Astroforce, purpose: str, card: str, place: str) -> None:
    """Take a die from its place to where the purpose says."""
    _lift(s, place)
    s.emit("die-moved", purpose=purpose, place=place, card=card)
    if purpose == "recall":
        s.quarters += 1
    elif purpose == "sensors":
        sense(s, 1)
    elif purpose == "capture":
        plot = find(s, card)
        assert plot is not None, "a card that captures is in play"
        plot.captured += 1
    else:
        s.medbay += 1
    if purpose == "hurt" and not candidates(s, "hurt"):
        destroy(s)


def destroy(s: Astroforce) -> None:
    """Lose the ship: damage found no die, or took the last (AF-H2)."""
    end(s, False, "The Pioneer is destroyed with no crew left at her stations.")


def _lift(s: Astroforce, place: str) -> None:
    """Take one die up; what is left of a result that it was part of goes to Quarters (AF-D7)."""
    if place == "quarters":
        s.quarters -= 1
    elif place in s.crew:
        s.crew[place] -= 1
    else:
        card, stack = _stack_at(s, place)
        card.stacks.remove(stack)
        s.quarters += len(dice_of(stack)) - 1


def _stack_at(s: Astroforce, place: str) -> tuple[InPlay, str]:
    if place == "completed":
        return next((card, one) for card in _finished(s) for one in card.stacks if one[0] != "+")
    name, one = place.split("/")
    card = find(s, name)
    assert card is not None, place
    return card, one


def changeable(s: Astroforce) -> list[str]:
    """Return the roles of the dice in stations that Orders can change (AF-D6)."""
    blocked = lasting(s).blocked
    open_roles = [face for face in FACES if face not in blocked]
    return [die for die in FACES if s.crew[die] and open_roles not in ([], [die])]


def changing(s: Astroforce) -> str:
    """Return the role of the die that Orders are changing."""
    return next(str(ask.args[0]) for ask in s.asks.values() if ask.kind == "become")


def becoming(s: Astroforce, die: str) -> list[str]:
    """Return the roles that a die can become: another, whose station is not blocked (AF-D6)."""
    blocked = lasting(s).blocked
    return [face for face in FACES if face != die and face not in blocked]


def throw(s: Astroforce, count: int) -> list[str]:
    """Roll dice, place the Threats among them (AF-D2), and return the roles of the others."""
    roles, threats = cast(s, count)
    sense(s, threats)
    return roles


def cast(s: Astroforce, count: int) -> tuple[list[str], int]:
    """Roll dice and return the roles among them, and how many are Threats."""
    faces = [_SIDES[n] for n in s.rng.numbers(_SIXES[:count])]
    s.emit("rolled", faces=faces)
    threats = faces.count("Threat")
    return [face for face in faces if face != "Threat"] if threats else faces, threats
