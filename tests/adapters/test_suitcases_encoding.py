"""The suitcase game's numbering of actions and views: one to one, fixed, and never more than the view."""

from hashlib import blake2b
from itertools import pairwise
from random import Random

import pytest

from heimlich.errors import HeimlichError
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.encoding import (
    END,
    LEAVE,
    NUMBERING,
    STATION,
    STAY,
    action_count,
    action_number,
    action_of,
    encode_view,
    numbering,
    suitcase_number,
    suitcase_of_number,
    view_fields,
    view_size,
)
from heimlich.games.suitcases.state import Duel, Phase, State, Table
from tests.games.suitcases.games import HOUSES, played, rules_of, states

# Few enough that every game is played once for all tests here.
TABLES = [("jumbo", 2), ("jumbo", 4), *((house, 2 + index % 3) for index, house in enumerate(HOUSES) if index)]


def _met(house: str = "jumbo") -> Table:
    """Four players, the first of whom has met the second, so that every number stands for something."""
    return SUITCASES.new(rules_of(house), 4).table._replace(duel=Duel(1, 1, None, False))


def test_the_sizes_follow_from_the_rules() -> None:
    plan = numbering(rules_of("jumbo"))
    cities = len(plan.cities)
    assert action_count(rules_of("jumbo")) == 4 + 16 + 4 * cities + 6 + 3 * 7 + 7 * 16 + 7 * (cities + 1)
    assert action_count(rules_of("small")) < action_count(rules_of("jumbo"))
    assert view_size(rules_of("jumbo"), 2) == 17 + 2 * (4 + 6 + 14 + 3 * 4) + 7 + 1


def test_the_words_come_first() -> None:
    words = [str(action_of(_met(), number)) for number in (END, LEAVE, STATION, STAY)]
    assert words == ["end", "leave", "station", "stay"]


@pytest.mark.parametrize(
    ("house", "digest"),
    [
        ("jumbo", "6aba540d766b4ea1"),
        ("orient-express-2", "42c5c8c1f18dd3ed"),
        ("europe", "b4af00498f830051"),
        ("orient-express", "ae312d905e4fbb48"),
    ],
)
def test_the_numbering_never_changes(house: str, digest: str) -> None:
    """If this fails, numbers mean something else now: give the numbering a new version, or undo it."""
    table = _met(house)
    text = "\n".join(str(action_of(table, number)) for number in range(action_count(table.rules)))
    assert (NUMBERING, blake2b(text.encode(), digest_size=8).hexdigest()) == (1, digest)


def test_the_fields_never_change() -> None:
    text = " ".join(f"{field.name}:{field.size}" for field in view_fields(rules_of("jumbo"), 3))
    assert text == (
        "phase:1 turn:1 seat:1 first:1 roll:2 steps:1 extra:1 mover:1 losing:1 duels:1 ending:1 attacker:1 defence:1 "
        "defender:1 exact:1 spoils:1 chosen:1 awaited:3 colours:3 packed:3 secrets:3 cards:18 places:21 loads:21 "
        "handled:7 lying:12 delivered:12 contents:12"
    )


def test_every_number_stands_for_one_action() -> None:
    table = _met()
    actions = [action_of(table, number) for number in range(action_count(table.rules))]
    assert len(set(actions)) == len(actions)
    assert [action_number(table, action) for action in actions] == list(range(len(actions)))


@pytest.mark.parametrize("number", [-1, 10_000])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(HeimlichError, match=f"{number} is no action's number; they go from 0 to "):
        action_of(_met(), number)


def test_what_there_is_not_is_refused() -> None:
    table = SUITCASES.new(rules_of("jumbo"), 2).table
    plan = numbering(table.rules)
    with pytest.raises(HeimlichError, match="suitcase 8 is that of player 3; there are 2"):
        action_of(table, plan.take + 8)
    with pytest.raises(HeimlichError, match="says whom to fight, and nobody is met"):
        action_of(table, plan.fight)


def test_suitcases_count_from_the_one_who_decides() -> None:
    table = _met()
    assert suitcase_number(table, 1, "blue-C") == 2
    assert suitcase_number(table, 0, "blue-C") == 4 + 2
    assert suitcase_number(table, 2, "blue-C") == 12 + 2
    for seat in range(4):
        assert [suitcase_number(table, seat, suitcase_of_number(table, seat, n)) for n in range(16)] == list(range(16))


@pytest.mark.parametrize(("house", "players"), TABLES)
def test_legal_actions_have_numbers_and_come_back(house: str, players: int) -> None:
    for state in states(played(house, players))[::5]:
        for seat in SUITCASES.actors(state):
            actions = SUITCASES.legal_actions(SUITCASES.view(state, seat))
            numbers = [action_number(state.table, action) for action in actions]
            assert [action_of(state.table, number) for number in numbers] == list(actions)
            assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(("house", "players"), TABLES)
def test_an_encoded_view_shows_nothing_hidden(house: str, players: int) -> None:
    rng, size = Random(players), view_size(rules_of(house), players)
    for number, state in enumerate(states(played(house, players))[::7]):
        seat = (*range(players), None)[number % (players + 1)]
        view = SUITCASES.view(state, seat)
        encoded = encode_view(view)
        assert len(encoded) == size
        assert encode_view(SUITCASES.view(SUITCASES.consistent_state(view, rng), seat)) == encoded


@pytest.mark.parametrize(("house", "players"), TABLES)
def test_different_views_are_encoded_differently(house: str, players: int) -> None:
    """In a game only the order of deliveries is left out, and it cannot change without anything else changing."""
    for number, (before, after) in enumerate(pairwise(states(played(house, players)))):
        seat = number % players
        if SUITCASES.view(before, seat) != SUITCASES.view(after, seat) and _is_decision(before, after):
            assert _encoded(before, seat) != _encoded(after, seat)


def _is_decision(*around: State) -> bool:
    """Not at a draw of chance, at which nobody looks: who starts, and the roll, are no phases of the encoding."""
    return all(state.table.phase not in {Phase.START, Phase.ROLL} for state in around)


def _encoded(state: State, seat: int) -> list[int]:
    return encode_view(SUITCASES.view(state, seat))


def test_a_view_says_what_the_table_says() -> None:
    state = states(played("jumbo", 3))[-1]
    table = state.table
    fields = view_fields(table.rules, 3)
    for me in range(3):
        numbers = _encoded(state, me)
        parts: dict[str, list[int]] = {}
        for field in fields:
            parts[field.name], numbers = numbers[: field.size], numbers[field.size :]
        assert table.result is not None
        assert parts["contents"] == [one for seat in range(3) for one in table.result.contents[(me + seat) % 3]]
        assert parts["colours"] == [(me + seat) % 3 for seat in range(3)]
        assert parts["packed"] == [1, 1, 1]
        assert (parts["phase"], parts["turn"]) == ([8], [table.turn])
        own = [place for place in table.places[me] if place in table.rules.board.cities]
        cities = table.rules.board.city_words
        assert [cities[n] for n in parts["places"][:7] if 0 <= n < len(cities)] == own
