"""The bots by game and name."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from heimlich.bots.heimlich_co.players.casual import Casual, FormerCasual
from heimlich.bots.heimlich_co.players.newcomer import Newcomer
from heimlich.bots.random_bot import RandomBot
from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.players.casual import Casual as CasualCourier
from heimlich.errors import HeimlichError
from heimlich.game import Bot


def _lazy(module: str, name: str) -> Callable[[], Bot[Any, Any]]:
    """Make a bot whose module is loaded when the first one is made: NumPy takes a while to load."""

    def make() -> Bot[Any, Any]:
        bot: Bot[Any, Any] = getattr(import_module(f"heimlich.bots.{module}"), name)()
        return bot

    return make


BOTS: dict[str, dict[str, Callable[[], Bot[Any, Any]]]] = {
    "heimlich-co": {
        "random": RandomBot,
        "greedy": FormerCasual,
        "newcomer": Newcomer,
        "casual": Casual,
        "careful": _lazy("heimlich_co.players.careful", "Careful"),
        "bluffer": _lazy("heimlich_co.players.bluffer", "Bluffer"),
        "g1": _lazy("heimlich_co.yardsticks", "G1"),
        "gu": _lazy("heimlich_co.yardsticks", "GU"),
        "decoy-30": _lazy("heimlich_co.yardsticks", "Decoy30"),
        "decoy-60": _lazy("heimlich_co.yardsticks", "Decoy60"),
        "hider": _lazy("heimlich_co.yardsticks", "Hider"),
        "detective": _lazy("heimlich_co.players.detective", "Detective"),
        "master": _lazy("heimlich_co.players.master", "Master"),
    },
    "suitcases": {
        "random": RandomBot,
        "newcomer": _lazy("suitcases.players.newcomer", "Newcomer"),
        "courier": Courier,
        "casual": CasualCourier,
        "master": _lazy("suitcases.players.master", "Master"),
    },
}

# Fixed measures of strength for the arena; people do not play with them.
YARDSTICKS = frozenset({"g1", "gu", "decoy-30", "decoy-60", "hider"})
# Former names, which still work, and the present ones.
ALIASES = {"courier": "casual", "greedy": "casual"}
# Bots that are also shown what their seats see (`game.Watcher`).
WATCHERS = frozenset(
    {
        ("heimlich-co", "careful"),
        ("heimlich-co", "bluffer"),
        ("heimlich-co", "hider"),
        ("heimlich-co", "detective"),
        ("heimlich-co", "master"),
        ("suitcases", "master"),
    }
)


def partners(game: str) -> tuple[str, ...]:
    """The bots that people play with."""
    return tuple(name for name in BOTS[game] if name not in YARDSTICKS and name not in ALIASES)


def is_partner(game: str, name: str) -> bool:
    """Whether people can play with this bot."""
    return name in BOTS[game] and name not in YARDSTICKS


def remembers(game: str, name: str) -> bool:
    """Whether a bot must be shown what its seat sees; answered without loading it."""
    return (game, name) in WATCHERS


def make_bot(game: str, name: str) -> Bot[Any, Any]:
    """A new bot of this name, for one game."""
    known = BOTS[game]
    if name not in known:
        raise HeimlichError(f"there is no bot '{name}' for {game}; there are: {', '.join(known)}")
    return known[name]()


def make_table_of_bots(game: str, names: Sequence[str], seats: int) -> list[Bot[Any, Any]]:
    """A bot for each seat: one name for all of them, or a name for each."""
    if len(names) not in {1, seats}:
        raise HeimlichError(f"{len(names)} bots are named for {seats} seats; name one for all, or one for each")
    chosen = list(names) * seats if len(names) == 1 else list(names)
    return [make_bot(game, name) for name in chosen]
