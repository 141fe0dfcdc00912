"""The fit of the belief's player types sees what the belief sees, and makes the truth likelier."""

import numpy as np
import pytest
from training.heimlich_co.belief import (
    LIES,
    Look,
    companies,
    deals_of,
    fit,
    owner_probabilities,
    play_game,
    turned,
    with_liars,
)

from heimlich import Decision, RulesetName
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_4, MASKS_4
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe
from tests.tables import HEIMLICH, Case, random_game


@pytest.mark.parametrize("players", [2, 4])
def test_many_games_at_once_give_the_probabilities_of_the_belief(players: int) -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), players), 2, "decoy-60")
    steps = steps[: len(steps) // 2]
    table, identities = steps[-1].after.table, steps[-1].after.secrets.identities
    evidence = Evidence(players, table.agents, BELIEF_4)
    for before, event, _ in steps:
        if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe):
            evidence.note(before.table, event.seat, event.action)
    owners = tuple(table.agents.index(own[0]) for own in identities)
    logs, turned_owners = turned(Look("", np.stack([evidence.by_type(seat) for seat in range(players)]), owners))
    priors = np.array([model.prior for model in MASKS_4.models])
    found = owner_probabilities(priors, logs[None], deals_of(players, len(table.agents)), companies())[0]
    known = belief_of(evidence, 0, identities[0]).owners()
    for seat in range(players):
        assert float(found[seat, turned_owners[seat]]) == pytest.approx(known[seat, owners[seat]], abs=1e-4)


def test_a_table_of_gus_makes_gus_likelier() -> None:
    looks = [look for number in range(3) for look in play_game("gu", ["gu", "gu"], f"fit {number}")]
    priors = np.array(fit(looks, 12))
    assert priors.sum() == pytest.approx(1, abs=1e-5)
    names = [model.name for model in MASKS_4.models]
    lies = names.index("liar like gu")
    assert priors[lies] < MASKS_4.models[lies].prior


def test_liars_are_set_by_the_number_of_honest_players() -> None:
    names = [model.name for model in MASKS_4.models]
    found = dict(zip(names, with_liars([1.0] * len(names)), strict=True))
    assert sum(found.values()) == pytest.approx(1)
    assert found["liar like g1"] == pytest.approx(LIES * found["g1"])
    assert found["loose liar"] == pytest.approx(LIES * (found["loose"] + found["hot"]))
