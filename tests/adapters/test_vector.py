"""Many tables at once: the same games in both array libraries, by the rules, and on the device without copies."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.adapters.vector import VectorTables
from heimlich.errors import HeimlichError, IllegalAction
from heimlich.sim.batch import leaves_of
from tests.soak import count

TABLES = 24
KINDS: dict[str, dict[str, Any]] = {
    "every seat": {"game": "heimlich-co", "players": 3, "house": {"target": 10}},
    "one seat": {"game": "heimlich-co", "players": 3, "seat": 2, "rewards": "centred", "house": {"target": 10}},
}
MORE: dict[str, dict[str, Any]] = {
    "cards": {"game": "heimlich-co", "variants": ["top-secret"], "players": 2, "house": {"target": 8}},
    "suitcases": {"game": "suitcases", "players": 2, "house": {"turn_limit": 6}},
}
EVERY = {**KINDS, **(MORE if count(0, 1) else {})}


def choices(mask: Any, turn: int) -> Any:
    """A legal action at each table, another one in each turn."""
    found = [np.flatnonzero(row) for row in np.asarray(mask)]
    return np.asarray([row[turn * 7 % len(row)] if len(row) else 0 for row in found], np.int32)


@pytest.mark.parametrize("name", EVERY)
def test_both_libraries_play_the_same_games(name: str) -> None:
    words = EVERY[name]
    plain, device = (VectorTables(num_envs=TABLES, arrays=arrays, **words) for arrays in ("numpy", "jax"))
    one: Any = plain.reset(seed=5)
    other: Any = device.reset(seed=5)
    ended = 0
    for turn in range(40):
        for mine, theirs in zip(one[:-1], other[:-1], strict=True):
            np.testing.assert_array_equal(mine, theirs)
        for key in one[-1]:
            np.testing.assert_array_equal(one[-1][key], other[-1][key])
        assert one[0].shape == plain.observation_space.shape
        action = choices(one[-1]["action_mask"], turn)
        one, other = plain.step(action), device.step(jnp.asarray(action))
        ended += int(one[2].sum())
        assert not one[3].any()
        assert (np.isclose(one[-1]["rewards"].sum(axis=1), 0) | one[2]).all(), "rewards come at the end"
    assert ended > TABLES / 2


def test_every_seat_in_turn_decides_and_the_rewards_are_of_who_decided() -> None:
    env = VectorTables(num_envs=TABLES, **KINDS["every seat"])
    _, infos = env.reset(seed=1)
    seats = set[int]()
    for turn in range(60):
        before = infos["seat"]
        seats |= {*before.tolist()}
        _, reward, over, _, infos = env.step(choices(infos["action_mask"], turn))
        rows = np.flatnonzero(over)
        assert (reward[rows] == infos["rewards"][rows, before[rows] - 1]).all()
        assert not reward[~over].any()
        assert not infos["action_mask"][rows].any()
        assert (infos["seat"] == 0).tolist() == over.tolist()
    assert seats == {0, 1, 2, 3}


def test_one_seat_is_the_learners_and_always_the_one_that_is_asked() -> None:
    env = VectorTables(num_envs=TABLES, **KINDS["one seat"])
    _, infos = env.reset(seed=1)
    for turn in range(20):
        assert {*infos["seat"].tolist()} <= {0, 2}
        _, _, over, _, infos = env.step(choices(infos["action_mask"], turn))
        assert np.allclose(infos["rewards"].sum(axis=1), 0, atol=1e-6), "centred"
        assert (infos["action_mask"].any(axis=1) == ~over).all()


def test_a_seed_brings_the_same_games_again() -> None:
    env = VectorTables(num_envs=4, **KINDS["every seat"])
    first = env.reset(seed=3)[0]
    assert (env.reset(seed=3)[0] == first).all()
    assert (env.reset(seed=4)[0] != first).any()
    assert (env.reset()[0] != env.reset()[0]).any()


def test_nothing_is_copied_between_host_and_device() -> None:
    """Actions that are made on the device are taken there, and a step takes the memory of the state before it."""
    env = VectorTables(num_envs=TABLES, arrays="jax", **KINDS["every seat"])
    first_legal = jax.jit(lambda mask: jnp.argmax(mask, axis=1).astype(jnp.int32))
    observation, infos = env.reset(seed=1)
    env.step(first_legal(infos["action_mask"]))  # compiles
    observation, infos = env.reset(seed=1)
    with jax.transfer_guard("disallow"):
        for _ in range(5):
            before = leaves_of(env._running)
            observation, reward, over, cut, infos = env.step(first_legal(infos["action_mask"]))
            assert all(leaf.is_deleted() for leaf in before), "the state before gave its memory away"
    handed_out = [observation, reward, over, cut, *infos.values()]
    assert all(isinstance(array, jax.Array) for array in handed_out)
    shared = np.from_dlpack(observation)  # also on the host, where that is the device
    assert shared.__array_interface__["data"][0] == observation.unsafe_buffer_pointer()
    with jax.transfer_guard("disallow"), pytest.raises(Exception, match=r"[Dd]isallowed host-to-device"):
        env.step(np.zeros(TABLES, np.int32))


def test_an_illegal_action_is_refused_or_on_the_device_replaced_by_a_legal_one() -> None:
    env = VectorTables(num_envs=2, **KINDS["every seat"])
    with pytest.raises(IllegalAction, match="no game has begun; reset begins one"):
        env.step([0, 0])
    _, infos = env.reset(seed=1)
    legal = choices(infos["action_mask"], 0)
    for wrong in (0, -1, 10**6):
        with pytest.raises(IllegalAction, match=rf"{wrong} is not legal at table 1 now; see infos\['action_mask'\]"):
            env.step([legal[0], wrong])
    with pytest.raises(IllegalAction, match="actions are 2 whole numbers, one for each table"):
        env.step([legal[0]])
    odd: Any
    for odd in ([0.5, 1.5], None, "x", [1, [2]], {}, [True, False]):
        with pytest.raises(IllegalAction, match="actions are 2 whole numbers"):
            env.step(odd)
    assert (env.reset(seed=1)[1]["action_mask"] == infos["action_mask"]).all(), "nothing has changed"
    device = VectorTables(num_envs=2, arrays="jax", **KINDS["every seat"])
    before, _ = device.reset(seed=1)
    after = device.step(jnp.asarray([0, 10**6], jnp.int32))[0]
    assert (before != after).any(axis=1).all(), "another decision was taken"
    wrong_kind: Any
    for wrong_kind in (
        jnp.zeros(1, jnp.int32),
        jnp.zeros((2, 1), jnp.int32),
        jnp.zeros(2),
        [0],
        None,
        5,
        "x",
        {},
        [None, None],
    ):
        with pytest.raises(IllegalAction, match="actions are 2 whole numbers, one for each table"):
            device.step(wrong_kind)
    assert (device.step([0, 0])[0] != after).any(axis=1).all(), "nothing had changed; a list is taken, too"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"arrays": "torch"}, "'arrays' cannot be 'torch'; it can be: numpy, jax"),
        ({"num_envs": 0}, "0 tables are too few; it takes at least 1"),
        ({"num_envs": 2.5}, "'num_envs' is 2.5; it takes a whole number"),
        ({"seat": "1"}, "'seat' is '1'; it takes a whole number"),
        ({"seat": 5, "players": 4}, "there is no seat 5; there are 4"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_is_refused(words: dict[str, Any], told: str) -> None:
    with pytest.raises(HeimlichError, match=told):
        VectorTables(**words)


@pytest.mark.parametrize("seed", [-1, 2**32, 1.5, True])
def test_a_seed_that_cannot_be_is_refused(seed: Any) -> None:
    env = VectorTables(num_envs=2)
    first = env.reset(seed=1)[0]
    with pytest.raises(HeimlichError, match=f"the seed {seed} does not fit; it is a whole number from 0 to 4294967295"):
        env.reset(seed=seed)
    assert (env.reset(seed=2**32 - 1)[0] != first).any()


def test_one_seed_is_for_all_tables() -> None:
    with pytest.raises(HeimlichError, match="one seed is for all tables"):
        VectorTables(num_envs=2).reset(seed=[1, 2])
