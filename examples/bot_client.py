"""A bot of your own, over the network: `python bot_client.py http://127.0.0.1:8000 TABLE SEAT [TOKEN]`.

It sits down, follows the table with its seat's eyes, and answers every offer by chance; docs/protocol.md explains the
messages. Only the `websockets` package and heimlich's own `spell`, which spells an offer out, are needed.
"""

import asyncio
import json
import random
import sys
import urllib.request
from itertools import islice
from typing import Any

from websockets.asyncio.client import connect

from heimlich.offer import spell
from heimlich.server.table.audience.lines import unpack_offer


def new_token(server: str) -> str:
    body = json.dumps({"nickname": "Robby"}).encode()
    request = urllib.request.Request(server + "/api/tokens", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["token"])


async def play(server: str, table: str, seat: int, token: str) -> str:
    address = server.replace("http", "ws", 1) + f"/api/socket?table={table}"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:

        async def do(name: str, **command: Any) -> None:
            await socket.send(json.dumps({"t": "do", "id": name, "table": table, "command": command}))

        await do("sit", do="sit", seat=seat)
        await socket.send(json.dumps({"t": "join", "protocol": 1, "table": table, "seat": seat}))
        async for text in socket:
            message = json.loads(text)
            picture = message.get("p", {})
            if picture.get("table", {}).get("stage") in ("over", "ended", "closed"):
                break
            if picture.get("offer"):  # a new question: spell out what may be decided, and take one of it
                words = [words for part in unpack_offer(picture["offer"]) for words in islice(spell(part), 100)]
                await do(f"move {message['n']}", do="decide", seat=seat, number=message["n"],
                         action=" ".join(random.choice(words)))  # fmt: skip
    return token


if __name__ == "__main__":
    server, table, seat, *token = sys.argv[1:]
    asyncio.run(play(server, table, int(seat), token[0] if token else new_token(server)))
