"""The plain shell: whole games by lines, no secret of anybody who is not there, no way to break it by typing."""

import asyncio
import io
import random
import re
from dataclasses import dataclass

import pytest

from starforge.engine.action import Action, first_word
from starforge.engine.rules import Choice
from starforge.engine.save import Seat, read_save
from starforge.engine.state import digest
from starforge.games import GAMES, load
from starforge.tables.local import LocalLobby
from starforge.tables.play.replay import Replay
from starforge.tui.shells.choices import grouped
from starforge.tui.shells.lines import Lines, to_ascii
from starforge.tui.shells.plain import _COMMANDS, Plain
from starforge.tui.shells.told import tell_replay
from tests.shells.starforge import starforge

CARD = r"\bc\d\d\b"
ADA, BEN, BOT = Seat(name="Ada"), Seat(name="Ben"), Seat(name="Robot", bot="greedy")


def play(folder, typed, seats=(ADA, BOT), seed=3, kind=Lines, game="tiny", **options):
    """Play by the lines typed; return the table and all that was said."""
    out = io.StringIO()

    async def run():
        table = await LocalLobby(folder).create(game, seats, options, seed)
        await Plain(table, kind(io.StringIO("\n".join(typed) + "\n"), out)).run()
        return table

    return asyncio.run(run()), out.getvalue()


class Guarded(Lines):
    """Lines that remember who was at the terminal for each thing that was said."""

    watched = None

    def say(self, *lines):
        shell = self.watched
        if shell is not None:
            self.heard.append((shell.seat, " ".join(lines), [[*p.hand, p.laid] for p in state(shell).players]))
        super().say(*lines)


def state(shell):
    return shell.table.state


def test_the_end_of_input_ends_it_and_says_how_to_go_on(tmp_path):
    table, said = play(tmp_path, ["1"])
    assert len(table.save().moves) == 1
    assert said.endswith(f"This game is saved; 'starforge' continues it. Its id is {table.id}.\n")


def test_what_is_asked_is_said_with_numbers_and_numbers_answer(tmp_path):
    table, said = play(tmp_path, ["2", "quit"])
    assert "What now?\n1. lay c07.\n2. lay c08.\n3. lay c10.\n" in said
    assert table.save().moves == [(0, "lay c08")]


def test_an_action_may_be_typed_as_well(tmp_path):
    table, _ = play(tmp_path, ["lay c10", "take-back", "quit"])
    assert [text for _, text in table.save().moves] == ["lay c10", "take-back"]


@pytest.mark.parametrize("word", ["undo", "u", "U", "back", "Back"])
def test_an_action_is_taken_back_by_every_word_for_it(tmp_path, word):
    table, said = play(tmp_path, ["1", "1", "1", word, "quit"], game="reach")
    assert "Taken back." in said
    assert not any(text.startswith("place") for _, text in table.save().moves)


@pytest.mark.parametrize("word", ["", "back", "BACK"])
def test_a_list_of_ways_is_left_and_nothing_taken_back(tmp_path, word):
    _, said = play(tmp_path, ["1", "1", word, "quit"], game="reach")
    assert said.count("1. Mid Engineer to: 5 ways.") == 2
    assert "Undo" not in said


def test_a_refusal_says_the_reason_and_the_rule(tmp_path):
    table, said = play(tmp_path, ["ready", "quit"])
    assert "You have laid no card. (T-3)" in said
    assert len(table.save().moves) == 0


def test_commands_tell_and_change_nothing(tmp_path):
    typed = "look/choices/log/log 1/log x/help/hint/rules/rules T-1/save/duel//HELP"
    table, said = play(tmp_path, typed.split("/"))
    assert len(table.save().moves) == 0
    assert "Not allowed: take-back [take-back]. You have laid no card. (T-3)" in said
    assert "undo: take the last action back" in said
    assert "\nduel: how a duel is decided.\n" in said
    assert "Two dice: the robber needs the higher one." in said
    assert f"Everything is saved as it happens; this game is {table.id}." in said
    assert "The Captain bot prefers it among 3 choices." in said


def test_choices_are_not_read_out_again_when_nothing_changed(tmp_path):
    _, said = play(tmp_path, ["look", "help", "log", "99"])
    assert said.count("What now?") == 1
    _, said = play(tmp_path, ["look", "", "help"])
    assert said.count("What now?") == 2


def test_a_question_mark_is_help_as_on_the_screens(tmp_path):
    _, said = play(tmp_path, ["?"])
    assert "undo: take the last action back" in said


def test_undo_takes_back_and_says_so_or_says_why_not(tmp_path):
    table, said = play(tmp_path, ["1", "undo", "undo"])
    assert len(table.save().moves) == 0
    assert "Taken back.\nWhat now?" in said
    assert "There is nothing to undo. (T-0)" in said


def test_a_copy_can_be_written_to_a_file(tmp_path):
    file = tmp_path / "my game.json"
    table, said = play(tmp_path / "home", ["1", f"save {file}", f"save {tmp_path / 'no' / 'where'}"])
    assert read_save(file) == table.save()
    assert "cannot be written" in said


@pytest.mark.parametrize("seats", [(ADA, BOT), (ADA, BEN), (ADA, BEN, BOT), (BOT, BOT), (BOT, ADA, BOT)])
def test_whole_games_are_played_by_numbers(tmp_path, seats):
    people = [seat for seat in seats if not seat.bot]
    pick = random.Random(5)
    typed = [pick.choice(["1", "2", "3", ""]) for _ in range(4000)]
    table, said = play(tmp_path, typed if people else [], seats)
    assert table.view(None).result is not None
    assert "The game is over. The talks are over." in said
    assert re.search(r"\w+( and \w+)* won\.", said)
    assert "Scores: " in said


def test_after_the_end_it_can_be_read_again(tmp_path):
    lines = [*["1", "2", ""] * 200, "log", "look", "1", "save", "quit", "help"]
    table, said = play(tmp_path, lines, rounds=1)
    assert table.view(None).result is not None
    assert "The game is over; 'quit' leaves." in said
    assert "NUMBER:" not in said, "nothing is read after quit"
    assert said.endswith(f"This game is over, and kept; 'starforge saves' lists it. Its id is {table.id}.\n")


def test_between_people_it_waits_and_says_whose_turn_it_is(tmp_path):
    _, said = play(tmp_path, ["", "1", "2"], (ADA, BEN))
    before, after = said.split("It is the turn of Ben.")
    assert "Welcome, Ada." in before
    assert "That was all from Ada for now." in before
    assert "Welcome" not in after
    assert "\n1. " not in after


def test_what_was_typed_before_somebody_sat_down_is_not_done_for_them_and_said_so(tmp_path):
    table, said = play(tmp_path, ["lay c07", "lay c07", "lay c07", "quit"], (ADA, BEN))
    assert "'lay c07' was typed before, and is not done. Welcome, Ada." in said
    assert len(table.save().moves) == 1


@pytest.mark.parametrize("seed", range(6))
def test_nobody_hears_a_secret_of_another(tmp_path, seed):
    # Given two people at one terminal, when they play, then no card that the other holds is said, nor any to nobody.
    class Watched(Guarded):
        heard = []

    Watched.heard = []
    pick = random.Random(seed)
    typed = [pick.choice(["1", "2", "3", "", "look", "choices", "log", "hint", "undo"]) for _ in range(1500)]
    out = io.StringIO()

    async def run():
        table = await LocalLobby(tmp_path).create("tiny", (ADA, BEN), {}, seed)
        lines = Watched(io.StringIO("\n".join(typed)), out)
        lines.watched = Plain(table, lines)
        await lines.watched.run()
        return table

    table = asyncio.run(run())
    assert table.view(None).result is not None
    shown, checked = set(), 0
    for at, text, hands in Watched.heard:
        if "The game is over" in text:
            break
        if re.search("revealed|stolen", text):
            shown |= set(re.findall(CARD, text))
        for card in [card for seat, hand in enumerate(hands) for card in hand if card and seat != at]:
            checked += 1
            assert card in shown or card not in re.findall(CARD, text), f"{at} hears {card}: {text}"
    assert checked > 50


class Seen(Lines):
    def __init__(self, source, out):
        super().__init__(source, out)
        self.seen = True


def test_on_a_terminal_what_was_said_is_moved_out_of_sight_before_the_next_person(tmp_path):
    _, said = play(tmp_path, ["", "1", "2", ""], (ADA, BEN), kind=Seen)
    last = said.index("Press Enter when you have read it")
    turn = said.index("It is the turn of Ben.")
    assert said[last:turn].count("\n") >= 24


def test_before_the_next_person_comes_the_last_action_can_be_taken_back(tmp_path):
    table, said = play(tmp_path, ["", "1", "ready", "undo", "take-back", "quit"], (ADA, BEN), kind=Seen)
    assert "Or type 'undo' to take your last action back." in said
    assert "It is the turn of Ben." not in said
    assert [text for _, text in table.save().moves] == ["lay c07", "take-back"]


STRANGE = [
    "0",
    "-1",
    "99999999999999999999",
    "1 2",
    "²",
    "lay",
    "lay [red]",
    "\x1b[2J",
    "rules ((*",
    "save \x00",
    "save ~x",
]


@pytest.mark.parametrize("line", STRANGE)
def test_nothing_typed_breaks_it(tmp_path, line):
    table, said = play(tmp_path, [line, line * 999, "1"])
    assert len(table.save().moves) == 1
    assert "\x1b" not in said


def test_text_is_cleaned_and_can_be_kept_to_ascii():
    out = io.StringIO()
    Lines(io.StringIO(), out).say("a\x1b[31m\x07b\u202ec\nd")
    assert out.getvalue() == "a[31mbc\nd\n"
    assert to_ascii("Zoë – “×2” → ✓") == 'Zoe - "x2" -> ?'


def test_a_replay_is_told_from_beginning_to_end(tmp_path):
    pick = random.Random(7)
    table, _ = play(tmp_path, [pick.choice("1234") for _ in range(2000)])
    out = io.StringIO()
    tell_replay(Replay(table.save()), Lines(io.StringIO(), out), "game.json")
    said = out.getvalue()
    assert said.startswith("Tiny, played by Ada and Robot.\n\n")
    assert said.count("\n\n") == len(set(Replay(table.save()).turns)) + 2
    assert "The game is over. The talks are over." in said


@pytest.mark.parametrize("game", ["tiny", *GAMES])
def test_a_whole_game_through_pipes(tmp_path, game):
    pick = random.Random(4)
    typed = "\n".join(
        pick.choice(["1", "2", "3", "4", "", "look"]) for _ in range(1500 if game in ("tiny", "astroforce") else 600)
    )
    seats = ["--seat", "Ada", *["--seat", "bot:random"] * (min(load(game).info.seats) - 1)]
    done = starforge(tmp_path, "play", game, "--seed", "4", "--plain", *seats, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    if game in ("tiny", "astroforce"):
        assert "The game is over." in done.stdout


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_game_is_taken_by_the_shell_or_the_other_way_round(game):
    words = {first_word(rule.action) for rules in load(game).rules.values() for rule in rules}
    topics = set(load(game).topics)
    commands = {*_COMMANDS, "u", "q", "exit"}
    assert not words & commands
    assert not topics & (commands | words)


ANYTHING = ["1", "2", "3", "5", "8", "", "look", "choices", "log 3", "undo", "save", "rules crew", "map", "99"]


@pytest.mark.parametrize("game", ["tiny", *GAMES])
def test_whatever_is_typed_what_is_kept_is_what_was_played(tmp_path, game):
    # Given people who type anything, undo among it, then a table opened again stands and tells as the one they left.
    pick = random.Random(8)
    table, _ = play(tmp_path, [pick.choice(ANYTHING) for _ in range(200)], (ADA, BEN), game=game)
    again = asyncio.run(LocalLobby(tmp_path).open(table.id))
    assert len(table.save().moves)
    assert again.save() == table.save()
    assert digest(again.state) == digest(table.state)
    assert [again.log(seat) for seat in (None, 0, 1)] == [table.log(seat) for seat in (None, 0, 1)]


def test_bytes_that_are_no_text_do_not_break_it(tmp_path):
    done = starforge(tmp_path, "play", "tiny", "--plain", "--seed", "3", typed=b"\xff\xfe\x00\n\x1b[A\nlay c07\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "2. ready." in done.stdout


def test_a_terminal_that_knows_only_ascii_gets_it(tmp_path):
    words = ("play", "tiny", "--plain", "--ascii", "--seat", "Zoë", "--seat", "bot:random")
    done = starforge(tmp_path, *words, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zoe: 0 points" in done.stdout


@dataclass(frozen=True, slots=True)
class Place(Action):
    what: str
    where: int


@dataclass(frozen=True, slots=True)
class End(Action):
    pass


def menu(label, things, places):
    choices = [Choice(Place(t, n), label.format(t, n)) for t in things for n in range(places)] + [Choice(End(), "End")]
    out = io.StringIO()
    shell = Plain.__new__(Plain)
    shell.lines = Lines(io.StringIO(), out)
    shell._offer(grouped(choices))
    return out.getvalue().splitlines()


def test_few_choices_are_read_out_one_by_one():
    assert menu("Put {} at {}", "a", 3) == ["1. Put a at 0.", "2. Put a at 1.", "3. Put a at 2.", "4. End."]


@pytest.mark.parametrize(
    ("label", "things", "places", "lines"),
    [
        ("Put {}: at {}", "ab", 9, ["1. Put a: 9 ways.", "2. Put b: 9 ways.", "3. End."]),
        ("Put {} at {}", "ab", 9, ["1. Put a at: 9 ways.", "2. Put b at: 9 ways.", "3. End."]),
        ("Put {} at {}", "abcdefghijklmnopq", 2, ["1. Put: 34 ways.", "2. End."]),
        ("{}{}", "abcdefghijklmnopq", 2, ["1. place: 34 ways.", "2. End."]),
    ],
)
def test_many_choices_are_told_by_what_they_have_in_common(label, things, places, lines):
    assert menu(label, things, places) == lines


def test_what_is_told_as_one_is_told_apart_when_it_is_chosen():
    choices = [Choice(Place(t, n), f"Put {t}: at {n}") for t in "ab" for n in range(9)]
    groups = grouped(choices)
    assert groups == [choices[:9], choices[9:]]
    assert grouped(groups[1]) == [[choice] for choice in choices[9:]]


def passing(folder, game, typed, seed=5, handoffs=True):
    """Play by lines for two; return the moves, what was said, and what was secret to whom when it was said."""
    heard = []

    class Listening(Lines):
        def say(self, *lines):
            views = [table.view(n) for n in range(2)]
            known = [set(shell.game.lines(view, shell.names)) for view in (*views, table.view(None))]
            own = [known[n] - known[1 - n] - known[2] for n in range(2)]
            heard.append((shell.seat, " ".join(lines), own))
            super().say(*lines)

    async def run():
        nonlocal table, shell
        table = await LocalLobby(folder).create(game, (ADA, BEN), {}, seed)
        shell = Plain(table, Listening(io.StringIO("\n".join(typed) + "\n"), out), handoffs=handoffs)
        await shell.run()

    table = shell = None
    out = io.StringIO()
    asyncio.run(run())
    return len(table.save().moves), out.getvalue(), heard


@pytest.mark.parametrize("game", GAMES)
def test_no_secret_of_a_game_is_said_while_another_or_everybody_looks(tmp_path, game):
    pick = random.Random(3)
    typed = [pick.choice(["1", "2", "3", "", "look", "hint", "odds"]) for _ in range(120)]
    _, said, heard = passing(tmp_path, game, typed)
    together = 0
    for seat, words, secrets in heard:
        together += seat is None and "\n1. " in f"\n{words}"
        for other, lines in enumerate(secrets):
            assert other == seat or not any(line in words for line in lines), words
    assert ("Pass the terminal to Ben" in said) is (game != "astroforce"), "what hides nothing is seen by both"
    assert together or game != "astroforce"


def test_where_nothing_is_secret_one_line_is_enough_to_change(tmp_path):
    moves, said, _ = passing(tmp_path, "astroforce", ["1", "1", "", "13", "", "1", "1"])
    assert said.count("Press Enter to go on.") == said.count("It is the turn of") - 1 > 0
    assert "'1' was typed before, and is not done." in said, "what was typed ahead is not done by another"
    at_once, said, _ = passing(tmp_path, "astroforce", ["1", "1", "13", "1"], handoffs=False)
    assert "It is the turn of Ada." in said
    assert "Press Enter" not in said
    assert at_once >= moves - 1
