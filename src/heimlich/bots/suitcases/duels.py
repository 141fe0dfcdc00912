"""Duels: which card to play, mixed so that nobody can read it.

The cards that both have left are public, and so is about what is at stake: so a duel is a small zero-sum game, whose
rows are the aggressor's cards and whose columns are the defender's.
"""

from collections.abc import Sequence

import numpy as np

from heimlich.bots.suitcases.ground import Array
from heimlich.bots.suitcases.matrix import solve
from heimlich.bots.suitcases.sight import Sight
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.state import Table

CARD = 0.12  # what a card is worth for later, by its number, in state secrets
BACK = 0.3  # of an agent is lost, when it only goes back to its start space (C15)


def wins(table: Table, attack: int, defence: int) -> bool:
    """Whether the aggressor wins with these cards (C13)."""
    exact = duel_of(table).exact and table.rules.exact_count_wins
    return attack > defence or (attack == defence and exact)


def stakes(table: Table, attacks: Sequence[int], defences: Sequence[int], attacker: float, defender: float) -> Array:
    """[attacks, defences]: what the aggressor gains, with what either carries; cards that are spent count too."""

    def gain(attack: int, defence: int) -> float:
        won = wins(table, attack, defence)
        back = (defence if won else attack) == table.rules.retreat_card
        lost = (defender if won else attacker) + (BACK if back else 1.0)
        return (lost if won else -lost) + CARD * (defence - attack)

    return np.array([[gain(attack, defence) for defence in defences] for attack in attacks])


def card_odds(sight: Sight) -> tuple[list[int], list[float]]:
    """One's own cards, and how often to play each, in the duel that is being fought."""
    table, duel = sight.table, duel_of(sight.table)
    assert duel.defender is not None
    attacks, defences = (sorted(set(table.hands[seat])) for seat in (table.seat, duel.defence))
    loads = table.loads[table.seat][duel.attacker - 1], table.loads[duel.defence][duel.defender - 1]
    agent = sight.style.agent
    matrix = stakes(table, attacks, defences, *(max(0.0, sight.worth(load)) / agent for load in loads))
    found = solve(matrix)
    if sight.seat == table.seat:
        return attacks, found.rows.tolist()
    return defences, found.columns.tolist()
