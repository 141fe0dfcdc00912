"""A table of either game in numbers: sizes, legal numbers, actions by number, views as lists of numbers.

The numbers themselves are each game's own, in its encoding.py; heimlich_co.py and suitcases.py here read them.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from heimlich.errors import HeimlichError
from heimlich.game import AnyView, Field
from heimlich.games import part_of


class Code(Protocol):
    """One table in numbers. A view is encoded the same way at every moment, so its size never changes."""

    numbering: int  # the version
    actions: int  # they go from 0 to one less
    fields: tuple[Field, ...]
    size: int  # of an encoded view
    most_outcomes: int  # of one draw of chance
    most_decisions: int  # in a game; generous, so that it holds

    def legal(self, view: AnyView) -> Sequence[int]:
        """The numbers of all legal actions of the seat with this view, each once."""
        ...

    def action(self, view: AnyView, number: int) -> Any:
        """The action with this number at this table; refuses a number without one."""
        ...

    def encode(self, view: AnyView) -> list[int]:
        """The view as `fields` describes it; nothing but -1 until the deal is over, when nobody decides anything."""
        ...


def check_range(number: int, actions: int) -> None:
    """Refuse a number that no action has."""
    if not 0 <= number < actions:
        raise HeimlichError(f"{number} is no action's number; they go from 0 to {actions - 1}")


def code_for(game: str, rules: Any, players: int) -> Code:
    """The code of a table."""
    code: Code = part_of(game, "adapters").TableCode(rules, players)
    return code
