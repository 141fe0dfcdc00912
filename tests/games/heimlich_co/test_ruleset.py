"""Editions, their variants, settings and house rules."""

import pytest

from heimlich.errors import BadRuleset
from heimlich.game import RulesetName
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.games.heimlich_co.ruleset import Ruleset

EDITIONS = [
    RulesetName(edition, variants)
    for edition, allowed in HEIMLICH_CO.editions().items()
    for variants in ((), *((variant,) for variant in allowed))
]


def _changed(**house: str) -> Ruleset:
    return HEIMLICH_CO.ruleset(RulesetName("rio-grande", ("top-secret",), tuple(house.items())))


def test_editions_and_variants_are_named_where_one_is_unknown() -> None:
    with pytest.raises(BadRuleset, match="there is no edition 'ravensburger'; there are: rio-grande"):
        HEIMLICH_CO.ruleset(RulesetName("ravensburger"))
    with pytest.raises(BadRuleset, match="there is no variant 'bombs'; 'rio-grande' has: top-secret"):
        HEIMLICH_CO.ruleset(RulesetName("rio-grande", ("bombs",)))
    with pytest.raises(BadRuleset, match="'escale' has the dossier only as part of its variant 'advanced'"):
        HEIMLICH_CO.ruleset(RulesetName("escale", ("dossier",)))
    with pytest.raises(BadRuleset, match="'cie' has no variant 'top-secret'; it has: dossier"):
        HEIMLICH_CO.ruleset(RulesetName("cie", ("top-secret",)))
    with pytest.raises(BadRuleset, match="there are no rules of version 7"):
        HEIMLICH_CO.ruleset(RulesetName("rio-grande", version=7))


@pytest.mark.parametrize("name", EDITIONS, ids=str)
def test_every_setting_can_be_written_and_read_back(name: RulesetName) -> None:
    rules = HEIMLICH_CO.ruleset(name)
    house = tuple((setting.name, setting.value) for setting in HEIMLICH_CO.settings(rules))
    assert HEIMLICH_CO.ruleset(RulesetName(name.edition, name.variants, house)) == rules


@pytest.mark.parametrize("name", EDITIONS, ids=str)
def test_simulations_get_a_limit_where_there_is_none(name: RulesetName) -> None:
    printed = HEIMLICH_CO.ruleset(name).turn_limit
    assert HEIMLICH_CO.ruleset(HEIMLICH_CO.limited(name)).turn_limit == (printed or 1000)
    own = RulesetName(name.edition, name.variants, (("turn_limit", "7"),))
    assert HEIMLICH_CO.limited(own) == own


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("weather", "fine", "there is no setting 'weather'; there are: values, agents_in_play"),
        ("target", "x", "'x' does not fit 'target'; it takes a whole number"),
        ("target", "0", "'target' is 0; a game would be over before it starts"),
        ("values", "1,2,3", "'values' has 3 numbers; there are 12 buildings"),
        ("values", "0,0,0,0,0,0,0,0,0,0,0,-3", "'values' has no building worth a point, so nobody could ever win"),
        ("agents_in_play", "3,4", "'agents_in_play' has 2 numbers; it takes one for each of 2 to 7 players"),
        ("agents_in_play", "1,4,5,6,7,7", "'agents_in_play' must give every player an agent, and there are only seven"),
        ("agents_in_play", "8,4,5,6,7,7", "'agents_in_play' must give every player an agent, and there are only seven"),
        ("colours", "red,red", "'colours' names an agent twice"),
        ("colours", "pink", "'pink' does not fit 'colours'; it takes drawn, or colours, as in red,blue"),
        ("first", "8", "'first' must be a seat from 1 to 7"),
        ("die", "0", "'die' must show 1 to 12 points on each face"),
        ("die", "13", "'die' must show 1 to 12 points on each face"),
        ("die", "1/1", "'die' has a face that offers the same points twice"),
        ("die", "3-1", "'3-1' does not fit 'die'; it takes its faces, as in 2,3,4,5,6,1-3"),
        ("one_agent", "maybe", "'maybe' does not fit 'one_agent'; it takes yes or no"),
        ("floor", "1", "'floor' must not be above 0, where the markers start"),
        ("turn_limit", "0", "'turn_limit' must allow at least one turn"),
        ("cards", "to-ruins:100", "'cards' must have 0 to 99 of each kind"),
        ("cards", "to-ruins:1", "1 cards are too few to deal"),
        ("hand_start", "-1", "'hand_start' must not be negative"),
        ("hand_limit", "0", "'hand_limit' is below what a hand starts with, or below 1"),
        ("marker_steps", "0", "'marker_steps' must be at least 1"),
        ("dossier_from", "0", "'dossier_from' must be above 0, where the markers start"),
        ("dossier_again_below", "99", "'dossier_again_below' is above 'dossier_from'"),
    ],
)
def test_impossible_rules_are_refused_and_it_says_why(name: str, value: str, reason: str) -> None:
    with pytest.raises(BadRuleset) as caught:
        _changed(**{name: value})
    assert reason in str(caught.value)


def test_some_rules_are_too_much_for_some_numbers_of_players() -> None:
    with pytest.raises(BadRuleset, match="'colours' names 5 agents; 7 players need 7"):
        HEIMLICH_CO.new(_changed(colours="red,blue,green,gray,violet"), 7)
    with pytest.raises(BadRuleset, match="'first' is seat 5; there are 4 players"):
        HEIMLICH_CO.new(_changed(first="5"), 4)
    with pytest.raises(BadRuleset, match="9 cards are too few to deal 2 to each of 5 players"):
        HEIMLICH_CO.new(_changed(cards="to-ruins:9", hand_start="2"), 5)
    for players in (1, 8):
        with pytest.raises(BadRuleset, match=f"{players} players cannot play; it takes 2 to 7"):
            HEIMLICH_CO.new(_changed(), players)
