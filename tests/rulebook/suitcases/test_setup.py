"""The board and setting up (C1 to C7), and the start space that is nobody's (C22)."""

import json
from pathlib import Path

import pytest

from heimlich.errors import BadRuleset
from heimlich.games.suitcases import turn
from heimlich.games.suitcases.maps import BadMap
from tests.rulebook.suitcases.table import (
    SMALL,
    after,
    agents,
    asked,
    choices,
    lay,
    lying,
    new_game,
    now,
    packed,
    placed,
    refused,
    rules_with,
    steps,
)


@pytest.mark.rule("C1")
def test_headquarters_are_entered_along_a_marked_line_by_ones_own_colour_with_a_suitcase() -> None:
    state = lay("red delhi delhi+green-A kiev+green-B; roll 1 0")
    assert [step for step in steps(state) if "hq" in step] == ["step 2 hq-red"]
    assert refused(state, "1: step 1 hq-red") == (
        "'step 1 hq-red' is no way to go: only an agent with a suitcase enters headquarters; open: cairo, goa, kiev"
    )
    assert "no marked line leads there from kiev" in refused(state, "1: step 3 hq-red")
    elsewhere = lay("red lima+green-A; roll 1 0")
    assert "another colour's headquarters" in refused(elsewhere, "1: step 1 hq-blue")


@pytest.mark.rule("C1")
def test_nobody_stays_in_headquarters() -> None:
    assert agents(after(lay("red delhi+green-A; roll 1 0"), "1: step 1 hq-red"), "red") == ["start-red"] * 7


@pytest.mark.rule("C1")
def test_nobody_steps_onto_a_start_space() -> None:
    state = lay("red oslo; roll 1 0")
    assert steps(state) == ["step 1 rome", "step 1 york", "step 2 oslo"]
    assert "nobody steps onto a start space" in refused(state, "1: step 1 start-red")


@pytest.mark.rule("C2")
def test_a_table_can_bring_its_own_map() -> None:
    assert new_game(2).table.rules.board.ways["goa"] == ("delhi",)
    assert len(rules_with(map="europe").board.cities) >= 33
    with pytest.raises(BadMap, match="there is no map 'atlantis'"):
        rules_with(map="atlantis")


@pytest.mark.rule("C2")
def test_a_map_in_two_pieces_is_refused(tmp_path: Path) -> None:
    data = json.loads(Path(SMALL).read_text("utf-8"))
    data["lines"].remove("delhi goa")
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(data), "utf-8")
    with pytest.raises(BadMap, match="goa"):
        rules_with(map=str(broken))


@pytest.mark.rule("C3")
def test_each_player_has_seven_agents_four_contents_and_seven_duel_cards() -> None:
    state = new_game(2)
    assert agents(state, "red") == ["start-red"] * 7
    assert state.table.rules.contents == (5, 3, 1, 0)
    assert state.table.rules.letters == "ABCD"
    assert state.table.hands == ((0, 0, 1, 2, 3, 4, 5),) * 2


@pytest.mark.rule("C4")
def test_everyone_packs_at_once_and_first() -> None:
    state = new_game(3)
    assert now(state) == "pack"
    assert asked(state) == [1, 2, 3]
    assert choices(state, 2) == ["pack A 5", "pack A 3", "pack A 1", "pack A bomb"]
    state = after(state, "2: pack A bomb")
    assert choices(state, 2) == ["pack B 5", "pack B 3", "pack B 1"]
    assert refused(state, "2: pack B bomb") == "'pack B bomb' does not fit; now fill suitcase B: 5, 3, 1"
    state = after(state, "2: pack B 1", "2: pack C 5", "2: pack D 3")
    assert asked(state) == [1, 3]
    assert state.secrets.contents == ((), (0, 1, 5, 3), ())


@pytest.mark.rule("C5")
def test_suitcases_are_put_down_one_at_a_time_in_turn_order_in_four_rounds() -> None:
    state = after(packed(3), "start 2")
    order = []
    for letter, city in zip("DBCA", ("oslo", "rome", "bonn", "goa"), strict=True):
        for _ in range(3):
            order += asked(state)
            state = after(state, f"{asked(state)[0]}: place {letter} {city}")
    assert order == [2, 3, 1] * 4
    assert lying(state)["green-D"] == "oslo"
    assert now(state) == "station"


@pytest.mark.rule("C5")
def test_a_city_may_hold_several_suitcases_but_of_different_colours() -> None:
    state = after(packed(2), "start 1", "1: place A oslo", "2: place A oslo")
    assert "place B oslo" not in choices(state)
    assert "place B start-red" not in choices(state)
    assert len(choices(state)) == 3 * 9
    assert refused(state, "1: place B oslo") == (
        "'place B oslo' needs a city without one of your suitcases; there lies one in oslo"
    )
    assert refused(state, "1: place A rome") == "'place A rome' needs a suitcase that lies nowhere yet; left: B, C, D"


@pytest.mark.rule("C5")
def test_the_limit_holds_for_the_setting_up_only() -> None:
    state = after(lay("red oslo+red-A; lying red-B oslo; roll 1 0"), "1: drop 1")
    assert lying(state) == {"red-A": "oslo", "red-B": "oslo"}


@pytest.mark.rule("C6")
def test_every_seat_is_as_likely_to_start_and_then_it_goes_clockwise() -> None:
    state = packed(3)
    chance = turn.chance(state)
    assert chance is not None
    assert chance.weights == (1, 1, 1)
    state = after(placed(3, rules_with(fourth_start="no"), first=2))
    order = []
    for _ in range(4):
        order.append(state.table.seat + 1)
        state = after(state, "dice 0 0", f"{state.table.seat + 1}: end")
    assert order == [2, 3, 1, 2]


@pytest.mark.rule("C6")
def test_a_table_can_say_who_starts() -> None:
    assert asked(packed(2, rules_with(first="2"))) == [2]
    with pytest.raises(BadRuleset, match="'first' is seat 3; there are 2 players"):
        new_game(2, rules_with(first="3"))


@pytest.mark.rule("C7")
def test_two_players_sit_in_diagonally_opposite_corners() -> None:
    assert new_game(2).table.places == (("start-red",) * 7, ("start-green",) * 7)


@pytest.mark.rule("C22")
def test_two_of_three_players_may_use_the_fourth_start_space() -> None:
    state = placed(3, first=2)
    assert now(state) == "station"
    assert asked(state) == [3]
    assert choices(state) == ["station", "stay"]
    state = after(state, "3: station")
    assert asked(state) == [1]
    assert refused(state, "2: station") == (
        "'station' must wait; now it is time for seat 1 to say whether an agent goes to the free start space"
    )
    state = after(state, "1: station")
    assert agents(state, "green") == ["start-green"] * 6 + ["start-yellow"]
    assert agents(state, "red") == ["start-red"] * 6 + ["start-yellow"]
    assert now(state) == "roll"
    assert state.table.seat == 1


@pytest.mark.rule("C22")
def test_who_stays_keeps_all_agents_at_home() -> None:
    state = after(placed(3), "1: stay", "3: stay")
    assert agents(state, "red") == ["start-red"] * 7


@pytest.mark.rule("C22")
def test_from_the_fourth_start_space_an_agent_moves_like_any_other_and_there_are_no_duels_on_it() -> None:
    text = "players 3; red out out out out out out start-yellow; green out out out out out out start-yellow; roll 1 0"
    state = after(lay(text), "1: step 7 lima")
    assert agents(state, "red")[6] == "lima"
    assert now(state) == "move"


@pytest.mark.rule("C22")
def test_an_agent_from_there_is_sent_back_to_its_own_colours_start_space() -> None:
    text = "players 3; red lima; green out out out out out out start-yellow; seat 3; roll 1 0"
    state = after(lay(text), "3: step 7 lima", "3: duel 0", "1: duel 1")
    assert agents(state, "green")[6] == "start-green"


@pytest.mark.rule("C22")
def test_two_or_four_players_are_not_asked() -> None:
    assert now(placed(2)) == "roll"
    assert now(placed(4)) == "roll"
