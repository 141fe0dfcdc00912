"""Heimlich & Co.: agents, cards and points are neither made nor lost, at any table."""

import pytest

from heimlich import Decision
from heimlich.games.heimlich_co.actions import MoveAgents, Rolled
from heimlich.games.heimlich_co.names import KIND_INDEX, KINDS, RING
from heimlich.games.heimlich_co.state import Phase, State
from tests.tables import ALL, Case, played

HEIMLICH = [index for index, case in enumerate(ALL) if case.game.id == "heimlich-co"]
IDS = [str(ALL[index]) for index in HEIMLICH]


def _cards(state: State) -> tuple[int, ...]:
    """How many cards of each kind there are, wherever they lie."""
    table, secrets = state
    assert table.cards is not None
    counts = [supply + gone for supply, gone in zip(secrets.supply, table.cards.discards, strict=True)]
    lying = [card for hand in secrets.hands for card in hand] + ([table.cards.playing] if table.cards.playing else [])
    for card in lying:
        counts[KIND_INDEX[card]] += 1
    counts[KIND_INDEX[KINDS[10]]] += table.cards.removed
    return tuple(counts)


@pytest.mark.parametrize("index", HEIMLICH, ids=IDS)
def test_cards(index: int) -> None:
    steps = played(index)
    if not ALL[index].rules.top_secret:
        return
    everything = _cards(steps[0].before)
    for _, _, state in steps:
        assert _cards(state) == everything
        table = state.table
        assert table.cards.hands == tuple(map(len, state.secrets.hands))
        assert max(table.cards.hands) <= table.rules.hand_limit
        assert table.cards.supply == sum(state.secrets.supply)


@pytest.mark.parametrize("index", HEIMLICH, ids=IDS)
def test_agents(index: int) -> None:
    for _, _, (table, secrets) in played(index):
        owned = [agent for agents in secrets.identities for agent in agents]
        assert len(set(owned)) == len(owned)
        if table.turn:
            assert set(owned) <= set(table.agents)
            assert len(table.agents) - len(owned) == table.free
            assert all(secrets.identities)


@pytest.mark.parametrize("index", HEIMLICH, ids=IDS)
def test_points(index: int) -> None:
    """Markers move by what buildings are worth, or by a card or a dossier; steps are what the die gave."""
    case: Case = ALL[index]
    for before, event, after in played(index):
        old, new = before.table, after.table
        if isinstance(event, Rolled):
            assert new.points == old.points
            assert event.face in case.rules.die
        if isinstance(event, Decision) and isinstance(event.action, MoveAgents):
            total = sum(steps for _, steps in event.action.steps)
            assert total in old.roll or (total == 0 and case.rules.top_secret)
            walked = sum((b - a) % RING for a, b in zip(old.places, new.places, strict=True))
            assert walked == total
        if new.scorings > old.scorings and new.phase is not Phase.OVER:
            floor = case.rules.floor
            for mark, place, result in zip(old.points, new.places, new.points, strict=True):
                fair = mark + case.rules.values[place]
                assert result == (fair if floor is None else max(floor, fair))
