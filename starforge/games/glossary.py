"""What every sign and word of a game means: read from its files, found by a word, a spot or what is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from fnmatch import fnmatchcase
from functools import lru_cache

from starforge.games.assets import folder, read_cards
from starforge.quick import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """Explain a word: its ``sign`` as it is drawn, in ``style``, what it is for, and the rule to open.

    ``spots`` are what the cursor is on, ``asks`` what is asked, when it is the thing to tell of; ``cards`` are words of
    cards that it is told with.
    """

    word: str
    text: str
    sign: str = ""
    style: str = ""
    rule: str = ""
    spots: tuple[str, ...] = field(default=())
    asks: tuple[str, ...] = field(default=())
    cards: tuple[str, ...] = field(default=())

    def said(self) -> str:
        """Return it as a sentence, with its rule."""
        return f"{self.word[:1].upper()}{self.word[1:]}: {self.text}" + (f" ({self.rule})" if self.rule else "")


@lru_cache(8)
def glossary(game: str) -> tuple[Term, ...]:
    """Return a game's words in the order of its file, then those of all games; raise AssetError for a mistake."""
    files = [folder(name) / "glossary.toml" for name in (game, "common")]
    return tuple(term for path in files if path.exists() for term in read_cards(path, Term).values())


def at_spot(game: str, spot: str) -> Term | None:
    """Return what there is to tell about a spot, by its name."""
    return next((one for one in glossary(game) if any(fnmatchcase(spot, known) for known in one.spots)), None)


def when_asked(game: str, ask: str) -> Term | None:
    """Return what there is to tell about a question, by its kind."""
    return next((one for one in glossary(game) if ask in one.asks), None)


def on_card(game: str, texts: Iterable[str]) -> list[str]:
    """Return what there is to tell about words on a card that say too little, or something else to a newcomer."""
    words = "\n".join(texts)
    return [one.said() for one in glossary(game) if any(known in words for known in one.cards)]


def look_up(game: str, words: str) -> list[Term]:
    """Return the terms whose word or sign holds some words, capitals or not, else those whose text does."""
    wanted, terms = words.lower(), glossary(game)
    return [one for one in terms if wanted in f"{one.word} {one.sign}".lower()] or [
        one for one in terms if wanted in one.text.lower()
    ]
