"""A tournament of levels: fixtures in all seats, shares with intervals, ratings, and files to go on from."""

from dataclasses import replace

import pytest

from starforge.bots import ladder
from starforge.bots.ladder import Fixture, Outcome, Share, Tournament, beats, ratings
from starforge.cli import main
from starforge.games import GAMES
from tests.tiny import GAME, Options

LEVELS = ("random", "captain")


def outcomes(won: int, lost: int, drawn: int = 0) -> list[Outcome]:
    fixture = Fixture("captain", "random", 0)
    one, other, none = (Outcome(fixture, a, b) for a, b in (LEVELS[::-1], LEVELS, ("", "")))
    return [one] * won + [other] * lost + [none] * drawn


def test_a_share_has_an_interval_that_narrows_with_the_games():
    assert str(Share(65, 100)) == "65 % (55 to 74)"
    assert str(Share(260, 400)) == "65 % (60 to 70)"
    assert Share(0, 0).interval == (0.0, 100.0)
    assert Share(5, 5).interval[1] == pytest.approx(100)


def test_only_decided_games_count_for_who_beats_whom():
    assert beats(outcomes(3, 1, 5), "captain", "random") == Share(3, 4)
    assert beats(outcomes(3, 1, 5), "random", "captain") == Share(1, 4)


def test_who_wins_more_is_rated_higher_and_more_games_say_so_more_surely():
    few, many = (ratings(LEVELS, outcomes(3, 1) * n) for n in (2, 30))
    assert many["captain"][0] > many["random"][0]
    assert many["captain"][1] < few["captain"][1]


def test_what_was_played_is_not_played_again_and_leads_to_the_same_end():
    whole = Tournament("tiny", Options(), LEVELS, 2, 6)
    assert len(list(whole.play(1))) == 6
    first = Tournament("tiny", Options(), LEVELS, 2, 2)
    assert len(list(first.play(1))) == 2
    rest = Tournament("tiny", Options(), LEVELS, 2, 6, done=first.done)
    assert len(list(rest.play(1))) == 4
    assert rest.done == whole.done
    assert ladder.table(rest) == ladder.table(whole)


def test_where_all_win_together_levels_are_compared_by_the_same_games(monkeypatch):
    monkeypatch.setattr(type(GAME), "info", replace(GAME.info, together=True))
    one = Tournament("tiny", Options(), LEVELS, 2, 2, done={"captain 0": True, "random 0": False, "captain 1": True})
    assert [outcome.won for outcome in one.outcomes()] == ["captain"]
    assert [key for key, _ in one.play(1)] == ["random 1"]


def test_the_command_prints_a_table_and_keeps_what_it_played(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(GAMES, "tiny", "tests.tiny:GAME")
    file = str(tmp_path / "games.jsonl")
    words = ["ladder", "tiny", "--games", "4", "--jobs", "1", "--to", file]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.startswith("| level | rating | beats the next lower | decided games |\n|---|---|---|---|\n| captain | ")
    assert "captain beats random in" in said
    kept = (tmp_path / "games.jsonl").read_text(encoding="utf-8")
    assert len(kept.splitlines()) == 5
    (tmp_path / "games.jsonl").write_text(kept[:-1].rpartition("\n")[0] + '\n["captain rando', encoding="utf-8")
    for _ in range(2):
        assert main(words) == 0
        assert capsys.readouterr().out == said
        assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 6, "played anew once"
    assert main([*words, "--seed", "9"]) != 0
    assert "holds games of another tournament" in capsys.readouterr().err
    for what in (b"{", b"[]", b"\xff", b"notes of mine\n"):
        (tmp_path / "other").write_bytes(what)
        assert main([*words[:-1], str(tmp_path / "other")]) == 2
        assert f"{tmp_path / 'other'} holds no games of a tournament" in capsys.readouterr().err
    head = kept.partition("\n")[0]
    (tmp_path / "other").write_text(f'{head}\n5\n"ab"\n["captain random 0", 7]\n{{}}\n', encoding="utf-8")
    assert main([*words[:-1], str(tmp_path / "other")]) == 0
    assert capsys.readouterr().out == said
    assert main(["ladder", "tiny", "--levels", "captain"]) != 0
    assert "two levels or more" in capsys.readouterr().err
