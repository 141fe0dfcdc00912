"""The supply of Top Secret cards, the hands, and drawing (T1 to T5)."""

import pytest

from heimlich import RulesetName
from tests.rulebook.heimlich_co.table import (
    ENGINE_CARDS,
    ESCALE_CARDS,
    RELEASED_CARDS,
    TOP_SECRET,
    WITH_CARDS,
    after,
    all_pass,
    asked,
    before_the_deal,
    card_table,
    chance_of,
    choices,
    discards,
    edition,
    hand,
    lay,
    markers,
    now,
    places,
    possible,
    refusal,
    seen_by,
    supply,
)


@pytest.mark.rule("T1")
@pytest.mark.parametrize(
    ("name", "players", "size"),
    [
        ("rio-grande", 2, 26),
        ("rio-grande", 6, 26),
        ("rio-grande", 7, 25),
        ("escale", 2, 26),
        ("escale", 7, 25),
        ("engine", 2, 25),
        ("engine", 7, 25),
        ("engine-1.0.1", 4, 25),
        ("engine-1.0.1", 7, 25),
    ],
)
def test_how_many_cards_there_are(name: str, players: int, size: int) -> None:
    cards = supply(before_the_deal(edition(name, "top-secret"), players))
    assert len(cards) == size
    assert len(set(cards)) == size - 11
    assert ("double-agent" in cards) is (size == 26)


@pytest.mark.rule("T1")
@pytest.mark.parametrize("name", ["rio-grande", "escale", "cie", "engine", "engine-1.0.1"])
def test_the_basic_game_has_no_cards(name: str) -> None:
    assert before_the_deal(edition(name), 4).table.cards is None


@pytest.mark.rule("T2")
@pytest.mark.parametrize("rules", [TOP_SECRET, ENGINE_CARDS], ids=["rio-grande", "engine"])
def test_each_player_starts_with_two_cards(rules: RulesetName) -> None:
    state = after(before_the_deal(rules, 4), *(f"identity {n} {c}" for n, c in enumerate(("red", "gray", "blue"), 1)))
    state = after(state, "identity 4 green")
    assert now(state) == "hands"
    assert (
        refusal(state, "card 2 to-safe")
        == "'card 2 to-safe' cannot happen; now it is time to deal the Top Secret cards"
    )
    state = after(state, "card 1 to-safe", "card 1 to-safe", "card 2 to-ruins", "card 2 move-safe")
    state = after(state, "card 3 two-back", "card 3 one-to-three", "card 4 leave-safe", "card 4 two-forward")
    assert card_table(state).hands == (2, 2, 2, 2)
    assert hand(state, 1) == ["to-safe", "to-safe"]
    assert "to-safe" not in supply(state)
    assert now(state) == ("start" if rules is TOP_SECRET else "roll")


@pytest.mark.rule("T2")
def test_a_hand_is_secret() -> None:
    state = lay("red 1, blue 2, green 3; hands 1 to-safe, 2 to-ruins two-back", TOP_SECRET)
    assert "hand to-safe" in seen_by(state, 1)
    assert "hand-sizes 1 2" in seen_by(state, 1)
    assert "to-ruins" not in seen_by(state, 1)
    assert "to-safe" not in seen_by(state, None)


FULL = "hands 1 to-safe to-safe two-back two-back, 2 move-safe"


@pytest.mark.rule("T2")
@pytest.mark.rule("T4")
@pytest.mark.parametrize("name", WITH_CARDS)
@pytest.mark.parametrize(("seat", "phase"), [("1", "no draw"), ("2", "draw")])
def test_a_player_with_four_cards_draws_nothing(name: str, seat: str, phase: str) -> None:
    state = lay(
        f"red 9, blue 2, green 3, gray 4; roll 2; seat {seat}; {FULL}; supply to-ruins", edition(name, "top-secret")
    )
    state = after(state, f"{seat}: move red 2")
    assert places(state)["red"] == "ruins"
    assert (now(state) == "draw") is (phase == "draw")


@pytest.mark.rule("T3")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_on_1_3_the_player_may_move_nothing_and_draw(name: str) -> None:
    state = lay("red 9, blue 2, green 3, gray 4; roll 1-3; supply to-ruins", edition(name, "top-secret"))
    assert "move nothing" in choices(state, 1)
    state = after(state, "1: move nothing")
    assert (now(state), possible(state)) == ("draw", ["card 1 to-ruins"])
    assert hand(after(state, "card 1 to-ruins"), 1) == ["to-ruins"]


@pytest.mark.rule("T3")
@pytest.mark.parametrize("name", WITH_CARDS)
@pytest.mark.parametrize("cards", [FULL + "; supply to-ruins", "hands 2 move-safe", "hands 2 move-safe; supply"])
def test_also_with_a_full_hand_or_nothing_to_draw(name: str, cards: str) -> None:
    state = lay(f"red 9, blue 2, green 3, gray 4; roll 1-3; {cards}", edition(name, "top-secret"))
    state = after(state, "1: move nothing")
    assert now(state) in {"ask", "cards"}
    assert places(state) == {"gray": "4", "red": "9", "green": "3", "blue": "2"}


@pytest.mark.rule("T3")
@pytest.mark.parametrize("face", ["2", "6"])
def test_not_on_another_face(face: str) -> None:
    state = lay(f"red 9, blue 2; roll {face}; supply to-ruins", TOP_SECRET)
    assert refusal(state, "1: move nothing") == f"'move nothing' walks 0 in all; the roll is {face}"


@pytest.mark.rule("T3")
@pytest.mark.parametrize("rules", [edition("rio-grande"), edition("engine"), edition("rio-grande", "dossier")])
def test_not_without_cards(rules: RulesetName) -> None:
    state = lay("red 9, blue 2; roll 1-3", rules)
    assert refusal(state, "1: move nothing") == "'move nothing' walks 0 in all; the roll is 1-3"


@pytest.mark.rule("T4")
@pytest.mark.parametrize("name", WITH_CARDS)
def test_points_that_bring_agents_to_rest_in_the_ruins_draw_one_card_at_once(name: str) -> None:
    state = lay(
        "red 9, blue 10, green 3, gray 4; roll 3; hands 2 move-safe; supply to-ruins to-ruins",
        edition(name, "top-secret"),
    )
    state = after(state, "1: move red 2 blue 1")
    assert (now(state), asked(state)) == ("draw", [])
    state = after(state, "card 1 to-ruins")
    assert (hand(state, 1), supply(state)) == (["to-ruins"], ["to-ruins"])
    assert now(state) in {"ask", "cards"}


@pytest.mark.rule("T4")
@pytest.mark.parametrize("name", WITH_CARDS)
@pytest.mark.parametrize(
    ("move", "what"),
    [("red 3", "passing through"), ("green 3", "elsewhere"), ("gray 3", "out of the ruins")],
)
def test_passing_through_or_standing_there_draws_nothing(name: str, move: str, what: str) -> None:
    assert what
    state = lay(
        "red 9, blue ruins, green 3, gray ruins; roll 3; hands 2 move-safe; supply to-ruins",
        edition(name, "top-secret"),
    )
    state = after(state, f"1: move {move}")
    assert (now(state) == "draw", card_table(state).supply) == (False, 1)


@pytest.mark.rule("T4")
def test_only_the_player_whose_turn_it_is_draws_for_a_card_he_plays() -> None:
    cards = "hands 1 to-ruins two-back, 2 to-ruins two-back; supply move-safe"
    own = lay(f"red 9, blue 10, green 3; phase cards; seat 1; {cards}", TOP_SECRET)
    state = after(own, "1: play to-ruins red")
    assert (now(state), possible(state)) == ("draw", ["card 1 move-safe"])
    state = after(state, "card 1 move-safe")
    assert (now(state), hand(state, 1)) == ("cards", ["two-back", "move-safe"])
    assert "play move-safe 4" in choices(state, 1)
    other = lay(f"red 9, blue 10, green 3; phase cards; seat 1; at 2; {cards}", TOP_SECRET)
    state = after(other, "2: play to-ruins red")
    assert (now(state), hand(state, 1), hand(state, 2)) == ("cards", ["to-ruins", "two-back"], ["two-back"])


@pytest.mark.rule("T4")
@pytest.mark.parametrize(
    ("card", "targets"),
    [
        ("to-ruins", "red"),
        ("back-one-or-two", "gray -1"),
        ("one-either-way", "blue +1"),
        ("two-forward", "red blue"),
        ("two-back", "gray red"),
        ("trade-places", "red green"),
        ("join-agent", "red green"),
        ("one-to-three", "red +2"),
    ],
)
@pytest.mark.parametrize(("rules", "draws"), [(TOP_SECRET, True), (ESCALE_CARDS, True), (ENGINE_CARDS, False)])
def test_any_card_that_brings_an_agent_to_the_ruins_draws(
    card: str, targets: str, rules: RulesetName, draws: bool
) -> None:
    state = lay(
        f"gray church, red 9, blue 10, green ruins; phase cards; hands 1 {card}, 2 move-safe; supply move-safe", rules
    )
    state = after(state, f"1: play {card} {targets}")
    assert "ruins" in places(state).values()
    assert (now(state) == "draw") is draws


@pytest.mark.rule("T4")
def test_in_the_released_engine_cards_never_draw() -> None:
    state = lay("gray 1, red 9; phase cards; hands 1 to-ruins, 2 move-safe; supply move-safe", RELEASED_CARDS)
    assert now(after(state, "1: play to-ruins red")) == "cards"


@pytest.mark.rule("T4")
def test_one_card_for_each_occurrence_however_many_agents() -> None:
    state = lay(
        "gray 1, red 10, blue 10, green 3; roll 1-3; hands 1 two-forward two-forward, 2 leave-safe;"
        " supply move-safe move-safe",
        TOP_SECRET,
    )
    state = after(state, "1: move green 1", "1: yes", "2: no", "1: play two-forward red blue")
    state = after(state, "card 1 move-safe")
    assert now(state) == "cards"
    assert card_table(state).supply == 1


@pytest.mark.rule("T4")
def test_the_move_and_each_card_are_occurrences_of_their_own() -> None:
    state = lay(
        "gray 10, red 9, blue 1, green 3; roll 1-3; hands 1 to-ruins to-ruins, 2 leave-safe;"
        " supply two-back two-back two-back",
        TOP_SECRET,
    )
    state = after(state, "1: move gray 1", "card 1 two-back", "1: yes", "2: no")
    state = after(state, "1: play to-ruins red", "card 1 two-back", "1: play to-ruins blue", "card 1 two-back")
    assert hand(state, 1) == ["two-back", "two-back", "two-back"]


@pytest.mark.rule("T4")
def test_a_card_is_out_of_the_hand_the_moment_it_is_played() -> None:
    state = lay(
        "gray 1, red 9; phase cards; hands 1 to-ruins move-safe move-safe two-back; supply leave-safe", TOP_SECRET
    )
    state = after(state, "1: play to-ruins red")
    assert (now(state), card_table(state).hands[0]) == ("draw", 3)
    assert len(hand(after(state, "card 1 leave-safe"), 1)) == 4


@pytest.mark.rule("T4")
def test_an_agent_that_stands_in_the_ruins_already_draws_nothing_for_a_card() -> None:
    state = lay("gray ruins, red 9; phase cards; hands 1 one-to-three, 2 move-safe; supply leave-safe", TOP_SECRET)
    assert card_table(after(state, "1: play one-to-three red +1")).supply == 1


@pytest.mark.rule("T5")
def test_which_card_comes_is_decided_when_it_is_drawn() -> None:
    state = lay("red 9, blue 2; roll 2; supply to-ruins to-ruins two-back", TOP_SECRET)
    state = after(state, "1: move red 2")
    assert possible(state) == ["card 1 to-ruins", "card 1 two-back"]
    chance = chance_of(state)
    odds = {str(event): weight for event, weight in zip(chance.outcomes, chance.weights, strict=True) if weight}
    assert odds == {"card 1 to-ruins": 2, "card 1 two-back": 1}
    assert refusal(state, "card 1 to-safe") == "'card 1 to-safe' cannot happen; now it is time to draw a card"


@pytest.mark.rule("T5")
@pytest.mark.parametrize("rules", [TOP_SECRET, ESCALE_CARDS], ids=["rio-grande", "escale"])
def test_from_an_empty_supply_the_discards_become_the_new_one(rules: RulesetName) -> None:
    state = lay("red 9, blue 2; roll 2; hands 2 move-safe; discards to-safe two-back two-back", rules)
    state = after(state, "1: move red 2")
    assert now(state) == "draw"
    assert (supply(state), discards(state)) == (["to-safe", "two-back", "two-back"], [])
    state = after(state, "card 1 two-back")
    assert (hand(state, 1), supply(state)) == (["two-back"], ["to-safe", "two-back"])


@pytest.mark.rule("T5")
def test_the_discards_stay_as_long_as_there_is_a_supply() -> None:
    state = lay("red 9, blue 2; roll 2; hands 2 move-safe; discards to-safe; supply two-back", TOP_SECRET)
    state = after(state, "1: move red 2", "card 1 two-back")
    assert (supply(state), discards(state)) == ([], ["to-safe"])


@pytest.mark.rule("T5")
def test_without_supply_and_discards_nothing_is_drawn() -> None:
    state = after(lay("red 9, blue 2; roll 2; hands 2 move-safe", TOP_SECRET), "1: move red 2")
    assert (now(state), hand(state, 1)) == ("ask", [])


@pytest.mark.rule("T5")
def test_a_card_just_played_joins_the_discards_after_its_own_draw() -> None:
    state = lay("red 9, blue 2; phase cards; hands 1 to-ruins, 2 move-safe; discards to-safe", TOP_SECRET)
    state = after(state, "1: play to-ruins red")
    assert possible(state) == ["card 1 to-safe"]
    assert discards(state) == []
    assert discards(after(state, "card 1 to-safe")) == ["to-ruins"]
    alone = lay("red 9, blue 2; phase cards; hands 1 to-ruins, 2 move-safe", TOP_SECRET)
    alone = after(alone, "1: play to-ruins red")
    assert (now(alone), hand(alone, 1), discards(alone)) == ("cards", [], ["to-ruins"])


@pytest.mark.rule("T5")
@pytest.mark.parametrize("rules", [ENGINE_CARDS, RELEASED_CARDS], ids=["engine", "engine-1.0.1"])
def test_in_the_engine_an_empty_supply_stays_empty(rules: RulesetName) -> None:
    state = lay("red 9, blue 2; roll 2; hands 2 move-safe; discards to-safe two-back", rules)
    state = after(state, "1: move red 2")
    assert (now(state), hand(state, 1), supply(state)) == ("cards", [], [])


@pytest.mark.rule("T4")
@pytest.mark.rule("T8")
def test_an_agent_may_bring_a_draw_and_a_scoring_at_once() -> None:
    state = lay("red 9 (5), blue 2; roll 2; safe ruins; supply to-safe", TOP_SECRET)
    state = all_pass(after(state, "1: move red 2", "card 1 to-safe"))
    assert markers(state) == {"red": 2, "blue": 2}
