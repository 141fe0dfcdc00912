"""What bots say afterwards: of the right people, in every language, and of nothing that their seats could not see."""

from collections.abc import Sequence
from typing import Any

import pytest

from heimlich import GAMES, Decision, RulesetName
from heimlich.bots.afterwords import afterword
from heimlich.bots.characters import CHARACTERS
from heimlich.bots.registry import make_table_of_bots, partners
from heimlich.chance import Seeded
from heimlich.cli.replay import step_lines
from heimlich.game import Budget, Line, Term
from heimlich.games.heimlich_co.actions import IdentityDealt
from heimlich.record import Step
from heimlich.runner import bots_ask, bots_watch, play, seat_generators
from heimlich.text import LANGUAGES, Speaker
from tests.tables import CASES, HEIMLICH, HOUSES, Case, random_game

SUITCASES = GAMES["suitcases"]
RIO = Case(HEIMLICH, RulesetName("rio-grande"), 4)
VERDICTS = {
    *("after-right", "after-wrong", "after-count"),
    *("after-newcomer-right", "after-newcomer-wrong", "after-casual-right", "after-casual-wrong"),
}
NAMES = ["Anna", "Bob", "Carl", "Dora", "Emil", "Fred", "Gina"]


def keys(lines: list[Line]) -> list[str]:
    return [line.key for line in lines]


def said_of(lines: list[Line]) -> tuple[int, str]:
    """The first one who is taken for somebody, and for whom."""
    values = next(line.values for line in lines if {"seat", "agent"} <= line.values.keys())
    return int(values["seat"].name), values["agent"].name


@pytest.mark.parametrize("bot", CHARACTERS)
@pytest.mark.parametrize("players", [2, 4, 7])
def test_each_speaks_in_a_way_of_its_own_and_of_people_first(bot: str, players: int) -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), players), 5, "gu")
    person = players - 1
    lines = afterword(HEIMLICH, bot, 0, steps, [person])
    assert lines[0].key.startswith(f"after-{bot}"), lines
    if bot != "random":
        seat, agent = said_of(lines)
        assert seat == person
        identities = steps[-1].after.table.result.identities
        right = agent in identities[seat]
        assert any(key.endswith("right") for key in keys(lines)) == right
        assert any(key.endswith("wrong") for key in keys(lines)) == (not right)
        for line in lines:
            if line.key.endswith("wrong"):
                assert line.values["agents"] == [Term("agent", one) for one in identities[seat]]
    if players == 2:
        assert "after-count" not in keys(lines)


@pytest.mark.parametrize(
    ("case", "players", "bot", "speaking"),
    [
        (RIO, "gu", "regular", 3),
        (RIO, "gu", "random", 1),  # has nothing else to say
        (Case(SUITCASES, RulesetName("jumbo"), 3), "courier", "snoop", 2),
    ],
)
def test_bots_of_a_kind_do_not_say_the_same_sentences(case: Case, players: str, bot: str, speaking: int) -> None:
    person, told = case.players - 1, list[list[Line]]()
    for seed in range(9):
        steps = random_game(case, seed, players)
        alike = [afterword(case.game, bot, seat, steps, [person]) for seat in range(person)]
        if alike.count(alike[0]) == len(alike):  # they suspect the same, and each would say so
            break
    else:
        raise AssertionError("they never suspected the same")
    for seat in range(person):
        said = afterword(case.game, bot, seat, steps, [person], told.__contains__)
        assert said not in told
        told += filter(None, [said])
    assert told[0] == alike[0]
    assert len(told) == speaking


def test_a_bot_that_named_nobody_in_its_dossier_says_so() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande", ("dossier",)), 2)
    for seed in range(99):
        steps = random_game(case, seed)  # by chance, a dossier may name nobody
        for seat, dossier in enumerate(steps[-1].after.table.result.dossiers):
            if dossier and not any(isinstance(owner, int) for _, owner in dossier):
                assert keys(afterword(HEIMLICH, "bluffer", seat, steps)) == ["after-nobody"]
                return
    raise AssertionError("everybody always named somebody")


def test_those_who_weigh_it_are_right_about_those_who_do_not_hide() -> None:
    right = {bot: 0 for bot in CHARACTERS if bot != "random"}
    for seed in range(6):
        steps = random_game(RIO, seed, "gu")
        for bot in right:
            seat, agent = said_of(afterword(HEIMLICH, bot, 0, steps))
            right[bot] += agent in steps[-1].after.table.result.identities[seat]
    assert right["detective"] == right["master"] == right["careful"] == right["bluffer"] == 6
    assert right["newcomer"] <= 6


def test_the_proof_is_what_the_log_told_of_that_turn() -> None:
    steps = random_game(RIO, 2, "gu")
    for bot in ("detective", "master"):
        (line, *_) = afterword(HEIMLICH, bot, 0, steps)
        of_that_turn = [step for step in steps if step.before.table.turn == line.values["turn"]]
        assert line.values["deed"] in [one for step in of_that_turn for one in step_lines(HEIMLICH, step, 0)]
        assert line.values["deed"].values["seat"] == line.values["seat"]


DOSSIERS = [
    Case(HEIMLICH, RulesetName("rio-grande", ("dossier",)), 4),
    Case(HEIMLICH, RulesetName("rio-grande", ("top-secret", "dossier"), (("target", "30"), ("dossier_from", "15"))), 4),
    Case(HEIMLICH, RulesetName("escale", ("advanced",)), 4),
    Case(HEIMLICH, RulesetName("cie", ("dossier",)), 4),
]
COMPANIES = [
    ("newcomer", "casual", "careful", "bluffer"),
    ("detective", "bluffer", "casual", "random"),
    ("master", "careful", "detective", "newcomer"),
]


def watched_game(case: Case, seed: int, bots: Sequence[str]) -> list[Step[Any]]:
    """A whole game between bots that see what happens, as at a live table."""
    game, players = case.game, case.players
    company = make_table_of_bots(game.id, bots, players)
    ask = bots_ask(game, company, seat_generators(seed, players), Budget(10))
    show = bots_watch(game, company)
    steps: list[Step[Any]] = []

    def watch(before: Any, event: Any, after: Any) -> None:
        steps.append(Step(before, event, after))
        if show:
            show(before, event, after)

    play(game, game.new(case.rules, players), Seeded(seed), ask, watch)
    return steps


def suspicions(lines: list[Line]) -> list[tuple[int, str]]:
    """Everyone who is taken for somebody, and for whom."""
    return [
        (int(line.values["seat"].name), line.values["agent"].name)
        for line in lines
        if {"seat", "agent"} <= line.values.keys()
    ]


@pytest.mark.parametrize("bots", COMPANIES, ids=" ".join)
@pytest.mark.parametrize("case", DOSSIERS, ids=str)
def test_a_bot_says_that_it_suspected_what_it_wrote_into_its_dossier(case: Case, bots: tuple[str, ...]) -> None:
    said = 0
    for seed in range(3):
        steps = watched_game(case, seed, bots)
        result = steps[-1].after.table.result
        assert any(result.dossiers), "nobody wrote a dossier"
        for seat, dossier in enumerate(result.dossiers):
            lines = afterword(HEIMLICH, bots[seat], seat, steps)
            written = {agent.value: owner for agent, owner in dossier}
            if dossier and not any(isinstance(owner, int) for _, owner in dossier):
                assert keys(lines) == ["after-nobody"]
            for suspect, agent in suspicions(lines):
                assert written[agent] == suspect, (lines, dossier)
                # What it says of its being right is what ✓ and ✗ say beside the answer.
                right = agent in result.kept[suspect]
                assert any(key.endswith("right") for key in keys(lines)) == right, lines
                assert any(key.endswith("wrong") for key in keys(lines)) == (not right), lines
                said += 1
    assert said > 0


def test_the_bluffer_s_theatre_is_its_own() -> None:
    for seed in range(12):
        steps = random_game(RIO, seed, "decoy-60")
        (line, *_) = afterword(HEIMLICH, "bluffer", 1, steps)
        if line.key == "after-bluffer":
            assert line.values["deed"].values["seat"] == Term("seat", "1")
            assert line.values["agent"] in [walk.values["agent"] for walk in line.values["deed"].values["walks"]]
            assert line.values["agent"].name not in steps[-1].after.table.result.identities[1]
            return
    raise AssertionError("nobody was ever taken in")


@pytest.mark.parametrize("case", [*(case for case in CASES if case.players == 3), *HOUSES], ids=str)
def test_it_can_be_said_in_every_language_whatever_is_played(case: Case) -> None:
    game = case.game
    steps = random_game(case, 1)
    for bot in partners(game.id):
        lines = afterword(game, bot, 1, steps, [0])
        assert 1 <= len(lines) <= 4
        said = {language: [Speaker(game.id, NAMES, language).line(line) for line in lines] for language in LANGUAGES}
        for texts in said.values():
            assert not [text for text in texts if "{" in text or not text.strip()]
        assert len({" ".join(texts) for texts in said.values()}) == len(LANGUAGES)


def without_verdict(lines: list[Line]) -> list[Line]:
    return [line for line in lines if line.key not in VERDICTS]


def swapped(case: Case, steps: list[Step[Any]], one: int, other: int) -> list[Step[Any]]:
    """The same game, but two seats were dealt each other's agents."""
    dealt = {step.event.seat: step.event.agent for step in steps if isinstance(step.event, IdentityDealt)}
    dealt[one], dealt[other] = dealt[other], dealt[one]
    state: Any = case.game.new(case.rules, case.players)
    again = []
    for step in steps:
        event = step.event
        if isinstance(event, IdentityDealt):
            event = IdentityDealt(event.seat, dealt[event.seat])
        after = case.game.apply(state, event)
        again.append(Step(state, event, after))
        state = after
    return again


@pytest.mark.parametrize("bot", CHARACTERS)
@pytest.mark.parametrize("variants", [(), ("top-secret",)], ids=["basic", "cards"])
def test_what_a_seat_cannot_know_changes_nothing(bot: str, variants: tuple[str, ...]) -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande", variants), 4)
    cards = ("random", "g1") if variants else ("gu", "g1")
    for seed, kind in enumerate(cards):
        steps = random_game(case, seed, kind)
        until = next(at for at, step in enumerate(steps) if step.after.table.result is not None)
        others = swapped(case, steps[: until + 1], 1, 2)
        assert [step.event for step in others] != [step.event for step in steps[: until + 1]]
        before = afterword(HEIMLICH, bot, 0, steps[:until])
        assert before == afterword(HEIMLICH, bot, 0, others[:until])
        assert not set(keys(before)) & VERDICTS  # nothing of the end is known yet
        # And of the end, only whether it was right.
        whole = afterword(HEIMLICH, bot, 0, steps[: until + 1])
        assert without_verdict(whole) == without_verdict(afterword(HEIMLICH, bot, 0, others))


def test_a_game_that_was_hardly_played_leaves_nothing_to_say() -> None:
    steps = random_game(RIO, 1)
    first = next(at for at, step in enumerate(steps) if isinstance(step.event, Decision))
    assert afterword(HEIMLICH, "master", 0, []) == []
    assert keys(afterword(HEIMLICH, "master", 0, steps[:first])) == ["after-nothing"]


def test_the_master_of_suitcases_tells_where_the_bomb_was_suspected() -> None:
    case = Case(SUITCASES, RulesetName("jumbo"), 2)
    right = 0
    for seed in range(5):
        steps = random_game(case, seed, "casual")
        lines = afterword(SUITCASES, "master", 0, steps, [1])
        assert keys(lines) in (["after-master", "after-right"], ["after-master", "after-wrong"])
        values = lines[0].values["suitcase"].values
        bombs = [
            letter
            for letter, content in zip("ABCD", steps[-1].after.table.result.contents[1], strict=True)
            if not content
        ]
        assert (values["letter"] in bombs) == (lines[1].key == "after-right")
        if lines[1].key == "after-wrong":
            assert [one.values["letter"] for one in lines[1].values["suitcases"]] == bombs
        right += lines[1].key == "after-right"
    assert right >= 1
