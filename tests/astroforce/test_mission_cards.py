"""Every Mission: what its 'M' does, and that its stages lead to its end. One row a card."""

import pytest

from starforge.games.astroforce.game import GAME
from starforge.games.astroforce.model.catalogue import missions
from starforge.games.astroforce.model.state import Astroforce
from tests.astroforce.table import act, at

QUIET_DECK = 'plot_deck = ["space-time-disruption", "static", "embargo", "red-tape"]\n'
"""Events that do nothing by themselves when they are drawn."""


def measure(s: Astroforce) -> dict[str, int]:
    return {
        "hull": s.hull,
        "fuel": s.fuel,
        "medbay": s.medbay,
        "sensors": s.sensors,
        "events": len(s.plots),
        "raiders": sum(plot.card == "raiders" for plot in s.plots),
    }


def difference(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {key: after[key] - before[key] for key in before if after[key] != before[key]}


ONE_EVENT = {"events": 1}
MISSIONS = {
    "diplomatic-crisis": (ONE_EVENT, ONE_EVENT),
    "medical-supplies": ({"events": 1, "medbay": 1}, {"events": 1, "medbay": 1}),
    "distress-beacon": (ONE_EVENT, ONE_EVENT),
    "anomaly": ({"hull": -2}, ONE_EVENT),
    "escort": ({"events": 1, "raiders": 1, "hull": -1}, {"events": 1, "raiders": 1, "hull": -1}),
    "silent-station": ({"medbay": 1}, {"medbay": 1}),
    "hostage-exchange": (ONE_EVENT, {"medbay": 1}),
    "plague-ship": ({"medbay": 1}, {"medbay": 1}),
    "border-skirmish": ({"hull": -1}, {"medbay": 1}),
    "comet-survey": ({"fuel": -1}, {"hull": 1}),
    "deep-freeze": ({"medbay": 1}, {"medbay": 1}),
    "rogue-planet": ({"fuel": -1}, {"sensors": 1}),
    "smugglers-run": ({"fuel": -1}, {"sensors": 1}),
    "minefield": ({"hull": -2}, {"hull": -2}),
    "royal-wedding": ({"hull": 1, "events": 1}, {"sensors": 1}),
    "solar-storm": ({"hull": -1}, {"medbay": 1}),
    "spy-hunt": ({"fuel": -1}, {"sensors": 1}),
    "lost-probe": ({"fuel": -1}, {"sensors": 1}),
    "evacuation": (ONE_EVENT, {"medbay": 1}),
    "trade-talks": ({"hull": 1, "events": 1}, {"hull": 1}),
    "ghost-fleet": ({"events": 2}, ONE_EVENT),
    "prison-break": ({"sensors": 1, "medbay": 1}, {"sensors": 1, "medbay": 1}),
    "first-contact": (ONE_EVENT, {"sensors": 1}),
    "shipyard-siege": ({"fuel": -1}, {"hull": -1}),
}
"""What the 'M' changes on the first stage, and later on."""


def test_every_mission_has_its_row():
    assert list(MISSIONS) == list(missions())


@pytest.mark.parametrize("card", MISSIONS)
@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
def test_its_m(card, later):
    s = at(f'mission = {{card = "{card}", stage = {int(later)}}}\nhull = 6\nsensors = 2\nfuel = 9\n' + QUIET_DECK)
    before = {**measure(s), "fuel": 8}
    act(s, "end")
    while s.asks[0].kind == "order":
        act(s, str(GAME.legal(s, 0)[0]))
    assert difference(before, measure(s)) == MISSIONS[card][later]


@pytest.mark.parametrize("card", MISSIONS)
def test_its_stages_paid_with_what_they_ask_for_complete_it(card):
    for stage, step in enumerate(missions()[card].stages):
        crew = ", ".join(f"{face} = {step.needs.count(face)}" for face in dict.fromkeys(step.needs))
        s = at(
            f'mission = {{card = "{card}", stage = {stage}}}\ncrew = {{{crew}}}\nfuel = 9\n{QUIET_DECK}'
            'offers = [{card = "war-room"}]'
        )
        act(s, f"pay mission {','.join(step.needs)}" if step.needs else "carry-out mission")
        assert (s.mission.stage, s.mission.moved) == (stage + 1, True)
        assert s.mission.done == (stage + 1 == len(missions()[card].stages))
    s.medbay, s.quarters = s.medbay + 1, s.quarters - 1
    act(s, "end")
    assert (s.completed, s.year) == ([card], 2)
