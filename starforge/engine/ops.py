"""Effects as data: small functions with a name, written in card files as text (``damage 2``) and run from a queue."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

from starforge.engine.state import Op, State
from starforge.quick import dataclass

F = TypeVar("F", bound=Callable[..., Any])
Worth = float | Callable[..., float]
_ENDLESS = 10_000


class OpError(ValueError):
    """Report an op that cannot be read; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class _Form:
    run: Callable[..., Any]
    says: Callable[..., str]
    worth: Worth
    kinds: tuple[type, ...]
    needed: int
    rest: type | None


def push(s: State, *ops: Op) -> None:
    """Put ops on the queue, so that they run in the order given, before all that already waits."""
    s.queue += ops[::-1]


def bind(op: Op, seat: int, source: str = "") -> Op:
    """Return a card's op as the queue takes it: acting for ``seat``, the word ``self`` standing for ``source``."""
    return (op[0], seat, *(source if arg == "self" else arg for arg in op[1:]))


class Ops:
    """Keep the ops of one game: read them from text, say them in words, value them, run them.

    ``worth`` is what an op is worth to a bot if it does not say so itself.
    """

    def __init__(self, worth: float = 0.0) -> None:
        self._worth: Worth = worth
        self._forms: dict[str, _Form] = {}
        self._runs: dict[str | int, Callable[..., Any]] = {}

    def __call__(self, says: str | Callable[..., str], worth: Worth | None = None) -> Callable[[F], F]:
        """Register ``function(s, seat, *args)`` as an op; ``says`` is its sentence, a format or a function.

        The op's name is the function's with hyphens for underscores. Arguments are ints or slugs by annotation; those
        with a default may be left out; ``*args`` takes any number. ``worth`` is what it is worth to a bot, a number or
        a function of what the bot tells the method ``worth`` and of the arguments.
        """
        sentence = says if callable(says) else says.format

        def register(function: F) -> F:
            hints = get_type_hints(function)
            parameters = list(inspect.signature(function).parameters.values())[2:]
            fixed = [p for p in parameters if p.kind is not inspect.Parameter.VAR_POSITIONAL]
            rest = next((hints[p.name] for p in parameters if p.kind is inspect.Parameter.VAR_POSITIONAL), None)
            needed = sum(p.default is inspect.Parameter.empty for p in fixed)
            kinds = tuple(hints[p.name] for p in fixed)
            form = _Form(function, sentence, self._worth if worth is None else worth, kinds, needed, rest)
            name = function.__name__.rstrip("_").replace("_", "-")
            self._forms[name], self._runs[name] = form, function
            return function

        return register

    def read(self, text: str) -> Op:
        """Return the op that a card's text names, without a seat; raise OpError when there is none such."""
        name, *words = text.split() or [""]
        form = self._forms.get(name)
        if form is None:
            raise OpError(f"there is no op {name!r}; there are: {', '.join(sorted(self._forms))}")
        many = len(words) > len(form.kinds) and form.rest is None
        if len(words) < form.needed or many:
            raise OpError(f"op {text!r} has {len(words)} arguments; {name!r} takes {self._count(form)}")
        kinds = [*form.kinds[: len(words)], *[form.rest] * (len(words) - len(form.kinds))]
        return (name, *(self._argument(text, word, kind) for word, kind in zip(words, kinds, strict=True)))

    @staticmethod
    def _count(form: _Form) -> str:
        most = "any number" if form.rest else len(form.kinds)
        return str(form.needed) if form.needed == most else f"{form.needed} to {most}"

    @staticmethod
    def _argument(text: str, word: str, kind: Any) -> str | int:
        if kind is not int:
            return word
        if not word.removeprefix("-").isdecimal():
            raise OpError(f"in op {text!r}, {word!r} must be a whole number")
        return int(word)

    def say(self, op: Op) -> str:
        """Return the words printed on a card for an op (as read, without a seat)."""
        return self._forms[str(op[0])].says(*op[1:])

    def worth(self, op: Op, *about: Any) -> float:
        """Return what an op (as read, without a seat) is worth to a bot; ``about`` goes before its arguments."""
        worth = self._forms[str(op[0])].worth
        return worth(*about, *op[1:]) if callable(worth) else worth

    def do(self, op: Op, *about: Any) -> Any:
        """Run an op (as read) outside the queue; ``about`` are the two things its function takes before its own."""
        return self._forms[str(op[0])].run(*about, *op[1:])

    def run(self, s: State) -> None:
        """Run the queue until a question is open, the game has ended, or nothing waits."""
        queue, asks, runs = s.queue, s.asks, self._runs
        for _ in range(_ENDLESS):
            if asks or not queue or s.result is not None:
                return
            runs[(op := queue.pop())[0]](s, *op[1:])
        raise RuntimeError(f"the queue does not end; it stands at op {op[0]!r}")
