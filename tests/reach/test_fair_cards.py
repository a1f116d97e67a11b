"""No card is another one's poorer twin, and none that may be played does nothing (UR-W4)."""

from itertools import permutations

import pytest

from starforge.bots.bot import sampler
from starforge.engine.rng import Rng
from starforge.engine.state import clone
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.model import actions
from starforge.games.reach.model.catalogue import book, dealt
from starforge.games.reach.model.state import KINDS, LEVELS, ROUNDS
from starforge.games.reach.rules.power import totals
from tests.reach.table import claiming, do, offered, position, refused, ship

BOOK = book()
STRONG = "crew = { engine = ['e4', 'e4'], research = ['s4', 's4'], quarters = ['o4', 'o4'], command = ['p4', 'p4'] }"


def at_least(one, other):
    """Tell whether a reward is no worse than another of its kind; rewards that differ in kind are not compared."""
    if one[0] != other[0]:
        return False
    if one[0] == "recruit":
        (level, kind, number), (level2, kind2, number2) = (*one[1:], 1)[:3], (*other[1:], 1)[:3]
        return LEVELS.index(level) >= LEVELS.index(level2) and number >= number2 and (kind == "any" or kind2 != "any")
    return all(a >= b for a, b in zip(one, other, strict=True) if isinstance(a, int))


def costs(m):
    return -m.points, sum(m.upper.values()), sum(m.lower.values())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", ROUNDS)
def test_no_mission_is_dominated(kind, number):
    """A mission that asks no more, is worth no less and gives no less than another one is no better in any of it."""
    deck = [m for m in dealt(BOOK.missions).values() if (m.type, m.round) == (kind, number)]
    for better, worse in permutations(deck, 2):
        if at_least(better.reward, worse.reward) and (kind != "scavenge" or set(better.windows) >= set(worse.windows)):
            cheaper = all(a <= b for a, b in zip(costs(better), costs(worse), strict=True))
            same = costs(better) == costs(worse) and at_least(worse.reward, better.reward)
            assert not cheaper or same, f"{worse.title} is a poorer {better.title}"


def test_no_specialist_is_dominated():
    for better, worse in permutations(dealt(BOOK.specialists).values(), 2):
        one, other = (c.ability or c.turn_end or c.round_end for c in (better, worse))
        if at_least(one, other):
            assert better.main < worse.main or better.worker < worse.worker, worse.title


def test_ur_t2_the_foreman_counts_whoever_works_away_from_home():
    assert totals(ship("engine: foreman-2 o1 polymath"), 2)["engine"] == 3 + 2 + 1 + (2 + 1) + 2
    assert totals(ship("engine: foreman-2 e1 stoker"), 2)["engine"] == 3 + 2 + 1 + 2, "who is at home is no worker"
    assert totals(ship("research: foreman-2"), 2)["research"] == 4 + 1, "nor is the Foreman another"


def test_ur_w4_a_decoy_waits_while_there_is_no_damage_card():
    s = position(
        'phase = "opening"\nturn = 8\ntile = "magnetar"\nqueue = [["hit", 0]]\nasks = { 1 = { kind = "before" } }',
        "decoy = 1",
        "claimed = ['second-survey-2']",
    )
    s.damage.clear()
    s.damage_discards.clear()
    do(s, 1, "hold")
    assert s.players[0].decoy == 1


@pytest.mark.parametrize("card", ["overcharge-cells", "forged-permits"])
def test_ur_w4_cards_that_lead_to_no_other_claim_are_refused(card):
    held = f"claimed = ['{card}', 'double-contract']"
    s = claiming(2, '["miner", "salt-moon"]', f"{STRONG}\n{held}", "")
    assert "all missions" in refused(s, 0, f"play {card}", "UR-W4")
    s.pool.clear()
    assert "no mission left" in refused(s, 0, f"play {card}", "UR-W4")
    s = claiming(1, '["comet-tail", "long-lens"]', held, "")
    assert "another mission" in refused(claiming(2, '["comet-tail"]', held, ""), 0, f"play {card}", "UR-W4")
    do(s, 0, f"play {card}", "choose engine", "claim comet-tail")


def test_ur_w4_one_more_claim_is_granted_where_another_card_makes_it_possible():
    held = "crew = { engine = ['e3'] }\nclaimed = ['double-contract', 'CARD', 'hull-sealant']"
    for card, can in (("overcharge-cells", True), ("spare-hands", False)):
        s = position(
            'phase = "claims"\nturn = 1\ntile = "open-lane"\npool = ["pulsar-fringe"]\n'
            'asks = { 0 = { kind = "after-claim" } }',
            held.replace("CARD", card),
            "",
        )
        assert ("play double-contract" in offered(s, 0)) is can, card


def claims(s, cards=2):
    """Return what the first seat asked could claim, now or after playing some cards."""
    seat, found = min(s.asks), set()
    for a in GAME.legal(s, seat):
        if isinstance(a, actions.Claim):
            found.add(a.card)
        elif isinstance(a, actions.Choose | actions.Recruit | actions.PlaceCard) or (
            isinstance(a, actions.Play) and cards
        ):
            then = clone(s)
            GAME.apply(then, seat, a)
            if then.asks and min(then.asks) == seat and then.phase == "claims":
                found |= claims(then, cards - isinstance(a, actions.Play))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_ur_w4_no_card_that_may_be_played_does_nothing(seed):
    """Wherever a card may be played that helps to claim, a claim comes of it; of others, something is asked or told."""
    s, asked = GAME.new(Options(), 3, seed), 0
    for n, m in enumerate(slug for slug, m in dealt(BOOK.missions).items() if m.type == "scavenge"):
        s.players[n % 3].claimed.append(m)
        s.missions[BOOK.missions[m].round].remove(m)
    while s.result is None:
        seat = min(s.asks)
        view = GAME.view(s, seat)
        for play in (a for a in view.legal if isinstance(a, actions.Play)):
            asked += 1
            then, kind = clone(s), s.asks[seat].kind
            then.events.clear()
            GAME.apply(then, seat, play)
            if BOOK.missions[play.card].reward[0] in ("overcharge", "forge", "claim-again") and s.phase == "claims":
                assert claims(then) - {m for m in claims(s, 0) if kind == "claim"}, play
            else:
                quiet = {e.kind for e in then.events} == {"played"}
                silent = BOOK.missions[play.card].reward[0] in ("go-first", "decoy", "lift-crew")
                assert not quiet or silent or then.asks[seat] != s.asks[seat], play
        GAME.apply(s, seat, GAME.advise(view, sampler(GAME, s, seat, 1), Rng(seed)))
    assert asked
