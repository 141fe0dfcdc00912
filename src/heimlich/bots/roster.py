"""One line of a game's roster: how a bot is made, and what must be known of it without loading it."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from heimlich.game import Bot


@dataclass(frozen=True, slots=True)
class Listed:
    """A bot in a roster."""

    make: Callable[[], Bot[Any, Any]]
    watches: bool = False  # it is also shown what its seat sees (`game.Watcher`)
    beside: bool = False  # a style of its own, not a step of the ladder from easy to strong
    former: bool = False  # no longer offered; still plays at tables that name it
    yardstick: bool = False  # a fixed measure of strength for the arena; people do not play with it


def lazy(module: str, name: str, *arguments: str) -> Callable[[], Bot[Any, Any]]:
    """Make a bot whose module is loaded when the first one is made: NumPy takes a while to load."""

    def make() -> Bot[Any, Any]:
        bot: Bot[Any, Any] = getattr(import_module(f"heimlich.bots.{module}"), name)(*arguments)
        return bot

    return make
