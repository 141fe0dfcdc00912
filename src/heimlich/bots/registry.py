"""The bots of all games by game and name; each game lists its own in bots/GAME/roster.py."""

from collections.abc import Sequence
from typing import Any

from heimlich.bots.roster import Listed
from heimlich.errors import HeimlichError
from heimlich.game import Bot
from heimlich.games import part_of

UNRANKED = "random"  # no step of a ladder: it plays for nothing
# Former names of bots, which still work, and the present ones; the same in all games.
ALIASES = {"courier": "casual", "greedy": "casual"}


def bots_of(game: str) -> dict[str, Listed]:
    """The roster of a game, loaded when it is first asked for."""
    roster: dict[str, Listed] = part_of(game, "bots", "roster").BOTS
    return roster


def partners(game: str) -> tuple[str, ...]:
    """The bots that people can choose: the ladder from the easiest, then those beside it."""
    offered = [
        (listed.beside, name)
        for name, listed in bots_of(game).items()
        if not (listed.yardstick or listed.former or name in ALIASES)
    ]
    return tuple(name for _, name in sorted(offered, key=lambda one: one[0]))


def ladder(game: str) -> tuple[str, ...]:
    """The bots that make the ladder, from the easiest to the strongest; the first one is for those who are new."""
    return tuple(name for name in partners(game) if name != UNRANKED and not bots_of(game)[name].beside)


def is_partner(game: str, name: str) -> bool:
    """Tell whether people can play with this bot; former names still work."""
    listed = bots_of(game).get(name)
    return listed is not None and not listed.yardstick


def remembers(game: str, name: str) -> bool:
    """Tell whether a bot must be shown what its seat sees; answered without loading it."""
    listed = bots_of(game).get(name)
    return listed is not None and listed.watches


def make_bot(game: str, name: str) -> Bot[Any, Any]:
    """A new bot of this name, for one game."""
    known = bots_of(game)
    if name not in known:
        raise HeimlichError(f"there is no bot '{name}' for {game}; there are: {', '.join(known)}")
    return known[name].make()


def make_table_of_bots(game: str, names: Sequence[str], seats: int) -> list[Bot[Any, Any]]:
    """A bot for each seat: one name for all of them, or a name for each."""
    if len(names) not in {1, seats}:
        raise HeimlichError(f"{len(names)} bots are named for {seats} seats; name one for all, or one for each")
    chosen = list(names) * seats if len(names) == 1 else list(names)
    return [make_bot(game, name) for name in chosen]
