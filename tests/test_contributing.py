"""The recipes of CONTRIBUTING.md: each is followed to the letter in a copy of the project.

What a code block is for stands behind its language: ``toml to FILE`` is put at the end of a file, ``python new FILE``
makes one, ``diff FILE`` changes one (``...`` stands for lines left out), and the commands of ``sh`` must succeed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LEFT_OUT = ("screenshots", ".venv", ".git", ".*_cache", "*.pyc.*", "build", "dist")
"""What a copy need not hold; what Python has compiled already it may keep."""


class Step(NamedTuple):
    """A code block: its language, what is to be done with it, and what it holds."""

    language: str
    doing: str
    body: str


def recipes() -> dict[str, list[Step]]:
    """Return the code blocks of each recipe, by its title."""
    (part,) = re.findall(r"^## Recipes\n(.*?)(?=^## )", TEXT, re.MULTILINE | re.DOTALL)
    found = {}
    for section in re.split(r"^### ", part, flags=re.MULTILINE)[1:]:
        blocks = re.findall(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
        found[section.partition("\n")[0]] = [Step(*block) for block in blocks]
    return found


def follow(step: Step, top: Path) -> None:
    """Do what a code block says in a copy of the project."""
    kind, _, name = step.doing.rpartition(" ")
    path = top / name
    if step.language == "sh":
        for line in step.body.splitlines():
            run(line, top)
    elif kind == "to":
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{step.body}", encoding="utf-8")
    elif kind == "new":
        assert not path.exists(), name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.body, encoding="utf-8")
    else:
        assert step.language == "diff", step
        text = path.read_text(encoding="utf-8")
        path.write_text(changed(text, of_today(text, step.body)), encoding="utf-8")


def of_today(text: str, diff: str) -> str:
    """Return a diff with the version of the rules that stands in a text, and the next, for those that it names."""
    now = dict(re.findall(r"\b(rules_version|rules_since)=(\d+)", text))
    new = str(int(now.get("rules_version", 0)) + 1)
    diff = re.sub(
        r"^(-.*\b(rules_version|rules_since)=)\d+", lambda one: one[1] + now[one[2]], diff, flags=re.MULTILINE
    )
    return re.sub(r"^(\+.*\b(?:rules_version|rules_since)=)\d+", rf"\g<1>{new}", diff, flags=re.MULTILINE)


def changed(text: str, diff: str) -> str:
    """Return a text with its one place that a diff names changed."""
    for piece in re.split(r"^ *\.\.\.\n", diff, flags=re.MULTILINE):
        lines = piece.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if line[0] != "+")
        new = "".join(line[1:] or "\n" for line in lines if line[0] != "-")
        assert text.count(old) == 1, f"there must be one such place, not {text.count(old)}:\n{old}"
        text = text.replace(old, new)
    return text


def run(line: str, top: Path) -> None:
    words = shlex.split(line)
    assert words[0] == "python", line
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHONPATH"))}
    env |= {"PYTEST_ADDOPTS": "-n 0 -p no:cacheprovider", "STARFORGE_SEEDS": "1"}
    done = subprocess.run([sys.executable, *words[1:]], cwd=top, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"


@pytest.mark.parametrize("title", recipes())
def test_a_recipe_works_as_it_is_written(title: str, tmp_path: Path) -> None:
    top = tmp_path / "starforge"
    shutil.copytree(ROOT, top, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for step in recipes()[title]:
        follow(step, top)


def test_there_is_a_recipe_for_each_thing_that_is_often_done() -> None:
    assert len(recipes()) >= 6


def test_files_that_are_named_are_there() -> None:
    named = {one.replace("GAME", "reach") for one in re.findall(r"`((?:starforge|tests|assets)/[\w./-]*)`", TEXT)}
    assert named
    assert [one for one in sorted(named) if not (ROOT / one).exists()] == []
