"""Best responses against players who search (training/heimlich_co/responses.py)."""

import json
from pathlib import Path

import numpy as np
import pytest
from training.heimlich_co import responses
from training.heimlich_co.responses import Response, Told, main, read_response

from heimlich.bots.heimlich_co.value.assumptions import Kind

NETWORKS = Path(responses.__file__).parent / "networks"


def test_it_is_told_who_owns_whom() -> None:
    assumed, weights = Told([4, 0]).assume(16, np.random.default_rng(1))
    assert assumed.owners.tolist() == [[4, 0]]
    assert (assumed.kinds == Kind.STRONG).all()
    assert weights.tolist() == [1.0]


def test_it_decides_by_the_network_of_the_file() -> None:
    net = read_response(NETWORKS / "response3-rio-grande-2.npz")
    usual = read_response(NETWORKS / "value2-rio-grande-2.npz")
    assert Response(net)._net is net
    assert not np.array_equal(net.w3, usual.w3)


@pytest.mark.parametrize("honest", [False, True])
def test_it_takes_every_seat_and_says_what_it_wins(honest: bool, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["casual", "2", str(NETWORKS / "response3-rio-grande-{players}.npz"), "--deals", "4", "--seed", "t"]
    main(words + ["--honest"] * honest)
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["fair"], found["honest"]) == (8, 50.0, honest)
    assert found["wins"] >= 75  # it beats casual as good as always


def test_knowing_the_owners_is_worth_something() -> None:
    """A fresh game tells nothing about the owners, so who is told them decides otherwise."""
    net = read_response(NETWORKS / "response3-rio-grande-4.npz")
    told, honest = (
        [responses.share_of(net, "gu", 4, deal % 4, f"t {deal}", honest=known) for deal in range(6)]
        for known in (False, True)
    )
    assert told != honest
