"""Spectators who guess, over real sockets: their own devices know it, nobody else is sent a byte, and the end tells."""

import asyncio
from random import Random

from heimlich.server.table.audience.messages import OwnGuesses, Refusal, decode_server
from heimlich.server.table.commands import GuessAgents, Sit, Start, Watch
from tests.live.clients import GAMES, Client, leave
from tests.live.servers import LiveServer, serving

TWO = GAMES["heimlich-co"] | {"seats": 2}

EXPECTED = ("pong", "refused", "here")  # answers to what one did oneself, and who is connected


def guesses_in(client: Client) -> list[OwnGuesses]:
    return [message for message in map(decode_server, client.raw) if isinstance(message, OwnGuesses)]


async def watch(server: LiveServer, table: str, token: str) -> Client:
    client = await Client(server, token, table).__aenter__()
    await client.must(Watch())
    await client.follow()
    return client


def test_a_guess_is_known_to_its_spectator_alone_until_the_end(database: str) -> None:
    async def try_it() -> None:
        tokens = [server.token(name) for name in ("Anna", "Bob", "Dora", "Eve")]
        table = server.table(tokens[0], TWO)
        players = [await Client(server, token, table, seat).__aenter__() for seat, token in enumerate(tokens[:2])]
        for seat, client in enumerate(players):
            await client.must(Sit(seat))
            await client.follow()
        await players[0].must(Start())
        dora, tablet, eve = [await watch(server, table, token) for token in (tokens[2], tokens[2], tokens[3])]
        everyone = [*players, dora, tablet, eve]
        for client in everyone:
            await client.catch_up()
        others = [*players, eve]
        before = [len(client.raw) for client in others]
        one, other = list(dora.picture["game"]["points"])[:2]
        await dora.must(GuessAgents(((0, one), (1, other)), named=True))
        answer = await eve.do(GuessAgents(((0, "pink"),)))
        assert isinstance(answer, Refusal)
        assert answer.code == "guess"
        await tablet.until(lambda: bool(guesses_in(tablet)))
        assert guesses_in(tablet)[-1] == OwnGuesses({"0": one, "1": other}, named=True)
        for client, number in zip(others, before, strict=True):
            await client.catch_up()
            news = [text for text in client.raw[number:] if not any(f'"t":"{kind}"' in text for kind in EXPECTED)]
            assert news == [], "nobody else is sent anything"
        refused = await players[0].do(GuessAgents(((1, one),)))
        assert isinstance(refused, Refusal)
        again = await watch(server, table, tokens[2])
        await again.catch_up()
        assert guesses_in(again) == guesses_in(tablet)[-1:]
        await asyncio.gather(*(client.play(Random(client.seat)) for client in players))
        await eve.until(lambda: eve.stage == "over")
        (found,) = eve.picture["table"]["guesses"]
        assert found["agents"] == {"0": one, "1": other}
        assert eve.picture["table"]["people"][str(found["who"])]["name"] == "Dora"
        end = next(index for index, text in enumerate(players[0].raw) if '"stage":"over"' in text)
        assert not any('"guesses"' in text for text in players[0].raw[:end])
        await leave([*everyone, again])

    with serving(database) as server:
        asyncio.run(try_it())
