"""Duels: which card to play, by a mixed strategy that opponents cannot exploit.

The cards that both sides have left are public, and roughly what is at stake: so a duel is a small zero-sum game, with
the aggressor's cards as rows and the defender's as columns.
"""

from collections.abc import Sequence

import numpy as np

from heimlich.bots.suitcases.distances import Array
from heimlich.bots.suitcases.matrix import solve
from heimlich.bots.suitcases.sight import Sight
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.state import Table

CARD = 0.12  # the worth of keeping a card, for each point of its number, in agents
BACK = 0.3  # the share of an agent's worth that is lost when it only goes back to its start space (C15)


def wins(table: Table, attack: int, defence: int) -> bool:
    """Tell whether the aggressor wins with these cards (C13)."""
    exact = duel_of(table).exact and table.rules.exact_count_wins
    return attack > defence or (attack == defence and exact)


def stakes(table: Table, attacks: Sequence[int], defences: Sequence[int], attacker: float, defender: float) -> Array:
    """[attacks, defences]: what the aggressor gains, by the worth of what each side carries and of the cards spent."""

    def gain(attack: int, defence: int) -> float:
        won = wins(table, attack, defence)
        back = (defence if won else attack) == table.rules.retreat_card
        lost = (defender if won else attacker) + (BACK if back else 1.0)
        return (lost if won else -lost) + CARD * (defence - attack)

    return np.array([[gain(attack, defence) for defence in defences] for attack in attacks])


def card_odds(sight: Sight) -> tuple[list[int], list[float]]:
    """The own cards, and the probability to play each, in the duel that is being fought."""
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
