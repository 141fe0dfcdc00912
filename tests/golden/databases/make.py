"""Make a database and a backup with the server of some commit, by playing on it.

    python tests/golden/databases/make.py NAME COMMIT

The commit's own code serves, over its own sockets, from a copy of its tree; Python and the packages are today's.
"""

import asyncio
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from heimlich.server.table.commands import Chat  # noqa: E402
from tests.live.authenticator import SoftPasskey  # noqa: E402
from tests.live.browsers import Browser  # noqa: E402
from tests.live.clients import GAMES, leave, seated, verified  # noqa: E402
from tests.live.people.seasons import begin, play_deal  # noqa: E402
from tests.live.people.test_groups import join, make, played  # noqa: E402
from tests.live.servers import LiveServer  # noqa: E402
from tests.live.traces import wait_until  # noqa: E402
from tests.server.push.devices import Device  # noqa: E402

TERMS = GAMES["heimlich-co"] | {"seats": 2}
MOVES = 7  # on the table that is kept in mid-game
PUSH = "https://fcm.googleapis.com/fcm/send/nobody"


async def play(server: LiveServer) -> dict[str, Any]:
    """Play one game to its end, another for some moves, and open a third table."""
    over = await seated(server, TERMS, names=("Anna", "Bert"))
    await asyncio.gather(*(client.play(Random(client.seat)) for client in over))
    kept = await seated(server, GAMES["heimlich-co"] | {"seats": 3}, names=("Clara", "Dora", "Emil"))
    await kept[0].must(Chat("players", "until tomorrow"))
    for move in range(MOVES):
        mover = next(client for client in kept if "offer" in client.picture)
        await mover.play(Random(move), 1)
        for client in kept:
            await client.catch_up()
    waiting = await asyncio.to_thread(server.table, over[0].token, TERMS)
    record = (await asyncio.to_thread(server.ask, "GET", f"/api/tables/{over[0].table}/record"))[1]
    await leave([*over, *kept])
    return {
        "over": over[0].table,
        "decisions": verified(record),
        "kept": kept[0].table,
        "updates": kept[0].number,
        "tokens": [client.token for client in kept],
        "waiting": waiting,
    }


def people(server: LiveServer) -> dict[str, Any]:
    """Make a guest who has everything that a guest can have: a passkey, codes, calls, a group, a season, a rating."""
    gerda, hans = Browser(server).arrive("Gerda"), server.token("Hans")
    assert gerda.add(SoftPasskey())[0] == 201
    codes = gerda.ask("POST", "/api/recovery-codes")[1]["codes"]
    assert gerda.ask("POST", "/api/calls/device", Device(PUSH).subscription())[0] == 200
    link = make(server, gerda.token, "Thursday")
    join(server, link, hans)
    season = begin(server, link, gerda.token)
    deal = play_deal(server, link, season, gerda.token)

    rated = server.table(gerda.token, TERMS | {"rated": True, "hints": False})

    async def finish() -> None:
        await leave(await played(server, rated, [gerda.token, hans]))

    asyncio.run(finish())
    wait_until(lambda: bool(gerda.ask("GET", "/api/guest/standing")[1]["ratings"]))
    (rating,) = gerda.ask("GET", "/api/guest/standing")[1]["ratings"]
    return {"code": codes[0], "group": link, "season": season, "deal": deal, "rating": rating["now"]}


def main(name: str, commit: str) -> None:
    """Make both files, and note what is in them."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        tree = folder / "tree"
        tree.mkdir()
        packed = subprocess.run(("git", "archive", commit, "src"), cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(("tar", "-x", "-C", tree), input=packed, check=True)
        environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "HEIMLICH_LOG_LEVEL": "warning"}
        database = folder / "tables.sqlite3"
        program = (sys.executable, "-m", "heimlich", "serve")
        server = LiveServer(str(database), environment, program).start()
        try:
            made = asyncio.run(play(server)) | {"people": people(server)}
        finally:
            server.stop()
        words = (sys.executable, "-m", "heimlich", "admin", "--database", database, "backup", folder / "backup")
        subprocess.run(words, check=True, env=environment, cwd=folder)
        (HERE / f"{name}.sqlite3.gz").write_bytes(gzip.compress(database.read_bytes(), 9, mtime=0))
        (HERE / f"{name}.backup.gz").write_bytes((folder / "backup").read_bytes())
    file = HERE / "expected.json"
    expected = json.loads(file.read_text()) if file.is_file() else {}
    expected[name] = {"commit": commit, **made}
    file.write_text(json.dumps(dict(sorted(expected.items())), indent=2) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
