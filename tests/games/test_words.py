"""All that is printed on cards and said about games reads well, in every game."""

import os
import re
from functools import cache

import pytest

from starforge.bots.bot import sampler
from starforge.engine.rng import Rng
from starforge.games import GAMES, load

NAMES = ("Ada", "Ben", "Cyd", "Dov")
SEEDS = int(os.environ.get("STARFORGE_SEEDS", "1"))
NOUN = (
    "(?:(?:crew|damage|mission|victory) )?(?:token|card|point|mission|engineer|scientist|operator|pilot|specialist|"
    "junior|mid|senior|lead|shot|hit|ship|hex|turn|round|ion|year|stage|missile|laser|torpedo|weapon|shield|tile|event|plan)"
)
AWKWARD = (
    re.compile(r"\b[Aa] (?!one|uni|use|eu)[aeiouAEIOU]"),
    re.compile(r"\b[Aa]n [^aeiouAEIOU\W]"),
    re.compile(rf"\b1 (?:more |extra |other |less )?{NOUN}s\b", re.IGNORECASE),
    re.compile(rf"\b(?:[2-9]|\d\d) (?:more )?{NOUN}\b(?! [A-Z])", re.IGNORECASE),
    re.compile(r"\b(?:[2-9]|\d\d) (?:Mid|Senior|Junior|Lead) of\b"),
    re.compile(r"\b([a-z]{2,}) \1\b"),
    re.compile(r"\S {2,}\S"),
    re.compile(r"(?<![\d.])0\.0+(?!\d)"),
    re.compile(r"\s$"),
    re.compile(r" [.,;:!?]|\.\.(?!\.)|,,|\(\)|^\s*$"),
    re.compile(r"\b\d+ [a-z]+ more\b"),
    re.compile(r"\b(?:go|goes) up to \d+ more\b|counts \d+ more\b"),
)
OPTIONS = {"shattered-reach": {"rounds": 3}}
TOPICS = {"reach": ("card", "ship"), "astroforce": ("card",), "shattered-reach": ("ships", "threats")}


@cache
def said(game, seats, seed):
    """Return all that is said about a whole game that bots play, and what of it reports and hints are made of."""
    s, names = game.new(game.options(**OPTIONS.get(game.info.id, {})), seats, seed), NAMES[:seats]
    seen, told, dice = set(), set(), Rng(seed)
    for topic in TOPICS[game.info.id]:
        seen |= set(game.inform(game.view(s, 0), names, topic, []))
    for n in range(3000):
        if s.result is not None:
            break
        seat = min(s.asks)
        view = game.view(s, seat)
        seen |= {text for c in view.choices for text in (c.label, c.hint, c.reason) if text}
        if n % 5 == 0:
            seen |= {game.question(view), *game.lines(view, names)}
        action = game.advise(view, sampler(game, s, seat, 1), dice) or view.legal[dice.below(len(view.legal))]
        told.add(game.why(view, action))
        game.apply(s, seat, action)
        told |= {game.tell(event, names) for event in s.events}
        s.events.clear()
    return (seen | told) - {""}, told - {""}


def games(slug):
    game = load(slug)
    return [said(game, game.info.seats[seed % 2], seed) for seed in range(SEEDS)]


@pytest.mark.parametrize("slug", GAMES)
def test_all_that_is_said_reads_well(slug):
    texts = {text.lstrip() for found, _ in games(slug) for text in found}
    assert not {text: match.group() for text in texts for rule in AWKWARD if (match := rule.search(text))}


@pytest.mark.parametrize("slug", GAMES)
def test_reports_and_hints_name_things_and_no_hexes_by_number(slug):
    places = re.compile(r"(?<![\d,.])-?\d{1,2},-?\d{1,2}(?![\d,])")
    assert not {text for _, told in games(slug) for text in told if places.search(text)}
