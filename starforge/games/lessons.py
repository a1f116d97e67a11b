"""Lessons and puzzles: files that anybody can write, with a position, steps, and what ends each of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from starforge.engine.game import Game
from starforge.engine.match import Match
from starforge.engine.position import PositionError
from starforge.engine.save import OptionError, read_options
from starforge.engine.shape import bounded, sized
from starforge.games import load
from starforge.games.assets import AssetError, files, line_of, read_position_file, read_table
from starforge.games.conditions import check_condition, check_path, read_condition
from starforge.games.rulebook import read_rulebook
from starforge.quick import dataclass

SEED = 1
"""Decides what a position leaves to chance, so that a lesson is the same for everybody."""
Text = Annotated[str, sized(1)]
Texts = Annotated[tuple[Text, ...], sized(1)]
_RULE = re.compile(r"\[([A-Z]{2}-[A-Z]+\d+)\]")
_PROOF = re.compile(
    r"(?P<path>[\w.#-]+) (?P<change>[+-]\d+)|refused (?P<rule>\S+) (?P<action>.+)|told (?P<kind>\S+)"
    r"|after (?P<acts>.+): (?P<then>.+)"
)


@dataclass(frozen=True, slots=True)
class LessonStep:
    """Hold one thing to be done.

    ``see`` says why and ``do`` what to do; a sentence about a rule ends with its id, ``[AF-D1]``. ``until`` are the
    conditions that end the step, ``solution`` the actions that lead there, ``lit`` what lights up. ``answers`` say more
    about a wrong act, by the words it begins with; ``lost`` are conditions under which the step can be reached no more.
    ``turns``: how many turns may end in it. ``others`` are what other seats do, ``1 pass``. ``proof`` is by rule what
    the play of the step shows of it: ``fuel -1``, ``hull = 7``, ``refused AF-D6 repair``, ``told claimed``, or what
    another would show: ``after roll, end: fuel = 0``. Any path may begin with ``view``, which is what the player sees.
    """

    see: Text
    do: Text
    until: Texts
    solution: Texts
    lit: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    turns: Annotated[int, bounded(0)] = 0
    others: tuple[str, ...] = ()
    proof: dict[str, Texts] = field(default_factory=dict)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules that its sentences name."""
        return rules_in(f"{self.see} {self.do} {' '.join(self.answers.values())}")


@dataclass(frozen=True, slots=True)
class Lesson:
    """Hold a lesson, or with a ``grade`` from 1 (easy) to 3 a puzzle: a task of one step that nobody comments on.

    ``position`` is a position as text, or the name of one of the game's. ``about`` is one sentence for lists, ``end``
    what is said when all is done. ``search``: the state is small enough to prove that nothing shorter solves it.
    """

    title: Text
    about: Text
    position: Text
    steps: Annotated[tuple[LessonStep, ...], sized(1)]
    end: Text
    grade: Annotated[int, bounded(0, 3)] = 0
    search: bool = False
    seats: Annotated[int, bounded(1, 4)] = 1
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Written:
    """Hold a lesson that has been read and checked, by the name of its file, with its position as text."""

    game: str
    slug: str
    lesson: Lesson
    start: str

    @property
    def mark(self) -> str:
        """Return what it is remembered by when it is done."""
        return f"{self.game}/{self.slug}"

    def match(self) -> Match:
        """Return the match that the lesson begins with."""
        rules = load(self.game)
        return Match(rules, read_options(rules, dict(self.lesson.options)), self.lesson.seats, SEED, self.start)


def rules_in(text: str) -> tuple[str, ...]:
    """Return the ids of rules that a lesson's text names."""
    return tuple(dict.fromkeys(_RULE.findall(text)))


def plain(text: str) -> str:
    """Return a lesson's text with its rules in parentheses, to be read out."""
    return _RULE.sub(r"(\1)", text)


@lru_cache(8)
def readable(game: str) -> tuple[tuple[Written, ...], tuple[str, ...]]:
    """Return a game's lessons and then its puzzles, in the order of their files, and what is wrong in the others."""
    found, faults = [], []
    for path in files(game, "lessons"):
        try:
            found.append(read_lesson(game, path))
        except AssetError as error:
            faults.append(str(error))
    return tuple(sorted(found, key=lambda one: one.lesson.grade)), tuple(faults)


def lessons(game: str) -> tuple[Written, ...]:
    """Return those of a game's lessons and puzzles that can be read."""
    return readable(game)[0]


def read_lesson(game: str, path: Path) -> Written:
    """Return the lesson in a file; raise AssetError with file, line and mistake."""
    lesson, text = read_table(path, Lesson)

    def fail(words: str, *place: str) -> AssetError:
        return AssetError(f"{path.name}, line {line_of(text, place)}, {'.'.join(place)}: {words}")

    start = lesson.position
    try:
        if "\n" not in start:
            start = read_position_file(game, start)
        written = Written(game, path.stem, lesson, start)
        match = written.match()
    except (PositionError, OptionError, OSError) as error:
        raise fail(str(error), "position") from None
    if 0 not in match.state.asks:
        raise fail("seat 0 learns, and is not asked anything", "position")
    book = read_rulebook(game)
    for number, step in enumerate(lesson.steps):
        for name, check in _CHECKS.items():
            texts = getattr(step, name)
            for one in [t for of in texts.values() for t in of] if isinstance(texts, dict) else texts:
                try:
                    check(match, one)
                except ValueError as error:
                    raise fail(str(error), "steps", str(number), name) from None
        for rule in (*step.rules, *step.proof):
            if f"**{rule}**" not in book:
                raise fail(f"the rulebook has no rule {rule}", "steps", str(number))
    return written


def _check_condition(match: Match, text: str) -> None:
    known = read_condition(text.removeprefix("view."))
    check_condition(match.game.view(match.state, 0) if text.startswith("view.") else match.state, known)
    if known.sign == "did":
        _check_beginning(match.game, known.value)


def _check_beginning(game: Game[Any, Any], text: str) -> None:
    """Raise ValueError unless some action begins with the words."""
    try:
        game.parse(text)
    except ValueError as error:
        if "is written" not in str(error):
            raise


def _check_other(match: Match, text: str) -> None:
    seat, _, action = text.partition(" ")
    if not seat.isdigit() or not 0 < int(seat) < match.seats:
        raise ValueError(f"another seat's act begins with its number, from 1 to {match.seats - 1}: {text!r}")
    match.game.parse(action)


def _check_proof(match: Match, text: str) -> None:
    parts = proof_parts(text)
    condition = text if parts is None else parts.get("then")
    path = condition.split()[0] if condition else parts.get("path", "") if parts else ""
    seen = match.game.view(match.state, 0) if path.startswith("view.") else match.state
    if path:
        check_path(seen, path.removeprefix("view.").split("."))
    if condition:
        read_condition(condition)
    for action in [*(parts or {}).get("acts", "").split(", "), (parts or {}).get("action", "")]:
        if action:
            match.game.parse(action)


_CHECKS: dict[str, Callable[[Match, str], Any]] = {
    "until": _check_condition,
    "lost": _check_condition,
    "solution": lambda match, text: match.game.parse(text),
    "others": _check_other,
    "proof": _check_proof,
}


def proof_parts(text: str) -> dict[str, str] | None:
    """Return the parts of a proof that is no condition: path and change, rule and action, kind, acts and then."""
    found = _PROOF.fullmatch(text)
    return {name: part for name, part in found.groupdict().items() if part} if found else None
