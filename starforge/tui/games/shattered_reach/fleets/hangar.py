"""The fleets that a user keeps by name, in a TOML file among the user's games; every mistake in it is told by place."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from starforge.engine.shape import Check, Misshapen, read_shape, sized
from starforge.engine.state import to_jsonable
from starforge.games.assets import AssetError
from starforge.games.shattered_reach.model.catalogue import FACTION_NAMES, Faction, hulls, roster
from starforge.quick import dataclass
from starforge.tables.table import LONGEST_NAME, clean

MOST = 200
"""So many fleets can be kept."""
_LARGEST = 1_000_000
_BERTH = re.compile(r"[a-z-]+ -?\d{1,3},-?\d{1,3} [0-5]")
_HEAD = """\
# Fleets of Shattered Reach kept by name. One of them is written so:
#   [[fleet]]
#   name = "Iron Fist"
#   faction = "ferrum"
#   ships = { wasp = 4, picket = 1 }

"""


def _named(text: str) -> str:
    if not clean(text):
        raise ValueError("a fleet needs a name that can be read")
    return clean(text)


def _counted(ships: dict[str, int]) -> dict[str, int]:
    for slug, count in ships.items():
        if slug not in hulls():
            raise ValueError(f"there is no ship {slug!r}; there are: {', '.join(hulls())}")
        if not 1 <= count <= 99:
            raise ValueError(f"there cannot be {count} of {slug!r}")
    return {slug: ships[slug] for slug in hulls() if slug in ships}


def _deployed(berths: dict[str, str]) -> dict[str, str]:
    for text in (text for zone in berths.values() for text in zone.split("; ")):
        if not _BERTH.fullmatch(text) or text.split()[0] not in hulls():
            raise ValueError(f"{text[:40]!r} is no berth; one is written so: wasp -3,5 0")
    return berths


@dataclass(frozen=True, kw_only=True)
class Kept:
    """Hold a fleet under its name: how many of each ship; ``read_shape`` checks it.

    ``berths`` has by zone where its ships were deployed: ``wasp -3,5 0; ...``, by bow and heading.
    """

    name: Annotated[str, Check(_named)]
    faction: Faction
    ships: Annotated[dict[str, int], sized(1), Check(_counted)]
    berths: Annotated[dict[str, str], Check(_deployed)] = field(default_factory=dict)

    @property
    def cost(self) -> int:
        """Return what its ships cost together."""
        return sum(hulls()[slug].cost * count for slug, count in self.ships.items())

    @property
    def words(self) -> str:
        """Return its ships in words."""
        return ", ".join(f"{count} {hulls()[slug].name}" for slug, count in self.ships.items())


class Stock(NamedTuple):
    """Hold what a file of fleets has: the fleets, sentences about entries that cannot be used, and all entries."""

    fleets: tuple[Kept, ...] = ()
    faults: tuple[str, ...] = ()
    entries: tuple[dict[str, Any], ...] = ()

    def of(self, faction: str) -> tuple[Kept, ...]:
        """Return the fleets of a faction."""
        return tuple(one for one in self.fleets if one.faction == faction)

    def find(self, faction: str, name: str) -> Kept | None:
        """Return a fleet by its name, capitals or not."""
        wanted = clean(name).casefold()
        return next((one for one in self.of(faction) if one.name.casefold() == wanted), None)


def read_stock(path: Path) -> Stock:
    """Return the fleets of a file, none where there is no file; raise AssetError where it cannot be read at all."""
    try:
        if path.stat().st_size > _LARGEST:
            raise AssetError(f"{path.name}: the file is larger than any that fleets are kept in")
        text = path.read_text(encoding="utf-8")
        found = tomllib.loads(text)
    except FileNotFoundError:
        return Stock()
    except OSError as error:
        raise AssetError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise AssetError(f"{path.name}: it is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise AssetError(f"{path.name}: {error}") from None
    entries = found.pop("fleet", [])
    if found:
        raise AssetError(f"{path.name}: there is {next(iter(found))!r}; fleets stand below [[fleet]] only")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise AssetError(f"{path.name}: fleets stand each below a line [[fleet]]")
    return _checked(path.name, text, entries[: MOST * 2])


def _checked(name: str, text: str, entries: Sequence[dict[str, Any]]) -> Stock:
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.split("#")[0].replace(" ", "") == "[[fleet]]"]
    fleets: list[Kept] = []
    faults: list[str] = []
    for number, entry in enumerate(entries):
        try:
            one = read_shape(Kept, entry)
            _of_one_faction(one)
            if any((one.faction, one.name.casefold()) == (other.faction, other.name.casefold()) for other in fleets):
                raise ValueError("there is a fleet of that name already")
            fleets.append(one)
        except ValueError as error:
            line = f"line {lines[number]}, " if number < len(lines) else ""
            called = clean(str(entry.get("name", "")))
            faults.append(f"{name}, {line}fleet {number + 1}{f' {called!r}' if called else ''}: {_fault(error)}")
    return Stock(tuple(fleets), tuple(faults), tuple(entries))


def _of_one_faction(one: Kept) -> None:
    strange = next((slug for slug in one.ships if slug not in roster(one.faction)), None)
    if strange:
        raise ValueError(
            f"{FACTION_NAMES[one.faction]} has no ship {strange!r}; it has {', '.join(roster(one.faction))}"
        )


def check_limits(name: str, one: Kept) -> None:
    """Raise AssetError for a fleet of the file ``name`` that nobody could build, whatever it may cost."""
    for slug, count in one.ships.items():
        if count > hulls()[slug].limit:
            most = f"a fleet has at most {hulls()[slug].limit} {hulls()[slug].name}"
            raise AssetError(f"{name}, fleet {one.name!r}: ships: {most}, not {count}")


def _fault(error: ValueError) -> str:
    if not isinstance(error, Misshapen):
        return clean_line(str(error))
    place, words = error.faults[0][:2]
    return clean_line(f"{'.'.join(place)}: {words[:1].lower()}{words[1:]}")


def clean_line(text: str) -> str:
    """Return words from a file so that they fit a line."""
    return "".join(c if c.isprintable() else " " for c in text)[:200]


def keep(path: Path, one: Kept) -> None:
    """Keep a fleet under its name, in place of one that has it; raise AssetError or OSError if that fails."""
    stock = read_stock(path)
    entries = [entry for entry in stock.entries if not _is(entry, one.faction, one.name)]
    if len(entries) >= MOST:
        raise AssetError(f"{path.name}: {MOST} fleets are kept already; delete one first")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = {key: value for key, value in to_jsonable(one).items() if value}
    save(path, [*entries, new])


def keep_beside(path: Path, one: Kept) -> Kept:
    """Keep a fleet, under another name if its own is taken by other ships, and return it as it is kept."""
    stock, name, count = read_stock(path), one.name, 1
    while (there := stock.find(one.faction, name)) is not None and there.ships != one.ships:
        count += 1
        name = f"{one.name[: LONGEST_NAME - 4]} {count}"
    keep(path, kept := replace(one, name=name))
    return kept


def drop(path: Path, faction: str, name: str) -> None:
    """Forget a fleet; raise AssetError or OSError if that fails."""
    save(path, [entry for entry in read_stock(path).entries if not _is(entry, faction, name)])


def _is(entry: Mapping[str, Any], faction: str, name: str) -> bool:
    return entry.get("faction") == faction and clean(str(entry.get("name", ""))).casefold() == clean(name).casefold()


def written(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return entries as the text of a file."""
    import tomli_w

    def line(key: str, value: Any) -> str:
        inline = f"{{ {', '.join(map(line, value, value.values()))} }}" if isinstance(value, dict) else ""
        return tomli_w.dumps({key: 0}).removesuffix("0\n") + inline if inline else tomli_w.dumps({key: value}).strip()

    return _HEAD + "\n\n".join("\n".join(("[[fleet]]", *map(line, e, e.values()))) for e in entries) + "\n"


def save(path: Path, entries: Sequence[Mapping[str, Any]]) -> None:
    """Write the file beside its place and put it there in one step; entries that cannot be used stay as they are."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(written(entries))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
