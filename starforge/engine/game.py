"""What every game is to the rest of the program: how to start it, ask it, answer it and look at it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, TypeVar

from starforge.engine.action import Action, parser
from starforge.engine.event import Event
from starforge.engine.ops import Ops
from starforge.engine.rng import Rng
from starforge.engine.rules import Choice, Illegal, Refusal, Rule
from starforge.engine.state import Ask, Result, State
from starforge.quick import dataclass

S = TypeVar("S", bound=State)
V = TypeVar("V", bound="View")


@dataclass(frozen=True, slots=True)
class Info:
    """Describe a game: its slug and title, the seat counts it takes, the version of its rules.

    ``order_rule`` is the id of the rule quoted to who acts out of turn; ``together``: all seats win or lose as one;
    ``courtesy`` is the text of an action by which bots let others go first whenever they may. Records since version
    ``rules_since`` of the rules are played on, see ``Game.modernise``; 0: those of this version only.
    """

    id: str
    title: str
    tagline: str
    seats: tuple[int, ...]
    rules_version: int
    order_rule: str
    together: bool = False
    courtesy: str = ""
    rules_since: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Show what one seat may know and do; ``seat`` is None for a spectator. Each game adds its own fields.

    ``waiting`` maps seats to the kind of what they are asked; ``ask`` is the own, and without it ``choices`` are empty.
    """

    seat: int | None
    turn: int
    waiting: dict[int, str]
    ask: Ask | None
    result: Result | None
    choices: tuple[Choice, ...] = ()

    @property
    def legal(self) -> tuple[Action, ...]:
        """Return the actions this seat may take now."""
        return tuple(choice.action for choice in self.choices if not choice.reason)


def _passing(rule: Rule[Any]) -> Callable[[Any, int], Iterable[Action]]:
    """Return what lists the offers of a rule that pass its check."""
    offers, check = rule.offers, rule.check
    return lambda s, seat: [a for a in offers(s, seat) if check(s, seat, a) is None]


class Game(ABC, Generic[S, V]):
    """Be one game; every method is a function of its arguments, and only ``apply`` and ``redeal`` change a state."""

    info: ClassVar[Info]
    state: ClassVar[type[Any]]
    """The game's State class."""
    options: ClassVar[type[Any]]
    """A frozen dataclass of options with defaults: Literals, ints, strings, bools; metadata ``seats``: least for it."""
    rules: ClassVar[Mapping[str, Sequence[Rule[Any]]]]
    """The rules that answer each kind of ask."""
    ops: ClassVar[Ops]
    policies: ClassVar[Mapping[str, Any]] = {}
    """By level of bots the ``Policy`` by which it plays; captains without one follow ``advise`` and ``worth``."""
    discreet: ClassVar[bool] = False
    """Whether a move after which the same is asked leaves the views of all others as they are who are told nothing."""
    topics: ClassVar[Mapping[str, str]] = {}
    """What can be asked about the table in text besides ``lines``: a word, and its use (``range A B: how far``)."""

    def __init__(self) -> None:
        self._by_action = {kind: {rule.action: rule for rule in rules} for kind, rules in self.rules.items()}
        self._allowed = {kind: [rule.allowed or _passing(rule) for rule in rules] for kind, rules in self.rules.items()}
        self.parse: Callable[[str], Action] = parser(dict.fromkeys(a for by in self._by_action.values() for a in by))
        """Read an action's text; raise ValueError with a sentence when it is none."""

    @abstractmethod
    def new(self, options: Any, seats: int, seed: int) -> S:
        """Return the state of a new game, stopped at its first ask."""

    @abstractmethod
    def observe(self, s: S, seat: int | None) -> V:
        """Return what a seat (None: a spectator) may know, built field by field, without choices."""

    @abstractmethod
    def describe(self, s: S, seat: int, action: Action) -> tuple[str, str]:
        """Return an action's label and hint (what it would do) from what the seat knows."""

    @abstractmethod
    def question(self, view: V) -> str:
        """Return in words what the view's seat is asked, or what the table waits for."""

    @abstractmethod
    def tell(self, event: Event, names: Sequence[str]) -> str:
        """Return an event in words, '' when it is not worth a line; fields hidden from the reader may be absent."""

    @abstractmethod
    def lines(self, view: V, names: Sequence[str]) -> list[str]:
        """Return the view as lines of words for somebody who hears it read out; choices and question come apart."""

    def inform(self, view: V, names: Sequence[str], topic: str, words: Sequence[str]) -> list[str]:
        """Return what the view tells about one of ``topics`` and the words after it, as lines."""
        return []

    @abstractmethod
    def redeal(self, s: S, seat: int | None, rng: Rng) -> None:
        """Re-deal at random all that the seat cannot know and nothing it can; ``rng`` becomes the state's."""

    @abstractmethod
    def hidden(self, s: S, seat: int | None) -> dict[str, list[str]]:
        """Return by zone all that the seat cannot know: the order of decks, the hands of others, secret choices."""

    @abstractmethod
    def census(self, s: S) -> dict[str, int]:
        """Return counts, recounted from scratch, that stay constant from the first action to the last."""

    def complete(self, s: S) -> None:
        """Fill in what a typed position leaves out (decks: the cards not named); ValueError if none can be."""

    def older(self, s: S, version: int) -> None:
        """Change a game that has just been set up into what an older version of the rules would have set up."""

    def modernise(self, s: S, seat: int, text: str, version: int) -> tuple[str, ...]:
        """Return the actions that do by these rules what a text did in a record begun by an older version of them.

        The record may have been played on since, so texts of these rules stand in it too, and stay as they are.
        """
        return (text,)

    def hides(self, public: V, seat: int) -> bool:
        """Tell whether what a seat is asked needs its own eyes; if not, people at one terminal look together."""
        return True

    def label(self, options: Mapping[str, Any]) -> str:
        """Return in a few words, for lists, what distinguishes a game with these options: difficulty, scenario."""
        return ""

    def worth(self, view: V) -> float:
        """Return how well the view's seat stands, by what it knows; a bot prefers more."""
        raise NotImplementedError(f"{self.info.title} says not what a position is worth")

    def advise(self, view: V, sample: Callable[[], S], rng: Rng) -> Action | None:
        """Return what a thinking player does, from the view and re-dealt states; None leaves it to ``worth``."""
        return None

    def onward(self, s: S, seat: int, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the allowed actions that lead on, so that a bot which takes any of them comes to an end soon."""
        return legal

    def why(self, view: V, action: Action) -> str:
        """Return what speaks for advice and what the next best would bring, in words; '' where nothing is compared."""
        return ""

    def tally(self, events: Sequence[Event]) -> dict[str, float]:
        """Return figures of one whole game from its events, unredacted, that a simulation adds up over its games."""
        return {}

    def legal(self, s: S, seat: int) -> list[Action]:
        """Return the actions that the seat may take now, in a fixed order."""
        lists = [] if s.result is not None or seat not in s.asks else self._allowed[s.asks[seat].kind]
        return [action for allowed in lists for action in allowed(s, seat)]

    def choices(self, s: S, seat: int) -> list[Choice]:
        """Return the actions to show to the seat; those that are not allowed say why."""
        if s.result is not None or seat not in s.asks:
            return []
        offered = ((rule, a) for rule in self.rules[s.asks[seat].kind] for a in rule.offers(s, seat))
        return [Choice(a, *self.describe(s, seat, a), *(rule.check(s, seat, a) or ())) for rule, a in offered]

    def apply(self, s: S, seat: int, action: Action) -> None:
        """Carry out an action and what follows, until the next ask; raise Illegal and change nothing if refused."""
        ask = s.asks.get(seat)
        rule = self._by_action[ask.kind].get(type(action)) if ask is not None and s.result is None else None
        if rule is None:
            raise Illegal(self._out_of_turn(s, ask))
        if (refusal := rule.check(s, seat, action)) is not None:
            raise Illegal(refusal)
        del s.asks[seat]
        rule.do(s, seat, action)
        if s.queue:
            self.ops.run(s)
        if s.result is not None:
            s.asks.clear()
            s.queue.clear()

    def _out_of_turn(self, s: S, ask: Ask | None) -> Refusal:
        why = f"That is no answer to what you are asked now ({ask.kind})." if ask else "It is not your turn to answer."
        return Refusal("The game is over." if s.result is not None else why, self.info.order_rule)

    def view(self, s: S, seat: int | None) -> V:
        """Return what a seat (None: a spectator) may know and do."""
        view = self.observe(s, seat)
        return view if seat is None or seat not in s.asks else replace(view, choices=tuple(self.choices(s, seat)))
