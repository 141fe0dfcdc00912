"""A table in numbers, whichever game it is: sizes, legal numbers, actions by number, views as lists of numbers.

The numbers themselves are each game's own, in its encoding.py.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from heimlich.errors import HeimlichError
from heimlich.game import Field
from heimlich.games.heimlich_co import encoding as heimlich_co
from heimlich.games.heimlich_co.legal import legal_actions as heimlich_co_legal
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import KINDS, Agent
from heimlich.games.heimlich_co.ruleset import PLAYERS as HEIMLICH_CO_PLAYERS
from heimlich.games.heimlich_co.ruleset import Ruleset as HeimlichCoRules
from heimlich.games.heimlich_co.state import Phase as HeimlichCoPhase
from heimlich.games.heimlich_co.state import View as HeimlichCoView
from heimlich.games.suitcases import encoding as suitcases
from heimlich.games.suitcases.legal import legal_actions as suitcases_legal
from heimlich.games.suitcases.movement import DICE
from heimlich.games.suitcases.ruleset import Ruleset as SuitcasesRules
from heimlich.games.suitcases.state import View as SuitcasesView


class Code(Protocol):
    """One table in numbers. A view is encoded the same way at every moment, so its size never changes."""

    numbering: int  # the version
    actions: int  # they go from 0 to one less
    fields: tuple[Field, ...]
    size: int  # of an encoded view
    most_outcomes: int  # of one draw of chance
    most_decisions: int  # in a game; generous, so that it holds

    def legal(self, view: Any) -> Sequence[int]:
        """The numbers of all that the seat with this view may decide now, each once."""
        ...

    def action(self, view: Any, number: int) -> Any:
        """What a number stands for at this table; refuses one that stands for nothing."""
        ...

    def encode(self, view: Any) -> list[int]:
        """The view as `fields` describes it; nothing but -1 until the deal is over, when nobody decides anything."""
        ...


class HeimlichCoCode:
    """A table of Heimlich & Co. in numbers."""

    def __init__(self, rules: HeimlichCoRules, players: int) -> None:
        self.numbering = heimlich_co.NUMBERING
        self.agents = rules.agents_in_play[players - HEIMLICH_CO_PLAYERS[0]]
        self.actions = heimlich_co.action_count(max(max(face) for face in rules.die))
        self.fields = heimlich_co.view_fields(self.agents, players, cards=rules.top_secret, dossier=rules.dossier)
        self.size = sum(field.size for field in self.fields)
        self.most_outcomes = max(len(Agent), len(KINDS), len(rules.faces))
        rounds = 2 + (players * (sum(rules.cards) + 2) if rules.top_secret else 0)
        halts = players * (self.agents + 1) if rules.dossier else 0
        self.most_decisions = (rules.turn_limit or 0) * (rounds + halts)

    def legal(self, view: HeimlichCoView) -> Sequence[int]:
        table = view.table
        if table.phase is HeimlichCoPhase.MOVE:
            totals, agents, most = move_terms(table)
            return _move_numbers(totals, len(agents), most) if view.seat == table.seat else ()
        return [heimlich_co.action_number(table, action) for action in heimlich_co_legal(view)]

    def action(self, view: HeimlichCoView, number: int) -> Any:
        _check_range(number, self.actions)
        try:
            return heimlich_co.action_of(view.table, number)
        except IndexError:
            raise HeimlichError(f"{number} names an agent that does not take part; {self.agents} do") from None

    def encode(self, view: HeimlichCoView) -> list[int]:
        if len(view.table.places) < self.agents:
            return [-1] * self.size
        return heimlich_co.encode_view(view)


@lru_cache(maxsize=256)
def _move_numbers(totals: tuple[int, ...], agents: int, most: int) -> tuple[int, ...]:
    """The moves of these points, by the order of the numbering: those of the first agents only come first."""
    numbers = (
        (heimlich_co.move_start(points) + index, split)
        for points in dict.fromkeys(totals)
        for index, split in enumerate(heimlich_co.splits(points, agents))
    )
    return tuple(number for number, split in numbers if sum(count > 0 for count in split) <= most)


class SuitcasesCode:
    """A table of the suitcase game in numbers."""

    def __init__(self, rules: SuitcasesRules, players: int) -> None:
        self.numbering = suitcases.NUMBERING
        self.actions = suitcases.action_count(rules)
        self.fields = suitcases.view_fields(rules, players)
        self.size = sum(field.size for field in self.fields)
        self.most_outcomes = max(players, len(set(rules.die)) ** DICE)
        rivals = (players - 1) * rules.agents
        steps = DICE * max(rules.die) + rivals * rules.extra_steps
        turn = 2 * steps + 2 * rules.agents + 3 * rivals + 2  # steps, luggage, losses, duels, spoils and the end
        self.most_decisions = (rules.turn_limit or 0) * turn + players * (2 * len(rules.contents) + 1)

    def legal(self, view: SuitcasesView) -> Sequence[int]:
        return [suitcases.action_number(view.table, action) for action in suitcases_legal(view)]

    def action(self, view: SuitcasesView, number: int) -> Any:
        _check_range(number, self.actions)
        return suitcases.action_of(view.table, number)

    def encode(self, view: SuitcasesView) -> list[int]:
        return suitcases.encode_view(view)


def _check_range(number: int, actions: int) -> None:
    if not 0 <= number < actions:
        raise HeimlichError(f"{number} is no action's number; they go from 0 to {actions - 1}")


_CODES: dict[str, Any] = {"heimlich-co": HeimlichCoCode, "suitcases": SuitcasesCode}


def code_for(game: str, rules: Any, players: int) -> Code:
    """The numbers of a table."""
    code: Code = _CODES[game](rules, players)
    return code
