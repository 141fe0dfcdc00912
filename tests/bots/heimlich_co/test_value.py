"""The networks: there is one for every table, and in `cie` it knows that a round is played out."""

from pathlib import Path

import jax
import numpy as np
import pytest
from training.heimlich_co import network as fit_network

from heimlich import RulesetName
from heimlich.bots.heimlich_co.players.versions import CHAMPION
from heimlich.bots.heimlich_co.value.assumptions import Assumptions, Kind, role_count, roles
from heimlich.bots.heimlich_co.value.network import judge, network
from heimlich.bots.heimlich_co.value.packing import packed, read_arrays, unpacked
from heimlich.bots.heimlich_co.value.win_probabilities import position_win_probabilities
from heimlich.games.heimlich_co.names import RING
from heimlich.sim.heimlich_co.board import Board
from tests.tables import HEIMLICH, Case


@pytest.mark.parametrize("edition", ["rio-grande", "escale", "cie", "engine", "engine-1.0.1"])
@pytest.mark.parametrize("players", range(2, 8))
def test_there_is_a_network_for_every_table(edition: str, players: int) -> None:
    net = judge(Case(HEIMLICH, RulesetName(edition), players).rules, players)
    assert len(net.role) == 1 + players * (1 + len(Kind))
    assert len(net.left) == (players if edition == "cie" else 1)


def test_where_one_agent_takes_the_roll_the_network_of_cie_judges() -> None:
    house = RulesetName("rio-grande", (), (("one_agent", "yes"),))
    assert judge(Case(HEIMLICH, house, 3).rules, 3) is network("cie", 3)


def test_who_is_behind_when_the_last_turns_are_played_has_little_hope() -> None:
    net = network("cie", 3)
    board = Board(np.array([[1, 5, 5, 3, 0]]), np.array([[20, 43, 25, 9, 3]]), np.array([9]))
    assumed = Assumptions(np.array([[0, 1, 2]]), np.full((1, 3), Kind.GU), np.zeros((1, 0), np.int64), ())
    for seat, hope in ((0, 0.0), (1, 1.0)):
        role = roles(assumed, seat, 2, 5)
        assert position_win_probabilities(net, board, role, np.array([1]))[0, 0] == pytest.approx(hope, abs=0.15)


def test_seats_with_two_agents_play_for_one_of_them() -> None:
    assumed = Assumptions(np.array([[0, 1], [2, 1]]), np.zeros((2, 2), np.int64), np.array([[3], [4]]), (1,))
    ahead = assumed.led_by(np.array([0, 5, 0, 9, 1]))
    assert ahead.owners.tolist() == [[0, 3], [2, 1]]
    assert ahead.second.tolist() == [[1], [4]]
    assert ahead.played_for(1, 1).owners.tolist() == [[0, 1], [2, 1]]
    assert ahead.played_for(0, 3) == ahead


@pytest.mark.parametrize(("edition", "players"), [("rio-grande", 4), ("cie", 3), ("cie", 7)])
def test_the_numbers_mean_what_they_were_fitted_for(edition: str, players: int) -> None:
    """The same positions are worth the same to the network that was fitted, however many turns are left."""
    rng = np.random.default_rng(players)
    net, rows, agents = network(edition, players), 40, 7
    place, safe = rng.integers(RING, size=(rows, agents)), rng.integers(RING + 1, size=(rows, 1))
    points, role = rng.integers(45, size=(rows, agents)), rng.integers(role_count(players), size=(rows, agents))
    params = {name: getattr(net, name) for name in net._fields}
    for left in range(len(net.left)):
        turns = np.where(np.arange(rows) % 2, left, 0)
        for number in (turns, np.zeros_like(turns)):
            fitted = fit_network.embed(params, place, safe, points, role).sum(1) + net.left[number]
            chance = net.win_probability(net.embed(place, safe, points, role).sum(1), number)
            assert chance == pytest.approx(np.asarray(jax.nn.sigmoid(fit_network.head(params, fitted))), abs=1e-4)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 7])
def test_the_champions_networks_are_wider_and_where_there_are_none_the_first_ones_stand_in(players: int) -> None:
    """A version that has no file of its own for a table goes by the one before it."""
    version = CHAMPION.networks
    first, second = (network("rio-grande", players, number) for number in (1, version))
    assert len(second.b1) > len(first.b1)
    assert len(second.role) == len(first.role)
    assert network("cie", players, version).place.tolist() == network("cie", players, 1).place.tolist()
    board = Board(np.array([[1, 5, 5, 3, 0, 2, 2]]), np.array([[39, 3, 2, 9, 3, 0, 0]]), np.array([9]))
    everyone = np.arange(players)[None]
    assumed = Assumptions(everyone, np.full((1, players), Kind.STRONG), np.zeros((1, 0), np.int64), ())
    for seat, hopeful in ((0, True), (1, False)):
        role = roles(assumed, seat, 0, 7)
        assert (position_win_probabilities(second, board, role)[0, 0] > 0.5) == hopeful


@pytest.mark.parametrize("digits", [5, 7, 10])
def test_packed_networks_lose_nothing(digits: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(digits)
    kept = 0xFFFF << 10 - digits & 0xFFFF
    numbers = [(rng.normal(size=shape) * 8).astype(np.float16) for shape in ((13, 4), (4, 3), (3,), (1,))]
    arrays = {f"w{index}": (part.view(np.uint16) & kept).view(np.float16) for index, part in enumerate(numbers)}
    arrays["w2"] = np.array([0.0, -0.0, 6e-8], np.float16) if digits == 10 else np.array([0.0, -0.0, 65504 - 65504])
    np.savez(tmp_path / "net.npz", **packed(arrays, digits))  # type: ignore[arg-type]
    np.savez(tmp_path / "plain.npz", **arrays)  # type: ignore[arg-type]
    for found in (unpacked(packed(arrays, digits)), read_arrays(tmp_path / "net.npz")):
        assert list(found) == list(arrays)
        for name, part in found.items():
            assert part.tobytes() == np.asarray(arrays[name], np.float16).tobytes()
            assert part.shape == arrays[name].shape
    assert list(read_arrays(tmp_path / "plain.npz")) == list(arrays)
