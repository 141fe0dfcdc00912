"""`heimlich cases --degree move`: the problem of a day in the terminal. What would you do?"""

import argparse
from typing import TYPE_CHECKING

from heimlich.cli.options import language_of
from heimlich.cli.replay import step_lines
from heimlich.games import GAMES
from heimlich.record import replay
from heimlich.text import Speaker

if TYPE_CHECKING:  # only those who look at problems need NumPy
    from heimlich.cases.moves import Candidate, Problem
    from heimlich.terminal.screen import Screen


def show_problem(options: argparse.Namespace) -> int:
    """Show the game with the eyes of the seat that has to decide, and the moves; with --answer, which is best."""
    from heimlich.cases.calendar import read_name, today
    from heimlich.cases.moves import make_problem
    from heimlich.terminal.face import face_of
    from heimlich.terminal.screen import Screen

    problem = make_problem(read_name(options.day or today().isoformat(), options.degree))
    record, position, game = problem.record, problem.position, GAMES[problem.record.game]
    screen = Screen(language=language_of(options))
    speaker = Speaker(game.id, record.seats, screen.language)
    title = screen.say("case.move.title")
    print(
        screen.say("case.headline", n=problem.name.number, day=problem.name.day.isoformat(), degree=title), "", sep="\n"
    )
    for step in replay(record, game):
        for line in step_lines(game, step, position.seat):
            print(speaker.line(line))
    board = face_of(game.id).board(game.view(problem.state, position.seat), list(record.seats), screen)
    agent = screen.say(f"heimlich-co.agent.{position.agent}")
    you = screen.say("case.move.you", name=record.seats[position.seat], agent=agent)
    print("", board, "", you, *_moves(problem, screen), sep="\n")
    if options.answer:
        print("", *_answer(problem, screen), sep="\n")
    return 0


def _moves(problem: "Problem", screen: "Screen") -> list[str]:
    return [f"  {number}  {_words(one, screen)}" for number, one in enumerate(problem.position.moves, 1)]


def _words(move: "Candidate", screen: "Screen") -> str:
    from heimlich.cases.moves import steps_of

    steps = ", ".join(f"{screen.say(f'heimlich-co.agent.{agent}')} {count}" for agent, count in steps_of(move))
    if move.safe is None:
        return steps
    return f"{steps}. {screen.say('case.move.safe', place=screen.say(f'heimlich-co.place.{move.safe}'))}"


def _answer(problem: "Problem", screen: "Screen") -> list[str]:
    """Tell how often each move wins, the best first."""
    position = problem.position
    rows = []
    for index in sorted(range(len(position.moves)), key=lambda one: -position.moves[one].win):
        one = position.moves[index]
        tags = [screen.say(f"case.move.{tag}") for tag in ("best", "looks") if getattr(position, tag) == index]
        told = f" ({', '.join(tags)})" if tags else ""
        rows.append(
            f"  {index + 1}  {screen.say('case.move.win', n=(one.win + 50) // 100)}{told}: {_words(one, screen)}"
        )
    best, looks = position.played
    return [*rows, "", screen.say("case.move.how"), screen.say("case.move.played", best=best, looks=looks)]
