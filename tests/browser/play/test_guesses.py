"""A spectator guesses in secret who is who, beside the board; the result tells how spectators did."""

import asyncio
import threading
from random import Random

import pytest
from playwright.sync_api import expect

from heimlich.server.table.commands import Sit, Start
from tests.browser.conftest import MakeVisitor
from tests.browser.visitors import DESK, PHONE
from tests.live.clients import GAMES, Client
from tests.live.servers import LiveServer

TERMS = GAMES["heimlich-co"] | {"seats": 2, "public": True}


class Players:
    """Anna and Bob, who play behind the page's back when they are told to."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.tokens = [server.token("Anna"), server.token("Bob")]
        self.table = server.table(self.tokens[0], TERMS)
        self._started, self._finish = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()))
        self._thread.start()
        self._started.wait()

    async def _play(self) -> None:
        clients = [Client(self.server, token, self.table, seat) for seat, token in enumerate(self.tokens)]
        try:
            for seat, client in enumerate(clients):
                await client.__aenter__()
                await client.must(Sit(seat))
                await client.follow()
            await clients[0].must(Start())
            self._started.set()
            await asyncio.to_thread(self._finish.wait)
            await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        finally:
            self._started.set()
            for client in clients:
                await client.__aexit__()

    def finish(self) -> None:
        """Play to the end."""
        self._finish.set()
        self._thread.join()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_spectator_guesses_and_the_result_tells(
    make_visitor: MakeVisitor, server: LiveServer, size: tuple[int, int]
) -> None:
    players = Players(server)
    try:
        dora = make_visitor("Dora", size=size, reduced_motion="reduce").come_in()  # names do not fade in
        dora.command(players.table, {"do": "watch"})
        dora.go_to(players.table)
        page = dora.page
        if size == PHONE:
            page.get_by_role("tab", name="Notes").click()
        guess = page.get_by_role("region", name="Your secret guess")
        annas, bobs = guess.get_by_label("Anna’s agent"), guess.get_by_label("Bob’s agent")
        annas.select_option(index=1)
        bobs.select_option(index=2)
        first, second = (one.locator("option:checked").inner_text() for one in (annas, bobs))
        guess.get_by_label("Show my name").check()
        expect(guess.get_by_label("Show my name")).to_be_checked()
        page.reload()
        if size == PHONE:
            page.get_by_role("tab", name="Notes").click()
        expect(annas.locator("option:checked")).to_have_text(first)
        expect(bobs.locator("option:checked")).to_have_text(second)
        expect(guess.get_by_label("Show my name")).to_be_checked()
        assert dora.find_violations() == []
        assert dora.overflow() == 0
    finally:
        players.finish()
    page.locator("dialog[open][data-beat], #result").first.wait_for()
    dora.skip_unmasking()
    result = page.get_by_role("region", name="What spectators guessed")
    expect(result).to_contain_text("Dora")
    expect(result).to_contain_text(f"Anna: {first} and Bob: {second}")
    assert dora.find_violations() == []
