"""Random games of suitcases, at any table, and what must hold at every moment of them."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from heimlich.chance import Seeded, draw
from heimlich.game import Decision, RulesetName
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.names import COLOURS_IN_PLAY
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.state import Phase, State, Table
from heimlich.record import Step
from tests.rulebook.suitcases.table import SMALL

# House rules reach corners that the printed edition does not.
HOUSES: dict[str, tuple[tuple[str, str], ...]] = {
    "jumbo": (),
    "europe": (("map", "europe"),),
    "orient-express": (("map", "orient-express"),),
    "orient-express-2": (("map", "orient-express-2"),),
    "alone": (("most_in_city", "1"), ("die", "2,3"), ("retreat_card", "none")),
    "crowds": (("most_in_city", "3"), ("agents", "12"), ("extra_steps", "2")),
    "many-suitcases": (
        ("contents", "2,2,1,1,bomb,bomb"),
        ("target", "8"),
        ("foreign_within", "1"),
        ("agents_break_ties", "yes"),
    ),
    "small": (("map", SMALL), ("die", "1,2,3")),
    "packed": (("map", SMALL), ("most_in_city", "1"), ("agents", "9"), ("die", "1,3,6")),
    "few-cards": (("duel_cards", "0,3"), ("agents", "3"), ("exact_count_wins", "no"), ("extra_steps", "0")),
}


def rules_of(house: str) -> Ruleset:
    """The rules of a table, with the limit that simulations need."""
    return SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo", house=HOUSES[house])))


def random_game(rules: Ruleset, players: int, seed: int) -> list[Step[Any]]:
    """A whole game, event by event; who is asked with others answers in any order."""
    rng, source = Random(seed), Seeded(seed)
    state = SUITCASES.new(rules, players)
    steps: list[Step[Any]] = []
    while SUITCASES.outcome(state) is None:
        chance = SUITCASES.chance(state)
        if chance is not None:
            event = draw(chance, source)
        else:
            seat = rng.choice(SUITCASES.actors(state))
            event = Decision(seat, eager_choice(SUITCASES.legal_actions(SUITCASES.view(state, seat)), rng))
        after = SUITCASES.apply(state, event)
        steps.append(Step(state, event, after))
        state = after
    return steps


def eager_choice(actions: Sequence[Action], rng: Random) -> Action:
    """Any action; but deliver when there is a chance to, so that games see more than wandering about."""
    home = [action for action in actions if " hq-" in str(action)]
    return rng.choice(home or actions)


@lru_cache(maxsize=16)
def played(house: str, players: int, seed: int = 1) -> tuple[Step[Any], ...]:
    """The same random game for every test that looks at one."""
    return tuple(random_game(rules_of(house), players, seed))


def check(table: Table) -> None:
    """What holds at every moment of every game."""
    board, most = table.rules.board, table.rules.most_in_city
    where = [suitcase for suitcase, _ in table.lying]
    where += [load for row in table.loads for load in row if load is not None]
    where += [delivery.suitcase for row in table.delivered for delivery in row]
    assert len(set(where)) == len(where), "a suitcase is in one place"
    assert table.turn == 0 or len(where) == table.players * len(table.rules.contents), "none is lost"
    owners: dict[str, int] = {}
    for seat, row in enumerate(table.places):
        crowd = Counter(place for place in row if place in board.cities)
        moving = seat == table.seat and table.phase is Phase.MOVE
        assert max(crowd.values(), default=0) <= most + moving, "C9"
        for city in filter(None, crowd):
            assert owners.setdefault(city, seat) == seat or table.phase in {Phase.FIGHT, Phase.DUEL}, "C12"
        own_start = board.starts[COLOURS_IN_PLAY[table.players][seat]]
        assert all(place is None or place in board.cities or place == own_start for place in row) or table.players == 3
        for place, load in zip(row, table.loads[seat], strict=True):
            assert load is None or place in board.cities, "C11"
    assert (table.extra > 0) == (table.mover > 0)
    assert all(table.hands), "C14"


def states(steps: tuple[Step[Any], ...] | list[Step[Any]]) -> list[State]:
    """All states of a game, the last one included."""
    return [step.before for step in steps] + [steps[-1].after]
