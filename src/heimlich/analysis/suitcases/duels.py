"""Duels as a ledger: the cards shown, who won, what became of the loser, and the cards left to both."""

from collections.abc import Iterator

from heimlich.analysis.course import Course, Passage
from heimlich.analysis.story import DuelTold
from heimlich.games.suitcases.actions import PlayDuelCard
from heimlich.games.suitcases.duels import duel_of
from heimlich.games.suitcases.names import colour_name


def ledger(course: Course) -> Iterator[DuelTold]:
    """List all duels of a game, in order."""
    for passage in course.passages:
        before, after = passage.steps[0].before.table, passage.steps[0].after.table
        if after.duels > before.duels:
            yield _duel(passage)


def _duel(passage: Passage) -> DuelTold:
    before, after = passage.steps[0].before, passage.steps[0].after.table
    table, duel = before.table, duel_of(before.table)
    assert isinstance(passage.action, PlayDuelCard)
    assert duel.defender is not None
    seats = table.seat, duel.defence
    chosen = list(before.secrets.chosen)
    chosen[passage.seat] = passage.action.card
    city = table.places[table.seat][duel.attacker - 1]
    beaten = after.places[duel.defence][duel.defender - 1] != city
    loser, number = (duel.defence, duel.defender) if beaten else (table.seat, duel.attacker)
    agents = tuple(
        f"{colour_name(table.players, seat)}-{agent}"
        for seat, agent in zip(seats, (duel.attacker, duel.defender), strict=True)
    )
    return DuelTold(
        passage.number,
        str(city),
        seats,
        (agents[0], agents[1]),
        (chosen[seats[0]], chosen[seats[1]]),
        seats[0] if beaten else seats[1],
        "out" if after.places[loser][number - 1] is None else "back",
        (after.hands[seats[0]], after.hands[seats[1]]),
    )
