"""Pictures to share and previews of links: of a table that is over, never before; hostile names; many at once."""

import asyncio
import html
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from heimlich.bench.server import cpu_seconds
from heimlich.server.web import pages
from heimlich.server.web.afterwards.links import Link, make_tags
from tests.drawing.test_poster import HOSTILE
from tests.live.clients import GAMES, leave, seated
from tests.live.servers import LiveServer

REFUSED = (409, {"code": "stage", "text": "a game can be drawn when it is over"})
MOST_S = 1.0  # of CPU time for handing out forty pictures


def fetch(
    server: LiveServer, path: str, headers: Mapping[str, str] | None = None
) -> tuple[int, bytes, Mapping[str, str]]:
    request = urllib.request.Request(server.url + path, headers=dict(headers or {}))
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read(), {name.lower(): value for name, value in answer.headers.items()}
    except urllib.error.HTTPError as error:
        return error.code, error.read(), {name.lower(): value for name, value in error.headers.items()}


def play(server: LiveServer, game: str, names: tuple[str, ...] = ()) -> str:
    """A table whose game is over."""

    async def to_the_end() -> str:
        clients = await seated(server, GAMES[game] | {"seats": 2}, names=names)
        await asyncio.gather(*(client.play(Random(client.seat)) for client in clients))
        await leave(clients)
        return clients[0].table

    return asyncio.run(to_the_end())


@pytest.fixture(scope="module")
def finished(server: LiveServer) -> str:
    return play(server, "heimlich-co", ('<b>"Anna"</b>', "Otto & 'Ö'"))


def test_nothing_is_drawn_before_the_end_for_anybody(server: LiveServer) -> None:
    async def look() -> None:
        clients = await seated(server, GAMES["heimlich-co"] | {"seats": 2})
        table = clients[0].table
        for ending in ("svg", "png", "svg?reveal=1", "png?reveal=1", "png?lang=de"):
            for token in ("", clients[0].token):
                path = f"/api/tables/{table}/picture.{ending}"
                assert (await asyncio.to_thread(server.ask, "GET", path, None, token))[:2] == REFUSED
        await leave(clients)

    asyncio.run(look())
    waiting = server.table(server.token("Anna"), GAMES["suitcases"])
    assert server.ask("GET", f"/api/tables/{waiting}/picture.png")[:2] == REFUSED
    assert server.ask("GET", "/api/tables/no-such-table/picture.png")[0] == 404


def test_a_finished_game_has_its_picture_with_and_without_secrets(server: LiveServer, finished: str) -> None:
    path = f"/api/tables/{finished}/picture"
    status, plain, headers = fetch(server, f"{path}.svg")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "Who was who?" in plain.decode()
    assert "&lt;b&gt;&quot;Anna" in plain.decode()
    told = fetch(server, f"{path}.svg?reveal=1")[1].decode()
    assert "Who was who?" not in told
    assert "Wer war wer?" in fetch(server, f"{path}.svg?lang=de")[1].decode()
    status, png, headers = fetch(server, f"{path}.png")
    assert (status, headers["content-type"]) == (200, "image/png")
    assert png.startswith(b"\x89PNG")
    for query in ("lang=xx", "reveal=2", "reveal=", "lang="):
        assert fetch(server, f"{path}.png?{query}")[0] == 400


def test_a_picture_is_sent_once_to_those_who_keep_it(server: LiveServer, finished: str) -> None:
    path = f"/api/tables/{finished}/picture.png"
    _, body, headers = fetch(server, path)
    assert "max-age" in headers["cache-control"]
    status, nothing, again = fetch(server, path, {"If-None-Match": headers["etag"]})
    assert (status, nothing, again["etag"]) == (304, b"", headers["etag"])
    assert fetch(server, path, {"If-None-Match": '"another"'})[:2] == (200, body)
    assert fetch(server, f"{path}?reveal=1")[2]["etag"] != headers["etag"]


def test_many_pictures_keep_the_server_free(server: LiveServer, finished: str) -> None:
    fetch(server, f"/api/tables/{finished}/picture.png")
    before = cpu_seconds(server.pid)
    paths = [f"/api/tables/{finished}/picture.png?lang={lang}&reveal={told}" for lang in ("de", "fr") for told in "01"]
    with ThreadPoolExecutor(8) as crowd:
        assert {status for status, *_ in crowd.map(lambda path: fetch(server, path), paths * 10)} == {200}
    assert cpu_seconds(server.pid) - before < MOST_S


# Previews of links


@pytest.fixture(scope="module")
def index(server: LiveServer) -> bytes:
    if not (pages.STATIC / "index.html").is_file():
        pytest.skip("the page is not built")
    return fetch(server, "/")[1]


def tags_of(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"<>]*)" />', page)
    return {name: html.unescape(text) for name, text in found}


def test_a_link_to_a_finished_game_has_a_preview(server: LiveServer, index: bytes, finished: str) -> None:
    status, body, headers = fetch(server, f"/replay/{finished}")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert headers["cache-control"] == "no-cache"
    assert headers["content-security-policy"] == fetch(server, "/")[2]["content-security-policy"]
    tags = tags_of(body.decode())
    assert tags["og:title"] == """Heimlich & Co.: <b>"Anna"</b>, Otto & 'Ö'"""
    assert tags["og:image"] == f"{server.url}/api/tables/{finished}/picture.png?lang=en"
    assert tags["twitter:card"] == "summary_large_image"
    assert "<b>" not in body.decode()
    assert re.sub(r"    <meta (?:property|name)=\"(?:og|twitter):.*\n", "", body.decode()) == index.decode()
    told = tags_of(fetch(server, f"/replay/{finished}?reveal=1&lang=fr&at=3")[1].decode())
    assert told["og:image"] == f"{server.url}/api/tables/{finished}/picture.png?lang=fr&reveal=1"
    assert fetch(server, told["og:image"].removeprefix(server.url))[0] == 200
    odd = tags_of(fetch(server, f"/replay/{finished}?reveal=%22%3E&lang=%3Cscript%3E")[1].decode())
    assert odd["og:image"] == tags["og:image"]


def test_the_page_of_a_game_that_is_not_over_is_the_plain_page(server: LiveServer, index: bytes) -> None:
    async def look() -> None:
        clients = await seated(server, GAMES["heimlich-co"] | {"seats": 2})
        answers = [
            await asyncio.to_thread(fetch, server, f"/replay/{table}{query}")
            for table in (clients[0].table, "no-such-table", "x" * 200, "%3Cscript%3E")
            for query in ("", "?reveal=1")
        ]
        assert {(status, body) for status, body, _ in answers} == {(200, index)}
        assert len({tuple(sorted(headers.items() - {("date", headers["date"])})) for *_, headers in answers}) == 1
        await leave(clients)

    asyncio.run(look())


@pytest.mark.usefixtures("index")
def test_a_strange_host_gets_no_preview(server: LiveServer, finished: str) -> None:
    for host in ('evil"><script>', "a b", "x/../y", "user@host"):
        try:
            assert b"og:image" not in fetch(server, f"/replay/{finished}", {"Host": host})[1]
        except (ValueError, urllib.error.URLError):
            continue  # refused on the way


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_only_ever_text_in_a_preview(name: str) -> None:
    tags = make_tags(Link("https://example.org", "abc", "en", True), "heimlich-co", (name,) * 7)
    assert tags.count("<") == tags.count("<meta ") == tags.count(" />")
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b-\u200f\x00-\x08\x1b]", tags)
    assert len(tags) < 3000
