"""What a server refuses, in words."""

from __future__ import annotations

from starforge.engine.rules import Illegal
from starforge.engine.save import OptionError, SaveError
from starforge.tables.table import TableError

REFUSALS = (TableError, Illegal, SaveError, OptionError)
"""What is raised where a server refuses something."""


def sentence(error: Exception) -> str:
    words = f"{error.reason} [{error.rule}]" if isinstance(error, Illegal) else str(error)
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "]", "?", "!")) else ".")
