"""Readable states as arrays, and back: how the two copies of the rules are compared, and how positions get in and out.

Only states that wait for a decision, or are over, can be packed: between those the simulator folds chance in.
"""

from collections.abc import Iterator, Mapping, Sequence

from heimlich.errors import HeimlichError
from heimlich.game import Outcome
from heimlich.games.heimlich_co.encoding import PHASE_NUMBER, PHASES, UNKNOWN, answer_cell, answer_of_cell
from heimlich.games.heimlich_co.endgame import ENDINGS
from heimlich.games.heimlich_co.names import KIND_INDEX, KINDS, Agent
from heimlich.games.heimlich_co.ruleset import DoubleAgents, Ruleset
from heimlich.games.heimlich_co.state import (
    Answer,
    Ballot,
    CardTable,
    DossierTable,
    Hand,
    Result,
    Secrets,
    Table,
)
from heimlich.games.heimlich_co.state import State as Readable
from heimlich.sim.batch import batch_of, map_leaves
from heimlich.sim.heimlich_co.dossier import EMPTY_BALLOT
from heimlich.sim.heimlich_co.multiset import counts_of_planes, planes_of
from heimlich.sim.heimlich_co.setup import empty_cards, empty_dossier
from heimlich.sim.heimlich_co.state import DOSSIER, OVER, CardState, DossierState, Rows, State
from heimlich.sim.heimlich_co.tables import ALL_AGENTS, BITS, Shape, pack_bits

NO_CELL = 2**BITS - 1  # in a ballot, no answer


def pack(shape: Shape, states: Sequence[Readable], seed: int, games: Sequence[int]) -> State:
    """Readable states as a batch; `seed` and `games` tell what chance will bring."""
    body = batch_of(shape.xp, _empty(shape)[2:], [numbers(shape, state) for state in states])
    return State(shape.array([seed], "uint32"), shape.array(list(games), "uint32"), *body)


def _empty(shape: Shape) -> State:
    """Arrays of the right kinds, for no games at all."""
    xp, none = shape.xp, (0,)
    narrow, wide = xp.zeros(none, xp.int8), xp.zeros(none, xp.int16)
    agents = shape.agents
    return State(
        *(xp.zeros(none, xp.uint32),) * 2,
        phase=narrow,
        turn=wide,
        seat=narrow,
        face=narrow,
        safe=narrow,
        first=narrow,
        scorings=wide,
        reached=xp.zeros(none, bool),
        ending=narrow,
        winners=narrow,
        colours=narrow,
        places=(narrow,) * agents,
        points=(wide,) * agents,
        gains=(wide,) * agents,
        owner=(narrow,) * agents,
        cards=empty_cards(shape, none) if shape.cards else None,
        dossier=empty_dossier(shape, none) if shape.dossier else None,
    )


def numbers(shape: Shape, state: Readable) -> list[int]:
    """A readable state as numbers, in the order of the arrays (without seed and game)."""
    table, secrets = state
    if table.phase not in PHASE_NUMBER:
        raise HeimlichError(f"only a state that waits for a decision can be packed; now it is time to {table.phase}")
    outcome = table.result.outcome if table.result else None
    owner = {agent: seat for seat, agents in enumerate(secrets.identities) for agent in agents}
    return [
        PHASE_NUMBER[table.phase],
        table.turn,
        table.seat,
        list(table.rules.faces).index(table.roll),
        table.safe,
        table.first,
        table.scorings,
        table.reached,
        ENDINGS.index(outcome.ending) if outcome else UNKNOWN,
        sum(1 << seat for seat in outcome.winners) if outcome else 0,
        sum(1 << ALL_AGENTS.index(agent) for agent in table.agents),
        *table.places,
        *table.points,
        *table.gains,
        *(owner.get(agent, UNKNOWN) for agent in table.agents),
        *(_card_numbers(shape, state) if shape.cards else ()),
        *(_dossier_numbers(shape, state) if shape.dossier else ()),
    ]


def _card_numbers(shape: Shape, state: Readable) -> Iterator[int]:
    table, secrets = state
    cards = table.cards or CardTable((), 0, (0,) * len(KINDS), doubles=(0,) * table.players)
    order = {agent: place for agents in secrets.identities for place, agent in enumerate(agents)}
    yield from (agent in table.arrived for agent in table.agents)
    yield from (order.get(agent, 0) for agent in table.agents)
    for hand in secrets.hands:
        yield from planes_of([hand.count(kind) for kind in KINDS], shape.copies)
    yield from planes_of(secrets.supply, shape.copies)
    yield from planes_of(cards.discards, shape.copies)
    yield cards.removed
    yield cards.drawn
    yield from (UNKNOWN if answer is None else int(answer) for answer in secrets.answers)
    yield from (seat in cards.yes for seat in range(shape.players))
    yield cards.at
    yield cards.passes
    yield cards.must_play
    yield cards.has_played
    yield UNKNOWN if cards.last_to_play is None else cards.last_to_play
    yield KIND_INDEX[cards.playing] if cards.playing else UNKNOWN
    yield cards.drawing
    yield from cards.doubles
    counting = {agents[0] for agents in table.result.kept} if table.result else set()
    yield from (agent in counting for agent in table.agents)


def _dossier_numbers(shape: Shape, state: Readable) -> Iterator[int]:
    table, secrets = state
    dossier = table.dossier or DossierTable()
    yield dossier.halts
    yield dossier.again
    yield PHASE_NUMBER[table.resume] if table.resume else UNKNOWN
    yield from dossier.written or (False,) * shape.players
    yield from (agent in dossier.beyond for agent in table.agents)
    for ballots in (secrets.dossiers, secrets.drafts):
        for ballot in ballots:
            yield _packed_ballot(table.agents, dict(ballot))
    yield from table.result.dossier_points if table.result else (0,) * shape.players


def _packed_ballot(agents: Sequence[Agent], answers: Mapping[Agent, Answer]) -> int:
    cells = [answer_cell(answers[agent]) if agent in answers else NO_CELL for agent in agents]
    return EMPTY_BALLOT ^ ((1 << BITS * len(agents)) - 1) | pack_bits(cells)


def unpack(shape: Shape, rules: Ruleset, state: State, index: int) -> Readable:
    """One game of a batch as a readable state."""
    one: State = map_leaves(lambda leaf: leaf[..., min(index, leaf.shape[-1] - 1)].tolist(), state)
    agents = tuple(agent for bit, agent in enumerate(ALL_AGENTS) if one.colours >> bit & 1)
    secrets = _secrets(shape, rules, one, agents)
    table = Table(
        rules=rules,
        players=shape.players,
        phase=PHASES[one.phase],
        turn=one.turn,
        seat=one.seat,
        roll=list(rules.faces)[one.face],
        agents=agents,
        places=one.places,
        points=one.points,
        safe=one.safe,
        arrived=frozenset(_named(agents, one.cards.arrived)) if one.cards else frozenset(),
        first=one.first,
        dealt=shape.players,
        scorings=one.scorings,
        gains=one.gains,
        reached=one.reached,
        resume=PHASES[one.dossier.resume] if one.dossier and one.phase == DOSSIER else None,
        cards=_card_table(one.cards) if one.cards and rules.top_secret else None,
        dossier=_dossier_table(one.dossier, agents) if one.dossier and rules.dossier else None,
        result=None,
    )
    if one.phase == OVER:
        table = table._replace(result=_result(shape, rules, one, table, secrets))
    return Readable(table, secrets)


def _named(agents: tuple[Agent, ...], flags: Rows) -> Iterator[Agent]:
    return (agent for agent, flag in zip(agents, flags, strict=True) if flag)


def _secrets(shape: Shape, rules: Ruleset, one: State, agents: tuple[Agent, ...]) -> Secrets:
    players = range(shape.players)
    order = one.cards.order if one.cards else (0,) * shape.agents
    owned = [sorted((order[i], i) for i in range(shape.agents) if one.owner[i] == seat) for seat in players]
    nothing: tuple[tuple[()], ...] = ((),) * shape.players
    cards, dossier = one.cards, one.dossier
    return Secrets(
        identities=tuple(tuple(agents[index] for _, index in own) for own in owned),
        hands=tuple(map(_hand, cards.hands)) if cards else nothing,
        supply=counts_of_planes(cards.supply) if cards and rules.top_secret else (),
        answers=tuple(None if a == UNKNOWN else bool(a) for a in cards.answers) if cards else (None,) * shape.players,
        dossiers=tuple(_ballot(agents, cells) for cells in dossier.dossiers) if dossier else nothing,
        drafts=tuple(_ballot(agents, cells) for cells in dossier.drafts) if dossier else nothing,
    )


def _hand(planes: Sequence[int]) -> Hand:
    return tuple(kind for kind, count in zip(KINDS, counts_of_planes(planes), strict=True) for _ in range(count))


def _ballot(agents: tuple[Agent, ...], word: int) -> Ballot:
    answers = [(agent, word >> BITS * place & NO_CELL) for place, agent in enumerate(agents)]
    return tuple((agent, answer_of_cell(cell)) for agent, cell in answers if cell != NO_CELL)


def _card_table(cards: CardState) -> CardTable:
    return CardTable(
        hands=tuple(sum(counts_of_planes(hand)) for hand in cards.hands),
        supply=sum(counts_of_planes(cards.supply)),
        discards=counts_of_planes(cards.discards),
        removed=cards.removed,
        drawn=cards.drawn,
        yes=tuple(seat for seat, yes in enumerate(cards.yes) if yes),
        at=cards.at,
        passes=cards.passes,
        must_play=cards.must_play,
        has_played=cards.has_played,
        last_to_play=None if cards.last_to_play == UNKNOWN else cards.last_to_play,
        playing=None if cards.playing == UNKNOWN else KINDS[cards.playing],
        drawing=cards.drawing,
        doubles=cards.doubles,
    )


def _dossier_table(dossier: DossierState, agents: tuple[Agent, ...]) -> DossierTable:
    return DossierTable(
        halts=dossier.halts,
        written=dossier.written if dossier.halts else (),
        beyond=frozenset(_named(agents, dossier.beyond)),
        again=dossier.again,
    )


def _result(shape: Shape, rules: Ruleset, one: State, table: Table, secrets: Secrets) -> Result:
    winners = tuple(seat for seat in range(shape.players) if one.winners >> seat & 1)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(shape.players))
    counting = set(_named(table.agents, one.cards.counts)) if one.cards else set()
    kept = tuple(_kept(table, agents, counting) for agents in secrets.identities)
    if rules.double_agents is DoubleAgents.GIVE_BACK:
        kept = tuple(agents[:1] for agents in kept)
    bonus = one.dossier.bonus if one.dossier else (0,) * shape.players
    outcome = Outcome(winners, shares, ENDINGS[one.ending])
    return Result(outcome, secrets.identities, kept, secrets.hands, secrets.dossiers, bonus)


def _kept(table: Table, agents: tuple[Agent, ...], counting: set[Agent]) -> tuple[Agent, ...]:
    """A seat's agents, the one that counted first, then the furthest (T11)."""
    return tuple(sorted(agents, key=lambda agent: (agent not in counting, -table.marker(agent))))
