"""The numbering of actions and views: one to one, fixed, and never more than the view."""

from hashlib import blake2b
from random import Random

import pytest

from heimlich.games.heimlich_co.actions import MoveAgents
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.heimlich_co.encoding import (
    CARD_START,
    MOVE_START,
    NUMBERING,
    UNIT_COUNT,
    action_count,
    action_number,
    action_of,
    card_uses,
    encode_view,
    move_start,
    split_number,
    split_of_number,
    splits,
    unit_choices,
    unit_path,
    view_fields,
    view_size,
)
from heimlich.games.heimlich_co.setup import new
from tests.equivalence.replay import CASES, played


@pytest.fixture(scope="module", params=range(len(CASES)), ids=[str(case) for case in CASES])
def index(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def test_the_sizes_are_those_that_were_planned() -> None:
    assert (len(card_uses()), action_count() - MOVE_START, action_count(), UNIT_COUNT) == (245, 1716, 2041, 333)
    assert action_count(12) == MOVE_START + 50388


def test_each_face_is_one_range() -> None:
    assert [move_start(points) - MOVE_START for points in range(8)] == [0, 1, 8, 36, 120, 330, 792, 1716]


def test_the_numbering_never_changes() -> None:
    """If this fails, numbers mean something else now: give the numbering a new version, or undo it."""
    table = new(CASES[0].rules, 7).table
    text = "\n".join(str(action_of(table, number)) for number in range(action_count(8)))
    assert (NUMBERING, blake2b(text.encode(), digest_size=8).hexdigest()) == (1, "2b708b123326209b")


def test_splits_have_their_numbers() -> None:
    for points in range(8):
        for place, split in enumerate(splits(points)):
            assert split_number(split) == move_start(points) + place
            assert split_of_number(move_start(points) + place) == split


def test_every_number_stands_for_one_action() -> None:
    table = new(CASES[0].rules, 7).table
    actions = [action_of(table, number) for number in range(action_count(7))]
    assert len(set(actions)) == len(actions)
    assert [action_number(table, action) for action in actions] == list(range(len(actions)))


def test_legal_actions_have_numbers_and_come_back(index: int) -> None:
    for moment in played(index, 2)[::5]:
        table = moment.before.table
        actions = HEIMLICH_CO.legal_actions(HEIMLICH_CO.view(moment.before, moment.seat))
        numbers = [action_number(table, action) for action in actions]
        assert [action_of(table, number) for number in numbers] == list(actions)
        assert len(set(numbers)) == len(numbers)


def test_every_move_has_exactly_one_path_of_unit_steps(index: int) -> None:
    for moment in played(index, 2)[::29]:
        table = moment.before.table
        actions = HEIMLICH_CO.legal_actions(HEIMLICH_CO.view(moment.before, moment.seat))
        paths = {unit_path(table, action) for action in actions}
        assert len(paths) == len(actions)
        if isinstance(actions[0], MoveAgents):
            assert paths == set(_walks(moment.before.table))
        assert all(number < UNIT_COUNT for path in paths for number in path)


def _walks(table: object) -> list[tuple[int, ...]]:
    """Every path that `unit_choices` allows."""
    from heimlich.games.heimlich_co.encoding import DONE, POINT_START
    from heimlich.games.heimlich_co.state import Table

    assert isinstance(table, Table)
    found: list[tuple[int, ...]] = []
    open_paths: list[tuple[int, ...]] = [()]
    while open_paths:
        path = open_paths.pop()
        spent = tuple(path.count(POINT_START + agent) for agent in range(len(table.agents)))
        choices = unit_choices(table, spent)
        if not choices:
            found.append(path)
        for choice in choices:
            (found if choice == DONE else open_paths).append((*path, choice))
    return found


def test_an_encoded_view_shows_nothing_hidden(index: int) -> None:
    case, rng = CASES[index], Random(index)
    fields = view_fields(len(played(index, 2)[0].before.table.agents), case.players, cards=True, dossier=True)
    assert len({field.name for field in fields}) == len(fields)
    for number, moment in enumerate(played(index, 2)[::7]):
        seat = number % (case.players + 1)
        viewer = None if seat == case.players else seat
        view = HEIMLICH_CO.view(moment.before, viewer)
        other = HEIMLICH_CO.consistent_state(view, rng)
        encoded = encode_view(view)
        assert encode_view(HEIMLICH_CO.view(other, viewer)) == encoded
        cards, dossier = case.rules.top_secret, case.rules.dossier
        assert len(encoded) == view_size(len(view.table.agents), case.players, cards=cards, dossier=dossier)


def test_card_uses_are_those_of_the_rules() -> None:
    assert CARD_START + len(card_uses()) == MOVE_START
