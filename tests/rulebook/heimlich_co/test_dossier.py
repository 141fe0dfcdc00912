"""Secret dossiers (D1 to D4)."""

import pytest

from heimlich import GAMES, BadRuleset, RulesetName
from heimlich.cli.replay import step_lines as replayed
from heimlich.games.heimlich_co import editions, notation
from heimlich.games.heimlich_co.state import State
from heimlich.record import Step
from heimlich.text import Speaker
from tests.rulebook.heimlich_co.table import (
    DOSSIER,
    after,
    all_pass,
    asked,
    choices,
    discards,
    dossiers,
    edition,
    lay,
    markers,
    now,
    outcome,
    refusal,
    safe,
    seen_by,
    whose_turn,
    winners,
)

ADVANCED = edition("escale", "advanced")
CIE = edition("cie", "dossier")
WITH_CARDS = edition("rio-grande", "top-secret", "dossier")
AT_29 = pytest.mark.parametrize("rules", [DOSSIER, ADVANCED, WITH_CARDS], ids=["rio-grande", "escale", "with cards"])


def _scoring(rules: RulesetName, gray: int, rest: str = "") -> State:
    """Gray comes to the safe in house 7 and scores."""
    board = f"gray 5 ({gray}), yellow church, orange church, red church, green church"
    return after(lay(f"{board}; safe 7; roll 2; {rest}", rules), "1: move gray 2")


def _write(state: State, seat: int, *answers: str) -> State:
    return after(state, *(f"{seat}: name {answer}" for answer in answers))


@pytest.mark.rule("D1")
def test_where_dossiers_are_written() -> None:
    assert {name for name, variants in editions.edition_names().items() if "dossier" in variants} == {
        "rio-grande",
        "cie",
    }
    assert editions.ruleset(ADVANCED).dossier
    with pytest.raises(BadRuleset) as caught:
        editions.ruleset(edition("escale", "dossier"))
    assert str(caught.value) == "'escale' has the dossier only as part of its variant 'advanced'"
    with pytest.raises(BadRuleset) as caught:
        editions.ruleset(edition("engine", "dossier"))
    assert str(caught.value) == "'engine' has no variant 'dossier'; it has: top-secret"


@pytest.mark.rule("D1")
@AT_29
@pytest.mark.parametrize(("marker", "halts"), [(21, False), (22, True), (25, True)])
def test_play_halts_as_soon_as_a_marker_stands_at_29(rules: RulesetName, marker: int, halts: bool) -> None:
    state = _scoring(rules, marker)
    assert (now(state) == "dossier") is halts
    assert now(state) in {"dossier", "safe"}


@pytest.mark.rule("D1")
@AT_29
def test_all_write_at_once_for_every_agent_that_is_not_their_own(rules: RulesetName) -> None:
    state = _scoring(rules, 22)
    assert asked(state) == [1, 2]
    assert choices(state, 1) == ["name yellow 2", "name yellow free"]
    assert choices(state, 2) == ["name gray 1", "name gray free"]
    state = _write(state, 2, "gray free", "orange free", "red 1")
    state = _write(state, 1, "yellow 2", "orange free")
    assert asked(state) == [1, 2]
    state = _write(state, 2, "green free")
    assert (asked(state), dossiers(state).written) == ([1], (False, True))
    state = _write(state, 1, "red free", "green free")
    assert (now(state), whose_turn(state)) == ("safe", 1)


@pytest.mark.rule("D1")
def test_one_opponent_may_be_named_twice_but_not_oneself() -> None:
    state = _write(_scoring(DOSSIER, 22), 2, "gray 1")
    assert choices(state, 2) == ["name orange 1", "name orange free"]
    text = refusal(state, "2: name orange 2")
    assert text == "'name orange 2' does not answer what is asked now; answers: 1, free"


@pytest.mark.rule("D1")
def test_every_agent_needs_an_answer() -> None:
    state = _scoring(DOSSIER, 22)
    assert (
        refusal(state, "1: name yellow blank")
        == "'name yellow blank' does not answer what is asked now; answers: 2, free"
    )
    assert (
        refusal(state, "1: name orange free")
        == "'name orange free' does not answer what is asked now; answers: 2, free"
    )
    assert refusal(state, "1: safe 3") == "'safe 3' must wait; now it is time to write the dossiers"


@pytest.mark.rule("D1")
def test_the_answers_stand_until_the_end() -> None:
    state = _scoring(DOSSIER, 22)
    state = _write(state, 1, "yellow 2", "orange free", "red free", "green free")
    text = refusal(state, "1: name yellow free")
    assert text == "'name yellow free' must wait; now it is time for seat 2 to write the dossiers"
    state = _write(state, 2, "gray 1", "orange free", "red free", "green free")
    state = after(state, "1: safe 8", "roll 2", "2: move gray 1 yellow 1")
    assert markers(state)["gray"] == 29 + 8
    assert now(state) == "safe"


@pytest.mark.rule("D1")
def test_a_player_with_two_agents_answers_for_neither() -> None:
    state = _scoring(WITH_CARDS, 22, "owners 1 gray red, 2 yellow; doubles 1 0")
    state = _write(state, 1, "yellow 2", "orange free", "green free")
    assert asked(state) == [2]


@pytest.mark.rule("D2")
def test_each_right_answer_moves_the_marker_five_forward() -> None:
    state = lay(
        "gray 5 (36), yellow church (38), orange church, red church, green church; roll 2; halts 1; written 1 2;"
        " dossiers 1 yellow=free orange=2 red=free green=2, 2 gray=1 orange=1 red=1 green=free",
        DOSSIER,
    )
    state = after(state, "1: move gray 2")
    assert markers(state) == {"gray": 43 + 5, "yellow": 38 + 10, "orange": 0, "red": 0, "green": 0}
    assert (winners(state), outcome(state).ending) == ([1, 2], "shared")
    assert "dossier-points 5 10" in seen_by(state, None)


@pytest.mark.rule("D2")
@pytest.mark.parametrize("rules", [DOSSIER, ADVANCED], ids=["rio-grande", "escale"])
def test_the_furthest_player_wins_even_behind_a_free_agent(rules: RulesetName) -> None:
    state = lay(
        "gray church (20), yellow church (19), orange 5 (40), red church, green church; roll 2; halts 1; written 1 2;"
        " dossiers 1 yellow=free orange=2 red=2 green=2, 2 gray=1 orange=1 red=1 green=1",
        rules,
    )
    state = after(state, "1: move orange 2")
    assert markers(state)["orange"] == 47
    assert (markers(state)["gray"], markers(state)["yellow"], winners(state)) == (20, 24, [2])


@pytest.mark.rule("D2")
def test_in_advanced_escale_the_last_scoring_does_not_decide() -> None:
    state = lay(
        "gray 5 (41), yellow 10 (34), orange church, red church; roll 2; halts 1; written 1 2;"
        " dossiers 1 yellow=free orange=2 red=2, 2 gray=free orange=1 red=1",
        ADVANCED,
    )
    state = after(state, "1: move gray 2")
    assert markers(state) == {"gray": 48, "yellow": 44, "orange": 0, "red": 0}
    assert winners(state) == [1]


@pytest.mark.rule("D2")
def test_without_dossiers_written_nothing_is_added() -> None:
    state = lay("gray 5 (12), yellow church; roll 2; turn 3", edition("rio-grande", "dossier", turn_limit="3"))
    state = after(state, "1: move gray 2")
    assert (markers(state), winners(state)) == ({"gray": 19, "yellow": 0}, [1])


@pytest.mark.rule("D3")
@pytest.mark.parametrize(("marker", "halts"), [(22, False), (23, True)])
def test_in_cie_play_halts_beyond_29(marker: int, halts: bool) -> None:
    assert (now(_scoring(CIE, marker)) == "dossier") is halts


@pytest.mark.rule("D3")
def test_in_cie_an_answer_may_be_left_blank() -> None:
    state = _scoring(CIE, 23)
    assert choices(state, 1) == ["name yellow 2", "name yellow free", "name yellow blank"]


@pytest.mark.rule("D3")
@pytest.mark.parametrize(
    ("answers", "points"),
    [
        ("yellow=2 orange=free red=free", 6),
        ("yellow=2 orange=2 red=2", 2 - 2),
        ("yellow=free orange=2 red=2", -3),
        ("yellow=2 orange=blank red=blank", 2),
        ("yellow=blank orange=blank red=blank", 0),
    ],
)
def test_in_cie_right_is_worth_two_wrong_costs_one_and_blank_is_nothing(answers: str, points: int) -> None:
    state = lay(
        f"gray 5 (36), yellow church (2), orange church, red church; roll 2; seat 2; halts 1; written 1 2;"
        f" dossiers 1 {answers}, 2 gray=blank orange=blank red=blank",
        CIE,
    )
    assert markers(after(state, "2: move gray 2"))["gray"] == 43 + points


@pytest.mark.rule("D3")
@pytest.mark.rule("H11")
def test_in_cie_wrong_answers_do_not_push_a_marker_below_0() -> None:
    state = lay(
        "gray 5 (36), yellow church (2), orange church, red church; roll 2; seat 2; halts 1; written 1 2;"
        " dossiers 2 gray=free orange=1 red=1",
        CIE,
    )
    assert markers(after(state, "2: move gray 2"))["yellow"] == 0


@pytest.mark.rule("D3")
@pytest.mark.rule("H16")
def test_in_cie_a_free_agent_can_still_win() -> None:
    state = lay(
        "gray church (30), yellow church (30), orange 5 (40), red church; roll 2; seat 2; halts 1; written 1 2;"
        " dossiers 1 yellow=2 orange=free red=free, 2 gray=1 orange=free red=free",
        CIE,
    )
    state = after(state, "2: move orange 2")
    assert markers(state) == {"gray": 36, "yellow": 36, "orange": 47, "red": 0}
    assert (winners(state), outcome(state).ending) == ([], "free-agent")


WRITTEN = "halts 1; written 1 2; dossiers 1 yellow=2 orange=free red=free, 2 gray=1 orange=free red=free"


@pytest.mark.rule("D3")
@pytest.mark.parametrize(("marker", "again"), [(31, True), (32, False)])
def test_in_cie_a_marker_that_falls_back_below_29_opens_the_dossiers_again(marker: int, again: bool) -> None:
    board = f"gray ruins ({marker}), yellow 2 (8), orange church, red church; safe 3; roll 1; beyond gray"
    state = after(lay(f"{board}; {WRITTEN}", CIE), "1: move yellow 1")
    assert markers(state)["gray"] == marker - 3
    assert (dossiers(state).again, now(state)) == (again, "safe")


@pytest.mark.rule("D3")
def test_in_cie_a_marker_that_falls_in_two_steps_counts() -> None:
    board = "gray ruins (29), yellow 2 (8), orange church, red church; safe 3; roll 1; beyond gray"
    assert dossiers(after(lay(f"{board}; {WRITTEN}", CIE), "1: move yellow 1")).again


@pytest.mark.rule("D3")
def test_in_cie_a_marker_that_was_never_beyond_29_does_not() -> None:
    board = "gray ruins (29), yellow 2 (8), orange church (34), red church; safe 3; roll 1; beyond orange"
    assert not dossiers(after(lay(f"{board}; {WRITTEN}", CIE), "1: move yellow 1")).again


REVISION = f"gray church (27), yellow 2 (27), orange church (20), red church; safe 3; roll 1; again; {WRITTEN}"


@pytest.mark.rule("D3")
@pytest.mark.parametrize(("yellow", "halts"), [(26, False), (27, True), (30, False)])
def test_in_cie_the_next_marker_to_pass_beyond_29_lets_all_revise(yellow: int, halts: bool) -> None:
    state = lay(REVISION.replace("yellow 2 (27)", f"yellow 2 ({yellow})"), CIE)
    state = after(state, "1: move yellow 1")
    assert (now(state) == "dossier") is halts
    assert dossiers(state).again is not halts


@pytest.mark.rule("D3")
def test_in_cie_revised_answers_replace_the_former_ones() -> None:
    state = after(lay(REVISION, CIE), "1: move yellow 1")
    assert (asked(state), dossiers(state).written) == ([1, 2], (False, False))
    assert "dossier yellow=2 orange=free red=free" in seen_by(state, 1)
    state = _write(state, 1, "yellow free", "orange 2", "red blank")
    state = _write(state, 2, "gray 1", "orange free", "red free")
    assert (now(state), dossiers(state).halts) == ("safe", 2)
    assert "dossier yellow=free orange=2 red=blank" in seen_by(state, 1)
    assert "dossier gray=1 orange=free red=free" in seen_by(state, 2)


@pytest.mark.rule("D3")
def test_in_cie_who_revises_nothing_keeps_his_answers() -> None:
    state = after(lay(REVISION, CIE), "1: move yellow 1")
    assert choices(state, 1)[-1] == "keep"
    state = after(state, "1: keep")
    assert dossiers(state).written == (True, False)
    state = after(state, "2: name gray free")
    assert refusal(state, "2: keep") == "'keep' is for a revision, before the first new answer"
    state = _write(state, 2, "orange blank", "red blank")
    assert now(state) == "safe"
    assert "dossier yellow=2 orange=free red=free" in seen_by(state, 1)
    assert "dossier gray=free orange=blank red=blank" in seen_by(state, 2)


@pytest.mark.rule("D3")
def test_a_first_dossier_cannot_be_kept() -> None:
    assert "keep" not in choices(_scoring(CIE, 23), 1)


@pytest.mark.rule("D3")
def test_in_cie_it_can_happen_more_than_once() -> None:
    state = after(lay(REVISION.replace("halts 1", "halts 2"), CIE), "1: move yellow 1")
    assert (now(state), dossiers(state).halts) == ("dossier", 3)


@pytest.mark.rule("D3")
def test_in_cie_one_falling_while_another_passes_is_not_the_next_passage() -> None:
    board = "gray ruins (30), yellow 2 (27), orange church, red church; safe 3; roll 1; beyond gray"
    state = after(lay(f"{board}; {WRITTEN}", CIE), "1: move yellow 1")
    assert markers(state) == {"gray": 27, "yellow": 30, "orange": 0, "red": 0}
    assert (now(state), dossiers(state).again) == ("safe", True)


@pytest.mark.rule("D3")
def test_in_cie_a_passage_may_close_one_revision_and_a_fall_open_the_next() -> None:
    board = "gray ruins (30), yellow 2 (27), orange church, red church; safe 3; roll 1; beyond gray; again"
    state = after(lay(f"{board}; {WRITTEN}", CIE), "1: move yellow 1")
    assert (now(state), dossiers(state).again) == ("dossier", True)


@pytest.mark.rule("D3")
@AT_29
def test_elsewhere_nothing_is_revised(rules: RulesetName) -> None:
    written = "halts 1; written 1 2; dossiers 1 yellow=2 red=free, 2 gray=1 red=free; beyond gray"
    fallen = lay(f"gray ruins (29), yellow 2 (8), red church; safe 3; roll 2; {written}", rules)
    fallen = all_pass(after(fallen, "1: move yellow 1 red 1"))
    assert (markers(fallen)["gray"], dossiers(fallen).again) == (26, False)
    risen = lay(f"gray church (26), yellow 5 (26), red church; safe 7; roll 2; {written}", rules)
    assert now(all_pass(after(risen, "1: move yellow 2"))) == "safe"


@pytest.mark.rule("D4")
@AT_29
def test_the_halt_comes_before_the_safe_is_moved(rules: RulesetName) -> None:
    state = _scoring(rules, 22)
    assert (now(state), safe(state)) == ("dossier", "7")
    assert state.table.scorings == 1


@pytest.mark.rule("D4")
def test_two_markers_halts_in_the_middle_of_the_cards() -> None:
    state = lay(
        "gray 1 (26), yellow 1 (25), red 1; phase cards; hands 1 two-markers to-ruins, 2 move-safe;"
        " owners 1 gray, 2 yellow",
        WITH_CARDS,
    )
    state = after(state, "1: play two-markers gray yellow")
    assert (now(state), asked(state), discards(state)) == ("dossier", [1, 2], [])
    state = _write(state, 1, "yellow 2", "red free")
    state = _write(state, 2, "gray 1", "red free")
    assert (now(state), asked(state), discards(state)) == ("cards", [1], ["two-markers"])
    assert {"stop", "play to-ruins gray"} <= set(choices(state, 1))


@pytest.mark.rule("D4")
def test_two_markers_that_does_not_reach_29_halts_nothing() -> None:
    state = lay("gray 1 (25), yellow 1 (25), red 1; phase cards; hands 1 two-markers to-ruins", WITH_CARDS)
    assert now(after(state, "1: play two-markers gray yellow")) == "cards"


@pytest.mark.rule("D4")
@pytest.mark.rule("H18")
def test_a_halt_in_the_last_turn_comes_before_the_end() -> None:
    rules = edition("rio-grande", "dossier", turn_limit="5")
    state = lay("gray 5 (22), yellow church; roll 2; turn 5", rules)
    state = after(state, "1: move gray 2")
    assert now(state) == "dossier"
    state = _write(_write(state, 1, "yellow 2"), 2, "gray free")
    assert (now(state), markers(state)) == ("over", {"gray": 34, "yellow": 0})


@pytest.mark.rule("D3")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("yellow 2", "Anna secretly notes: Yellow belongs to Bob."),
        ("yellow free", "Anna secretly notes: Yellow belongs to nobody."),
        ("yellow blank", "Anna secretly leaves Yellow blank."),
    ],
)
def test_an_answer_is_told_to_its_own_seat(answer: str, said: str) -> None:
    before = _scoring(CIE, 24)
    step = Step(before, notation.parse_event(f"1: name {answer}"), _write(before, 1, answer))
    speaker = Speaker("heimlich-co", ["Anna", "Bob"])
    assert [speaker.line(line) for line in replayed(GAMES["heimlich-co"], step, 0)] == [said]
    assert replayed(GAMES["heimlich-co"], step, 1) == []
