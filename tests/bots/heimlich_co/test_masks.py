"""Players who hide are among those whom the belief knows: liars are summed out exactly, and what it says is honest."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from heimlich import Decision, RulesetName, Seeded, play, seat_generators
from heimlich.arena.calibration import Gauge, added, sure_and_right
from heimlich.bots.heimlich_co.belief.evidence import Evidence
from heimlich.bots.heimlich_co.belief.likelihoods import chances_of
from heimlich.bots.heimlich_co.belief.settings import BELIEF_1, BELIEF_3, MASKS_3, BeliefSettings
from heimlich.bots.registry import make_bot
from heimlich.games.heimlich_co.actions import MoveAgents, MoveSafe, PlayCard
from heimlich.record import Step
from heimlich.runner import bots_ask, bots_watch
from tests.soak import count
from tests.tables import HEIMLICH, Case, random_game

DOUBLES = RulesetName("rio-grande", ("top-secret",), (("cards", "double-agent:6,to-ruins:4"),))
TELLING = MoveAgents | MoveSafe | PlayCard


def _liars_by_counting(steps: list[Step[Any]], seat: int, held: tuple[int, ...]) -> list[float]:
    """The likelihood of a seat's decisions if it lies, like gu, g1 or loosely, by counting every cover and moment."""
    each, keeps = [], []  # for each decision [agents, bases], and the probability that the mask is kept before it
    causes, mark = [], 0
    for before, event, _ in steps:
        if isinstance(event, Decision) and event.seat == seat and isinstance(event.action, TELLING):
            table = before.table
            chances = chances_of(table, event.action, BELIEF_3)
            if chances is None:
                continue
            likely = np.stack([chances.sharp, chances.plain, chances.loose], 2)[:, chances.picked].astype(float)
            slip = MASKS_3.slips * (likely.mean(0) + 1 / chances.sharp.shape[1]) / 2
            each.append(((1 - MASKS_3.slips) * likely + slip) ** MASKS_3.temper)
            now = max(mark, min(max(table.points), MASKS_3.until - 1))
            keeps.append(1 - (now - mark) / (MASKS_3.until - mark))
            mark = now
            number = 1 + (table.cards.doubles[seat] if table.cards else 0)
            causes.append(max(held[:number], key=lambda agent: table.points[agent]))
    agents = each[0].shape[0]
    covers = [cover for cover in range(agents) if cover != held[0]]
    total = np.zeros(3)
    for moment in range(len(each) + 1):
        chance = np.prod(keeps[:moment]) * (1 - keeps[moment] if moment < len(each) else 1)
        for cover in covers:
            played = [one[cover if number < moment else causes[number]] for number, one in enumerate(each)]
            total += chance * np.prod(played, axis=0) / len(covers)
    return [float(one) for one in np.log(total)]


@pytest.mark.parametrize("rules", [RulesetName("rio-grande"), RulesetName("cie"), DOUBLES], ids=lambda one: one.edition)
def test_liars_are_those_of_counting_every_cover_and_every_moment(rules: RulesetName) -> None:
    steps = random_game(Case(HEIMLICH, rules, 2), 3, "casual")
    steps = steps[: 2 * len(steps) // 3]
    table = steps[-1].after.table
    evidence = Evidence(2, table.agents, BELIEF_3)
    for before, event, _ in steps:
        if isinstance(event, Decision) and isinstance(event.action, TELLING):
            evidence.note(before.table, event.seat, event.action)
    evidence.look(table)
    names = [model.name for model in MASKS_3.models]
    first = names.index("liar like gu")
    logs = evidence.by_type(1)
    for held in list(permutations(range(len(table.agents)), 1 + evidence.holders.count(1)))[::3]:
        assert logs[held][first : first + 3] == pytest.approx(_liars_by_counting(steps, 1, held), abs=1e-4)


def _claims(names: list[str], settings: BeliefSettings, games: int) -> Any:
    """The claims of all seats in some games."""
    found = []
    for seed in range(games):
        bots = [make_bot("heimlich-co", name) for name in names]
        gauge, shown = Gauge(settings), bots_watch(HEIMLICH, bots)

        def watch(before: Any, event: Any, after: Any, gauge: Gauge = gauge, shown: Any = shown) -> None:
            gauge.watch(HEIMLICH, before, event, after)
            if shown is not None:
                shown(before, event, after)

        start = HEIMLICH.new(Case(HEIMLICH, RulesetName("rio-grande"), len(names)).rules, len(names))
        ask = bots_ask(HEIMLICH, bots, seat_generators(seed, len(names)))
        play(HEIMLICH, start, Seeded(f"masks {seed}"), ask, watch)
        found.append(gauge.claims)
    return added(found)


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("name", ["liar", "hider", "bluffer"])
def test_what_it_is_sure_of_is_right_at_tables_of_hiders_and_liars_that_it_was_not_fitted_on(
    name: str, players: int
) -> None:
    sure, right = sure_and_right(_claims([name] * players, BELIEF_3, count(8, 60)), 0.95)
    assert right >= 0.9 * sure


def test_version_1_was_far_too_sure_of_liars() -> None:
    """The measure tells an honest belief from another one."""
    sure, right = sure_and_right(_claims(["liar"] * 4, BELIEF_1, 8), 0.95)
    assert sure > 50
    assert right < 0.7 * sure


def test_it_is_still_sharp_where_nobody_hides() -> None:
    claims = _claims(["gu"] * 4, BELIEF_3, count(4, 30))
    number, right = (sum(getattr(each, what) for each in claims) for what in ("number", "right"))
    assert right > 0.9 * number
    assert sure_and_right(claims, 0.9)[0] > 0.3 * number
