"""Results that are kept for the next time, as long as they are few: what is bounded is their size, not their number.

`lru_cache` counts entries, and an entry here may be one action or fifty thousand.
"""

from collections.abc import Callable, Hashable, Sized
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Sized)


class Memo(Generic[Key, Value]):
    """A function's results by its argument, `room` items in all; one that would take a tenth of that is not kept."""

    def __init__(self, work_out: Callable[[Key], Value], room: int) -> None:
        self._work_out = work_out
        self._room, self._used = room, 0
        self._kept: dict[Key, Value] = {}

    def __call__(self, key: Key) -> Value:
        kept = self._kept.get(key)
        return kept if kept is not None else self._add(key)

    def _add(self, key: Key) -> Value:
        value = self._work_out(key)
        size = len(value) + 1
        if size <= self._room // 10:
            self._kept[key] = value
            self._used += size
            while self._used > self._room:
                oldest = next(iter(self._kept))
                self._used -= len(self._kept.pop(oldest)) + 1
        return value

    @property
    def used(self) -> int:
        """How many items are kept."""
        return self._used
