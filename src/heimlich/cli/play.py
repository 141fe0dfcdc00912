"""`heimlich play`: a game in the terminal, alone against bots or with friends on one screen."""

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from heimlich.bots.afterwords import afterword
from heimlich.bots.registry import make_bot
from heimlich.chance import Seeded
from heimlich.cli.choices import BOT_MARK, ask_for_missing, default_names
from heimlich.cli.options import (
    TableChoice,
    add_game,
    add_language,
    add_players,
    add_rules,
    add_seed,
    language_of,
    read_text,
    table,
)
from heimlich.cli.replay import step_lines
from heimlich.errors import HeimlichError
from heimlich.game import AnyState, AnyView, Budget, Decision, Line, Seat
from heimlich.games import GAMES, part_of
from heimlich.record import AnyStep, Record, Step, closed, new_record, read_record, replay
from heimlich.runner import bots_watch, play, seat_generators
from heimlich.terminal.face import counted, face_of
from heimlich.terminal.keyboard import Keyboard
from heimlich.terminal.screen import Screen
from heimlich.text import Speaker

LISTED = 40  # possibilities shown at once
COMMANDS = ("help", "moves", "board", "me", "log", "clues", "pad", "hint", "save", "quit")
THOUGHT = Budget(rollouts=512)  # a bot's budget for a decision; in rollouts, so that a seed gives the same game


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("play", help="play in the terminal, against bots or with friends on one screen")
    add_game(parser, default=None)
    add_rules(parser)
    add_players(
        parser, default=None, bots="a bot for all seats, a list: casual,master,… or mixed (default): different ones"
    )
    add_seed(parser)
    add_language(parser)
    parser.add_argument("--humans", type=int, help="number of players at this screen (default 1); the others are bots")
    parser.add_argument("--names", help="names of the players at this screen: Anna,Bob")
    parser.add_argument("--save", type=Path, help="where the game is saved and recorded")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--no-color", action="store_true", help="no colours: agents by the first letters of their names"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set up a new game or a saved one, and play it to the end or until somebody leaves."""
    screen = Screen(colour=False if options.no_color else None, language=language_of(options))
    session = resume(options, screen) if options.resume else begin(options, screen)
    return session.play()


def begin(options: argparse.Namespace, screen: Screen) -> "Session":
    """Start a new game; ask for missing options, where someone is there to answer."""
    chosen = ask_for_missing(options, screen)
    what = table(chosen)
    seats = default_names(what, chosen, screen)
    record = new_record(what.game, what.name, tuple(seats))
    return Session(what, record, options.save, options.seed, screen)


def resume(options: argparse.Namespace, screen: Screen) -> "Session":
    """Resume a saved game where it was left."""
    record = read_record(read_text(options.resume), GAMES)
    game = GAMES[record.game]
    if record.final is not None:
        raise HeimlichError(
            f"the game in '{options.resume}' is over; look at it with: heimlich replay {options.resume}"
        )
    what = TableChoice(game, record.rules, game.ruleset(record.rules), len(record.seats))
    session = Session(what, record, options.save or options.resume, options.seed, screen)
    session.catch_up()
    return session


class _Leave(Exception):
    """A player wants to stop here."""


class Session:
    """One game at one screen: who is a person, what has happened, and which events each has not read yet."""

    def __init__(self, what: TableChoice, record: Record, save: Path | None, seed: str | None, screen: Screen) -> None:
        self.what, self.game, self.record, self.screen = what, what.game, record, screen
        self.names = [name.removesuffix("]").split(BOT_MARK)[0] for name in record.seats]
        self.bot_kinds = [_bot_kind(name) for name in record.seats]
        self.bots = [make_bot(self.game.id, kind) if kind else None for kind in self.bot_kinds]
        self.bots_watch = bots_watch(self.game, self.bots)
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.seed = seed or secrets.token_hex(16)
        self.generators = seat_generators(self.seed, what.players)
        self.face = face_of(self.game.id)
        self.keyboard = Keyboard()
        self.speaker = Speaker(self.game.id, self.names, screen.language)
        self.file = save or _free_file(self.game.id)
        self.state = self.game.new(what.rules, what.players)
        self.steps: list[AnyStep] = []
        self.untold: dict[Seat | None, list[str]] = {seat: [] for seat in (None, *self.people)}
        self.at_screen: Seat | None = None

    def catch_up(self) -> None:
        """Replay what was played before; the last lines are shown again."""
        for step in replay(self.record, self.game):
            self._remember(step)
        for seat in self.untold:
            self.untold[seat] = self.untold[seat][-10:]

    def play(self) -> int:
        """Play to the end, or until somebody leaves."""
        try:
            play(self.game, self.state, Seeded(self.seed), self._ask, self._watch)
        except (_Leave, EOFError, KeyboardInterrupt):
            print()
            self.save(self.file)
            return 0
        self._end()
        return 0

    def _watch(self, before: AnyState, event: Any, after: AnyState) -> None:
        self._remember(Step(before, event, after))
        if len(self.people) < 2:
            self._tell(self.people[0] if self.people else None)

    def _remember(self, step: AnyStep) -> None:
        self.steps.append(step)
        if self.bots_watch is not None:
            self.bots_watch(*step)
        self.state = step.after
        for seat, lines in self.untold.items():
            lines += map(self.speaker.line, step_lines(self.game, step, seat))

    def _tell(self, seat: Seat | None) -> None:
        for line in self.untold[seat]:
            self.screen.tell(self.screen.dim("· ") + line)
        self.untold[seat] = []

    def _ask(self, state: AnyState, seats: Sequence[Seat]) -> Decision[Any]:
        """Ask the bots first, so that nobody waits for them; then the people, one after the other."""
        for seat in seats:
            bot = self.bots[seat]
            if bot is not None:
                view = self.game.view(state, seat)
                action = bot.choose(view, self.game.legal_actions(view), THOUGHT, self.generators[seat])
                return Decision(seat, action)
        return self._ask_person(state, seats[0])

    def _ask_person(self, state: AnyState, seat: Seat) -> Decision[Any]:
        view = self.game.view(state, seat)
        self._draw_curtain(seat)
        self._show(view)
        if len(self.people) > 1 and self.untold[seat]:
            print(f"\n{self.screen.say('terminal.since')}")
            self._tell(seat)
        while True:
            self.screen.tell(f"\n{self._hint(view)}")
            prompt = self.screen.say("terminal.prompt", name=self.names[seat])
            text = self.keyboard.read(prompt, (*COMMANDS, *self._words(view)))
            if self._command(view, text):
                continue
            action = self._read(view, text)
            if action is not None:
                return Decision(seat, action)

    def _draw_curtain(self, seat: Seat) -> None:
        """Clear what one person could see before the next one looks at the screen."""
        if len(self.people) < 2 or self.at_screen == seat:
            return
        self.screen.clear()
        print(f"\n\n  {self.screen.say('terminal.curtain', name=self.names[seat])}")
        input()
        self.keyboard.forget()
        self.screen.clear()
        self.at_screen = seat

    def _show(self, view: AnyView) -> None:
        print()
        print(self.face.board(view, self.names, self.screen))
        print()
        self.screen.tell(self.face.own(view, self.names, self.screen))

    def _words(self, view: AnyView) -> set[str]:
        """Return the words of all decisions that are possible now."""
        return {word for action in self.game.legal_actions(view) for word in str(action).split()}

    def _hint(self, view: AnyView) -> str:
        actions = self.game.legal_actions(view)
        if len(actions) == 1:
            return self.screen.say("terminal.hint-forced", action=str(actions[0]))
        return self.face.hint(view, self.screen)

    def _read(self, view: AnyView, text: str) -> Any | None:
        """Read an action; None if the text is none, after saying why."""
        actions = self.game.legal_actions(view)
        if not text and len(actions) == 1:
            return actions[0]
        if not text:
            return None
        try:
            action = self.game.parse_action(self.face.complete(view, text, self.screen))
            assert view.seat is not None, "only a seat is asked"
            self.game.apply(self.state, Decision(view.seat, action))
        except HeimlichError as error:
            self.screen.tell(self.screen.paint(str(error), 203))
            return None
        return action

    def _command(self, view: AnyView, text: str) -> bool:
        """Run a command to the terminal; whether the text was one, and so no decision."""
        word, _, rest = text.partition(" ")
        match word.lower():
            case "help" | "?" | "h":
                self.screen.tell(f"{self.face.help(view, self.screen)}\n\n{self.screen.say('terminal.help')}")
            case "moves":
                self._list_moves(view)
            case "board":
                print(self.face.board(view, self.names, self.screen))
            case "me":
                self.screen.tell(self.face.own(view, self.names, self.screen))
            case "log":
                lines = [line for step in self.steps for line in step_lines(self.game, step, view.seat)]
                self.screen.tell("\n".join(map(self.speaker.line, lines)))
            case "clues":
                self.screen.tell(
                    self.face.clues(self.game, self.steps, self.names, self.screen)
                    or self.screen.say("terminal.no-clues")
                )
            case "pad":
                self.screen.tell(
                    self.face.pad(self.game, self.steps, view, self.names, self.screen)
                    or self.screen.say("terminal.no-clues")
                )
            case "hint":
                self.screen.tell("\n".join(self._advise(view)))
            case "save":
                self.save(Path(rest) if rest else self.file)
            case "quit" | "exit" | "q":
                raise _Leave
            case _:
                return False
        return True

    def _advise(self, view: AnyView) -> list[str]:
        """Say what a careful player would look at now; with other people at the screen there are no hints."""
        if len(self.people) > 1:
            return [self.screen.say("terminal.no-hints")]
        lines: list[Line] = part_of(self.game.id, "analysis", "hints").hints(view, counted(self.game, self.steps))
        return [self.speaker.line(line) for line in lines] or [self.screen.say("terminal.nothing-to-hint")]

    def _list_moves(self, view: AnyView) -> None:
        actions = self.game.legal_actions(view)
        print(self.screen.say("terminal.moves", n=len(actions)))
        print("\n".join(f"  {action}" for action in actions[:LISTED]))
        if len(actions) > LISTED:
            print(f"  {self.screen.say('terminal.more', n=len(actions) - LISTED)}")

    def save(self, file: Path) -> None:
        """Write the game down, so that it can go on another day."""
        self._write(file)
        print(self.screen.say("terminal.saved", file=file))

    def _write(self, file: Path) -> None:
        record = replace(self.record, events=tuple(step.event for step in self.steps), lines=())
        try:
            file.write_text(str(closed(record, self.game, self.state)), "utf-8")
        except OSError as error:
            raise HeimlichError(f"cannot write '{file}': {error.strerror}") from None

    def _end(self) -> None:
        self.screen.clear() if len(self.people) > 1 else None
        view = self.game.view(self.state, None)
        print(self.face.board(view, self.names, self.screen), end="\n\n")
        if len(self.people) > 1:
            self.untold[None] = self._last_lines()
            self._tell(None)
        self._let_bots_speak()
        self._write(self.file)
        print(f"\n{self.screen.say('terminal.recorded', file=self.file)}")

    def _let_bots_speak(self) -> None:
        """After the game, let each bot say whom it suspected."""
        told: list[list[Line]] = []
        for seat, kind in enumerate(self.bot_kinds):
            said = afterword(self.game, kind, seat, self.steps, self.people, told.__contains__) if kind else []
            if said:
                told.append(said)
                words = " ".join(map(self.speaker.line, said))
                entry = self.screen.say("terminal.entry", name=self.names[seat], meaning=words)
                self.screen.tell(f"\n{entry}")

    def _last_lines(self) -> list[str]:
        lines: list[Line] = step_lines(self.game, self.steps[-1], None)
        return [self.speaker.line(line) for line in lines]


def _bot_kind(name: str) -> str | None:
    """The kind of bot that a seat's name carries: `Otto [casual]`."""
    if not name.endswith("]") or BOT_MARK not in name:
        return None
    return name.removesuffix("]").rsplit(BOT_MARK, 1)[1]


def _free_file(game: str) -> Path:
    """A name for a new file in the current folder."""
    number = 1
    while (file := Path(f"{game}-{number}.heimlich")).exists():
        number += 1
    return file
