"""The end (C21): when it comes, and who has won."""

from heimlich.game import Outcome, Seat
from heimlich.games.suitcases.state import Phase, Result, State, Table, is_in_play, secrets_of

ENDINGS = ("ten-secrets", "last-standing", "out-of-reach", "turn-limit")


def seats_in_play(table: Table) -> list[Seat]:
    """A player without agents is out (C21)."""
    return [seat for seat in range(table.players) if is_in_play(table, seat)]


def ending(table: Table) -> str | None:
    """Whether the game is over at once: enough secrets, one player left, or nobody who could still win (C21)."""
    points = [secrets_of(table, seat) for seat in range(table.players)]
    target = table.rules.target
    if max(points) >= target:
        return "ten-secrets"
    left = seats_in_play(table)
    if len(left) == 1:
        return "last-standing"
    undelivered = table.players * sum(table.rules.contents) - sum(points)
    if max(points[seat] for seat in left) + undelivered < target:
        return "out-of-reach"
    return None


def is_limit_reached(table: Table) -> bool:
    """Each player's turn counts (C21)."""
    return table.rules.turn_limit is not None and table.turn >= table.rules.turn_limit


def finish(state: State, how: str) -> State:
    """All is revealed (C23), and the win is given; equal ones share it (C21)."""
    table, secrets = state
    left = seats_in_play(table)
    best = max(secrets_of(table, seat) for seat in left)
    winners = tuple(seat for seat in left if secrets_of(table, seat) == best)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(table.players))
    result = Result(Outcome(winners, shares, how), secrets.contents)
    table = table._replace(phase=Phase.OVER, result=result, duel=None, losing=0)
    return State(table, secrets._replace(chosen=(None,) * table.players))


def next_seat(table: Table) -> Seat:
    """Clockwise (C6); who is out is passed over (C21)."""
    seat = (table.seat + 1) % table.players
    while not is_in_play(table, seat):
        seat = (seat + 1) % table.players
    return seat
