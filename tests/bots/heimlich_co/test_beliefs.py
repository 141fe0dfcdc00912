"""Beliefs are chances, by Bayes, from public play alone; and they are right about those who do not hide."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from heimlich import Decision, RulesetName, Seeded, bots_ask, play, seat_generators
from heimlich.bots.heimlich_co.belief.deals import all_deals
from heimlich.bots.heimlich_co.belief.evidence import Evidence, EvidenceKeeper
from heimlich.bots.heimlich_co.belief.likelihoods import log_likelihoods
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1, BELIEF_3, LATEST_BELIEF, MASKS_3, BeliefSettings
from heimlich.bots.registry import make_table_of_bots
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe
from heimlich.games.heimlich_co.legal import legal_actions
from heimlich.games.heimlich_co.state import State
from heimlich.record import Step
from tests.tables import HEIMLICH, Case, random_game


def _evidence(steps: list[Step[Any]], settings: BeliefSettings = LATEST_BELIEF) -> Evidence:
    table = steps[-1].after.table
    found = Evidence(table.players, table.agents, settings)
    for before, event, _ in steps:
        if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe):
            found.note(before.table, event.seat, event.action)
    return found


@pytest.mark.parametrize("settings", [BELIEF_1, BELIEF_3], ids=["version 1", "version 3"])
@pytest.mark.parametrize("players", [2, 3])
def test_the_chances_are_those_of_counting_every_deal(players: int, settings: BeliefSettings) -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), players), 3, "gu")
    evidence = _evidence(steps[: len(steps) // 3], settings)
    types = evidence.types
    own = steps[-1].after.secrets.identities[0]
    belief = belief_of(evidence, 0, own)
    mine = evidence.agents.index(own[0])
    weights: dict[tuple[int, ...], float] = {}
    for deal in permutations(range(len(evidence.agents)), players):
        if deal[0] == mine:
            weights[deal] = 0.0
            for company, weight in zip(types.table_mixes, np.exp(types.table_mix_priors), strict=True):
                for seat in range(1, players):
                    logs = evidence.by_type(seat)[deal[seat]]
                    weight *= sum(prior * np.exp(log) for prior, log in zip(company, logs, strict=True))
                weights[deal] += weight
    total = sum(weights.values())
    assert belief.probabilities.sum() == pytest.approx(1)
    for deal, chance in zip(belief.deals.tolist(), belief.probabilities, strict=True):
        assert chance == pytest.approx(weights[tuple(deal)] / total)
    owners = belief.owners()
    assert owners.sum(0) == pytest.approx(1)
    assert owners[0, mine] == pytest.approx(1)
    assert belief.kinds().sum(1) == pytest.approx(1)


def test_the_chances_of_all_decisions_sum_to_one() -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("escale"), 2), 5)
    for kind in (MoveAgents, MoveSafe):
        before = next(
            step.before for step in steps if isinstance(step.event, Decision) and isinstance(step.event.action, kind)
        )
        assert isinstance(before, State)
        actions = legal_actions(HEIMLICH.view(before, before.table.seat))
        found = [log_likelihoods(before.table, action) for action in actions]  # type: ignore[arg-type]
        total = np.exp(np.array(found, np.float64)).sum(0)
        assert total == pytest.approx(1)


def test_priors_and_deals_are_complete() -> None:
    for types in (BELIEF_1, LATEST_BELIEF, MASKS_3):
        assert np.exp(types.priors).sum() == pytest.approx(1)
        assert np.exp(types.table_mix_priors).sum() == pytest.approx(1)
        assert types.table_mixes.sum(1) == pytest.approx(1)
    assert all_deals(4, 7).shape == (840, 4)


def test_greedy_players_are_seen_through_by_the_time_of_the_dossier_and_it_can_say_why() -> None:
    right = asked = 0
    for seed in range(6):
        steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 4), seed, "gu")
        until = next(number for number, step in enumerate(steps) if max(step.after.table.points, default=0) >= 29)
        evidence = _evidence(steps[: until + 1])
        identities = steps[-1].after.secrets.identities
        belief = belief_of(evidence, 0, identities[0])
        guess = belief.best_guess()
        for seat in range(1, 4):
            truth = evidence.agents.index(identities[seat][0])
            asked += 1
            right += guess[seat] == truth
            reasons = belief.reasons(seat, truth)
            assert all(clue.seat == seat and clue.speaks_for[truth] > 0 for clue in reasons)
            assert reasons == sorted(reasons, key=lambda clue: -clue.speaks_for[truth])
    assert right >= asked - 1


def test_what_one_plays_like_tells_what_the_others_are_like() -> None:
    """One seat after the other is looked at: with each, it becomes clearer that all of them play at random."""
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 4), 2, "random")
    evidence = _evidence(steps, BELIEF_1)
    random = [model.name for model in BELIEF_1.models].index("random")
    seen = []
    for known in range(1, 5):
        part = Evidence(4, evidence.agents, BELIEF_1)
        part.logs[:known] = evidence.logs[:known] / 4
        part.held = list(part.logs)
        seen.append(belief_of(part, None, ()).kinds()[0, random])
    assert seen == sorted(seen)
    assert seen[-1] > 1.2 * seen[0]


def test_a_spectator_believes_too_and_assumptions_are_deals() -> None:
    evidence = _evidence(random_game(Case(HEIMLICH, RulesetName("rio-grande"), 3), 1, "gu"))
    assumed, weights = belief_of(evidence, None, ()).assume(50, np.random.default_rng(1))
    assert weights.sum() == pytest.approx(1)
    assert assumed.owners.shape == assumed.kinds.shape
    assert all(len(set(deal)) == 3 for deal in assumed.owners.tolist())


def test_every_observer_shares_one_table_and_a_new_game_starts_a_new_one() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande"), 3)
    watchers = [EvidenceKeeper(), EvidenceKeeper()]

    def watch(before: State, event: object, after: State) -> None:
        for seat, watcher in enumerate(watchers):
            watcher.watch(HEIMLICH.view(before, seat), HEIMLICH.seen(before, event, after, seat))

    bots = make_table_of_bots("heimlich-co", ["g1"], 3)
    last = play(
        HEIMLICH, HEIMLICH.new(case.rules, 3), Seeded(2), bots_ask(HEIMLICH, bots, seat_generators(2, 3)), watch
    )
    first, second = (watcher.at(last.table) for watcher in watchers)
    assert first.logs.tolist() == second.logs.tolist()
    assert first.logs.any()
    other = HEIMLICH.parse_state("red 1, blue 2, green 3, gray 4; safe 7; roll 2; players 2", case.rules).table
    assert not watchers[0].at(other).logs.any()
    fresh = HEIMLICH.view(HEIMLICH.new(case.rules, 3), 1)
    watchers[1].watch(fresh, ())
    assert not watchers[1].at(last.table).logs.any()
