"""How the cards, ships and seats of USC: Reach fare when greedy bots play: landings, points, what is taken.

Run as ``python -m tests.bench.cards [--seats 2] [--games 100] [--seed 0] [--to FILE]``; for every number of players
without one. Each game played is a line of the file, and a run with the same file goes on where the last one stopped.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from starforge.bots.arena import Series, play
from starforge.games.reach.game import Options
from starforge.games.reach.model.catalogue import book, dealt
from starforge.games.reach.model.state import KINDS, SEATS


def played(to: Path, seats: int, games: int, seed: int) -> Iterator[dict[str, float]]:
    """Give what games came to, those in the file first; add those that are played to it."""
    to.touch()
    found = [json.loads(line) for line in to.read_text().splitlines()]
    mine = {one["number"]: one["tally"] for one in found if (one["seats"], one["seed"]) == (seats, seed)}
    series = Series("reach", Options(), ("greedy",) * seats, seed)
    for number in range(games):
        if number not in mine:
            mine[number] = play(series, number).tally
            with to.open("a") as file:
                file.write(json.dumps({"seats": seats, "seed": seed, "number": number, "tally": mine[number]}) + "\n")
        yield mine[number]


def table(t: Counter[str], seats: int, games: int) -> Iterator[str]:
    ships, won = seats * games, sum(n for name, n in t.items() if name.startswith("won seat"))
    points = {name: t[f"points {name}"] / (t["landed"] or 1) for name in ("missions", "crew", "objectives", "damage")}
    yield f"  {t['landed'] / ships:.0%} land; points of who lands: " + ", ".join(
        f"{n} {p:.1f}" for n, p in points.items()
    )
    seat_wins = [t[f"won seat {n}"] / (won or 1) for n in range(seats)]
    ship_wins = {ship: t[f"won ship {ship}"] / (t[f"ship {ship}"] or 1) for ship in book().ships}
    yield f"  wins by seat: {', '.join(f'{share:.0%}' for share in seat_wins)}"
    yield f"  wins of a ship's games: {', '.join(f'{ship} {share:.0%}' for ship, share in ship_wins.items())}"
    taken = {kind: t[f"claimed type {kind}"] / (t[f"met type {kind}"] or 1) for kind in KINDS}
    yield f"  claimed of what is met: {', '.join(f'{kind} {share:.0%}' for kind, share in taken.items())}"
    for what, cards in (
        ("specialist", dealt(book().specialists)),
        ("scavenge", {slug: m for slug, m in dealt(book().missions).items() if m.type == "scavenge"}),
    ):
        shares = {c: (t[f"{what} {c} taken"], t[f"{what} {c} offered"]) for c in cards}
        ranked = sorted(shares, key=lambda c: shares[c][0] / (shares[c][1] or 1))
        yield f"  {what}s least taken: {', '.join(f'{c} {shares[c][0]:g}/{shares[c][1]:g}' for c in ranked[:8])}"
    never = [slug for slug in dealt(book().missions) if not t[f"claimed card {slug}"]]
    yield f"  missions never claimed: {', '.join(never) or 'none'}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how the cards of USC: Reach fare.")
    parser.add_argument("--seats", type=int, choices=SEATS, action="append", help="for so many players only")
    parser.add_argument("--games", type=int, default=100, help="for each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, default=Path("reach-games.jsonl"), help="where the games played are kept")
    args = parser.parse_args()
    for seats in args.seats or SEATS:
        total: Counter[str] = Counter()
        for tally in played(args.to, seats, args.games, args.seed):
            total.update(tally)
        print(
            f"{seats} players, {args.games} games, seed {args.seed}",
            *table(total, seats, args.games),
            sep="\n",
            flush=True,
        )


if __name__ == "__main__":
    main()
