"""The analysis of an ended game: its curve, the turns that decided it, luck apart from choice, what would be better."""

from functools import cache
from itertools import pairwise

import pytest

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.match import Match
from starforge.engine.save import SaveError, Seat, read_options, read_save, to_save
from starforge.engine.state import clone
from starforge.english import percent
from starforge.games import load, prospects
from starforge.games.shattered_reach.bot.outlook import lands
from starforge.games.shattered_reach.model.state import goals
from starforge.tables.own import analysis
from starforge.tables.own.analysis import Analysis, Moment, TurnChance, signed
from starforge.tables.play.replay import Replay
from tests.games.test_saves import PLAYABLE

GAMES = {"astroforce": (1, {"patrol": "deadly"}), "reach": (2, {}), "shattered-reach": (2, {"scenario": "homeworlds"})}


@cache
def replay(slug, level="captain", most=10**6):
    """Return a game that so strong bots have played, for each slug another kind of it."""
    seats, options = GAMES[slug]
    game = load(slug)
    match = Match(game, read_options(game, options), seats, 7)
    bots = [make(game, level, n) for n in range(seats)]
    while match.state.result is None and len(match.moves) < most:
        s = match.state
        seat = min(s.asks)
        seen = look(game, s, seat, bots[seat])
        match.submit(seat, bots[seat].choose(seen, sampler(game, s, seat, derive(len(match.moves)))))
    return Replay(to_save(match, [Seat("Ada"), *[Seat(f"Bot {n}", "captain") for n in range(1, seats)]]))


@pytest.fixture
def quick(monkeypatch):
    """Look into two turns, play each again once, and have the usual level stand for the strongest."""
    monkeypatch.setattr(analysis, "MOMENTS", 2)
    monkeypatch.setattr(analysis, "AGAIN", 1)
    monkeypatch.setattr(analysis, "strongest", lambda game: "captain")


def worked_out(one):
    shares = list(one.work())
    assert shares == sorted(shares), "it never goes back"
    assert shares[-1] == pytest.approx(1.0)
    return one


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_told_as_a_curve_and_by_the_turns_that_decided_it(slug, quick):
    shown = replay(slug)
    seat = len(shown.seats) - 1
    one = worked_out(Analysis(shown, seat))
    assert one.whole
    assert [p.turn for p in one.curve[:-1]] == sorted(set(shown.turns)), "each turn once, at its beginning"
    assert all(n == 0 or shown.turns[n - 1] != turn for turn, n, _ in one.curve[:-1])
    assert all(0 <= p.chance <= 1 for p in one.curve)
    won = shown.view(shown.length, None).result.winners
    assert one.curve[-1].chance == float(seat in won), "the end is no guess"
    changes = sorted((abs(b.chance - a.chance) for a, b in pairwise(one.curve)), reverse=True)
    assert len(one.moments) == 2
    assert sorted((abs(m.after - m.before) for m in one.moments), reverse=True) == changes[:2]
    assert [m.turn for m in one.moments] == sorted(m.turn for m in one.moments)
    for m in one.moments:
        assert m.compared
        assert (m.usual - m.before) + m.choice + m.luck == pytest.approx(m.after - m.before)
    told = "\n".join(one.lines())
    assert all(f" {m.turn}: from {percent(m.before)} to {percent(m.after)}." in told for m in one.moments)
    others = " and by what others did" if len(shown.seats) > 1 else ""
    for m in one.moments:
        ways = f"lead to {percent(m.usual)} from there, and {shown.seats[seat].name}'s to {percent(m.own)}"
        assert (
            f"{ways} ({signed(m.choice)}). It came to {percent(m.after)}, by luck{others} ({signed(m.luck)})." in told
        )


def test_the_same_game_is_told_alike(quick):
    told = [worked_out(Analysis(Replay(replay("reach").save), 0)) for _ in range(2)]
    assert told[0].curve == told[1].curve
    assert told[0].moments == told[1].moments


@pytest.mark.parametrize("slug", GAMES)
def test_what_was_done_under_the_same_chance_comes_to_the_same(slug, quick, monkeypatch):
    """With nothing dealt anew, a turn that is played again by what was done ends as it did, so luck is nought."""
    monkeypatch.setattr(analysis, "sampler", lambda game, s, seat, seed: lambda: clone(s))
    monkeypatch.setattr(Analysis, "_otherwise", lambda *given: ("", ()))
    one = worked_out(Analysis(replay(slug), 0))
    assert one.moments
    assert all(m.own == pytest.approx(m.after) for m in one.moments)
    assert all(m.luck == pytest.approx(0) for m in one.moments)


def test_choices_of_a_poor_player_cost_and_a_better_one_is_told(quick, monkeypatch):
    """Somebody who plays Reach at random loses by choosing, beside a Captain with the same cards."""
    monkeypatch.setattr(analysis, "AGAIN", 3)
    one = worked_out(Analysis(replay("reach", "random"), 0))
    looked = [one._come_to(Moment(p.turn, p.step, p.chance, 0.0), 0, {}) for p in one.curve[2:-1]]
    own = [one._come_to(m := Moment(p.turn, p.step, p.chance, 0.0), 0, one._script(m)) for p in one.curve[2:-1]]
    assert sum(own) < sum(looked)
    better = [m for m in one.moments if m.better]
    assert better, "a Captain would have done something else"
    assert all(m.done and m.done not in m.better[:1] for m in better)
    assert f"Ada: {better[0].done}. Captain bot: {better[0].better[0]}" in "\n".join(one.lines())


def test_the_turns_in_which_the_chance_changed_most_decided_it_whichever_way(quick):
    one = Analysis(replay("reach"), 0)
    one.curve = [TurnChance(n, n, c) for n, c in enumerate((0.5, 0.6, 0.3, 0.25, 0.9, 1.0))]
    assert [(m.turn, m.before, m.after) for m in one._turns_that_decided()] == [(1, 0.6, 0.3), (3, 0.25, 0.9)]
    one.curve = [TurnChance(n, n, 0.5) for n in range(4)]
    assert one._turns_that_decided() == []


def test_a_turn_is_played_again_by_what_was_done_in_it_and_nothing_later():
    shown = replay("reach")
    one = Analysis(shown, 0)
    begins = [n for n in range(shown.length) if not n or shown.turns[n] != shown.turns[n - 1]]
    scripts = [one._script(Moment(shown.turns[n], n, 0.5, 0.5)) for n in begins]
    for seat in (0, 1):
        texts = [str(action) for script in scripts for action in script.get(seat, [])]
        assert texts == [text for by, text in shown.save.moves if by == seat]


def test_nobody_is_ahead_before_a_war_begins(quick):
    shown = replay("shattered-reach")
    first = shown.turns.index(1)
    for n in range(0, first, max(1, first // 6)):
        found = [chance("shattered-reach", shown.state(n), seat) for seat in (0, 1)]
        assert found == pytest.approx([0.5, 0.5], abs=0.01)


def test_no_courtesy_is_advised(quick):
    shown = Replay(read_save(next(path for path in PLAYABLE if path.stem == "shattered-reach-2-seats-seed-5")))
    one, moment = Analysis(shown, 0), Moment(0, 0, 0.5, 0.5)
    assert any("choose first" in choice.label for choice in shown.game.choices(shown.state(0), 0))
    assert not any("choose first" in label for label in one._otherwise(moment, one._script(moment)[0])[1])


def test_it_can_be_stopped_and_keeps_what_it_knows(quick):
    one = Analysis(replay("reach"), 0)
    for share in one.work():
        if share >= 0.3:
            one.pace.hurried = True
    assert not one.whole
    assert len(one.curve) == len(set(one.replay.turns)) + 1
    assert len(one.moments) == 2
    assert not any(m.compared for m in one.moments), "nothing is told of what was not looked at"
    assert "would have done the same" not in "\n".join(one.lines())


def test_only_games_that_are_over_and_have_signs_are_analysed(monkeypatch):
    with pytest.raises(SaveError, match="has not ended"):
        Analysis(replay("reach", "random", 5), 0)
    monkeypatch.delitem(prospects.SIGNS, "reach")
    with pytest.raises(SaveError, match="cannot be analysed"):
        Analysis(replay("reach"), 0)


def chance(slug, s, seat=0):
    return prospects.chance(load(slug), s, GAMES[slug][0], seat)


@pytest.mark.parametrize("slug", GAMES)
def test_the_weights_belong_to_the_signs(slug):
    for step in (0, replay(slug).length):
        found = prospects.signs(replay(slug).game, replay(slug).state(step), GAMES[slug][0], 0)
        assert list(found) == list(prospects._weights(slug))


def test_a_patrol_stands_better_with_fuel_and_hull_and_worse_with_crew_lost():
    s = replay("astroforce").state(20)
    for name, less, more in (("fuel", 1, 4), ("hull", 1, 7), ("medbay", 4, 0)):
        worse, better = clone(s), clone(s)
        setattr(worse, name, less)
        setattr(better, name, more)
        assert chance("astroforce", worse) < chance("astroforce", better), name


def test_who_is_ahead_in_reach_is_likelier_to_win_and_more_so_later():
    shown = replay("reach")
    late = shown.state(shown.turns.index(8))
    found = prospects.signs(shown.game, late, 2, 0)
    assert (chance("reach", late) > chance("reach", late, 1)) == (found["lead"] > 0)
    assert found["late_lead"] == pytest.approx(found["lead"] * 8 / 9)


def test_a_fleet_stands_better_when_a_foe_is_gone_and_near_what_wins():
    shown = replay("shattered-reach")
    s = shown.state(shown.turns.index(3))
    mine, theirs = ([ship for ship in s.ships.values() if ship.seat == seat] for seat in (0, 1))
    hurt = clone(s)
    hurt.ships[theirs[0].id].hulk = True
    assert chance("shattered-reach", hurt) > chance("shattered-reach", s)
    assert chance("shattered-reach", hurt, 1) < chance("shattered-reach", s, 1)
    home = next(at for at, side in goals(s).items() if side != s.players[0].side)
    ship = next(one for one in mine if not one.hulk and lands((s.scenario, s.custom, 2), one.card))
    there = clone(s)
    there.ships[ship.id].q, there.ships[ship.id].r = home
    assert prospects.signs(shown.game, there, 2, 0)["near"] > prospects.signs(shown.game, s, 2, 0)["near"]


@pytest.mark.parametrize(("share", "words"), [(0.0, "0 %"), (0.004, "0 %"), (-0.1, "-10 %"), (0.256, "+26 %")])
def test_differences_have_a_sign(share, words):
    assert signed(share) == words
