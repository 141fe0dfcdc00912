"""The champion of the suitcase game: it wins where it can, gives nothing away, and does not pass the time."""

from collections import Counter
from random import Random
from time import thread_time

import pyspiel
import pytest
from training.suitcases.idle_turns import KINDS, count_in

from heimlich import Budget, Decision, RulesetName, Seeded, play, seat_generators
from heimlich.adapters import openspiel
from heimlich.adapters.pettingzoo import BotPolicy, env
from heimlich.bots.registry import make_bot, partners
from heimlich.bots.suitcases.belief.evidence import Memory
from heimlich.bots.suitcases.players.champion import Champion
from heimlich.bots.suitcases.search.candidates import plan_after
from heimlich.bots.suitcases.search.cards import card_odds_by_trial
from heimlich.bots.suitcases.search.deliveries import next_wins
from heimlich.bots.suitcases.search.filters import is_idle, winning_plan
from heimlich.bots.suitcases.search.placing import best_place
from heimlich.bots.suitcases.sketch.network import weights_for
from heimlich.bots.suitcases.value import Knowledge
from heimlich.games.suitcases.actions import PutSuitcase, Step
from heimlich.games.suitcases.contract import SUITCASES
from heimlich.games.suitcases.notation import action_from_words
from heimlich.games.suitcases.state import State
from heimlich.runner import bots_ask, bots_watch
from tests.bots.timing import assert_in_time
from tests.games.suitcases.games import HOUSES, random_game
from tests.rulebook.suitcases.table import RULES, lay
from tests.soak import count

FEW = Budget(rollouts=15)
EIGHT = "delivered 1 red-A=5 green-B=3"  # of ten secrets; red comes home from delhi and goa, and red-B holds 3


def _know(state: State, seat: int = 0) -> Knowledge:
    memory = Memory()
    memory.look(state.table)
    return Knowledge(seat, state.secrets.contents[seat], memory.clues(state.table))


@pytest.mark.parametrize(
    ("position", "actions"),
    [
        (f"red cairo+red-B; green rome; {EIGHT}; roll 2 0", 2),
        (f"red cairo; green rome; lying red-B delhi; {EIGHT}; roll 2 0", 3),
        (f"red kiev cairo; green rome; lying red-B delhi; {EIGHT}; roll 2 0", 3),
        ("red delhi+red-B goa+red-C; green rome; delivered 1 green-A=5 green-C=1; roll 1 1", 2),
    ],
)
def test_what_wins_for_sure_is_found_and_done(position: str, actions: int) -> None:
    state = lay(position)
    plan = winning_plan(state.table, _know(state))
    assert plan is not None
    assert len(plan) == actions
    bot = make_bot("suitcases", "champion")
    while state.table.result is None:
        view = SUITCASES.view(state, 0)
        chosen = bot.choose(view, SUITCASES.legal_actions(view), FEW, Random(1))
        state = SUITCASES.apply(state, Decision(0, chosen))
    assert state.table.result.outcome.winners == (0,)


@pytest.mark.parametrize(
    "position",
    [
        f"red cairo+red-B; green rome; {EIGHT}; roll 1 0",  # a step short
        f"red cairo+red-B; green delhi; {EIGHT}; roll 2 0",  # one has to be fought
        f"red cairo+red-C; green rome; {EIGHT}; roll 2 0",  # one secret short
        "red cairo+red-B; green rome; delivered 1 red-A=5 red-C=1; roll 2 0",  # a third suitcase of one's own (C19)
    ],
)
def test_what_does_not_win_for_sure_is_not_taken_for_it(position: str) -> None:
    state = lay(position)
    assert winning_plan(state.table, _know(state)) is None


def test_the_chance_of_the_next_player_to_win_is_exact() -> None:
    carrier = "red {}; green paris+green-A; lying green-B kiev, green-C kiev, green-D kiev; delivered 2 red-A=5; {}"
    to_roll = "turn 4; seat 2; phase roll"
    # Green comes home from oslo: paris, rome or york, oslo, home. Whether green-A holds the 5 is not known.
    state = lay(carrier.format("york", to_roll))
    know = _know(state)
    chance = next_wins(state.table, know)
    assert 0 < chance < 1 / 3
    blocked = lay(carrier.format("york rome oslo", to_roll))
    assert next_wins(blocked.table, _know(blocked)) == 0


def test_a_plan_stops_where_a_crowd_does_not_let_it_go_on() -> None:
    state = lay("red oslo+red-A york york rome+red-B; green kiev; turn 3; roll 1 1")
    view, know = SUITCASES.view(state, 0), _know(state)
    plan = plan_after(view, know, (Step(1, "york"), Step(4, "bonn")), Random(1))
    assert plan[0] == Step(1, "york")
    for action in plan:
        state = SUITCASES.apply(state, Decision(0, action))
    assert Step(4, "bonn") not in plan[:2]


def test_plans_that_only_pass_the_time_are_known() -> None:
    state = lay("red oslo+red-A york; green kiev; lying red-B lima; turn 3; roll 1 1")
    know = _know(state)

    def idle(*words: str) -> bool:
        plan = tuple(action_from_words(tuple(one.split())) for one in words)
        return is_idle(plan, state.table, know, frozenset(), {})

    assert idle("step 1 rome", "step 1 oslo", "end")
    assert idle("step 1 york", "end")
    assert not idle("step 1 york", "step 1 lima", "end")
    assert not idle("step 2 lima", "take 2 red-B", "step 2 york", "end")


def test_it_is_legal_and_blind_to_what_is_hidden() -> None:
    asked = 0
    for number, (state, event, _) in enumerate(random_game(RULES, 3, 2)):
        if not isinstance(event, Decision) or number % 37:
            continue
        view = SUITCASES.view(state, event.seat)
        twin = SUITCASES.view(SUITCASES.consistent_state(view, Random(asked)), event.seat)
        one, other = (
            make_bot("suitcases", "champion").choose(each, SUITCASES.legal_actions(each), FEW, Random(asked))
            for each in (view, twin)
        )
        assert one in SUITCASES.legal_actions(view)
        assert one == other
        asked += 1
        if asked == count(6, 60):
            break
    assert asked > 3


def _choices(budget: Budget, players: int) -> list[tuple[object, float]]:
    """Some decisions of a game, and the CPU time of each."""
    found = []
    for number, (state, event, _) in enumerate(random_game(RULES, players, 5)):
        if not isinstance(event, Decision) or number % 29:
            continue
        view = SUITCASES.view(state, event.seat)
        bot, start = make_bot("suitcases", "champion"), thread_time()
        action = bot.choose(view, SUITCASES.legal_actions(view), budget, Random(number))
        found.append((action, thread_time() - start))
        if len(found) == count(8, 40):
            break
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_with_a_budget_in_rollouts_it_decides_the_same_again(players: int) -> None:
    one, other = ([action for action, _ in _choices(Budget(rollouts=200), players)] for _ in range(2))
    assert len(one) > 5
    assert one == other


def test_it_keeps_its_time() -> None:
    assert_in_time(0.1, lambda _: [spent for _, spent in _choices(Budget(seconds=0.1), 4)])


def test_a_duel_for_the_game_is_fought_with_the_best_card() -> None:
    """Green has 8 secrets and stands before home with 3 more: who lets it pass has lost, and saves cards in vain."""
    position = "red york; green oslo+green-B; delivered 2 green-A=5 red-B=3; turn 3; roll 1 0"
    state = SUITCASES.apply(lay(position), Decision(0, Step(1, "oslo")))
    cards, odds = card_odds_by_trial(state.table, _know(state), weights_for(2), 16, Random(1))
    assert cards == [0, 1, 2, 3, 4, 5]
    assert abs(sum(odds) - 1) < 1e-9
    assert sum(odds[3:]) > 0.8


def test_suitcases_are_placed_in_free_cities_in_the_order_of_their_letters() -> None:
    placed = 0
    for state, event, _ in random_game(RULES, 3, 6):
        if not isinstance(event, Decision) or not isinstance(event.action, PutSuitcase):
            continue
        view = SUITCASES.view(state, event.seat)
        chosen = best_place(view, weights_for(3), 4, Random(placed))
        assert chosen in SUITCASES.legal_actions(view)
        placed += 1
    assert placed == 12


def test_it_plays_by_name_in_pettingzoo() -> None:
    table = env("suitcases", players=2, house={"turn_limit": 4})
    bots = {agent: BotPolicy(table, agent, word) for agent, word in (("seat_1", "champion:20ms"), ("seat_2", "casual"))}
    table.reset(seed=1)
    asked = 0
    for agent in table.agent_iter():
        observation, _, ended, cut, _ = table.last()
        number = None if ended or cut else bots[agent].act()
        assert number is None or observation["action_mask"][number]
        asked += number is not None
        table.step(number)
    assert asked > 16


def test_it_plays_by_name_in_openspiel() -> None:
    game = pyspiel.load_game("suitcases(players=2,house=turn_limit:4)")
    bots = [openspiel.HeimlichBot(game, 0, "champion:20ms"), openspiel.HeimlichBot(game, 1, "casual")]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert len(state.returns()) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("budget", "games"), [(Budget(), count(4, 500)), (Budget(rollouts=120), count(1, 500))])
def test_it_does_not_pass_the_time(players: int, budget: Budget, games: int) -> None:
    """Half a per cent of its turns at most; the first master parked carriers in 1 to 5 per cent of them."""
    total: Counter[str] = Counter()
    for game in range(games):
        seat = game % players
        seats = ["champion" if one == seat else "casual" for one in range(players)]
        total += count_in(seats, seat, budget, f"lively {game}")
    for kind in KINDS:
        assert total[kind] <= max(1, 0.005 * total["turns"]), (kind, total)


def test_people_meet_it_as_the_master() -> None:
    assert "champion" not in partners("suitcases")
    assert "master" in partners("suitcases")
    master = make_bot("suitcases", "master")
    assert isinstance(master, Champion)
    assert master.name == "master"
    assert make_bot("suitcases", "champion").name == "champion"


@pytest.mark.parametrize("house", sorted(HOUSES))
def test_it_plays_by_all_house_rules(house: str) -> None:
    """Networks and sketches know the printed edition best; they must not fail where people play by others."""
    name = RulesetName("jumbo", house=(*HOUSES[house], ("turn_limit", str(count(6, 40)))))
    for players in (2, 3, 4)[: count(1, 3)]:
        bots = [make_bot("suitcases", "champion" if seat else "casual") for seat in range(players)]
        ask = bots_ask(SUITCASES, bots, seat_generators(house, players), Budget(rollouts=200))
        start = SUITCASES.new(SUITCASES.ruleset(name), players)
        assert SUITCASES.outcome(play(SUITCASES, start, Seeded(house), ask, bots_watch(SUITCASES, bots)))
