"""The printed edition, as a value; another would be what differs from it, and nothing more.

A corrected rule becomes a setting, and each rules version pins its values here: a record names the version it was
played by, so old games stay what they were.
"""

from collections.abc import Mapping
from dataclasses import replace

from heimlich.errors import BadRuleset
from heimlich.game import RulesetName
from heimlich.games.suitcases.maps import CURRENT_MAPS, FIRST_EDITION_MAPS
from heimlich.games.suitcases.names import BOMB
from heimlich.games.suitcases.ruleset import Ruleset, with_house_rules
from heimlich.settings import edition_of

JUMBO = Ruleset(
    edition="jumbo",
    version=1,
    map=FIRST_EDITION_MAPS[0],
    agents=7,
    contents=(5, 3, 1, BOMB),
    duel_cards=(0, 0, 1, 2, 3, 4, 5),
    first=None,
    die=(0, 1, 1, 2, 2, 3),
    most_in_city=2,
    guard_all_luggage=False,
    exact_count_wins=True,
    retreat_card=0,
    extra_steps=1,
    foreign_within=3,
    bomb_share=2,
    target=10,
    agents_break_ties=False,
    turn_limit=None,
    fourth_start=True,
)

# 2: no luggage action may close the only way out of a crowd, not even that of an agent outside the crowd (C10).
_SECOND = replace(JUMBO, version=2, guard_all_luggage=True)
# 3: the map passes every mirror; the first one favoured a seat when three played (C2).
_THIRD = replace(_SECOND, version=3, map=CURRENT_MAPS[0])

VERSION = 3
EDITIONS: Mapping[int, Mapping[str, Ruleset]] = {
    rules.version: {rules.edition: rules} for rules in (JUMBO, _SECOND, _THIRD)
}

# With two players, one game in three or four ends at 9 : 9 (docs/measurements.md).
SUGGESTED: Mapping[int, Mapping[str, str]] = {2: {"agents_break_ties": "yes"}}


def ruleset(name: RulesetName) -> Ruleset:
    """Return the rules of an edition with a table's house rules."""
    rules = edition_of(EDITIONS, VERSION, name.edition, name.version)
    for variant in name.variants:
        raise BadRuleset(f"'{name.edition}' has no variant '{variant}'; it has none")
    return with_house_rules(rules, name.house)


def edition_names() -> Mapping[str, tuple[str, ...]]:
    """List every edition with the variants that it allows, the default first."""
    return dict.fromkeys(EDITIONS[VERSION], ())
