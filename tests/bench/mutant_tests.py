"""The tests of the rules as mutants meet them: which test runs which line, and the first that notices a change.

All is one run of pytest. The tests are collected once; then each mutant gets a process of its own, forked from there,
in which its function is changed and the tests that run its line follow each other, the cheapest first.
"""

from __future__ import annotations

import gc
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from tests.bench.mutation import GAMES, ROOT, Mutant, import_changed, lines, living, patch, remembered

FEW = {"STARFORGE_SEEDS": "2", "STARFORGE_EXAMPLES": "10", "STARFORGE_DRAWS": "100"}
FOLDERS = ("astroforce", "reach", "shattered_reach", "goldens")
BY_CHANCE = ("test_bots.py", "test_levels.py", "test_odds.py", "test_player.py")
"""What plays series or compares frequencies: too costly, and too coarse to notice a single change for certain."""
OPTIONS = ["-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
LEFT_OUT = [
    *(f"--ignore-glob=*/{name}" for name in BY_CHANCE),
    "--deselect=tests/shattered_reach/test_data.py::test_zones_hold_the_largest_fleets",
    "--deselect=tests/reach/test_fair_cards.py::test_ur_w4_no_card_that_may_be_played_does_nothing",
]
NOTICED, SURVIVED = 1, 0
"""The exit codes of a mutant's process; any other is the end of one that ran away, which is noticed too."""
IMPORT = ""
"""The test, as it were, that runs what is run as modules are imported."""
MEMORY = 4 << 30
ENDLESS = 2
"""Seconds of a core after which a test does not end that took hardly any without the mutant."""
MOST = float(os.environ.get("STARFORGE_MOST", "60"))
"""Seconds of tests that one mutant is met with at the most."""

Line = tuple[str, int]


class Coverage:
    """The lines of rules that are run while it is on."""

    def __init__(self) -> None:
        self.lines: set[Line] = set()
        self._functions: dict[int, Callable[..., Any] | None] = {}
        """By the id of a function's code, what notes its lines; None where they are known, or nobody asks."""
        self._seen: list[CodeType] = []
        """All code met so far, kept so that no other gets the id of one that is gone, as that of imports soon is."""

    @contextmanager
    def on(self) -> Iterator[None]:
        sys.settrace(self._call)
        try:
            yield
        finally:
            sys.settrace(None)

    def _call(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        key = id(frame.f_code)
        if key not in self._functions:
            self._seen.append(frame.f_code)
            name = frame.f_code.co_filename
            of_rules = "/rules/" in name and name.startswith(str(GAMES))
            self._functions[key] = self._noting(frame.f_code) if of_rules else None
        note = self._functions[key]
        return note and note(frame, event, arg)

    def _noting(self, code: CodeType) -> Callable[..., Any]:
        path, missing = str(Path(code.co_filename).relative_to(GAMES)), {line for *_, line in code.co_lines() if line}

        def note(frame: FrameType, event: str, arg: object) -> Callable[..., Any]:
            if frame.f_lineno in missing:
                missing.discard(frame.f_lineno)
                self.lines.add((path, frame.f_lineno))
                if not missing:
                    self._functions[id(code)] = None
            return note

        return note


class MutantTests:
    """A plugin of pytest that meets mutants with the tests that were collected."""

    def __init__(self, wanted: list[Mutant], kept: Path, done: Callable[[Mutant, str], None]) -> None:
        """Call ``done`` with each mutant and what noticed it, "" for one that survives.

        ``kept`` is where it stands, a test a line, what each costs and which lines it runs; what is missing is added.
        """
        self.wanted, self.kept, self.done = wanted, kept, done
        self.items: dict[str, pytest.Item] = {}
        self.costs: dict[str, float] = {}
        self.tests: dict[Line, set[str]] = defaultdict(set)
        self.functions: dict[CodeType, list[FunctionType]] = {}
        self.remembered: list[Callable[[], None]] = []
        self.imported, self.is_known = Coverage(), IMPORT in self._read()
        self.is_mutant = False
        self.told = tempfile.TemporaryFile()  # noqa: SIM115

    def pytest_collection(self) -> None:
        """Let an example that fails be enough: to make it small takes long."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings(), phases=phases, database=None, derandomize=True)
        settings.load_profile("mutants")

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Iterator[None]:
        if self.is_known:
            return (yield)
        with self.imported.on():
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        if self.is_mutant and call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception):
            os._exit(NOTICED)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.remembered = remembered()
        known = self._read()
        if missing := [item for name, item in self.items.items() if name not in known]:
            _apart(lambda: self._measure(missing))
        for nodeid, (cost, ran) in self._read().items():
            self.costs[nodeid] = cost
            for path, line in ran if nodeid in self.items or nodeid == IMPORT else ():
                self.tests[path, line].add(nodeid)
        self.functions = living({one.path for one in self.wanted})
        assert self.functions or not self.wanted, "no function of the rules is found, so none could be changed"
        gc.freeze()  # or each mutant's process would copy all memory as it counts
        for one in self.wanted:
            self.done(one, self._meet(one))
        return True

    def _read(self) -> dict[str, tuple[float, list[Line]]]:
        lines = self.kept.read_text(encoding="utf-8").splitlines() if self.kept.exists() else []
        return {nodeid: (cost, ran) for nodeid, cost, ran in map(json.loads, lines)}

    def _measure(self, items: list[pytest.Item]) -> None:
        """Run tests once, and write what each costs and which lines it runs."""
        with self.kept.open("a", encoding="utf-8") as file:

            def write(*found: object) -> None:
                print(json.dumps(found, default=sorted), file=file, flush=True)

            write(IMPORT, 0.0, self.imported.lines)
            for item, after in zip(items, [*items[1:], None], strict=True):
                self._forget()  # or what is worked out once would be run by the first test alone
                coverage, start = Coverage(), time.process_time()
                with coverage.on():
                    reports = runtestprotocol(item, log=False, nextitem=after)
                passed = all(report.passed for report in reports)
                write(item.nodeid, time.process_time() - start, coverage.lines if passed else ())

    def _forget(self) -> None:
        for forget in self.remembered:
            forget()

    def _meet(self, one: Mutant) -> str:
        """Return the test that notices a mutant, or "" when none does."""
        tests = set().union(*(self.tests.get((one.path, line), ()) for line in lines(one)))
        if is_imported := IMPORT in tests:
            tests = {test for (path, _), some in self.tests.items() if path == one.path for test in some}
        ordered = sorted(tests - {IMPORT}, key=self.costs.__getitem__)
        spent = itertools.accumulate(self.costs[test] for test in ordered)
        ordered = [test for test, cost in zip(ordered, spent, strict=True) if cost < MOST]
        if not ordered:
            return ""
        return _anew(one, ordered) if is_imported else self._first(one, ordered)

    def _first(self, one: Mutant, tests: list[str]) -> str:
        """Return the first of these tests that fails where a mutant is played."""

        def meet() -> None:
            self.is_mutant = True
            patch(one, self.functions)
            self._forget()
            for test, after in zip(tests, [*tests[1:], ""], strict=True):
                self.told.truncate(0)
                os.pwrite(self.told.fileno(), test.encode(), 0)
                spent = time.process_time() + ENDLESS + 5 * self.costs[test]
                resource.setrlimit(resource.RLIMIT_CPU, (int(spent) + 1, resource.RLIM_INFINITY))
                runtestprotocol(self.items[test], log=False, nextitem=self.items.get(after))

        if _apart(meet) == SURVIVED:
            return ""
        return os.pread(self.told.fileno(), 1000, 0).decode()


def _apart(do: Callable[[], None]) -> int:
    """Do something in a process of its own, and return its exit code."""
    child = os.fork()
    if not child:
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            do()
        except BaseException:
            os._exit(NOTICED)
        os._exit(SURVIVED)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _anew(one: Mutant, tests: list[str]) -> str:
    """Run tests in a new Python that imports the mutant."""
    command = [sys.executable, "-m", "tests.bench.mutant_tests", json.dumps(one), *OPTIONS, *tests]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return "" if done.returncode == 0 else " ".join([*failed, "a run anew"][:1])


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")} | FEW


def meet(wanted: list[Mutant], kept: Path, done: Callable[[Mutant, str], None]) -> None:
    """Meet mutants with the tests of rules, as ``MutantTests`` does."""
    os.environ.update(FEW)
    os.chdir(ROOT)
    words = [*OPTIONS, *LEFT_OUT, *(f"tests/{folder}" for folder in FOLDERS)]
    pytest.main(words, plugins=[MutantTests(wanted, kept, done)])


if __name__ == "__main__":
    import_changed(Mutant(*json.loads(sys.argv[1])))
    sys.exit(pytest.main(sys.argv[2:]))
