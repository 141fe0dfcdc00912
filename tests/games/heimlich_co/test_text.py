"""Actions, events, positions and the log as text."""

import pytest

from heimlich.errors import BadNotation
from heimlich.game import Decision
from heimlich.games.heimlich_co.contract import HEIMLICH_CO
from heimlich.text import Speaker, catalogue
from tests.rulebook.heimlich_co.table import RIO_GRANDE
from tests.tables import ALL, played

RULES = HEIMLICH_CO.ruleset(RIO_GRANDE)
TABLES = [number for number, case in enumerate(ALL) if case.game.id == HEIMLICH_CO.id]


@pytest.mark.parametrize("number", TABLES, ids=lambda number: str(ALL[number]))
def test_every_line_of_the_log_has_words(number: int) -> None:
    speaker = Speaker(HEIMLICH_CO.id, ("Anna", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus"))
    for step in played(number):
        for seat in (0, None):
            before, after = HEIMLICH_CO.view(step.before, seat), HEIMLICH_CO.view(step.after, seat)
            for line in HEIMLICH_CO.log(before, HEIMLICH_CO.seen(*step, seat), after):
                assert "{" not in speaker.line(line)
                assert f"{HEIMLICH_CO.id}.{line.key}" in catalogue("en")


def test_the_log_speaks_of_a_scoring() -> None:
    """A move to the safe is a line, what every agent gains by it another."""
    before = HEIMLICH_CO.parse_state("red 3, blue 5, gray ruins (5); safe 7; roll 4", RULES)
    event = Decision(0, HEIMLICH_CO.parse_action("move red 4"))
    after = HEIMLICH_CO.apply(before, event)
    lines = HEIMLICH_CO.log(
        HEIMLICH_CO.view(before, None), HEIMLICH_CO.seen(before, event, after, None), HEIMLICH_CO.view(after, None)
    )
    assert [line.key for line in lines] == ["move", "scoring"]
    assert dict(zip(after.table.agents, after.table.points, strict=True)) == {"red": 7, "blue": 5, "gray": 2}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fly red 3", "'fly red 3' is no action; actions look like: move red 2 blue 3, safe 4"),
        ("move pink 2", "'pink' is not an agent; there are: gray, yellow"),
        ("move red 1 red 2", "'move red 1 red 2' names an agent twice"),
        ("move red 0", "'move red 0' has an agent walk less than 1; leave out who stays"),
        ("move red x", "'x'"),
        ("safe 11", "'11' is not a building; there are: church, 1"),
        ("play nothing", "'nothing' is not a card"),
        ("play move-safe", "'play move-safe' takes one building, as in: play move-safe 4"),
        ("play to-ruins red red", "names an agent twice"),
        ("name red 9", "'9'"),
    ],
)
def test_bad_actions_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        HEIMLICH_CO.parse_action(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize("text", ["roll", "roll x", "start 9", "0: pass", "8: pass", "agent pink", "rain", ""])
def test_bad_events_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        HEIMLICH_CO.parse_event(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("red 3, red 4", "the position places red twice"),
        ("red 3, blue", "'blue' places no agent; it looks like: red 5, or with the marker: red 5 (17)"),
        ("red 3, blue 4; players 9", "the position cannot be: 9 players cannot play; it takes 2 to 7"),
        ("red 3, blue 4; players 3", "the position has 2 agents for 3 players"),
        ("red 3, blue 4; seat 3", "seat 3 is named; there are 2 players"),
        ("red 3, blue 4; gains 1", "'gains' must have a number for each agent"),
        ("red 3, blue 4; owners 1 red, 2 red", "an agent has two owners"),
        ("red 3, blue 4; owners 1 red, 2 gray", "somebody owns an agent that takes no part"),
        ("red 3, blue 4; arrived gray", "somebody has arrived who takes no part"),
        ("red 3, blue 4; phase move", "to move, one needs a roll"),
        ("red 3, blue 4; phase over", "a game that is over has an 'ending'"),
        ("red 3, blue 4; phase nap", "'nap' is not a phase"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        HEIMLICH_CO.parse_state(text, RULES)
    assert reason in str(caught.value)
