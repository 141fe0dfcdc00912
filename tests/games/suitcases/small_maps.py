"""Random small maps, and positions on them in which agents fill cities that lie together."""

import json
from collections.abc import Iterator
from random import Random

from heimlich.errors import HeimlichError
from heimlich.game import RulesetName
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.state import State
from tests.equivalence.suitcase_games import crowded_state

CITIES = ("aden", "bari", "cork", "dover", "essen", "faro", "genoa")
COLOURS = ("red", "blue", "green", "yellow")


def small_map(rng: Random) -> str:
    """A tree of four to seven cities, often a long one, with few lines more; gates and start spaces anywhere."""
    cities = CITIES[: rng.randint(4, len(CITIES))]
    width = rng.choice((1, 2, 9))
    lines = {
        (rng.choice(cities[max(0, number - width) : number]), city) for number, city in enumerate(cities) if number
    }
    lines |= {(one, other) for one in cities for other in cities if one < other and rng.random() < 0.05}
    gates = {colour: rng.sample(cities, rng.choice((1, 1, 1, 2))) for colour in COLOURS}
    starts = [f"start-{colour} {rng.choice(cities)}" for colour in COLOURS]
    corners = dict(zip(COLOURS, ([50, 50], [950, 50], [950, 950], [50, 950]), strict=True))
    inner = dict(zip(COLOURS, ([850, 850], [150, 850], [150, 150], [850, 150]), strict=True))
    return json.dumps(
        {
            "id": "small",
            "title": "Small",
            "starts": corners,
            "headquarters": inner,
            "cities": {city: [150 + 100 * number, 400 + 150 * (number % 3)] for number, city in enumerate(cities)},
            "lines": [f"{one} {other}" for one, other in sorted(lines)] + starts,
            "marked": [f"{city} hq-{colour}" for colour, near in gates.items() for city in near],
        }
    )


def small_rules(rng: Random) -> Ruleset:
    """Rules on such a map with as many agents as nearly fill it."""
    while True:
        most = rng.choice((1, 1, 2))
        a_map = small_map(rng)
        house = (
            ("map", a_map),
            ("most_in_city", str(most)),
            ("agents", str(most * len(json.loads(a_map)["cities"]) - rng.choice((1, 1, 2, 3)))),
            ("contents", rng.choice(("9", "9", "5,bomb"))),  # few, so that one of them can be the only way home
            ("target", "9"),
            ("foreign_within", rng.choice(("never", "1", "2"))),
        )
        try:
            return SUITCASES.ruleset(RulesetName("jumbo", (), house))
        except HeimlichError:  # too many agents for the map, or a map that cannot be played on
            continue


def provoked_crowds(rng: Random, maps: int, states: int, players: int = 3) -> Iterator[State]:
    """Positions within a turn on so many maps; whether the crowd can be cleared is for the test to say."""
    for _ in range(maps):
        rules = small_rules(rng)
        for _ in range(states):
            yield _short_of_room(crowded_state(rules, players, rng), rng)


def _short_of_room(state: State, rng: Random) -> State:
    """With fewer steps than lead to a city with room, if there is a crowd: only a way home can clear it then."""
    table = state.table
    row, most = table.places[table.seat], table.rules.most_in_city
    crowded = [place for place in row if place in table.rules.board.cities and row.count(place) > most]
    if not crowded or rng.random() < 0.2:
        return state
    rooms = [steps for city, steps in table.rules.board.apart[crowded[0]].items() if row.count(city) < most]
    most_steps = max(1, min(rooms, default=7) - 1)
    reach = rng.choice((most_steps, rng.randint(1, most_steps)))
    extra = rng.randint(0, reach)
    mover = rng.choice([number for number, place in enumerate(row, 1) if place == crowded[0]]) if extra else 0
    return State(table._replace(steps=reach - extra, extra=extra, mover=mover), state.secrets)
