"""Some pictures as PNG too, for places that show no SVG; chromium draws them.

Each PNG names the SVG that it was made from by a digest, so that a test can tell when it is out of date.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from hashlib import sha256
from pathlib import Path

from tests.pictures import FOLDER

NAMES = (
    "shattered-deployment-120x40",
    "shattered-planning-120x40",
    "shattered-firing-120x40",
    "shattered-overview-120x40",
    "shattered-detail-120x40",
    "shattered-ascii",
    "shattered-mono",
    "shattered-planning-80x24",
)
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = len(_SIGNATURE) + 25
"""Bytes before the second chunk: the first always has 13 bytes of data and 12 around them."""
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run")


def source(svg: bytes) -> bytes:
    """Return the chunk that says which SVG a PNG was made from."""
    body = b"tEXtSource\0" + sha256(svg).hexdigest().encode()
    return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))


def draw(svg: Path, png: Path) -> None:
    """Let a browser draw an SVG; its web font gives way to one of the system, as far as there is one."""
    words = re.sub(r"@font-face\s*\{[^}]*\}", "", svg.read_text(encoding="utf-8"))
    words = words.replace("Fira Code", "DejaVu Sans Mono")
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', words)
    assert found, f"{svg} has no viewBox"
    width, height = (int(float(size)) + 1 for size in found.groups())
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder, "page.html"), Path(folder, "shot.png")
        style = f"width:{width}px;height:{height}px"
        page.write_text(f'<body style="margin:0;background:#000"><div style="{style}">{words}</div>', encoding="utf-8")
        where = (f"--user-data-dir={folder}/profile", f"--window-size={width},{height}", f"--screenshot={shot}")
        subprocess.run(["chromium", *_FLAGS, *where, page.as_uri()], check=True, timeout=90, capture_output=True)
        drawn = shot.read_bytes()
    png.write_bytes(drawn[:_HEADER] + source(svg.read_bytes()) + drawn[_HEADER:])


def outdated() -> list[str]:
    """Return the names of those that were not made from the SVG that is kept beside them."""
    return [name for name in NAMES if not _is_of(FOLDER / f"{name}.png", FOLDER / f"{name}.svg")]


def _is_of(png: Path, svg: Path) -> bool:
    return png.exists() and source(svg.read_bytes()) in png.read_bytes()


def renew() -> int:
    """Draw those anew that are out of date, and return the exit code."""
    names = outdated()
    if names and shutil.which("chromium") is None:
        print(f"only chromium draws PNG, and it is not here; out of date: {', '.join(names)}", file=sys.stderr)
        return 1
    for name in names:
        draw(FOLDER / f"{name}.svg", FOLDER / f"{name}.png")
        print(f"{name} has changed as PNG")
    return 0
