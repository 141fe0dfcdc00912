"""In every phase in which a seat decides, what it cannot know changes nothing that any environment shows it.

Short random games never get as far as a duel or a bomb, so positions are taken out of whole games; that no phase is
missing is checked, too.
"""

from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from heimlich.adapters.gymnasium import HeimlichEnv
from heimlich.adapters.moment import Moment
from heimlich.adapters.openspiel import write_house
from heimlich.adapters.pettingzoo import env, parallel_env
from heimlich.adapters.terms import Agreement, agree
from heimlich.games.heimlich_co.encoding import PHASES as HEIMLICH_CO_PHASES
from heimlich.games.suitcases.encoding import PHASES as SUITCASES_PHASES
from heimlich.games.suitcases.state import Phase
from tests.games.suitcases.games import played as played_suitcases
from tests.tables import ALL, played

PER_PHASE = 3
HEIMLICH_CO = next(
    index for index, case in enumerate(ALL) if str(case).startswith("heimlich-co rio-grande top-secret dossier target")
)
WANTED = [("heimlich-co", phase.name) for phase in HEIMLICH_CO_PHASES]
WANTED += [("suitcases", phase.name) for phase in SUITCASES_PHASES]


@lru_cache(maxsize=2)
def _terms(game: str) -> Agreement:
    if game == "suitcases":
        return agree("suitcases", "jumbo", players=3, rewards="centred")
    name = ALL[HEIMLICH_CO].name
    return agree(game, name.edition, name.variants, ALL[HEIMLICH_CO].players, name.house, "centred")


@lru_cache(maxsize=1)
def _positions() -> dict[tuple[str, str], list[Any]]:
    """A few states for every phase, of games of three couriers and four agents' owners."""
    found: dict[tuple[str, str], list[Any]] = {wanted: [] for wanted in WANTED}
    games = [("suitcases", played_suitcases("jumbo", 3, seed)) for seed in (1, 3)]
    games += [("heimlich-co", played(HEIMLICH_CO, seed)) for seed in (1, 2, 3)]
    for game, steps in games:
        for state in (*(step.before for step in steps), steps[-1].after):
            row = found.get((game, state.table.phase.name))
            if row is not None and (not row or row[-1].table.turn < state.table.turn or game != "suitcases"):
                row.append(state)
    return {wanted: row[:: max(1, len(row) // PER_PHASE)][:PER_PHASE] for wanted, row in found.items()}


def test_no_phase_is_missing() -> None:
    assert [wanted for wanted, row in _positions().items() if not row] == []
    assert {rules.table.rules for game, _ in WANTED for rules in _positions()[game, "MOVE"]} == {
        _terms("heimlich-co").rules,
        _terms("suitcases").rules,
    }


@pytest.fixture(params=WANTED, ids=" ".join)
def position(request: pytest.FixtureRequest) -> tuple[Agreement, list[Any]]:
    return _terms(request.param[0]), _positions()[request.param]


def _arguments(terms: Agreement) -> dict[str, Any]:
    name = terms.name
    words = {"game": terms.game.id, "edition": name.edition, "variants": name.variants, "house": name.house}
    return words | {"players": terms.players, "render_mode": "ansi"}


def _shown_by_pettingzoo(table: Any, state: Any, seat: int) -> list[Any]:
    table.match.state = state
    table.note_legal()
    agent = table.possible_agents[seat]
    observation = table.observe(agent)
    sampled = table.action_space(agent).legal.tolist()
    return [*(observation[part].tolist() for part in ("observation", "action_mask")), sampled, table.render()]


def _shown_by_gymnasium(table: HeimlichEnv, state: Any, seat: int) -> list[Any]:
    table.match.state, table._seat = state, seat
    info = table._info()
    return [table.match.observation(seat).tolist(), info["action_mask"].tolist(), info["seat"], table.render()]


def _shown_by_openspiel(game: Any, state: Any, seat: int) -> list[Any]:
    node = game.new_initial_state()
    node.moment = Moment(game.terms, state, ("",) * (game.terms.players + 1))
    texts = [node.information_state_string(seat), node.observation_string(seat)]
    tensors = [node.information_state_tensor(seat), node.observation_tensor(seat)]
    return [*texts, *tensors, node.moment.terms.code.legal(node.moment.view(seat))]


def _openspiel(terms: Agreement) -> Any:
    name = terms.name
    words = {"players": terms.players, "edition": name.edition, "variants": "+".join(name.variants)}
    return pyspiel.load_game(terms.game.id.replace("-", "_"), {**words, "house": write_house(name)})


def test_what_is_hidden_changes_nothing_anywhere(position: tuple[Agreement, list[Any]]) -> None:
    terms, states = position
    rng, words = Random(1), _arguments(terms)
    turns, together, alone, tree = (
        env(**words).unwrapped,
        parallel_env(**words),
        HeimlichEnv(**words),
        _openspiel(terms),
    )
    shown = [(_shown_by_pettingzoo, turns), (_shown_by_pettingzoo, together)]
    shown += [(_shown_by_gymnasium, alone), (_shown_by_openspiel, tree)]  # type: ignore[list-item]
    for table in (turns, together, alone):
        table.reset(seed=1)
    for state in states:
        for seat in range(terms.players):
            other = terms.game.consistent_state(terms.game.view(state, seat), rng)
            for show, table in shown:
                assert show(table, other, seat) == show(table, state, seat)


def test_another_moment_is_drawn_for_the_one_who_decides(position: tuple[Agreement, list[Any]]) -> None:
    """It looks the same to that seat, which is asked in it as well, whoever has decided before it unseen."""
    terms, states = position
    tree = _openspiel(terms)
    for state in states:
        for seat in terms.game.actors(state)[:1]:
            moment = Moment(terms, state, ("",) * (terms.players + 1))
            for number in range(4):
                other = moment.as_if(seat, Random(number))
                assert other.asked == seat
                assert _shown_by_openspiel(tree, other.state, seat) == _shown_by_openspiel(tree, state, seat)


def _duels() -> list[Any]:
    return [state for state in _positions()["suitcases", Phase.DUEL.name] if set(state.secrets.chosen) == {None}]


def test_the_aggressors_card_shows_to_nobody_before_the_defender_has_chosen() -> None:
    terms, compared = _terms("suitcases"), 0
    tree, turns = _openspiel(terms), env(**_arguments(terms)).unwrapped
    turns.reset(seed=1)
    for state in _duels():
        start = Moment(terms, state, ("",) * (terms.players + 1))
        assert start.asked == state.table.seat
        afterwards = [start.after_decision(number) for number in terms.code.legal(start.view(start.asked))]
        defender = state.table.duel.defence
        assert {moment.asked for moment in afterwards} == {defender}
        for seat in range(terms.players):
            looks = [_shown_by_openspiel(tree, moment.state, seat) for moment in afterwards]
            looks_there = [_shown_by_pettingzoo(turns, moment.state, seat) for moment in afterwards]
            seen = {moment.seen[seat] for moment in afterwards}
            if seat == state.table.seat:
                assert len(seen) == len(afterwards)
                continue
            assert all(look == looks[0] for look in looks)
            assert all(look == looks_there[0] for look in looks_there)
            assert seen == {""}
            compared += len(afterwards) > 1
        for moment in afterwards:  # and drawn anew for the defender, the aggressor has chosen in it too
            drawn = moment.as_if(defender, Random(1))
            assert drawn.asked == defender
            assert drawn.state.secrets.chosen[state.table.seat] is not None
    assert compared >= 2


def test_together_both_cards_are_revealed_at_once() -> None:
    terms = _terms("suitcases")
    together = parallel_env(**_arguments(terms))
    together.reset(seed=1)
    for state in _duels():
        together.match.state = state
        asked = together.match.asked
        assert len(asked) == 2
        actions = {together.possible_agents[seat]: np.flatnonzero(together.match.mask(seat))[0] for seat in asked}
        together.agents = together.possible_agents[:]
        together.step(actions)
        assert together.match.state.table.duels == state.table.duels + 1
