"""Two people play a game to its end over https: `python -m tests.live.operating.evening ADDRESS CERTIFICATE`.

A program, so that a test can start it at another host.
"""

import asyncio
import ssl
import sys
from random import Random

from tests.live.clients import leave, seated, verified
from tests.live.servers import LiveServer

TERMS = {"game": "heimlich-co", "edition": "rio-grande", "seats": 2}


class Site(LiveServer):
    """A server that others have started."""

    def __init__(self, address: str, certificate: str) -> None:
        self.url, self.tls = address, ssl.create_default_context(cafile=certificate)


async def play(site: Site) -> str:
    """Play a game; the table."""
    clients = await seated(site, TERMS)
    await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
    await leave(clients)
    return clients[0].table


def main(address: str, certificate: str) -> None:
    """Play, check the record, and say at which table."""
    site = Site(address, certificate)
    status, page, _ = site.ask("GET", "/")
    assert status == 200, status
    assert "<script" in page
    table = asyncio.run(play(site))
    print(table, verified(site.ask("GET", f"/api/tables/{table}/record")[1]))


if __name__ == "__main__":
    main(*sys.argv[1:])
