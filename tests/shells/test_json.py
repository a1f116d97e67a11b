"""The JSON shell: the protocol, word by word, and nothing that can be sent ends it."""

import asyncio
import io
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from starforge.engine.save import Seat, read_save
from starforge.games import GAMES, load
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tui.shells.json import Json
from tests.shells.starforge import Talk, starforge
from tests.tiny import GAME

ADA, BEN, BOT = Seat(name="Ada"), Seat(name="Ben"), Seat(name="Robot", bot="greedy")


def talk(folder, *commands, seats=(ADA, BEN), seed=3, **options):
    """Send commands (a string is sent as it is) and return the table and the objects that came back."""
    lines = [c if isinstance(c, str) else json.dumps(c) for c in commands]
    out = io.StringIO()

    async def run():
        table = await LocalLobby(folder).create("tiny", seats, options, seed)
        await Json(table, io.StringIO("".join(f"{line}\n" for line in lines)), out).run()
        return table

    table = asyncio.run(run())
    return table, [json.loads(line) for line in out.getvalue().splitlines()]


def act(seat, action):
    return {"cmd": "act", "seat": seat, "action": action}


FEWEST = {game: " ".join(["Ada", "Ben", "Cyd"][: min(load(game).info.seats)]) for game in GAMES}
ENDS = ("tiny", "astroforce")
BOTH = {"type": "asks", "asks": [{"seat": 0, "kind": "lay"}, {"seat": 1, "kind": "lay"}], "turn": 1, "result": None}


def test_it_begins_with_who_is_asked_and_ends_with_the_input(tmp_path):
    table, said = talk(tmp_path)
    assert said == [BOTH, {"type": "bye", "id": table.id}]


def test_quit_ends_it_before_the_input_does(tmp_path):
    _, said = talk(tmp_path, {"cmd": "quit"}, {"cmd": "legal", "seat": 0})
    assert [line["type"] for line in said] == ["asks", "bye"]


def test_legal_and_choices(tmp_path):
    _, said = talk(tmp_path, {"cmd": "legal", "seat": 0}, {"cmd": "choices", "seat": 0})
    assert said[1] == {"type": "legal", "actions": ["lay c07", "lay c08", "lay c10"]}
    assert said[2]["type"] == "choices"
    assert said[2]["choices"][0] == {"action": "lay c07", "label": "lay c07", "hint": "", "reason": "", "rule": ""}
    refused = [c for c in said[2]["choices"] if c["reason"]]
    assert {c["rule"] for c in refused} == {"T-3"}


def test_a_view_has_the_fields_of_the_game_as_that_seat_may_see_them(tmp_path):
    _, said = talk(tmp_path, {"cmd": "view", "seat": 1}, {"cmd": "view", "seat": None}, {"cmd": "view"})
    assert (said[1]["type"], said[1]["seat"], said[1]["hand"]) == ("view", 1, ["c01", "c02", "c06"])
    assert said[1]["choices"][0]["action"] == "lay c01"
    assert said[2]["hand"] == []
    assert said[2] == said[3]


def test_an_action_is_answered_by_events_and_the_new_asks(tmp_path):
    _, said = talk(tmp_path, act(0, "lay c07"), act(0, "ready"))
    laid = {"kind": "laid", "data": {"card": "c07"}, "text": "laid {'card': 'c07'}"}
    assert said[1:3] == [{"type": "ok", "events": [laid]}, BOTH]
    assert said[4]["asks"] == [{"seat": 1, "kind": "lay"}]


def test_events_hold_no_secret_of_another(tmp_path):
    _, said = talk(tmp_path, act(1, "lay c01"), {"cmd": "log", "seat": 0}, {"cmd": "log", "seat": 1}, {"cmd": "log"})
    assert said[1]["events"]
    assert [len(line["told"]) for line in said if line["type"] == "log"] == [0, 1, 0]


def test_a_refusal_says_the_reason_and_the_rule(tmp_path):
    _, said = talk(tmp_path, act(0, "ready"), {"cmd": "undo", "seat": 0})
    assert said[1] == {"type": "illegal", "reason": "You have laid no card.", "rule": "T-3"}
    assert said[2] == {"type": "illegal", "reason": "There is nothing to undo.", "rule": "T-0"}
    assert len(said) == 4, "nothing changed, so nothing is asked anew"


def test_undo_takes_back(tmp_path):
    table, said = talk(tmp_path, act(0, "lay c07"), {"cmd": "undo", "seat": 0})
    assert said[3:5] == [{"type": "ok", "events": []}, BOTH]
    assert len(table.save().moves) == 0


def test_a_hint_names_a_legal_action(tmp_path):
    hint = {"cmd": "hint", "seat": 0}
    _, said = talk(tmp_path, hint, act(0, "lay c07"), act(0, "ready"), hint)
    assert GAME.parse(said[1]["action"])
    assert "Captain" in said[1]["why"]
    assert said[-2] == {"type": "hint", "action": None, "why": None}


def test_a_position_starts_another_game(tmp_path):
    _, said = talk(tmp_path, act(0, "lay c07"), {"cmd": "position"})
    text = next(line["position"] for line in said if line["type"] == "position")
    again = asyncio.run(LocalLobby(tmp_path).create("tiny", (ADA, BEN), {}, 1, text))
    assert again.view(0).laid == "c07"


def test_a_save_is_a_file_that_replays(tmp_path):
    file = str(tmp_path / "game.json")
    table, said = talk(tmp_path, act(0, "lay c07"), {"cmd": "save", "file": file}, {"cmd": "save"})
    assert said[3] == {"type": "saved", "id": table.id, "file": file}
    assert said[4] == {"type": "saved", "id": table.id, "file": None}
    save = read_save(tmp_path / "game.json")
    assert (Replay(save).length, save.moves) == (0, [(0, "lay c07")])  # which is nobody else's business yet


def test_bots_act_by_themselves_and_are_told_of(tmp_path):
    _, said = talk(tmp_path, {"cmd": "act", "seat": 1, "action": "lay c06"}, seats=(BOT, ADA))
    assert [line["type"] for line in said[:4]] == ["asks", "moved", "asks", "ok"]  # that it lays a card is its secret
    assert said[1]["seat"] == 0
    assert not [e for line in said if line["type"] == "moved" for e in line["events"] if e["kind"] == "laid"]


def test_bots_alone_play_to_the_end(tmp_path):
    _, said = talk(tmp_path, {"cmd": "legal", "seat": 0}, seats=(BOT, BOT))
    asks = [line for line in said if line["type"] == "asks"]
    assert asks[-1]["asks"] == []
    assert asks[-1]["result"]["text"] == "The talks are over."
    assert said[-2] == {"type": "legal", "actions": []}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("lay c07", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("7", "a command is an object"),
        ('["act"]', "a command is an object"),
        ("{}", 'name a command: {"cmd": "view"}; there are: view'),
        ('{"cmd": ["act"]}', "there is no command"),
        ('{"cmd": "dance"}', "there is no command 'dance'; there are: view, legal"),
        ('{"cmd": "legal"}', "seat must be a number from 0 to 1, not None"),
        ('{"cmd": "legal", "seat": 2}', "seat must be"),
        ('{"cmd": "legal", "seat": -1}', "seat must be"),
        ('{"cmd": "legal", "seat": true}', "seat must be"),
        ('{"cmd": "view", "seat": "0"}', "seat must be"),
        ('{"cmd": "act", "seat": 0}', "action must be a text"),
        ('{"cmd": "act", "seat": 0, "action": 7}', "action must be a text"),
        ('{"cmd": "act", "seat": 0, "action": "dance"}', "there is no action 'dance'"),
        ('{"cmd": "act", "seat": 0, "action": ""}', "there is no action ''"),
        ('{"cmd": "act", "seat": 1, "action": "ready"}', "a bot plays seat 1"),
        ('{"cmd": "log", "seat": 0, "since": "x"}', "since must be"),
        ('{"cmd": "log", "seat": 0, "since": -3}', "since must be"),
        ('{"cmd": "save", "file": ""}', "file must be"),
        ('{"cmd": "save", "file": 1}', "file must be"),
        ('{"cmd": "save", "file": "\\u0000"}', "cannot write"),
        ('{"cmd": "save", "file": "/dev/null/x"}', "cannot write /dev/null/x: Not a directory"),
        ('{"cmd": "save", "file": "~nobody-such/x"}', "cannot write"),
    ],
)
def test_what_is_not_understood_is_said_and_the_game_goes_on(tmp_path, line, words):
    _, said = talk(tmp_path, line, act(0, "lay c07"), seats=(ADA, BOT))
    assert said[1]["type"] == "error"
    assert words in said[1]["message"]
    assert said[2]["type"] == "ok"


def test_no_field_takes_for_a_number_what_is_none(tmp_path):
    fields = [(name, "seat") for name in ("view", "legal", "choices", "act", "undo", "resign", "hint", "log")]
    asked = [
        {"cmd": name, "seat": 0, "action": "lay c07", "sure": True, field: value}
        for name, field in [*fields, ("log", "since")]
        for value in (True, False, 0.0, 1.5, "0", -1, 10**400, [0], {})
        if (field, value) != ("since", 10**400)  # so many moves there may be
    ]
    _, said = talk(tmp_path, *asked, act(0, "lay c07"))
    assert [line["type"] for line in said[1 : len(asked) + 2]] == ["error"] * len(asked) + ["ok"]
    assert {line["message"].split(" must")[0] for line in said[1 : len(asked) + 1]} == {"seat", "since"}


WORDS = some.sampled_from(
    ["cmd", "seat", "action", "view", "act", "undo", "legal", "lay c07", "ready", "log", "save", "x"]
)
VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=9) | WORDS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
COMMANDS = some.dictionaries(WORDS, VALUES, max_size=4) | VALUES


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(some.lists(COMMANDS | some.text(max_size=30).filter(str.isprintable), max_size=6))
def test_anything_sent_gets_an_answer_in_json(tmp_path, commands):
    commands = [c for c in commands if not isinstance(c, dict) or "file" not in c]
    _, said = talk(tmp_path, *commands, "{}")
    assert said[0]["type"] == "asks"
    assert said[-1]["type"] == "bye"


TABLES = [("tiny", "Ada bot:greedy"), ("tiny", "Ada Ben"), ("tiny", "bot:random Ada bot:greedy")]


@pytest.mark.parametrize(("game", "seats"), TABLES + [(game, FEWEST[game]) for game in GAMES])
def test_a_whole_game_through_pipes(tmp_path, game, seats):
    # Given people who take any legal action, when a program plays for them, then the game goes to its end (or far).
    pick, seats = random.Random(3), seats.split()
    with Talk(tmp_path, "play", game, "--json", "--seed", "3", *(w for s in seats for w in ("--seat", s))) as talk:
        asks = talk.until_a_person_is_asked(seats)
        for _ in range(400):
            if asks["result"] is None:
                seat = next(a["seat"] for a in asks["asks"] if not seats[a["seat"]].startswith("bot:"))
                legal = talk.send(cmd="legal", seat=seat)["actions"]
                assert talk.send(cmd="act", seat=seat, action=pick.choice(legal))["type"] == "ok"
                asks = talk.until_a_person_is_asked(seats)
        if game in ENDS:
            assert asks["result"]["text"]
        assert talk.send(cmd="view", seat=0)["type"] == "view"
        assert talk.send(cmd="quit")["type"] == "bye"
    assert talk.ended() == (0, "")


def test_bytes_that_are_no_text_are_an_error(tmp_path):
    done = starforge(tmp_path, "play", "tiny", "--json", typed=b'\xff\xfe\n{"cmd": "legal", "seat": 0}\n')
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["type"] for line in said] == ["asks", "error", "legal", "bye"]
    assert (done.returncode, done.stderr) == (0, "")
