"""The sketch of the suitcase game: near enough to the rules, whatever happens in it."""

from random import Random
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heimlich import Decision
from heimlich.bots.suitcases.belief.evidence import Memory
from heimlich.bots.suitcases.believer import STYLE
from heimlich.bots.suitcases.sight import CASUAL
from heimlich.bots.suitcases.sketch.drawing import sketch
from heimlich.bots.suitcases.sketch.features import features
from heimlich.bots.suitcases.sketch.ground import NONE, Sketches, Terrain, ground_of
from heimlich.bots.suitcases.sketch.network import SHAPES, chances
from heimlich.bots.suitcases.sketch.setup import new_games
from heimlich.bots.suitcases.sketch.turns import MOMENTS, turn_of
from heimlich.bots.suitcases.sketch.worth import Manner
from tests.games.suitcases.games import random_game
from tests.rulebook.suitcases.table import RULES, lay
from tests.soak import SOAK, count

MANNERS = (Manner(STYLE, 1.0), Manner(CASUAL, 0.0), Manner(STYLE, 1.0), Manner(CASUAL, 0.0))


def _new(players: int, many: int, rng: np.random.Generator) -> tuple[Terrain, Sketches]:
    ground = ground_of(RULES, players)
    return ground, new_games(ground, rng.random, many, np.full((many, players), 3.0))


def _turn(ground: Terrain, games: Sketches, turn: int, rng: np.random.Generator) -> Sketches:
    seat, many = turn % ground.players, len(games.over)
    luck = rng.random((many, MOMENTS, 2))
    return turn_of(ground, games, seat, MANNERS[seat], turn + 1, rng.choice(ground.rolls, many), luck)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_lost_and_nobody_stands_where_nobody_may(players: int) -> None:
    rng = np.random.default_rng(players)
    ground, games = _new(players, count(64, 2000), rng)
    for turn in range(60):
        before, games = games, _turn(ground, games, turn, rng)
        carried = (games.load.reshape(len(games.over), -1)[:, :, None] == np.arange(ground.suitcases)).sum(1)
        assert (carried + (games.spot != NONE) + games.gone == 1).all(), "a suitcase is in one place"
        assert ((games.place == ground.out) <= (games.load == NONE)).all(), "who is out carries nothing"
        assert ((games.place >= ground.cities) <= (games.load == NONE)).all(), "nobody carries anything at the start"
        assert (games.points.sum(1) == (games.content * games.gone).sum(1)).all()
        assert (games.delivered.sum(1) == games.gone.sum(1)).all()
        assert (games.hand >= 0).all()
        assert (games.hand.sum(2) > 0).all()
        crowd = np.stack([(games.place == city).sum(2) for city in range(ground.cities)])
        assert crowd.max() <= 2, "two agents of a colour at most (C9)"
        ended = before.over
        for old, new in zip(before, games, strict=True):
            assert (old[ended] == new[ended]).all(), "what is over stays as it is"
        assert np.allclose(games.share.sum(1), games.over)
    assert games.over.mean() > 0.8, "couriers bring suitcases home"


def test_it_begins_as_real_games_do() -> None:
    ground, games = _new(3, 50, np.random.default_rng(1))
    for seat in range(3):
        own = games.spot[:, ground.owner == seat]
        assert all(len(set(row)) == ground.letters for row in own.tolist()), "four different cities (C5)"
        assert (np.sort(games.content[:, ground.owner == seat], 1) == [0, 1, 3, 5]).all()
    stationed = (games.place == ground.free_start).sum(2)
    assert (stationed == [1, 0, 1]).all(), "who has an opponent opposite uses the fourth start space (C22)"


def test_a_sketch_shows_what_the_table_shows() -> None:
    seen = 0
    for number, (state, event, _) in enumerate(random_game(RULES, 3, 4)):
        if not isinstance(event, Decision) or number % 40 or not state.table.turn:
            continue
        memory, table = Memory(), state.table
        memory.look(table)
        games = sketch([table], [state.secrets.contents] * 2, memory.clues(table))
        ground = ground_of(table.rules, 3)
        assert len(games.over) == 2
        assert (games.spot != NONE).sum() == 2 * len(table.lying)
        assert (games.load != NONE).sum() == 2 * sum(load is not None for row in table.loads for load in row)
        assert (games.place == ground.out).sum() == 2 * sum(place is None for row in table.places for place in row)
        assert games.gone.sum() == 2 * sum(map(len, table.delivered))
        assert games.hand.sum() == 2 * sum(map(len, table.hands))
        seen += 1
    assert seen > 3


def test_a_carrier_at_the_gate_delivers() -> None:
    state = lay("red delhi+red-B; green rome; delivered 1 red-A=5 green-B=3; turn 3; roll 1 0")
    memory = Memory()
    memory.look(state.table)
    ground = ground_of(state.table.rules, 2)
    games = sketch([state.table], [state.secrets.contents], memory.clues(state.table))
    games = turn_of(ground, games, 0, MANNERS[0], 3, np.array([1]), np.full((1, MOMENTS, 2), 0.5))
    assert games.over.all()
    assert games.share.tolist() == [[1.0, 0.0]]


class _FixedShapes:
    """NumPy under another name: the sketch then works on all games at once, as it does for JAX."""

    __name__ = "fixed shapes"

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


def _loop(first: int, last: int, body: Any, state: Any) -> Any:
    for moment in range(first, last):
        state = body(moment, state)
    return state


def _jax(ground: Terrain) -> Terrain:
    changed: dict[str, Any] = {
        name: jnp.asarray(value) for name, value in ground._asdict().items() if isinstance(value, np.ndarray)
    }
    return ground._replace(**changed, xp=jnp, loop=jax.lax.fori_loop)


@pytest.mark.parametrize("kind", ["fixed shapes", *(["jax"] if SOAK else [])])  # JAX takes a minute to compile
def test_jax_plays_as_numpy_does(kind: str) -> None:
    rng = np.random.default_rng(5)
    ground, games = _new(2, 16, rng)
    for turn in range(9):
        games = _turn(ground, games, turn, rng)
    other = _jax(ground) if kind == "jax" else ground._replace(xp=_FixedShapes(), loop=_loop)
    roll, luck = rng.choice(ground.rolls, 16), rng.random((16, MOMENTS, 2)).astype(np.float32)
    one = turn_of(ground, games, 1, MANNERS[1], 10, roll, luck)
    two = turn_of(other, Sketches(*map(other.xp.asarray, games)), 1, MANNERS[1], 10, roll, luck)
    for name, mine, theirs in zip(Sketches._fields, one, two, strict=True):
        assert np.allclose(mine, theirs), name
    seen = features(other, two, 0)
    for name, mine, theirs in zip(seen._fields, features(ground, one, 0), seen, strict=True):
        assert np.allclose(mine, theirs, atol=1e-5), name


def test_chances_are_shares_of_those_in_play() -> None:
    rng, draw = Random(1), np.random.default_rng(1)
    weights = {name: draw.normal(0, 0.2, shape).astype(np.float32) for name, shape in SHAPES.items()}
    ground, games = _new(4, 20, draw)
    games.place[:, rng.randrange(1, 4)] = ground.out
    found = chances(np, weights, features(ground, games, 0))
    assert np.allclose(found.sum(1), 1)
    assert ((found < 1e-6).sum(1) == 1).all()
