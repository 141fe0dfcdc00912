"""A display spares clients the rules: who stands for whom, where a walk ends, how far one could go, who wins a tie."""

from functools import lru_cache
from itertools import product
from typing import Any

from heimlich import GAMES, RulesetName
from heimlich.game import Decision
from heimlich.games.suitcases.actions import Fight, Lose, Step
from heimlich.games.suitcases.display import public
from heimlich.games.suitcases.duels import revealed
from heimlich.games.suitcases.state import Phase, State
from tests.tables import Case, random_game

GAME = GAMES["suitcases"]
TABLES = [
    Case(GAME, RulesetName("jumbo", (), (("map", board), ("turn_limit", "150"), *house)), players)
    for board, players, house in (
        ("orient-express", 2, ()),
        ("orient-express", 4, (("exact_count_wins", "no"),)),
        ("orient-express", 4, (("most_in_city", "5"), ("agents", "6"))),
    )
]


GAMES_EACH = 3


@lru_cache(maxsize=1)
def _states() -> list[State]:
    seeds = product(TABLES, range(GAMES_EACH))
    return [step.after for case, seed in seeds for step in random_game(case, seed)]


def _picture(state: State) -> dict[str, Any]:
    return public(GAME.view(state, None))


def _stands_for(picture: dict[str, Any]) -> dict[tuple[int, int], int]:
    """By seat and number of an agent that no offer names, the number that is named instead."""
    return {
        (int(seat), other): int(number)
        for name, others in picture.get("alike", {}).items()
        for seat, number in [name.split("-")]
        for other in others
    }


def test_every_agent_of_who_moves_is_offered_or_another_stands_for_it() -> None:
    stood = 0
    for state in _states():
        table = state.table
        if table.phase not in {Phase.MOVE, Phase.LOSE}:
            continue
        speakers = _stands_for(_picture(state))
        for number, place in enumerate(table.places[table.seat], 1):
            speaker = speakers.get((table.seat, number))
            if speaker is None:
                continue
            stood += 1
            assert place == table.places[table.seat][speaker - 1]
            for action in GAME.legal_actions(GAME.view(state, table.seat)):
                match action:
                    case Step(agent, _) | Lose(agent):
                        assert agent != number, "who is named needs nobody to stand for it"
        if table.phase is Phase.LOSE:
            losses = {action.agent for action in GAME.legal_actions(GAME.view(state, table.seat))}
            for number, place in enumerate(table.places[table.seat], 1):
                assert place is None or number in losses or speakers[table.seat, number] in losses
    assert stood > 500


def test_every_rival_can_be_fought_or_another_stands_for_it() -> None:
    fights = 0
    for state in _states():
        table = state.table
        if table.phase is not Phase.FIGHT:
            continue
        fights += 1
        assert table.duel is not None
        defence = table.duel.defence
        speakers = _stands_for(_picture(state))
        named = {
            action.agent for action in GAME.legal_actions(GAME.view(state, table.seat)) if isinstance(action, Fight)
        }
        city = table.places[table.seat][table.duel.attacker - 1]
        for number, place in enumerate(table.places[defence], 1):
            if place == city:
                assert number in named or speakers[defence, number] in named
    assert fights


def test_a_walk_ends_where_a_stop_is_and_only_there() -> None:
    stopped = walked = 0
    for state in _states():
        table = state.table
        if table.phase is not Phase.MOVE:
            continue
        stops = _picture(state).get("stops", [])
        for action in GAME.legal_actions(GAME.view(state, table.seat)):
            if isinstance(action, Step) and action.place in table.rules.board.cities:
                after = GAME.apply(state, Decision(table.seat, action)).table
                fights = after.duel is not None
                assert fights == (action.place in stops)
                stopped, walked = stopped + fights, walked + (not fights)
    assert stopped > 100
    assert walked > 1000


def test_extra_steps_are_the_movers_alone() -> None:
    extra = 0
    for state in _states():
        picture = _picture(state)
        reach = picture.get("reach", {})
        if state.table.phase is Phase.MOVE and state.table.extra:
            extra += 1
            assert reach == {str(picture["mover"]): picture.get("steps", 0) + picture["extra"]}
        else:
            assert not reach
    assert extra


def test_equal_cards_are_won_by_the_seat_that_the_picture_names() -> None:
    ties: set[tuple[bool, bool, bool]] = set()
    for state in _states():
        table = state.table
        if table.phase is not Phase.DUEL or table.duel is None:
            continue
        hands = table.hands[table.seat], table.hands[table.duel.defence]
        for card in set(hands[0]) & set(hands[1]):
            chosen = tuple(card if seat in {table.seat, table.duel.defence} else None for seat in range(table.players))
            shown = revealed(State(table, state.secrets._replace(chosen=chosen)))
            assert shown is not None
            assert _picture(state)["duel"]["tie"] == (table.seat if shown.won else table.duel.defence)
            ties.add((table.duel.exact, table.rules.exact_count_wins, shown.won))
            break
    assert {(True, True, True), (False, True, False), (True, False, False)} <= ties


def test_the_same_rules_said_as_a_house_rule_look_the_same() -> None:
    """A client that read the terms took a house rule that repeats the printed one for another rule."""
    plain = Case(GAME, RulesetName("jumbo", (), (("turn_limit", "40"),)), 2)
    said = Case(GAME, RulesetName("jumbo", (), (("exact_count_wins", "yes"), ("turn_limit", "40"))), 2)
    for one, other in zip(random_game(plain, 5), random_game(said, 5), strict=True):
        assert _picture(one.after) == _picture(other.after)
