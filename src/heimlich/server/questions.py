"""What bots are asked in their workers: a module of its own, so that both sides mean the same types by it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from heimlich.game import RulesetName, Seat


class Past(NamedTuple):
    """What has happened at a table, for a bot that remembers: the worker shows it what its seat has seen of it."""

    table: str
    rules: RulesetName
    players: int
    seat: Seat
    events: Sequence[Any]


class Thought(NamedTuple):
    """A question: what a bot decides."""

    game: str
    bot: str
    view: Any
    past: Past | None


class Afterthought(NamedTuple):
    """A question: what a bot says of a game that is over, of these seats if it can choose."""

    game: str
    bot: str
    past: Past
    about: Sequence[Seat]
