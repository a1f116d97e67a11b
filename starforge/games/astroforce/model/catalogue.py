"""The cards as their files say: Missions, Events and Developments, read and checked once."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from starforge.engine.ops import Ops
from starforge.engine.shape import Check, bounded, sized
from starforge.engine.state import Op
from starforge.games.assets import folder, read_cards
from starforge.games.astroforce.model.state import FACES
from starforge.games.astroforce.rules.ops.vocabulary import lasting_op, op, role
from starforge.quick import dataclass


def _faces(text: Any) -> tuple[str, ...]:
    if not isinstance(text, str):
        raise ValueError("needs are written as one text, 'ENG ENG SCI'")
    return tuple(sorted(map(role, text.split()), key=FACES.index))


def _read(words: Ops, text: Any) -> Op:
    read = words.read(str(text))
    words.say(read)
    return read


def _sentence(text: str) -> str:
    if text != text.strip() or not text:
        raise ValueError("this text is empty or has space around it")
    return text


Text = Annotated[str, Check(_sentence)]
Needs = Annotated[tuple[str, ...], Check(_faces, raw=True)]
Effect = Annotated[Op, Check(partial(_read, op), raw=True)]
Lasting = Annotated[Op, Check(partial(_read, lasting_op), raw=True)]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Be one stage: dice (``needs``), with ``transmat`` only while shields are down, or a card action (``does``)."""

    name: Text
    needs: Needs = ()
    transmat: bool = False
    does: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        if bool(self.needs) == bool(self.does):
            raise ValueError("a stage either needs dice or does something")


@dataclass(frozen=True, kw_only=True)
class Card:
    """Be any card: what it is called, says and needs; ``replaces`` names the card that older games deal instead."""

    title: Text
    flavour: Text
    needs: Needs = ()
    stages: tuple[Stage, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    roll: tuple[Effect, ...] = ()
    replaces: str = ""


@dataclass(frozen=True, kw_only=True)
class Mission(Card):
    """Be a Mission; ``later`` takes the place of ``m`` once its first stage is done."""

    stages: Annotated[tuple[Stage, ...], sized(1)]
    m: Annotated[tuple[Effect, ...], sized(1)]
    later: tuple[Effect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EventCard(Card):
    """Be an Event: immediate when it needs nothing and has no stages, else in play until they are met (AF-X5)."""

    copies: Annotated[int, bounded(1, 3)] = 1
    now: tuple[Effect, ...] = ()
    m: tuple[Effect, ...] = ()
    mission_end: tuple[Effect, ...] = ()
    reward: tuple[Effect, ...] = ()

    @property
    def immediate(self) -> bool:
        """Return whether the card acts and is discarded at once."""
        return not self.needs and not self.stages

    def __post_init__(self) -> None:
        if self.needs and self.stages:
            raise ValueError("an Event has either needs or stages")
        if self.immediate and (self.m or self.lasting or self.roll or self.reward or self.mission_end or not self.now):
            raise ValueError("an immediate Event has 'now' and nothing that needs it to stay")
        if not self.immediate and self.copies > 1:
            raise ValueError("only immediate Events may stand in the deck more than once")


@dataclass(frozen=True, kw_only=True)
class Development(Card):
    """Be a Development; ``use`` is done in Deploy when the player wishes, once or each turn."""

    needs: Annotated[Needs, sized(1)]
    use: tuple[Effect, ...] = ()
    uses: Literal["once", "each turn"] = "once"


@dataclass(frozen=True, kw_only=True)
class VeteransMark(Development):
    """Be a veteran's mark: active from the beginning of a campaign's patrol, and in no deck (AF-P4)."""

    needs: Needs = ()


@lru_cache(1)
def missions() -> dict[str, Mission]:
    return read_cards(folder("astroforce") / "missions.toml", Mission)


@lru_cache(1)
def events() -> dict[str, EventCard]:
    return read_cards(folder("astroforce") / "events.toml", EventCard)


@lru_cache(1)
def developments() -> dict[str, Development]:
    """Return all that can be active: the Developments of the deck, and the marks of veterans."""
    return {**read_cards(folder("astroforce") / "developments.toml", Development), **marks()}


@lru_cache(1)
def marks() -> dict[str, VeteransMark]:
    return read_cards(folder("astroforce") / "marks.toml", VeteransMark)
