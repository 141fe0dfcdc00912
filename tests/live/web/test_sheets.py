"""Sheets to print over HTTP."""

import urllib.request

import pytest

from heimlich.drawing.sheets import SHEETS
from tests.live.servers import LiveServer


def fetch(server: LiveServer, path: str) -> tuple[bytes, str, str]:
    with urllib.request.urlopen(server.url + path) as answer:
        return answer.read(), answer.headers["content-type"], answer.headers["cache-control"]


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_comes_as_svg_and_as_pdf(server: LiveServer, name: str) -> None:
    body, kind, cached = fetch(server, f"/sheets/{name}.pdf?lang=de&paper=letter")
    assert (body[:5], kind, cached) == (b"%PDF-", "application/pdf", "public, max-age=3600")
    assert b"612 792" in body
    body, kind, _ = fetch(server, f"/sheets/{name}.svg?lang=fr")
    assert kind.startswith("image/svg+xml")
    assert b'width="210mm"' in body


@pytest.mark.parametrize(
    "path",
    [
        *("poster.pdf", "dossier.png", "dossier", "dossier.svg.pdf", "..%2Fdossier.pdf", "x" * 60 + ".pdf"),
        *("dossier.pdf?paper=a0", "dossier.pdf?lang=xx", "dossier.pdf?lang=../en"),
    ],
)
def test_what_is_no_sheet_is_refused(server: LiveServer, path: str) -> None:
    status, answer, headers = server.ask("GET", f"/sheets/{path}")
    assert status in {400, 404}
    assert answer["code"] == "request"
    assert "public" not in headers.get("cache-control", "")
