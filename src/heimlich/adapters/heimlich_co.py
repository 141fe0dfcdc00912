"""A table of Heimlich & Co. in numbers, for environments."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from heimlich.adapters.codes import check_range
from heimlich.errors import HeimlichError
from heimlich.games.heimlich_co import encoding
from heimlich.games.heimlich_co.legal import legal_actions
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import KINDS, Agent
from heimlich.games.heimlich_co.ruleset import PLAYERS, Ruleset
from heimlich.games.heimlich_co.state import Phase, View


class TableCode:
    """A table of Heimlich & Co. in numbers."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.numbering = encoding.NUMBERING
        self.agents = rules.agents_in_play[players - PLAYERS[0]]
        self.actions = encoding.action_count(max(max(face) for face in rules.die))
        self.fields = encoding.view_fields(self.agents, players, cards=rules.top_secret, dossier=rules.dossier)
        self.size = sum(field.size for field in self.fields)
        self.most_outcomes = max(len(Agent), len(KINDS), len(rules.faces))
        rounds = 2 + (players * (sum(rules.cards) + 2) if rules.top_secret else 0)
        halts = players * (self.agents + 1) if rules.dossier else 0
        self.most_decisions = (rules.turn_limit or 0) * (rounds + halts)

    def legal(self, view: View) -> Sequence[int]:
        table = view.table
        if table.phase is Phase.MOVE:
            totals, agents, most = move_terms(table)
            return _move_numbers(totals, len(agents), most) if view.seat == table.seat else ()
        return [encoding.action_number(table, action) for action in legal_actions(view)]

    def action(self, view: View, number: int) -> Any:
        check_range(number, self.actions)
        try:
            return encoding.action_of(view.table, number)
        except IndexError:
            raise HeimlichError(f"{number} names an agent that does not take part; {self.agents} do") from None

    def encode(self, view: View) -> list[int]:
        if len(view.table.places) < self.agents:
            return [-1] * self.size
        return encoding.encode_view(view)


@lru_cache(maxsize=256)
def _move_numbers(totals: tuple[int, ...], agents: int, most: int) -> tuple[int, ...]:
    """The moves of these points, by the order of the numbering: those of the first agents only come first."""
    numbers = (
        (encoding.move_start(points) + index, split)
        for points in dict.fromkeys(totals)
        for index, split in enumerate(encoding.splits(points, agents))
    )
    return tuple(number for number, split in numbers if sum(count > 0 for count in split) <= most)
