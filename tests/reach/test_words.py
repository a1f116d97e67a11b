"""All that is printed on cards and said about games reads well."""

import re

from starforge.bots.bot import sampler
from starforge.engine.rng import Rng
from starforge.games.reach import GAME
from starforge.games.reach.game import Options
from starforge.games.reach.words import choices, names
from tests.reach.table import NAMES

AWKWARD = (
    re.compile(r"\b[Aa] (?!one|uni|use|eu)[aeiouAEIOU]"),
    re.compile(r"\b[Aa]n [^aeiouAEIOU\W]"),
    re.compile(r"\b1 (?:more |extra |other |less )?(?!less|loss)[a-z]+s\b"),
    re.compile(
        r"\b(?:[2-9]|\d\d) (?:(?:Mid|Senior|Junior|Lead) )?(?:token|card|point|mission|Engineer|Pilot|Specialist)\b"
    ),
    re.compile(r"\b(?:[2-9]|\d\d) (?:Mid|Senior|Junior|Lead) of\b"),
    re.compile(r"\b(\w+) \1\b"),
    re.compile(r"\S {2,}\S"),
    re.compile(r" [.,;:!?]|\.\.(?!\.)|,,|\(\)|^\s*$"),
    re.compile(r"\b\d+ [a-z]+ more\b"),
)


def printed():
    """Return every text on cards, and all that is said about whole games."""
    s, seen = GAME.new(Options(), 3, 5), set()
    for topic in ("card", "ship"):
        seen |= set(GAME.inform(GAME.view(s, 0), NAMES, topic, []))
    seen |= set(choices.QUESTIONS.values()) | set(names.NAMES.values())
    for seed in range(3):
        s = GAME.new(Options(), 2 + seed, seed)
        while s.result is None:
            seat = min(s.asks)
            view = GAME.view(s, seat)
            seen |= {text for c in view.choices for text in (c.label, c.hint, c.reason) if text}
            seen |= {GAME.question(view), *GAME.lines(view, NAMES)}
            GAME.apply(s, seat, GAME.advise(view, sampler(GAME, s, seat, 1), Rng(seed)))
            seen |= {GAME.tell(event, NAMES) for event in s.events} - {""}
            s.events.clear()
    return seen


def test_all_that_is_said_reads_well():
    texts = [text.strip() for text in printed()]
    assert not {text: match.group() for text in texts for rule in AWKWARD if (match := rule.search(text))}
