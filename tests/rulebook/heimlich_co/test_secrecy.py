"""What belongs to whom (S1 to S4)."""

from random import Random
from typing import cast

import pytest

from heimlich import GAMES, RulesetName
from heimlich.games.heimlich_co import notation, turn
from heimlich.games.heimlich_co.actions import Event
from heimlich.games.heimlich_co.state import State, View
from heimlich.games.heimlich_co.view import consistent_state, seen, view_of
from tests.rulebook.heimlich_co.table import (
    DOSSIER,
    RIO_GRANDE,
    TOP_SECRET,
    after,
    agents_of,
    before_the_deal,
    choices,
    edition,
    lay,
    now,
    refusal,
    seen_by,
)

EVERYTHING = edition("rio-grande", "top-secret", "dossier")
BOARD = "gray 1, yellow 2, orange 3, red 4, green 5; safe 9"


def _told(state: State, event: str, seat: int | None) -> list[str]:
    """What a seat sees of an event."""
    happens = cast("Event", notation.parse_event(event))
    return [str(one) for one in seen(state, happens, turn.apply(state, happens), None if seat is None else seat - 1)]


@pytest.mark.rule("S1")
def test_everyone_sees_board_markers_safe_die_turn_hand_sizes_discards_and_supply() -> None:
    state = lay(
        "gray 1 (3), yellow 2, red 4, green 5; safe 9; roll 1-3; seat 2; turn 6; hands 1 to-ruins two-back, 2 to-safe;"
        " supply move-safe move-safe; discards leave-safe",
        TOP_SECRET,
    )
    assert seen_by(state, None) == (
        "gray 1 (3), yellow 2, red 4, green 5; safe 9; roll 1-3; players 2; phase move; turn 6; seat 2;"
        " discards leave-safe; hand-sizes 2 1; supply-size 2"
    )


@pytest.mark.rule("S1")
@pytest.mark.parametrize("seat", [1, 2, None])
def test_everyone_sees_every_move_and_every_card_with_its_targets(seat: int | None) -> None:
    state = lay(f"{BOARD}; roll 2", TOP_SECRET)
    assert _told(state, "1: move red 2", seat) == ["1: move red 2"]
    state = lay(f"{BOARD}; phase cards; hands 1 to-ruins, 2 to-safe", TOP_SECRET)
    assert _told(state, "1: play to-ruins red", seat) == ["1: play to-ruins red"]
    state = lay(f"{BOARD}; phase cards; hands 1 to-ruins, 2 to-safe", TOP_SECRET)
    assert _told(state, "1: pass", seat) == ["1: pass"]
    assert _told(lay(BOARD), "roll 3", seat) == ["roll 3"]


@pytest.mark.rule("S1")
def test_that_a_card_was_drawn_is_public_and_which_is_not() -> None:
    state = after(lay("red 9, blue 2; roll 2; supply to-ruins two-back", TOP_SECRET), "1: move red 2")
    assert _told(state, "card 1 to-ruins", 1) == ["card 1 to-ruins"]
    assert _told(state, "card 1 to-ruins", 2) == _told(state, "card 1 two-back", 2) == ["card 1 ?"]
    assert _told(state, "card 1 to-ruins", None) == ["card 1 ?"]


@pytest.mark.rule("S1")
def test_who_answered_yes_shows_once_all_have_answered() -> None:
    state = after(lay(f"{BOARD}; roll 2; hands 1 to-ruins, 2 to-safe; players 2", TOP_SECRET), "1: move red 2")
    assert _told(state, "2: yes", 1) == _told(state, "2: no", 1) == _told(state, "2: no", None) == []
    assert _told(state, "2: yes", 2) == ["2: yes"]
    said_yes, said_no = after(state, "2: yes"), after(state, "2: no")
    assert view_of(said_yes, 0) == view_of(said_no, 0) == view_of(state, 0)
    assert _told(said_yes, "1: no", 1) == ["1: no", "answers 2"]
    assert _told(said_yes, "1: no", 2) == ["answers 2"]
    assert _told(said_no, "1: no", None) == ["answers none"]
    assert "yes 2" in seen_by(after(said_yes, "1: no"), 1)


@pytest.mark.rule("S1")
def test_whether_someone_has_answered_does_not_show_either() -> None:
    game = GAMES["heimlich-co"]
    state = after(lay(f"{BOARD}; roll 2; hands 1 to-ruins, 2 to-safe", TOP_SECRET), "1: move red 2")
    assert tuple(game.awaited(view_of(after(state, "2: no"), 0))) == (0, 1)


@pytest.mark.rule("S1")
def test_that_a_player_has_written_his_dossier_is_public_and_what_is_not() -> None:
    state = lay("gray 1 (29), yellow 2, red 4; phase dossier; resume safe; halts 1", DOSSIER)
    assert _told(state, "1: name yellow 2", 2) == _told(state, "1: name yellow 2", None) == []
    assert _told(state, "1: name yellow 2", 1) == ["1: name yellow 2"]
    almost = after(state, "1: name yellow 2")
    assert _told(almost, "1: name red free", 2) == _told(almost, "1: name red 2", 2) == ["dossier 1"]
    assert _told(almost, "1: name red 2", 1) == ["1: name red 2", "dossier 1"]
    done = after(almost, "1: name red free")
    assert "written 1" in seen_by(done, 2)
    assert view_of(done, 1) == view_of(after(state, "1: name yellow free", "1: name red 2"), 1)


@pytest.mark.rule("S1")
def test_how_many_free_agents_are_left_is_public() -> None:
    state = lay(f"{BOARD}; phase cards; hands 1 double-agent", TOP_SECRET)
    assert view_of(state, None).table.free == 3
    state = after(state, "1: play double-agent")
    assert _told(state, "double 1 red", 2) == _told(state, "double 1 green", None) == ["double 1 ?"]
    assert _told(state, "double 1 red", 1) == ["double 1 red"]
    assert view_of(after(state, "double 1 red"), None).table.free == 2


@pytest.mark.rule("S2")
def test_an_agent_card_is_seen_by_its_owner_only() -> None:
    state = before_the_deal(RIO_GRANDE, 4)
    assert _told(state, "identity 1 red", 1) == ["identity 1 red"]
    for seat in (2, 3, 4, None):
        assert _told(state, "identity 1 red", seat) == ["identity 1 ?"]


@pytest.mark.rule("S2")
@pytest.mark.rule("S4")
@pytest.mark.parametrize(
    ("rules", "position", "other"),
    [
        (RIO_GRANDE, "owners 1 gray, 2 red", "owners 1 gray, 2 yellow"),
        (TOP_SECRET, "hands 1 to-safe, 2 to-ruins; supply two-back", "hands 1 to-safe, 2 two-back; supply to-ruins"),
        (DOSSIER, "halts 1; written 1 2; dossiers 2 gray=1", "halts 1; written 1 2; dossiers 2 gray=free"),
        (
            EVERYTHING,
            "phase dossier; resume safe; halts 1; drafts 2 gray=1",
            "phase dossier; resume safe; halts 1; drafts 2 gray=free orange=1",
        ),
        (
            TOP_SECRET,
            "phase ask; hands 1 to-safe, 2 to-ruins; answers 2 yes",
            "phase ask; hands 1 to-safe, 2 to-ruins; answers 2 no",
        ),
    ],
    ids=["agents", "hands and supply", "dossiers", "dossiers being written", "answers"],
)
def test_what_is_anothers_makes_no_difference_to_what_one_sees(rules: RulesetName, position: str, other: str) -> None:
    one, two = lay(f"{BOARD}; {position}", rules), lay(f"{BOARD}; {other}", rules)
    assert one != two
    for seat in (0, None):
        assert view_of(one, seat) == view_of(two, seat)
    assert view_of(one, 1) != view_of(two, 1)
    assert choices(one, 1) == choices(two, 1)


@pytest.mark.rule("S2")
def test_free_agents_are_known_to_nobody() -> None:
    one, two = lay(f"{BOARD}; owners 1 gray, 2 red"), lay(f"{BOARD}; owners 1 gray, 2 green")
    assert seen_by(one, None) == seen_by(two, None)
    assert seen_by(one, 1) == seen_by(two, 1)
    assert "red" not in seen_by(one, 2).partition("own ")[2].removeprefix("red")


@pytest.mark.rule("S2")
def test_a_player_can_tell_no_more_than_that_any_deal_is_possible() -> None:
    view = view_of(lay(f"{BOARD}; owners 1 gray, 2 red"), 0)
    guesses = [consistent_state(view, Random(seed)) for seed in range(60)]
    assert {tuple(agents_of(state, 1)) for state in guesses} == {("gray",)}
    assert {agents_of(state, 2)[0] for state in guesses} == {"yellow", "orange", "red", "green"}


@pytest.mark.rule("S3")
def test_at_the_end_everything_is_revealed_the_dossiers_included() -> None:
    state = lay(
        "gray 5 (36), yellow church, red church; safe 7; roll 2; owners 1 gray, 2 red; halts 1; written 1 2;"
        " hands 1 to-safe, 2 to-ruins two-back; phase move;"
        " dossiers 1 yellow=free red=2, 2 gray=free yellow=free",
        EVERYTHING,
    )
    state = after(state, "1: move gray 2", "1: no", "2: no")
    assert now(state) == "over"
    for seat in (1, 2, None):
        text = seen_by(state, seat)
        assert "revealed 1 gray, 2 red" in text
        assert "revealed-hands 1 to-safe, 2 to-ruins two-back" in text
        assert "revealed-dossiers 1 yellow=free red=2, 2 gray=free yellow=free" in text


@pytest.mark.rule("S3")
def test_before_the_end_nothing_is() -> None:
    state = lay("gray 5 (30), yellow church, red church; safe 7; roll 2; owners 1 gray, 2 red")
    assert "revealed" not in seen_by(after(state, "1: move gray 2"), 2)


@pytest.mark.rule("S4")
def test_no_action_shows_a_secret_or_proves_a_claim() -> None:
    """What can be done is in the notation; none of it speaks of a seat's own agent, hand or dossier."""
    positions = [
        lay(f"{BOARD}; roll 2; hands 1 to-ruins, 2 to-safe", EVERYTHING),
        lay(f"{BOARD}; phase safe; hands 1 to-ruins, 2 to-safe", EVERYTHING),
        lay(f"{BOARD}; phase ask; hands 1 to-ruins, 2 to-safe", EVERYTHING),
        lay(f"{BOARD}; phase cards; hands 1 to-ruins, 2 to-safe", EVERYTHING),
        lay(f"{BOARD}; phase dossier; resume safe; halts 1", EVERYTHING),
    ]
    verbs = {action.split()[0] for state in positions for action in choices(state, 1)}
    assert verbs == {"move", "safe", "yes", "no", "play", "pass", "name"}
    naming = choices(positions[-1], 1)
    assert not any(answer.endswith(" 1") or " gray " in answer for answer in naming)


@pytest.mark.rule("S4")
def test_a_view_holds_nothing_but_the_table_and_what_is_ones_own() -> None:
    assert View._fields == ("table", "seat", "agents", "hand", "answer", "dossier", "draft")


@pytest.mark.rule("S2")
def test_a_refusal_says_nothing_of_what_others_hold() -> None:
    state = lay(f"{BOARD}; phase cards; at 2; hands 1 to-ruins, 2 to-safe", TOP_SECRET)
    same = lay(f"{BOARD}; phase cards; at 2; hands 1 to-ruins, 2 two-back", TOP_SECRET)
    assert refusal(state, "1: play to-safe red") == refusal(same, "1: play to-safe red")
