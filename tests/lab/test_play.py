"""What the lab counts is what happens in the games by the readable rules; and it is the same however it is played."""

from collections import Counter

import numpy as np
import pytest

from heimlich.lab import play
from heimlich.lab.heimlich_co import SUBJECT, choose_greedily
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.study import Study
from heimlich.lab.tally import Sums, Tally
from tests.equivalence.replay import SEED, Moment, moments
from tests.soak import count

STUDIES = [
    Study("rio-grande", 4, SEED, "random"),
    Study("escale+top-secret", 3, SEED, "random"),
    Study("cie+dossier+target=20", 2, SEED, "random"),
    Study("engine-1.0.1+turn_limit=40", 7, SEED, "random"),
]


def tally_by_hand(game: list[Moment], players: int) -> Tally:
    """One game, counted without arrays."""
    last = game[-1].after.table
    assert last.result is not None
    leader, changes = None, 0
    opened, earned = [0] * 12, [0] * 12
    for moment in game:
        before, after = moment.before.table, moment.after.table
        marks = sorted(after.points, reverse=True)
        if marks[0] > marks[1]:
            in_front = after.points.index(marks[0])
            changes += leader not in (None, in_front)
            leader = in_front
        if after.scorings > before.scorings:
            opened[after.safe] += 1
            earned[after.safe] += sum(after.gains)
    winners = last.result.outcome.winners
    places = [[Counter([len(winners)] if seat in winners else []) for seat in seats] for seats in (
        range(players), [(last.first + place) % players for place in range(players)]
    )]  # fmt: skip
    total = sum(opened)
    rows = [*zip(opened, earned, strict=True), (total, sum(earned))]
    return Tally(
        games=1,
        counted={
            "decisions": Counter([len(game)]),
            "turns": Counter([last.turn]),
            "scorings": Counter([last.scorings]),
            "lead changes": Counter([changes]),
        },
        endings=Counter([("one-winner", "shared", "free-agent", "turn-limit").index(last.result.outcome.ending)]),
        winners=Counter([len(winners)]),
        by_seat=places[0],
        by_order=places[1],
        parts=[Sums(n, a, total, n * n, n * a, a * a, n * total, total * total) for n, a in rows],
    )


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.label)
def test_the_counts_are_those_of_the_readable_games(study: Study) -> None:
    first, games = 100, count(12, 300)
    expected = Tally()
    for number in range(first, first + games):
        expected.add(tally_by_hand(list(moments(study.rules, study.players, number)), study.players))
    assert play_chunk(Chunk(study, "numpy", first, games)) == expected


@pytest.mark.parametrize(
    ("label", "policy", "libraries"),
    [
        ("rio-grande", "random", ["numpy", "jax"]),
        ("cie+target=12", "greedy", ["numpy", "jax"]),
        ("escale+top-secret", "random", ["numpy"]),  # JAX compiles cards for long; see tests/equivalence
    ],
)
def test_array_library_chunks_and_lanes_change_nothing(
    label: str, policy: str, libraries: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    study, games = Study(label, 4, 7, policy), 120
    whole = play_chunk(Chunk(study, "numpy", 0, games))
    assert whole.games == games
    for name in libraries:
        monkeypatch.setitem(play.LANES, name, 16)  # so that most games follow another in its lane
        pieces = Tally()
        for first, number in ((80, 40), (0, 1), (1, 79)):
            pieces.add(play_chunk(Chunk(study, name, first, number)))
        assert pieces == whole


def test_greedy_seats_win_more_of_the_games_that_free_agents_win_at_random() -> None:
    random, greedy = (play_chunk(Chunk(Study("cie", 3, 5, policy), "numpy", 0, 300)) for policy in ("random", "greedy"))
    assert greedy.winners[0] < random.winners[0] / 2


@pytest.mark.parametrize(
    "label", ["rio-grande", "cie+dossier+target=12+dossier_from=6+dossier_again_below=6", "engine+top-secret"]
)
def test_a_greedy_seat_knows_no_other_agent_but_its_own(label: str) -> None:
    """Whose the others are is turned round, and it decides the same, up to the last decision of a game."""
    study, batch = Study(label, 4, 3, "greedy"), 200
    sim = SUBJECT.simulator(study.rules, study.players, np)
    state = sim.reset(study.seed, np.arange(batch))
    generator = np.random.default_rng(1)
    for _ in range(60):
        seat = sim.to_act(state)
        owners = np.stack(state.owner)
        turned = np.where(owners == seat, owners, np.where(owners == (seat + 1) % 4, (seat + 2) % 4, owners))
        turned = np.where(owners == (seat + 2) % 4, (seat + 1) % 4, turned).astype(np.int8)
        word = generator.integers(0, 2**32, batch, np.uint32)
        action = choose_greedily(sim, state, word)
        assert (action == choose_greedily(sim, state._replace(owner=tuple(turned)), word)).all()
        assert sim.legal_mask(state)[np.arange(batch), action][~sim.is_over(state)].all()
        state = sim.step(state, action)
    assert sim.is_over(state).any()


def test_another_seed_brings_other_games() -> None:
    one, other = (play_chunk(Chunk(Study("rio-grande", 4, seed, "random"), "numpy", 0, 50)) for seed in (1, 2))
    assert one != other
