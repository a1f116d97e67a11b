"""A run of tests that goes on, whatever one of them does."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HANGING = """
import asyncio
import itertools

import pytest

{body}


def test_the_next_is_run():
    pass
"""
IN_A_TASK = """
def test_it_hangs():
    async def spin():
        while True:
            sum(1 for _ in range(100_000))
            await asyncio.sleep(0)

    async def wait():
        spinning = asyncio.create_task(spin())
        while True:
            await asyncio.sleep(1)

    asyncio.run(wait())


def test_it_waits():
    asyncio.run(asyncio.Event().wait())
"""
IN_C = """
def test_it_hangs():
    any(itertools.repeat(0))
"""
FAULTY = """
import ast
import gc


class Late:
    def __init__(self):
        self.itself = self

    def __del__(self):
        ast.parse("(((1 + 2) + 3) + 4)")
        Late()


def test_it_fails():
    gc.set_threshold(20)
    Late()
    assert 1 == 2, "as it must"
"""


def run(folder, text, *words):
    """Run tests in a file with the settings of the project, and return what is said of them."""
    (folder / "test_one.py").write_text(text)
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    always = (
        "-c",
        str(ROOT / "pyproject.toml"),
        "--rootdir",
        str(folder),
        "-p",
        "tests.steady",
        "-p",
        "no:cacheprovider",
    )
    command = [sys.executable, "-m", "pytest", *always, *words, str(folder)]
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True).stdout


def test_a_test_that_hangs_fails_with_its_traceback_and_the_others_go_on(tmp_path):
    said = run(tmp_path, HANGING.format(body=IN_A_TASK), "-n", "0", "--timeout", "0.3", "-o", "faulthandler_timeout=20")
    assert "2 failed, 1 passed" in said
    assert "Failed: Timeout" in said
    assert "asyncio.run(wait())" in said


def test_a_test_that_hears_no_signal_ends_its_process_and_the_run(tmp_path):
    words = ("-n", "1", "--timeout", "0.3", "-o", "faulthandler_timeout=1")
    said = run(tmp_path, HANGING.format(body=IN_C), *words)
    assert "crashed while running 'test_one.py::test_it_hangs'" in said


def test_a_report_is_made_though_garbage_would_be_parsed_meanwhile(tmp_path):
    said = run(tmp_path, FAULTY, "-n", "0")
    assert "1 failed" in said
    assert "as it must" in said
    assert "INTERNALERROR" not in said
