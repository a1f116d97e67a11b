"""The commands of ``python -m tests``: a soak deepens whatever can be deepened."""

import re
from pathlib import Path

from tests import __main__ as commands

HERE = Path(__file__).parent
NOT_AMOUNTS = {"SNAPSHOTS"}


def test_a_soak_does_more_of_everything_whose_amount_can_be_chosen(monkeypatch):
    texts = [path.read_text(encoding="utf-8") for path in HERE.rglob("test_*.py")]
    texts += [path.read_text(encoding="utf-8") for path in HERE.glob("*.py")]
    read = {name for text in texts for name in re.findall(r'environ\.get\("STARFORGE_([A-Z]+)"', text)}
    assert read - NOT_AMOUNTS == commands.DEEP.keys()
    ran = []
    monkeypatch.setattr(commands, "run", lambda *words, **more: ran.append((words, more)) or 0)
    monkeypatch.setenv("STARFORGE_SEEDS", "7")
    assert commands.main(["soak", "-k", "chance"]) == 0
    ((words, more),) = ran
    assert words == ("pytest", *commands.PATIENT, "-k", "chance")
    assert (more["STARFORGE_DRAWS"], more["STARFORGE_SEEDS"]) == ("20000", "7")
