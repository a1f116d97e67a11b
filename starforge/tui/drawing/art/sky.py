"""A sky of a few stars, always the same at the same size, and the name of the program. Pure."""

from __future__ import annotations

from hashlib import blake2b

from starforge.tui.drawing.picture import Picture
from starforge.tui.drawing.region import Region

NAME = (
    "█▀▀ ▀█▀ █▀█ █▀█ █▀▀ █▀█ █▀█ █▀▀ █▀▀",
    "▀▀█  █  █▀█ █▀▄ █▀  █ █ █▀▄ █ █ █▀▀",
    "▀▀▀  ▀  ▀ ▀ ▀ ▀ ▀   ▀▀▀ ▀ ▀ ▀▀▀ ▀▀▀",
)
PLAIN_NAME = ("", "S  T  A  R  F  O  R  G  E", "-------------------------")


def draw_sky(picture: Picture, salt: int = 1) -> None:
    draw_stars(picture, Region(0, 0, picture.width, picture.height), salt)


def draw_stars(picture: Picture, region: Region, salt: int) -> None:
    """Draw stars where nothing is, one to about sixty cells."""
    for n in reversed(range(region.width * region.height // 60)):
        spark = blake2b(f"{salt} {n}".encode(), digest_size=6).digest()
        x = int.from_bytes(spark[:2], "big") * region.width >> 16
        y = int.from_bytes(spark[2:4], "big") * region.height >> 16
        bright = spark[4] % 8
        star, style = "*" if bright == 0 else "∙" if bright < 3 else "·", "dim" if bright < 3 else "line"
        if picture.chars[region.y + y][region.x + x] == " ":
            picture.put(region.x + x, region.y + y, star, style)


def draw_name(picture: Picture, y: int, plain: bool) -> int:
    """Draw the program's name in the middle and return the row after it."""
    for row, text in enumerate(PLAIN_NAME if plain else NAME):
        picture.centre(y + row, text, "mine bold" if not plain or row == 1 else "line")
    return y + 3
