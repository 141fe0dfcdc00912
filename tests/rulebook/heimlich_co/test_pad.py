"""D5: what the pad counts for each player and agent, from public events alone; and T6's standing answers."""

import pytest

from heimlich import RulesetName, pads
from heimlich.games.heimlich_co.evidence import Notebook, Sign
from heimlich.games.heimlich_co.pad import counts, note, read_moments
from heimlich.games.heimlich_co.view import seen, view_of
from heimlich.pads import Pad
from tests.tables import HEIMLICH, Case, random_game

BASIC = RulesetName("rio-grande")
CARDS = RulesetName("rio-grande", ("top-secret",))


def after(position: str, *events: str, rules: RulesetName = BASIC) -> Pad:
    """The pad after these events."""
    state = HEIMLICH.parse_state(position, HEIMLICH.ruleset(rules))
    found: Pad = {}
    for text in events:
        event = HEIMLICH.parse_event(text)
        following = HEIMLICH.apply(state, event)
        shown = seen(state, event, following, None)
        found = note(found, view_of(state, None), shown, view_of(following, None))
        state = following
    return found


@pytest.mark.rule("D5")
def test_steps_are_counted_for_the_player_who_walked_the_agent() -> None:
    found = after("red 1, blue 2, green 3; safe 9; roll 3", "1: move red 2 blue 1")
    assert counts(found) == {"red": {"0": [2, 0, 0, 0, 0]}, "blue": {"0": [1, 0, 0, 0, 0]}}
    assert list(found["turns"].values()) == ["0red>2@3 0blue>1@3"]


@pytest.mark.rule("D5")
def test_a_scoring_counts_for_the_player_who_opened_the_safe() -> None:
    found = counts(after("red 5, blue 10, green ruins (8), yellow church; safe 7; roll 2", "1: move red 2"))
    assert found["red"] == {"0": [2, 7, 0, 1, 0]}
    assert found["blue"] == {"0": [0, 10, 0, 0, 0]}
    assert found["green"] == {"0": [0, 0, 3, 0, 0]}
    assert "yellow" not in found


@pytest.mark.rule("D5")
def test_the_safe_put_near_an_agent_counts_for_who_put_it() -> None:
    found = counts(after("red 5, blue 10, green 1; safe 7; roll 2", "1: move red 2", "1: safe 4"))
    assert found["green"]["0"][4] == 1, "three buildings ahead"
    assert found["red"]["0"][4] == 0, "behind it"
    assert found["blue"]["0"][4] == 0, "too far"


@pytest.mark.rule("D5")
def test_a_card_that_moves_markers_brings_points() -> None:
    position = "red 6 (3), blue 8, green 1; safe 7; phase cards; must-play; players 2; hands 1 two-markers"
    found = counts(after(position, "1: play two-markers red blue", rules=CARDS))
    assert found == {"red": {"0": [0, 3, 0, 0, 0]}, "blue": {"0": [0, 3, 0, 0, 0]}}


@pytest.mark.rule("D5")
def test_the_notebook_and_the_pad_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """One source; and the sums stay when old turns are no longer listed."""
    monkeypatch.setattr(pads, "MOST_TURNS", 20)
    monkeypatch.setattr(pads, "KEPT_TURNS", 10)
    for variants in ((), ("top-secret",)):
        case = Case(HEIMLICH, RulesetName("rio-grande", variants), 4)
        for seed in range(3):
            notebook = Notebook()
            steps = random_game(case, seed)
            for before, event, following in steps:
                shown = seen(before, event, following, None)
                notebook.watch(view_of(before, None), shown, view_of(following, None))
            assert len(notebook.pad["turns"]) <= 20
            found = counts(notebook.pad)
            opened = sum(row[3] for agent in found.values() for row in agent.values())
            assert opened == sum(clue.sign is Sign.OPENED_SAFE for clue in notebook.clues)
            walked = sum(
                count
                for step in steps
                if str(step.event)[3:].startswith("move ")
                for _, count in step.event.action.steps
            )
            assert walked == sum(row[0] for agent in found.values() for row in agent.values())


@pytest.mark.rule("D5")
def test_a_moment_reads_as_it_is_written() -> None:
    text = "0red>3@7 2blue=@0 1gray+10 1gray-3 0red!@7 0*@9 0violet~2@9"
    assert " ".join(map(str, read_moments(text))) == text


@pytest.mark.rule("T11")
def test_the_grid_says_how_many_agents_each_player_has() -> None:
    rules = HEIMLICH.ruleset(CARDS)
    state = HEIMLICH.parse_state("red 6, blue 8, green 1, gray 2; safe 7; players 2", rules)
    [grid] = HEIMLICH.grids(view_of(state, None))
    assert (set(grid.rows), grid.columns, grid.known) == (
        {"red", "blue", "green", "gray"},
        {"0": 1, "1": 1, "free": 2},
        {},
    )
    assert sum(grid.columns.values()) == len(grid.rows)


@pytest.mark.rule("T6")
def test_a_standing_answer_is_for_those_who_are_asked() -> None:
    position = "red 6, blue 8, green 1; safe 7; phase cards; players 2; hands 1 to-ruins, 2 to-ruins"
    state = HEIMLICH.parse_state(position, HEIMLICH.ruleset(CARDS))
    asked = [seat for seat in (0, 1) if HEIMLICH.standing_answer(view_of(state, seat), "safe", 0)]
    assert asked == list(HEIMLICH.awaited(view_of(state, None)))
    assert HEIMLICH.standing_answer(view_of(state, None), "safe", 0) == ""
