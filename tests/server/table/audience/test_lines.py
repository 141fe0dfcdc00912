"""Lines and offers as JSON: short, and nothing is lost."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heimlich.game import Line, Term, plain_line
from heimlich.server.table.audience.lines import names_of, pack_line, pack_offer, unpack_line, unpack_offer
from tests.tables import Case, played, seats_of

NAMES = names_of("heimlich-co")


def test_a_move_is_short() -> None:
    walks = [
        Line("walk", {"agent": Term("agent", "red"), "n": 2, "place": Term("place", "7")}),
        Line("walk", {"agent": Term("agent", "blue"), "n": 1, "place": Term("place", "ruins")}),
    ]
    line = Line("move", {"seat": Term("seat", "0"), "walks": walks})
    packed = pack_line(line, NAMES)
    assert packed == ["move", "@0", {"walk": [[":red", 2, ":7"], [":blue", 1, ":ruins"]]}]
    assert unpack_line(packed, NAMES) == line


@pytest.mark.parametrize("text", ["@0", ":x", "'quoted", "::", "", "Москва"])
def test_text_that_looks_like_a_word_of_the_game_stays_text(text: str) -> None:
    line = Line("roll", {"seat": Term("seat", "1"), "face": text})
    assert unpack_line(pack_line(line, NAMES), NAMES) == line


def test_a_line_with_other_names_than_the_catalogue_has_travels_by_name() -> None:
    line = Line("roll", {"who": Term("seat", "1"), "all": [Term("agent", "red"), Line("over", {})]})
    assert unpack_line(json.loads(json.dumps(pack_line(line, NAMES))), NAMES) == line


_values = st.recursive(
    st.integers(0, 99) | st.text(max_size=5) | st.builds(Term, st.sampled_from(["seat", "agent", "a"]), st.text("xy1")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.builds(Line, st.sampled_from(["k", "l"]), st.dictionaries(st.sampled_from("abc"), inner, max_size=3))
    ),
    max_leaves=8,
)


@given(values=st.dictionaries(st.sampled_from("abc"), _values, max_size=3))
def test_any_line_comes_back(values: dict[str, object]) -> None:
    names = {"k": ("a", "b"), "l": ("a",)}
    line = Line("k", values)
    assert unpack_line(json.loads(json.dumps(pack_line(line, names))), names) == line
    assert unpack_line(json.loads(json.dumps(plain_line(line))), {}) == line


def test_lines_and_offers_of_whole_games_come_back(table_index: int, case: Case) -> None:
    game, names = case.game, names_of(case.game.id)
    for number, step in enumerate(played(table_index)):
        seat = seats_of(case)[number % (case.players + 1)]
        seen = game.seen(*step, seat)
        for line in game.log(game.view(step.before, seat), seen, game.view(step.after, seat)):
            assert unpack_line(json.loads(json.dumps(pack_line(line, names))), names) == line
        for asked in game.actors(step.after):
            offer = game.offer(game.view(step.after, asked))
            assert unpack_offer(json.loads(json.dumps(pack_offer(offer)))) == offer
