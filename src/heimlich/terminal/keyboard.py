"""Reads lines from the keyboard: they can be edited, Tab completes words, and arrow keys bring back earlier lines."""

from collections.abc import Iterable

try:
    import readline
except ImportError:  # not on every system; then lines are read as they come
    readline = None  # type: ignore[assignment]

BREAKS = " ,\t\n"  # what ends a word
# What was cut out of a line cannot be forgotten, so it does not come back either: Ctrl-Y does nothing.
BINDINGS = ("set enable-bracketed-paste off", "tab: complete", r'"\C-y": abort')
LIBEDIT_BINDING = "bind ^I rl_complete"  # how the library that macOS has instead names the same


class Keyboard:
    """The keyboard of one screen."""

    def __init__(self) -> None:
        self._words: list[str] = []
        if readline is None:
            return
        for binding in (LIBEDIT_BINDING,) if "libedit" in (readline.__doc__ or "") else BINDINGS:
            readline.parse_and_bind(binding)
        readline.set_completer_delims(BREAKS)
        readline.set_completer(self._complete)

    def read(self, prompt: str, words: Iterable[str]) -> str:
        """Read a line; these words can be completed in it."""
        self._words = sorted(set(words))
        return input(prompt).strip()

    def forget(self) -> None:
        """Forget earlier lines: what one person has typed is no business of the next one at this screen."""
        if readline is not None:
            readline.clear_history()

    def _complete(self, begun: str, number: int) -> str | None:
        found = [word for word in self._words if word.startswith(begun.lower())]
        return f"{found[number]} " if number < len(found) else None
