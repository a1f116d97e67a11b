"""Fleets kept by name without a screen: in the plain shell while a fleet is built, and on the command line."""

import pytest

from tests.shells.starforge import starforge

PLAY = ("play", "shattered-reach", "--plain", "--seed", "7", "--set", "factions=ferrum,ember", "--seat", "Ada")
FILE = """
[[fleet]]
name = "Wolf"
faction = "ferrum"
ships = { wasp = 3, picket = 3 }

[[fleet]]
name = "Pack"
faction = "ember"
ships = { spark = 2 }
"""
GOOD = FILE.replace("picket = 3", "picket = 2")


def play(home, *lines, other="bot:random"):
    return starforge(home, *PLAY, "--seat", other, typed="\n".join([*lines, "quit", ""])).stdout


def test_a_fleet_is_kept_taken_again_and_deleted_by_words(tmp_path):
    said = play(tmp_path, "fleets", "fleets keep Wolf", "buy wasp", "buy wasp", "fleets keep Wolf\x1b[1m Pack")
    assert "No fleet of the Ferrum Directorate is kept yet." in said
    assert "There is nothing to keep" in said
    assert "Kept as Wolf[1m Pack: 2 Wasp." in said
    said = play(tmp_path, "buy gnat", "fleets take wolf[1m pack", "look", "fleets keep Wolf[1m Pack")
    assert "Wolf[1m Pack is taken." in said
    assert "Your fleet: 2 Wasp." in said
    said = play(
        tmp_path, "buy gnat", "fleets keep Wolf[1m Pack", "fleets take Bear", "fleets fly", "fleets delete Wolf[1m Pack"
    )
    assert "is kept already: 2 Wasp. Delete it first" in said
    assert "No fleet Bear of your faction is kept" in said
    assert "'fleets take NAME'" in said
    assert "Wolf[1m Pack is deleted." in said


def test_what_does_not_fit_is_left_out_in_words(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "fleets.toml").write_text(FILE)
    said = play(tmp_path, "fleets", "fleets take Wolf", "look", "ready", "fleets take Wolf")
    assert "Wolf: 3 Wasp, 3 Picket; 3,240 points. Left out here: 1 Picket (at most 2)" in said
    assert "Pack" not in said
    assert "Left out: 1 Picket (at most 2)." in said
    assert "Your fleet: 2 Picket, 3 Wasp." in said
    assert "A fleet is taken while fleets are built." in said


def test_the_other_player_hears_of_no_fleet_of_mine(tmp_path):
    said = play(tmp_path, "", "buy wasp", "fleets keep Wolfpack", "ready", "", "", "fleets", other="Ben")
    after = said.partition("Welcome, Ben.")[2]
    assert "No fleet of the Ember Coalition is kept yet." in after
    assert "Wolfpack" not in after
    assert "Wasp" not in after


def test_a_broken_file_is_told_by_line(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "fleets.toml").write_text("[[fleet]\n")
    said = play(tmp_path, "buy wasp", "fleets", "fleets keep Wolf")
    assert said.count("The fleets you kept cannot be read: fleets.toml:") == 2
    assert "line 1" in said
    failed = starforge(tmp_path, "fleets")
    assert failed.returncode == 1
    assert failed.stderr.startswith("starforge: fleets.toml:")
    assert "Traceback" not in failed.stderr


def test_an_import_keeps_to_the_limits_of_building(tmp_path):
    file = tmp_path / "given.toml"
    for count in (3, 99):
        file.write_text(FILE.replace("picket = 3", f"picket = {count}"))
        done = starforge(tmp_path, "fleets", "--import", str(file))
        assert f"given.toml, fleet 'Wolf': ships: a fleet has at most 2 Picket, not {count}" in done.stderr
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert starforge(tmp_path, "fleets").stdout.startswith("No fleet is kept yet")


def test_fleets_are_listed_exported_imported_and_deleted_on_the_command_line(tmp_path):
    mine, theirs, file = tmp_path / "mine", tmp_path / "theirs", tmp_path / "given.toml"
    assert starforge(mine, "fleets").stdout == "No fleet is kept yet; build one and keep it.\n"
    file.write_text(GOOD)
    assert "Kept as Wolf: 3 Wasp, 2 Picket." in starforge(mine, "fleets", "--import", str(file)).stdout
    file.write_text(GOOD.replace("wasp = 3", "wasp = 4"))
    assert "Kept as Wolf 2: 4 Wasp, 2 Picket." in starforge(mine, "fleets", "--import", str(file)).stdout
    listed = starforge(mine, "fleets").stdout.splitlines()
    assert listed[0] == "ferrum  Wolf: 3 Wasp, 2 Picket; 2,340 points"
    assert len(listed) == 4
    assert starforge(mine, "fleets", "--export", str(file)).stdout == f"3 fleets are written to {file}.\n"
    starforge(theirs, "fleets", "--import", str(file))
    assert starforge(theirs, "fleets").stdout.splitlines()[:3] == listed[:3]
    assert starforge(mine, "fleets", "--delete", "wolf 2").stdout == "Wolf 2 of ferrum is deleted.\n"
    assert "Wolf 2" not in starforge(mine, "fleets").stdout


@pytest.mark.parametrize(
    ("words", "says", "code"),
    [
        (("--import", "there-is-none.toml"), "there-is-none.toml: no such file", 1),
        (("--delete", "Wolf"), "no fleet 'Wolf' is kept", 2),
        (("--export", "no/such/folder/file.toml"), "no such file or directory", 1),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path, words, says, code):
    done = starforge(tmp_path, "fleets", *words)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_an_import_with_a_mistake_changes_nothing(tmp_path):
    file = tmp_path / "given.toml"
    file.write_text(FILE.replace("spark", "sparrow"))
    done = starforge(tmp_path, "fleets", "--import", str(file))
    assert done.returncode == 1
    assert "given.toml, line 7, fleet 2 'Pack': ships: there is no ship 'sparrow'" in done.stderr
    assert not (tmp_path / "data" / "fleets.toml").exists()
