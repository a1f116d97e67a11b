"""Draw the pictures that are named, or all and the README's screens: ``python -m tests.pictures [NAME ...]``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import partial
from typing import Any

from tests.pictures import FOLDER, astroforce, cards, learning, png, reach, readme, server, shattered_reach, shot

Draw = Callable[[], Coroutine[Any, Any, str]]


def pictures() -> Iterator[tuple[str, Draw]]:
    """Yield the name of each picture and what draws it."""
    for one in (*astroforce.SHOTS, *reach.SHOTS, *shattered_reach.SHOTS, *cards.SHOTS, *learning.SHOTS):
        yield one.name, partial(shot.draw, one)
    for other in server.SHOTS:
        yield other.name, partial(server.draw, other)


def main(names: Sequence[str]) -> int:
    """Draw pictures into their folder and return the exit code."""
    known = dict(pictures())
    if unknown := set(names) - set(known):
        print(f"there is no picture {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    for name in names or known:
        path = FOLDER / f"{name}.svg"
        drawn = asyncio.run(known[name]())
        if not path.exists() or path.read_text(encoding="utf-8") != drawn:
            path.write_text(drawn, encoding="utf-8")
            print(f"{name} has changed", flush=True)
    if not names:
        readme.README.write_text(readme.filled(asyncio.run(readme.drawn())), encoding="utf-8")
    return png.renew()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
