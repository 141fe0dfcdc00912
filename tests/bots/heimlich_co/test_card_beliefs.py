"""What cards tell about who plays them, and who owns second agents (T11)."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from heimlich import Decision, RulesetName
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.likelihoods import log_likelihoods
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1, LATEST_BELIEF, BeliefSettings
from heimlich.bots.heimlich_co.search.answers import best_answer
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, NameOwner, PlayCard
from heimlich.games.heimlich_co.legal import card_plays
from heimlich.games.heimlich_co.names import KINDS, Card
from heimlich.games.heimlich_co.state import View
from heimlich.record import Step
from tests.tables import HEIMLICH, Case, random_game

DOUBLES = RulesetName("rio-grande", ("top-secret",), (("cards", "double-agent:6,to-ruins:4"),))


def _evidence(steps: list[Step[Any]], settings: BeliefSettings = LATEST_BELIEF) -> Evidence:
    table = steps[-1].after.table
    found = Evidence(table.players, table.agents, settings)
    for before, event, _ in steps:
        if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe | PlayCard):
            found.note(before.table, event.seat, event.action)
    found.look(table)
    return found


def _weight(steps: list[Step[Any]], held: list[tuple[int, ...]], observer: int) -> float:
    """How likely all that was decided is if the seats hold these agents, worked out one decision at a time."""
    logs = np.zeros((len(held), len(BELIEF_1.models)))
    for before, event, _ in steps:
        if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe | PlayCard):
            table, seat = before.table, event.seat
            found = log_likelihoods(table, event.action, BELIEF_1)
            if found is not None:
                number = 1 + table.cards.doubles[seat]
                logs[seat] += found[max(held[seat][:number], key=lambda agent: table.points[agent])]
    priors = np.array([model.prior for model in BELIEF_1.models])
    return float(np.prod([priors @ np.exp(logs[seat]) for seat in range(len(held)) if seat != observer]))


def test_with_second_agents_the_chances_are_those_of_counting_every_way() -> None:
    case = Case(HEIMLICH, DOUBLES, 2)
    steps = next(
        steps[: len(steps) // 2]
        for seed in range(20)
        if (steps := random_game(case, seed, "casual")) and sum(steps[len(steps) // 2].before.table.cards.doubles) >= 2
    )
    last = steps[-1].after
    evidence = _evidence(steps, BELIEF_1)
    agents, identities = evidence.agents, last.secrets.identities
    belief = belief_of(evidence, 0, identities[0])
    mine = tuple(agents.index(agent) for agent in identities[0])
    weights: dict[int, float] = dict.fromkeys(range(len(agents)), 0.0)
    total = 0.0
    rest = [agent for agent in range(len(agents)) if agent not in mine]
    for theirs in permutations(rest, len(identities[1])):
        weight = _weight(steps, [mine, theirs], 0)
        total += weight
        for agent in theirs:
            weights[agent] += weight
    owners = belief.owners()
    assert belief.probabilities.sum() == pytest.approx(1)
    assert owners.sum(0) == pytest.approx(1)
    assert (owners >= -1e-9).all()
    assert owners[0, list(mine)] == pytest.approx(1)
    for agent, weight in weights.items():
        assert owners[1, agent] == pytest.approx(weight / total, abs=1e-9)
    assert belief.kinds().sum(1) == pytest.approx(1)


def test_second_agents_of_greedy_players_are_found_and_assumptions_hold_them() -> None:
    case = Case(HEIMLICH, DOUBLES, 2)
    chances = []
    for seed in range(10):
        steps = random_game(case, seed, "casual")
        last = steps[-1].before
        evidence = _evidence(steps[:-1])
        held = last.secrets.identities[1]
        belief = belief_of(evidence, 0, last.secrets.identities[0])
        assumed, weights = belief.assume(32, np.random.default_rng(1))
        assert weights.sum() == pytest.approx(1)
        assert assumed.second.shape[1] == len(evidence.holders) == sum(last.table.cards.doubles)
        together = np.concatenate([assumed.owners, assumed.second], 1)
        assert all(len(set(row)) == len(row) for row in together.tolist())
        points = np.array(last.table.points)
        for index, seat in enumerate(assumed.holders):
            assert (points[assumed.owners[:, seat]] >= points[assumed.second[:, index]]).all()
        if len(held) > 1:
            leader = max(held, key=last.table.marker)
            chances.append(belief.owners()[1, evidence.agents.index(leader)])
    assert len(chances) > 3
    assert np.mean(chances) > 0.8


def test_what_is_given_back_is_named_free() -> None:
    rules = Case(HEIMLICH, RulesetName("rio-grande", ("top-secret", "dossier")), 2).rules
    state = HEIMLICH.parse_state(
        "gray 3 (30), red 1 (2), green 4 (20), blue 2 (3), violet church; safe 7; roll 2; players 2; phase dossier;"
        " doubles 0 1; halts 1; owners 1 gray, 2 red green",
        rules,
    )
    view = HEIMLICH.view(state, 0)
    evidence = Evidence(2, state.table.agents)
    evidence.look(state.table)
    belief = belief_of(evidence, 0, view.agents)
    owners, keepers = belief.owners(), belief.keepers(5.0)
    assert owners[1].sum() == pytest.approx(2)
    assert keepers[1].sum() == pytest.approx(1)
    assert keepers[1, 2] > owners[1, 2] * 0.5 > keepers[1, 1]
    answer = best_answer(state.table, HEIMLICH.legal_actions(view), belief)
    assert answer == NameOwner(state.table.agents[1], None)


@pytest.mark.parametrize("card", [card for card in KINDS if card is not Card.DOUBLE_AGENT])
def test_the_chances_of_all_uses_of_a_card_sum_to_one(card: Card) -> None:
    rules = Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",)), 3).rules
    table = HEIMLICH.parse_state(
        "red 1 (5), blue 7 (20), green ruins (3), gray ruins (18), yellow church, orange 3 (15); safe 7; roll 2;"
        " players 3; phase cards; arrived blue",
        rules,
    ).table
    plays = card_plays(View(table, None, hand=(card,)))
    assert plays
    if len(plays) == 1:
        assert log_likelihoods(table, plays[0]) is None
        return
    total = np.exp(np.array([log_likelihoods(table, play) for play in plays], np.float64)).sum(0)
    assert total == pytest.approx(1)


def test_a_card_speaks_for_the_one_it_helps() -> None:
    rules = Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",)), 3).rules
    table = HEIMLICH.parse_state(
        "red 1 (5), blue 9 (20), green 4 (3), gray 2 (18), yellow church, orange 3 (15); safe 10; roll 2; players 3;"
        " phase cards",
        rules,
    ).table
    evidence = Evidence(3, table.agents)
    blue = table.agents.index("blue")
    evidence.note(table, 1, PlayCard(Card.ONE_EITHER_WAY, (table.agents[blue],), 1))
    assert evidence.decisions[0].speaks_for[blue] == max(evidence.decisions[0].speaks_for) > 0
    assert belief_of(evidence, None, ()).owners()[1].argmax() == blue
    assert isinstance(evidence.decisions[0].action, PlayCard)
