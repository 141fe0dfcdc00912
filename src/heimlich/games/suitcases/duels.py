"""Duels (C12 to C17): when agents meet, the cards, and what happens to winner and loser."""

from typing import NamedTuple

from heimlich.game import Seat
from heimlich.games.suitcases.luggage import send_away
from heimlich.games.suitcases.names import COLOURS_IN_PLAY, Number
from heimlich.games.suitcases.state import Duel, Phase, State, Table, put


def meets(table: Table, agent: Number) -> Seat | None:
    """Return the opponent whose agents stand in the city that an agent has entered (C12)."""
    city = table.places[table.seat][agent - 1]
    for seat, row in enumerate(table.places):
        if city in row and seat != table.seat:
            return seat
    return None


def challenge(table: Table, attacker: Number, defence: Seat) -> Table:
    """Stop the agent, which must fight (C12). It is exact if no step of any kind is left at that moment (C13)."""
    exact = not table.steps and not table.extra
    return _face(table, Duel(attacker, defence, None, exact))


def _face(table: Table, duel: Duel) -> Table:
    """Let the aggressor choose an opposing agent, if there is a choice (C17)."""
    choice = rivals(table, duel)
    if len(choice) > 1:
        return table._replace(phase=Phase.FIGHT, duel=duel)
    return fight(table._replace(duel=duel), choice[0])


def rivals(table: Table, duel: Duel) -> list[Number]:
    """List the opposing agents in the city; of those without luggage, which are all alike, only the first."""
    city = table.places[table.seat][duel.attacker - 1]
    loads = table.loads[duel.defence]
    here = [number for number, place in enumerate(table.places[duel.defence], 1) if place == city]
    plain = [number for number in here if loads[number - 1] is None]
    return [number for number in here if number not in plain[1:]]


def duel_of(table: Table) -> Duel:
    """Return the duel that is being fought."""
    assert table.duel is not None, "only reached in a duel"
    return table.duel


def fight(table: Table, defender: Number) -> Table:
    """Set the agent to fight (C17); both players then choose a card (C13)."""
    return table._replace(phase=Phase.DUEL, duel=duel_of(table)._replace(defender=defender))


def duellists(table: Table) -> tuple[Seat, Seat]:
    """Return the seats of the aggressor and the defender."""
    return table.seat, duel_of(table).defence


class Revealed(NamedTuple):
    """Both cards, the aggressor's first, and whether the aggressor won."""

    attack: int
    defence: int
    won: bool


def choose_card(state: State, seat: Seat, card: int) -> State:
    """Note a seat's card, unseen by the other (C13)."""
    table, secrets = state
    return State(table, secrets._replace(chosen=put(secrets.chosen, seat, card)))


def revealed(state: State) -> Revealed | None:
    """Return the cards once both have chosen. The higher wins; a tie goes to an aggressor with an exact count (C13)."""
    table, secrets = state
    duel = duel_of(table)
    attack, defence = secrets.chosen[table.seat], secrets.chosen[duel.defence]
    if attack is None or defence is None:
        return None
    won = attack > defence or (attack == defence and wins_tie(table))
    return Revealed(attack, defence, won)


def wins_tie(table: Table) -> bool:
    """Tell whether equal cards are a win for the aggressor (C13)."""
    return duel_of(table).exact and table.rules.exact_count_wins


def settle(state: State, cards: Revealed) -> State:
    """Set the cards aside (C14), remove the loser's agent (C15), give an aggressor who wins a step (C16).

    The suitcase of a beaten aggressor becomes the spoils that the defender may take.
    """
    table, secrets = state
    duel = duel_of(table)
    assert duel.defender is not None
    load = table.loads[table.seat][duel.attacker - 1]
    hands = put(table.hands, table.seat, _hand_without(table, table.seat, cards.attack))
    hands = put(hands, duel.defence, _hand_without(table, duel.defence, cards.defence))
    table = table._replace(hands=hands, duels=table.duels + 1)
    if cards.won:
        table = _beat(table, duel.defence, duel.defender, cards.defence)
        extra = table.extra + table.rules.extra_steps
        table = table._replace(extra=extra, mover=duel.attacker if extra else 0)
    else:
        table = _beat(table, table.seat, duel.attacker, cards.attack)
        table = table._replace(duel=duel._replace(spoils=load))
    return State(table, secrets._replace(chosen=(None,) * table.players))


def _hand_without(table: Table, seat: Seat, card: int) -> tuple[int, ...]:
    """Return the cards left; a player who has used all of them takes all of them back (C14)."""
    hand = list(table.hands[seat])
    hand.remove(card)
    return tuple(hand) or tuple(sorted(table.rules.duel_cards))


def _beat(table: Table, seat: Seat, agent: Number, card: int) -> Table:
    """Take the loser's agent out of the game, or, if it lost with a 0, back to its colour's start space (C15, C22)."""
    back = table.rules.board.starts[COLOURS_IN_PLAY[table.players][seat]]
    return send_away(table, seat, agent, back if card == table.rules.retreat_card else None)


def go_on(table: Table) -> Table:
    """Continue after a win: with the next rival in the city (C17), or with the turn (C16)."""
    duel = duel_of(table)
    if rivals(table, duel):
        return _face(table, duel._replace(defender=None))
    return table._replace(phase=Phase.MOVE, duel=None)
