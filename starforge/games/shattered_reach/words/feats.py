"""The honours of Shattered Reach."""

from __future__ import annotations

from starforge.games.feats import Feat, Story
from starforge.games.shattered_reach.model.catalogue import hulls

GIANTS = {"autocrat", "thunderhead", "bristlemaw", "lodestar", "cudgel"}
GREAT = {"all-out-war", "grand-armada"}


def side(s: Story) -> str:
    return faction(s).title()


def faction(s: Story) -> str:
    """Return the faction that the seat flew, '' if it had no fleet yet."""
    ships: list[str] = next((data["ships"] for data in s.mine("mustered")), [])
    return hulls()[ships[0]].faction if ships else ""


def _won(s: Story) -> bool:
    """Return whether the seat won by the rules: a war that others resigned is not one."""
    return s.won and bool(s.of("ended"))


def _ended(s: Story, word: str) -> bool:
    """Return whether the seat won, and the words of the rules for how have this one among them."""
    return _won(s) and word in s.of("ended")[-1]["text"]


def _fought_out(s: Story) -> bool:
    """Return whether the seat won otherwise than by what was left at the round limit (SR-V5)."""
    return _won(s) and not _ended(s, " have the greater fleet left ")


def _won_as(name: str, title: str) -> Feat:
    return Feat(f"as-{name}", title, f"Win a war as {name.title()}.", lambda s: _won(s) and faction(s) == name)


def _won_by(word: str, title: str, text: str) -> Feat:
    return Feat(word.split()[0], title, text, lambda s: _ended(s, f" {word} "))


def _losses(s: Story) -> int:
    return sum(len(s.mine(kind)) for kind in ("destroyed", "crashed", "disabled"))


def _aim(s: Story) -> tuple[int, int]:
    shots = s.mine("fired")
    return sum(bool(data["hit"]) for data in shots), len(shots)


FEATS = (
    Feat("winner", "Victory", "Win a war.", _won),
    _won_as("ferrum", "Iron will"),
    _won_as("ember", "Slow burn"),
    _won_as("myriad", "Many mouths"),
    Feat("three-way", "Between two fires", "Win a war of three.", lambda s: _won(s) and s.seats == 3),
    Feat(
        "great-war",
        "Grand admiral",
        "Win All Out War or Grand Armada.",
        lambda s: _won(s) and s.options["scenario"] in GREAT,
    ),
    _won_by("captured", "Planted flag", "Win by capturing the core or a home planet."),
    _won_by("devoured", "Dinner", "Devour the planet."),
    _won_by("stopped", "Not this planet", "Stop the Bristlemaw."),
    Feat(
        "no-losses",
        "No empty berth",
        "Win without losing a ship, and not by cost at the round limit.",
        lambda s: _fought_out(s) and not _losses(s),
    ),
    Feat(
        "blitz",
        "Blitz",
        "Win within six rounds, and not by cost at the round limit.",
        lambda s: _fought_out(s) and len(s.of("round-begun")) <= 6,
    ),
    Feat("phoenix", "Last one flying", "Win after losing ten ships.", lambda s: _won(s) and _losses(s) >= 10),
    Feat("rammer", "Battering ram", "Ram three times in one war.", lambda s: len(s.mine("rammed")) >= 3),
    Feat("speeder", "Streak", "Fly at velocity 10.", lambda s: any(d["velocity"] >= 10 for d in s.mine("flown"))),
    Feat(
        "marksman",
        "Marksman",
        "Hit with three of four shots, of at least twenty.",
        lambda s: _aim(s)[1] >= 20 and 4 * _aim(s)[0] >= 3 * _aim(s)[1],
    ),
    Feat("broadside", "Broadside", "Hit fifty times in one war.", lambda s: _aim(s)[0] >= 50),
    Feat(
        "long-shot",
        "Long shot",
        "Hit where only 5 or less would do.",
        lambda s: any(d["hit"] and d["needed"] <= 5 for d in s.mine("fired")),
    ),
    Feat(
        "ten-kills",
        "Ten marks on the hull",
        "See ten ships of others destroyed.",
        lambda s: len(s.others("destroyed")) >= 10,
    ),
    Feat(
        "giant",
        "Giant killer",
        "See a Cudgel, Lodestar, Autocrat, Thunderhead or Bristlemaw of another destroyed.",
        lambda s: any(d["card"] in GIANTS for d in s.others("destroyed")),
    ),
    Feat(
        "missiles",
        "Fox",
        "Hit with five missiles in one war.",
        lambda s: sum(d["outcome"] == "hit" for d in s.mine("launched")) >= 5,
    ),
    Feat(
        "reacquired",
        "It came back",
        "Let a missile that had missed find its target again.",
        lambda s: any(d["hit"] for d in s.mine("reacquired")),
    ),
    Feat("silencer", "Silencer", "See five ships of others stunned.", lambda s: len(s.others("stunned")) >= 5),
    Feat("landing", "Touchdown", "Bring a capital ship down on an objective.", lambda s: bool(s.mine("landed"))),
)
