"""The end says why (H15, H16): one test for each way in which a game can be decided, and random games of all kinds."""

from collections import Counter

import pytest

from heimlich import GAMES, RulesetName
from heimlich.game import Line, Term
from heimlich.games.heimlich_co.log import lines
from heimlich.games.heimlich_co.reasons import reasons
from heimlich.games.heimlich_co.state import State, Table
from heimlich.games.heimlich_co.view import view_of
from heimlich.text import LANGUAGES, Speaker
from tests.rulebook.heimlich_co.table import DOSSIER, after, edition, lay, winners
from tests.soak import count
from tests.tables import Case, random_game

ALL_EDITIONS = ("rio-grande", "escale", "cie", "engine", "engine-1.0.1")
BY_DISTANCE = tuple(edition(name) for name in ALL_EDITIONS if name != "escale")
ESCALE = edition("escale")


def told(state: State, language: str = "en") -> list[str]:
    """What is said of the reason, and who wins."""
    assert state.table.result is not None
    before = state.table._replace(result=None)
    view = view_of(state, None)
    speaker = Speaker("heimlich-co", ["Anna", "Bob", "Carla"], language)
    keys = ("why-", "nobody-wins", "wins")
    return [speaker.line(line) for line in lines(view._replace(table=before), [], view) if line.key.startswith(keys)]


# The ways


@pytest.mark.rule("H15")
@pytest.mark.parametrize("rules", BY_DISTANCE)
def test_the_furthest_marker(rules: RulesetName) -> None:
    state = lay("gray 5 (38), yellow 10 (37), red 1, green 1; safe 7; roll 2; seat 2; owners 1 gray, 2 yellow", rules)
    assert told(after(state, "2: move gray 2")) == ["In the lead: Yellow (47).", "Bob wins."]


@pytest.mark.rule("H14")
def test_the_furthest_marker_even_below_the_target() -> None:
    state = lay("gray ruins (41), yellow 6 (33), red 1, green 1; safe 7; roll 1; seat 2; reached", edition("cie"))
    assert told(after(state, "2: move yellow 1")) == ["In the lead: Yellow (40).", "Bob wins."]


@pytest.mark.rule("H16")
@pytest.mark.parametrize("rules", BY_DISTANCE)
def test_two_players_level_in_front(rules: RulesetName) -> None:
    state = lay("gray 5 (36), yellow 7 (36), red 1, green 1; safe 7; roll 2; seat 2; owners 1 gray, 2 yellow", rules)
    state = after(state, "2: move gray 2")
    assert told(state) == ["Tied for the lead: Gray (43) and Yellow (43).", "Anna and Bob share the win."]


@pytest.mark.rule("H16")
@pytest.mark.parametrize("rules", BY_DISTANCE)
def test_a_player_level_with_a_free_agent(rules: RulesetName) -> None:
    state = lay("gray 5 (36), yellow 7 (36), red 1, green 1; safe 7; roll 2; seat 2; owners 1 yellow, 2 red", rules)
    assert told(after(state, "2: move gray 2")) == [
        "Tied for the lead: Gray (43) and Yellow (43).",
        "Tied with a player, an unowned agent does not count: Gray.",
        "Anna wins.",
    ]


@pytest.mark.rule("H16")
@pytest.mark.parametrize("rules", BY_DISTANCE)
@pytest.mark.parametrize(
    ("marker", "said"),
    [
        (30, ["In the lead: Gray (43).", "Nobody owns Gray, so nobody wins."]),
        (36, ["Tied for the lead: Gray (43) and Green (43).", "Nobody owns Gray and Green, so nobody wins."]),
    ],
)
def test_free_agents_in_front(rules: RulesetName, marker: int, said: list[str]) -> None:
    state = lay(
        f"gray 5 (36), yellow 7 (33), red 1, green 7 ({marker}); safe 7; roll 2; seat 2; owners 1 yellow, 2 red", rules
    )
    assert told(after(state, "2: move gray 2")) == said


@pytest.mark.rule("H15")
def test_escale_the_only_one_at_the_target() -> None:
    state = lay("gray 5 (35), yellow 10 (31), red 1, green 1; safe 7; roll 2", ESCALE)
    assert told(after(state, "1: move gray 2")) == ["Only Gray (42) has reached 42.", "Anna wins."]


@pytest.mark.rule("H15")
def test_escale_a_player_behind_who_gained_most() -> None:
    state = lay("gray 5 (41), yellow 10 (34), red 1, green 1; safe 7; roll 2", ESCALE)
    assert told(after(state, "1: move gray 2")) == [
        "Of those that reached 42, Yellow (+10) gained the most in the last scoring: that decides.",
        "Further along, but gained less in the last scoring: Gray (48).",
        "Bob wins.",
    ]


@pytest.mark.rule("H15")
def test_escale_equal_gains_and_the_furthest_of_them() -> None:
    state = lay("gray 5 (38), yellow 7 (36), red 1, green 1; safe 7; roll 2", ESCALE)
    assert told(after(state, "1: move gray 2")) == [
        "Of those that reached 42, Gray (+7) and Yellow (+7) gained the most in the last scoring;"
        " the furthest of them: Gray (45).",
        "Anna wins.",
    ]


@pytest.mark.rule("H16")
@pytest.mark.parametrize(
    ("owners", "said"),
    [
        ("1 gray, 2 yellow", ["Anna and Bob share the win."]),
        ("1 yellow, 2 red", ["Tied with a player, an unowned agent does not count: Gray.", "Anna wins."]),
        ("1 red, 2 green", ["Nobody owns Gray and Yellow, so nobody wins."]),
    ],
)
def test_escale_equal_gains_and_level(owners: str, said: list[str]) -> None:
    state = lay(f"gray 5 (36), yellow 7 (36), red 1, green 1; safe 7; roll 2; seat 2; owners {owners}", ESCALE)
    assert told(after(state, "2: move gray 2")) == [
        "Of those that reached 42, Gray (+7) and Yellow (+7) gained the most in the last scoring;"
        " tied as the furthest of them: Gray (43) and Yellow (43).",
        *said,
    ]


@pytest.mark.rule("H16")
def test_escale_a_free_agent_behind_that_gained_most() -> None:
    """The player's marker is in front on the track, and nobody wins: that needs saying."""
    state = lay("gray 5 (41), yellow 10 (32), red 1, green 1; safe 7; roll 2; owners 1 gray, 2 red", ESCALE)
    assert told(after(state, "1: move gray 2")) == [
        "Of those that reached 42, Yellow (+10) gained the most in the last scoring: that decides.",
        "Further along, but gained less in the last scoring: Gray (48).",
        "Nobody owns Yellow, so nobody wins.",
    ]


@pytest.mark.rule("H18")
def test_escale_at_the_limit_of_turns_nobody_at_the_target() -> None:
    state = lay(
        "gray 5 (30), yellow 10 (12), red 1, green 1; safe 7; roll 2; turn 20", edition("escale", turn_limit="20")
    )
    assert told(after(state, "1: move gray 2")) == ["In the lead: Gray (37).", "Anna wins."]


@pytest.mark.rule("T11")
def test_escale_the_second_agent_of_a_player_gained_most() -> None:
    cards = edition("escale", "top-secret")
    state = lay(
        "gray 5 (41), yellow 10 (34), red 8 (37), green 1; safe 7; roll 2;"
        " owners 1 gray yellow, 2 red; hands; doubles 1 1",
        cards,
    )
    state = after(state, "1: move gray 2")
    assert winners(state) == [2]
    assert told(state) == [
        "Of those that reached 42, Red (+8) gained the most in the last scoring: that decides.",
        "Further along, but gained less in the last scoring: Gray (48).",
        "Would be in the lead, but only a player’s furthest agent counts: Yellow.",
        "Bob wins.",
    ]


@pytest.mark.rule("D2")
@pytest.mark.parametrize("rules", [DOSSIER, edition("escale", "advanced")])
def test_with_dossiers_a_free_agent_in_front_cannot_win(rules: RulesetName) -> None:
    answers = "halts 1; written 1 2; dossiers 1 yellow=free red=2 green=free, 2 gray=free yellow=free green=1"
    state = lay(f"gray 5 (20), yellow 7 (40), red 1, green 1; safe 7; roll 2; owners 1 gray, 2 red; {answers}", rules)
    assert told(after(state, "1: move gray 2")) == [
        "In the lead: Gray (42).",
        "Would be in the lead, but an unowned agent cannot win here: Yellow.",
        "Anna wins.",
    ]


# Random games of all kinds


def _agents(value: Line | Term) -> str:
    inner = value.values["agent"] if isinstance(value, Line) else value
    assert isinstance(inner, Term)
    return inner.name


def _claims(line: Line) -> list[str]:
    return [_agents(value) for value in line.values["agents"]]


def _check(table: Table) -> list[str]:
    """Whether what is said agrees with the markers, the last gains, the owners and the winners; worked out afresh."""
    result, rules = table.result, table.rules
    assert result is not None
    marks = {str(agent): mark for agent, mark in zip(table.agents, table.points, strict=True)}
    gains = {str(agent): gain for agent, gain in zip(table.agents, table.gains, strict=True)}
    owner = {str(agents[0]): seat for seat, agents in enumerate(result.kept)}
    kept = {str(agent) for agents in result.kept for agent in agents}
    able = set(owner) | ({agent for agent in marks if agent not in kept} if rules.free_agents_win else set())
    there = {agent for agent in able if marks[agent] >= rules.target}
    said = {line.key: line for line in reasons(table, result)}
    first, *_ = said.values()
    leaders = set(_claims(first))
    match first.key:
        case "why-furthest":
            assert not (rules.last_scoring_wins and there)
            assert leaders == {agent for agent in able if marks[agent] == max(marks[one] for one in able)}
        case "why-only":
            assert rules.last_scoring_wins
            assert there == leaders
        case "why-last-scoring":
            assert len(there) > 1
            assert all(gains[agent] < gains[other] for other in leaders for agent in there - leaders)
        case "why-equal-gains":
            rivals = {_agents(value) for value in first.values["rivals"]}
            most = max(gains[agent] for agent in there)
            assert rivals == {agent for agent in there if gains[agent] == most}
            assert leaders == {agent for agent in rivals if marks[agent] == max(marks[one] for one in rivals)}
        case _:
            pytest.fail(first.key)
    mark = max(marks[agent] for agent in leaders)
    further = {agent for agent in able if marks[agent] > mark}
    assert set(_claims(said["why-not-furthest"]) if "why-not-furthest" in said else ()) == further
    players = {owner[agent] for agent in leaders if agent in owner}
    assert players == set(result.outcome.winners)
    assert ("nobody-wins" in said) == (not players)
    assert ("why-level-free" in said) == (bool(players) and any(agent not in owner for agent in leaders))
    if "nobody-wins" in said:
        assert set(_claims(said["nobody-wins"])) == leaders
    return list(said)


KINDS: list[tuple[str, tuple[str, ...]]] = [
    *((name, ()) for name in ALL_EDITIONS),
    ("rio-grande", ("top-secret", "dossier")),
    ("escale", ("top-secret",)),
    ("escale", ("advanced",)),
    ("escale", ("top-secret", "advanced")),
    ("cie", ("dossier",)),
    ("engine", ("top-secret",)),
]


@pytest.mark.rule("H16")
def test_the_reason_agrees_with_the_scores_and_the_winners_in_random_games() -> None:
    """Short games, many of them; a low target lets several markers reach it at once."""
    seen: Counter[str] = Counter()
    for name, variants in KINDS:
        for house in ((), (("turn_limit", "9"),)):
            dossier = (
                (("dossier_from", "8"), ("dossier_again_below", "7")) if name == "cie" else (("dossier_from", "8"),)
            )
            rules = RulesetName(name, variants, (("target", "14"), *dossier, *house))
            for seed in range(count(50 if name == "escale" else 8, 400)):
                case = Case(GAMES["heimlich-co"], rules, 2 + seed % 3)
                final = random_game(case, f"why {seed}")[-1].after
                seen.update(_check(final.table))
                for language in LANGUAGES:
                    assert not any("{" in text for text in told(final, language))
    assert set(seen) >= {
        "why-furthest",
        "why-only",
        "why-last-scoring",
        "why-equal-gains",
        "why-not-furthest",
        "why-free-barred",
        "why-level-free",
        "nobody-wins",
    }
