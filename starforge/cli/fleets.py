"""The command for the fleets of Shattered Reach that a user keeps by name: fleets."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from starforge.cli.usage import UsageError
from starforge.engine.state import to_jsonable
from starforge.games.assets import AssetError
from starforge.tables.folders import fleets_file
from starforge.tables.table import clean
from starforge.tui.games.shattered_reach.fleets import hangar
from starforge.tui.shells.lines import Lines


def fleets(args: Namespace) -> int:
    path, lines = fleets_file(), Lines(sys.stdin, sys.stdout)
    stock = hangar.read_stock(path)
    if args.export:
        hangar.save(Path(args.export), [to_jsonable(one) for one in stock.fleets])
        lines.say(f"{len(stock.fleets)} fleets are written to {args.export}.")
    elif args.take:
        if not Path(args.take).exists():
            raise FileNotFoundError(2, "no such file", args.take)
        given = hangar.read_stock(Path(args.take))
        if given.faults:
            raise AssetError(given.faults[0])
        for one in given.fleets:
            hangar.check_limits(Path(args.take).name, one)
        lines.say(*(f"Kept as {hangar.keep_beside(path, one).name}: {one.words}." for one in given.fleets))
    elif args.delete:
        gone = [one for one in stock.fleets if one.name.casefold() == clean(args.delete).casefold()]
        if not gone:
            raise UsageError(f"no fleet {args.delete!r} is kept; 'starforge fleets' lists them")
        for one in gone:
            hangar.drop(path, one.faction, one.name)
            lines.say(f"{one.name} of {one.faction} is deleted.")
    else:
        lines.say(*(f"{one.faction}  {one.name}: {one.words}; {one.cost:,} points" for one in stock.fleets))
        lines.say(*(f"cannot be used: {fault}" for fault in stock.faults))
        lines.say(f"They are kept in {path}." if stock.entries else "No fleet is kept yet; build one and keep it.")
    return 0
