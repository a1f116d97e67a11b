"""Games whose bots fail: they take for ever, hang without listening to any signal, or end their process.

An Admiral of ``Waiting`` is sound, but thinks until somebody hurries it; a Cadet does not even then come to an end.
"""

import os
import signal
import time
from dataclasses import replace

from tests.tiny import GAME


class Endless(type(GAME)):
    info = replace(GAME.info, id="endless")

    def advise(self, view, sample, rng):
        while True:
            sample()


class Hanging(type(GAME)):
    info = replace(GAME.info, id="hanging")

    def advise(self, view, sample, rng):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        time.sleep(60)


class Dying(type(GAME)):
    info = replace(GAME.info, id="dying")

    def advise(self, view, sample, rng):
        os._exit(3)


class Failing(type(GAME)):
    info = replace(GAME.info, id="failing")

    def advise(self, view, sample, rng):
        raise RuntimeError("the secret is c07")


class Patient:
    about = "waits until it is hurried"
    explains = False

    def choose(self, at):
        at.pace.best = at.view.legal[0]
        while not at.pace.hurried:
            time.sleep(0.01)
        return at.view.legal[-1]


class Deaf:
    about = "hears nobody"
    explains = False

    def choose(self, at):
        at.pace.best = at.view.legal[-1]
        while True:
            time.sleep(0.01)


class Waiting(type(GAME)):
    info = replace(GAME.info, id="waiting")
    policies = {"admiral": Patient(), "cadet": Deaf()}


GAMES = {kind.info.id: kind() for kind in (Endless, Hanging, Dying, Failing, Waiting)}
ENDLESS, HANGING, DYING, FAILING, WAITING = GAMES.values()
