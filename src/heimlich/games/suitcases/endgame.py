"""The end (C21): when it comes, who has won, and why."""

from heimlich.game import Line, Outcome, Seat, Term
from heimlich.games.suitcases.state import Phase, Result, State, Table, agents_of, is_in_play, secrets_of

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
    """All is revealed (C23), and the win is given (C21)."""
    table, secrets = state
    winners = _winners(table)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(table.players))
    result = Result(Outcome(winners, shares, how), secrets.contents)
    table = table._replace(phase=Phase.OVER, result=result, duel=None, losing=0)
    return State(table, secrets._replace(chosen=(None,) * table.players))


def leaders(table: Table) -> list[Seat]:
    """The players still in play who have the most secrets (C21)."""
    left = seats_in_play(table)
    best = max(secrets_of(table, seat) for seat in left)
    return [seat for seat in left if secrets_of(table, seat) == best]


def _winners(table: Table) -> tuple[Seat, ...]:
    """Of those who lead, where the table says so, the ones with the most agents left; equal ones share (C21)."""
    first = leaders(table)
    if table.rules.agents_break_ties:
        most = max(agents_of(table, seat) for seat in first)
        first = [seat for seat in first if agents_of(table, seat) == most]
    return tuple(first)


def reasons(table: Table, result: Result) -> list[Line]:
    """Why the game is over, and what decided between those who lead, as lines of the log."""
    told = [Line(f"over-{result.outcome.ending}", {"n": table.rules.target})]
    level = leaders(table)
    if len(level) > 1 and table.rules.agents_break_ties:
        scores = [Line("score", {"seat": Term("seat", str(seat)), "n": agents_of(table, seat)}) for seat in level]
        told.append(Line("why-agents", {"scores": scores}))
    elif len(level) > 1:
        told.append(Line("why-level", {}))
    return told


def next_seat(table: Table) -> Seat:
    """Clockwise (C6); who is out is passed over (C21)."""
    seat = (table.seat + 1) % table.players
    while not is_in_play(table, seat):
        seat = (seat + 1) % table.players
    return seat
