"""The contract suite catches what it is for: each game here has one fault, planted on purpose."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.engine.rng import Rng
from tests import tiny
from tests.contract import checks
from tests.contract.test_games import TESTS, run_elsewhere
from tests.tiny import Lay, Provoke, Tiny, TinyGame, TinyView

SEEDS = range(30)


def swap(kind: str, action: type[Action], **changes) -> dict:
    """Return the tiny game's rules with one of them changed."""
    return {
        k: tuple(replace(r, **changes) if k == kind and r.action is action else r for r in rules)
        for k, rules in TinyGame.rules.items()
    }


class DeckInView(TinyGame):
    def observe(self, s: Tiny, seat: int | None) -> TinyView:
        return replace(super().observe(s, seat), discards=(*s.discards, *s.deck[:1]))


class HandInLabel(TinyGame):
    def describe(self, s: Tiny, seat: int, action: Action) -> tuple[str, str]:
        return f"{action} against {s.players[seat - 1].hand}", ""


class LaidCardInAsk(TinyGame):
    def observe(self, s: Tiny, seat: int | None) -> TinyView:
        waiting = {n: f"lay {s.players[n].laid}" for n in sorted(s.asks)}
        return replace(super().observe(s, seat), waiting=waiting)


class LaidCardIsCounted(TinyGame):
    def observe(self, s: Tiny, seat: int | None) -> TinyView:
        return replace(super().observe(s, seat), turn=s.turn + sum(bool(p.laid) for p in s.players))


class DrawnCardInEvent(TinyGame):
    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        super().apply(s, seat, action)
        s.events[:] = [Event(e.kind, e.data) if e.kind == "drawn" else e for e in s.events]


class ForgottenZone(TinyGame):
    def redeal(self, s: Tiny, seat: int | None, rng: Rng) -> None:
        s.rng = rng
        rng.shuffle(s.deck)


def check_above_all(s: Tiny, seat: int, a: Lay) -> tiny.Refusal | None:
    return None if a.card > max(p.laid for p in s.players) else tiny.Refusal("Somebody has laid a higher card.", "T-9")


class LegalByOthersCards(TinyGame):
    rules = swap("lay", Lay, check=check_above_all)


class GlobalChance(TinyGame):
    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        super().apply(s, seat, action)
        random.shuffle(s.deck)


class SetOrder(TinyGame):
    def new(self, options: tiny.Options, seats: int, seed: int) -> Tiny:
        s = super().new(options, seats, seed)
        s.deck = list(set(s.deck))
        return s


class LookingShuffles(TinyGame):
    def observe(self, s: Tiny, seat: int | None) -> TinyView:
        s.deck.append(s.deck.pop(0))
        return super().observe(s, seat)


class LostCard(TinyGame):
    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        super().apply(s, seat, action)
        if isinstance(action, Provoke) and s.discards:
            s.discards.pop()


class NoRuleId(TinyGame):
    rules = swap(
        "provoke", Provoke, check=lambda s, seat, a: (r := tiny.check_provoke(s, seat, a)) and r._replace(rule="")
    )


class HiddenOffer(TinyGame):
    rules = swap("lay", Lay, offers=lambda s, seat: [Lay(c) for c in s.players[seat].hand[:1]])


class OrderMatters(TinyGame):
    rules = swap("lay", Lay, do=lambda s, seat, a: (s.discards.append(f"by-{seat}"), tiny.do_lay(s, seat, a)))


class AllowsMore(TinyGame):
    rules = swap("lay", tiny.Ready, allowed=lambda s, seat: [tiny.Ready()])


class HalfRefused(TinyGame):
    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        s.turn += 1
        super().apply(s, seat, action)
        s.turn -= 1


class UndoSeesTheDraw(TinyGame):
    def apply(self, s: Tiny, seat: int, action: Action) -> None:
        learned = s.learned
        super().apply(s, seat, action)
        s.learned = learned


class SharedDraws(TinyGame):
    """A list where a field says that it holds a tuple, which a copy may share."""

    def new(self, options: tiny.Options, seats: int, seed: int) -> Tiny:
        s = super().new(options, seats, seed)
        s.rng.ahead = []  # type: ignore[assignment]
        return s


class Endless(TinyGame):
    rules = swap("lay", tiny.Ready, do=lambda s, seat, a: s.asks.update({seat: tiny.Ask("lay")}))


class ForgetsPoints(TinyGame):
    def complete(self, s: Tiny) -> None:
        s.players[0].points = 0


FAULTS = [
    (DeckInView, checks.redeals_look_alike),
    (HandInLabel, checks.redeals_look_alike),
    (LaidCardInAsk, checks.redeals_look_alike),
    (DrawnCardInEvent, checks.events_keep_secrets),
    (LaidCardIsCounted, checks.discreet_moves_stay_unseen),
    (LegalByOthersCards, checks.answers_commute),
    (GlobalChance, checks.twins_agree),
    (LookingShuffles, checks.looking_changes_nothing),
    (LostCard, checks.census_is_constant),
    (NoRuleId, checks.choices_explain),
    (AllowsMore, checks.choices_explain),
    (HiddenOffer, checks.refusals_change_nothing),
    (HalfRefused, checks.refusals_change_nothing),
    (OrderMatters, checks.answers_commute),
    (UndoSeesTheDraw, checks.undo_restores),
    (SharedDraws, checks.clones_are_apart),
    (Endless, checks.ends_in_bounds),
    (ForgetsPoints, checks.positions_round_trip),
]


def over_seeds(check, game: TinyGame) -> None:
    for seed in SEEDS:
        check(game, 3, seed)


@pytest.mark.parametrize(("fault", "check"), FAULTS, ids=lambda x: x.__name__)
def test_fault_is_caught(fault: type[TinyGame], check, monkeypatch) -> None:
    monkeypatch.setattr(checks, "LONGEST", 500)
    game = fault()
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        over_seeds(check, game)


@pytest.mark.parametrize("check", dict.fromkeys(check for _, check in FAULTS), ids=lambda check: check.__name__)
def test_the_sound_game_passes(check) -> None:
    over_seeds(check, tiny.GAME)


def test_a_zone_never_redealt_is_caught() -> None:
    changed = checks.redeals_look_alike(ForgottenZone(), 3, 1)
    assert changed["deck"]
    assert not changed["hands"]


def test_the_order_of_a_set_is_caught() -> None:
    code = f"{TESTS}\nfrom tests.contract.test_planted import SetOrder\nprint(*t.digests([SetOrder()]), sep='\\n')"
    assert len({tuple(run_elsewhere(code, hash_seed)) for hash_seed in ("0", "1", "4242")}) > 1
