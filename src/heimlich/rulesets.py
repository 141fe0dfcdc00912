"""Rulesets written as one word: `rio-grande`, `rio-grande+top-secret+target=20`."""

from heimlich.errors import BadRuleset
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES

JOINT = "+"


def read_ruleset(text: str) -> tuple[AnyGame, RulesetName]:
    """Read a ruleset from its word; return its game too, which follows from the edition."""
    edition, *rest = (part.strip() for part in text.split(JOINT))
    game = next((game for game in GAMES.values() if edition in game.editions()), None)
    if game is None:
        known = ", ".join(name for game in GAMES.values() for name in game.editions())
        raise BadRuleset(f"there is no edition '{edition}'; there are: {known}")
    house = [part.partition("=") for part in rest if "=" in part]
    variants = tuple(part for part in rest if "=" not in part)
    return game, RulesetName(edition, variants, tuple((name.strip(), value.strip()) for name, _, value in house))


def write_ruleset(name: RulesetName) -> str:
    """Write a ruleset as one word."""
    return JOINT.join([name.edition, *name.variants, *(f"{setting}={value}" for setting, value in name.house)])
