"""Views (C23): what a seat may know, built up from the table and its own secrets; and states that fit a view."""

from collections.abc import Sequence
from random import Random

from heimlich.game import Decision, Seat
from heimlich.games.suitcases.actions import DuelRevealed, Event, Opened, Pack, Packed, PlayDuelCard, SeenEvent, Step
from heimlich.games.suitcases.duels import choose_card, revealed
from heimlich.games.suitcases.names import SUITCASES, Content, colour_name
from heimlich.games.suitcases.setup import contents_left
from heimlich.games.suitcases.state import Secrets, State, Table, View, put


def view_of(state: State, seat: Seat | None) -> View:
    """Return the table with what is this seat's own."""
    table, secrets = state
    if seat is None:
        return View(table, None)
    return View(table, seat, secrets.contents[seat], secrets.chosen[seat])


def seen(before: State, event: Event, after: State, seat: Seat | None) -> Sequence[SeenEvent]:
    """Return an event as one seat, or a spectator, sees it."""
    match event:
        case Decision(owner, Pack()):
            mine: tuple[SeenEvent, ...] = (event,) if owner == seat else ()
            return (*mine, Packed(owner)) if after.table.packed[owner] else mine
        case Decision(owner, PlayDuelCard(card)):
            mine = (event,) if owner == seat else ()
            cards = revealed(choose_card(before, owner, card))
            return (*mine, DuelRevealed(cards.attack, cards.defence)) if cards else mine
        case Decision(owner, Step()) if len(after.table.delivered[owner]) > len(before.table.delivered[owner]):
            return (event, Opened(*after.table.delivered[owner][-1]))
    return (event,)


def consistent_state(view: View, rng: Random) -> State:
    """Draw a full state that fits a view: what the seat cannot know is drawn at random.

    Every way to pack that fits what has been opened is equally likely. In that state no other seat has chosen a duel
    card, or begun to pack, since no view shows it.
    """
    table = view.table
    if table.result is not None:
        return State(table, Secrets(table.result.contents, (None,) * table.players))
    contents = tuple(
        view.contents if seat == view.seat else _packed_contents(table, seat, rng) for seat in range(table.players)
    )
    chosen: tuple[int | None, ...] = (None,) * table.players
    if view.seat is not None:
        chosen = put(chosen, view.seat, view.chosen)
    return State(table, Secrets(contents, chosen))


def opened(table: Table, seat: Seat) -> dict[int, Content]:
    """Return the publicly known contents of a seat's own suitcases, by letter."""
    colour = colour_name(table.players, seat)
    return {
        SUITCASES[delivery.suitcase][1]: delivery.content
        for deliveries in table.delivered
        for delivery in deliveries
        if SUITCASES[delivery.suitcase][0] == colour
    }


def _packed_contents(table: Table, seat: Seat, rng: Random) -> tuple[Content, ...]:
    if not table.packed[seat]:
        return ()
    known = opened(table, seat)
    hidden = list(contents_left(table.rules, tuple(known.values())))
    rng.shuffle(hidden)
    return tuple(known[letter] if letter in known else hidden.pop() for letter in range(len(table.rules.contents)))
