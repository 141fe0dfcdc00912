"""A bot that a worker has kept knows what a new one knows that was shown everything; and nothing breaks it for good."""

from collections.abc import Sequence
from typing import Any

import pytest

from heimlich import GAMES, RulesetName
from heimlich.bots import registry
from heimlich.bots.random_bot import RandomBot
from heimlich.bots.roster import Listed
from heimlich.server.thinking import minds
from heimlich.server.thinking.answering import think
from heimlich.server.thinking.minds import Minds, Walk
from heimlich.server.thinking.questions import TablePast
from tests.tables import Case, random_game

GAME = GAMES["heimlich-co"]
NAME = GAME.limited(RulesetName("rio-grande", ("top-secret",)))
STEPS = random_game(Case(GAME, NAME, 3), 4)


class Witness(RandomBot):
    """Writes down what it is shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, Any, Any]] = []

    def watch(self, before: Any, events: Sequence[Any], after: Any) -> None:
        self.seen.append((before, tuple(events), after))


@pytest.fixture(autouse=True)
def _witness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.bots_of(GAME.id), "witness", Listed(Witness))


def past(number: int, seat: int = 1, table: str = "t") -> TablePast:
    return TablePast(table, NAME, 3, seat, tuple(step.event for step in STEPS[:number]))


def seen(mind: minds.Mind) -> list[tuple[Any, Any, Any]]:
    assert isinstance(mind.bot, Witness)
    return mind.bot.seen


def whole(number: int, seat: int = 1) -> list[tuple[Any, Any, Any]]:
    return [
        (GAME.view(before, seat), tuple(GAME.seen(before, event, after, seat)), GAME.view(after, seat))
        for before, event, after in STEPS[:number]
    ]


def test_a_kept_bot_is_shown_only_what_is_new() -> None:
    kept = Minds()
    first = kept.take(GAME.id, "witness", past(20))
    assert seen(first) == whole(20)
    kept.keep(GAME.id, "witness", past(20), first)
    again = kept.take(GAME.id, "witness", past(50))
    assert again is first
    assert seen(again) == whole(50)
    assert kept.take(GAME.id, "witness", past(60)) is not first  # it was taken, and not given back


def test_every_seat_and_table_has_its_own() -> None:
    kept = Minds()
    mind = kept.take(GAME.id, "witness", past(20))
    kept.keep(GAME.id, "witness", past(20), mind)
    for other in (past(20, seat=2), past(20, table="u"), past(10)):
        one = kept.take(GAME.id, "witness", other)
        assert one is not mind
        assert seen(one) == whole(len(other.events), other.seat)


def test_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "KEPT", 2)
    kept = Minds()
    made = {}
    for table in "abc":
        made[table] = kept.take(GAME.id, "witness", past(5, table=table))
        kept.keep(GAME.id, "witness", past(5, table=table), made[table])
    assert kept.take(GAME.id, "witness", past(5, table="c")) is made["c"]
    assert kept.take(GAME.id, "witness", past(5, table="a")) is not made["a"]


def test_a_walk_is_the_game() -> None:
    walk = Walk(GAME, past(0))
    assert [*walk.on(past(30)), *walk.on(past(len(STEPS)))] == STEPS


@pytest.mark.parametrize("bot", ["careful", "detective", "master"])
def test_a_decision_is_made_from_the_past_and_a_forced_one_without(bot: str) -> None:
    decided = [number for number, step in enumerate(STEPS) if GAME.actors(step.before)]
    for number in decided[::12]:
        state = STEPS[number].before
        seat = GAME.actors(state)[0]
        view = GAME.view(state, seat)
        assert think(GAME.id, bot, view, past(number, seat, bot)) in list(map(str, GAME.legal_actions(view)))
