"""The end (C21): when it comes, who has won, and why."""

from heimlich.game import Line, Outcome, Seat, Term
from heimlich.games.suitcases.state import Phase, Result, State, Table, agents_of, is_in_play, secrets_of

ENDINGS = ("ten-secrets", "last-standing", "out-of-reach", "turn-limit")


def seats_in_play(table: Table) -> list[Seat]:
    """List the players that still have agents; the others are out (C21)."""
    return [seat for seat in range(table.players) if is_in_play(table, seat)]


def ending(table: Table) -> str | None:
    """Return the ending if the game is over now: enough secrets, one player left, or no one can still win (C21)."""
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
    """Tell whether the limit of turns is reached; each player's turn counts (C21)."""
    return table.rules.turn_limit is not None and table.turn >= table.rules.turn_limit


def finish(state: State, how: str) -> State:
    """Reveal everything (C23) and give the win (C21)."""
    table, secrets = state
    winners = _winners(table)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(table.players))
    result = Result(Outcome(winners, shares, how), secrets.contents)
    table = table._replace(phase=Phase.OVER, result=result, duel=None, losing=0)
    return State(table, secrets._replace(chosen=(None,) * table.players))


def leaders(table: Table) -> list[Seat]:
    """List the players still in play who have the most secrets (C21)."""
    left = seats_in_play(table)
    best = max(secrets_of(table, seat) for seat in left)
    return [seat for seat in left if secrets_of(table, seat) == best]


def _winners(table: Table) -> tuple[Seat, ...]:
    """List the leaders, or, where the rules say so, those of them with the most agents left; equals share (C21)."""
    first = leaders(table)
    if table.rules.agents_break_ties:
        most = max(agents_of(table, seat) for seat in first)
        first = [seat for seat in first if agents_of(table, seat) == most]
    return tuple(first)


def reasons(table: Table, result: Result) -> list[Line]:
    """Say why the game is over, and what decided between the leaders, as lines of the log."""
    lines = [Line(f"over-{result.outcome.ending}", {"n": table.rules.target})]
    level = leaders(table)
    if len(level) > 1 and table.rules.agents_break_ties:
        scores = [Line("score", {"seat": Term("seat", str(seat)), "n": agents_of(table, seat)}) for seat in level]
        lines.append(Line("why-agents", {"scores": scores}))
    elif len(level) > 1:
        lines.append(Line("why-level", {}))
    return lines


def next_seat(table: Table) -> Seat:
    """Return the next seat clockwise (C6), without players that are out (C21)."""
    seat = (table.seat + 1) % table.players
    while not is_in_play(table, seat):
        seat = (seat + 1) % table.players
    return seat
