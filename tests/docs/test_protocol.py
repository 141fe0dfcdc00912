"""docs/protocol.md and the client's types are what the message types say."""

from pathlib import Path

from heimlich.server.protocol import PAGE, TYPESCRIPT, page, typescript

ROOT = Path(__file__).parents[2]


def test_the_page_is_up_to_date() -> None:
    assert (ROOT / PAGE).read_text("utf-8") == page(), "run: python -m heimlich.server.protocol"


def test_the_clients_types_are_up_to_date() -> None:
    assert (ROOT / TYPESCRIPT).read_text("utf-8") == typescript(), "run: python -m heimlich.server.protocol"
