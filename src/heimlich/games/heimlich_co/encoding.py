"""The numbering of actions, and the encoding of views as small numbers: for simulators, networks and adapters.

Agents are numbered by their index among those in play, so numbers do not depend on which colours take part. The
numbering has a version; a number never changes its meaning within one. In order: five words, the places of the safe,
the cells of the ballot, the uses of cards, and last the moves, fewest points first: a house rule with bigger dice only
adds to the end. `docs/research.md` has the table.

Two numberings differ in the moves alone. The *flat* one has a number for every split of points over agents. In the
*unit-step* one points are spent one by one, in the order of the agents, so that every split has exactly one path.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from heimlich.errors import HeimlichError
from heimlich.game import Field, Seat
from heimlich.games.heimlich_co import setup
from heimlich.games.heimlich_co.actions import (
    Action,
    KeepAnswers,
    MoveAgents,
    MoveSafe,
    NameOwner,
    Pass,
    PlayCard,
    SayWhether,
    Stop,
)
from heimlich.games.heimlich_co.cards import uses
from heimlich.games.heimlich_co.editions import RIO_GRANDE
from heimlich.games.heimlich_co.endgame import ENDINGS
from heimlich.games.heimlich_co.legal import awaited
from heimlich.games.heimlich_co.movement import move_offer
from heimlich.games.heimlich_co.names import KIND_INDEX, KINDS, RING, Agent, Building, Card
from heimlich.games.heimlich_co.notation import action_from_words
from heimlich.games.heimlich_co.ruleset import MOST_PLAYERS, MOST_POINTS
from heimlich.games.heimlich_co.state import BLANK, Answer, Ballot, Phase, Table, View
from heimlich.offer import spell

NUMBERING = 1  # the version
MOST_AGENTS = len(Agent)
USUAL_POINTS = 6  # what the printed dice show at most

YES, NO, PASS, STOP, KEEP = range(5)
_WORDS: tuple[Action, ...] = (SayWhether(True), SayWhether(False), Pass(), Stop(), KeepAnswers())
_WORD_NUMBER = {action: number for number, action in enumerate(_WORDS)}

FREE_CELL, BLANK_CELL = MOST_PLAYERS, MOST_PLAYERS + 1  # in a ballot, after the seats
ANSWERS = MOST_PLAYERS + 2

SAFE_START = len(_WORDS)
BALLOT_START = SAFE_START + RING
CARD_START = BALLOT_START + MOST_AGENTS * ANSWERS


class Use(NamedTuple):
    """One way to use a card, with agents by their index."""

    card: Card
    agents: tuple[int, ...] = ()
    steps: int = 0
    place: Building | None = None


# Moves


def splits_of(points: int, agents: int) -> int:
    """Count the ways to split `points` over `agents` agents."""
    return comb(points + agents - 1, points)


@lru_cache(maxsize=128)
def splits(points: int, agents: int = MOST_AGENTS) -> tuple[tuple[int, ...], ...]:
    """List every split of exactly `points`, in the order of the numbering: those over fewer agents come first."""
    if agents == 1:
        return ((points,),)
    return tuple((*rest, last) for last in range(points + 1) for rest in splits(points - last, agents - 1))


def move_start(points: int) -> int:
    """Return the number of the first move of `points`; all moves of 0 to points - 1 stand before it."""
    return MOVE_START + (comb(points - 1 + MOST_AGENTS, MOST_AGENTS) if points else 0)


def action_count(most_points: int = USUAL_POINTS) -> int:
    """Count the numbers of actions, with dice that show at most `most_points`."""
    return move_start(most_points + 1)


def split_number(steps: tuple[int, ...]) -> int:
    """Return the number of a move, given the points of each agent."""
    number = move_start(sum(steps))
    for agents, (before, after) in enumerate(_pairs(accumulate(steps)), 2):
        number += splits_of(after, agents) - splits_of(before, agents)
    return number


def _pairs(sums: Iterator[int]) -> Iterator[tuple[int, int]]:
    before = next(sums)
    for after in sums:
        yield before, after
        before = after


def split_of_number(number: int) -> tuple[int, ...]:
    """Return the points of each agent in the move with this number."""
    for points in range(MOST_POINTS + 1):
        if number < move_start(points + 1):
            return splits(points)[number - move_start(points)]
    raise HeimlichError(f"{number} is no action's number; the last is {action_count(MOST_POINTS) - 1}")


# Uses of cards


@lru_cache(maxsize=1)
def card_uses() -> tuple[Use, ...]:
    """List every use that any card can have, as the rules list them at tables where all uses are possible."""
    return tuple(use for card in KINDS for use in _uses_of(card))


def _uses_of(card: Card) -> list[Use]:
    """List the uses of a card, fewer agents first and then by the last agent, so that smaller tables come first."""
    table = setup.new(RIO_GRANDE, MOST_PLAYERS).table
    together = [table._replace(places=(place,) * MOST_AGENTS, safe=place) for place in range(RING)]
    apart = table._replace(places=tuple(range(1, MOST_AGENTS + 1)), safe=0)
    found: dict[Use, None] = {}
    for sample in (*together, apart):
        targets = uses(sample, card)
        if targets is not None:
            found |= dict.fromkeys(_use(sample, action_from_words(words)) for words in spell(targets))
    return sorted(found, key=lambda use: (len(use.agents), sorted(use.agents, reverse=True), use.place or 0))


def _use(table: Table, action: Action) -> Use:
    assert isinstance(action, PlayCard)
    return Use(action.card, tuple(map(table.agents.index, action.agents)), action.steps, action.place)


@lru_cache(maxsize=1)
def _use_numbers() -> dict[Use, int]:
    return {use: number for number, use in enumerate(card_uses(), CARD_START)}


MOVE_START = CARD_START + len(card_uses())


# Actions


def action_number(table: Table, action: Action) -> int:
    """Return the number of an action at this table."""
    match action:
        case MoveAgents(moves):
            steps = [0] * MOST_AGENTS
            for agent, count in moves:
                steps[table.agents.index(agent)] = count
            return split_number(tuple(steps))
        case MoveSafe(place):
            return SAFE_START + place
        case NameOwner(agent, owner):
            return BALLOT_START + table.agents.index(agent) * ANSWERS + answer_cell(owner)
        case PlayCard():
            return _use_numbers()[_use(table, action)]
    return _WORD_NUMBER[action]


def action_of(table: Table, number: int) -> Action:
    """Return the action that a number stands for at this table."""
    agents = table.agents
    if number >= MOVE_START:
        steps = split_of_number(number)
        return MoveAgents(tuple((agents[index], count) for index, count in enumerate(steps) if count))
    if number >= CARD_START:
        use = card_uses()[number - CARD_START]
        return PlayCard(use.card, tuple(agents[index] for index in use.agents), use.steps, use.place)
    if number >= BALLOT_START:
        index, cell = divmod(number - BALLOT_START, ANSWERS)
        return NameOwner(agents[index], answer_of_cell(cell))
    if number >= SAFE_START:
        return MoveSafe(number - SAFE_START)
    return _WORDS[number]


def answer_cell(answer: Answer) -> int:
    """Return a dossier's answer as a number: a seat, then free, then blank."""
    if answer is None:
        return FREE_CELL
    return BLANK_CELL if answer == BLANK else answer


def answer_of_cell(cell: int) -> Answer:
    """Return the dossier's answer that a number stands for."""
    if cell == FREE_CELL:
        return None
    return BLANK if cell == BLANK_CELL else cell


# Unit steps: everything but moves is numbered as above, then …
DONE = MOVE_START  # … no further point; with none spent, T3's 0 points
POINT_START = DONE + 1  # … one point for the first agent, for the second, …
UNIT_COUNT = POINT_START + MOST_AGENTS


def unit_path(table: Table, action: Action) -> tuple[int, ...]:
    """Write an action as unit steps: a move point by point, with "done" only where more could have been spent."""
    if not isinstance(action, MoveAgents):
        return (action_number(table, action),)
    path = tuple(POINT_START + table.agents.index(agent) for agent, count in action.steps for _ in range(count))
    return path if len(path) == max(table.roll) else (*path, DONE)


def unit_choices(table: Table, spent: tuple[int, ...]) -> tuple[int, ...]:
    """List the unit steps that may follow the points spent so far; none once the move is complete."""
    offer = move_offer(table)
    total, most = sum(spent), max(offer.totals)
    if total == most:
        return ()
    last = max((index for index, count in enumerate(spent) if count), default=0)
    first_only = offer.most == 1 and total > 0
    agents = range(last, last + 1 if first_only else len(table.agents))
    done = (DONE,) if total in offer.totals else ()
    return (*done, *(POINT_START + index for index in agents))


# Views


PHASES = (Phase.MOVE, Phase.SAFE, Phase.ASK, Phase.CARDS, Phase.DOSSIER, Phase.OVER)
PHASE_NUMBER = {phase: number for number, phase in enumerate(PHASES)}
UNKNOWN, FREE = -1, -2


def view_fields(agents: int, players: int, *, cards: bool, dossier: bool) -> tuple[Field, ...]:
    """List the fields of an encoded view, in order. Seats count clockwise from the view's own seat, which is 0."""
    fields = [
        Field("phase", 1, "what is to be decided: move, safe, ask, cards, dossier, over (anything else: -1)"),
        Field("turn", 1, "the number of the turn, from 1"),
        Field("seat", 1, "whose turn it is"),
        Field("first", 1, "who had the first turn"),
        Field("roll", 2, "the fewest and the most points that the die allows, before T3; 0 before the first roll"),
        Field("safe", 1, "where the safe stands"),
        Field("reached", 1, "1: a marker has reached the target"),
        Field("scorings", 1, "how many there have been"),
        Field("ending", 1, "how the game ended, in the order of the game's endings; -1: it goes on"),
        Field("awaited", players, "1: everyone knows that this seat is asked"),
        Field("places", agents, "where each agent stands, clockwise from the church"),
        Field("points", agents, "each marker"),
        Field("gains", agents, "what each marker gained in the last scoring"),
        Field("owner", agents, "0: one's own; -1: not known; at the end every owner, a free agent's is -2"),
    ]
    if cards:
        fields += [
            Field("hand", len(KINDS), "one's own cards, by kind"),
            Field("discards", len(KINDS), "cards on the discards, by kind"),
            Field("supply", 1, "number of cards in the supply"),
            Field("removed", 1, "double agents out of the game"),
            Field("playing", 1, "the kind that is being played; -1: none"),
            Field("at", 1, "whose opportunity it is, or was last"),
            Field("passes", 1, "in a row"),
            Field("must_play", 1, "1: who wanted to play a card has not yet"),
            Field("has_played", 1, "1: a card, in this opportunity"),
            Field("last_to_play", 1, "who played the last card of this turn; -1: nobody"),
            Field("answer", 1, "one's own answer while all are asked: 1 yes, 0 no, -1 none yet"),
            Field("hands", players, "number of cards in each hand"),
            Field("yes", players, "1: wanted to play a card this turn"),
            Field("doubles", players, "second agents taken"),
            Field("arrived", agents, "1: came to rest at the safe this turn, and will score"),
            Field(
                "second", agents, "which of one's own agents this is: 0 as dealt, 1 and on by cards; -1 not one's own"
            ),
        ]
    if dossier:
        fields += [
            Field("halts", 1, "how often play has halted for dossiers"),
            Field("again", 1, "1: the next marker to pass the line brings a revision"),
            Field("written", players, "1: is done, in the present halt"),
            Field("beyond", agents, "1: the marker counts as beyond the line"),
            Field("dossier", agents, "one's own answers: a seat, 7 free, 8 blank, -1 none"),
            Field("draft", agents, "the same, being written"),
        ]
    return tuple(fields)


def view_size(agents: int, players: int, *, cards: bool, dossier: bool) -> int:
    """Count the numbers in an encoded view."""
    return sum(field.size for field in view_fields(agents, players, cards=cards, dossier=dossier))


def encode_view(view: View) -> list[int]:
    """Encode a view as `view_fields` describes it; a spectator's counts from the first seat and owns nothing."""
    table, me = view.table, view.seat or 0
    seats = [(me + offset) % table.players for offset in range(table.players)]
    asked = awaited(table)
    numbers = [
        PHASE_NUMBER.get(table.phase, UNKNOWN),
        table.turn,
        _from(me, table.seat, table),
        _from(me, table.first, table),
        min(table.roll, default=0),
        max(table.roll, default=0),
        table.safe,
        int(table.reached),
        table.scorings,
        ENDINGS.index(table.result.outcome.ending) if table.result else UNKNOWN,
        *(int(seat in asked) for seat in seats),
        *table.places,
        *table.points,
        *table.gains,
        *_owners(view),
    ]
    return [*numbers, *_encode_cards(view, seats), *_encode_dossier(view, seats)]


def _from(me: Seat, seat: Seat, table: Table) -> int:
    return (seat - me) % table.players


def _owners(view: View) -> Iterator[int]:
    table, result = view.table, view.table.result
    if result is None:
        yield from (0 if agent in view.agents else UNKNOWN for agent in table.agents)
        return
    owners = {agent: seat for seat, agents in enumerate(result.identities) for agent in agents}
    for agent in table.agents:
        yield _from(view.seat or 0, owners[agent], table) if agent in owners else FREE


def _encode_cards(view: View, seats: list[Seat]) -> list[int]:
    table, cards = view.table, view.table.cards
    if cards is None:
        return []
    return [
        *(view.hand.count(kind) for kind in KINDS),
        *cards.discards,
        cards.supply,
        cards.removed,
        KIND_INDEX[cards.playing] if cards.playing else UNKNOWN,
        _from(seats[0], cards.at, table),
        cards.passes,
        int(cards.must_play),
        int(cards.has_played),
        UNKNOWN if cards.last_to_play is None else _from(seats[0], cards.last_to_play, table),
        UNKNOWN if view.answer is None else int(view.answer),
        *(cards.hands[seat] for seat in seats),
        *(int(seat in cards.yes) for seat in seats),
        *(cards.doubles[seat] for seat in seats),
        *(int(agent in table.arrived) for agent in table.agents),
        *(view.agents.index(agent) if agent in view.agents else UNKNOWN for agent in table.agents),
    ]


def _encode_dossier(view: View, seats: list[Seat]) -> list[int]:
    table, dossier = view.table, view.table.dossier
    if dossier is None:
        return []
    return [
        dossier.halts,
        int(dossier.again),
        *(int(bool(dossier.written) and dossier.written[seat]) for seat in seats),
        *(int(agent in dossier.beyond) for agent in table.agents),
        *_encode_ballot(view, view.dossier),
        *_encode_ballot(view, view.draft),
    ]


def _encode_ballot(view: View, ballot: Ballot) -> Iterator[int]:
    answers = dict(ballot)
    for agent in view.table.agents:
        if agent not in answers:
            yield UNKNOWN
            continue
        cell = answer_cell(answers[agent])
        yield cell if cell >= MOST_PLAYERS else _from(view.seat or 0, cell, view.table)
