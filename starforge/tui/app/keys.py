"""Every key of the app, in one table: what is pressed, what it does, and how footers and the help screen say it.

Only plain letters, digits, Enter, Escape, Backspace, Tab, Space, arrows and paging keys are used. What an arrow or a
paging key does can be done with a letter too, so nothing depends on F-keys, Ctrl, Alt or one country's keyboard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple


class Key(NamedTuple):
    """Bind keys in a scope to a method ``do_...`` of its screen; ``short`` is '' when the footer leaves it out."""

    scope: str
    keys: tuple[str, ...]
    do: str
    short: str
    help: str


def _key(scope: str, keys: str, do: str, short: str, help: str) -> Key:  # noqa: A002
    return Key(scope, tuple(keys.split()), do, short, help)


PARENTS = {
    "any": (),
    "list": ("any",),
    "text": ("any",),
    "home": ("list", "any"),
    "form": ("list", "any"),
    "lobby": ("list", "any"),
    "waiting": ("list", "any"),
    "talk": ("text", "any"),
    "shared": (),
    "search": ("text", "any"),
    "help": ("text", "any"),
    "reader": ("text", "any"),
    "records": ("text", "any"),
    "analysis": ("text", "any"),
    "replay": ("any",),
    "report": ("any",),
    "handoff": ("report", "any"),
    "end-card": ("any",),
    "game": ("any",),
    "astroforce": ("game", "any"),
    "reach": ("game", "any"),
    "shattered-reach": ("game", "any"),
}
"""The scopes that hold in each scope besides itself."""

KEYS: tuple[Key, ...] = (
    _key("any", "?", "help", "keys", "Show the keys of this screen."),
    _key("any", "q", "quit", "leave", "Leave this screen; everything is saved as it happens."),
    _key("any", "escape", "back", "", "Go back one step. Nothing is ever thrown away."),
    _key("list", "down tab j", "next", "", "Go to the next line."),
    _key("list", "up shift+tab k", "previous", "", "Go to the line before."),
    _key("list", "enter space", "choose", "Enter choose", "Choose what is under the cursor."),
    _key("list", "right l +", "more", "", "Change what is under the cursor to its next value."),
    _key("list", "left h -", "less", "", "Change what is under the cursor to the value before."),
    _key("list", "backspace b", "back", "", "Go back one step."),
    _key("home", "x", "remove", "", "Delete the game under the cursor for ever, after asking."),
    _key("lobby", "n", "new", "n new table", "Open a new table: game, seats, options, clock."),
    _key("lobby", ";", "talk", "talk", "Read and join the talk of everybody here."),
    _key("lobby", "o", "own", "o own games", "Your own games on this computer, away from the server."),
    _key("lobby", "l", "learn", "l learn", "Learn a game by doing: lessons and puzzles."),
    _key("lobby", "d", "daily", "d today", "The games of the day, with the boards of the day and of all time."),
    _key("lobby", "b", "records", "b logbook", "What your games at this server came to: won, best, luck, honours."),
    _key("lobby", "s", "settings", "settings", "Theme, look, bell, animations, confirmations."),
    _key("lobby", "r", "rules", "rules", "Read a rulebook."),
    _key("lobby", "p", "people", "", "See who is here."),
    _key("lobby", "x", "decline", "", "Decline the invitation under the cursor, or leave the table that gathers."),
    _key("lobby", "w", "replay", "", "Watch the ended game under the cursor move by move."),
    _key("lobby", "e", "export", "", "Write the ended game under the cursor to a file."),
    _key("lobby", "a", "rematch", "", "Offer those of the ended game under the cursor to play again."),
    _key("waiting", ";", "talk", "talk", "Talk with those who wait here."),
    _key("waiting", "i", "invite", "", "As host: reserve the seat under the cursor for somebody."),
    _key("waiting", "x", "give_up", "", "Leave this table; a host who leaves takes it off the board."),
    _key("talk", "enter ;", "say", "Enter say", "Say something."),
    _key("shared", ";", "talk", "talk", "Talk with those at this table."),
    _key("shared", "+", "agree", "", "Agree that moves are taken back."),
    _key("shared", "-", "refuse", "", "Refuse that moves are taken back."),
    _key("text", "down j", "down", "", "Scroll one line down."),
    _key("text", "up k", "up", "", "Scroll one line up."),
    _key("text", "pagedown space d", "page_down", "Space page", "Scroll one page down."),
    _key("text", "pageup u", "page_up", "", "Scroll one page up."),
    _key("text", "home g t", "top", "", "Go to the beginning."),
    _key("text", "end e", "bottom", "", "Go to the end."),
    _key("text", "backspace b", "back", "b back", "Go back."),
    _key("help", "g", "glossary", "g words and signs", "Every word and sign of the game, and what it is for."),
    _key("reader", "r", "rules", "rules", "Open the rule that it is about."),
    _key("search", "/ s", "search", "search", "Search for words; Enter finds them."),
    _key("search", "n enter", "find_next", "n next", "Go to the next place found."),
    _key("search", "p", "find_previous", "", "Go to the place found before."),
    _key("replay", "right n enter", "step", "n step", "Go one move on."),
    _key("replay", "left b backspace", "step_back", "b back", "Go one move back."),
    _key("replay", "down d pagedown", "turn", "d turn", "Go to the next turn."),
    _key("replay", "up u pageup", "turn_back", "", "Go to the turn before."),
    _key("replay", "home g", "top", "", "Go to the beginning."),
    _key("replay", "end e", "bottom", "", "Go to the end."),
    _key("replay", "p space", "play", "p play", "Play on by itself, or stop."),
    _key("replay", "j", "jump", "j jump", "Jump to a turn by its number."),
    _key("replay", "s", "seat", "s seat", "See it through the next seat's eyes."),
    _key("replay", "l", "log", "", "Read the log."),
    _key("replay", "t", "point", "t turning point", "Go to the next turning point, when the game has ended."),
    _key("replay", "r", "point_back", "", "Go to the turning point before."),
    _key("replay", "+ =", "faster", "+ faster", "Play faster; there are four speeds."),
    _key("replay", "-", "slower", "", "Play slower."),
    _key("replay", "c", "card", "c card", "Show the end card of a game that has ended."),
    _key("end-card", "enter space", "next", "Enter next", "Leave the table, for the next game."),
    _key("end-card", "w", "film", "w film", "Watch the game again from its beginning."),
    _key("end-card", "a", "analysis", "a analysis", "See when the game was decided, and how much of it was luck."),
    _key("analysis", "s", "stop", "", "Stop working it out, with what is known so far."),
    _key("analysis", "tab", "seat", "Tab seat", "Look at the game from the next seat."),
    _key("end-card", "n", "again", "n again", "Play the same game with the same seed; at a server, offer a rematch."),
    _key("end-card", "p", "picture", "p picture", "Write this card to a file, as a picture."),
    _key("end-card", "i l", "words", "i words", "Read the card in words, with every turning point."),
    _key("end-card", "c", "campaign", "", "After a patrol of a campaign: see how it stands, and fly the next."),
    _key("end-card", "backspace b", "back", "b board", "Go back to the board."),
    _key("astroforce", "o", "odds", "", "Read what the dice can pay for: now, one rolled again, at the next roll."),
    _key("reach", "o", "odds", "o odds", "Read exact odds: the next tile's damage, what may come, the landing."),
    _key("reach", ".", "others", "", "Look at the next ship, and at what it lacks for the missions."),
    _key("report", "enter", "choose", "Enter go on", "Go on to the board; twice at a hand-off."),
    _key("report", "space pagedown d", "page", "Space page", "Read on, and after the end go on to the board."),
    _key("report", "pageup u", "page_up", "", "Go a page back."),
    _key("report", "down j", "down", "", "Go a line on."),
    _key("report", "up k", "up", "", "Go a line back."),
    _key("report", "backspace b", "back", "", "Go on to the board."),
    _key("reach", "s", "supplies", "", "Read what the decks and the box still hold."),
    _key("game", "enter", "choose", "Enter do", "Do what is under the cursor, or open it."),
    _key("game", "tab right down j", "next", "Tab next", "Go to the next thing that can be done."),
    _key("game", "shift+tab left up k", "previous", "", "Go to the thing before."),
    _key("game", "backspace", "step_back", "", "Step back: out of a list, else take your last action back."),
    _key("game", "space", "more", "", "Show more choices when they do not all fit."),
    _key("game", "u", "undo", "undo", "Take your last action back, as far as the last roll or draw."),
    _key("game", "h", "hint", "hint", "Ask what a bot would do, and why."),
    _key("game", "i", "inspect", "inspect", "Read all about what is under the cursor."),
    _key("game", "l", "log", "log", "Read everything that happened."),
    _key("game", "r", "rules", "rules", "Open the rules at the point in question."),
    _key("game", "f", "jump", "", "Jump: a letter beside each thing takes the cursor there."),
    _key("game", "m", "menu", "", "Open the menu: settings, rules, log, leave."),
    _key("shattered-reach", "t", "ship", "t ship", "Take the next ship in hand that can still act."),
    _key("shattered-reach", "g", "zoom", "g zoom", "Zoom: the whole map, overview, default, detail."),
    _key("shattered-reach", "v", "lens", "v lens", "Show drifts, where a ship can go (f: letters), arcs, or nothing."),
    _key(
        "shattered-reach",
        "p",
        "panel",
        "p panel",
        "Beside the map: ship and plan, nothing, fleets, missiles, shots, report, or log.",
    ),
    _key("shattered-reach", ":", "chart", "", "Show or hide the small map of the whole board, where there is room."),
    _key("shattered-reach", "w", "ahead", "", "Planning: one hex forward. Firing: the first weapon."),
    _key(
        "shattered-reach",
        "a",
        "turn_left",
        "",
        "Turn left. Firing: the second weapon. Building: take one out.",
    ),
    _key("shattered-reach", "d", "turn_right", "", "Turn right. Firing: the fourth weapon. Building: buy one."),
    _key("shattered-reach", "s", "slower", "", "Planning: slow down. Firing: the third weapon."),
    _key(
        "shattered-reach",
        "x",
        "first",
        "",
        "Planning: drift one hex. Firing: all guns of the ship at the target.",
    ),
    _key("shattered-reach", ",", "fly", "", "Move all ships that have a plan, fire as suggested, or deploy by role."),
    _key("shattered-reach", "e", "end", "", "End the movement or the fire; commit the fleet or its deployment."),
    _key("shattered-reach", "shift+tab /", "previous", "", "Go to the thing that can be done before this one."),
    _key("shattered-reach", "k up 8", "north", "", "Move the cursor north, or up in a list."),
    _key("shattered-reach", "o 9 pageup", "northeast", "", "Move the cursor northeast."),
    _key("shattered-reach", "n 3 pagedown", "southeast", "", "Move the cursor southeast."),
    _key("shattered-reach", "j down 2", "south", "", "Move the cursor south, or down in a list."),
    _key("shattered-reach", "b 1 end", "southwest", "", "Move the cursor southwest."),
    _key("shattered-reach", "y z 7 home", "northwest", "", "Move the cursor northwest."),
    _key("shattered-reach", "left 4", "west", "", "Move the cursor west."),
    _key("shattered-reach", "right 6", "east", "", "Move the cursor east."),
    _key("shattered-reach", "5", "choose", "", "Do what is under the cursor, on the number pad."),
    _key("shattered-reach", "<", "left_of", "", "Planning: let the ship arrive in the heading before, anticlockwise."),
    _key("shattered-reach", ">", "right_of", "", "Planning: let the ship arrive in the next heading clockwise."),
    _key(
        "shattered-reach", "*", "mark", "", "Planning: mark the ship under the cursor, to move all marked ships as one."
    ),
    _key(
        "shattered-reach",
        "!",
        "group",
        "",
        "Planning: keep the marked ships as a group, or mark one; a letter follows.",
    ),
    _key(
        "shattered-reach",
        "=",
        "earlier",
        "",
        "Planning: carry the plan out one place earlier. Firing: all shots.",
    ),
    _key("shattered-reach", ".", "news", "", "Read what others did, ship by ship on the map."),
    _key("shattered-reach", "'", "news_back", "", "Read back in what others did."),
    _key("shattered-reach", "%", "odds", "", "Read exact odds: of all that bears, your shots, locks and missiles."),
    _key("shattered-reach", "c", "centre", "", "Bring the ship in hand into the middle."),
    _key("shattered-reach", "0", "fit", "", "Show all ships that fight, as large as they fit; again: the whole map."),
)

CHOICE_KEYS = "1234567890abcdefghijklmnopqrstuvwxyz"
_TEXTUAL = {"question_mark": "?", "slash": "/", "ctrl+j": "enter", "newline": "enter", "ctrl+h": "backspace"}


def bindings(scope: str) -> list[Key]:
    """Return the keys that work in a scope, its own first."""
    scopes = (scope, *PARENTS[scope])
    return [key for name in scopes for key in KEYS if key.scope == name]


@lru_cache
def taken(scope: str) -> Mapping[str, Key]:
    """Return by key what it does in a scope; the nearer scope goes before its parents."""
    found: dict[str, Key] = {}
    for key in bindings(scope):
        for name in key.keys:
            found.setdefault(name, key)
    return found


def named(key: str, character: str | None) -> str:
    """Return the name used here for a key press: its character in lower case if it prints, else the key's name."""
    if character and character.isprintable() and character != " ":
        return character.lower()
    return _TEXTUAL.get(key, key)


def free(scope: str, used: Iterable[str] = ()) -> list[str]:
    """Return the digits and letters that nothing in the scope uses: keys for choices."""
    gone = {*taken(scope), *used}
    return [key for key in CHOICE_KEYS if key not in gone]


@lru_cache
def footer(scope: str) -> tuple[tuple[str, str], ...]:
    """Return the keys to show in the last line, each with its short name."""
    shown = []
    for key in bindings(scope):
        if key.short:
            word, _, rest = key.short.partition(" ")
            shown.append((word, rest) if rest else (key.keys[0], key.short))
    return tuple(shown)


def says(key: str) -> str:
    """Return a key as people read it."""
    arrows = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
    return arrows.get(key) or (key if len(key) == 1 else key.title())
