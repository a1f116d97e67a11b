"""Every question of a patrol on a table that has something of everything: what is shown, what is refused, and why."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from starforge.engine.state import Ask
from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model import actions
from starforge.games.astroforce.model.catalogue import developments
from starforge.games.astroforce.model.state import FACES, HULL, Astroforce
from starforge.games.astroforce.rules import dice as dice_rules
from starforge.games.astroforce.rules.asks import RULES, check_become, check_change
from starforge.games.astroforce.rules.conferring import check_accept, proposed
from starforge.games.astroforce.rules.dice import candidates, move_die
from starforge.games.astroforce.rules.orders import check_use
from tests.allowed import agrees, disputed
from tests.astroforce.table import act, at
from tests.astroforce.test_edges import WORDS
from tests.astroforce.test_two_players import TWO

RICH = """mission = {card = "deep-freeze"}
quarters = 2
medbay = 1
sensors = 1
foreseen = 2
crew = {ENG = 1, SEC = 1}
active = ["command-net", "red-alert"]
plot_deck = ["fever", "sit-in", "inquiry"]
plots = [{card = "siphon", stacks = ["ENG"]}, {card = "static", done = true, stacks = ["ENG"]}, {card = "embargo"}]
offers = [{card = "ram-scoop", stacks = ["ENG:SEC+SEC"]}, {card = "tug-crew"}]
"""
ARGS = {"pick": ("medbay", ""), "become": ("ENG",), "reroll": (1,), "arrange": (0, 3), "order": ("m",)}


def asked(kind: str, *args: str | int, seats: int = 1) -> Astroforce:
    """Return a state in which the Captain is asked a question."""
    s = at(f"seats = {seats}\n{RICH}")
    s.asks = {0: Ask(kind, args or ARGS.get(kind, ()))}
    s.queue = [("deploy", 0)]
    return s


@pytest.mark.parametrize("kind", [kind for kind in RULES if kind not in ("with", "confer")])
def test_what_is_not_listed_is_refused_whatever_is_asked(kind: str) -> None:
    s = asked(kind)
    assert agrees(GAME, s)
    assert disputed(GAME, s, WORDS) == []


IN_STATIONS = ["ENG", "SEC"]
LISTS = {
    ("pick", "hurt", ""): [f"pick {place}" for place in ("quarters", *IN_STATIONS)],
    ("pick", "recall", ""): [f"pick {place}" for place in (*IN_STATIONS, "siphon/ENG", "ram-scoop/ENG:SEC+SEC")],
    ("pick", "medbay", ""): [
        f"pick {place}" for place in ("quarters", *IN_STATIONS, "siphon/ENG", "ram-scoop/ENG:SEC+SEC", "completed")
    ],
    ("reroll", 1): ["reroll ENG", "reroll SEC", "enough"],
    ("change",): ["change ENG", "change SEC"],
    ("become", "ENG"): ["become COM", "become SCI", "become MED", "become SEC"],
    ("keep",): ["keep", "take-home siphon ENG", "take-home ram-scoop ENG:SEC+SEC"],
    ("discard",): ["discard command-net", "discard red-alert"],
    ("dismiss",): ["discard siphon", "discard embargo"],
    ("arrange", 0, 3): ["next fever", "next sit-in", "next inquiry"],
    ("arrange", 1, 3): ["next sit-in", "next inquiry"],
}


@pytest.mark.parametrize("question", LISTS)
def test_what_is_listed_is_what_the_rules_offer_to_each_question(question: tuple[str, ...]) -> None:
    """AF-H2, AF-D1, AF-D6 to AF-D8, AF-C2, AF-X5, AF-X7."""
    assert list(map(str, GAME.legal(asked(*question), 0))) == LISTS[question]


@pytest.mark.parametrize("purpose", ["medbay", "sensors", "recall", "hurt"])
def test_af_d7_a_die_that_is_taken_off_a_card_sends_the_others_of_its_result_home(purpose: str) -> None:
    """AF-D8: and one of the cards completed this turn is a die, never a result of the Bridge Crew."""
    for place in candidates(asked("deploy"), purpose):
        s = asked("deploy")
        s.plots[1].stacks = ["+COM", "COM:SCI+SCI+SCI", "COM"]
        before, others = s.quarters, {"ram-scoop/ENG:SEC+SEC": 1, "completed": 2}.get(place, 0)
        move_die(s, purpose, "", place)
        assert s.quarters == before + others - (place == "quarters") + (purpose == "recall")
        assert GAME.census(s)["dice"] == GAME.census(asked("deploy"))["dice"] + 3
        if place == "completed":
            assert s.plots[1].stacks == ["+COM", "COM"]


@pytest.mark.parametrize("count", range(6))
def test_af_d6_a_die_becomes_the_only_role_there_is_or_it_is_asked_which(count: int, monkeypatch) -> None:
    """Its own never, and none whose station is blocked."""
    open_roles = FACES[:count]
    blocked = set(FACES) - set(open_roles)
    monkeypatch.setattr(dice_rules, "lasting", lambda s: SimpleNamespace(blocked=blocked))
    for die in FACES:
        s = at("medbay = 1\ncrew = {COM = 1, SCI = 1, MED = 1, ENG = 1, SEC = 1}\nmission = {card = 'deep-freeze'}\n")
        s.asks, s.queue = {0: Ask("change")}, [("deploy", 0)]
        roles = [face for face in open_roles if face != die]
        refusal = check_change(s, 0, actions.Change(die))
        assert (refusal is None) is bool(roles)
        if refusal is not None:
            assert "another role" in refusal.reason
            continue
        act(s, f"change {die}")
        asks = [f"become {face}" for face in roles] if len(roles) > 1 else []
        assert [str(a) for a in GAME.legal(s, 0) if "become" in str(a)] == asks
        if asks:
            for face in (*FACES, "Threat"):
                assert (check_become(s, 0, actions.Become(face)) is None) is (face in roles)
            act(s, asks[-1])
        assert (s.crew[die], s.crew[roles[-1]]) == (0, 2)


def test_af_d6_orders_change_what_is_in_a_station() -> None:
    refusal = check_change(asked("change"), 0, actions.Change("COM"))
    assert refusal is not None
    assert "in a station" in refusal.reason


FULL = {"shields": 5, "hull": HULL, "medbay": 0, "sensors": 0}
DUTIES = {
    "raise-shields": ("shields", (0, 4), "at their maximum"),
    "lower-shields": ("shields", (1, 5), "down already"),
    "heal": ("medbay", (1, 2), "Nobody is in Medbay"),
    "repair": ("hull", (0, HULL - 1), "hull is whole"),
    "clear-sensors": ("sensors", (1, 3), "no Threat"),
}


@pytest.mark.parametrize("order", DUTIES)
def test_af_d6_a_crew_action_is_taken_while_it_changes_something(order: str) -> None:
    gauge, useful, why = DUTIES[order]
    crew = dict.fromkeys(FACES, 1)
    for value in (*useful, 0 if order == "lower-shields" else FULL[gauge]):
        s = at("mission = {card = 'deep-freeze'}\n")
        s.crew = dict(crew)
        for name, whole in FULL.items():
            setattr(s, name, whole)
        setattr(s, gauge, value)
        choice = next(choice for choice in GAME.choices(s, 0) if str(choice.action) == order)
        assert (choice.reason == "") is (value in useful)
        assert why in choice.reason or value in useful


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (next(card for card, one in developments().items() if not one.use), "works by itself"),
        ("spare-parts", "not active"),
        ("command-net", "used this turn"),
    ],
)
def test_af_c2_why_a_development_is_not_used(card: str, why: str) -> None:
    s = asked("deploy")
    s.active, s.used = [card, "command-net"] if "active" not in why else [], ["command-net"]
    refusal = check_use(s, 0, actions.Use(card))
    assert refusal is not None
    assert refusal.rule == "AF-C2"
    assert why in refusal.reason


# --- what the Crew proposes -------------------------------------------------------------------------------------------

PROPOSALS = {
    "repair": ("repair", ()),
    "repair/ENG": ("repair", ("ENG",)),
    "repair/SEC.SEC": ("repair", ("SEC", "SEC")),
    "orders/+COM": ("orders", ("+COM",)),
    "pay/mission": ("pay mission", ()),
    "pay/mission/ENG.+ENG": ("pay mission", ("ENG", "+ENG")),
    "lock/ram-scoop/ENG": ("lock ram-scoop ENG", ()),
    "lock/ram-scoop/ENG/SEC.SEC": ("lock ram-scoop ENG", ("SEC", "SEC")),
    "use/command-net": ("use command-net", ()),
    "end": ("end", ()),
    **dict.fromkeys(("", "ENG", "mission", "shrug", "end/ENG", "repair/nobody", "repair/ENG.nobody", "use/ENG/ENG")),
}


@pytest.mark.parametrize("words", PROPOSALS)
def test_af_v2_a_proposal_is_an_order_and_perhaps_its_dice(words: str) -> None:
    found = proposed(words)
    assert (found and (str(found[0]), found[1])) == PROPOSALS[words]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("repair/ENG", ""),
        ("repair/SEC.SEC", ""),
        ("end", ""),
        ("repair/SEC", "AF-V2"),
        ("repair/COM.COM.COM", "AF-V2"),
        ("lower-shields/SCI", "AF-D6"),
        ("lower-shields", "AF-D6"),
        ("ENG", "AF-V2"),
        ("", "AF-V2"),
    ],
)
def test_af_v2_what_was_proposed_is_accepted_while_it_may_be_ordered_with_those_dice(words: str, rule: str) -> None:
    s = at(TWO + "hull = 5\ncrew = {ENG = 1, SEC = 2}\n")
    s.proposal = words
    refusal = check_accept(s, 0, actions.Accept())
    assert (refusal.rule if refusal else "") == rule


def test_af_v2_the_crew_is_asked_for_dice_only_where_there_is_a_choice() -> None:
    s = act(at(TWO + "hull = 5\ncrew = {ENG = 1}\n"), "confer", "propose repair")
    assert (list(s.asks), s.proposal) == ([0], "repair/ENG")
    s = act(at(TWO + "hull = 5\ncrew = {ENG = 1, SEC = 2}\n"), "confer", "propose repair")
    assert (list(s.asks), s.asks[1].kind) == ([1], "with")
    s = act(at(TWO + "hull = 5\ncrew = {ENG = 1}\n"), "confer", "propose end")
    assert (list(s.asks), s.proposal) == ([0], "end")
