"""Rulesets in one word: `rio-grande`, `rio-grande+top-secret+target=20`."""

from heimlich.errors import BadRuleset
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES

JOINT = "+"


def read_ruleset(text: str) -> tuple[AnyGame, RulesetName]:
    """The ruleset that a word stands for, and the game it is of, which its edition tells."""
    edition, *rest = (part.strip() for part in text.split(JOINT))
    game = next((game for game in GAMES.values() if edition in game.editions()), None)
    if game is None:
        known = ", ".join(name for game in GAMES.values() for name in game.editions())
        raise BadRuleset(f"there is no edition '{edition}'; there are: {known}")
    house = [part.partition("=") for part in rest if "=" in part]
    variants = tuple(part for part in rest if "=" not in part)
    return game, RulesetName(edition, variants, tuple((name.strip(), value.strip()) for name, _, value in house))


def write_ruleset(name: RulesetName) -> str:
    """The one word for a ruleset."""
    return JOINT.join([name.edition, *name.variants, *(f"{setting}={value}" for setting, value in name.house)])
