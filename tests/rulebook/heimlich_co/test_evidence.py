"""D5: what everybody can notice, collected for the notebook."""

import pytest

from heimlich import RulesetName
from heimlich.games.heimlich_co.evidence import Clue, Notebook, Sign
from heimlich.games.heimlich_co.names import Agent
from heimlich.games.heimlich_co.view import seen, view_of
from tests.tables import HEIMLICH, Case, random_game

pytestmark = pytest.mark.rule("D5")

BASIC = RulesetName("rio-grande")
CARDS = RulesetName("rio-grande", ("top-secret",))


def clues(position: str, *events: str, rules: RulesetName = BASIC) -> list[tuple[str, str, int]]:
    """What the notebook has after these events, as sign, agent and amount; of the first seat alone."""
    return [(clue.sign, clue.agent, clue.amount) for clue in _watch(position, *events, rules=rules) if clue.seat == 0]


def _watch(position: str, *events: str, rules: RulesetName = BASIC) -> list[Clue]:
    state = HEIMLICH.parse_state(position, HEIMLICH.ruleset(rules))
    notebook = Notebook()
    for text in events:
        event = HEIMLICH.parse_event(text)
        after = HEIMLICH.apply(state, event)
        notebook.watch(view_of(state, None), seen(state, event, after, None), view_of(after, None))
        state = after
    return notebook.clues


def test_who_moves_an_agent_out_of_the_ruins_and_who_leaves_him_there() -> None:
    found = clues("red ruins, blue ruins, green 1; safe 9; roll 2", "1: move red 2")
    assert ("out-of-ruins", "red", 0) in found
    assert ("helped", "red", 4) in found
    assert ("left-in-ruins", "blue", 0) in found
    assert ("left-in-ruins", "red", 0) not in found


def test_who_moves_an_agent_into_the_ruins_or_spares_him() -> None:
    found = clues("red 9, blue 10, green 1; safe 5; roll 2", "1: move red 2")
    assert ("into-ruins", "red", 0) in found
    assert ("hindered", "red", -12) in found
    assert ("through-ruins", "red", 0) not in found
    assert ("spared-ruins", "blue", 0) in found
    assert ("spared-ruins", "green", 0) not in found


def test_who_only_passes_through_the_ruins() -> None:
    found = clues("red 10, blue 2, green 1; safe 9; roll 3", "1: move red 3")
    assert ("through-ruins", "red", 0) in found
    assert ("spared-ruins", "red", 0) in found
    assert not [one for one in found if one[0] in {"into-ruins", "out-of-ruins"}]


def test_who_causes_a_scoring_and_who_profits() -> None:
    found = clues("red 5, blue 10, green ruins (8), yellow church; safe 7; roll 2", "1: move red 2")
    assert ("opened-safe", "red", 0) in found
    assert ("profited", "red", 7) in found
    assert ("profited", "blue", 10) in found
    assert ("suffered", "green", -3) in found
    assert not [one for one in found if one[1] == "yellow" and one[0] in {"profited", "suffered"}]


def test_who_could_have_caused_a_scoring_and_did_not() -> None:
    found = clues("red 5, blue 10, green 1; safe 7; roll 2", "1: move green 2")
    assert ("left-safe-shut", "red", 0) in found
    assert ("left-safe-shut", "blue", 0) not in found


def test_where_one_agent_takes_the_whole_roll_only_the_exact_distance_could_have_been_walked() -> None:
    found = clues("red 5, blue 4, green 1; safe 7; roll 3", "1: move green 3", rules=RulesetName("cie"))
    assert ("left-safe-shut", "blue", 0) in found
    assert ("left-safe-shut", "red", 0) not in found


def test_a_card_leaves_traces_too_and_the_scoring_is_his_who_brought_the_agent() -> None:
    found = _watch(
        "red 6, blue ruins, green 1; safe 7; phase cards; must-play; players 2; hands 1 to-safe, 2 ruins-to-church",
        "1: play to-safe red",
        "2: play ruins-to-church blue",
        rules=CARDS,
    )
    assert Clue(1, 0, Sign.OPENED_SAFE, Agent.RED) in found
    assert Clue(1, 0, Sign.HELPED, Agent.RED, 1) in found
    assert Clue(1, 1, Sign.OUT_OF_RUINS, Agent.BLUE) in found
    assert not [clue for clue in found if clue.seat == 1 and clue.sign is Sign.OPENED_SAFE]


def test_a_safe_moved_away_makes_nobody_an_opener() -> None:
    found = _watch(
        "red 6, blue 8, green 1; safe 7; phase cards; must-play; players 2; hands 1 to-safe move-safe, 2 to-safe",
        "1: play to-safe red",
        "1: play move-safe 8",
        "2: play to-safe red",
        rules=CARDS,
    )
    assert [clue.seat for clue in found if clue.sign is Sign.OPENED_SAFE] == [1]


def test_two_markers_helps() -> None:
    found = clues(
        "red 6 (3), blue 8, green 1; safe 7; phase cards; must-play; players 2; hands 1 two-markers",
        "1: play two-markers red blue",
        rules=CARDS,
    )
    assert found == [("helped", "red", 3), ("helped", "blue", 3)]


def test_every_observer_collects_the_same() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande", ("top-secret", "dossier")), 4)
    steps = random_game(case, 3)
    books = []
    for seat in (None, 0, 3):
        notebook = Notebook()
        for before, event, after in steps:
            notebook.watch(view_of(before, seat), seen(before, event, after, seat), view_of(after, seat))
        books.append(notebook.clues)
    assert books[0]
    assert books[0] == books[1] == books[2]
    assert sum(Notebook().counts().values()) == 0


def test_decisions_by_others_are_told_apart() -> None:
    found = _watch("red 5, blue 4, green 1; safe 7; roll 3; seat 2", "2: move green 3")
    assert {clue.seat for clue in found} == {1}
