"""Chooses the answers of a dossier (D1, D3): those with the most points to be expected, by belief."""

from collections.abc import Sequence

from heimlich.bots.heimlich_co.belief.posterior import Belief
from heimlich.games.heimlich_co.actions import Action, NameOwner
from heimlich.games.heimlich_co.ruleset import DoubleAgents
from heimlich.games.heimlich_co.state import BLANK, Table

NEAR = 5.0  # points between two markers that make it e times as likely which agent is given back in the end (T11)


def best_answer(table: Table, actions: Sequence[Action], belief: Belief) -> NameOwner:
    """The answer with the most points to be expected; in a revision everything is answered anew."""
    keeps = table.rules.double_agents is DoubleAgents.KEEP
    owners = belief.owners() if keeps else belief.keepers(NEAR)
    right, wrong = table.rules.dossier_right, table.rules.dossier_wrong

    def worth(answer: NameOwner) -> float:
        if answer.owner == BLANK:
            return 0.0
        row = table.players if answer.owner is None else answer.owner
        probability = float(owners[row, table.agents.index(answer.agent)])
        return right * probability + wrong * (1 - probability)

    return max((action for action in actions if isinstance(action, NameOwner)), key=worth)
