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
    """Ask chance which free agent's card is taken; all are equally likely."""
    table, secrets = state
    cards = card_table(table)
    free = free_agents(table, secrets)
    return Chance("double", sum(cards.doubles), tuple(DoubleTaken(cards.at, agent) for agent in free), (1,) * len(free))


def start_taking(table: Table) -> Table:
    """Wait for a free agent's card to be taken."""
    return but(table, phase=Phase.DOUBLE)


def take_double(state: State, seat: Seat, agent: Agent) -> State:
    """Give a seat one more agent; everyone sees that it got one, only the seat sees which."""
    table, secrets = state
    cards = card_table(table)
    return State(
        but(table, phase=Phase.CARDS, cards=but(cards, doubles=put(cards.doubles, seat, cards.doubles[seat] + 1))),
        but(secrets, identities=put(secrets.identities, seat, (*secrets.identities[seat], agent))),
    )


def leave_without_effect(table: Table) -> Table:
    """Remove the card from the game if no free agent is left, or discard it like any other, as the edition says."""
    cards = card_table(table)
    if table.rules.idle_double_stays or cards.playing is not Card.DOUBLE_AGENT:
        return table
    return but(table, cards=but(cards, playing=None, removed=cards.removed + 1))


def kept_agents(table: Table, secrets: Secrets) -> tuple[tuple[Agent, ...], ...]:
    """List each seat's agents at the end, the one that counts first; agents that are given back become free again."""
    ranked = tuple(_furthest_first(table, agents) for agents in secrets.identities)
    if table.rules.double_agents is DoubleAgents.KEEP:
        return ranked
    return tuple(agents[:1] for agents in ranked)


def _furthest_first(table: Table, agents: tuple[Agent, ...]) -> tuple[Agent, ...]:
    """Sort agents, the furthest first; equal ones keep their order: the dealt agent before those from a card."""
    return tuple(sorted(agents, key=table.marker, reverse=True))
