"""What the words of a style look like: named themes, and palettes for terminals with sixteen colours or none.

Words name meanings: ``mine``, ``foe``, ``ally`` and ``third`` are sides, ``legal`` is where one can act, ``danger``
threatens, ``faint`` is what is empty or cannot be used, ``line`` draws frames and rules, ``on:cursor`` is the ground
under the cursor, ``on:lit`` the ground of what matches it. ``hue1`` to ``hue6`` are six kinds of a game's own.
``on:area1`` to ``3`` are grounds that belong to a side, ``on:hull1`` to ``3`` its pieces, ``on:path`` the way of a
piece and ``on:arc`` what it reaches. No meaning is told by a colour alone: whoever draws also writes a mark. What a
ground would swallow is written in a lighter or darker tone of its colour (``LEAST``). ``art A B`` are the two
tones of a cell of a picture, ``hue2/6`` being six tenths of a colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache

from rich.color import Color, ColorSystem
from rich.style import Style

from starforge.quick import dataclass

WORDS = (
    *("text", "dim", "faint", "line", "title", "legal", "danger", "good", "warn"),
    *("mine", "foe", "ally", "third", "hue1", "hue2", "hue3", "hue4", "hue5", "hue6"),
)
GROUNDS = (
    *("on:ground", "on:bar", "on:cursor", "on:lit", "on:panel", "on:path", "on:arc"),
    *("on:area1", "on:area2", "on:area3", "on:hull1", "on:hull2", "on:hull3"),
)
ATTRIBUTES = ("bold", "reverse", "underline", "strike", "italic")


@dataclass(frozen=True)
class Theme:
    """Map the words to colours or, for terminals without them, to attributes; ``about`` says whom it is for."""

    id: str
    title: str
    about: str
    words: Mapping[str, str] = field(hash=False)

    def style(self, style: str) -> Style:
        """Return a style's words as colours and attributes."""
        return _style(self.id, style)


def _theme(id: str, title: str, about: str, colours: str) -> Theme:  # noqa: A002
    words = dict(zip((*WORDS, *GROUNDS), colours.split(), strict=True))
    return Theme(id, title, about, words)


THEMES: dict[str, Theme] = {
    theme.id: theme
    for theme in (
        _theme(
            "night",
            "Night",
            "calm colours on deep blue",
            "#c9d4e5 #8290a8 #62718c #3b4a66 #eef3fb #f2c14e #ff6b6b #7bd88f #f5a65b"
            " #5cc8ff #ff8a80 #8fe388 #d6a2ff #f2c14e #5cc8ff #7bd88f #f5a65b #ff8f8f #d78bff"
            " #0b1020 #151d33 #2a3a63 #24304d #111830 #3b3d16 #231d3f"
            " #0f2a40 #371a24 #15331f #175a82 #84323a #2c7038",
        ),
        _theme(
            "daylight",
            "Daylight",
            "ink on paper, for bright rooms",
            "#26303d #5c6878 #7d8794 #b4bcc8 #0c1420 #8a5a00 #b3261e #1b6e35 #9a4b00"
            " #005a9e #b3261e #1b6e35 #6b3fa0 #8a5a00 #005a9e #1b6e35 #a34a00 #b3261e #7a3fa0"
            " #f7f5ef #e9e5da #d5e2f5 #f3e6bd #efece3 #f1e3a4 #e6def2"
            " #d6e6f3 #f4dcd8 #daeeda #9fc6e8 #edaca6 #a9d8ab",
        ),
        _theme(
            "contrast",
            "High contrast",
            "white and yellow on black",
            "#ffffff #d8d8d8 #9a9a9a #8a8a8a #ffffff #ffff00 #ff7070 #70ff70 #ffb000"
            " #00ffff #ff8080 #80ff80 #ff9cff #ffff00 #00e5ff #70ff70 #ffb000 #ff8080 #ff9cff"
            " #000000 #1c1c1c #0000b8 #4a4a00 #000000 #404000 #300048"
            " #002840 #400808 #083808 #005878 #902020 #207020",
        ),
        _theme(
            "clear",
            "Colour-blind safe",
            "blue, orange and yellow, told apart by everyone",
            "#d6dbe2 #8d97a5 #6a7685 #44505f #f4f7fa #f0e442 #e8743b #56b4e9 #e69f00"
            " #56b4e9 #e8743b #b8e0f7 #cc79a7 #f0e442 #56b4e9 #00b48a #e69f00 #e8743b #cc79a7"
            " #0f1216 #1b2027 #1d4a6e #3d3a1c #151a20 #45431a #2e2440"
            " #142c3f #3a2216 #22343f #24618c #8a4420 #4d7d96",
        ),
    )
}
SIXTEEN = _theme(
    "sixteen",
    "Sixteen colours",
    "the terminal's own colours on black",
    "white white bright_black bright_black bright_white bright_yellow bright_red bright_green yellow"
    " bright_cyan bright_red bright_green bright_magenta"
    " bright_yellow bright_cyan bright_green yellow bright_red bright_magenta"
    " black black blue bright_black black bright_black black"
    " black black black blue red green",
)
SIXTEEN_DAY = _theme(
    "sixteen-day",
    "Sixteen colours, daylight",
    "the terminal's own colours on white",
    "black bright_black bright_black bright_black black blue red blue magenta"
    " blue red bright_black magenta"
    " magenta blue bright_blue black red bright_magenta"
    " bright_white bright_white blue bright_black bright_white bright_black bright_white"
    " bright_white bright_white bright_white blue red black",
)
INKS = {
    "sixteen": {"blue": "bright_white", "bright_black": "bright_white", "red": "bright_white"},
    "sixteen-day": {},
}
"""What is written with on a ground of sixteen colours, where that is not the colour of the usual ground: none of the
others can be read on each of them."""
MONO = Theme(
    "mono",
    "No colours",
    "bold, underlined and reversed",
    {
        **dict.fromkeys((*WORDS, *GROUNDS), ""),
        **dict.fromkeys(("title", "legal", "danger", "warn", "mine"), "bold"),
        "faint": "dim",
        "line": "dim",
        "on:cursor": "reverse",
        "on:lit": "underline",
    },
)
DEFAULT = "night"
LEAST = {"line": 1.4, "faint": 3.0}
"""The contrast that words have on every ground, as WCAG measures it; all others have 4.5, with high contrast 7."""

_GREYS = (233, 235, 24, 238, 234, 58, 236, 17, 52, 22, 25, 88, 28)
GREYS = {word: f"color({number})" for word, number in zip(GROUNDS, _GREYS, strict=True)}
"""Grounds for terminals with 256 colours, whose nearest to a deep blue is a loud one."""


def _greyed(theme: Theme) -> Theme:
    return Theme(f"{theme.id}-256", theme.title, theme.about, {**theme.words, **GREYS})


GREYED = {name: _greyed(THEMES[name]) for name in ("night", "clear")}
_ALL = {theme.id: theme for theme in (*THEMES.values(), *GREYED.values(), SIXTEEN, SIXTEEN_DAY, MONO)}


def theme_for(name: str, colours: str, light: bool = False) -> Theme:
    """Return the theme for a terminal that has ``colours``: ``none``, ``sixteen``, ``256`` or ``many``.

    ``light``: its own ground is; where it has few colours, that decides between night and daylight.
    """
    if colours == "none":
        return MONO
    if colours == "sixteen":
        return SIXTEEN_DAY if name == "daylight" or (light and name != "contrast") else SIXTEEN
    theme = THEMES.get(name, THEMES[DEFAULT])
    return GREYED.get(theme.id, theme) if colours == "256" else theme


@lru_cache(4096)
def _style(id: str, style: str) -> Style:  # noqa: A002
    theme = _ALL[id]
    if style.startswith("art "):
        _, above, below = style.split()
        return Style() if theme is MONO else Style.parse(f"{_tone(theme, above)} on {_tone(theme, below)}")
    if theme is MONO:
        named = " ".join(theme.words.get(w, "reverse" if w.startswith("on:") else w) for w in style.split())
        return Style.parse(" ".join(dict.fromkeys(named.split())))
    colour, ground = theme.words["text"], theme.words["on:ground"]
    attributes: list[str] = []
    for word in style.split():
        if word in ATTRIBUTES:
            attributes.append(word)
        elif word.startswith("on:"):
            ground = theme.words.get(word) or theme.words[word[3:]]
            colour = colour if word in theme.words else theme.words["on:ground"]
        else:
            colour = theme.words[word]
    usual = theme.words["on:ground"]
    if id in INKS and ground != usual:
        colour = INKS[id].get(ground, usual)
        attributes = [one for one in attributes if one != "bold" or colour != "black"]  # bold black may be grey
    elif id not in INKS:
        least = min((LEAST[word] for word in style.split() if word in LEAST), default=7 if id == "contrast" else 4.5)
        colour = _legible(colour, ground, least, id.endswith("-256"))
    return Style.parse(f"{' '.join(attributes)} {colour} on {ground}")


def _tone(theme: Theme, tone: str) -> str:
    """Return a tone of a picture: so many tenths of a word's colour on the usual ground, ``.`` the ground itself."""
    word, _, tenths = tone.partition("/")
    usual, colour = theme.words["on:ground"], theme.words.get(word, "")
    if word == "." or not colour:
        return usual
    share = int(tenths or 10)
    if theme.id in INKS:
        return theme.words["line"] if share < 4 else colour
    pair = zip(Color.parse(usual).get_truecolor(), Color.parse(colour).get_truecolor(), strict=True)
    return Color.from_rgb(*(low + (high - low) * share // 10 for low, high in pair)).name


@lru_cache(1024)
def _legible(colour: str, ground: str, least: float, few: bool) -> str:
    """Return a colour, mixed with as much white or black as it takes to be read on a ground; ``few``: of 256."""
    inks, behind = Color.parse(colour).get_truecolor(), _brightness(Color.parse(ground), few)
    pole = 255 if behind < 0.18 else 0
    for tenth in range(11):
        mixed = Color.from_rgb(*(ink + (pole - ink) * tenth // 10 for ink in inks))
        light, dark = sorted((_brightness(mixed, few), behind), reverse=True)
        if (light + 0.05) / (dark + 0.05) >= least:
            break
    return mixed.name


def _brightness(colour: Color, few: bool) -> float:
    """Return the relative luminance of a colour, of the nearest there is where there are few."""
    seen = (colour.downgrade(ColorSystem.EIGHT_BIT) if few else colour).get_truecolor()
    parts = [part / 255 for part in seen]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
