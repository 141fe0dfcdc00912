"""Tables that were opened before the maps were changed stay on the map they were opened with."""

from random import Random

import pytest
from msgspec.structs import replace

from heimlich.server.table.commands import Create, Start
from heimlich.server.table.rows import Created, Row
from heimlich.server.table.setup.opening import open_rematch, open_table
from heimlich.server.table.setup.terms import Terms
from tests.server.tables import ANNA, JUMBO, SEED, Sitting


def opened(version: int, terms: Terms = JUMBO) -> list[Row]:
    """The log of a table as that version of the rules wrote it: the terms name no map."""
    rows = open_table(Create(terms), ANNA, 1_000_000, table="t1", seed=SEED, name="Anna")
    return [replace(row, data=replace(row.data, version=version)) for row in rows if isinstance(row.data, Created)]


@pytest.mark.parametrize(("version", "a_map"), [(1, "europe"), (2, "europe"), (3, "europe-2")])
def test_a_table_without_a_named_map_plays_on_that_of_its_rules_version(version: int, a_map: str) -> None:
    sitting = Sitting(rows=opened(version))
    sitting.start().play(Random(4), 12)
    assert sitting.table.now.state.table.rules.map == a_map
    assert sitting.pictures[None]["game"]["map"] == a_map
    sitting.check()  # its log read back gives the same table


def test_a_rematch_moves_to_the_new_map_unless_the_terms_name_the_old_one() -> None:
    for terms, a_map in ((JUMBO, "europe-2"), (replace(JUMBO, house=(("map", "orient-express"),)), "orient-express")):
        short = replace(terms, house=(*terms.house, ("turn_limit", "1")))
        sitting = Sitting(rows=opened(1, short))
        sitting.start().play(Random(4))
        again = open_rematch(sitting.table.now, ANNA, sitting.at, table="t2", seed=SEED)
        following = Sitting(rows=again)
        following.do(Start(), ANNA)
        assert following.table.now.state.table.rules.map == a_map
