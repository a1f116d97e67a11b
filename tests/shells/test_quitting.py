"""A program that is left while its bots think ends as it should: no thought outlives it, and none crashes the end."""

import os
import random
import signal

import pexpect

from starforge.games import GAMES, load
from tests.shells.test_screens import screen
from tests.waiting import DEADLINE

QUITS = int(os.environ.get("STARFORGE_QUITS", "3"))
AT_ONCE = 3
"""Programs that run beside each other, so that none has a core for itself."""
ENDINGS = {"qq": 0, "\x03": 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGQUIT: 131}


def begun(home, game):
    """Start a game of bots alone, which think all the time, and wait until it is shown."""
    words = [word for _ in range(load(game).info.seats[0]) for word in ("--seat", "bot:greedy")]
    child = screen(home, "play", game, *words)
    child.expect(load(game).info.title.partition(":")[0].upper().split()[-1])
    return child


def test_no_quit_while_bots_think_ends_in_a_crash(tmp_path):
    chance = random.Random(5)
    for number in range(0, QUITS, AT_ONCE):
        children = [begun(tmp_path / f"{number + n}", chance.choice(list(GAMES))) for n in range(AT_ONCE)]
        for child in children:
            child.expect(pexpect.TIMEOUT, timeout=chance.random() * 0.4)
            how = chance.choice(list(ENDINGS))
            child.kill(how) if isinstance(how, signal.Signals) else child.send(how)
            child.expect(pexpect.EOF, timeout=DEADLINE)
            child.close()
            assert (child.signalstatus, child.exitstatus) == (None, ENDINGS[how]), (number, how, child.before[-500:])
    assert not [*tmp_path.glob("*/data/crash.txt"), *tmp_path.glob("*/data/fault.txt")]
