"""Bots that are other programs: JSON lines over their standard input and output, or over a socket.

The arena sends JSON objects: `start` (game, ruleset, players, seat, seed), `seen` (events as this seat sees them, in
notation), `decide` (what this seat sees, its legal actions, and its budget) and `over` (each seat's share of the win).
A program answers `decide`, and nothing else, with `{"action": "…"}`. docs/arena.md describes the protocol in full.
"""

import atexit
import contextlib
import json
import multiprocessing
import os
import selectors
import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from heimlich.errors import HeimlichError
from heimlich.game import Budget
from heimlich.games import GAMES

PATIENCE = 30.0  # seconds beyond its budget, after which a program is given up
GRACE = 2.0  # seconds, for a program to end
LONGEST = 1 << 20  # bytes of one answer
QUOTED = 80  # characters of a wrong answer
LAST_PORT = 65535


class ProgramLink:
    """A connection to a program: whole lines in both directions."""

    def __init__(self, word: str) -> None:
        self.word = word
        kind, _, rest = word.partition(":")
        self._rest = b""
        self._process: subprocess.Popen[bytes] | None = None
        try:
            if kind == "tcp":
                host, _, port = rest.rpartition(":")
                self._socket = socket.create_connection((host, int(port)), PATIENCE)
            else:
                ours, theirs = socket.socketpair()
                self._socket = ours
                with theirs:
                    self._process = subprocess.Popen(shlex.split(rest), stdin=theirs.fileno(), stdout=theirs.fileno())
                _end_programs_with_worker()
        except (OSError, ValueError) as error:
            if kind != "tcp":
                self._socket.close()
            raise HeimlichError(f"'{word}' does not start: {error}") from None

    def send(self, message: dict[str, Any]) -> None:
        """Send one line to the program."""
        try:
            self._socket.settimeout(PATIENCE)
            self._socket.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        except TimeoutError:
            raise HeimlichError(f"'{self.word}' has not read for {PATIENCE:.0f} s what it is sent") from None
        except OSError:
            raise self._hung_up() from None

    def refuse_early_answer(self) -> None:
        """Refuse what the program has said without being asked: it would pass for the answer to the next question."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            if selector.select(0):
                with contextlib.suppress(OSError):
                    self._rest += self._socket.recv(65536)
        if self._rest:
            raise HeimlichError(
                f"'{self.word}' said {_quoted(self._rest)} without being asked; it answers each 'decide' with one line"
            )

    def _hung_up(self) -> HeimlichError:
        """Make the error for a closed connection; of a program that was started here, how it ended."""
        how = ""
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                how = f"; it ended with exit status {self._process.wait(GRACE)}"
        return HeimlichError(f"'{self.word}' has hung up{how}")

    def receive(self, patience: float) -> dict[str, Any]:
        """Receive one line from the program."""
        until = time.monotonic() + patience
        with selectors.DefaultSelector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                left = until - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise HeimlichError(f"'{self.word}' gave no answer within {patience:.0f} s")
                part = b""
                with contextlib.suppress(ConnectionError):
                    part = self._socket.recv(65536)
                if not part:
                    raise self._hung_up()
                self._rest += part
                if len(self._rest) > LONGEST:
                    raise HeimlichError(f"'{self.word}' says too much at once")
        text, self._rest = self._rest.split(b"\n", 1)
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):  # the latter for brackets within brackets, thousands deep
            raise HeimlichError(f"'{self.word}' did not answer in JSON: {_quoted(text)}") from None
        if not isinstance(answer, dict) or "action" not in answer:
            raise HeimlichError(f"'{self.word}' did not answer with {{\"action\": …}}: {_quoted(text)}")
        return answer

    def kill(self) -> None:
        """End a program that was started for it at once."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Close the connection; a program that was started for it is ended if it does not exit soon."""
        self._socket.close()
        if self._process is not None:
            try:
                self._process.wait(GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def _quoted(said: bytes) -> str:
    """Quote the beginning of a program's first line; what is no text is shown as numbers."""
    return repr(said.split(b"\n", 1)[0][:QUOTED].decode(errors="backslashreplace"))


def _is_address(text: str) -> bool:
    host, _, port = text.rpartition(":")
    return bool(host) and port.isdecimal() and 0 < int(port) <= LAST_PORT


def _end_programs_with_worker() -> None:
    """In a worker process, which ends by a signal: let its programs end with it, even those that read no more."""
    if multiprocessing.parent_process() is None:
        return  # `hang_up` does it
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _killed)


def _killed(number: int, _: object) -> None:
    for link in _links.values():
        link.kill()
    os._exit(128 + number)


_links: dict[tuple[str, int], ProgramLink] = {}


def link_to(word: str, seat: int) -> ProgramLink:
    """The connection for a seat of a table, kept from game to game."""
    if (word, seat) not in _links:
        _links[word, seat] = ProgramLink(word)
    return _links[word, seat]


@atexit.register
def hang_up() -> None:
    """Close all connections."""
    while _links:
        _links.popitem()[1].close()


@lru_cache(maxsize=2)
def _display(game: str) -> Callable[[Any], dict[str, Any]]:
    shown: Callable[[Any], dict[str, Any]] = GAMES[game].display
    return shown


class External:
    """A program, as a bot."""

    def __init__(self, word: str, game: str) -> None:
        self.name = word
        self._game = game
        self._link: ProgramLink | None = None

    @staticmethod
    def check(word: str) -> None:
        """Refuse a word that names no program."""
        kind, _, rest = word.partition(":")
        try:
            fine = bool(shlex.split(rest)) if kind == "cmd" else _is_address(rest)
        except ValueError:
            fine = False
        if not fine:
            raise HeimlichError(f"'{word}' names no program; it looks like: cmd:./bot --deep, or tcp:HOST:PORT")

    def begin(self, ruleset: str, players: int, seat: int, seed: str) -> None:
        """Send the start of a game."""
        self._link = link_to(self.name, seat)
        about = {"game": self._game, "ruleset": ruleset, "players": players, "seat": seat, "seed": seed}
        self._link.send({"type": "start", **about})

    def watch(self, before: Any, events: Sequence[Any], after: Any) -> None:
        """Send what the seat has seen."""
        del before, after
        assert self._link is not None, "only after `begin`"
        if events:
            self._link.send({"type": "seen", "events": [str(event) for event in events]})

    def choose(self, view: Any, actions: Sequence[Any], budget: Budget, rng: Random) -> Any:
        """Ask the program for its decision; refuse it with the reason if it is not possible."""
        del rng  # the program got a seed of its own
        assert self._link is not None, "only after `begin`"
        words = {str(action): action for action in actions}
        limit = {name: value for name, value in budget._asdict().items() if value is not None and name != "least"}
        self._link.refuse_early_answer()
        self._link.send({"type": "decide", "view": _display(self._game)(view), "actions": list(words), **limit})
        answer = self._link.receive(PATIENCE + (budget.seconds or 0.0))
        said = str(answer["action"])
        chosen = words.get(said)
        if chosen is None:
            raise HeimlichError(
                f"'{self.name}' decided {said[:QUOTED]!r}, which is not legal now; 'actions' has what is"
            )
        return chosen

    def end(self, shares: Sequence[float]) -> None:
        """Send the end of the game."""
        assert self._link is not None, "only after `begin`"
        self._link.send({"type": "over", "shares": list(shares)})
