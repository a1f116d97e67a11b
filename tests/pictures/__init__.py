"""The pictures of the README and of this project's pages: drawn from games that are the same each time."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "screenshots"
