"""The edition, its settings and house rules."""

import pytest

from heimlich.errors import BadRuleset
from heimlich.game import RulesetName
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.editions import JUMBO
from tests.rulebook.suitcases.table import SMALL


def test_there_is_one_edition_without_variants() -> None:
    assert SUITCASES.editions() == {"jumbo": ()}
    with pytest.raises(BadRuleset, match="'jumbo' has no variant 'dossier'"):
        SUITCASES.ruleset(RulesetName("jumbo", ("dossier",)))
    with pytest.raises(BadRuleset, match="there is no edition 'ravensburger'; there are: jumbo"):
        SUITCASES.ruleset(RulesetName("ravensburger"))
    with pytest.raises(BadRuleset, match="there are no rules of version 7; known: 1, 2, 3"):
        SUITCASES.ruleset(RulesetName("jumbo", version=7))


def test_the_values_of_version_1_stay_what_they_are() -> None:
    """A record names its rules version; whoever changes these values breaks stored games."""
    assert {setting.name: setting.value for setting in SUITCASES.settings(JUMBO)} == {
        "map": "europe",
        "agents": "7",
        "contents": "5,3,1,bomb",
        "duel_cards": "0,0,1,2,3,4,5",
        "first": "drawn",
        "die": "0,1,1,2,2,3",
        "most_in_city": "2",
        "guard_all_luggage": "no",
        "exact_count_wins": "yes",
        "retreat_card": "0",
        "extra_steps": "1",
        "foreign_within": "3",
        "bomb_share": "2",
        "target": "10",
        "agents_break_ties": "no",
        "turn_limit": "none",
        "fourth_start": "yes",
    }


def test_version_3_differs_by_its_map() -> None:
    """With three players the first map favoured a seat; old tables and records keep it."""
    first, second, third = (SUITCASES.ruleset(RulesetName("jumbo", version=version)) for version in (1, 2, 3))
    assert (first.map, second.map, third.map) == ("europe", "europe", "europe-2")
    old, new = ({one.name: one.value for one in SUITCASES.settings(rules)} for rules in (second, third))
    assert {name for name in old if old[name] != new[name]} == {"map"}
    assert SUITCASES.ruleset(RulesetName("jumbo")) == third


def test_every_setting_can_be_written_and_read_back() -> None:
    house = tuple((setting.name, setting.value) for setting in SUITCASES.settings(JUMBO))
    assert SUITCASES.ruleset(RulesetName("jumbo", house=house, version=1)) == JUMBO


def test_simulations_get_a_limit_where_there_is_none() -> None:
    assert SUITCASES.ruleset(SUITCASES.limited(RulesetName("jumbo"))).turn_limit == 400
    own = RulesetName("jumbo", house=(("turn_limit", "7"),))
    assert SUITCASES.limited(own) == own


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("weather", "fine", "there is no setting 'weather'; there are: map, agents"),
        ("agents", "x", "'x' does not fit 'agents'; it takes a whole number"),
        ("agents", "0", "'agents' must be 1 to 20"),
        ("contents", "bomb,bomb", "'contents' has no state secret, so nobody could ever win"),
        ("contents", "0,5", "'0,5' does not fit 'contents'; it takes what the suitcases hold, as in 5,3,1,bomb"),
        ("contents", "1,1,1,1,1,1,1,1,1", "'contents' fills 9 suitcases; there are letters for 8"),
        ("duel_cards", "-1,2", "'duel_cards' must be numbers from 0 to 99"),
        ("first", "5", "'first' must be a seat from 1 to 4"),
        ("die", "0,0", "'die' must show 0 to 6 steps on each face, and not 0 on all"),
        ("die", "7", "'die' must show 0 to 6 steps on each face, and not 0 on all"),
        ("most_in_city", "0", "'most_in_city' must be at least 1"),
        ("extra_steps", "9", "'extra_steps' must be 0 to 3"),
        ("foreign_within", "0", "'foreign_within' must be at least 1"),
        ("bomb_share", "0", "'bomb_share' must be at least 1"),
        ("target", "0", "'target' is 0; a game would be over before it starts"),
        ("target", "37", "'target' is 37; four players' suitcases hold 36"),
        ("turn_limit", "0", "'turn_limit' must allow at least one turn"),
        ("exact_count_wins", "maybe", "'maybe' does not fit 'exact_count_wins'; it takes yes or no"),
    ],
)
def test_impossible_rules_are_refused_and_it_says_why(name: str, value: str, reason: str) -> None:
    with pytest.raises(BadRuleset) as caught:
        SUITCASES.ruleset(RulesetName("jumbo", house=((name, value),)))
    assert reason in str(caught.value)


def test_agents_must_not_be_able_to_fill_the_map() -> None:
    house = (("map", SMALL), ("most_in_city", "1"))
    with pytest.raises(BadRuleset, match="'agents' is 10; a player's agents could fill all cities of the map"):
        SUITCASES.ruleset(RulesetName("jumbo", house=(*house, ("agents", "10"))))
    assert SUITCASES.ruleset(RulesetName("jumbo", house=(*house, ("agents", "9")))).agents == 9


def test_some_rules_are_too_much_for_two_players() -> None:
    rules = SUITCASES.ruleset(RulesetName("jumbo", house=(("target", "20"),)))
    with pytest.raises(BadRuleset, match="'target' is 20; the suitcases of 2 players hold 18"):
        SUITCASES.new(rules, 2)
    assert SUITCASES.new(rules, 3).table.players == 3
    with pytest.raises(BadRuleset, match="5 players cannot play; it takes 2 to 4"):
        SUITCASES.new(rules, 5)
