"""Every lesson and puzzle: played by its own solution, each sentence about a rule proven by the play."""

import asyncio
import io
import re
from types import SimpleNamespace

import pytest

from starforge.engine.rules import Illegal
from starforge.engine.state import clone
from starforge.games import GAMES
from starforge.games.assets import AssetError, folder
from starforge.games.conditions import look, read_condition
from starforge.games.lessons import lessons, proof_parts, read_lesson, readable, rules_in
from starforge.tables.own.lesson_table import LessonTable
from starforge.tui.screens.learn.guide import guide_lines
from starforge.tui.shells.lines import Lines
from starforge.tui.shells.plain_lesson import PlainLesson

ALL = [one for game in GAMES for one in lessons(game)]


def finish_step(table):
    """Play a step by its own solution; return what was true before it, and how much had been told."""
    course = table.course
    number, before, told = course.number, clone(course.match.state), len(course.told)
    while course.number == number:
        if 0 not in course.match.state.asks:
            assert asyncio.run(table.step_bot())
            continue
        action = course.ahead()
        assert action is not None, f"step {number} is stuck after {course.acts}"
        assert course.leads(action), f"step {number} would comment on {action}"
        course.submit(0, action)
        assert not course.lost, f"step {number} would be called lost after {course.acts}"
    return before, told


def seen(course, text, s):
    """Return what a proof looks at: the state, or what the player sees of it."""
    return course.game.view(s, 0) if text.startswith("view.") else s


def proven(course, step, before, told, text):
    parts = proof_parts(text)
    if parts is None:
        return read_condition(text.removeprefix("view.")).holds(seen(course, text, course.match.state), step.solution)
    if "change" in parts:
        path = parts["path"].removeprefix("view.").split(".")
        now, then = (look(seen(course, text, s), path) for s in (course.match.state, before))
        return now - then == int(parts["change"])
    if "kind" in parts:
        return any(event.kind == parts["kind"] for move in course.told[told:] for event in move)
    if "acts" in parts:
        s = clone(before)
        for text in parts["acts"].split(", "):
            course.game.apply(s, 0, course.game.parse(text))
        return read_condition(parts["then"]).holds(s)
    with pytest.raises(Illegal) as refused:
        course.game.apply(clone(before), 0, course.game.parse(parts["action"]))
    return refused.value.rule == parts["rule"]


@pytest.mark.parametrize("written", ALL, ids=lambda one: one.mark)
def test_it_is_played_to_its_end_by_its_solution_and_proves_what_it_says(written):
    table, steps, proofs = LessonTable(written), written.lesson.steps, set()
    course = table.course
    for number, step in enumerate(steps):
        assert course.number == number, "the step before ended this one too"
        before, told = finish_step(table)
        for rule, texts in step.proof.items():
            proofs.add(rule)
            for text in texts:
                assert proven(course, step, before, told, text), f"step {number}, {rule}: {text}"
    assert course.step is None
    named = {rule for step in steps for rule in step.rules} | set(rules_in(written.lesson.end))
    assert named <= proofs, f"nothing in the play proves {sorted(named - proofs)}"
    for step in steps:
        assert len(guide_lines(step.see, step.do, "1 of 1", 78)) <= 5, f"too long for 80 columns: {step.see}"


@pytest.mark.parametrize("written", [one for one in ALL if not one.lesson.grade], ids=lambda one: one.mark)
def test_no_lesson_warns_of_an_act_that_wins(written):
    """Wherever its own solution comes by; and where a plan leads is asked of the view, which adds the last drift."""
    assert not [text for step in written.lesson.steps for text in step.until if re.match(r"plans\.\d+\.stop", text)]
    table = LessonTable(written)
    course = table.course
    while course.step is not None:
        if 0 not in course.match.state.asks:
            asyncio.run(table.step_bot())
            continue
        others = [one for step in course.steps[course.number :] for one in step.others]
        for action in course.game.legal(course.match.state, 0):
            s = clone(course.match.state)
            course.game.apply(s, 0, action)
            for seat, _, text in (one.partition(" ") for one in others):
                if course.game.parse(text) in course.game.legal(s, int(seat)):
                    course.game.apply(s, int(seat), course.game.parse(text))
            if s.result is not None and 0 in s.result.winners:
                assert course.leads(action), f"step {course.number} would comment on {action} after {course.acts}"
        course.submit(0, course.ahead())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_taught_and_has_puzzles_of_all_grades(game):
    assert not readable(game)[1]
    grades = [one.lesson.grade for one in lessons(game)]
    assert 5 <= grades.count(0) <= 8
    assert len(grades) - grades.count(0) >= 6
    assert set(grades) == {0, 1, 2, 3}


@pytest.mark.parametrize(("game", "rule"), [("astroforce", "AF-E1"), ("reach", "UR-E4"), ("shattered-reach", "SR-V1")])
def test_the_first_words_of_all_say_how_the_game_is_won(game, rule):
    see = lessons(game)[0].lesson.steps[0].see
    assert rules_in(see)[0] == rule
    assert "win" in see.partition("[")[0]


def at(mark, *texts):
    """Return the table of a lesson after some actions."""
    table = LessonTable(next(one for one in ALL if one.mark == mark))
    act(table, *texts)
    return table


def act(table, *texts):
    for text in texts:
        asyncio.run(table.submit(0, table.game.parse(text)))


def refused(table, text, said):
    with pytest.raises(Illegal, match=said):
        act(table, text)


def test_a_wrong_act_is_answered_can_be_done_all_the_same_and_taken_back():
    table = at("astroforce/01-the-crew", "roll")
    rolled = clone(table.course.match.state)
    refused(table, "end", "nothing done.*The same again does it")
    act(table, "end")
    assert table.course.lost
    assert table.words()[1].startswith("Take it back")
    asyncio.run(table.undo(0))
    assert (table.course.match.state, table.course.number) == (rolled, 1)
    refused(table, "roll", "That is no answer")
    refused(table, "orders", "not what this step is about")


def test_what_led_away_is_said_to_be_taken_back_also_where_the_lesson_does_not_foresee_it():
    table = at("astroforce/03-orders")
    refused(table, "pay mission", "would take all four dice")
    act(table, "pay mission")
    assert not table.course.lost
    assert (table.words()[1][:12], table.aside) == ("Take it back", "")
    asyncio.run(table.undo(0))
    assert table.words()[1].startswith("Give Orders")
    act(table, "orders", "with COM", "change MED", "become ENG")
    assert table.course.number == 1


def test_a_harmless_act_that_the_step_does_not_ask_for_is_told_and_can_be_taken_back():
    table = at("reach/01-ship-and-crew", "place s2 command")
    assert re.search(r"Command.*This does no harm. The step still waits; u takes it back.", table.aside)
    act(table, "place e2 engine")
    assert (table.aside, table.course.number) == ("", 2), "what the step asks for is not commented on"
    table = at("reach/01-ship-and-crew", "place e2 command")
    assert "a worker only. The step still waits" in table.aside
    asyncio.run(table.undo(0))
    assert table.aside == ""


def test_the_goal_goes_back_when_its_step_is_taken_back_by_an_action_of_the_game():
    table = at("reach/01-ship-and-crew", "place e2 engine")
    first = table.written.lesson.steps[0]
    assert table.course.number == 1
    act(table, "take-back e2 engine")
    assert (table.course.number, table.course.acts, table.words()) == (0, [], (first.see, first.do))
    act(table, "place e2 engine", "place s2 command")
    assert table.course.number == 2
    act(table, "take-back s2 command")
    assert table.course.number == 1


def test_a_way_of_ones_own_is_as_good():
    assert at("astroforce/02-paying", "pay mission", "with COM,SCI,ENG,SEC").course.number == 1


def test_the_hint_is_the_next_act_of_the_solution():
    table = at("astroforce/03-orders")
    assert asyncio.run(table.hint(0))[0] == table.game.parse("orders")


MISTAKES = [
    ('until = ["did roll"]', 'until = ["did rol"]', "line LINE, steps.0.until: there is no action 'rol'"),
    ('until = ["did roll"]', 'until = ["hul = 7"]', "line LINE, steps.0.until: the state has no 'hul'"),
    ('until = ["did roll"]', 'until = ["hull is 7"]', "line LINE, steps.0.until: a condition is"),
    ('until = ["did roll"]', 'until = ["hull.# > 1"]', "line LINE, steps.0.until: hull.#: there is nothing to count"),
    ('until = ["did roll"]', 'until = ["hull has 3"]', "line LINE, steps.0.until: has asks for one among several"),
    ('until = ["did roll"]', 'until = ["hull > --3"]', "line LINE, steps.0.until: > compares with a number"),
    ('until = ["did roll"]', 'until = ["hull > ²"]', "line LINE, steps.0.until: > compares with a number"),
    ('solution = ["roll"]', 'solution = ["rol"]', "line LINE, steps.0.solution: there is no action 'rol'"),
    ("[AF-D1]", "[AF-D99]", "steps.0: the rulebook has no rule AF-D99"),
    ('"mission.stage = 1"', '"mission.stage > one"', "line LINE, steps.1.until: > compares with a number"),
    ('title = "Your crew are dice"', "", "title"),
    ("turns = 1", 'turns = "one"', "line LINE, steps.3.turns"),
    ("quiet-watch", "loud-watch", "position: the position is not possible"),
    ('game = "astroforce"', 'game = "chess"', "position: the position must begin with"),
    ("turns = 1", "turns = ", "line LINE"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), MISTAKES)
def test_a_mistake_in_a_file_is_told_with_its_line(tmp_path, right, wrong, said):
    text = (folder("astroforce") / "lessons" / "01-the-crew.toml").read_text(encoding="utf-8")
    assert right in text
    path = tmp_path / "01-wrong.toml"
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(AssetError) as told:
        read_lesson("astroforce", path)
    line = text[: text.index(right)].count("\n") + 1
    assert said.replace("LINE", str(line)) in str(told.value)
    assert "01-wrong.toml" in str(told.value)


@pytest.mark.parametrize("text", ["hull.# > 1", "hull has 3", "dice.--1 = 3", "dice.² = 3", "dice.9 > 1", "crew.# > 0"])
def test_a_path_that_leads_nowhere_while_a_lesson_is_played_is_no_error(text):
    """A file is checked at its first position, and later there may be something else."""
    assert not read_condition(text).holds(SimpleNamespace(hull=7, dice=[3], crew=None))


@pytest.mark.parametrize("written", ALL, ids=lambda one: one.mark)
def test_it_can_be_learned_by_lines(written):
    table, out = LessonTable(written), io.StringIO()
    while not table.finished:
        finish_step(table)
    texts = [move.text for move in table.course.match.moves if move.seat == 0]
    shell = PlainLesson(LessonTable(written), Lines(io.StringIO("\n".join(texts) + "\n"), out))
    assert asyncio.run(shell.learn())
    said = out.getvalue()
    for step in written.lesson.steps:
        assert step.do in said
    assert f"Done: {written.lesson.title}." in said


def test_a_lesson_that_cannot_be_read_is_told_and_keeps_nobody_from_the_others(tmp_path, monkeypatch):
    for path in (folder("astroforce") / "lessons").glob("0[12]*.toml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "03-broken.toml").write_text('title = "Broken"', encoding="utf-8")
    monkeypatch.setattr("starforge.games.lessons.files", lambda game, room: sorted(tmp_path.glob("*.toml")))
    found, faults = readable.__wrapped__("astroforce")
    assert [one.slug for one in found] == ["01-the-crew", "02-paying"]
    assert faults == ("03-broken.toml, line 1, about: Field required",)


@pytest.mark.parametrize("slug", ["01-ship-and-crew"])
def test_what_an_act_does_ends_with_one_full_stop(slug):
    table = LessonTable(next(one for one in lessons("reach") if one.slug == slug), "Ada")
    told = []
    while not table.finished:
        for seat in sorted(table.course.match.state.asks):
            if seat == 0 and (found := asyncio.run(table.hint(0))) is not None:
                told.append(found[1])
                asyncio.run(table.submit(0, found[0]))
            elif seat:
                asyncio.run(table.step_bot())
    assert any("Claim Comet Tail" in words for words in told)
    assert all(words.endswith(".") and not words.endswith("..") for words in told)
