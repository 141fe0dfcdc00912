"""A cache of results that is bounded by their total size, not by their number.

`lru_cache` counts entries, and an entry here may be one action or fifty thousand.
"""

from collections.abc import Callable, Hashable, Sized
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Sized)


class Memo(Generic[Key, Value]):
    """A cache of a function's results, `room` items in all; a result larger than a tenth of that is not kept."""

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
        """The number of items in the cache."""
        return self._used
