"""Make a case from its name: try games among bots, one after the other, until one has a moment that fits the degree.

A try is fixed by the name of the case and its own number, so every machine finds the same game, and nothing has to be
stored. Its parts never change: the yardsticks (bots/heimlich_co/yardsticks.py) play, chance is `Seeded`, and only
exact arithmetic and comparisons with a margin decide. The belief that judges a try may be bettered some day: then past
cases would change, and tests/golden fails. The better belief needs a new `MAKING`, from a later day on.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from heimlich.bots.registry import make_bot
from heimlich.cases.calendar import CaseName
from heimlich.cases.degrees import DEGREES, MOST_ROUNDS
from heimlich.cases.observer import Giveaway, Observer, is_fit
from heimlich.chance import Seeded
from heimlich.errors import HeimlichError
from heimlich.game import AnyGame, RulesetName
from heimlich.games import GAMES
from heimlich.games.heimlich_co.names import Agent
from heimlich.record import AnyStep, Record, Step, new_record
from heimlich.runner import bots_ask, bots_watch, draw_until_decision, seat_generators

MAKING = 1  # the version of all this
GAME = "heimlich-co"
RULES = RulesetName("rio-grande", version=1)
MOST_TRIES = 2000
NAMES = (
    *("Ada", "Bruno", "Clara", "Dario", "Elsa", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karla", "Leo"),
    *("Mila", "Nico", "Olga", "Pablo", "Rosa", "Sami", "Tilda", "Ugo", "Viktor", "Wanda", "Yara", "Zeno"),
)


class Case(NamedTuple):
    """A case with its solution. Only `record`, as a spectator sees it, may be shown before somebody has answered."""

    name: CaseName
    record: Record  # up to the stop
    tries: int  # games that were tried, this one included
    agents: tuple[Agent, ...]
    owners: tuple[Agent, ...]  # by seat
    beliefs: tuple[tuple[int, ...], ...]  # the observer's at the stop, by seat and agent, in percent
    reasons: tuple[Giveaway, ...]


def make_case(name: CaseName) -> Case:
    """Make the case of this name."""
    for number in range(MOST_TRIES):
        case = _try(name, number)
        if case is not None:
            return case
    raise HeimlichError(f"no game was found for {name}")


def solve(name: CaseName, record: Record, tries: int, observer: Observer, state: Any) -> Case:
    """Put a case together, from the game up to its stop and the observer who has followed it."""
    table, agents = state.table, state.table.agents
    owners = tuple(held[0] for held in state.secrets.identities)
    chances = observer.belief().owners()[: table.players]
    beliefs = tuple(tuple(round(100 * float(chance)) for chance in row) for row in chances)
    reasons = [reason for seat, agent in enumerate(owners) for reason in observer.reasons(seat, agents, agent)]
    return Case(name, record, tries, agents, owners, beliefs, tuple(reasons))


def _try(name: CaseName, number: int) -> Case | None:
    """Play one game until a moment fits; None if none does."""
    degree, game = DEGREES[name.degree], GAMES[GAME]
    seed = f"heimlich case {MAKING} {name.number} {name.degree} {number}"
    source = Seeded(seed)
    bots = [degree.bots[source.below(len(degree.bots), "bots", seat)] for seat in range(degree.players)]
    least = degree.rounds[source.below(len(degree.rounds), "rounds", 0)] * degree.players
    observer, events, turn = Observer(game), [], 0
    for step in play_steps(game, bots, seed, source):
        events.append(step.event)
        observer.follow(step)
        table = step.after.table
        if table.result is not None or table.turn > MOST_ROUNDS * degree.players + 1:
            return None
        if table.turn == turn or game.chance(step.after) is not None:
            continue
        turn = table.turn  # a turn begins: its player has rolled
        if turn > least and is_fit(observer, _dealt(step.after), degree):
            record = new_record(game, RULES, draw_names(source, degree.players))
            finished = Record(record.game, record.rules, record.seats, tuple(events))
            return solve(name, finished, number + 1, observer, step.after)
    return None


def play_steps(game: AnyGame, bots: list[str], seed: str, source: Seeded) -> Iterator[AnyStep]:
    """Yield the steps of a game among these bots, as long as they are wanted."""
    made = [make_bot(GAME, bot) for bot in bots]
    ask = bots_ask(game, made, seat_generators(seed, len(made)))
    watch = bots_watch(game, made)
    state = game.new(game.ruleset(RULES), len(made))
    while True:
        for step in draw_until_decision(game, state, source):
            state = _shown(step, watch).after
            yield step
        actors = game.actors(state)
        if not actors:
            return
        decision = ask(state, actors)
        step = _shown(Step(state, decision, game.apply(state, decision)), watch)
        state = step.after
        yield step


def _shown(step: AnyStep, watch: Any) -> AnyStep:
    if watch is not None:
        watch(*step)
    return step


def _dealt(state: Any) -> tuple[int, ...]:
    """The numbers of the agents that the seats own."""
    return tuple(state.table.agents.index(held[0]) for held in state.secrets.identities)


def draw_names(source: Seeded, players: int) -> tuple[str, ...]:
    """Draw a different name for each seat."""
    left = list(NAMES)
    return tuple(left.pop(source.below(len(left), "names", seat)) for seat in range(players))
