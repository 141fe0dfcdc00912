"""Messages: what is understood, what is refused, and that refusals repeat nothing."""

import ast
from pathlib import Path

import pytest

from heimlich import server
from heimlich.errors import IllegalAction
from heimlich.server.table.audience.messages import LARGEST_MESSAGE, BadMessage, Do, Join, Ping, decode, encode, refusal
from heimlich.server.table.commands import Chat, Decide
from heimlich.server.table.refusals import CODES, Refused
from heimlich.server.table.rows import Decided, Row, Started, decode_data, decode_row, encode_data, encode_row


@pytest.mark.parametrize(
    "message",
    [
        Join(1, "t1"),
        Join(1, "t1", 2, 17),
        Do("c1", "t1", Decide(0, "move red 1", 5)),
        Do("c1", "t1", Chat("players", "hello")),
        Ping("p"),
    ],
)
def test_messages_come_back(message: Join | Do | Ping) -> None:
    assert decode(encode(message)) == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"t":"u","n":1}',
        '{"t":"do"}',
        '{"t":"do","id":"","table":"t","command":{"do":"watch"}}',
        '{"t":"do","id":"x","table":"t","command":{"do":"close"}}',
        '{"t":"do","id":"x","table":"t","command":{"do":"note-over","table":"t2"}}',
        '{"t":"do","id":"x","table":"t","command":{"do":"create"}}',
        '{"t":"do","id":"x","table":"t","command":{"do":"sit","seat":-1}}',
        '{"t":"do","id":"x","table":"t","command":{"do":"sit","seat":1,"more":1}}',
        '{"t":"do","id":"x","table":"t","command":{"do":"sit","seat":1e99}}',
        '{"t":"do","id":"x","table":"t","command":{"do":"decide","seat":1,"action":"' + "x" * 201 + '","number":1}}',
        "[" * 4000,
        " " * (LARGEST_MESSAGE + 1),
    ],
)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(BadMessage) as error:
        decode(text)
    assert len(str(error.value)) < 300
    with pytest.raises(BadMessage):
        decode(text.encode() + b"\xff")


def test_refusals() -> None:
    assert encode(refusal("c1", Refused("full", "the table is full"))) == (
        b'{"t":"refused","id":"c1","code":"full","text":"the table is full"}'
    )
    assert refusal("c1", IllegalAction("no")).code == "rules"


def test_rows_come_back() -> None:
    row = Row(3, 17, Decided(1, "move red 1", "bot"), "guest", "c1", more=True)
    assert decode_row(encode_row(row)) == row
    assert row.type == "decided"
    assert decode_data(encode_data(Started())) == Started()


REFUSING = {"Refused", "Refusal", "Trouble", "_turn_away"}


def test_every_refusal_has_a_code_that_is_explained() -> None:
    """Whatever is refused anywhere in the server; and nothing is explained that does not happen."""
    used = {"rules", "paused"}  # for all that the rules refuse; and by the stage of the table
    for file in Path(server.__file__).parent.rglob("*.py"):
        calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
        for call in calls:
            if getattr(call.func, "id", "") in REFUSING:
                words = [word.value for word in call.args if isinstance(word, ast.Constant)]
                used |= {word for word in words[:2] if isinstance(word, str) and word.replace("-", "").isalpha()}
    assert used == set(CODES)
