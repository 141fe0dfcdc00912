"""Limits on what one address or guest may ask for: rates, numbers at a time, and which addresses count as one."""

import ipaddress
import time
from collections import Counter, OrderedDict

KEPT_BUCKETS = 20_000


def network_of(address: str) -> str:
    """Return the network that an address counts for: of IPv6 the first half, for one customer has 2^64 addresses."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Whereabouts:
    """The network that each guest last used; in memory only, and only for the latest guests."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, str] = OrderedDict()

    def note(self, guest: str, network: str) -> None:
        """Note the network of a guest's request."""
        self._known[guest] = network
        self._known.move_to_end(guest)
        if len(self._known) > KEPT_BUCKETS:
            self._known.popitem(last=False)

    def forget(self, guest: str) -> None:
        """Forget where a guest was."""
        self._known.pop(guest, None)

    def of(self, guest: str) -> str:
        """Return the network of a guest; a made-up one for this guest alone if it is not known."""
        return self._known.get(guest, f"? {guest}")


class Bucket:
    """A token bucket: `burst` at once, and `rate` a second on the average."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._left = float(burst)
        self._since = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Take an amount; False if too little is left."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class Buckets:
    """A bucket for each address; those not heard of for longest are forgotten first."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, amount: float = 1.0) -> bool:
        """Take an amount from this address's bucket; False if too little is left."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > KEPT_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(amount)


class Slots:
    """A limit on the number of things that each key holds at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Take a slot, to be given back; False if none is free."""
        if self._held[key] >= self._most:
            return False
        self._held[key] += 1
        return True

    def give_back(self, key: str) -> None:
        """Free a slot."""
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]
