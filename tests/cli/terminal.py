"""A real terminal for tests: the program runs on a pty, and the test types and reads."""

import codecs
import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
PROMPT = r"[\w ]+> $"
CURTAIN = r"when nobody else is looking\.\s*$"
MOVES = r"\d+ \w+\s?:\n  (.*)"  # in any language: `2 possibilities:`, and the first of them


class Terminal:
    """`heimlich` with somebody at the keyboard."""

    def __init__(self, folder: Path, *words: str, colour: bool = True) -> None:
        self._master, slave = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "50"}
        environment.pop("NO_COLOR", None)
        if not colour:
            environment["NO_COLOR"] = "1"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "heimlich", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.shown = ""

    def read_until(self, pattern: str, seconds: float = 20) -> str:
        """What is shown until this stands at its end; colours are taken out."""
        end = time.monotonic() + seconds
        found = ""
        while not re.search(pattern, CODE.sub("", found)):
            ready, _, _ = select.select([self._master], [], [], max(0.0, end - time.monotonic()))
            try:
                part = self._decoder.decode(os.read(self._master, 65536)) if ready else None
            except OSError:  # the program has left
                part = None
            if part is None:
                raise AssertionError(f"waited for {pattern!r}; there was: {found[-2000:]}")
            found += part
        self.shown += found
        return CODE.sub("", found).replace("\r", "")

    def type(self, text: str) -> None:
        os.write(self._master, f"{text}\n".encode())

    def close(self) -> None:
        """End the program, if a test has left it running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(timeout=20)

    def press_ctrl_c(self) -> None:
        """As people do: again, if nothing happens. (A key pressed just before the program listens is not heard.)"""
        for _ in range(5):
            time.sleep(0.3)
            os.killpg(self.process.pid, signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=3)
                return

    def leave(self) -> tuple[int, str]:
        """Wait for the end: the exit code, and what was still shown."""
        found = ""
        while True:
            if not select.select([self._master], [], [], 30)[0]:
                raise AssertionError(f"waited for the end; there was: {found[-2000:]}")
            try:
                found += self._decoder.decode(os.read(self._master, 65536))
            except OSError:  # nobody writes there any more
                break
        os.close(self._master)
        self.shown += found
        return self.process.wait(timeout=20), CODE.sub("", found).replace("\r", "")


Open = Callable[..., Terminal]


def play_on(terminal: Terminal, until: str) -> str:
    """Take the first of all possibilities, again and again, until something is shown."""
    told = ""
    for _ in range(400):
        shown = terminal.read_until(rf"({PROMPT})|({CURTAIN})|({until})")
        told += shown
        if re.search(until, shown):
            return told
        if re.search(CURTAIN, shown):
            terminal.type("")
            continue
        terminal.type("moves")
        first = re.search(MOVES, terminal.read_until(PROMPT))
        assert first is not None
        terminal.type(first[1])
    raise AssertionError("the game does not end")
