"""Those who hide know what they tell, tell less of it, and still decide by what their seat may know."""

from itertools import product
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest

from heimlich import Budget, Decision, RulesetName, Seeded, play, seat_generators
from heimlich.arena.guesses import Lookout
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.hiding import attentive_share, feint, for_observer, is_wise, price, suspicions
from heimlich.bots.heimlich_co.belief.posterior import belief_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1, BELIEF_4, BeliefSettings
from heimlich.bots.heimlich_co.options import Options, options_of
from heimlich.bots.heimlich_co.players.champion import Champion
from heimlich.bots.heimlich_co.value.assumptions import LOOSE_GU, Kind
from heimlich.bots.registry import make_bot
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe
from heimlich.record import Step
from heimlich.runner import bots_ask, bots_watch
from tests.soak import count
from tests.tables import HEIMLICH, Case, random_game

HIDERS = ("careful", "bluffer", "hider")
CASES = [
    Case(HEIMLICH, RulesetName("rio-grande", ("top-secret", "dossier")), 3),
    Case(HEIMLICH, RulesetName("cie", ("dossier",)), 2),
    Case(HEIMLICH, RulesetName("escale", ("top-secret", "advanced")), 4),
    Case(HEIMLICH, RulesetName("engine-1.0.1", ("top-secret",)), 7),
]


def _game(case: Case, names: list[str], seed: int) -> tuple[Any, list[Any], Lookout]:
    """A game between bots that are shown it, its events, and what could be guessed in it."""
    bots = [make_bot("heimlich-co", name) for name in names]
    events: list[Any] = []
    lookout, shown = Lookout(BELIEF_1), bots_watch(HEIMLICH, bots)  # the observer that they hide from

    def watch(before: Any, event: Any, after: Any) -> None:
        events.append(event)
        lookout.watch(HEIMLICH, before, event, after)
        if shown is not None:
            shown(before, event, after)

    ask = bots_ask(HEIMLICH, bots, seat_generators(seed, case.players))
    last = play(HEIMLICH, HEIMLICH.new(case.rules, case.players), Seeded(seed), ask, watch)
    return last, events, lookout


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_the_others_will_believe_is_what_they_do_believe_then(case: Case) -> None:
    steps = random_game(case, 4, "gu")
    table = steps[-1].after.table
    evidence = Evidence(table.players, table.agents, BELIEF_1)
    kinds = set()
    for number, (before, event, _) in enumerate(steps):
        if not isinstance(event, Decision) or not isinstance(event.action, MoveAgents | MoveSafe):
            continue
        options = options_of(before.table, event.action)
        assert options is not None
        expected = suspicions(evidence, options, event.seat)[options.index(event.action)]
        evidence.note(before.table, event.seat, event.action)
        if number % 5 == 0 or (before.table.roll == (1, 2, 3) and not options.safe):
            assert belief_of(evidence, None, ()).owners()[event.seat] == pytest.approx(expected, abs=1e-5)
            kinds.add((options.safe, options.idle))
    assert len(kinds) >= 2


def test_decisions_are_numbered_as_they_are_chosen() -> None:
    rules = Case(HEIMLICH, RulesetName("rio-grande", ("top-secret",)), 3).rules
    table = HEIMLICH.parse_state(
        "gray 3, yellow 8, orange 1, red 10, green church, blue 2; safe 4; roll 1-3; players 3", rules
    ).table
    options = Options(table, safe=False)
    assert options.idle
    for index in (0, 1, 17):
        values = np.zeros(options.gu([0]).shape[1])
        values[index] = 1
        assert options.index(options.best(values, Random(1))) == index
    assert options.best(-np.arange(len(values)), Random(1)) == MoveAgents(())
    places = Options(table, safe=True)
    assert places.best(np.arange(len(places.places)), Random(1)) == MoveSafe(11)
    assert places.index(MoveSafe(11)) == len(places.places) - 1 == 10


def test_to_be_seen_through_costs_more_the_surer_it_is() -> None:
    costs = price(np.array([0.0, 0.1, 0.5, 0.9, 1.0]))
    assert (np.diff(costs) > 0).all()


def test_hiding_is_dropped_when_dossiers_are_written_unless_they_may_be_revised() -> None:
    rules = Case(HEIMLICH, RulesetName("cie", ("dossier",)), 2).rules
    early = HEIMLICH.parse_state("red 3 (20), blue 8 (7), green 1, gray 2; safe 4; roll 2; players 2", rules)
    late = HEIMLICH.parse_state("red 3 (31), blue 8 (7), green 1, gray 2; safe 4; roll 2; players 2", rules)
    assert is_wise(early.table)
    assert not is_wise(late.table)
    again = late.table._replace(dossier=late.table.dossier._replace(halts=1, again=True))
    assert is_wise(again)
    view = HEIMLICH.view(late, late.table.seat)
    evidence = Evidence(2, late.table.agents)
    assert feint(evidence, view, HEIMLICH.legal_actions(view)[0]) == 0.0


@pytest.mark.parametrize(("name", "most"), [("gu", 1.0), ("careful", 0.9), ("bluffer", 0.7), ("hider", 0.8)])
def test_they_are_found_out_less(name: str, most: float) -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande"), 4)
    found = [_game(case, [name] * 4, seed)[2].guesses for seed in range(count(6, 60))]
    share = float(np.mean([each.found for each in found if each is not None]))
    assert share > 0.97 if name == "gu" else share < most


def test_the_bluffer_is_taken_for_somebody_else() -> None:
    """Not just for nobody: somebody who watched names a certain other agent for it."""
    case = Case(HEIMLICH, RulesetName("rio-grande"), 4)
    taken = 0
    games = count(6, 60)
    for seed in range(games):
        last, events, _ = _game(case, ["bluffer", "gu", "gu", "gu"], seed)
        state, evidence = HEIMLICH.new(case.rules, 4), Evidence(4, last.table.agents, BELIEF_1)
        for event in events:
            if isinstance(event, Decision):
                evidence.note(state.table, event.seat, event.action)
            state = HEIMLICH.apply(state, event)
            if max(state.table.points, default=0) >= 29:
                break
        named = belief_of(evidence, None, ()).owners()[0]
        own = evidence.agents.index(last.secrets.identities[0][0])
        taken += named.argmax() != own and named.max() > 0.5
    assert taken >= games / 2


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("name", HIDERS)
def test_what_they_remember_is_public_too(name: str, case: Case) -> None:
    """After the same play, two that cannot tell two states apart decide the same; and a seed gives the same game."""
    _, events, _ = _game(case, [name] * case.players, 2)
    assert _game(case, [name] * case.players, 2)[1] == events
    state = HEIMLICH.new(case.rules, case.players)
    one, other = (make_bot("heimlich-co", name) for _ in range(2))
    asked = 0
    for number, event in enumerate(events):
        if isinstance(event, Decision) and event.seat == 0:
            view = HEIMLICH.view(state, 0)
            twin = HEIMLICH.view(HEIMLICH.consistent_state(view, Random(number)), 0)
            actions = HEIMLICH.legal_actions(view)
            choice = one.choose(view, actions, Budget(), Random(1))
            assert choice in actions
            assert choice == other.choose(twin, actions, Budget(), Random(1))
            asked += 1
        after = HEIMLICH.apply(state, event)
        for bot in (one, other):
            bot.watch(HEIMLICH.view(state, 0), HEIMLICH.seen(state, event, after, 0), HEIMLICH.view(after, 0))  # type: ignore[attr-defined]
        state = after
    assert asked > 5


def test_careful_writes_its_dossier_by_what_it_believes() -> None:
    case = Case(HEIMLICH, RulesetName("rio-grande", ("dossier",)), 3)
    right = sum(_game(case, ["careful", "gu", "gu"], seed)[0].table.result.dossier_points[0] for seed in range(3))
    assert right >= 3 * 5 * 3, "of five answers, three right on average"


@pytest.mark.parametrize("name", ["careful", "bluffer"])
@pytest.mark.parametrize(
    ("edition", "position", "decided"),
    [
        pytest.param(
            "rio-grande",
            "gray 1 (1), yellow 3 (40), orange 6 (39), red 1 (1), green 4 (37), blue 5 (40), violet 2 (41); safe 8; "
            "roll 6; players 4; phase move; turn 29; seat 1; owners 1 violet, 2 yellow, 3 green, 4 gray",
            "move violet 6",
            id="a win alone, where GU would share it with orange",
        ),
        pytest.param(
            "escale",
            "yellow 2 (16), orange ruins (28), red 8 (38), green 5 (40), blue 4 (28), violet 4 (33); safe 7; roll 3; "
            "players 4; phase move; turn 29; seat 2; owners 1 orange, 2 green, 3 yellow, 4 violet",
            "move red 3",
            id="the game goes on, where red would gain more and win",
        ),
    ],
)
def test_they_know_who_wins_at_the_end(name: str, edition: str, position: str, decided: str) -> None:
    rules = HEIMLICH.ruleset(RulesetName(edition))
    state = HEIMLICH.parse_state(position, rules)
    view = HEIMLICH.view(state, state.table.seat)
    assert str(make_bot("heimlich-co", name).choose(view, HEIMLICH.legal_actions(view), Budget(), Random(1))) == decided


def test_the_master_hides_where_dossiers_are_written_and_nowhere_else() -> None:
    master: Any = make_bot("heimlich-co", "master")
    for variants, hides in (((), False), (("dossier",), True)):
        case = Case(HEIMLICH, RulesetName("rio-grande", variants), 3)
        state = HEIMLICH.parse_state(
            "gray 3 (5), yellow 8, orange 1 (20), red 10 (7), green church, blue 2; safe 4; roll 2; players 3;"
            " owners 1 gray, 2 red, 3 blue",
            case.rules,
        )
        view = HEIMLICH.view(state, state.table.seat)
        cost = master.feint(view, HEIMLICH.legal_actions(view)[0])
        assert bool(np.ptp(cost)) is hides


def _noted(steps: list[Step[Any]], settings: BeliefSettings) -> Evidence:
    table = steps[-1].after.table
    evidence = Evidence(table.players, table.agents, settings)
    for before, event, _ in steps:
        if isinstance(event, Decision) and isinstance(event.action, MoveAgents | MoveSafe):
            evidence.note(before.table, event.seat, event.action)
    return evidence


def test_the_champion_knows_what_an_observer_with_a_simpler_belief_has_seen() -> None:
    steps = random_game(Case(HEIMLICH, RulesetName("rio-grande"), 3), 4, "gu")[:30]
    simple, theirs = (_noted(steps, settings) for settings in (BELIEF_1, BELIEF_4))
    state = next(step.before for step in steps[::-1] if isinstance(step.event, Decision))
    options = options_of(state.table, HEIMLICH.legal_actions(HEIMLICH.view(state, state.table.seat))[0])
    assert options is not None
    expected = suspicions(simple, options, state.table.seat)
    assert suspicions(for_observer(theirs, BELIEF_1), options, state.table.seat) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "least", "most"), [("gu", 0.0, 0.05), ("casual", 0.0, 0.1), ("detective", 0.4, 1.0)])
def test_the_champion_knows_who_looks_for_owners(name: str, least: float, most: float) -> None:
    evidence = _noted(random_game(Case(HEIMLICH, RulesetName("rio-grande"), 3), 3, name)[:60], BELIEF_4)
    share = attentive_share(evidence, 0)
    assert least <= share <= most
    kinds = belief_of(evidence, None, ()).kinds()[1:].mean(0)
    exact = kinds[np.isin(evidence.types.kinds, (Kind.STRONG, LOOSE_GU))].sum()
    assert share == pytest.approx(exact, abs=0.15)


@pytest.mark.parametrize(
    ("edition", "players", "hides"), [("rio-grande", 4, True), ("rio-grande", 7, False), ("cie", 4, False)]
)
def test_the_champion_hides_if_there_is_a_free_agent_and_rolls_are_split(
    edition: str, players: int, hides: bool
) -> None:
    steps = random_game(Case(HEIMLICH, RulesetName(edition), players), 3, "gu")[20:]
    state, event, _ = next(step for step in steps if isinstance(step.event, Decision))
    view = HEIMLICH.view(state, state.table.seat)
    assert bool(np.ptp(Champion().feint(view, event.action))) is hides


def test_the_champion_does_not_hide_from_those_who_do_not_look() -> None:
    champion = Champion()
    for before, event, after in random_game(Case(HEIMLICH, RulesetName("rio-grande"), 4), 3, "gu")[:40]:
        champion.watch(HEIMLICH.view(before, 0), HEIMLICH.seen(before, event, after, 0), HEIMLICH.view(after, 0))
        if isinstance(event, Decision):
            cost = champion.feint(HEIMLICH.view(before, event.seat), event.action)
    assert cost == 0.0


def test_the_champion_is_found_out_less_by_those_who_look_for_owners() -> None:
    class Open(Champion):
        hiding: ClassVar[dict[int, float]] = {}

    case = Case(HEIMLICH, RulesetName("rio-grande"), 4)
    found: dict[type[Champion], list[float]] = {Open: [], Champion: []}
    for kind, seed in product(found, range(count(3, 40))):
        bots: list[Any] = [kind(), *(make_bot("heimlich-co", "detective") for _ in range(3))]
        lookout, shown = Lookout(BELIEF_1), bots_watch(HEIMLICH, bots)

        def watch(before: Any, event: Any, after: Any, lookout: Any = lookout, shown: Any = shown) -> None:
            lookout.watch(HEIMLICH, before, event, after)
            shown(before, event, after)

        ask = bots_ask(HEIMLICH, bots, seat_generators(seed, 4))
        play(HEIMLICH, HEIMLICH.new(case.rules, 4), Seeded(seed), ask, watch)
        if lookout.guesses is not None:
            found[kind].append(lookout.guesses.found[0])
    assert np.mean(found[Champion]) < np.mean(found[Open]) - 0.2
