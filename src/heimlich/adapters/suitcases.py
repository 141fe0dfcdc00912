"""A table of the suitcase game in numbers, for environments."""

from collections.abc import Sequence
from typing import Any

from heimlich.adapters.codes import check_range
from heimlich.games.suitcases import encoding
from heimlich.games.suitcases.legal import legal_actions
from heimlich.games.suitcases.movement import DICE
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.state import View


class TableCode:
    """A table of the suitcase game in numbers."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.numbering = encoding.NUMBERING
        self.actions = encoding.action_count(rules)
        self.fields = encoding.view_fields(rules, players)
        self.size = sum(field.size for field in self.fields)
        self.most_outcomes = max(players, len(set(rules.die)) ** DICE)
        rivals = (players - 1) * rules.agents
        steps = DICE * max(rules.die) + rivals * rules.extra_steps
        turn = 2 * steps + 2 * rules.agents + 3 * rivals + 2  # steps, luggage, losses, duels, spoils and the end
        self.most_decisions = (rules.turn_limit or 0) * turn + players * (2 * len(rules.contents) + 1)

    def legal(self, view: View) -> Sequence[int]:
        return [encoding.action_number(view.table, action) for action in legal_actions(view)]

    def action(self, view: View, number: int) -> Any:
        check_range(number, self.actions)
        return encoding.action_of(view.table, number)

    def encode(self, view: View) -> list[int]:
        return encoding.encode_view(view)
