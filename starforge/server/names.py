"""Names that look alike."""

from __future__ import annotations

import unicodedata


def skeleton(name: str) -> str:
    """Return what is the same for all names that look like this one."""
    return unicodedata.normalize("NFKC", name).casefold()
