"""What every game promises, as functions that raise AssertionError when one does not keep it.

Each check takes a game, a seat count and a seed, plays at random and looks; ``test_games`` runs them over every game,
``test_planted`` over games with a fault planted on purpose.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import product
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from starforge.engine.action import Action
from starforge.engine.event import redact
from starforge.engine.game import Game
from starforge.engine.match import Match
from starforge.engine.position import read_position, write_position
from starforge.engine.rng import Rng
from starforge.engine.rules import Illegal
from starforge.engine.save import Seat, parse_save, save_text, to_match, to_save
from starforge.engine.state import State, clone, digest, to_jsonable

LONGEST = 20_000
EARLY = 300
"""Steps of most games; where one at random takes thousands, its later states are looked at less often."""


def _wars(seats: int) -> list[dict[str, Any]]:
    """Return the scenarios of Shattered Reach for so many seats, all kept short."""
    from starforge.games.shattered_reach.model.maps import scenarios

    return [{"scenario": slug, "rounds": 2} for slug, one in scenarios().items() if str(seats) in one.maps]


VARIANTS: dict[str, dict[int, list[dict[str, Any]]]] = {
    "shattered-reach": {2: _wars(2), 3: _wars(3)},
}
"""Options to play a game with, by seat count, where the product of all its Literal options is not right for it."""


def variants(game: Game[Any, Any], seats: int) -> list[Any]:
    """Return the options to play with: every combination of Literal values, unless VARIANTS names others."""
    named = VARIANTS.get(game.info.id)
    if named is not None:
        return [game.options(**options) for options in named[seats]]
    hints = get_type_hints(game.options)
    ranges = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}
    return [game.options(**dict(zip(ranges, values, strict=True))) for values in product(*ranges.values())]


@cache
def cached_variants(game: Game[Any, Any], seats: int) -> list[Any]:
    return variants(game, seats)


def options_for(game: Game[Any, Any], seats: int, seed: int) -> Any:
    found = cached_variants(game, seats)
    return found[seed % len(found)]


def start(game: Game[Any, Any], seats: int, seed: int) -> State:
    return game.new(options_for(game, seats, seed), seats, seed)


def pick(game: Game[Any, Any], s: State, dice: Rng) -> tuple[int, Action]:
    """Return a random asked seat and one of its legal actions."""
    asked = sorted(s.asks)
    seat = asked[dice.below(len(asked))]
    legal = game.legal(s, seat)
    assert legal, f"seat {seat} is asked {s.asks[seat]} but may do nothing"
    return seat, legal[dice.below(len(legal))]


def walk(game: Game[Any, Any], seats: int, seed: int, longest: int = LONGEST) -> Iterator[tuple[State, int, Action]]:
    """Play at random; give each state with the seat and action about to be applied to it."""
    s = start(game, seats, seed)
    dice = Rng(seed + 1_000_003)
    for _ in range(longest):
        if s.result is not None:
            return
        seat, action = pick(game, s, dice)
        yield s, seat, action
        s.events.clear()
        game.apply(s, seat, action)


def looks(dice: Rng, one_in: int, n: int) -> bool:
    """Tell whether to look at step ``n``: at one in ``one_in`` early in a game, ever less often in one without end."""
    return dice.below(one_in * (EARLY + n) // EARLY) == 0


def sampled(game: Game[Any, Any], seats: int, seed: int, one_in: int) -> Iterator[tuple[State, int, Action]]:
    """Give some states of a random game: the first two, then about one in ``one_in``, and fewer of a very long one."""
    dice = Rng(seed + 2_000_003)
    for n, step in enumerate(walk(game, seats, seed)):
        if n < 2 or looks(dice, one_in, n):
            yield step


def watchers(seats: int) -> list[int | None]:
    return [*range(seats), None]


# --- play ------------------------------------------------------------------------------------------------------------


def ends_in_bounds(game: Game[Any, Any], seats: int, seed: int) -> None:
    last = None
    for last, seat, action in walk(game, seats, seed):
        assert seat in last.asks, action
    assert last is not None
    assert last.result is not None, f"no result after {LONGEST} actions"
    assert not last.asks
    assert last.result.text
    assert all(0 <= n < seats for n in last.result.winners)


def actions_have_text(game: Game[Any, Any], seats: int, seed: int) -> None:
    for s, seat, _ in sampled(game, seats, seed, 10):
        legal = game.legal(s, seat)
        texts = [str(a) for a in legal]
        assert len(set(texts)) == len(texts), "two legal actions have the same text"
        for a, text in zip(legal, texts, strict=True):
            assert game.parse(text) == a, text


def census_is_constant(game: Game[Any, Any], seats: int, seed: int) -> None:
    first = game.census(start(game, seats, seed))
    for s, _, action in walk(game, seats, seed):
        assert game.census(s) == first, f"before {action}"


def choices_explain(game: Game[Any, Any], seats: int, seed: int) -> None:
    for s, seat, _ in sampled(game, seats, seed, 4):
        choices = game.choices(s, seat)
        legal = game.legal(s, seat)
        assert [c.action for c in choices if not c.reason] == legal
        onward = game.onward(s, seat, legal)
        assert onward
        assert set(onward) <= set(legal)
        assert all(bool(c.reason) == bool(c.rule) for c in choices), "a refusal without a rule id, or the reverse"
        assert all(c.label for c in choices)
        assert all(c.action for c in game.view(s, seat).choices)


def refusals_change_nothing(game: Game[Any, Any], seats: int, seed: int) -> None:
    """An action that was legal in another game is accepted exactly when it is among the legal ones now."""
    known = {str(a): a for s, seat, _ in sampled(game, seats, seed + 1, 3) for a in game.legal(s, seat)[-12:]}
    pool, dice = sorted(known.items()), Rng(seed + 6_000_003)
    for s, seat, _ in sampled(game, seats, seed, 8):
        before = digest(s)
        for n in sorted({seat, dice.below(seats)}):
            legal = set(map(str, game.legal(s, n)))
            for text, a in (pool[dice.below(len(pool))] for _ in range(25)):
                if text not in legal:
                    _is_refused(game, s, n, a)
        assert digest(s) == before, "a refused action changed the state"


def _is_refused(game: Game[Any, Any], s: State, seat: int, action: Action) -> None:
    with pytest.raises(Illegal) as refused:
        game.apply(s, seat, action)
    assert refused.value.reason, str(action)
    assert refused.value.rule, str(action)


# --- the same game again ---------------------------------------------------------------------------------------------


def trace(game: Game[Any, Any], seats: int, seed: int, every: int = 1) -> list[str]:
    """Return the digests of a random game, one for every ``every`` actions."""
    return [digest(s) for n, (s, _, _) in enumerate(walk(game, seats, seed)) if n % every == 0]


def twins_agree(game: Game[Any, Any], seats: int, seed: int) -> None:
    assert trace(game, seats, seed, 20) == trace(game, seats, seed, 20)


def clones_are_apart(game: Game[Any, Any], seats: int, seed: int) -> None:
    for s, seat, action in sampled(game, seats, seed, 10):
        s.events.clear()
        twin = clone(s)
        before = digest(s)
        assert digest(twin) == before
        shared = {id(x) for x in _mutable(s)} & {id(x) for x in _mutable(twin)}
        assert not shared, "a clone shares something mutable"
        game.apply(twin, seat, action)
        assert digest(s) == before, f"{action} on a clone changed the original"


def _mutable(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, dict)):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from _mutable(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _mutable(item)
    elif is_dataclass(value) and not isinstance(value, type):
        if not type(value).__dataclass_params__.frozen:  # type: ignore[attr-defined]
            yield value
        for f in fields(value):
            yield from _mutable(getattr(value, f.name))


def play_match(game: Game[Any, Any], seats: int, seed: int) -> Match:
    match = Match(game, options_for(game, seats, seed), seats, seed)
    dice = Rng(seed + 1_000_003)
    while match.state.result is None:
        match.submit(*pick(game, match.state, dice))
    return match


def replays_and_saves(game: Game[Any, Any], seats: int, seed: int) -> None:
    live = play_match(game, seats, seed)
    again = Match(game, live.options, seats, seed)
    again.replay(live.moves, live.digests)
    assert digest(again.state) == digest(live.state)
    saved = to_save(live, [Seat(name=f"Seat {n}") for n in range(seats)])
    loaded = to_match(game, parse_save(save_text(saved)))
    assert digest(loaded.state) == digest(live.state)
    assert loaded.moves == live.moves


def positions_round_trip(game: Game[Any, Any], seats: int, seed: int) -> None:
    for s, _, _ in sampled(game, seats, seed, 40):
        text = write_position(game, s)
        assert digest(read_position(game, text, 0)) == digest(s), text
        assert write_position(game, read_position(game, text, 0)) == text


def undo_restores(game: Game[Any, Any], seats: int, seed: int) -> None:
    """Do and undo give the identical digest, and undo never goes back over what became known."""
    match = Match(game, options_for(game, seats, seed), seats, seed)
    dice, odds = Rng(seed + 1_000_003), Rng(seed + 3_000_003)
    while match.state.result is None:
        seat, action = pick(game, match.state, dice)
        before = clone(match.state)
        match.submit(seat, action)
        if match.undoable(seat) is not None or not looks(odds, 5, len(match.moves)):
            continue
        assert match.state.rng == before.rng, f"{action} took chance and can be undone"
        shown = _newly_shown(game, before, match.state, _unknown(game, before, seats))
        assert not shown, f"{action} made {shown} known and can be undone"
        match.undo(seat)
        assert digest(match.state) == digest(before), f"do and undo of {action} leaves another state"
        match.submit(seat, action)


def undo_refusals_are_true_and_tell_no_secret(game: Game[Any, Any], seats: int, seed: int) -> None:
    """Why a seat cannot take back fits what was done, and stays the same whatever others do unseen by it."""
    match = Match(game, options_for(game, seats, seed), seats, seed)
    dice, odds = Rng(seed + 1_000_003), Rng(seed + 3_000_003)
    last = dict.fromkeys(range(seats), "")
    while match.state.result is None and len(match.moves) < 300:
        seat, action = pick(game, match.state, dice)
        others = [n for n in range(seats) if n != seat]
        eyes = {n: (game.view(match.state, n), match.undoable(n)) for n in others if odds.below(5) == 0}
        before, learned = match.state.rng.n, match.state.learned
        events = match.submit(seat, action)
        changed = "rolled dice" if before != match.state.rng.n else "shown" if learned != match.state.learned else ""
        last[seat] = changed or "done"
        for n in others:
            last[n] = last[n] and f"{last[n]}, somebody else has acted"
        for n, (view, why) in eyes.items():
            if view == game.view(match.state, n) and not any(redact(event, n) for event in events):
                assert match.undoable(n) == why, f"seat {n} learns by undo that seat {seat} did {action}"
        for n in range(seats):
            if (refusal := match.undoable(n)) is not None:
                words = refusal.reason
                claims = [one for one in ("rolled dice", "shown", "somebody else has acted") if one in words]
                assert all(one in last[n] for one in claims), f"{words} after {last[n]}"
                assert claims if last[n] else words == "There is nothing to undo."


def agreed_undo_goes_back_whole(game: Game[Any, Any], seats: int, seed: int) -> None:
    """With everybody's consent the game goes back to the moment before a seat's last action, whoever acted since."""
    match = Match(game, options_for(game, seats, seed), seats, seed)
    dice, odds = Rng(seed + 1_000_003), Rng(seed + 4_000_003)
    states = []
    while match.state.result is None and len(match.moves) < 300:
        seat, action = pick(game, match.state, dice)
        states.append(clone(match.state))
        match.submit(seat, action)
        by = odds.below(seats)
        if odds.below(4) or match.undoable(by, agreed=True) is not None:
            continue
        moves = list(match.moves)
        n = match.undo(by, agreed=True)
        assert moves[n - 1].seat == by
        assert all(move.seat != by for move in moves[n:])
        assert match.state.rng.n == states[n - 1].rng.n
        assert digest(match.state) == digest(states[n - 1])
        match.replay(moves[n - 1 :])


def _unknown(game: Game[Any, Any], s: State, seats: int) -> list[Counter[str]]:
    return [Counter(card for zone in game.hidden(s, seat).values() for card in zone) for seat in watchers(seats)]


def _newly_shown(game: Game[Any, Any], before: State, after: State, known: list[Counter[str]]) -> set[str]:
    """Return the names hidden from some watcher before, no more now, that the watcher's view has come to show."""
    shown = set()
    seats = len(known) - 1
    for seat, was, now in zip(watchers(seats), known, _unknown(game, after, seats), strict=True):
        if gone := was - now:
            eyes = [json.dumps(to_jsonable(game.observe(s, seat))) for s in (before, after)]
            shown |= {name for name in gone if f'"{name}"' not in eyes[0] and f'"{name}"' in eyes[1]}
    return shown


def answers_commute(game: Game[Any, Any], seats: int, seed: int) -> None:
    """What two asked seats do at the same time gives the same state in either order."""
    dice = Rng(seed + 4_000_003)
    for s, seat, action in sampled(game, seats, seed, 3):
        others = [n for n in sorted(s.asks) if n != seat]
        if not others:
            continue
        other = others[dice.below(len(others))]
        legal = game.legal(s, other)
        reply = legal[dice.below(len(legal))]
        ends = []
        for order in ((seat, action), (other, reply)), ((other, reply), (seat, action)):
            twin = clone(s)
            for who, what in order:
                assert what in game.legal(twin, who), f"{what} by {who} depends on what another seat did"
                game.apply(twin, who, what)
            ends.append(digest(twin))
        assert ends[0] == ends[1], f"{action} by {seat} and {reply} by {other} do not commute"


# --- secrets ---------------------------------------------------------------------------------------------------------


def looking_changes_nothing(game: Game[Any, Any], seats: int, seed: int) -> None:
    for s, _, _ in sampled(game, seats, seed, 40):
        before = digest(s)
        for seat in watchers(seats):
            view = game.view(s, seat)
            json.dumps(to_jsonable(view))
            assert game.question(view)
            assert all(isinstance(line, str) for line in game.lines(view, [f"P{n}" for n in range(seats)]))
            assert seat in s.asks or not view.choices
        assert digest(s) == before, "looking changed the state"


def redeals_look_alike(game: Game[Any, Any], seats: int, seed: int) -> Counter[str]:
    """A seat sees no difference after all it cannot know was dealt anew; return how often each zone did change."""
    changed: Counter[str] = Counter()
    first = game.census(start(game, seats, seed))
    for n, (s, _, _) in enumerate(sampled(game, seats, seed, 24)):
        for seat in watchers(seats):
            twin = clone(s)
            game.redeal(twin, seat, Rng(seed * 1000 + n))
            assert game.census(twin) == first, "a re-deal lost or made something"
            _same_to(game, s, twin, seat)
            before, after = game.hidden(s, seat), game.hidden(twin, seat)
            assert before.keys() == after.keys()
            changed.update({zone: int(before[zone] != after[zone]) for zone in before if len(set(before[zone])) > 1})
    return changed


def _same_to(game: Game[Any, Any], s: State, twin: State, seat: int | None) -> None:
    ours, theirs = game.view(s, seat), game.view(twin, seat)
    for f in fields(ours):
        assert getattr(ours, f.name) == getattr(theirs, f.name), f"{f.name} tells seat {seat} something hidden"
    if seat is not None:
        assert game.legal(s, seat) == game.legal(twin, seat)


def redealt_states_play_on(game: Game[Any, Any], seats: int, seed: int) -> None:
    dice = Rng(seed + 5_000_003)
    for s, seat, _ in sampled(game, seats, seed, 60):
        twin = clone(s)
        game.redeal(twin, seat, Rng(seed))
        for _ in range(25):
            if twin.result is not None:
                break
            game.apply(twin, *pick(game, twin, dice))
        assert game.census(twin) == game.census(s)


def events_keep_secrets(game: Game[Any, Any], seats: int, seed: int) -> None:
    """No event tells a seat the name of a thing that it could not know before and still cannot know after it.

    What was open to all before, and is shuffled into a deck by the same action, may be named.
    """
    s = start(game, seats, seed)
    dice, odds = Rng(seed + 1_000_003), Rng(seed + 7_000_003)
    names = [f"P{n}" for n in range(seats)]
    while s.result is None:
        s.events.clear()
        before = clone(s)
        game.apply(s, *pick(game, s, dice))
        for seat in watchers(seats):
            told = [one for one in (redact(event, seat) for event in s.events) if one is not None]
            assert not any(event.secret or event.only is not None for event in told)
            if told and s.result is None and odds.below(6) == 0:
                said = " ".join(json.dumps(to_jsonable(event.data)) + game.tell(event, names) for event in told)
                leaked = _leaked(game, before, s, seat, said)
                assert not leaked, f"{[event.kind for event in told]} tell seat {seat} of {leaked}"


def _leaked(game: Game[Any, Any], before: State, s: State, seat: int | None, said: str) -> list[str]:
    """Return the names said that the seat could not know before and cannot know or see now."""
    named = [name for name in sorted(_hidden_names(game, s, seat)) if f'"{name}"' in said or f"'{name}'" in said]
    if not named:
        return []
    unknown, seen = _hidden_names(game, before, seat), json.dumps(to_jsonable(game.observe(s, seat)))
    return [name for name in named if name in unknown and f'"{name}"' not in seen]


def _hidden_names(game: Game[Any, Any], s: State, seat: int | None) -> set[str]:
    return {name for zone in game.hidden(s, seat).values() for name in zone}


def discreet_moves_stay_unseen(game: Game[Any, Any], seats: int, seed: int) -> None:
    """Where a game says so, a move after which the same is asked changes nothing for those who are told nothing."""
    before: dict[int | None, Any] = {}
    asked: dict[int, Any] = {}
    dice = Rng(seed + 9_000_003)
    for s, seat, action in walk(game, seats, seed):
        unaware = [v for v in before if s.asks == asked and not any(redact(event, v) for event in s.events)]
        assert all(game.view(s, viewer) == before[viewer] for viewer in unaware), f"before {action}"
        looked = game.discreet and not dice.below(4)
        before = {viewer: game.view(s, viewer) for viewer in watchers(seats) if looked and viewer != seat}
        asked = dict(s.asks)


CHECKS = [
    ends_in_bounds,
    actions_have_text,
    census_is_constant,
    choices_explain,
    refusals_change_nothing,
    twins_agree,
    clones_are_apart,
    replays_and_saves,
    positions_round_trip,
    undo_restores,
    undo_refusals_are_true_and_tell_no_secret,
    agreed_undo_goes_back_whole,
    answers_commute,
    looking_changes_nothing,
    redealt_states_play_on,
    events_keep_secrets,
    discreet_moves_stay_unseen,
]
