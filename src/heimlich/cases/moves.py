"""Positions for "What would you do?": a decision of a real game, and what the master found out about some moves.

The master searches for each answer, and it may be bettered some day. So positions are worked out beforehand
(`training/heimlich_co/moves.py`) and kept in a data file, which never changes; more of them come in a further file, for
later days. A position is the number of a game among yardsticks, which is played again exactly, and a moment in it.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from heimlich.cases.calendar import CaseName
from heimlich.cases.making import GAME, RULES, draw_names, play_steps
from heimlich.chance import Seeded
from heimlich.game import Decision
from heimlich.games import GAMES
from heimlich.games.heimlich_co.actions import MoveAgents
from heimlich.games.heimlich_co.movement import walk
from heimlich.games.heimlich_co.names import RING, Agent
from heimlich.games.heimlich_co.notation import parse_action, read_building
from heimlich.games.heimlich_co.scoring import is_due, score
from heimlich.games.heimlich_co.state import Table
from heimlich.record import AnyStep, Record, new_record

FILES = {1: "moves1.json"}  # by the number of the day from which a file is in use; none of them ever changes
PLAYERS = (3, 4, 4, 5)  # of which one number is drawn for each game
BOTS = ("gu", "gu", "decoy-30", "hider", "g1")  # of which each seat gets one
LEAST_GAP = 300  # by which the best move of a position is better than the one that looks best: see `Position.gap` …
LEAST_ERRORS = 4  # … and in standard errors
_SEED = "heimlich move 1"


class Candidate(msgspec.Struct, frozen=True):
    """A move that is offered, with the master's findings about it."""

    move: str  # in notation: move red 2 blue 3
    safe: str | None  # where the master would put the safe, if the move scores and the game goes on
    win: int  # the probability to win, in hundredths of a percent …
    error: int  # … and its standard error
    gain: int  # points of the own agent until its player's next turn, on average, in tenths …
    lead: int  # … and how far it is ahead of the best agent of another player then
    suspicion: int  # the percentage that the perfect observer gives to this agent being the player's, after the move


class Position(msgspec.Struct, frozen=True):
    """A decision to make, with its solution."""

    game: int  # the number of the game
    moment: int  # decisions before this one
    seat: int
    agent: Agent  # its own
    suspicion: int  # as in `Candidate`, before the move
    gap: int  # how much better the best move is than the one that looks best, in hundredths of a percent …
    gap_error: int  # … and its standard error
    played: tuple[int, int]  # of 100 games played to the end, those won after the best move, and after the other
    best: int  # the index of the best move
    looks: int  # and of the one that looks best: a greedy player's
    moves: tuple[Candidate, ...]


class PositionFile(msgspec.Struct, frozen=True):
    """A data file."""

    format: str
    rollouts: int  # for each candidate
    positions: tuple[Position, ...]


class MoveFacts(NamedTuple):
    """The facts about a move, by the rules alone."""

    points: tuple[tuple[Agent, int], ...]  # what a scoring brings at once, to those that it brings something
    scores: bool
    ends: bool  # the game
    ahead: int  # buildings from the own agent to the safe, clockwise, after the turn; 0: it stands there


@lru_cache(maxsize=len(FILES))
def read_file(name: str) -> PositionFile:
    """Read a data file of the package."""
    return msgspec.json.decode((files("heimlich.cases") / "data" / name).read_bytes(), type=PositionFile)


def position_of(number: int) -> Position:
    """Return the position of the day with this number; after a file's last one its first comes again."""
    start = max(day for day in FILES if day <= number)
    known = read_file(FILES[start]).positions
    return known[(number - start) % len(known)]


def play_game(number: int) -> Iterator[AnyStep]:
    """Play the game of this number, step by step."""
    bots, source = company(number)
    return play_steps(GAMES[GAME], bots, f"{_SEED} {number}", source)


def company(number: int) -> tuple[list[str], Seeded]:
    """Return the bots of a game, and its chance."""
    source = Seeded(f"{_SEED} {number}")
    players = PLAYERS[source.below(len(PLAYERS), "players", 0)]
    return [BOTS[source.below(len(BOTS), "bots", seat)] for seat in range(players)], source


class Problem(NamedTuple):
    """A position, and the game up to it. To be shown before an answer: what `position.seat` has seen of it."""

    name: CaseName
    position: Position
    record: Record
    state: Any  # at the stop


def make_problem(name: CaseName) -> Problem:
    """Return the problem of a day."""
    position = position_of(name.number)
    record, state = play_until(position)
    return Problem(name, position, record, state)


def play_until(position: Position) -> tuple[Record, Any]:
    """Play a position's game again up to its stop."""
    game, events, moment, state = GAMES[GAME], [], 0, None
    for step in play_game(position.game):
        events.append(step.event)
        state = step.after
        moment += isinstance(step.event, Decision)
        if moment == position.moment and game.chance(state) is None:
            break
    bots, source = company(position.game)
    record = new_record(game, RULES, draw_names(source, len(bots)))
    return Record(record.game, record.rules, record.seats, tuple(events)), state


def facts_of(table: Table, agent: Agent, candidate: Candidate) -> MoveFacts:
    """Return what the rules say about a candidate, for the player of this agent."""
    move = parse_action(candidate.move)
    assert isinstance(move, MoveAgents)
    after = walk(table, move)
    scores = is_due(after)
    if scores:
        after = score(after)
    gains = [new - old for new, old in zip(after.points, table.points, strict=True)]
    points = tuple((one, gain) for one, gain in zip(table.agents, gains, strict=True) if gain)
    safe = after.safe if candidate.safe is None else read_building(candidate.safe)
    ends = after.reached or max(after.points) >= table.rules.target
    return MoveFacts(points, scores, ends and not table.rules.play_out_round, (safe - after.place(agent)) % RING)


def steps_of(candidate: Candidate) -> tuple[tuple[Agent, int], ...]:
    """Return which agents a candidate moves, and how far."""
    move = parse_action(candidate.move)
    assert isinstance(move, MoveAgents)
    return move.steps
