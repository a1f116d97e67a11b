"""Settings: whatever is in the file, the program starts, says what it could not use, and keeps the file."""

import pytest

from starforge.tables import settings
from starforge.tables.folders import data_folder, settings_file
from starforge.tables.settings import Settings, read_settings, write_settings


def test_there_need_be_no_file(tmp_path):
    assert read_settings(tmp_path / "none.toml") == (Settings(), "")


def test_what_is_written_comes_back(tmp_path):
    path = tmp_path / "deep" / "settings.toml"
    mine = Settings(look="ascii", animations=False, name='A "quoted" [name]')
    write_settings(path, mine)
    assert read_settings(path) == (mine, "")
    assert [f.name for f in path.parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    ("text", "kept", "words"),
    [
        ('look = "ascii"\ncolour = "red"\n', {"look": "ascii"}, "there is no setting 'colour'"),
        ('look = "crayon"\nname = "Ada"\n', {"name": "Ada"}, "look cannot be 'crayon'"),
        ('animations = "yes"\n', {}, "animations cannot be 'yes'"),
        ("animations = 1\n", {}, "animations cannot be 1"),
        ('theme = "../../etc"\n', {}, "theme cannot be"),
        ("theme = [[[\n", {}, "not TOML"),
        ("<settings/>", {}, "not TOML"),
        ("[look]\na = 1\n[name]\n", {}, "look cannot be"),
    ],
)
def test_what_cannot_be_used_takes_its_default_and_is_kept_aside(tmp_path, text, kept, words):
    path = tmp_path / "settings.toml"
    path.write_text(text)
    found, notice = read_settings(path)
    assert found == Settings(**kept)
    assert words in notice
    assert "settings.toml.kept" in notice
    assert (tmp_path / "settings.toml.kept").read_text() == text
    assert read_settings(path) == (found, ""), "it is said once"


def test_a_file_that_is_not_text_is_told_of(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xff\xfe\x00")
    found, notice = read_settings(path)
    assert found == Settings()
    assert "cannot be read" in notice


def test_a_folder_in_its_place_is_told_of(tmp_path):
    found, notice = read_settings(tmp_path)
    assert found == Settings()
    assert str(tmp_path) in notice


def test_when_nothing_can_be_written_the_file_stays(tmp_path, monkeypatch):
    path = tmp_path / "settings.toml"
    path.write_text("volume = 11\n")

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(settings, "write_settings", full)
    found, notice = read_settings(path)
    assert found == Settings()
    assert "stays as it is" in notice
    assert path.read_text() == "volume = 11\n"


def test_everything_lives_below_the_home_that_is_set(tmp_path, monkeypatch):
    monkeypatch.setenv("STARFORGE_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "data"
    assert settings_file() == tmp_path / "config" / "settings.toml"
    monkeypatch.delenv("STARFORGE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("sys.platform", "linux")
    assert data_folder().name == settings_file().parent.name == "starforge"
