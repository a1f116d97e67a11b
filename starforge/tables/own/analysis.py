"""How an ended game went for a seat: its chance turn by turn, the moments that decided it, luck apart from choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import USUAL, make, strongest, title
from starforge.engine.action import Action
from starforge.engine.save import SaveError
from starforge.engine.state import State, clone
from starforge.english import percent
from starforge.games import span_of
from starforge.games.end_card import luck_words
from starforge.games.policy import Pace
from starforge.games.prospects import SIGNS, chance
from starforge.tables.play.replay import Replay

MOMENTS = 3
AGAIN = 8
"""How often a turn that decided much is played again, each time with other chance, for either question about it."""
_ACTS = 4
"""How many of the acts are told that a level would have done."""
_ENDLESS = 5_000


class TurnChance(NamedTuple):
    """Tell how likely the seat was to win, from 0 to 1, at the beginning of a turn: at a step of the replay."""

    turn: int
    step: int
    chance: float


class Moment(NamedTuple):
    """Tell of a turn that decided much: chances from 0 to 1 when it began and when it was over, and why they changed.

    ``usual`` is what that turn comes to on average as a Captain plays it, ``own`` what it comes to by what was done
    here, both with other chance; None where it was not worked out. ``done`` and ``better`` tell what was done where
    the strongest level would have done otherwise, both empty where it would not, or was not ``compared`` yet.
    """

    turn: int
    step: int
    before: float
    after: float
    usual: float | None = None
    own: float | None = None
    done: str = ""
    better: tuple[str, ...] = ()
    compared: bool = False

    @property
    def choice(self) -> float:
        """Return what was won or lost by choosing, beside what a Captain's choices bring."""
        return 0.0 if self.own is None or self.usual is None else self.own - self.usual

    @property
    def luck(self) -> float:
        """Return what was won or lost by what nobody chose or knew: dice, cards, what others did."""
        return 0.0 if self.own is None else self.after - self.own


class Analysis:
    """Work out how an ended match went for a seat; raise SaveError in words where that cannot be told.

    ``work`` does it piece by piece; what is known so far can be read at any time. When ``pace`` is hurried it ends.
    """

    def __init__(self, replay: Replay, seat: int, pace: Pace | None = None) -> None:
        self.replay, self.seat = replay, seat
        self.game = replay.game
        if not replay.ended:
            raise SaveError("this game has not ended, so it cannot be analysed yet")
        if self.game.info.id not in SIGNS:
            raise SaveError(f"games of {self.game.info.title} cannot be analysed")
        self.pace = pace or Pace()
        self.level = strongest(self.game)
        self.curve: list[TurnChance] = []
        self.moments: list[Moment] = []
        self.whole = False

    def work(self) -> Iterator[float]:
        """Go on by a piece each time, and give which share is done."""
        begins = [n for n, turn in enumerate(self.replay.turns) if not n or turn != self.replay.turns[n - 1]]
        self.curve = []
        for number, step in enumerate(begins):
            self.curve.append(TurnChance(self.replay.turns[step], step, self._chance(step)))
            yield 0.3 * (number + 1) / len(begins)
        last = self.replay.length
        self.curve.append(TurnChance(self.replay.turns[last], last, float(self._won)))
        self.moments = self._turns_that_decided()
        for n, moment in enumerate(self.moments):
            begun = 0.3 + 0.7 * n / len(self.moments)
            for share, found in self._looked_into(moment):
                if self.pace.hurried:
                    return
                self.moments[n] = found
                yield begun + 0.7 * share / len(self.moments)
        self.whole = True

    @property
    def _won(self) -> bool:
        result = self.replay.view(self.replay.length, None).result
        return result is not None and self.seat in result.winners

    def _chance(self, step: int) -> float:
        return chance(self.game, self.replay.state(step), len(self.replay.seats), self.seat)

    def _turns_that_decided(self) -> list[Moment]:
        """Return the turns in which the chance changed most, in their order."""
        pairs = zip(self.curve, self.curve[1:], strict=False)
        turns = [Moment(a.turn, a.step, a.chance, b.chance) for a, b in pairs]
        most = sorted(turns, key=lambda one: (-abs(one.after - one.before), one.turn))[:MOMENTS]
        return sorted((one for one in most if one.after != one.before), key=lambda one: one.step)

    def _looked_into(self, moment: Moment) -> Iterator[tuple[float, Moment]]:
        """Give the moment again and again, each time with more known, and the share that is done."""
        script = self._script(moment)
        usual = own = 0.0
        for n in range(AGAIN):
            usual += self._come_to(moment, n, {})
            own += self._come_to(moment, n, script)
            moment = moment._replace(usual=usual / (n + 1), own=own / (n + 1))
            yield 0.6 * (n + 1) / AGAIN, moment
        done, better = self._otherwise(moment, script.get(self.seat, []))
        yield 1.0, moment._replace(done=done, better=better, compared=not self.pace.hurried)

    def _script(self, moment: Moment) -> dict[int, list[Action]]:
        """Return what each seat did in a turn."""
        script: dict[int, list[Action]] = {}
        for n in range(moment.step + 1, self.replay.length + 1):
            if self.replay.turns[n - 1] != moment.turn:
                break
            move = self.replay.move(n)
            if move is not None:
                script.setdefault(move.seat, []).append(self.game.parse(move.text))
        return script

    def _come_to(self, moment: Moment, number: int, script: dict[int, list[Action]]) -> float:
        """Return the seat's chance after a turn from the moment on, re-dealt in all the seat did not know.

        Each seat does what it did, as far as the rules still allow it, then what a Captain would.
        """
        s = sampler(self.game, self.replay.state(moment.step), self.seat, derive("again", moment.step, number))()
        left = {seat: list(acts) for seat, acts in script.items()}
        bots = {seat: make(self.game, USUAL, derive("bot", number, seat)) for seat in range(len(self.replay.seats))}
        for count in range(_ENDLESS):
            if s.result is not None or s.turn != moment.turn or self.pace.hurried:
                break
            seat = min(s.asks)
            acts = left.get(seat, [])
            if acts and acts[0] in self.game.legal(s, seat):
                action = acts.pop(0)
            else:
                acts.clear()
                seen = look(self.game, s, seat, bots[seat])
                action = bots[seat].choose(seen, sampler(self.game, s, seat, derive(number, count)), self.pace)
            self.game.apply(s, seat, action)
            s.events.clear()
        return chance(self.game, s, len(self.replay.seats), self.seat)

    def _otherwise(self, moment: Moment, acts: Sequence[Action]) -> tuple[str, tuple[str, ...]]:
        """Return where the strongest level would first have done something else: what was done, and what it would."""
        bot: Any = make(self.game, self.level, derive("better", moment.step))
        s, taken = self.replay.state(moment.step), 0
        for n in range(moment.step + 1, self.replay.length + 1):
            move = self.replay.move(n)
            if self.replay.turns[n - 1] != moment.turn or move is None or self.pace.hurried:
                break
            if move.seat == self.seat and len(self.game.legal(s, self.seat)) > 1:
                seen = look(self.game, s, self.seat, bot, courteous=False)
                action = bot.choose(seen, sampler(self.game, s, self.seat, derive("better", n)), self.pace)
                if action != acts[taken]:
                    return self._label(s, acts[taken]), tuple(self._goes_on(s, action, bot, moment.turn))
            taken += move.seat == self.seat
            self.game.apply(s, move.seat, self.game.parse(move.text))
            s.events.clear()
        return "", ()

    def _goes_on(self, s: State, action: Action, bot: Any, turn: int) -> Iterator[str]:
        """Give what the level does from here, until chance has its say or others do."""
        s = clone(s)
        for n in range(_ACTS):
            yield self._label(s, action)
            before = clone(s).rng
            self.game.apply(s, self.seat, action)
            if s.result is not None or s.turn != turn or self.seat not in s.asks or s.rng != before:
                return
            seen = look(self.game, s, self.seat, bot, courteous=False)
            action = bot.choose(seen, sampler(self.game, s, self.seat, derive("on", n)), self.pace)

    def _label(self, s: State, action: Action) -> str:
        return self.game.describe(s, self.seat, action)[0].rstrip(".")

    def lines(self) -> list[str]:
        """Return in sentences what is known so far."""
        span, name = span_of(self.game.info.id), self.replay.seats[self.seat].name
        told = [f"{name}'s chance to win at the beginning of each {span}, as games of Captains went on from there:"]
        told.append(", ".join(f"{one.turn}: {percent(one.chance)}" for one in self.curve[:-1]) + ".")
        for number, moment in enumerate(self.moments, 1):
            told.append(f"{number}. {' '.join(self.words(moment))}")
        return told + self.luck()

    def luck(self) -> list[str]:
        """Return what chance gave in the whole game beside what was to be expected."""
        found = [luck_words(one) for one in self.replay.end_card().luck if one.seat in (None, self.seat)]
        return [f"Dice and odds of the whole game: {', '.join(found)}."] if found else []

    def words(self, moment: Moment) -> list[str]:
        """Return what there is to say of a moment, what happened first."""
        name, span = self.replay.seats[self.seat].name, span_of(self.game.info.id).title()
        told = [f"{span} {moment.turn}: from {percent(moment.before)} to {percent(moment.after)}."]
        if moment.own is not None and moment.usual is not None:
            told.append(
                f"On average a Captain's choices lead to {percent(moment.usual)} from there, and {name}'s to"
                f" {percent(moment.own)} ({signed(moment.choice)}). It came to {percent(moment.after)}, by luck"
                f"{' and by what others did' if len(self.replay.seats) > 1 else ''} ({signed(moment.luck)})."
            )
        if moment.better:
            told.append(f"{name}: {moment.done}. {title(self.level)}: {', then '.join(moment.better)}.")
        elif moment.compared:
            told.append(f"The {title(self.level)} would have done the same.")
        return told


def signed(share: float) -> str:
    """Return a difference of chances in points of percent."""
    points = round(100 * share)
    return f"{points:+d} %" if points else "0 %"
