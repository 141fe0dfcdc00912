"""The bot that decides at random: every legal action is equally likely."""

from collections.abc import Sequence
from random import Random
from typing import Any

from heimlich.game import Budget


class RandomBot:
    """Plays any game."""

    name = "random"

    def choose(self, view: Any, actions: Sequence[Any], budget: Budget, rng: Random) -> Any:  # noqa: ARG002
        return actions[int(rng.random() * len(actions))]
