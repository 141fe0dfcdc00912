"""Choose the tables that the lobby shows if there are too many: some of every host, so that nobody fills it alone."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable

MOST_OF_ONE_HOST = 5


def mix(hosted: Iterable[tuple[str, str]], network_of: Callable[[str], str], most: int) -> list[str]:
    """Choose at most `most` tables, the newest first: one of each network in turn, and there one of each host."""
    networks: dict[str, dict[str, deque[str]]] = defaultdict(lambda: defaultdict(deque))
    for table, host in hosted:
        tables = networks[network_of(host)][host]
        if len(tables) < MOST_OF_ONE_HOST or not host:  # tables whose host has left have no host to count by
            tables.append(table)
    turns = deque(deque(hosts.values()) for hosts in networks.values())
    chosen: list[str] = []
    while turns and len(chosen) < most:
        hosts = turns.popleft()
        tables = hosts.popleft()
        chosen.append(tables.popleft())
        if tables:
            hosts.append(tables)
        if hosts:
            turns.append(hosts)
    return chosen
