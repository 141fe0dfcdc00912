"""Readable states as arrays, and back: how the two copies of the rules are compared, and how positions get in and out.

Only states that wait for a decision, or are over, can be packed: between those the simulator folds chance in.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from heimlich.errors import HeimlichError
from heimlich.game import Outcome
from heimlich.games.suitcases.encoding import NONE, PHASE_NUMBER, PHASES, Numbering, numbering
from heimlich.games.suitcases.endgame import ENDINGS
from heimlich.games.suitcases.movement import DICE
from heimlich.games.suitcases.names import Place, Suitcase, colour_name
from heimlich.games.suitcases.ruleset import Ruleset
from heimlich.games.suitcases.state import Delivery, Duel, Result, Secrets, Table
from heimlich.games.suitcases.state import State as Readable
from heimlich.sim.batch import batch_of, map_leaves
from heimlich.sim.suitcases.setup import new
from heimlich.sim.suitcases.state import NOBODY, OVER, State
from heimlich.sim.suitcases.tables import Rules, Shape


def pack(shape: Shape, states: Sequence[Readable], seed: int, games: Sequence[int]) -> State:
    """Readable states as a batch; `seed` and `games` tell what chance will bring."""
    body = batch_of(shape.xp, _empty(shape)[2:], [[*numbers(state)] for state in states])
    return State(shape.array([seed], "uint32"), shape.array(list(games), "uint32"), *body)


def _empty(shape: Shape) -> State:
    """Arrays of the right kinds, for no games at all."""
    xp = shape.xp
    none = shape.array([], "int8")
    cards = xp.zeros((len(shape.plan.cards), 0), xp.int8)
    rules = Rules(*(none,) * len(Rules._fields))._replace(card_count=cards)
    return new(shape, rules, shape.array([], "uint32"), shape.array([], "uint32"))


class _Names:
    """Places and suitcases of a table as numbers, and back."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        self.plan: Numbering = numbering(rules)
        self.places: tuple[Place | None, ...] = (*self.plan.cities, *rules.board.starts, None)
        self.suitcases: tuple[Suitcase | None, ...] = (
            *(f"{colour_name(players, seat)}-{letter}" for seat in range(players) for letter in rules.letters),
            None,
        )
        self.place = _numbered(self.places)
        self.suitcase = _numbered(self.suitcases)

    @property
    def all_suitcases(self) -> Iterator[Suitcase]:
        """Every one, in order."""
        return (suitcase for suitcase in self.suitcases if suitcase is not None)


def _numbered(words: tuple[str | None, ...]) -> dict[str | None, int]:
    """The number of each word; that of None, which is the last one, is -1."""
    return {word: NONE if word is None else number for number, word in enumerate(words)}


@lru_cache(maxsize=64)
def _names(rules: Ruleset, players: int) -> _Names:
    return _Names(rules, players)


def numbers(state: Readable) -> Iterator[int]:
    """A readable state as numbers, in the order of the arrays (without seed and game)."""
    table, secrets = state
    if table.phase not in PHASE_NUMBER:
        raise HeimlichError(f"only a state that waits for a decision can be packed; now it is time to {table.phase}")
    names = _names(table.rules, table.players)
    lying = dict(table.lying)
    yield from (PHASE_NUMBER[table.phase], table.turn, table.seat, table.first)
    yield from (names.place[place] for row in table.places for place in row)
    yield from (names.suitcase[load] for row in table.loads for load in row)
    yield from (names.place[lying.get(suitcase)] for suitcase in names.all_suitcases)
    brought = {
        delivery.suitcase: (seat, order)
        for seat, row in enumerate(table.delivered)
        for order, delivery in enumerate(row)
    }
    yield from (brought.get(suitcase, (NONE, NONE))[0] for suitcase in names.all_suitcases)
    yield from (brought.get(suitcase, (NONE, NONE))[1] for suitcase in names.all_suitcases)
    for row in secrets.contents:
        yield from (*row, *[NONE] * (len(table.rules.contents) - len(row)))
    yield from (hand.count(card) for hand in table.hands for card in names.plan.cards)
    yield from table.roll or (NONE,) * DICE
    yield from (table.steps, table.extra, table.mover)
    yield from (agent in table.handled for agent in range(1, table.rules.agents + 1))
    duel = table.duel or Duel(NOBODY, NONE, None, exact=False)
    yield from (duel.attacker, duel.defence, duel.defender or NOBODY, duel.exact, names.suitcase[duel.spoils])
    yield from (NONE if card is None else names.plan.cards.index(card) for card in secrets.chosen)
    outcome = table.result.outcome if table.result else None
    yield from (table.losing, table.duels)
    yield ENDINGS.index(outcome.ending) if outcome else NONE
    yield sum(1 << seat for seat in outcome.winners) if outcome else 0


def unpack(shape: Shape, rules: Ruleset, state: State, index: int) -> Readable:
    """One game of a batch as a readable state."""
    one: State = map_leaves(lambda leaf: leaf[..., min(index, leaf.shape[-1] - 1)].tolist(), state)
    names = _names(rules, shape.players)
    contents = _contents(shape, one)
    table = Table(
        rules=rules,
        players=shape.players,
        phase=PHASES[one.phase],
        turn=one.turn,
        seat=one.seat,
        first=one.first,
        packed=tuple(len(row) == shape.letters for row in contents),
        places=tuple(tuple(names.places[place] for place in row) for row in one.places),
        loads=tuple(tuple(names.suitcases[load] for load in row) for row in one.loads),
        lying=tuple(
            (suitcase, names.plan.cities[city])
            for suitcase, city in zip(names.all_suitcases, one.lying, strict=True)
            if city != NONE
        ),
        delivered=tuple(_deliveries(names, one, seat) for seat in range(shape.players)),
        hands=tuple(
            tuple(card for card, left in zip(names.plan.cards, hand, strict=True) for _ in range(left))
            for hand in one.hands
        ),
        roll=() if NONE in one.roll else tuple(one.roll),
        steps=one.steps,
        extra=one.extra,
        mover=one.mover,
        handled=frozenset(agent for agent, done in enumerate(one.handled, 1) if done),
        duel=_duel(names, one),
        losing=one.losing,
        duels=one.duels,
        result=_result(shape, one, contents) if one.phase == OVER else None,
    )
    chosen = tuple(None if card == NONE else names.plan.cards[card] for card in one.chosen)
    return Readable(table, Secrets(contents, chosen))


def _contents(shape: Shape, one: State) -> tuple[tuple[int, ...], ...]:
    rows = [one.contents[seat * shape.letters : (seat + 1) * shape.letters] for seat in range(shape.players)]
    return tuple(tuple(content for content in row if content != NONE) for row in rows)


def _deliveries(names: _Names, one: State, seat: int) -> tuple[Delivery, ...]:
    rows = zip(one.delivered, one.order, names.all_suitcases, one.contents, strict=True)
    found = sorted((order, suitcase, content) for to, order, suitcase, content in rows if to == seat)
    return tuple(Delivery(suitcase, content) for _, suitcase, content in found)


def _duel(names: _Names, one: State) -> Duel | None:
    if one.attacker == NOBODY:
        return None
    return Duel(one.attacker, one.defence, one.defender or None, one.exact, names.suitcases[one.spoils])


def _result(shape: Shape, one: State, contents: tuple[tuple[int, ...], ...]) -> Result:
    winners = tuple(seat for seat in range(shape.players) if one.winners >> seat & 1)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(shape.players))
    return Result(Outcome(winners, shares, ENDINGS[one.ending]), contents)
