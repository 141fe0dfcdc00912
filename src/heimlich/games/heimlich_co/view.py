"""Views (S1 to S3): what a seat may know, built up from the table and its own secrets; and states that fit a view."""

from collections.abc import Sequence
from random import Random

from heimlich.game import Decision, Seat
from heimlich.games.heimlich_co.actions import (
    AnswersRevealed,
    CardDrawn,
    DossierWritten,
    DoubleTaken,
    Event,
    IdentityDealt,
    KeepAnswers,
    NameOwner,
    SayWhether,
    SeenEvent,
)
from heimlich.games.heimlich_co.cards import uses
from heimlich.games.heimlich_co.dossier import questions
from heimlich.games.heimlich_co.names import KIND_INDEX, KINDS, Agent, Card
from heimlich.games.heimlich_co.setup import DOUBLE, agents_wanted
from heimlich.games.heimlich_co.state import Ballot, Hand, Multiset, Phase, Secrets, State, Table, View, put
from heimlich.games.heimlich_co.supply import sorted_hand


def view_of(state: State, seat: Seat | None) -> View:
    """Return the table with what is this seat's own."""
    table, (identities, hands, _, answers, dossiers, drafts) = state
    if seat is None:
        return View(table, None)
    return View(table, seat, identities[seat], hands[seat], answers[seat], dossiers[seat], drafts[seat])


def seen(before: State, event: Event, after: State, seat: Seat | None) -> Sequence[SeenEvent]:
    """Return an event as one seat, or a spectator, sees it."""
    match event:
        case IdentityDealt(owner):
            return (event if owner == seat else IdentityDealt(owner, None),)
        case CardDrawn(owner):
            return (event if owner == seat else CardDrawn(owner, None),)
        case DoubleTaken(owner):
            return (event if owner == seat else DoubleTaken(owner, None),)
        case Decision(owner, SayWhether()):
            mine: tuple[SeenEvent, ...] = (event,) if owner == seat else ()
            if after.table.phase is Phase.ASK:
                return mine
            assert after.table.cards is not None
            return (*mine, AnswersRevealed(after.table.cards.yes))
        case Decision(owner, NameOwner()):
            mine = (event,) if owner == seat else ()
            return (*mine, DossierWritten(owner)) if _is_last_answer(before, owner) else mine
        case Decision(owner, KeepAnswers()):
            return (event, DossierWritten(owner)) if owner == seat else (DossierWritten(owner),)
    return (event,)


def _is_last_answer(state: State, seat: Seat) -> bool:
    table, secrets = state
    return len(secrets.drafts[seat]) + 1 == len(questions(table, secrets.identities[seat]))


def consistent_state(view: View, rng: Random) -> State:
    """Draw a full state that fits a view: what the seat cannot know is drawn at random.

    Every deal of owners and of unseen cards is equally likely; conclusions from play are left to beliefs.
    """
    table = view.table
    if table.result is not None:
        result = table.result
        everything = _hide_cards(view, rng)[1] if table.cards else ()
        nothing: tuple[tuple[()], ...] = ((),) * table.players
        secrets = Secrets(
            result.identities, result.hands, everything, (None,) * table.players, result.dossiers, nothing
        )
        return State(table, secrets)
    identities = _deal_owners(view, rng)
    hands, supply = _hide_cards(view, rng) if table.cards else (((),) * table.players, ())
    dossiers, drafts = _write_dossiers(view, identities, rng)
    answers: tuple[bool | None, ...] = (None,) * table.players
    if view.seat is not None:
        answers = put(answers, view.seat, view.answer)
    return State(table, Secrets(identities, hands, supply, answers, dossiers, drafts))


def _deal_owners(view: View, rng: Random) -> tuple[tuple[Agent, ...], ...]:
    table = view.table
    unknown = [agent for agent in table.agents if agent not in view.agents]
    rng.shuffle(unknown)
    doubles = table.cards.doubles if table.cards else (0,) * table.players
    numbers = [(1 if seat < table.dealt else 0) + doubles[seat] for seat in range(table.players)]
    return tuple(
        view.agents if seat == view.seat else tuple(unknown.pop() for _ in range(numbers[seat]))
        for seat in range(table.players)
    )


def _hide_cards(view: View, rng: Random) -> tuple[tuple[Hand, ...], Multiset]:
    """Draw hands of the sizes that all can see from the cards that this seat does not see; the rest is the supply."""
    table = view.table
    if table.result is not None:
        hands = table.result.hands
        pool = _unseen(table, [card for hand in hands for card in hand])
        return hands, _count(pool)
    cards = table.cards
    assert cards is not None
    pool = _unseen(table, view.hand)
    rng.shuffle(pool)
    hidden: list[list[Card]] = [[] for _ in range(table.players)]
    if cards.must_play and cards.at != view.seat:
        able = next(card for card in pool if uses(table, card))
        pool.remove(able)
        hidden[cards.at].append(able)
    for seat, size in enumerate(cards.hands):
        while seat != view.seat and len(hidden[seat]) < size:
            hidden[seat].append(pool.pop())
    hands = tuple(view.hand if seat == view.seat else sorted_hand(tuple(hidden[seat])) for seat in range(table.players))
    return hands, _count(pool)


def _unseen(table: Table, visible: Sequence[Card]) -> list[Card]:
    """Count all cards of the game except these, the discards, the one being played and those out of the game."""
    cards = table.cards
    assert cards is not None
    counts = list(table.rules.cards)
    if agents_wanted(table) == table.players:
        counts[DOUBLE] = 0
    counts[DOUBLE] -= cards.removed
    for card in (*visible, *((cards.playing,) if cards.playing else ())):
        counts[KIND_INDEX[card]] -= 1
    return [kind for kind, count, gone in zip(KINDS, counts, cards.discards, strict=True) for _ in range(count - gone)]


def _count(cards: Sequence[Card]) -> Multiset:
    return tuple(sum(card is kind for card in cards) for kind in KINDS)


def _write_dossiers(
    view: View, identities: tuple[tuple[Agent, ...], ...], rng: Random
) -> tuple[tuple[Ballot, ...], tuple[Ballot, ...]]:
    table, dossier = view.table, view.table.dossier
    nothing: tuple[Ballot, ...] = ((),) * table.players
    if dossier is None or dossier.halts == 0:
        return nothing, nothing
    first_halt = table.phase is Phase.DOSSIER and dossier.halts == 1
    dossiers = tuple(
        ()
        if first_halt and not dossier.written[seat]
        else tuple(
            (agent, rng.choice([None, *(other for other in range(table.players) if other != seat)]))
            for agent in questions(table, identities[seat])
        )
        for seat in range(table.players)
    )
    if view.seat is None:
        return dossiers, nothing
    return put(dossiers, view.seat, view.dossier), put(nothing, view.seat, view.draft)
