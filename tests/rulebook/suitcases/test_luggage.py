"""Picking up and setting down (C10, C11)."""

import pytest

from heimlich.game import RulesetName
from heimlich.games.suitcases import editions
from tests.rulebook.suitcases.table import SMALL, after, agents, choices, lay, lying, refused, rules_with


@pytest.mark.rule("C10")
def test_an_agent_may_take_a_suitcase_of_any_colour_without_moving_and_without_a_step() -> None:
    state = lay("red oslo; lying red-A oslo, green-B oslo, green-C rome; roll 0 0")
    assert choices(state) == ["end", "take 1 red-A", "take 1 green-B"]
    state = after(state, "1: take 1 green-B")
    assert agents(state, "red")[0] == "oslo+green-B"
    assert lying(state) == {"red-A": "oslo", "green-C": "rome"}


@pytest.mark.rule("C10")
def test_on_the_way_an_agent_takes_and_goes_on() -> None:
    state = lay("red oslo; lying green-A rome; roll 2 0")
    state = after(state, "1: step 1 rome", "1: take 1 green-A", "1: step 1 paris")
    assert agents(state, "red")[0] == "paris+green-A"


@pytest.mark.rule("C10")
def test_an_agent_may_set_down_or_exchange() -> None:
    state = lay("red oslo+red-A; lying green-A oslo; roll 0 0")
    assert choices(state) == ["end", "exchange 1 green-A", "drop 1"]
    assert lying(after(state, "1: drop 1")) == {"red-A": "oslo", "green-A": "oslo"}
    state = after(state, "1: exchange 1 green-A")
    assert agents(state, "red")[0] == "oslo+green-A"
    assert lying(state) == {"red-A": "oslo"}


@pytest.mark.rule("C10")
def test_an_agent_carries_at_most_one_suitcase() -> None:
    state = lay("red oslo+red-A; lying green-A oslo; roll 0 0")
    assert refused(state, "1: take 1 green-A") == (
        "'take 1 green-A' needs free hands; agent 1 carries red-A, and may exchange it"
    )


@pytest.mark.rule("C10")
def test_one_luggage_action_between_two_steps_of_an_agent() -> None:
    state = after(lay("red oslo rome; lying green-A oslo; roll 2 0"), "1: take 1 green-A")
    assert "drop 1" not in choices(state)
    assert refused(state, "1: drop 1") == (
        "'drop 1' must wait until agent 1 has made a step; it has handled luggage here"
    )
    assert "drop 1" not in choices(after(state, "1: step 2 paris")), "another agent's step does not count"
    assert "drop 1" in choices(after(state, "1: step 1 york"))


@pytest.mark.rule("C10")
def test_another_agent_may_take_over_what_the_first_set_down() -> None:
    state = after(lay("red oslo+green-A oslo; roll 0 0"), "1: drop 1", "1: take 2 green-A")
    assert agents(state, "red")[:2] == ["oslo", "oslo+green-A"]
    assert choices(state) == ["end"]


@pytest.mark.rule("C10")
def test_agents_with_different_rights_are_not_alike() -> None:
    state = after(lay("red oslo+green-A oslo; lying green-B oslo; roll 0 0"), "1: drop 1")
    assert choices(state) == ["end", "take 2 green-A", "take 2 green-B"]


@pytest.mark.rule("C10")
def test_the_next_turn_gives_the_right_anew() -> None:
    state = after(lay("red oslo+green-A; green goa; roll 0 0"), "1: drop 1", "1: end", "dice 0 0", "2: end", "dice 0 0")
    assert "take 1 green-A" in choices(state)


@pytest.mark.rule("C10")
def test_before_the_roll_nothing_is_taken() -> None:
    state = lay("red oslo; lying green-A oslo; phase roll")
    assert refused(state, "1: take 1 green-A") == "'take 1 green-A' must wait; now it is time to roll the dice"


@pytest.mark.rule("C10")
def test_where_an_opponent_stands_it_waits_for_the_duels() -> None:
    state = lay("red oslo; green rome rome; lying green-A rome; roll 3 0")
    state = after(state, "1: step 1 rome")
    assert choices(state, 1) == ["duel 0", "duel 1", "duel 2", "duel 3", "duel 4", "duel 5"]
    state = after(state, "1: duel 5", "2: duel 0")
    assert "take 1 green-A" not in choices(state, 1), "the second duel comes first"
    state = after(state, "1: duel 4", "2: duel 0")
    assert "take 1 green-A" in choices(state, 1)


@pytest.mark.rule("C11")
def test_nothing_is_taken_or_set_down_on_a_start_space() -> None:
    state = lay("roll 1 0; lying red-A oslo")
    assert choices(state) == ["end", "step 1 oslo"]
    assert refused(state, "1: take 1 red-A") == (
        "'take 1 red-A' is only possible in a city; agent 1 stands on start-red"
    )
    assert "only possible in a city" in refused(state, "1: drop 1")


@pytest.mark.rule("C11")
def test_in_headquarters_a_suitcase_is_set_down_by_delivering_it() -> None:
    state = after(lay("red delhi+green-B; roll 1 0"), "1: step 1 hq-red")
    assert lying(state) == {}
    assert state.table.delivered[0][0].suitcase == "green-B"


ENCLOSED = "red goa goa delhi cairo kiev; lying green-A delhi; roll 1 1; steps 0; extra 2; mover 1"


@pytest.mark.rule("C10")
def test_an_agent_aside_must_not_take_what_the_crowd_needs_to_get_home() -> None:
    """Agent 1 has two extra steps: to delhi, where it takes the suitcase, and home. Agent 3 has none."""
    state = lay(ENCLOSED, rules_with(most_in_city="1"))
    assert choices(state) == ["step 1 delhi"]
    assert refused(state, "1: take 3 green-A") == ("'take 3 green-A' would leave your agents in goa without a way out")
    state = after(state, "1: step 1 delhi", "1: take 1 green-A", "1: step 1 hq-red")
    assert choices(state) == ["end"]


@pytest.mark.rule("C10")
def test_in_rules_version_1_it_could_and_nothing_was_left_to_do() -> None:
    """So a record that ends in such a dead end still replays."""
    rules = editions.ruleset(RulesetName("jumbo", house=(("map", SMALL), ("most_in_city", "1")), version=1))
    state = after(lay(ENCLOSED, rules), "1: take 3 green-A")
    assert choices(state) == []


@pytest.mark.rule("C9", "C10")
def test_a_crowd_takes_along_what_lies_there() -> None:
    """Cairo is no gate: the suitcase must be taken there, carried through delhi, where nobody can stay, and home."""
    rules = rules_with(most_in_city="1", agents="9")
    state = lay("red cairo cairo lima paris delhi york rome kiev goa; lying green-A cairo; roll 1 1", rules)
    assert choices(state) == ["take 1 green-A"]
    state = after(state, "1: take 1 green-A")
    assert choices(state) == ["step 1 delhi"]
    state = after(state, "1: step 1 delhi", "1: step 1 hq-red")
    assert "end" in choices(state)
