import pytest

from starforge.server.operation.settings import FILE, ServerSettings, read_server_settings
from starforge.tables.table import TableError


def test_without_a_file_the_defaults_hold(tmp_path):
    assert read_server_settings(tmp_path) == ServerSettings()


def test_what_an_operator_has_set_is_used(tmp_path):
    (tmp_path / FILE).write_text('registration = "invite"\nnotify = ["mail-them", "--now"]\n')
    settings = read_server_settings(tmp_path)
    assert (settings.registration, settings.notify) == ("invite", ["mail-them", "--now"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('registration = "closed"', "registration cannot be 'closed'"),
        ("tables_per_user = 0", "tables_per_user cannot be 0"),
        ('notify = "a b"', "notify cannot be 'a b'"),
        ("colour = 1", "no setting 'colour'; there are: registration"),
        ("registration", "are not TOML"),
    ],
)
def test_what_cannot_be_used_is_told_in_words(tmp_path, text, words):
    (tmp_path / FILE).write_text(text)
    with pytest.raises(TableError, match=words):
        read_server_settings(tmp_path)
