"""Sketches of real tables: what is public of them, with contents that may be true."""

from collections.abc import Sequence

import numpy as np

from heimlich.bots.suitcases.belief.evidence import BombOdds
from heimlich.bots.suitcases.distances import distance_table
from heimlich.bots.suitcases.sketch.ground import NONE, Array, Sketches, ground_of
from heimlich.games.suitcases.names import Content, colour_name
from heimlich.games.suitcases.state import Table, secrets_of

Contents = tuple[tuple[Content, ...], ...]  # by seat and letter


def sketch(tables: Sequence[Table], worlds: Sequence[Contents], clues: Sequence[BombOdds]) -> Sketches:
    """Every table with each of the contents; the worlds of the first table come first."""
    rules, players, many = tables[0].rules, tables[0].players, len(worlds)
    ground, numbers = ground_of(rules, players), distance_table(rules, players)
    place, case = numbers.place_number, numbers.suitcase_number
    cards = ground.cards.astype(int).tolist()
    colours = [f"{colour_name(players, seat)}-" for seat in range(players)]

    def rows(values: Sequence[object], kind: type = np.int32) -> Array:
        return np.repeat(np.array(values, kind), many, 0)

    spots = [[NONE] * ground.suitcases for _ in tables]
    gone = [[False] * ground.suitcases for _ in tables]
    for index, table in enumerate(tables):
        for suitcase, city in table.lying:
            spots[index][case[suitcase]] = place[city]
        for row in table.delivered:
            for one in row:
                gone[index][case[one.suitcase]] = True
    contents = np.array([[content for row in world for content in row] for world in worlds], np.int32)
    ends = [table.result.outcome.shares if table.result else (0.0,) * players for table in tables]
    return Sketches(
        place=rows([[[place[one] for one in row] for row in table.places] for table in tables]),
        load=rows([[[NONE if one is None else case[one] for one in row] for row in table.loads] for table in tables]),
        spot=rows(spots),
        gone=rows(gone, bool),
        content=np.tile(contents, (len(tables), 1)),
        points=rows([[secrets_of(table, seat) for seat in range(players)] for table in tables]),
        delivered=rows([[len(row) for row in table.delivered] for table in tables]),
        foreign=rows(
            [
                [
                    sum(not one.suitcase.startswith(colour) for one in row)
                    for row, colour in zip(table.delivered, colours, strict=True)
                ]
                for table in tables
            ]
        ),
        hand=rows([[[hand.count(card) for card in cards] for hand in table.hands] for table in tables]),
        clue=rows([[weight for row in clues for weight in row.weight]] * len(tables), np.float32),
        share=rows(ends, np.float32),
        over=rows([table.result is not None for table in tables], bool),
    )
