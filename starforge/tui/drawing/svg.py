"""A picture as an SVG file: small, the same every time, drawn with the fonts that the reader has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color, blend_rgb
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from starforge.tui.app.output import ascii_twin
from starforge.tui.app.theme import Theme
from starforge.tui.drawing.picture import Picture

WIDE, HIGH, SIZE = 8.43, 16.5, 14
MARGIN = 8
_NORMAL = ("#000000", "#be3c3c", "#46a050", "#be8c32", "#2850aa", "#9650aa", "#3296aa", "#bebebe")
_BRIGHT = ("#5f646e", "#ff6e6e", "#78dc8c", "#f5d75f", "#6ea0ff", "#dc8cff", "#64d7ff", "#ffffff")


def _rgb(colours: Sequence[str]) -> list[tuple[int, int, int]]:
    return [Color.parse(colour).get_truecolor() for colour in colours]


TERMINAL = TerminalTheme((16, 18, 22), (208, 212, 218), _rgb(_NORMAL), _rgb(_BRIGHT))
"""The sixteen colours of a terminal that a picture is drawn with."""
_WORDS = re.compile(r"\S+(?: \S+)*")
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"


def to_svg(picture: Picture, theme: Theme, ascii_only: bool = False) -> str:
    """Return the picture in a theme's colours, every run of text fixed to its cells."""
    width, height = picture.width * WIDE + 2 * MARGIN, picture.height * HIGH + 2 * MARGIN
    ground = _colours(theme.style(""))[1]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="{FONTS}"'
        f' font-size="{SIZE}" xml:space="preserve">',
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{ground}"/>',
    ]
    for y in range(picture.height):
        x = 0
        for text, style in picture.runs(y):
            out += _run(ascii_twin(text) if ascii_only else text, theme.style(style), x, y, ground)
            x += cell_len(text)
    return "\n".join([*out, "</svg>", ""])


def _run(text: str, style: Style, x: int, y: int, ground: str) -> list[str]:
    colour, behind = _colours(style)
    left, top, size = MARGIN + x * WIDE, MARGIN + y * HIGH, cell_len(text) * WIDE
    parts = []
    if behind != ground:
        parts.append(f'<rect x="{left:.5g}" y="{top:.5g}" width="{size:.5g}" height="{HIGH + 0.2}" fill="{behind}"/>')
    look = ' font-weight="bold"' if style.bold else ""
    look += ' text-decoration="underline"' if style.underline else ""
    for found in _WORDS.finditer(text):
        start, words = left + cell_len(text[: found.start()]) * WIDE, found.group()
        parts.append(
            f'<text x="{start:.5g}" y="{top + 12.8:.5g}" textLength="{cell_len(words) * WIDE:.5g}"'
            f' lengthAdjust="spacingAndGlyphs" fill="{colour}"{look}>{_spelled(words)}</text>'
        )
    return parts


def _spelled(words: str) -> str:
    return escape(words).encode("ascii", "xmlcharrefreplace").decode()


def _colours(style: Style) -> tuple[str, str]:
    """Return the colours of text and ground."""
    theme = TERMINAL
    text = style.color.get_truecolor(theme, True) if style.color else theme.foreground_color
    behind = style.bgcolor.get_truecolor(theme, False) if style.bgcolor else theme.background_color
    if style.dim:
        text = blend_rgb(text, behind, 0.5)
    if style.reverse:
        text, behind = behind, text
    return text.hex, behind.hex
