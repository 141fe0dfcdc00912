"""The levels overlook what people overlook, forget, and never miss what ends a game."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from training.levels import shares

from heimlich import Budget, Decision, RulesetName, Seeded, bots_ask, play, seat_generators
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.players.levels import TEMPERS, Climber, attentions, kind_of_rules
from heimlich.bots.heimlich_co.roster import LEVELS
from heimlich.bots.heimlich_co.search.attention import Glance
from heimlich.bots.registry import ladder, make_bot
from heimlich.games.heimlich_co.actions import MoveAgents
from heimlich.games.heimlich_co.endgame import front
from heimlich.games.heimlich_co.movement import move_terms
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import State, View
from heimlich.sim.heimlich_co.board import board_of, board_rules, look_ahead
from heimlich.sim.heimlich_co.moves import action_of, moves_of
from tests.soak import SOAK, count
from tests.tables import HEIMLICH, Case, random_game

KINDS = ("rio-grande", "top-secret", "dossier", "escale", "cie")
PLAIN = ("rio-grande", "escale")
ENDS = count(4, 60)  # positions of each edition
FROM_CASUAL_ON = (*ladder("heimlich-co")[1:], "careful", "bluffer", "detective")


def _leaders(state: State, action: MoveAgents) -> list[Agent] | None:
    """The agents in front, if a move ends the game; else None."""
    after = HEIMLICH.apply(state, Decision(state.table.seat, action))
    table = after.table
    if not table.reached:
        return None
    return front(table, tuple((agent,) for agent in table.agents)).leaders


@cache
def _last_turns(edition: str) -> list[tuple[View, list[MoveAgents], list[MoveAgents]]]:
    """Views in which some moves win for sure, or some lose and others do not end the game: with those moves."""
    return list(_found(edition))


def _found(edition: str) -> Iterator[tuple[View, list[MoveAgents], list[MoveAgents]]]:
    wins = losses = 0
    for seed in range(500):
        for state, event, _ in random_game(Case(HEIMLICH, RulesetName(edition), 2), seed, "casual"):
            if not isinstance(event, Decision) or not isinstance(event.action, MoveAgents):
                continue
            if max(state.table.points) + 10 < state.table.rules.target:
                continue
            view = HEIMLICH.view(state, event.seat)
            ends = [(action, _leaders(state, action)) for action in HEIMLICH.legal_actions(view)]
            won = [action for action, leaders in ends if leaders == list(view.agents)]
            lost = [action for action, leaders in ends if leaders is not None and view.agents[0] not in leaders]
            if won and wins < ENDS:
                wins += 1
                yield view, won, []
            elif lost and not won and len(lost) < len(ends) and losses < ENDS:
                losses += 1
                yield view, [], lost
        if wins == losses == ENDS:
            return


@pytest.mark.parametrize("edition", PLAIN)
@pytest.mark.parametrize("bot", FROM_CASUAL_ON)
def test_from_casual_on_nobody_misses_a_win_or_ends_the_game_for_somebody_else(bot: str, edition: str) -> None:
    turns = _last_turns(edition)
    assert len(turns) == 2 * ENDS
    for number, (view, won, lost) in enumerate(turns):
        chosen = make_bot("heimlich-co", bot).choose(view, HEIMLICH.legal_actions(view), Budget(), Random(number))
        assert not won or chosen in won, (view, chosen)
        assert chosen not in lost, (view, chosen)


def test_every_level_has_its_attention_under_all_kinds_of_rules_and_looks_at_more_than_the_one_below() -> None:
    assert set(TEMPERS) == set(LEVELS)
    found = attentions()
    assert set(found) == {(kind, level) for kind in KINDS for level in LEVELS}
    for kind in KINDS:
        for below, above in pairwise(LEVELS):
            lower, higher = found[kind, below], found[kind, above]
            assert lower.looks <= higher.looks
            assert lower.noise >= higher.noise
            assert lower != higher
    for below, above in pairwise(LEVELS):
        assert TEMPERS[below].memory < TEMPERS[above].memory
        assert TEMPERS[below].kept < TEMPERS[above].kept


@pytest.mark.parametrize(
    ("edition", "variants", "kind"),
    [
        ("rio-grande", (), "rio-grande"),
        ("rio-grande", ("top-secret",), "top-secret"),
        ("rio-grande", ("top-secret", "dossier"), "dossier"),
        ("escale", ("top-secret",), "escale"),
        ("cie", ("dossier",), "cie"),
        ("engine", (), "rio-grande"),
    ],
)
def test_other_rules_go_by_the_nearest_that_were_measured(edition: str, variants: tuple[str, ...], kind: str) -> None:
    assert kind_of_rules(HEIMLICH.ruleset(RulesetName(edition, variants))) == kind


POSITION = (
    "red 8 (5), blue 3 (9), green 2, gray 1, yellow 4, orange 6, violet 9; safe 5; roll 6; players 2;"
    " owners 1 red, 2 blue"
)


def test_short_moves_and_the_own_agent_are_noticed_first() -> None:
    state = HEIMLICH.parse_state(POSITION, HEIMLICH.ruleset(RulesetName("rio-grande")))
    board, (totals, agents, most) = board_of(state.table), move_terms(state.table)
    moves = moves_of(totals, len(agents), most)
    ahead = look_ahead(board_rules(state.table.rules), board, moves)
    red = state.table.agents.index(Agent.RED)
    rng, seen = np.random.default_rng(1), np.zeros(len(moves.steps))
    for _ in range(300):
        one = Glance(10, 0).moves(board, moves, ahead, red, 30, rng)
        assert one.sum() in {10, 11}
        seen += one
    walks = (moves.steps > 0).sum(1)
    by_number = [seen[walks == number].mean() for number in range(1, 7)]
    assert by_number == sorted(by_number, reverse=True), "the more agents walk, the less a move is noticed"
    own = moves.steps[:, red] > 0
    assert seen[own & (walks == 2)].mean() > seen[~own & (walks == 2)].mean()
    near = Glance(1, 0).moves(board, moves, ahead, red, 5, rng)
    assert near[walks == 1].all(), "with the end in sight, every simple move is noticed"
    assert action_of(agents, moves.steps[0])


def test_who_forgets_believes_the_last_move_and_who_remembers_all_of_them() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande"), 2)
    steps = [
        step
        for step in random_game(case, 3, "gu")
        if isinstance(step.event, Decision) and isinstance(step.event.action, MoveAgents)
    ]
    table = steps[0].before.table

    def logs(memory_of: str, few: int) -> np.ndarray:
        bot = Climber(memory_of)
        evidence = Evidence(table.players, table.agents, bot.version.belief)
        for before, event, _ in steps[-few:]:
            evidence.note(before.table, event.seat, event.action)
        return evidence.logs

    assert np.allclose(logs("regular", 2), logs("regular", len(steps))), "each seat's last move alone"
    assert not np.allclose(logs("veteran", 2), logs("veteran", len(steps)))
    assert not np.allclose(logs("snoop", 2), logs("snoop", 6))
    assert np.allclose(logs("snoop", 20), logs("snoop", len(steps)), atol=0.05), "but not for long"


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    def game() -> object:
        bots = [make_bot("heimlich-co", name), make_bot("heimlich-co", "casual")]
        start = HEIMLICH.new(HEIMLICH.ruleset(RulesetName("rio-grande")), 2)
        return play(HEIMLICH, start, Seeded(5), bots_ask(HEIMLICH, bots, seat_generators(5, 2)))

    assert game() == game()


NEIGHBOURS = list(pairwise(ladder("heimlich-co")[1:]))


@pytest.mark.skipif(not SOAK, reason="takes minutes; `dev.py soak` measures every step")
@pytest.mark.parametrize("rules", ["rio-grande", "top-secret"])
@pytest.mark.parametrize(("below", "above"), NEIGHBOURS)
def test_every_level_is_a_step_above_the_one_below(below: str, above: str, rules: str) -> None:
    """As docs/bots.md says, 60 to 70 %; 300 games tell it within 6."""
    won = [shares(rules, [below, above][:: 1 if number % 2 else -1], f"soak {number}") for number in range(300)]
    mine = [one[number % 2] for number, one in enumerate(won)]
    assert 0.53 < sum(mine) / len(mine) < 0.77
