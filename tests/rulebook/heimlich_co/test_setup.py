"""The board and setting up (H1 to H7)."""

import pytest

from heimlich import BadRuleset
from heimlich.errors import BadNotation
from heimlich.games.heimlich_co import editions
from heimlich.games.heimlich_co.names import BUILDINGS, SURNAMES, Agent
from heimlich.games.heimlich_co.notation import parse_action, read_agent
from heimlich.games.heimlich_co.state import State
from tests.rulebook.heimlich_co.table import (
    ALL_SEVEN,
    BASIC,
    RIO_GRANDE,
    TOP_SECRET,
    after,
    agents_of,
    before_the_deal,
    chance_of,
    edition,
    lay,
    markers,
    now,
    places,
    possible,
    refusal,
    safe,
    seen_by,
    whose_turn,
)


@pytest.mark.rule("H1")
def test_twelve_buildings_stand_in_a_ring() -> None:
    assert BUILDINGS == ("church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins")


@pytest.mark.rule("H1")
@pytest.mark.parametrize(
    ("start", "steps", "end"), [("church", 1, "1"), ("10", 1, "ruins"), ("ruins", 1, "church"), ("9", 6, "3")]
)
def test_clockwise_the_ruins_lead_on_to_the_church(start: str, steps: int, end: str) -> None:
    state = lay(f"red {start}, blue church; roll {max(steps, 2)}; safe 7", edition("rio-grande", die="1,2,3,4,5,6"))
    rest = max(steps, 2) - steps
    state = after(state, f"1: move red {steps}" + (f" blue {rest}" if rest else ""))
    assert places(state)["red"] == end


@pytest.mark.rule("H1")
def test_one_back_from_the_church_is_the_ruins() -> None:
    state = lay("red church, blue 5, green 5; phase cards; hands 1 back-one-or-two", TOP_SECRET)
    assert places(after(state, "1: play back-one-or-two red -1"))["red"] == "ruins"
    assert places(after(state, "1: play back-one-or-two red -2"))["red"] == "10"


@pytest.mark.rule("H1")
@pytest.mark.parametrize("name", BASIC)
def test_a_house_is_worth_its_number_the_church_nothing_and_the_ruins_minus_three(name: str) -> None:
    assert editions.ruleset(edition(name)).values == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3)


@pytest.mark.rule("H1")
def test_any_number_of_agents_may_stand_in_one_building() -> None:
    state = after(lay(f"{ALL_SEVEN}; roll 6"), "1: move gray 1 yellow 1 orange 1 red 1 green 1 blue 1")
    assert [place for place in places(state).values() if place == "1"] == ["1"] * 6


@pytest.mark.rule("H2")
def test_every_agent_in_play_has_a_marker_that_starts_at_0() -> None:
    state = after(before_the_deal(RIO_GRANDE, 4), "identity 1 red", "identity 2 blue")
    assert markers(state) == dict.fromkeys(map(str, Agent), 0)


@pytest.mark.rule("H2")
def test_a_marker_runs_on_past_the_target() -> None:
    state = after(lay("red 10 (41), blue 5 (3); safe 7; roll 2"), "1: move blue 2")
    assert markers(state) == {"red": 51, "blue": 10}


@pytest.mark.rule("H3")
def test_the_seven_agents() -> None:
    assert {str(agent): surname for agent, surname in SURNAMES.items()} == {
        "gray": "Schulz",
        "yellow": "Perry",
        "orange": "Bucci",
        "red": "Jaques",
        "green": "Mirkov",
        "blue": "Doyle",
        "violet": "Larsson",
    }


@pytest.mark.rule("H3")
@pytest.mark.parametrize("agent", Agent)
def test_an_agent_goes_by_colour_surname_or_the_surname_s_letter(agent: Agent) -> None:
    by_colour = parse_action(f"move {agent} 2")
    surname = SURNAMES[agent]
    assert parse_action(f"move {surname} 2") == parse_action(f"move {surname[0]} 2") == by_colour
    assert parse_action(f"move {agent.capitalize()} 2") == parse_action(f"move {agent.upper()} 2") == by_colour


@pytest.mark.rule("H3")
@pytest.mark.parametrize("agent", Agent)
def test_an_agent_goes_by_any_beginning_that_only_its_colour_has(agent: Agent) -> None:
    for end in range(1, len(agent) + 1):
        word = agent[:end]
        same = [other for other in Agent if other.startswith(word)]
        if word == "b":
            assert read_agent(word) is Agent.ORANGE  # Bucci, as older texts have it
        elif same == [agent]:
            assert read_agent(word) is read_agent(word.upper()) is agent
        else:
            with pytest.raises(BadNotation, match=f"'{word}' is not an agent; there are: gray, yellow"):
                read_agent(word)


@pytest.mark.rule("H3")
@pytest.mark.parametrize("word", ["", "x", "yellowish", "gr", "rred", "s p"])
def test_no_other_word_is_an_agent(word: str) -> None:
    with pytest.raises(BadNotation, match="is not an agent"):
        read_agent(word)


@pytest.mark.rule("H4")
@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("rio-grande", [5, 6, 7, 7, 7, 7]),
        ("engine", [5, 6, 7, 7, 7, 7]),
        ("engine-1.0.1", [5, 6, 7, 7, 7, 7]),
        ("escale", [4, 5, 6, 7, 7, 7]),
        ("cie", [4, 5, 6, 7, 7, 7]),
    ],
)
def test_how_many_agents_take_part(name: str, numbers: list[int]) -> None:
    found = []
    for players in range(2, 8):
        state = before_the_deal(edition(name), players)
        while now(state) == "agents":
            state = after(state, possible(state)[0])
        found.append(len(state.table.agents))
    assert found == numbers


@pytest.mark.rule("H4")
def test_which_colours_take_part_is_drawn_with_equal_odds() -> None:
    state = before_the_deal(RIO_GRANDE, 2)
    assert possible(state) == [f"agent {agent}" for agent in Agent]
    assert set(chance_of(state).weights) == {1}
    state = after(state, "agent red", "agent gray")
    assert "agent red" not in possible(state)
    assert refusal(state, "agent red") == "'agent red' cannot happen; now it is time to draw the agents that take part"
    state = after(state, "agent violet", "agent blue", "agent orange")
    assert list(places(state)) == ["gray", "orange", "red", "blue", "violet"]
    assert now(state) == "identities"


@pytest.mark.rule("H4")
def test_the_table_may_choose_the_colours() -> None:
    state = before_the_deal(edition("cie", colours="red,green,blue,gray,violet"), 2)
    assert list(places(state)) == ["gray", "red", "green", "blue"]
    with pytest.raises(BadRuleset) as caught:
        before_the_deal(edition("rio-grande", colours="red,blue"), 2)
    assert str(caught.value) == "'colours' names 2 agents; 2 players need 5"


@pytest.mark.rule("H4")
def test_with_seven_agents_nothing_is_drawn() -> None:
    assert now(before_the_deal(RIO_GRANDE, 4)) == "identities"


@pytest.mark.rule("H4")
@pytest.mark.parametrize(
    ("players", "agents"),
    [
        (2, {"yellow", "gray", "blue", "red", "orange"}),
        (3, {"yellow", "gray", "blue", "red", "orange", "green"}),
        (4, set(map(str, Agent))),
    ],
)
def test_the_released_engine_always_takes_the_same_agents(players: int, agents: set[str]) -> None:
    assert set(places(before_the_deal(edition("engine-1.0.1"), players))) == agents


@pytest.mark.rule("H4")
@pytest.mark.parametrize("players", [1, 8])
def test_two_to_seven_can_play(players: int) -> None:
    with pytest.raises(BadRuleset) as caught:
        before_the_deal(RIO_GRANDE, players)
    assert str(caught.value) == f"{players} players cannot play; it takes 2 to 7"


@pytest.mark.rule("H5")
@pytest.mark.parametrize("name", BASIC)
def test_all_agents_start_in_the_church_all_markers_on_0_and_the_safe_in_house_7(name: str) -> None:
    state = before_the_deal(edition(name), 5)
    assert set(places(state).values()) == {"church"}
    assert set(markers(state).values()) == {0}
    assert safe(state) == "7"


@pytest.mark.rule("H6")
def test_one_agent_card_each_is_dealt_and_the_rest_are_free() -> None:
    state = before_the_deal(RIO_GRANDE, 4)
    assert possible(state) == [f"identity 1 {agent}" for agent in Agent]
    state = after(state, "identity 1 red", "identity 2 gray", "identity 3 violet", "identity 4 blue")
    assert [agents_of(state, seat) for seat in (1, 2, 3, 4)] == [["red"], ["gray"], ["violet"], ["blue"]]
    assert state.table.free == 3


@pytest.mark.rule("H6")
def test_no_two_players_get_the_same_agent() -> None:
    state = after(before_the_deal(RIO_GRANDE, 4), "identity 1 red")
    assert refusal(state, "identity 2 red") == "'identity 2 red' cannot happen; now it is time to deal the agent cards"


@pytest.mark.rule("H6")
@pytest.mark.parametrize("name", BASIC)
def test_with_seven_players_there_are_no_free_agents(name: str) -> None:
    assert before_the_deal(edition(name), 7).table.free == 0


@pytest.mark.rule("H6")
def test_a_player_knows_only_his_own_agent() -> None:
    state = after(before_the_deal(edition("cie"), 5), *(f"identity {n} {a}" for n, a in enumerate(Agent, 1) if n < 6))
    assert "own gray" in seen_by(state, 1)
    assert "own" not in seen_by(state, None)
    assert "owners" not in seen_by(state, 1)


@pytest.mark.rule("H7")
@pytest.mark.parametrize("name", ["rio-grande", "escale"])
def test_who_starts_is_drawn_with_equal_odds(name: str) -> None:
    state = _dealt(name)
    assert now(state) == "start"
    assert possible(state) == ["start 1", "start 2", "start 3", "start 4", "start 5"]
    assert chance_of(state).weights == (1, 1, 1, 1, 1)
    state = after(state, "start 4")
    assert (now(state), whose_turn(state), state.table.turn) == ("roll", 4, 1)


@pytest.mark.rule("H7")
def test_the_table_may_say_who_starts() -> None:
    assert whose_turn(_dealt("rio-grande", first="3")) == 3
    with pytest.raises(BadRuleset) as caught:
        before_the_deal(edition("rio-grande", first="6"), 5)
    assert str(caught.value) == "'first' is seat 6; there are 5 players"


@pytest.mark.rule("H7")
@pytest.mark.parametrize("name", ["cie", "engine", "engine-1.0.1"])
def test_the_first_seat_starts_where_the_rules_do_not_say(name: str) -> None:
    state = _dealt(name)
    assert (now(state), whose_turn(state)) == ("roll", 1)


@pytest.mark.rule("H7")
def test_then_it_goes_clockwise() -> None:
    state = after(_dealt("rio-grande"), "start 4")
    for seat in (4, 5, 1, 2, 3, 4):
        assert whose_turn(state) == seat
        state = after(state, "roll 2", f"{seat}: move gray 1 red 1")


def _dealt(name: str, **house: str) -> State:
    deal = [f"identity {seat} {agent}" for seat, agent in zip(range(1, 6), Agent, strict=False)]
    return after(before_the_deal(edition(name, **house), 5), *deal)
