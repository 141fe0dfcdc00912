"""A split of a roll is checked by arithmetic, with the same answer as the list of all moves would give (H9)."""

from itertools import compress, permutations, product
from random import Random
from time import thread_time

import pytest

from heimlich import Decision, RulesetName
from heimlich.games.heimlich_co import legal
from heimlich.games.heimlich_co.actions import MoveAgents
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.state import State
from tests.soak import count


def _rolled(die: str, players: int, **house: str) -> State:
    name = RulesetName("rio-grande", (), (("die", die), *house.items()))
    state = HEIMLICH_CO.new(HEIMLICH_CO.ruleset(name), players)
    while (chance := HEIMLICH_CO.chance(state)) is not None:
        state = HEIMLICH_CO.apply(state, next(compress(chance.outcomes, chance.weights)))
    return state


@pytest.mark.rule("H9")
@pytest.mark.parametrize(
    ("die", "house"),
    [("3", {}), ("3", {"one_agent": "yes"}), ("2/1", {}), ("3/1", {"top_secret": "yes"})],
)
def test_arithmetic_allows_what_the_list_has(die: str, house: dict[str, str]) -> None:
    state = _rolled(die, 2, **house)
    view = HEIMLICH_CO.view(state, state.table.seat)
    listed = set(HEIMLICH_CO.legal_actions(view))
    tried = 0
    for walkers in range(4):
        for agents in permutations(list(Agent)[:6], walkers):
            for points in product(range(4), repeat=walkers):
                move = MoveAgents(tuple(zip(agents, points, strict=True)))
                assert HEIMLICH_CO.is_legal(view, move) == (move in listed), move
                tried += 1
    assert tried > 1000
    others = HEIMLICH_CO.view(state, 1 - state.table.seat)
    assert not any(HEIMLICH_CO.is_legal(others, move) for move in listed)


@pytest.mark.rule("H9")
def test_the_order_on_a_face_changes_no_list() -> None:
    one, other = (_rolled(die, 3) for die in ("3/1/2", "1-3"))
    seat = one.table.seat
    assert HEIMLICH_CO.legal_actions(HEIMLICH_CO.view(one, seat)) == HEIMLICH_CO.legal_actions(
        HEIMLICH_CO.view(other, other.table.seat)
    )


@pytest.mark.rule("H9")
def test_a_face_of_twelve_costs_no_time_and_no_room() -> None:
    """It stands for 50,387 moves. Shuffled, its faces were kept anew each time: 22 MB and 2 s for each table."""
    rng = Random(1)
    for _ in range(count(20, 400)):
        points = list(range(1, 13))
        rng.shuffle(points)
        state = _rolled("/".join(map(str, points)), 7)
        began = thread_time()
        HEIMLICH_CO.offer(HEIMLICH_CO.view(state, state.table.seat))
        HEIMLICH_CO.apply(state, Decision(state.table.seat, HEIMLICH_CO.parse_action("move red 2 blue 5")))
        assert thread_time() - began < 0.02


@pytest.mark.rule("H9")
def test_lists_are_kept_as_long_as_there_is_room() -> None:
    for low, high in product(range(1, 7), range(7, 9)):
        state = _rolled(f"{low}-{high}", 7)
        view = HEIMLICH_CO.view(state, state.table.seat)
        assert len(HEIMLICH_CO.legal_actions(view)) == len(HEIMLICH_CO.legal_actions(view))
        assert legal._moves.used <= legal.ROOM
