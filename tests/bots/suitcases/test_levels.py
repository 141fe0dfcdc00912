"""The levels of the suitcase game: nobody from casual on misses a win or does just anything, and each is a step."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from random import Random

import pytest
from training.levels import shares

from heimlich import Budget, Decision
from heimlich.bots.registry import ladder, make_bot
from heimlich.bots.suitcases.courier import Courier
from heimlich.bots.suitcases.players.champion import Champion
from heimlich.bots.suitcases.players.levels import HABITS, TRIALS, Climber, Habits, at_most
from heimlich.bots.suitcases.roster import LEVELS
from heimlich.bots.suitcases.search.filters import winning_plan
from heimlich.bots.suitcases.value import Knowledge
from heimlich.games.suitcases.actions import Action
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.state import Phase, State, View, secrets_of
from tests.games.suitcases.games import random_game
from tests.rulebook.suitcases.table import RULES, lay
from tests.soak import SOAK, count

FROM_CASUAL_ON = ladder("suitcases")[1:]
FEW = Budget(rollouts=6)
EIGHT = "delivered 1 red-A=5 green-B=3"  # of ten secrets; red comes home from delhi and goa, and red-B holds 3
WINS = (
    f"red cairo+red-B; green rome; {EIGHT}; roll 2 0",
    f"red cairo; green rome; lying red-B delhi; {EIGHT}; roll 2 0",
    f"red kiev cairo; green rome; lying red-B delhi; {EIGHT}; roll 2 0",
    "red delhi+red-B goa+red-C; green rome; delivered 1 green-A=5 green-C=1; roll 1 1",
    f"red cairo+red-C delhi; green rome; lying red-B delhi; {EIGHT}; roll 2 0",  # the other carrier's is worth less
)
OVERLOOKED = (  # by a courier, who walks the wrong agent, or takes the wrong suitcase with it
    "red out oslo+red-C oslo+green-C york; green out out out out out out; lying red-A goa, red-B oslo, green-A goa,"
    " green-D paris; players 2; phase move; turn 10; seat 1; first 2; delivered 1 green-B=5, 2 red-D=bomb;"
    " cards 1 0, 2 0; roll 3 2; duels 6; contents 1 5 1 3 bomb, 2 bomb 5 3 1",
    "red out out out york; green out lima+green-D; lying red-B rome, green-A goa; players 2; phase move; turn 16;"
    " seat 2; delivered 1 red-A=5 red-C=3, 2 green-B=5 green-C=3 red-D=1; cards 1 0 0 2, 2 0 0 1; roll 2 3; duels 4;"
    " contents 1 5 bomb 3 1, 2 bomb 5 3 1",
)


def _choose(name: str, view: View, seed: int, budget: Budget = FEW) -> Action:
    action: Action = make_bot("suitcases", name).choose(view, SUITCASES.legal_actions(view), budget, Random(seed))
    return action


@pytest.mark.parametrize("position", [*map(lay, WINS), *(SUITCASES.parse_state(text, RULES) for text in OVERLOOKED)])
@pytest.mark.parametrize("name", FROM_CASUAL_ON)
def test_from_casual_on_nobody_misses_a_win(name: str, position: State) -> None:
    seat = position.table.seat
    for seed in range(3):
        state = position
        while state.table.result is None:
            assert state.table.seat == seat, f"{name} let the turn pass"
            state = SUITCASES.apply(state, Decision(seat, _choose(name, SUITCASES.view(state, seat), seed)))
        assert state.table.result.outcome.winners == (seat,)


def _last_turns() -> Iterator[State]:
    """Moments of random games at which one suitcase more may end them, but does not win for the mover."""
    for seed in range(60):
        for state, event, _ in random_game(RULES, 2, seed):
            table = state.table
            if table.phase is not Phase.MOVE or not isinstance(event, Decision):
                continue
            near = max(secrets_of(table, seat) for seat in range(2)) + max(table.rules.contents) >= table.rules.target
            know = Knowledge(event.seat, state.secrets.contents[event.seat], ())
            choices = SUITCASES.legal_actions(SUITCASES.view(state, event.seat))
            if near and len(choices) > 4 and winning_plan(table, know) is None:
                yield state
                break


def test_nobody_does_just_anything_near_the_end() -> None:
    """Each decision of a level, plans that are tried out aside, is one that casual or the champion makes there."""
    looked = 0
    for state in _last_turns():
        view = SUITCASES.view(state, state.table.seat)
        actions = SUITCASES.legal_actions(view)
        sane = {
            str(bot.choose(view, actions, Budget(), Random(luck)))
            for luck in range(12)
            for bot in (Courier(), Champion())
        }
        assert len(sane) < len(actions)
        for name in LEVELS:
            assert {str(_choose(name, view, luck, Budget())) for luck in range(12)} <= sane
        looked += 1
        if looked == count(6, 40):
            break
    assert looked >= 6


def test_a_level_reads_or_tries_out_more_than_the_one_below() -> None:
    assert tuple(HABITS) == LEVELS
    assert ladder("suitcases") == ("newcomer", "casual", *LEVELS, "master")
    for lower, upper in pairwise([Habits(0, 0), *HABITS.values(), Habits(1, 1)]):
        assert lower.reads <= upper.reads
        assert lower.tries <= upper.tries
        assert lower != upper


def test_levels_try_out_few_games_however_much_time_there_is() -> None:
    assert at_most(Budget(seconds=0.5, least=2048), TRIALS) == Budget(TRIALS, 0.5, TRIALS)
    assert at_most(Budget(rollouts=2048), TRIALS) == Budget(rollouts=TRIALS)
    assert at_most(Budget(rollouts=8), TRIALS) == Budget(rollouts=8)
    assert at_most(Budget(), TRIALS) == Budget()


@pytest.mark.parametrize(
    ("habits", "model", "budget"),
    [
        (Habits(1, 1), Champion, Budget(rollouts=TRIALS)),
        (Habits(1, 0), Champion, Budget()),
        (Habits(0, 0), Courier, Budget()),
    ],
    ids=["tries", "reads", "runs"],
)
def test_a_level_decides_like_a_champion_or_like_casual(
    habits: Habits, model: Callable[[], Champion | Courier], budget: Budget
) -> None:
    states = list(islice(_last_turns(), count(4, 40)))
    assert len(states) >= 4
    for state in states:
        view = SUITCASES.view(state, state.table.seat)
        actions = SUITCASES.legal_actions(view)
        luck, other = Random(1), Random(1)
        other.random()  # how it plays this turn
        chosen = Climber("veteran", habits).choose(view, actions, Budget(rollouts=2048), luck)
        assert str(chosen) == str(model().choose(view, actions, budget, other))


@pytest.mark.parametrize("name", LEVELS)
def test_levels_try_out_and_read_in_their_shares_of_the_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (state,) = islice(_last_turns(), 1)
    seen: Counter[str] = Counter()

    def champion(_: Champion, view: View, actions: Sequence[Action], budget: Budget, rng: Random) -> Action:  # noqa: ARG001
        seen["reads" if budget == Budget() else "tries"] += 1
        return actions[0]

    monkeypatch.setattr(Champion, "choose", champion)
    bot, turns = make_bot("suitcases", name), 400
    for turn in range(turns):
        table = state.table._replace(turn=turn + 1)
        view = SUITCASES.view(state._replace(table=table), table.seat)
        for again in range(2):  # the first decision of a turn settles it
            bot.choose(
                view, SUITCASES.legal_actions(view)[:1], Budget(rollouts=TRIALS), Random(f"{name} {turn} {again}")
            )
    tries, reads = seen["tries"] / turns / 2, (seen["tries"] + seen["reads"]) / turns / 2
    assert (reads, tries) == pytest.approx(HABITS[name], abs=0.08)
    assert seen["tries"] % 2 == seen["reads"] % 2 == 0


@pytest.mark.parametrize("pair", [("casual", "regular"), ("regular", "snoop")])
@pytest.mark.skipif(not SOAK, reason="takes a minute; `dev.py soak` measures every step")
def test_every_level_is_a_step_above_the_one_below(pair: tuple[str, str]) -> None:
    """As docs/bots.md says, 73 and 73 %; 600 games, of which many are ties, tell it within 4."""
    assert pair in list(pairwise(FROM_CASUAL_ON))
    won = [shares("suitcases", pair[:: 1 if number % 2 else -1], f"soak {number}") for number in range(600)]
    mine = [one[number % 2] for number, one in enumerate(won)]
    assert 0.6 < sum(mine) / len(mine) < 0.82
