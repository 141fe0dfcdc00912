"""The board in the terminal keeps its shape whatever stands on it."""

import pytest

from heimlich import RulesetName
from heimlich.games.heimlich_co.names import BUILDINGS, SURNAMES
from heimlich.terminal.heimlich_co import HeimlichCoFace
from heimlich.terminal.screen import Screen, length
from heimlich.text import LANGUAGES
from tests.tables import ALL, HEIMLICH, played

FACE = HeimlichCoFace()
RING_LINES = 17


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("safe", BUILDINGS)
def test_every_line_of_the_ring_is_equally_wide(
    safe: str, colour: bool, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    crowd = ", ".join(f"{agent} {safe}" for agent in SURNAMES)
    state = HEIMLICH.parse_state(f"{crowd}; safe {safe}; roll 1-3; players 4", ALL[0].rules)
    board = FACE.board(
        HEIMLICH.view(state, 0), ["Anna", "Bob", "Chris", "David"], Screen(colour=colour, language=language)
    )
    ring = board.splitlines()[:RING_LINES]
    assert len({length(line) for line in ring}) == 1
    assert all(length(line) <= 80 for line in board.splitlines())
    assert all(f" {agent.letter} " in board for agent in SURNAMES)


def test_a_narrow_window_gets_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    view = HEIMLICH.view(played(0)[30].before, 0)
    board = FACE.board(view, ["Anna", "Bob"], Screen(colour=False))
    assert "│" not in board
    assert max(map(len, board.splitlines())) <= 50


def test_the_board_shows_nothing_that_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn alike for everyone, so it cannot."""
    monkeypatch.setenv("COLUMNS", "100")
    screen = Screen(colour=False)
    for index in (20, 40, 60):
        case = ALL[index]
        assert case.game is HEIMLICH
        names = [f"Player {seat}" for seat in range(case.players)]
        for state, _, _ in played(index)[::9]:
            boards = {FACE.board(HEIMLICH.view(state, seat), names, screen) for seat in (None, *range(case.players))}
            assert len(boards) == 1


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("to-ruins to-safe two-back", "Or type 0 to move nobody and draw a card."),
        ("to-ruins to-safe two-back move-safe", "Or type 0 to move nobody. You would draw no card now."),
    ],
)
def test_the_hint_promises_a_card_only_to_a_hand_with_room(hand: str, said: str) -> None:
    rules = HEIMLICH.ruleset(RulesetName("rio-grande", ("top-secret",)))
    state = HEIMLICH.parse_state(f"red 5, blue 1, gray 1; safe 7; roll 1-3; hands 1 {hand}; supply two-forward", rules)
    assert FACE.hint(HEIMLICH.view(state, 0), Screen(colour=False)).endswith(said)


def test_the_hint_promises_no_card_where_none_is_left() -> None:
    rules = HEIMLICH.ruleset(RulesetName("engine", ("top-secret",), (("cards", "to-ruins:2,two-back:2"),)))
    state = HEIMLICH.parse_state(
        "red 5, blue 1, gray 1; safe 7; roll 1-3; hands 1 to-ruins to-ruins, 2 two-back two-back", rules
    )
    assert FACE.hint(HEIMLICH.view(state, 0), Screen(colour=False)).endswith("You would draw no card now.")
    state = HEIMLICH.parse_state("red 5, blue 1, gray 1; safe 7; roll 3; hands 1 to-ruins", rules)
    assert "0" not in FACE.hint(HEIMLICH.view(state, 0), Screen(colour=False))
