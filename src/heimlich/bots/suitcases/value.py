"""The value of a position of the suitcase game: every seat's win probability, for many positions at once.

Each seat gets features, one number each for what it has, how far it is from what it still needs, and how endangered
its carriers are. The win probabilities are the softmax of their weighted sums. The weights were fitted to games by
`training.suitcases.value`.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from heimlich.bots.suitcases.belief.evidence import BombOdds
from heimlich.bots.suitcases.belief.posterior import worths_of
from heimlich.bots.suitcases.distances import FAR, Array, DistanceTable, distance_table
from heimlich.game import Seat
from heimlich.games.suitcases.delivery import is_welcome
from heimlich.games.suitcases.names import Content, colour_name
from heimlich.games.suitcases.state import Phase, Table, secrets_of

FEATURES = (
    "secrets",
    "secrets squared",
    "agents",
    "last agents",
    "carried",
    "carried near home",
    "carried at the gate",
    "lying on the way",
    "lying near an agent",
    "others' luggage in reach",
    "race",
    "race squared",
    "race close",
    "own carriers in danger",
    "cards",
    "zeros",
    "soon",
    "bombs carried",
)
BOMB_COST = 1.5  # the cost of a bomb, in secrets
STRANGERS = 4.0  # steps that taking luggage from an opponent costs
LONGEST = 60.0  # steps of a race that cannot be won
GONE = -2  # the carrier of a suitcase that has been delivered
LYING = -1


class Knowledge(NamedTuple):
    """Knowledge of the observing seat: its seat, what it packed, and what the others have shown."""

    me: Seat
    contents: tuple[Content, ...]
    clues: tuple[BombOdds, ...]


class TableArrays(NamedTuple):
    """Tables as arrays; N of them."""

    places: Array  # [N, seats, agents]
    free: Array  # [N, seats, agents]: without luggage
    spots: Array  # [N, suitcases]: where each one is
    carriers: Array  # [N, suitcases]: who carries it, LYING or GONE
    secrets: Array  # [N, seats, suitcases]: expected secrets, as each seat sees it
    bombs: Array  # [N, seats, suitcases]
    points: Array  # [N, seats]
    alive: Array  # [N, seats]
    cards: Array  # [N, seats]: the mean of the hand
    zeros: Array  # [N, seats]
    soon: Array  # [N, seats]: how many turns until its turn, of the next round


def pack(distances: DistanceTable, tables: Sequence[Table], know: Knowledge) -> TableArrays:
    """Tables of one game as arrays."""
    players = tables[0].players
    number, numbers = distances.place_number, distances.suitcase_number
    places, free, spots, carriers, secrets, bombs = [], [], [], [], [], []
    points, alive, cards, zeros, soon = [], [], [], [], []
    gone = number[None]
    for table in tables:
        places.append([[number[place] for place in row] for row in table.places])
        free.append([[load is None for load in row] for row in table.loads])
        spot, carrier = [gone] * len(numbers), [GONE] * len(numbers)
        for suitcase, city in table.lying:
            spot[numbers[suitcase]], carrier[numbers[suitcase]] = number[city], LYING
        for seat, row in enumerate(table.loads):
            for agent, load in enumerate(row):
                if load is not None:
                    spot[numbers[load]] = number[table.places[seat][agent]]
                    carrier[numbers[load]] = seat
        spots.append(spot)
        carriers.append(carrier)
        worths = _worths_now(table, know)
        secrets.append(worths[0])
        bombs.append(worths[1])
        points.append([secrets_of(table, seat) for seat in range(players)])
        alive.append([any(row) for row in table.places])
        cards.append([sum(hand) / len(hand) for hand in table.hands])
        zeros.append([hand.count(table.rules.retreat_card or 0) for hand in table.hands])
        rolled = table.phase is not Phase.ROLL  # then the others come first
        soon.append([(seat - table.seat - rolled) % players for seat in range(players)])
    return TableArrays(
        np.array(places),
        np.array(free),
        np.array(spots),
        np.array(carriers),
        np.array(secrets, np.float32),
        np.array(bombs, np.float32),
        np.array(points, np.float32),
        np.array(alive),
        np.array(cards, np.float32),
        np.array(zeros, np.float32),
        np.array(soon, np.float32),
    )


def _worths_now(table: Table, know: Knowledge) -> tuple[Array, Array]:
    secrets, bombs = worths_of(table, know.me, know.contents, know.clues)
    within = table.rules.foreign_within
    if within is None or all(len(row) != within - 1 for row in table.delivered):
        return secrets, bombs
    # C19: a seat that has to bring an opponent's suitcase next has less use for its own.
    secrets = secrets.copy()
    for seat in range(table.players):
        own = f"{colour_name(table.players, seat)}-A"
        if not is_welcome(table, seat, own):
            letters = len(table.rules.contents)
            secrets[seat, seat * letters : (seat + 1) * letters] *= 0.6
    return secrets, bombs


def features(distances: DistanceTable, target: int, packed: TableArrays) -> Array:
    """[N, seats, FEATURES]."""
    players = packed.points.shape[1]
    gain = np.maximum(packed.secrets - BOMB_COST * packed.bombs, 0.0)  # [N, P, S]
    gain = gain * (packed.carriers != GONE)[:, None, :]
    steps = distances.steps[packed.places[..., None], packed.spots[:, None, None, :]]  # [N, P, A, S]
    near = steps.min(2)
    reach = np.where(packed.free[..., None], steps, FAR).min(2)
    home = distances.home[np.arange(players)[None, :, None], packed.spots[:, None, :]]  # [N, P, S]
    seats = np.arange(players)[None, :, None]
    carriers = packed.carriers[:, None, :]
    own, lying = carriers == seats, carriers == LYING
    others = (carriers >= 0) & ~own
    way = np.where(own, home, reach + home + np.where(others, STRANGERS, 0.0))
    race = _race(gain, way, target - packed.points)
    enemies = np.where(own, FAR, near)
    foe = np.stack([np.delete(enemies, seat, 1).min(1) for seat in range(players)], 1).astype(np.int64)
    danger = distances.at_least[np.clip(foe, 0, FAR)]
    agents = (packed.places != len(distances.place_number) - 1).sum(2) / packed.places.shape[2]
    turns = race / 3 + packed.soon / players
    parts = [
        packed.points / target,
        (packed.points / target) ** 2,
        agents,
        np.exp(-3 * agents),
        (gain * own).sum(2),
        (gain * own * np.exp(-home / 4)).sum(2),
        (gain * own * np.exp(-home / 1.5)).sum(2),
        (gain * lying * np.exp(-way / 6)).sum(2),
        (gain * lying * np.exp(-reach / 2)).sum(2),
        (gain * others * np.exp(-reach / 2)).sum(2),
        turns / 10,
        (turns / 10) ** 2,
        np.exp(-turns / 2),
        (gain * own * danger).sum(2),
        packed.cards / 5,
        packed.zeros,
        packed.soon / players,
        (packed.bombs * own).sum(2),
    ]
    found: Array = np.stack(parts, 2)
    return found


def _race(gain: Array, way: Array, need: Array) -> Array:
    """[N, seats]: the steps to bring home what is still needed, the cheapest suitcases first, the last one in part."""
    cost = np.minimum(way, FAR) + 0.5
    order = np.argsort(np.where(gain > 0, cost / np.maximum(gain, 1e-3), 1e6), axis=2)
    gain = np.take_along_axis(gain, order, 2)
    cost = np.take_along_axis(cost, order, 2)
    before = np.cumsum(gain, 2) - gain
    part = np.clip((need[..., None] - before) / np.maximum(gain, 1e-3), 0, 1) * (gain > 0)
    missing = np.maximum(need - gain.sum(2), 0)
    total: Array = np.minimum((part * cost).sum(2) + 15 * missing, LONGEST)
    return total


def win_probabilities(weights: Array, found: Array, alive: Array) -> Array:
    """[N, seats]: every seat's win probability."""
    score = np.where(alive, found @ weights, -50.0)
    score = np.exp(score - score.max(1, keepdims=True))
    share: Array = score / score.sum(1, keepdims=True)
    return share


@lru_cache(maxsize=8)
def weights_for(players: int) -> Array:
    """The fitted weights."""
    text = (files("heimlich.bots.suitcases") / "data" / "suitcases2.csv").read_text()
    rows = [line.split(",") for line in text.splitlines()]
    column = rows[0].index(str(players))
    assert tuple(row[0] for row in rows[1:]) == FEATURES, "fitted for other features"
    return np.array([float(row[column]) for row in rows[1:]])


def value(tables: Sequence[Table], know: Knowledge) -> Array:
    """[tables, seats]: every seat's win probability at each of these tables, as one seat sees it; known at the end."""
    first = tables[0]
    distances = distance_table(first.rules, first.players)
    packed = pack(distances, tables, know)
    share = win_probabilities(weights_for(first.players), features(distances, first.rules.target, packed), packed.alive)
    for index, table in enumerate(tables):
        if table.result is not None:
            share[index] = table.result.outcome.shares
    return share
