"""Threefry is the published one, and the same in Python integers, NumPy and JAX."""

from types import ModuleType

import jax.numpy as jnp
import numpy as np
import pytest

from heimlich.sim.threefry import DEALS, ThreefrySource, below, scale, stream_number, threefry, threefry_arrays

# Counter, key and result, from the authors' table of known answers (threefry2x32, 20 rounds)
KNOWN = [
    ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
    ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
    ((0x243F6A88, 0x85A308D3), (0x13198A2E, 0x03707344), (0xC4923A9C, 0x483DF7A0)),
]


@pytest.mark.parametrize(("counter", "key", "result"), KNOWN)
def test_known_answers(counter: tuple[int, int], key: tuple[int, int], result: tuple[int, int]) -> None:
    assert threefry(key, counter) == result
    for xp in (np, jnp):
        words = [xp.asarray([word], dtype=xp.uint32) for word in (*key, *counter)]
        found = threefry_arrays(xp, (words[0], words[1]), (words[2], words[3]))
        assert tuple(int(word[0]) for word in found) == result


@pytest.mark.parametrize("xp", [np, jnp], ids=["numpy", "jax"])
def test_arrays_scale_words_as_integers_do(xp: ModuleType) -> None:
    words = np.random.default_rng(1).integers(0, 2**32, 200, dtype=np.uint32)
    words[:3] = 0, 1, 2**32 - 1
    for total in (1, 2, 7, 924, 5040, 65535):
        found = np.asarray(scale(xp, xp.asarray(words), total))
        assert found.tolist() == [int(word) * total >> 32 for word in words]


def test_a_source_has_the_numbers_of_the_arrays() -> None:
    games = np.arange(50, dtype=np.uint32)
    key = (np.asarray([9], np.uint32), games)
    found = below(np, key, "die", np.full(50, 3), 6)
    assert found.tolist() == [ThreefrySource(9, game).below(6, "die", 3) for game in range(50)]


def test_a_deal_is_the_digits_of_one_number() -> None:
    for game in range(50):
        source = ThreefrySource(9, game)
        deal = 0
        for index, left in enumerate((7, 6, 5, 4)):
            deal = deal * left + source.below(left, "identity", index)
        assert deal == threefry((9, game), (stream_number("identity"), 0))[0] * (7 * 6 * 5 * 4) >> 32
    assert "die" not in DEALS


def test_every_deal_is_as_likely() -> None:
    """Chi-squared over the 42 first two agents of 20,000 games; 41 degrees of freedom, and 80 is one in 3,000."""
    counts = np.zeros(42)
    for game in range(20_000):
        source = ThreefrySource(4, game)
        counts[source.below(7, "identity", 0) * 6 + source.below(6, "identity", 1)] += 1
    expected = 20_000 / 42
    assert ((counts - expected) ** 2 / expected).sum() < 80
