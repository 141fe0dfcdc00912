"""Games of suitcases to compare the simulator with: at which tables, and positions that are as crowded as can be."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

from heimlich.errors import BadNotation
from heimlich.game import RulesetName
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.encoding import action_number, action_of, numbering
from heimlich.games.suitcases.luggage import lay
from heimlich.games.suitcases.names import Place, Suitcase, colour_name
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.setup import new
from heimlich.games.suitcases.soundness import check
from heimlich.games.suitcases.state import Delivery, Phase, Secrets, State
from tests.equivalence.replay import Replay
from tests.games.suitcases.games import HOUSES
from tests.soak import SOAK
from tests.tables import Case

# Short games show as much as long ones, once agents carry suitcases about; some are played out.
LIMIT = ("turn_limit", "90")
NAMES = [f"{house} {players}" for house in HOUSES for players in (2, 3, 4)]


def _case(house: str, players: int) -> Case:
    limit = () if SOAK or house in {"small", "few-cards"} else (LIMIT,)
    return Case(SUITCASES, RulesetName("jumbo", (), (*HOUSES[house], *limit)), players)


CASES = [_case(house, players) for house in HOUSES for players in (2, 3, 4)]


def legal_numbers(state: State, seat: int) -> list[int]:
    """What a seat may decide, by number."""
    actions = SUITCASES.legal_actions(SUITCASES.view(state, seat))
    return sorted(action_number(state.table, action) for action in actions)


def _promising(state: State, legal: list[int]) -> Sequence[int]:
    """Home if possible; else a suitcase every other turn; so that games see more than wandering about."""
    plan, table = numbering(state.table.rules), state.table
    home = [n for n in legal if n >= plan.step and (n - plan.step) % (len(plan.cities) + 1) == len(plan.cities)]
    takes = [n for n in legal if plan.take <= n < plan.step] if table.turn % 2 else []
    return home or takes or legal


RANDOM = Replay(SUITCASES, CASES, legal_numbers, action_of)
PROMISING = RANDOM._replace(among=_promising)
played = lru_cache(maxsize=2)(PROMISING.played)


def corridor() -> str:
    """A map on which agents can stand in each other's way for long: eight cities in a row, the gates along them."""
    cities = ["aden", "bari", "cork", "dover", "essen", "faro", "genoa", "hull"]
    gates = {"red": ["bari", "dover"], "blue": ["aden"], "green": ["cork"], "yellow": ["aden", "essen"]}
    corners = {"red": [50, 50], "blue": [950, 50], "green": [950, 950], "yellow": [50, 950]}
    inner = {"red": [850, 850], "blue": [150, 850], "green": [150, 150], "yellow": [850, 150]}
    return json.dumps(
        {
            "id": "corridor",
            "title": "Corridor",
            "starts": corners,
            "headquarters": inner,
            "cities": {city: [150 + 100 * number, 500] for number, city in enumerate(cities)},
            "lines": [f"{a} {b}" for a, b in pairwise(cities)] + [f"start-{colour} {cities[-1]}" for colour in gates],
            "marked": [f"{city} hq-{colour}" for colour, near in gates.items() for city in near],
        }
    )


def crowded_states(rules: Ruleset, players: int, rng: Random, number: int) -> Iterator[State]:
    """Positions in which a player's agents fill cities that lie together, one of them perhaps with one too many."""
    while number:
        state = crowded_state(rules, players, rng)
        try:
            check(state)
        except BadNotation:  # nobody could leave the city that is crowded
            continue
        number -= 1
        yield state


def crowded_state(rules: Ruleset, players: int, rng: Random) -> State:
    """Such a position, whether anybody can leave the city that is crowded or not."""
    base, seat = new(rules, players).table, rng.randrange(players)
    middle = rng.choice(rules.board.city_words)
    around = _nearest(rules, middle)
    agents = _standing(rules, around, base.places[seat][0], rng)
    contents = tuple(tuple(rng.sample(rules.contents, len(rules.contents))) for _ in range(players))
    loads: list[Suitcase | None] = [None] * rules.agents
    lying: tuple[tuple[Suitcase, Place], ...] = ()
    delivered: list[tuple[Delivery, ...]] = [()] * players
    for owner, letter in rng.sample([*_pairs(players, len(rules.contents))], players * len(rules.contents)):
        suitcase = f"{colour_name(players, owner)}-{rules.letters[letter]}"
        free = [index for index, place in enumerate(agents) if place in rules.board.cities and loads[index] is None]
        fate = rng.randrange(4)
        if fate == 0 and free:
            loads[rng.choice(free)] = suitcase
        elif fate == 1:
            delivered[seat] = (*delivered[seat], Delivery(suitcase, contents[owner][letter]))
        else:
            lying = lay(lying, suitcase, rng.choice(around[: 3 if fate == 2 else None]))
    here = [index + 1 for index, place in enumerate(agents) if place == middle]
    extra = rng.choice((0, 0, 1, 2, 3)) if here else 0
    table = base._replace(
        phase=Phase.MOVE,
        turn=5,
        seat=seat,
        packed=(True,) * players,
        places=(*base.places[:seat], tuple(agents), *base.places[seat + 1 :]),
        loads=(*base.loads[:seat], tuple(loads), *base.loads[seat + 1 :]),
        lying=lying,
        delivered=tuple(delivered),
        roll=(3, 3),
        steps=rng.choice((0, 0, 1, 1, 2, 2, 3, 4)),
        extra=extra,
        mover=rng.choice(here) if extra else 0,
        handled=frozenset(index + 1 for index, place in enumerate(agents) if place and rng.random() < 0.5),
    )
    return State(table, Secrets(contents, (None,) * players))


def _pairs(players: int, letters: int) -> Iterator[tuple[int, int]]:
    return ((owner, letter) for owner in range(players) for letter in range(letters))


def _nearest(rules: Ruleset, middle: Place) -> list[Place]:
    """The cities, from the middle outwards."""
    found = [middle]
    for city in found:
        found += [near for near in rules.board.ways[city] if near not in found]
    return found


def _standing(rules: Ruleset, around: list[Place], start: Place | None, rng: Random) -> list[Place | None]:
    most = rules.most_in_city
    full = [city for city in around for _ in range(most if rng.random() < 0.93 else rng.randrange(most + 1))]
    crowd = around[:1] if rng.random() < 0.6 else []
    agents: list[Place | None] = []
    agents += [*crowd, *full][: rng.randrange(max(1, rules.agents - 2), rules.agents + 1)]
    agents += [rng.choice((None, start, start)) for _ in range(rules.agents - len(agents))]
    rng.shuffle(agents)
    return agents
