"""The league: who meets whom, networks that grow without forgetting, and runs that go on where they ended."""

import json
import os
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from training.heimlich_co import league, tables
from training.heimlich_co.league_games import (
    SORT_OF,
    TRAINING_ODDS,
    LeagueGames,
    Member,
    Seats,
    Setting,
    changed_odds,
    odds_of,
)
from training.heimlich_co.network import embed, embed_by_products, head, init, widened
from training.heimlich_co.network_files import write_network
from training.heimlich_co.value import Training

from heimlich import RulesetName
from heimlich.bots.heimlich_co.population.personas import HELD_OUT, TRAINED_TABLES, Sort
from heimlich.bots.heimlich_co.value.network import network, network_of
from heimlich.bots.heimlich_co.value.packing import read_arrays
from heimlich.games.heimlich_co.editions import EDITIONS, VERSION
from tests.tables import HEIMLICH, Case

# A short die, as a program is compiled for each face; and a near target, so that games end.
SHORT = Case(HEIMLICH, RulesetName("cie", (), (("die", "1,2"), ("target", "5"))), 2).rules


def _setting(players: int, odds: dict[Member, float]) -> Setting:
    params = init(jax.random.key(1), players)
    return Setting(params, params, odds_of(odds), jnp.array(0.5), jnp.array(0.002), jnp.array(0.05))


def test_nothing_that_is_held_out_trains_and_past_selves_stay_in_their_part() -> None:
    assert not {Sort(SORT_OF[member]) for member in TRAINING_ODDS} & HELD_OUT
    assert sum(TRAINING_ODDS.values()) == pytest.approx(1)
    games = LeagueGames(SHORT, 3, 600, past_share=0.5)
    deal = jax.jit(games.deal)
    _, _, seats = deal(_setting(3, TRAINING_ODDS), jax.random.key(4))
    assert int(seats.persona.table.max()) == TRAINED_TABLES - 1
    _, _, seats = deal(_setting(3, {Member.UNKNOWN_GU: 1.0}), jax.random.key(4))
    tables = np.asarray(seats.persona.table)[np.asarray(seats.member) == Member.UNKNOWN_GU]
    assert tables.min() == TRAINED_TABLES
    _, hero, found = deal(_setting(3, TRAINING_ODDS), jax.random.key(5))
    _past_selves_sit_in_the_first_part(games, hero, found)


def test_odds_can_be_changed_but_nothing_held_out_is_let_in() -> None:
    odds = changed_odds({Member.GU: 0.4})
    assert sum(odds.values()) == pytest.approx(1)
    assert odds[Member.GU] == pytest.approx(0.4)
    assert odds[Member.G1] / odds[Member.PATRON] == pytest.approx(
        TRAINING_ODDS[Member.G1] / TRAINING_ODDS[Member.PATRON]
    )
    with pytest.raises(ValueError, match="liar: held out"):
        changed_odds({Member.LIAR: 0.1})


def test_networks_to_play_against_are_read_again_when_they_change(tmp_path: Path) -> None:
    """A best response that runs beside the learner may come later, and change."""
    params = init(jax.random.key(1), 2, (8, 8, 4))
    early, late = tmp_path / "early.npz", tmp_path / "late.npz"
    write_network(early, params, SHORT)
    pasts = league.Pasts([early, late], params)
    assert list(pasts.networks) == ["early"]
    write_network(late, params, SHORT)
    write_network(early, jax.tree.map(lambda part: part + 1.0, params), SHORT)
    os.utime(early, ns=(0, 1))
    pasts.refresh()
    assert list(pasts.networks) == ["early", "late"]
    changed = np.asarray(pasts.networks["early"]["b1"] - pasts.networks["late"]["b1"])
    assert changed == pytest.approx(np.ones(8), abs=0.01)
    assert not list(tmp_path.glob("*.new.npz"))


def _past_selves_sit_in_the_first_part(games: LeagueGames, hero: jax.Array, found: Seats) -> None:
    member = np.asarray(found.member)
    first = np.arange(games.games) % (games.games // 2) < games.first
    opponents = np.arange(3)[None] != np.asarray(hero)[:, None]
    assert (member[~opponents] == Member.SELF).all()
    assert not (member[~first] == Member.PAST).any()
    assert not ((member == Member.SELF) & opponents)[first].any()
    assert 0.6 < (member[first] == Member.PAST).sum() / opponents[first].sum() < 0.95
    order = np.asarray(games.shuffle(jax.random.key(6)))
    assert sorted(order) == list(range(games.games))
    assert np.array_equal(first[order], first)


def test_a_wider_network_says_the_same_and_can_learn() -> None:
    net = network("cie", 3)
    old = {name: jnp.asarray(getattr(net, name)) for name in net._fields}
    new = widened(old, init(jax.random.key(1), 3, (96, 80, 40)))
    rng = np.random.default_rng(1)
    place, safe, points = rng.integers(12, size=(20, 7)), rng.integers(13, size=(20, 1)), rng.integers(40, size=(20, 7))
    role = rng.integers(len(net.role), size=(20, 7))

    def logits(params: dict[str, jax.Array]) -> jax.Array:
        found: jax.Array = head(params, embed(params, place, safe, points, role).sum(1) + params["left"][0])
        return found

    products = embed_by_products(new, place, safe, points, role)
    assert np.asarray(products) == pytest.approx(np.asarray(embed(new, place, safe, points, role)), abs=1e-4)
    assert np.asarray(logits(new)) == pytest.approx(np.asarray(logits(old)), abs=1e-4)
    slope = jax.grad(lambda params: logits(params).sum())(new)
    for name in ("w1", "w2", "w3"):
        rows = old[name].shape[0]
        assert (np.abs(np.asarray(slope[name])[rows:]) > 0).any(), "new units are listened to soon"
    wide = network_of({name: np.asarray(part, np.float16) for name, part in new.items()})
    chance = wide.win_probability(wide.embed(place, safe, points, role).sum(1))
    assert chance == pytest.approx(np.asarray(jax.nn.sigmoid(logits(old))), abs=0.01)


def test_a_run_goes_on_from_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves a network that the bots can read, a log, and the state that the next call starts with."""
    one_face = Case(HEIMLICH, RulesetName("cie", (), (("die", "2"), ("target", "12"))), 2).rules
    monkeypatch.setitem(EDITIONS[VERSION], "cie", one_face)
    words = ["cie", "2", "--out", str(tmp_path), "--games", "8", "--steps", "1", "--seconds", "0", "--tag=-try"]
    league.main([*words, "--widths", "8", "8", "4", "--batch", "64"])
    lines = [json.loads(line) for line in (tmp_path / "cie-2-try.jsonl").read_text().splitlines()]
    assert [line["batches"] for line in lines] == [0, 1]
    made = network_of(read_arrays(tmp_path / "cie-2-try.npz"))
    assert made.w1.shape == (8, 8)
    assert np.isfinite(made.w1).all()
    options = league.read_options([*words, "--widths", "8", "8", "4", "--batch", "64", "--expect", "0.5"])
    again = league.Run("cie", 2, options)
    assert again.batches == 1
    assert np.asarray(again.state.mean["w1"]) == pytest.approx(made.w1, rel=0.01, abs=1e-3)
    _targets_by_search_fit(again.league, again.state)
    name, shape = str(tmp_path / "{edition}-{players}-try.npz"), ["--games", "8", "--widths", "8", "8", "4"]
    tables.main(["cie", "2", name, "--against", name, *shape, "--past-share", "1", "--out", str(tmp_path / "lines")])
    (won, games, unfinished) = json.loads((tmp_path / "lines").read_text())["cie-2-try"]["table of cie-2-try"]
    assert 0 <= won <= 100
    assert games == 8 * (100 - unfinished) / 100


def _targets_by_search_fit(games: league.League, state: Training) -> None:
    """What a search of one turn finds has the shapes that the loss wants; it is traced only."""
    key, setting = jax.random.key(1), _setting(2, TRAINING_ODDS)._replace(learner=state.params, past=state.params)
    played = jax.eval_shape(games.play, setting, key)
    _, loss = jax.eval_shape(games.improve, state, setting, played, jnp.array(0.1), key)
    assert loss.shape == ()
