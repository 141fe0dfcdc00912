"""A fair queue: the payer who was served least lately comes first, so that one payer's many questions block nobody.

Work is asked for on behalf of a payer: an address, and a guest there. Of the addresses that wait, the one that was
served least goes first, of its guests alike, and of a guest's questions the oldest. Service is forgotten by and by, so
that one who has played for hours is as welcome as one who has just come.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

HALF_LIFE_S = 60.0  # after which service counts half
FORGOTTEN = 0.01  # seconds of service: less is nothing

T = TypeVar("T")


class Payer(NamedTuple):
    """The account on which work is done."""

    address: str = ""
    guest: str = ""


class FairQueue(Generic[T]):
    """Waiting items by payer, and the recent service of each payer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: dict[str, dict[str, deque[T]]] = {}  # by address, then by guest
        self._had: dict[tuple[str, ...], tuple[float, float]] = {}  # seconds, and when they were counted
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def add(self, payer: Payer, item: T) -> None:
        """Add an item to a payer's queue."""
        self._waiting.setdefault(payer.address, {}).setdefault(payer.guest, deque()).append(item)
        self._number += 1

    def take(self, prefers: Callable[[T], bool] = lambda _: True) -> tuple[Payer, T] | None:
        """Take the next item; of the guest whose turn it is, a preferred one if there is any."""
        if not self._waiting:
            return None
        address = min(self._waiting, key=lambda name: self.had(name))
        guests = self._waiting[address]
        guest = min(guests, key=lambda name: self.had(address, name))
        items = guests[guest]
        index = next((index for index, item in enumerate(items) if prefers(item)), 0)
        item = items[index]
        del items[index]
        self._number -= 1
        if not items:
            del guests[guest]
        if not guests:
            del self._waiting[address]
        return Payer(address, guest), item

    def charge(self, payer: Payer, seconds: float) -> None:
        """Charge a payer for seconds of service."""
        for key in ((payer.address,), (payer.address, payer.guest)):
            self._had[key] = self.had(*key) + seconds, self._clock()
        if len(self._had) > 10_000:
            self._had = {key: had for key, had in self._had.items() if self.had(*key) > FORGOTTEN}

    def had(self, *key: str) -> float:
        """Return the recent seconds of service of an address, or of a guest there."""
        seconds, at = self._had.get(key, (0.0, 0.0))
        return seconds * 0.5 ** ((self._clock() - at) / HALF_LIFE_S) if seconds else 0.0
