"""Every request there is, once granted and once refused in words: whoever adds one adds a case here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import pytest

import starforge
from starforge.server.requests.index import REQUESTS
from tests.server.local_server import LocalServer, Tap, serving, tap

OPEN, BOT = ["", "", "", False, False, ""], ["", "random", "", False, False, ""]
NOWHERE = {"table": "abcdef"}


class Scene:
    """Ada and Ben, each with a client, and a stranger without a name."""

    def __init__(self, server: LocalServer, ada: Tap, ben: Tap, stranger: Tap) -> None:
        self.server, self.ada, self.ben, self.stranger = server, ada, ben, stranger

    async def playing(self) -> dict[str, Any]:
        """Return the body that names a table at which Ada and Ben play, and which both have open."""
        at = {"table": await self.server.table(["Ada", "Ben"], rounds=1)}
        for client in (self.ada, self.ben):
            await client.ask("open", **at)
        return at

    async def offered(self, *assignments: list[Any]) -> dict[str, Any]:
        """Return the body that names a table of Ada's that has not begun."""
        body = {"game": "tiny", "assignments": [OPEN, *assignments], "options": {}, "clock": ["none", 0]}
        return {"table": (await self.ada.ask("create", **body))["ok"]}

    async def ended(self) -> dict[str, Any]:
        """Return the body that names a table whose game is over."""
        at = await self.playing()
        await self.ben.ask("resign", **at)
        return at

    def card(self, at: dict[str, Any], seat: int = 0) -> str:
        """Return what lays the first card of a seat."""
        table = self.server.daemon.hub.open[at["table"]]
        return next(str(one) for one in table.game.legal(table.record.match.state, seat) if str(one).startswith("lay"))


class Case(NamedTuple):
    """A body that is granted, one that is refused, and what the refusal says."""

    granted: dict[str, Any]
    refused: dict[str, Any]
    words: str


Prepare = Callable[[Scene], Awaitable[Case]]
CASES: dict[str, tuple[Prepare, str]] = {}


def case(name: str, who: str = "ada") -> Callable[[Prepare], Prepare]:
    """Let a function prepare the scene for a request of ``who``."""

    def keep(prepare: Prepare) -> Prepare:
        CASES[name] = prepare, who
        return prepare

    return keep


# --- account --------------------------------------------------------------------------------------


@case("hello", who="newcomer")
async def _(scene: Scene) -> Case:
    who = {"identity": ["key", "SHA256:new"], "suggested": "New"}
    return Case({"version": starforge.__version__, **who}, {"version": "0", **who}, "install the same version")


@case("register", who="stranger")
async def _(scene: Scene) -> Case:
    return Case({"name": "Zoe"}, {"name": "Zoe"}, "known here as 'Zoe' already")


@case("preferences")
async def _(scene: Scene) -> Case:
    return Case({}, {"what": 1}, "extra inputs")


@case("prefer")
async def _(scene: Scene) -> Case:
    return Case({"values": {"look": "ascii"}}, {"values": {"size": 1}}, "no setting 'size'")


# --- lobby ----------------------------------------------------------------------------------------


@case("create")
async def _(scene: Scene) -> Case:
    body = {"game": "tiny", "assignments": [OPEN, BOT], "options": {}, "clock": ["none", 0]}
    return Case(body, {**body, "assignments": [BOT, BOT]}, "leave one seat open")


@case("join", who="ben")
async def _(scene: Scene) -> Case:
    return Case(await scene.offered(OPEN), await scene.offered(BOT), "every seat at this table is taken")


@case("leave")
async def _(scene: Scene) -> Case:
    return Case(await scene.offered(OPEN), await scene.playing(), "has begun")


@case("people")
async def _(scene: Scene) -> Case:
    return Case({}, {"of": "tiny"}, "extra inputs")


@case("assign")
async def _(scene: Scene) -> Case:
    at = await scene.offered(OPEN)
    return Case({**at, "seat": 1, "assignment": BOT}, {**at, "seat": 0, "assignment": BOT}, "your own seat")


@case("start")
async def _(scene: Scene) -> Case:
    return Case(await scene.offered(BOT), await scene.offered(OPEN), "nobody has taken seat 2")


@case("rematch")
async def _(scene: Scene) -> Case:
    return Case(await scene.ended(), await scene.playing(), "to its end first")


# --- the games of the day, and the logbook --------------------------------------------------------


@case("daily")
async def _(scene: Scene) -> Case:
    return Case({}, {"day": "2026-12-01"}, "extra inputs")


@case("daily-begin")
async def _(scene: Scene) -> Case:
    return Case({"game": "astroforce"}, {"game": "tiny"}, "there is no 'tiny' of the day")


@case("logbook")
async def _(scene: Scene) -> Case:
    return Case({}, {"user": "Ben"}, "extra inputs")


# --- chat -----------------------------------------------------------------------------------------


@case("say")
async def _(scene: Scene) -> Case:
    return Case({"text": "hello"}, {"text": " "}, "nothing to say")


@case("hear")
async def _(scene: Scene) -> Case:
    return Case(await scene.offered(OPEN), NOWHERE, "no table")


@case("read")
async def _(scene: Scene) -> Case:
    return Case({**await scene.playing(), "n": 1}, {**NOWHERE, "n": 1}, "no table")


# --- play -----------------------------------------------------------------------------------------


@case("open")
async def _(scene: Scene) -> Case:
    return Case(await scene.playing(), await scene.offered(OPEN), "has not begun")


@case("close")
async def _(scene: Scene) -> Case:
    return Case(await scene.playing(), {"table": "no table"}, "pattern")


@case("submit")
async def _(scene: Scene) -> Case:
    at = await scene.playing()
    card = scene.card(at)
    return Case({**at, "action": card, "mine": 0}, {**at, "action": card, "mine": 1}, "")


@case("hint")
async def _(scene: Scene) -> Case:
    return Case(await scene.playing(), await scene.ended(), "has ended")


@case("hurry")
async def _(scene: Scene) -> Case:
    return Case(await scene.playing(), await scene.ended(), "has ended")


@case("export")
async def _(scene: Scene) -> Case:
    return Case(await scene.ended(), await scene.playing(), "when it has ended")


# --- table ----------------------------------------------------------------------------------------


@case("undo")
async def _(scene: Scene) -> Case:
    at = await scene.playing()
    await scene.ada.ask("submit", **at, action=scene.card(at), mine=0)
    return Case({**at, "mine": 1}, {**at, "mine": 1}, "")


@case("consent", who="ben")
async def _(scene: Scene) -> Case:
    at = await scene.playing()
    await scene.ada.ask("submit", **at, action=scene.card(at), mine=0)
    await scene.ada.ask("submit", **at, action="ready", mine=1)
    await scene.ada.ask("undo", **at, mine=2)
    return Case({**at, "agree": True}, {**at, "agree": True}, "waits for your answer")


@case("resign")
async def _(scene: Scene) -> Case:
    return Case(await scene.playing(), await scene.ended(), "has ended")


@case("rest")
async def _(scene: Scene) -> Case:
    at = await scene.playing()
    return Case({**at, "seat": 0}, {**at, "seat": 1}, "to be waited for")


@case("return")
async def _(scene: Scene) -> Case:
    at = await scene.playing()
    await scene.ada.ask("rest", **at, seat=0)
    return Case(at, at, "no bot plays for you")


@case("draft")
async def _(scene: Scene) -> Case:
    return Case({**await scene.playing(), "text": "a plan"}, {**NOWHERE, "text": "a plan"}, "no table")


# --- credentials ----------------------------------------------------------------------------------


@case("keys")
async def _(scene: Scene) -> Case:
    return Case({}, {"what": 1}, "extra inputs")


@case("key-code")
async def _(scene: Scene) -> Case:
    return Case({}, {"what": 1}, "extra inputs")


@case("key-add", who="stranger")
async def _(scene: Scene) -> Case:
    code = (await scene.ada.ask("key-code"))["ok"]
    return Case({"code": code}, {"code": code}, "known here as 'Ada' already")


@case("key-drop")
async def _(scene: Scene) -> Case:
    code = (await scene.ada.ask("key-code"))["ok"]
    await scene.stranger.ask("key-add", code=code)
    return Case({"value": "SHA256:Zoe"}, {"value": "SHA256:Ada"}, "that is what you came with")


# --- operator -------------------------------------------------------------------------------------


@case("operate", who="operator")
async def _(scene: Scene) -> Case:
    return Case({"words": ["ban", "Ben", "flooding"]}, {"words": ["people"]}, "not done through the server")


async def connected(server: LocalServer, who: str, scene: Scene) -> Tap:
    """Return the client that asks."""
    if who in ("ada", "ben", "stranger"):
        return getattr(scene, who)
    path = server.daemon.path if who == "operator" else server.daemon.private
    client = Tap(*await asyncio.open_unix_connection(path, limit=2**26))
    server.lobbies.append(client)
    if who == "operator":
        await client.ask("hello", version=starforge.__version__, name_me=False)
    return client


def test_every_request_has_a_case():
    assert sorted(CASES) == sorted(REQUESTS)


NO_NUMBERS = (True, 1.5, "1", -1, 10**400, None)


def numbers_in(body: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to the numbers in a body."""
    if type(body) is int:
        return [way]
    parts = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    return [found for at, part in parts for found in numbers_in(part, (*way, at))]


def with_value(body: Any, way: tuple[Any, ...], value: object) -> Any:
    """Return a body with another value at the end of a way."""
    if not way:
        return value
    copy = body.copy()
    copy[way[0]] = with_value(body[way[0]], way[1:], value)
    return copy


@pytest.mark.parametrize("name", sorted(CASES))
async def test_a_request_is_granted_and_refused(tmp_path, name):
    prepare, who = CASES[name]
    async with serving(tmp_path) as server:
        ada, ben = await tap(server, "Ada"), await tap(server, "Ben")
        stranger = Tap(*await asyncio.open_unix_connection(server.daemon.private, limit=2**26))
        server.lobbies.append(stranger)
        await stranger.ask("hello", version=starforge.__version__, identity=["key", "SHA256:Zoe"])
        scene = Scene(server, ada, ben, stranger)
        granted, refused, words = await prepare(scene)
        client = await connected(server, who, scene)
        for way in numbers_in(granted):
            for value in NO_NUMBERS:
                answer = await client.ask(name, **with_value(granted, way, value))
                assert answer.get("no") == "table", (way, value, answer)
                assert "fault" not in answer["text"], (way, value, answer)
        before, after = (granted, refused) if name != "hello" else (refused, granted)
        answers = [await client.ask(name, **before), await client.ask(name, **after)]
        good, bad = answers if name != "hello" else answers[::-1]
        assert "ok" in good, good
        assert bad.get("no") in ("table", "illegal", "overtaken"), bad
        assert words in bad["text"]
