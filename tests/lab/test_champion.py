"""The champion of the lab: what it values moves by, that it looks at nothing hidden, and that it plays well."""

from itertools import permutations
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.bots.heimlich_co.value.assumptions import Assumptions, roles
from heimlich.bots.heimlich_co.value.network import IN_HAND, judge
from heimlich.cli.main import main
from heimlich.lab import champion
from heimlich.lab.champion import choose_as_champion
from heimlich.lab.heimlich_co import SUBJECT, choose_greedily
from heimlich.lab.play import Chunk, play_chunk
from heimlich.lab.study import Study
from heimlich.lab.survey import survey
from heimlich.sim.batch import map_leaves
from heimlich.sim.heimlich_co import Simulator
from heimlich.sim.heimlich_co.board import after_move
from heimlich.sim.heimlich_co.state import MOVE
from heimlich.sim.threefry import threefry_arrays
from tests.soak import count

TABLES = [("rio-grande", 2), ("rio-grande", 4), ("escale", 3), ("cie", 2), ("cie", 4), ("engine", 7)]


def words(state: Any, number: int) -> Any:
    counter = (np.full(1, 5, np.uint32), np.full(1, number, np.uint32))
    return threefry_arrays(np, (state.seed, state.game), counter)[0]


def some_states(label: str, players: int, games: int, steps: int) -> tuple[Any, Any]:
    """A simulator, and states after some random decisions."""
    sim: Any = Simulator(Study(label, players, 3, "champion").rules, players, np)
    state = sim.reset(3, np.arange(games))
    for number in range(steps):
        state = sim.step(state, sim.random_action(state, words(state, number)))
    return sim, state


@pytest.mark.parametrize(("label", "players"), TABLES)
def test_it_takes_legal_actions_and_plays_to_the_end(label: str, players: int) -> None:
    sim, state = some_states(label, players, 3, 2)
    number = 0
    while not sim.is_over(state).all():
        action = choose_as_champion(sim, state, words(state, number))
        open_ = ~sim.is_over(state)
        assert sim.legal_mask(state)[np.arange(3), action][open_].all()
        state, number = sim.step(state, action), number + 1


@pytest.mark.parametrize(("label", "players"), [("rio-grande", 3), ("cie", 2)])
def test_moves_are_valued_by_the_mean_over_all_owners(label: str, players: int) -> None:
    """The sum of vectors that the network is given is the mean over everything that the seat holds for possible."""
    sim, state = some_states(label, players, 64, 9)
    row = int(np.flatnonzero((state.phase == MOVE) & ~state.reached)[0])
    player = champion._player(sim.rulesets[0], players, np)
    seen = player.seen_in(state, words(state, 9)).take(np.array([row]))
    net, agents, me = judge(sim.rulesets[0], players), player.agents, int(state.seat[row])
    moves = player.moves[int(state.face[row])]
    own = int(np.flatnonzero(seen.own[0])[0])
    deals = [*permutations([agent for agent in range(agents) if agent != own], players - 1)]
    owners = np.array([[*deal[:me], own, *deal[me:]] for deal in deals])
    mixed = []  # the roles that each deal brings, for every kind of player, and how likely that kind is
    for kind, odds in champion.KIND_ODDS.items():
        assumed = Assumptions(owners, np.full(owners.shape, kind), np.zeros((len(deals), 0), np.int64), ())
        mixed.append((odds, roles(assumed, me, (me + 1) % players, agents)))
    assert sum(odds for odds, _ in mixed) == pytest.approx(1)
    values = player.move_values(seen, moves)[0]
    for index in (0, len(values) // 2, len(values) - 1):
        board, due = after_move(player.on_board, seen.board, moves.steps[index : index + 1])
        if (board.points >= sim.rulesets[0].target).any():
            continue
        safe = IN_HAND if due[0] else int(board.safe[0])
        total = sum(odds * net.embed(board.places, safe, board.points, role).sum(1).mean(0) for odds, role in mixed)
        assert values[index] == pytest.approx(net.win_probability(total[None])[0], abs=1e-5)


def test_it_looks_at_nothing_hidden() -> None:
    """The others' agents may change hands, and nothing that it does changes."""
    sim, state = some_states("rio-grande", 4, 200, 7)
    action = choose_as_champion(sim, state, words(state, 7))
    owner = np.stack(state.owner)
    others = (owner != state.seat) & (owner != -1)
    swapped = owner.copy()
    for game in range(200):  # the other seats' agents go round among all agents that are not the seat's own
        places = np.flatnonzero(owner[:, game] != state.seat[game])
        swapped[places, game] = np.roll(owner[places, game], 1)
    assert (swapped != owner)[others].any()
    again = choose_as_champion(sim, state._replace(owner=tuple(swapped)), words(state, 7))
    assert (again == action).all()


def test_level_markers_share_the_win_with_owned_agents_only() -> None:
    """Two players and five agents: another agent that is level is the opponent's one time in four."""
    shares = champion._tied_shares(2, 5)
    assert shares[0] == 1
    assert shares[1] == pytest.approx(0.75 + 0.25 / 2)
    assert shares[4] == pytest.approx(0.5)
    assert champion._tied_shares(7, 7)[2] == pytest.approx(1 / 3)


@pytest.mark.parametrize(("label", "players"), [("rio-grande", 5), ("escale", 5), ("cie", 7)])
def test_games_among_champions_come_to_scorings(label: str, players: int) -> None:
    """With other assumptions about the others, all waited for each other up to the limit of turns."""
    sim, state = some_states(label, players, 4, 0)
    for number in range(60):
        state = sim.step(state, choose_as_champion(sim, state, words(state, number)))
    assert (state.scorings >= 2).all()


def test_it_beats_greedy_players() -> None:
    """One champion, in another seat each game, against greedy players."""
    games = count(60, 2000)
    sim, state = some_states("rio-grande", 2, games, 0)
    hero, number = np.arange(games) % 2, 0
    while not sim.is_over(state).all():
        mine, theirs = (choose(sim, state, words(state, number)) for choose in (choose_as_champion, choose_greedily))
        state, number = sim.step(state, np.where(sim.to_act(state) == hero, mine, theirs)), number + 1
    assert sim.rewards(state)[np.arange(games), hero].mean() > 0.85


def test_jax_chooses_what_numpy_values_most() -> None:
    """Blocks of games of one face of the die, sorted and put back; some games are over, some place the safe."""
    sim, state = some_states("cie", 2, 300, 60)
    word = words(state, 60)
    compiled: Any = Simulator(sim.rulesets[0], 2, jnp)
    choose = jax.jit(lambda state, word: choose_as_champion(compiled, state, word))
    found = np.asarray(choose(map_leaves(jnp.asarray, state), word))
    wanted = choose_as_champion(sim, state, word)
    open_ = ~sim.is_over(state)
    assert 0 < open_.sum() < len(open_)
    assert sim.legal_mask(state)[np.arange(300), found][open_].all()
    assert (found == wanted)[open_].mean() > 0.98  # moves of equal value may be drawn differently


def test_a_study_is_the_same_in_pieces() -> None:
    study = Study("cie+target=10", 2, 3, "champion")
    whole = play_chunk(Chunk(study, "numpy", 0, 10))
    pieces = play_chunk(Chunk(study, "numpy", 0, 4))
    pieces.add(play_chunk(Chunk(study, "numpy", 4, 6)))
    assert whole == pieces


def test_cards_and_dossiers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "rio-grande+top-secret", "--games", "5", "--policy", "champion"]) == 1
    assert "the policy 'champion' cannot play rio-grande+top-secret: it knows the basic game" in capsys.readouterr().err
    assert main(["lab", "rio-grande", "--games", "5", "--champion-games", "5"]) == 1
    assert "it needs --all" in capsys.readouterr().err


def test_a_survey_has_it_for_basic_games_if_asked_for() -> None:
    parts = {part.policy: part for part in survey(1, slow=True) if part.game == "heimlich-co"}
    assert [*parts] == ["greedy", "random", "champion"]
    labels = {study.label for study in parts["champion"].studies}
    assert {"rio-grande", "cie", "escale", "engine", "rio-grande+one_agent=yes"} <= labels
    assert all(SUBJECT.can_play("champion", study.rules) for study in parts["champion"].studies)
    assert not any("top-secret" in label or "dossier" in label for label in labels)
