"""The page as files: who asks what, how it is compressed, and how long it may be kept."""

import gzip
import json
import os
import re
import urllib.request
from pathlib import Path

import pytest
from litestar.testing import create_test_client

from heimlich.server.web import pages as page
from heimlich.text import LANGUAGES
from tests.live.servers import LiveServer

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"


@pytest.fixture(scope="module")
def index(server: LiveServer) -> str:
    """The page itself, which must have been built for these tests."""
    if not (page.STATIC / "index.html").is_file():
        if os.environ.get("CI"):
            pytest.fail("the page is not built")
        pytest.skip("the page is not built")
    status, body, _ = server.ask("GET", "/", headers={"Accept": "text/html"})
    assert status == 200
    assert isinstance(body, str)
    return body


@pytest.mark.parametrize("path", ["/", "/new", "/table/abc", "/table/abc/board", "/table", "/replay", "/replay/abc"])
def test_every_page_of_ours_is_the_same_file_and_asked_for_anew(server: LiveServer, index: str, path: str) -> None:
    status, body, headers = server.ask("GET", path)
    assert (status, body) == (200, index)
    assert headers["content-type"].startswith("text/html")
    assert headers["cache-control"] == "no-cache"
    assert headers["content-security-policy"].startswith(POLICY)
    assert headers["content-security-policy"].endswith("frame-ancestors 'none'")
    assert headers["x-frame-options"] == "DENY"


def test_only_a_replay_may_be_shown_in_a_frame(server: LiveServer, index: str) -> None:
    status, body, headers = server.ask("GET", "/embed/abc")
    assert (status, body) == (200, index)
    assert headers["content-security-policy"].startswith(POLICY)
    assert headers["content-security-policy"].endswith("frame-ancestors *")
    assert "x-frame-options" not in headers
    for path in ("/embed", "/embedded", "/api/tables", "/table/embed/abc", "//embed/abc"):
        assert server.ask("GET", path)[2]["x-frame-options"] == "DENY"


def test_what_the_page_loads_may_be_kept_for_ever_and_comes_compressed(server: LiveServer, index: str) -> None:
    [script] = re.findall(r'src="(/assets/[^"]+\.js)"', index)
    status, plain, headers = server.ask("GET", script)
    assert status == 200
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/javascript")
    for encoding in ("gzip", "br"):
        request = urllib.request.Request(server.url + script, headers={"Accept-Encoding": f"{encoding};q=1, zstd"})
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            assert answer.headers["content-encoding"] == encoding
            assert answer.headers["vary"] == "accept-encoding"
            assert len(body) < len(plain) / 2
            if encoding == "gzip":
                assert gzip.decompress(body).decode() == plain


def test_the_page_holds_nothing_that_its_policy_forbids(index: str) -> None:
    assert "<style" not in index
    assert "style=" not in index
    assert not re.search(r"<script(?![^>]*\bsrc=)", index)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', index)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js",
        "/assets/.stamp",
        "/assets/..%2f..%2fpage.py",
        "/assets/%2e%2e/index.html",
        "/assets/index.html.gz",
        "/static/index.html",
        "/nothing",
    ],
)
def test_programs_are_told_that_there_is_nothing(server: LiveServer, path: str) -> None:
    status, body, _ = server.ask("GET", path)
    assert status == 404
    assert body["code"] == "request"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_can_be_installed(server: LiveServer, index: str, language: str) -> None:
    assert '<link rel="manifest"' in index
    status, text, headers = server.ask("GET", f"/manifest.{language}.webmanifest")
    manifest = text if isinstance(text, dict) else json.loads(text)
    assert (status, headers["content-type"].partition(";")[0]) == (200, "application/manifest+json")
    assert (manifest["lang"], manifest["start_url"], manifest["scope"]) == (language, "./", "./")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in manifest["icons"]:
        with urllib.request.urlopen(f"{server.url}/{icon['src'].removeprefix('./')}") as answer:
            png = answer.read()
        assert png.startswith(b"\x89PNG")
        width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_the_worker_is_asked_for_anew_and_may_call_nobody_else(server: LiveServer, index: str) -> None:  # noqa: ARG001
    status, script, headers = server.ask("GET", "/sw.js")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert headers["content-type"].startswith("text/javascript")
    assert "connect-src 'self'" in headers["content-security-policy"]
    kept = set(re.findall(r"assets/[A-Za-z0-9_.-]+", script))
    built = {f"assets/{file.name}" for file in (page.STATIC / "assets").iterdir() if file.suffix not in {".br", ".gz"}}
    assert kept == built


@pytest.mark.parametrize(
    "path", ["/icons/nothing-1.png", "/icons/..%2findex.html", "/manifest.xx.webmanifest", "/sw.js.gz"]
)
def test_no_other_file_is_beside_the_page(server: LiveServer, path: str) -> None:
    assert server.ask("GET", path)[0] == 404


def test_people_get_a_page_that_says_so(server: LiveServer, index: str) -> None:
    status, body, _ = server.ask("GET", "/no/such/place", headers={"Accept": "text/html,*/*"})
    assert (status, body) == (404, index)


def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "STATIC", tmp_path)
    with create_test_client(list(page.PAGES)) as client:
        answer = client.get("/table/abc")
        assert answer.status_code == 200
        assert "python3 dev.py" in answer.text
        assert client.get("/favicon.svg").status_code == 404
