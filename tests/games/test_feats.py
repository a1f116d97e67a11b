"""Honours: each is earned by a story that tells of it, none by an empty one, and real games can be asked for all."""

import pytest

from starforge.bots.bot import derive, look, sampler
from starforge.bots.levels import make
from starforge.engine.event import Event
from starforge.engine.save import read_options
from starforge.engine.state import Result
from starforge.games import GAMES, load
from starforge.games.feats import Story, earned, feats

ME, YOU = 0, 1
WON, LOST = Result((ME,), "You won."), Result((YOU,), "You lost.")


def told(kind, times=1, turn=0, **data):
    return [Event(kind, data, turn=turn)] * times


def mine(kind, times=1, **data):
    return told(kind, times, seat=ME, **data)


def theirs(kind, times=1, **data):
    return told(kind, times, seat=YOU, **data)


def hurt(purpose):
    return told("die-moved", purpose=purpose)


def damage(shields=0, hull=0):
    return told("damaged", shields=shields, hull=hull)


def roll(*faces):
    return told("rolled", faces=list(faces))


def claims(*cards):
    return [event for card in cards for event in told("development-claimed", card=card)]


def campaign(number, *marks):
    return told("campaign-patrol", number=number, development="", marks=list(marks))


DONE = told("mission-completed", turn=8, card="escort")
FAILED = told("mission-failed", card="escort")
ASTROFORCE = {
    "first-mission": (DONE, LOST),
    **{f"{patrol}-home": ([], WON, {"patrol": patrol}) for patrol in ("easy", "medium", "hard", "deadly")},
    "spotless": (DONE, WON),
    "second-chance": (FAILED, WON),
    "unscratched": (damage(shields=5), WON),
    "nerve": (hurt("hurt"), WON),
    "whole-crew": (hurt("recall"), WON),
    "express": (told("mission-drawn", turn=4, card="escort") + DONE, LOST),
    "fast-patrol": (told("turn-began", 30), WON),
    "outfitted": (claims(*["war-room"] * 9), LOST),
    "officers": (claims("first-officer", "science-officer", "security-chief"), LOST),
    "all-in": (told("paid", dice=["ENG"] * 7), LOST),
    "red-night": (roll(*["Threat"] * 5, "ENG") + DONE, LOST),
    "clear-sky": (roll(*["ENG", "SCI"] * 5), LOST),
    "one-voice": (roll(*["ENG"] * 6, "SCI"), LOST),
    "cruiser": (told("event-completed", card="kzinn-stealth-cruiser"), LOST),
    "troubleshooter": (told("event-completed", 12, card="static"), LOST),
    "doctor": (told("healed", 4, dice=2), LOST),
    "welder": (told("repaired", 5, hull=2), LOST),
    "wall": (damage(shields=5) * 4, LOST),
    "campaign-begun": (campaign(1), WON),
    "campaign-veterans": (campaign(3, "ENG", "SCI"), WON),
    "campaign-alone": (campaign(4), WON),
    "campaign-home": (campaign(5, "ENG"), WON),
}
SCORE = [["Missions", 30], ["Crew", 10], ["First", 5], ["Second", 5], ["Damage", 0]]
LANDED = mine("landed", short={})
KINDS = ("comet-tail", "warm-reactor", "spare-hands", "miner", "hull-sealant")
FIRST, LAST = told("ordered", order=[ME, YOU]), told("ordered", order=[YOU, ME])
REACH = {
    "landed": (LANDED, LOST),
    "winner": ([], WON),
    "crowd": ([], WON, {}, 4),
    "fifty": (mine("scored", lines=SCORE, score=50), LOST),
    "sixty-five": (mine("scored", lines=SCORE, score=65), LOST),
    "landslide": (mine("scored", lines=SCORE, score=50) + theirs("scored", lines=SCORE, score=30), WON),
    "alone": (LANDED + theirs("landed", short={"engine": 1}), WON),
    "six-claims": (mine("claimed", 6, mission="miner"), LOST),
    "nine-claims": (mine("claimed", 9, mission="miner"), LOST),
    "five-kinds": ([event for card in KINDS for event in mine("claimed", mission=card)], LOST),
    "untouched": (LANDED + mine("hit", departments=[], prevented=2), LOST),
    "wall": (mine("hit", 3, departments=[], prevented=2), LOST),
    "polished": (
        LANDED + mine("hit", 4, departments=["engine"] * 2, prevented=0) + mine("scored", lines=SCORE, score=1),
        LOST,
    ),
    "specialist": (mine("kept"), LOST),
    "specialists": (mine("kept", 3), LOST),
    "school": (mine("graduated", 2, juniors=["e1"] * 3), LOST),
    "lead": (mine("raised", to="e4"), LOST),
    "objectives": (mine("scored", lines=SCORE, score=1), LOST),
    "leader": (FIRST * 6, LOST),
    "last-laugh": (FIRST + LAST, WON),
    "research": (mine("attached", 3), LOST),
    "scavenger": (mine("played", 3), LOST),
    "mender": (mine("repaired", 6), LOST),
}


def shots(hits, misses, needed=8):
    return mine("fired", hits, hit=True, needed=needed) + mine("fired", misses, hit=False, needed=needed)


def ended(how):
    return told("ended", winners=[ME], text=f"The Ember Coalition {how}.")


STANDING = ended("are the last fleet standing")


SHATTERED = {
    "winner": (STANDING, WON),
    "as-ferrum": (mine("mustered", ships=["gnat"]) + STANDING, WON),
    "as-ember": (mine("mustered", ships=["spark"]) + STANDING, WON),
    "as-myriad": (mine("mustered", ships=["mite"]) + STANDING, WON),
    "three-way": (STANDING, WON, {}, 3),
    "great-war": (STANDING, WON, {"scenario": "grand-armada"}),
    "captured": (ended("captured the core"), WON),
    "devoured": (ended("devoured the planet"), WON),
    "stopped": (ended("stopped the Bristlemaw"), WON),
    "no-losses": (theirs("destroyed", card="gnat") + STANDING, WON),
    "blitz": (told("round-begun", 6) + STANDING, WON),
    "phoenix": (mine("destroyed", 9, card="gnat") + mine("crashed") + STANDING, WON),
    "rammer": (mine("rammed", 3), LOST),
    "speeder": (mine("flown", velocity=10), LOST),
    "marksman": (shots(15, 5), LOST),
    "broadside": (shots(50, 90), LOST),
    "long-shot": (shots(1, 3, needed=5), LOST),
    "ten-kills": (theirs("destroyed", 10, card="gnat"), LOST),
    "giant": (theirs("destroyed", card="cudgel"), LOST),
    "missiles": (mine("launched", 5, outcome="hit"), LOST),
    "reacquired": (mine("reacquired", hit=True), LOST),
    "silencer": (theirs("stunned", 5), LOST),
    "landing": (mine("landed"), LOST),
}
EARNING = {"astroforce": ASTROFORCE, "reach": REACH, "shattered-reach": SHATTERED}
USUAL = {"patrol": "none", "scenario": "small-skirmish"}


def story(events, result, options=None, seats=2, seat=ME):
    return Story(events, {**USUAL, **(options or {})}, seat, seats, result)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twenty_honours_each_of_which_is_earned(game):
    known = feats(game)
    assert len(known) >= 20
    assert len({feat.title for feat in known}) == len(known)
    assert set(EARNING[game]) == {feat.id for feat in known}
    for feat in known:
        assert feat.earned(story(*EARNING[game][feat.id])), feat.id
        assert not feat.earned(story([], LOST)), f"{feat.id} is earned by nothing"


@pytest.mark.parametrize("game", GAMES)
def test_what_somebody_else_did_earns_nothing(game):
    for name, (events, result, *more) in EARNING[game].items():
        if any(event.data.get("seat") == ME for event in events):
            feat = next(one for one in feats(game) if one.id == name)
            other = story(events, Result((), result.text), *more[:1], seat=2, seats=3)
            assert not feat.earned(other), name


@pytest.mark.parametrize("game", GAMES)
def test_every_honour_can_be_asked_of_whole_games(game):
    rules = load(game)
    seats = min(rules.info.seats)
    options = read_options(rules, {})
    s = rules.new(options, seats, 3)
    bots = [make(rules, "random", derive("feats", n)) for n in range(seats)]
    while s.result is None:
        seat = min(s.asks)
        action = bots[seat].choose(look(rules, s, seat, bots[seat]), sampler(rules, s, seat, 1))
        rules.apply(s, seat, action)
    chosen = {name: getattr(options, name) for name in type(options).__dataclass_fields__}
    for seat in range(seats):
        told_of = Story(s.events, chosen, seat, seats, s.result)
        assert {feat.id for feat in earned(game, told_of)} <= {feat.id for feat in feats(game)}


@pytest.mark.parametrize("name", sorted(name for name, (_, result, *_) in SHATTERED.items() if result is WON))
def test_a_war_that_another_resigned_is_not_won_by_its_rules(name):
    """Names of people stand in such a result, and are no words of the rules."""
    events, _, *more = SHATTERED[name]
    said = Result((ME,), "Captain captured devoured stopped the Bristlemaw resigned; Ada wins.")
    told_of = story([event for event in events if event.kind != "ended"], said, *more)
    assert not {feat.id for feat in earned("shattered-reach", told_of)} & {name, "winner"}


def test_a_fleet_worth_more_at_the_round_limit_is_no_blitz():
    """SR-V5: nor does it show that no berth would have been empty."""
    told_of = story(told("round-begun", 6) + ended("have the greater fleet left after 6 rounds"), WON)
    assert {feat.id for feat in earned("shattered-reach", told_of)} == {"winner"}
