"""The board in the terminal keeps its shape whatever stands on it."""

import pytest

from heimlich import RulesetName
from heimlich.errors import BadNotation
from heimlich.games.heimlich_co.names import BUILDINGS, SURNAMES, Agent
from heimlich.terminal.heimlich_co import HeimlichCoFace
from heimlich.terminal.screen import Screen, length
from heimlich.text import LANGUAGES, say
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
    crowd = ", ".join(f"{agent} {safe}" for agent in Agent)
    state = HEIMLICH.parse_state(f"{crowd}; safe {safe}; roll 1-3; players 4", ALL[0].rules)
    board = FACE.board(
        HEIMLICH.view(state, 0), ["Anna", "Bob", "Chris", "David"], Screen(colour=colour, language=language)
    )
    ring = board.splitlines()[:RING_LINES]
    assert len({length(line) for line in ring}) == 1
    assert all(length(line) <= 80 for line in board.splitlines())
    for agent in Agent:
        short = say(f"heimlich-co.agent.{agent}", language)[:3].upper()
        assert sum(short in line for line in ring) == 1
    assert say("terminal.safe", language) in "".join(ring)
    assert not any(surname in board for surname in SURNAMES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_letters_tell_agents_apart(language: str) -> None:
    names = [say(f"heimlich-co.agent.{agent}", language) for agent in Agent]
    assert len({name[:3].upper() for name in names}) == len(Agent)
    assert all(name[0].isupper() for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_on_the_board_can_be_typed(language: str) -> None:
    """Its first letters in the reader's language, in capitals or not; English works everywhere."""
    screen = Screen(colour=False, language=language)
    view = HEIMLICH.view(HEIMLICH.parse_state("red 5, blue 1, gray 1; safe 7; roll 6", ALL[0].rules), 0)
    for agent in Agent:
        name = say(f"heimlich-co.agent.{agent}", language)
        for word in (name, name[:3].upper(), name[:3].lower(), agent, agent[:3]):
            assert FACE.complete(view, f"{word} 2", screen) == f"move {agent} 2"


@pytest.mark.parametrize(
    ("language", "text", "typed"),
    [
        ("en", "b 2", "move blue 2"),  # what is on the board comes first …
        ("en", "j 2", "move j 2"),  # … then the letters of older texts, which the notation reads
        ("fr", "j 2", "move yellow 2"),
        ("en", "v 2", "move violet 2"),
        ("de", "ge 1 ro 2", "move yellow 1 red 2"),
        ("de", "0", "move nothing"),
    ],
)
def test_beginnings_of_names_in_a_move(language: str, text: str, typed: str) -> None:
    view = HEIMLICH.view(HEIMLICH.parse_state("red 5, blue 1, gray 1; safe 7; roll 6", ALL[0].rules), 0)
    assert FACE.complete(view, text, Screen(colour=False, language=language)) == typed


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [
        ("en", "gr", "'gr' could be Gray or Green"),
        ("de", "g", "'g' could be Grau or Gelb or Grün"),
        ("fr", "v", "'v' could be Vert or Violet"),
    ],
)
def test_a_beginning_that_two_names_have_is_refused(language: str, word: str, said: str) -> None:
    view = HEIMLICH.view(HEIMLICH.parse_state("red 5, blue 1, gray 1; safe 7; roll 6", ALL[0].rules), 0)
    with pytest.raises(BadNotation) as caught:
        FACE.complete(view, f"{word} 2", Screen(colour=False, language=language))
    assert str(caught.value) == said


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
