"""Setting up (H1 to H7): which agents take part, the deal, and who starts. Nothing here moves an agent."""

from functools import lru_cache

from heimlich.chance import Chance
from heimlich.errors import BadRuleset
from heimlich.game import Seat
from heimlich.games.heimlich_co.actions import AgentDrawn, IdentityDealt, StartDrawn
from heimlich.games.heimlich_co.names import CHURCH, KIND_INDEX, Agent, Card
from heimlich.games.heimlich_co.ruleset import PLAYERS, Ruleset
from heimlich.games.heimlich_co.state import CardTable, DossierTable, Phase, Secrets, State, Table, but, put

ALL_AGENTS = tuple(Agent)
_STARTS = tuple(map(StartDrawn, range(PLAYERS[-1])))
DOUBLE = KIND_INDEX[Card.DOUBLE_AGENT]


def new(rules: Ruleset, players: int) -> State:
    """Return the state before anything is drawn or dealt."""
    if players not in PLAYERS:
        raise BadRuleset(f"{players} players cannot play; it takes {PLAYERS[0]} to {PLAYERS[-1]}")
    number = rules.agents_in_play[players - PLAYERS[0]]
    if rules.colours is not None and len(rules.colours) < number:
        raise BadRuleset(f"'colours' names {len(rules.colours)} agents; {players} players need {number}")
    if rules.first is not None and rules.first >= players:
        raise BadRuleset(f"'first' is seat {rules.first + 1}; there are {players} players")
    supply = _supply(rules, players, number)
    table = Table(
        rules=rules,
        players=players,
        phase=Phase.AGENTS,
        turn=0,
        seat=rules.first or 0,
        roll=(),
        agents=(),
        places=(),
        points=(),
        safe=rules.safe_start,  # H5
        arrived=frozenset(),
        first=rules.first or 0,
        dealt=0,
        scorings=0,
        gains=(),
        reached=False,
        resume=None,
        cards=CardTable((0,) * players, sum(supply), (0,) * len(supply), doubles=(0,) * players) if supply else None,
        dossier=DossierTable() if rules.dossier else None,
        result=None,
    )
    nothing: tuple[tuple[()], ...] = ((),) * players
    secrets = Secrets(nothing, nothing, supply, (None,) * players, nothing, nothing)
    if rules.colours is not None:
        table = seat_agents(table, rules.colours[:number])
    elif number == len(ALL_AGENTS):
        table = seat_agents(table, ALL_AGENTS)
    return State(table, secrets)


def _supply(rules: Ruleset, players: int, agents: int) -> tuple[int, ...]:
    """Count all cards (T1), without the double agent if no agent is free, as the rulebook says for seven players."""
    if not rules.top_secret:
        return ()
    supply = rules.cards
    if agents == players:
        supply = put(supply, DOUBLE, 0)
    if sum(supply) < players * rules.hand_start:
        raise BadRuleset(f"{sum(supply)} cards are too few to deal {rules.hand_start} to each of {players} players")
    return supply


def agents_wanted(table: Table) -> int:
    """Return how many agents take part (H4)."""
    return table.rules.agents_in_play[table.players - PLAYERS[0]]


def chance_of_agent(table: Table) -> Chance:
    """Ask chance which colour takes part next; all that are left are equally likely (H4)."""
    left = [agent for agent in ALL_AGENTS if agent not in table.agents]
    return Chance("agents", len(table.agents), tuple(map(AgentDrawn, left)), (1,) * len(left))


def draw_agent(table: Table, agent: Agent) -> Table:
    """Add one more agent; after the last, put them all into the church."""
    agents = {*table.agents, agent}
    if len(agents) == agents_wanted(table):
        return seat_agents(table, tuple(agents))
    return but(table, agents=tuple(one for one in ALL_AGENTS if one in agents))


def seat_agents(table: Table, agents: tuple[Agent, ...]) -> Table:
    """Put all agents into the church and all markers on 0 (H5)."""
    zeros = (0,) * len(agents)
    return but(
        table,
        phase=Phase.IDENTITIES,
        agents=tuple(one for one in ALL_AGENTS if one in agents),
        places=(CHURCH,) * len(agents),
        points=zeros,
        gains=zeros,
    )


def chance_of_identity(state: State) -> Chance:
    """Ask chance which agent card the next seat gets; all that are left are equally likely (H6)."""
    table, secrets = state
    left = free_agents(table, secrets)
    return Chance("identity", table.dealt, _deals(table.dealt, left), (1,) * len(left))


@lru_cache(maxsize=4096)
def _deals(seat: Seat, agents: tuple[Agent, ...]) -> tuple[IdentityDealt, ...]:
    return tuple(IdentityDealt(seat, agent) for agent in agents)


def free_agents(table: Table, secrets: Secrets) -> tuple[Agent, ...]:
    """List the agents that belong to nobody."""
    owned = {agent for agents in secrets.identities for agent in agents}
    return tuple([agent for agent in table.agents if agent not in owned])


def deal_identity(state: State, seat: Seat, agent: Agent) -> State:
    """Deal a seat its agent card, face down; the agents that are left over are free (H6)."""
    table, secrets = state
    phase = Phase.IDENTITIES
    if seat + 1 == table.players:
        phase = Phase.HANDS if table.cards and table.rules.hand_start else Phase.START
    return State(
        but(table, dealt=seat + 1, phase=phase),
        but(secrets, identities=put(secrets.identities, seat, (agent,))),
    )


def chance_of_start(table: Table) -> Chance:
    """Ask chance who starts, where neither the edition nor the table says (H7)."""
    return Chance("start", 0, _STARTS[: table.players], (1,) * table.players)


def start(table: Table, seat: Seat) -> Table:
    """Begin the first turn (H7)."""
    return but(table, phase=Phase.ROLL, turn=1, seat=seat, first=seat)
