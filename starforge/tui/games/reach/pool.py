"""What lies on the table beside the ships: the tile, the mission pool, the Landing card, the hand. Pure."""

from __future__ import annotations

from collections import Counter
from functools import partial

from starforge.english import amount, listed
from starforge.games.reach.model.catalogue import book, crew_card
from starforge.games.reach.model.state import DEPARTMENTS, ROUNDS
from starforge.games.reach.view.types import BoardView, CardView, LandingView, MissionView, ReachView, TileView
from starforge.games.reach.words.names import KIND_NAMES, NAMES, SHORT, WHEN
from starforge.games.reach.words.printed import brief
from starforge.tui.drawing.frame import SIDES, Scene
from starforge.tui.drawing.picture import Picture, Span, fit
from starforge.tui.drawing.region import Region
from starforge.tui.drawing.spots import Spot
from starforge.tui.games.reach.board import preview
from starforge.tui.games.reach.glyphs import BRIEF, HUES, KINDS, LEVELS, figures, need_spans, plate
from starforge.tui.games.reach.spots import HandSpot, MissionSpot


def draw_missions(picture: Picture, scene: Scene, board: BoardView | None, region: Region) -> None:
    """Draw the pool, each mission with a bar for every need of the row that counts, by the ship of ``board``."""
    view: ReachView = scene.view  # type: ignore[assignment]
    row = "upper" if view.step == 1 else "lower"
    whose = f" · {SIDES[board.seat][0]} {scene.names[board.seat]}" if board else ""
    if board and view.phase == "planning" and board.seat != view.seat:
        whose += ", as last open"
    picture.box(region, f"Missions · {row} row{whose}", f"round {view.round}")
    inner = region.inside()
    at = next((n for n, m in enumerate(view.pool) if scene.spot == MissionSpot(m.mission)), 0)
    first = max(0, min(at - inner.height // 2, len(view.pool) - inner.height))
    shown = view.pool[first : first + inner.height]
    whole = [_draw_mission(picture, scene, board, mission, inner.row(n)) for n, mission in enumerate(shown)]
    if len(whole) < len(view.pool) or not all(whole):
        count = f"{len(view.pool)} in all · " if len(whole) < len(view.pool) else ""
        picture.right(region.end - 2, region.bottom - 1, f" {count}i: more ", "legal")


def mission_parts(scene: Scene, board: BoardView) -> tuple[object, ...]:
    """Return what the pool is drawn from, besides the ship and the names."""
    keys = tuple((one.spot, one.key, one.reason) for one in scene.items if isinstance(one.spot, MissionSpot))
    return scene.view, keys, isinstance(scene.spot, MissionSpot) and scene.spot, _have(scene, board)


def _draw_mission(picture: Picture, scene: Scene, board: BoardView | None, m: MissionView, line: Region) -> bool:
    """Draw one mission: its key or whether it is met, title, type, points, needs by department, reward.

    Return whether there was room for all of it.
    """
    spot = MissionSpot(m.mission)
    one = next((one for one in reversed(scene.items) if one.spot == spot), None)
    key, needs, have = one.key if one and not one.reason else "", needs_of(scene, board, m), _have(scene, board)
    known = {d: (have[d], board.totals[d]) for d in needs} if board else None
    row = partial(_draw_row, m, key, (needs, known))
    whole = scene.kept.draw(picture, line, f"mission {m.mission}", (m, key, needs, known), row)
    around = Region(line.x - 1, line.y, line.width + 2)
    picture.spot(around, spot)
    if scene.spot == spot:
        picture.tint(around.left(_meters(line.width)), "on:cursor")
    return bool(whole)


def _meters(width: int) -> int:
    """Return after how many columns of a row the needs begin."""
    return 40 if width >= 112 else 28


Needs = tuple[dict[str, int], dict[str, tuple[int, int]] | None]
"""What a mission needs, and what a ship would have and has, if it is measured by one."""


def _draw_row(m: MissionView, key: str, measured: Needs, picture: Picture, line: Region) -> bool:
    """Draw a mission where it is not pointed at."""
    (needs, have), (x, y, width, _) = measured, line
    cells = 14 if width >= 112 else 10 if width >= 74 else 7
    left = x + _meters(width)
    short = sum(max(n - have[d][0], 0) for d, n in needs.items()) if have is not None else 0
    sign, style = ("✓", "good bold") if have is not None and not short else (f"-{short}" if short else " ", "warn")
    if key:
        sign, style = key, "legal bold"
    room = left - x - 10 if cells < 14 else left - x - 20
    wide = 2 + min(max(len(sign) - 2, 0) + (m.reserved is not None), max(room - len(m.title), 0))
    sign = f"{sign[-wide:]:<2}"  # a long title leaves no room for the minus
    picture.put(x, y, sign, style)
    if m.reserved is not None:
        mark, look = SIDES[m.reserved]
        picture.put(x + len(sign), y, mark, look)
    picture.put(x + wide + 1, y, m.title, "title" if not short else "", room + 2 - wide)
    kind = KINDS[m.type] if cells < 14 else f"{KIND_NAMES[m.type]:<13}"
    picture.put(x + room + 4, y, kind, "dim")
    picture.right(left - 1, y, f"{m.points}", "title bold")
    at = _draw_needs(picture, measured, Region(left, y, cells))
    words = m.text if line.end - at >= len(m.text) else brief(m.mission)
    picture.put(at, y, words if line.end - at >= len(words) else "", "dim")
    return line.end - at >= len(words) and len(m.title) <= room + 2 - wide


def _draw_needs(picture: Picture, measured: Needs, first: Region) -> int:
    """Draw what a mission needs in cells as wide as the first, narrow ones close together; return the column after."""
    (needs, have), (left, y, cells, _) = measured, first
    at = left
    if cells < 10:
        for d in (d for d in DEPARTMENTS if needs.get(d)):
            now, base = have[d] if have is not None else (0, 0)
            at = picture.put(at, y, BRIEF[d][:1], f"{HUES[d]} bold")
            figure = f" {needs[d]}" if have is None else f" {now}/{needs[d]}"
            met = "good" if have is not None and now >= needs[d] else "warn"
            at = picture.put(at, y, figure, "legal bold underline" if now != base else met) + 1
        return at
    for n, d in enumerate(DEPARTMENTS):
        at = left + n * cells
        picture.put(at, y, BRIEF[d][:1], f"{HUES[d]} bold" if d in needs else "faint")
        if d not in needs or not needs[d]:
            picture.put(at + 1, y, "·", "faint")
        elif have is None:
            picture.put(at + 1, y, f" {needs[d]}", "")
        else:
            now, base = have[d]
            picture.spans(at + 1, y, need_spans(d, now, needs[d], cells - 2, now != base), cells - 1)
    return left + len(DEPARTMENTS) * cells


def _have(scene: Scene, board: BoardView | None) -> dict[str, int]:
    if board is None:
        return dict.fromkeys(DEPARTMENTS, 0)
    return preview(scene, board) if board.seat == scene.view.seat else board.totals


def needs_of(scene: Scene, board: BoardView | None, m: MissionView) -> dict[str, int]:
    """Return what a mission takes of a ship: for another's, what that ship has and lacks by the view."""
    if board is None:
        return m.needs
    if board.seat == scene.view.seat:
        return m.required
    lacking, have = m.lacking[board.seat], board.totals
    return {d: have[d] + lacking[d] if d in lacking else min(n, have[d]) for d, n in m.needs.items()}


def draw_tile(picture: Picture, scene: Scene, board: BoardView | None, y: int, ground: str = "") -> None:
    """Draw the tile in one row: play order and damage, and at the right what is to come, in as many words as fit."""
    view: ReachView = scene.view  # type: ignore[assignment]
    ways = [tile_spans(scene, view.tile, brief) for brief in range(picture.width < 100, 3)]
    shown = next((way for way in ways if sum(len(text) for text, _ in way) <= picture.width - 2), ways[-1])
    end = picture.spans(1, y, [(text, f"{style}{ground}".strip()) for text, style in shown], picture.width - 2)
    words = next((one for one in to_come(view, board) if end + len(one) + 2 < picture.width), "")
    picture.right(picture.width - 1, y, words, f"dim{ground}")


def tile_spans(scene: Scene, tile: TileView | None, brief: int = 0) -> list[Span]:
    """Return the tile in words: title, department of the play order, damage, and the order as far as it is known.

    ``brief`` is 0 for many words, 1 for few, 2 for none that signs can say.
    """
    view: ReachView = scene.view  # type: ignore[assignment]
    if tile is None:
        over = view.phase == "landing" or view.result is not None
        return [("All nine tiles are flown" if over else "Between two tiles", "dim")]
    hurt = f"! {tile.damage}{' damage' if brief < 2 else ''}" if tile.damage and tile.counts else "no damage"
    if tile.damage and not tile.counts and not brief:
        hurt = f"{tile.damage} damage, not on the first tile"
    ahead = view.phase in ("opening", "planning")
    spans: list[Span] = [
        (tile.title, "title bold"),
        ((" · order by ", " · by ", " · ")[brief], "dim"),
        ((BRIEF if brief > 1 else SHORT)[tile.order], f"{HUES[tile.order]} bold"),
        (" · ", "dim"),
        (hurt, "danger" if tile.damage and tile.counts else "dim"),
        (" · " if brief > 1 else " · forecast " if ahead else " · order ", "dim"),
    ]
    for n, seat in enumerate(view.forecast if ahead else view.order):
        mark, style = SIDES[seat % len(SIDES)]
        total = view.boards[seat].totals[tile.order]
        spans += [(" > " if n else "", "faint"), (f"{mark}{total}", f"{style} bold")]
    return spans


def to_come(view: ReachView, board: BoardView | None) -> tuple[str, ...]:
    """Return what damage the next tile may do, by the tiles that are left, and how much of it would be stopped.

    It is said in ever fewer words.
    """
    if view.phase in ("setup", "landing") or view.turn >= 9 or not view.tiles_left:
        return ("no more tiles",)
    if view.step == 3:
        return "next: no damage (a round begins)", "next: no damage"
    damage = Counter(book().tiles[tile].damage for tile in view.tiles_left)
    mean = sum(n * count for n, count in damage.items()) / sum(damage.values())
    least, worst = min(damage), max(damage)
    stops = f", you stop {board.stops}" if board else ""
    brief = f"next !{least}-{worst}"
    return f"next: {least}-{worst} damage, mean {amount(mean)}{stops}", brief + stops, brief


def draw_hand(picture: Picture, scene: Scene, cards: tuple[CardView, ...], line: Region) -> None:
    x, y, width, _ = line
    if scene.view.seat is None and not cards:
        return  # whoever looks on does not know what is in a hand
    picture.put(x, y, "Hand", "dim")
    keys = _hand_keys(scene)
    piles = Counter(card.card for card in cards)
    by_slug = {card.card: card for card in cards}
    if not cards:
        picture.put(x + 6, y, "all placed", "dim")
    detail = next((n for n in (2, 1) if 6 + sum(_wide(by_slug[slug], piles[slug], n) for slug in piles) <= width), 0)
    at = x + 6
    for n, (slug, count) in enumerate(piles.items(), 1):
        card, spot = by_slug[slug], HandSpot(slug)
        start = at
        if at + 9 > x + width and n < len(piles):
            picture.put(at, y, f"+{len(piles) - n + 1}", "warn bold")
            return
        picked = scene.spot == spot or (scene.path and picked_card(scene) == slug)
        at = picture.put(at, y, f"{'▸' if picked else keys.get(spot, str(n))} ", "legal bold")
        at = plate(picture, at, y, card)
        if count > 1:
            at = picture.put(at, y, f"×{count}", "title bold")
        at = picture.put(at, y, _hand_words(card, detail), "title bold" if picked else "dim") + 1
        picture.spot(Region(start, y, at - start, 1), spot)


def _hand_words(card: CardView, detail: int) -> str:
    """Return what stands beside a card in the hand: its level and what it gives, or that alone, or nothing."""
    level = LEVELS[card.level] if card.level and not card.text else "Spec"
    return ("", f" {card.main}/{card.worker}", f" {level} {card.main}/{card.worker}")[detail]


def _wide(card: CardView, count: int, detail: int) -> int:
    """Return how many cells a card of the hand takes, with its key and the blank after it."""
    return 7 + len(_hand_words(card, detail)) + (len(f"×{count}") if count > 1 else 0)


def _hand_keys(scene: Scene) -> dict[Spot, str]:
    return {one.spot: one.key for one in scene.items if isinstance(one.spot, HandSpot)}


def picked_card(scene: Scene) -> str:
    """Return the card whose ways are open."""
    return next((getattr(one.action, "card", "") for one in scene.items if one.action is not None), "")


def draw_cards(picture: Picture, scene: Scene, cards: tuple[CardView, ...], region: Region) -> None:
    """Draw the hand as cards, anew where another one is picked."""
    picked, spot = scene.path and picked_card(scene), isinstance(scene.spot, HandSpot) and scene.spot
    parts = (cards, _hand_keys(scene), picked, spot, scene.view.seat)
    scene.kept.draw(picture, region, "cards", parts, partial(_draw_cards, scene, cards))


def _draw_cards(scene: Scene, cards: tuple[CardView, ...], picture: Picture, region: Region) -> None:
    x, y, width, height = region
    piles = Counter(card.card for card in cards)
    by_slug = {card.card: card for card in cards}
    keys = _hand_keys(scene)
    if not cards:
        picture.put(x + 1, y + 1, "All crew is placed.", "dim")
    size = min(width // max(len(piles), 1), 18)
    if size < 12:
        draw_hand(picture, scene, cards, Region(x + 1, y + 1, width - 2))
        return
    for n, (slug, count) in enumerate(piles.items(), 1):
        card, spot, left = by_slug[slug], HandSpot(slug), x + (n - 1) * size
        picked = scene.spot == spot or (bool(scene.path) and picked_card(scene) == slug)
        hue = HUES[card.home]
        key = "▸" if picked else keys.get(spot, str(n))
        frame = Region(left, y, size - 1, height)
        picture.box(frame, key, f"×{count}" if count > 1 else "", "legal bold" if picked else hue)
        end = plate(picture, left + 2, y + 1, card)
        level, name = _card_name(card, size - 5)
        picture.put(end + (size > 12), y + 1, level, "title bold", size - 7 - (size > 12))
        picture.put(left + 2, y + 2, name, hue, size - 5)
        picture.put(left + 2, y + 3, f"{card.main} home" if size > 13 else f"{card.main}/{card.worker}", "title")
        elsewhere = f"{card.worker} else" if size > 15 else f"{card.worker}" if size > 13 else ""
        picture.right(left + size - 3, y + 3, elsewhere, "dim")
        picture.spot(frame, spot)


def _card_name(card: CardView, width: int) -> tuple[str, str]:
    """Return what stands beside a card's plate and below it: a Specialist's title takes both rows where it must."""
    if not card.text:
        names = (card.title.split(" ", 1)[-1], SHORT[card.home], BRIEF[card.home])
        return LEVELS[card.level], next((one for one in names if len(one) <= width), "")
    first, _, rest = card.title.partition(" ")
    return (first, rest) if rest and len(card.title) > width else ("Spec", card.title)


def landing_spans(scene: Scene, card: LandingView, board: BoardView, width: int) -> list[Span]:
    """Return the Landing card in one row, in as many words as fit: what it needs and what is short."""
    secret = scene.view.result is None
    have = preview(scene, board) if board.seat == scene.view.seat else board.totals
    short = sum(max(n - have[d], 0) for d, n in card.required.items())
    end: Span = (f" · short {short}" if short else " · ✓ lands", "warn bold" if short else "good bold")
    name: Span = (card.title.removesuffix(" Landing Zone"), "title bold")
    spans: list[Span] = []
    for words, letters in (("Landing (secret) ", 3), ("Secret ", 3), ("", 3), ("", 1)):
        head = words if secret else words and "Landing "
        spans = [(head, "dim"), name, *figures(have, card.required, letters), end]
        if sum(len(text) for text, _ in spans) <= width:
            break
    return spans


def objective_spans(card: LandingView) -> list[Span]:
    spans: list[Span] = [("+5 each", "dim")]
    for words, have, need in card.objectives:
        sign = "✓" if have >= need else "·"
        spans.append((f" {sign} {words} {min(have, need)}/{need}", "good" if have >= need else ""))
    return spans


def landing_rows(scene: Scene, card: LandingView, board: BoardView, width: int) -> list[list[Span]]:
    """Return the Landing card as rows: a bar for each department, then the objectives."""
    have = preview(scene, board) if board.seat == scene.view.seat else board.totals
    rows: list[list[Span]] = []
    for d in DEPARTMENTS:
        bars = need_spans(d, have[d], card.required[d], min(width - 11, 24), have[d] != board.totals[d])
        rows.append([(f"{SHORT[d]:<10} ", HUES[d]), *bars])
    short = sum(max(n - have[d], 0) for d, n in card.required.items())
    rows.append(
        [("✓ the ship can land" if not short else f"short of {short} in all", "good bold" if not short else "warn")]
    )
    for words, now, need in card.objectives:
        sign, style = ("✓", "good") if now >= need else ("·", "")
        short_words = fit(words.removesuffix(" on the ship"), width - 10)
        rows.append([(f"{sign} +5 {short_words} {min(now, need)}/{need}", style)])
    return rows


def about_mission(m: MissionView) -> list[str]:
    def row(needs: dict[str, int]) -> str:
        return ", ".join(f"{SHORT[d]} {n}" for d, n in needs.items()) or "nothing"

    when = [f"Played {listed([WHEN[w] for w in m.windows])}."] if m.windows else []
    return [
        m.title,
        f"{KIND_NAMES[m.type]} mission of round {m.round}, {m.points} points.",
        m.text,
        *when,
        f"Upper row (first tile of a round): {row(m.upper)}.",
        f"Lower row (second and third tile): {row(m.lower)}.",
    ]


def about_card(card: CardView, at: str = "") -> list[str]:
    where = {"main": "at Main Power", "worker": "as a worker", "repair": "face down, repairing", "academy": "learning"}
    lies = [f"Lies {where[card.face]}" + (f" in: {NAMES.get(at, at)}." if at else ".")] if card.face in where else []
    level = "Specialist" if card.text else f"Crew of level {card.level} of 4"
    return [
        card.title,
        f"{level}. Main Power {card.main} at home ({NAMES[card.home]}), Worker Power {card.worker} elsewhere.",
        *([f"{card.points} victory points."] if card.points else []),
        *([card.text] if card.text else []),
        *lies,
    ]


def supply_lines(view: ReachView) -> list[tuple[str, str]]:
    """Return the decks and supplies by count, each as a name and what it holds."""
    missions = " · ".join(
        f"round {r}: {sum(kinds.values())}" for r, kinds in zip(ROUNDS, view.missions_left, strict=True)
    )
    levels: dict[str, list[str]] = {}
    for slug, count in view.supply.items():
        card = crew_card(slug)
        levels.setdefault(card.title.split()[-1], []).append(f"{count} {LEVELS[card.level]}")
    crew = [(f"{name}s in the box", ", ".join(counts)) for name, counts in levels.items()]
    damage = ", ".join(f"{SHORT[d]} {view.damage_left.get(d, 0)}" for d in DEPARTMENTS)
    return [
        ("Missions left", missions),
        ("Tiles left", str(len(view.tiles_left))),
        ("Damage deck", f"{damage}; {sum(view.damage_discards.values())} repaired"),
        ("Specialists", f"{view.specialists_left} in the deck, {len(view.specialist_discards)} discarded"),
        ("Experience tokens", f"{view.tokens} left"),
        *crew,
    ]


def unseen_lines(scene: Scene) -> list[tuple[str, str]]:
    """Return for each seat the crew that it has not placed in the open, by card and number."""
    view: ReachView = scene.view  # type: ignore[assignment]
    found = []
    for board in view.boards:
        cards = ", ".join(f"{count} {crew_card(card).title}" for card, count in board.unseen.items())
        mark = SIDES[board.seat % len(SIDES)][0]
        found.append((f"{mark} {scene.names[board.seat]}, unseen", cards or "nothing"))
    return found
