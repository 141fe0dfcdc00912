"""Turn the command of a spectator who guesses into rows, or refuse it."""

from heimlich.games import part_of
from heimlich.server.table.checks import must_play
from heimlich.server.table.commands import GuessAgents
from heimlich.server.table.notes.guesses import MOST_GUESSERS, NO_GUESS, check_rate, guessed
from heimlich.server.table.refusals import Refused
from heimlich.server.table.rows import AnyData, Guessed
from heimlich.server.table.seats import Number, seats_of
from heimlich.server.table.situation import Situation


def agents_to_guess(now: Situation) -> tuple[str, ...]:
    """List the agents among which spectators may guess; none if the game has no hidden identities."""
    if now.state is None or now.plays_again:
        return ()
    names: tuple[str, ...] = part_of(now.terms.game, "games", "achievements").agents_to_guess(now.state)
    return names


def guess(now: Situation, command: GuessAgents, person: Number, at: int) -> list[AnyData]:
    """Note a spectator's guesses; only public facts decide whether they are possible."""
    must_play(now)
    if seats_of(now.chairs, person):
        raise Refused("guess", "those who play cannot guess as spectators")
    if now.plays_again:
        raise Refused("guess", "anyone can know this deal: there is nothing to guess")
    agents = agents_to_guess(now)
    if not agents:
        raise Refused("guess", "in this game there is nobody to unmask")
    for seat, agent in command.guesses:
        now.chair(seat)
        if agent and agent not in agents:
            raise Refused("guess", f"there is no agent '{agent[:40]}' here; there are: {', '.join(agents)}")
    before = now.guesses.get(person, NO_GUESS)
    if person not in now.guesses and len(now.guesses) >= MOST_GUESSERS:
        raise Refused("guess", f"{MOST_GUESSERS} spectators have guessed already; that is all there is room for")
    turn = now.state.table.turn
    after = guessed(before, command.guesses, turn, at, named=command.named)
    if (after.agents, after.named) == (before.agents, before.named):
        return []
    check_rate(before, at)
    return [Guessed(person, command.guesses, command.named, turn)]
