"""What may be written down of an error in a log that holds no secrets."""

from __future__ import annotations

import traceback


def trace(error: BaseException) -> str:
    """Return where an error came from, without its text, which may hold what is secret in a game."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = " < ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} at {places}"
