"""Double agents (T11): a second agent, taken from the free ones, and what becomes of it at the end."""

from heimlich.chance import Chance
from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import DoubleTaken
from heimlich.games.heimlich_co.names import Agent, Card
from heimlich.games.heimlich_co.ruleset import DoubleAgents
from heimlich.games.heimlich_co.setup import free_agents
from heimlich.games.heimlich_co.state import Phase, Secrets, State, Table, but, put
from heimlich.games.heimlich_co.supply import card_table


def chance_of_double(state: State) -> Chance:
    """Which free agent's card is taken; all are equally likely."""
    table, secrets = state
    cards = card_table(table)
    free = free_agents(table, secrets)
    return Chance("double", sum(cards.doubles), tuple(DoubleTaken(cards.at, agent) for agent in free), (1,) * len(free))


def start_taking(table: Table) -> Table:
    """A free agent's card is to be taken."""
    return but(table, phase=Phase.DOUBLE)


def take_double(state: State, seat: Seat, agent: Agent) -> State:
    """He plays on with one agent more; all see that he does, none sees which."""
    table, secrets = state
    cards = card_table(table)
    return State(
        but(table, phase=Phase.CARDS, cards=but(cards, doubles=put(cards.doubles, seat, cards.doubles[seat] + 1))),
        but(secrets, identities=put(secrets.identities, seat, (*secrets.identities[seat], agent))),
    )


def leave_without_effect(table: Table) -> Table:
    """With no free agent left the card is out of the game, or goes to the discards as any other."""
    cards = card_table(table)
    if table.rules.idle_double_stays or cards.playing is not Card.DOUBLE_AGENT:
        return table
    return but(table, cards=but(cards, playing=None, removed=cards.removed + 1))


def kept_agents(table: Table, secrets: Secrets) -> tuple[tuple[Agent, ...], ...]:
    """At the end: each seat's agents, the one that counts first; what is given back belongs to nobody again."""
    ranked = tuple(_furthest_first(table, agents) for agents in secrets.identities)
    if table.rules.double_agents is DoubleAgents.KEEP:
        return ranked
    return tuple(agents[:1] for agents in ranked)


def _furthest_first(table: Table, agents: tuple[Agent, ...]) -> tuple[Agent, ...]:
    """Level ones stay in the order in which they came: the dealt one before those that a card brought."""
    return tuple(sorted(agents, key=table.marker, reverse=True))
