"""The ground of a sketch: the map and the rules as arrays, and the state of many games.

All arrays have the games as their first axis. Places, seats, agents and suitcases are numbers as in distances.py.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from heimlich.bots.suitcases.distances import distance_table
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, OPPOSITE
from heimlich.games.suitcases.ruleset import Ruleset

Array = Any  # of NumPy or JAX
NONE = -1


class Terrain(NamedTuple):
    """The map and the rules, for one number of players."""

    xp: Any  # numpy, or jax.numpy
    players: int
    agents: int
    letters: int
    suitcases: int
    out: int  # the place that means out of the game
    cities: int
    target: int
    foreign_within: int  # more than all suitcases, if nothing foreign is asked for (C19)
    bomb_share: int
    exact_wins: bool
    extra_steps: int
    retreat: int  # the place of the card that only sends back, among the cards; NONE without
    cards: Array  # [cards]: the numbers on them
    full_hand: Array  # [cards]: how many of each
    contents: tuple[int, ...]
    steps: Array  # [from, to]
    home: Array  # [seats, from]
    near: Array  # [places, ways]; `out` where there is no further way
    starts: Array  # [seats]
    free_start: int
    owner: Array  # [suitcases]
    at_least: Array  # [steps]: the probability of a roll of at least so much
    rolls: Array  # the sums of two dice, each as likely as it stands here
    lead: Array  # [seats, cities]: how much nearer a city is for a seat than for the others
    loop: Any = None  # for JAX: jax.lax.fori_loop


class Sketches(NamedTuple):
    """Many games at the same moment; B of them. It is the same seat's turn in all."""

    place: Array  # [B, seats, agents]
    load: Array  # [B, seats, agents]: a suitcase, or NONE
    spot: Array  # [B, suitcases]: the city where it lies, or NONE
    gone: Array  # [B, suitcases]: delivered
    content: Array  # [B, suitcases]: the truth
    points: Array  # [B, seats]
    delivered: Array  # [B, seats]: how many suitcases …
    foreign: Array  # … and how many of them of opponents
    hand: Array  # [B, seats, cards]: how many of each
    clue: Array  # [B, suitcases]: how likely the bomb is there, relative to the owner's others
    share: Array  # [B, seats]: of the win, once over
    over: Array  # [B]


@lru_cache(maxsize=32)
def ground_of(rules: Ruleset, players: int) -> Terrain:
    """The ground for NumPy."""
    table = distance_table(rules, players)
    board, number = rules.board, table.place_number
    out, cities = number[None], len(board.city_words)
    ways = max(map(len, board.ways.values()))
    near = np.full((len(number), ways), out, np.int32)
    for place, others in board.ways.items():
        near[number[place], : len(others)] = [number[one] for one in others]
    cards = sorted(set(rules.duel_cards))
    starts = np.array([number[board.starts[colour]] for colour in table.colours], np.int32)
    free = [colour for colour in range(len(board.starts)) if colour not in table.colours]
    ways_of = np.array([table.steps[starts[seat], :cities] + table.home[seat, :cities] for seat in range(players)])
    lead = np.stack([np.delete(ways_of, seat, 0).min(0) - 1.5 * ways_of[seat] for seat in range(players)])
    return Terrain(
        xp=np,
        players=players,
        agents=rules.agents,
        letters=len(rules.contents),
        suitcases=players * len(rules.contents),
        out=out,
        cities=cities,
        target=rules.target,
        foreign_within=99 if rules.foreign_within is None else rules.foreign_within,
        bomb_share=rules.bomb_share,
        exact_wins=rules.exact_count_wins,
        extra_steps=rules.extra_steps,
        retreat=cards.index(rules.retreat_card) if rules.retreat_card in cards else NONE,
        cards=np.array(cards, np.float32),
        full_hand=np.array([rules.duel_cards.count(card) for card in cards], np.int32),
        contents=tuple(rules.contents),
        steps=table.steps.astype(np.float32),
        home=table.home.astype(np.float32),
        near=near,
        starts=starts,
        free_start=number[board.starts[free[0]]] if players == 3 and rules.fourth_start else NONE,
        owner=table.owners.astype(np.int32),
        at_least=table.at_least.astype(np.float32),
        rolls=np.array([one + other for one in rules.die for other in rules.die], np.int32),
        lead=lead.astype(np.float32),
    )


def is_opposite(ground: Terrain, seat: int) -> bool:
    """Tell whether a seat of three has an opponent opposite (C22)."""
    colours = COLOURS_IN_PLAY[3]
    return ground.players == 3 and OPPOSITE[colours[seat]] in colours
