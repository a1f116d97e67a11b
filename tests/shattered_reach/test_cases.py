"""The cases worked out by hand: SR-M1 to SR-M14, SR-X1 to SR-X8, SR-F1 to SR-F12, SR-R1 to SR-R3, SR-V1 to SR-V5."""

from __future__ import annotations

import pytest

from tests.shattered_reach.transcript import CASES, Table, cases

FILES = sorted(path.name for path in CASES.glob("*.txt"))


@pytest.mark.parametrize("lines", [case for name in FILES for case in cases(name)])
def test_case(lines: list[str]) -> None:
    Table().play(lines)


def test_there_are_enough_of_them() -> None:
    assert sum(len(cases(name)) for name in FILES) >= 60
