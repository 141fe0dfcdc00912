"""docs/protocol.md and the page's messages.ts, written from the message types: `python -m heimlich.server.protocol`.

Nothing about messages is written down twice: change the types, run this, and both follow. A test holds them equal.
"""

import inspect
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_args

from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from heimlich.analysis import story as stories
from heimlich.analysis.story import Story, StoryPart
from heimlich.games.heimlich_co import display as heimlich_co
from heimlich.games.heimlich_co import pad as heimlich_co_pad
from heimlich.games.suitcases import display as suitcases
from heimlich.games.suitcases import pad as suitcases_pad
from heimlich.server.table.afterwards import cases, moves
from heimlich.server.table.afterwards import replay as replays
from heimlich.server.table.afterwards.cases import CaseAnswer, CaseDay, CaseReason, CaseScore, CaseShown, CaseSolution
from heimlich.server.table.afterwards.moves import MoveAnswer, MoveFinding, MoveOffered, MoveShown, MoveSolution
from heimlich.server.table.afterwards.replay import LARGEST_RECORD, Replay, Stream
from heimlich.server.table.audience import lines, messages, patches
from heimlich.server.table.audience import picture as audience
from heimlich.server.table.audience.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    ChatLine,
    ClientMessage,
    PadGrid,
    ServerMessage,
)
from heimlich.server.table.chat import LONGEST, MOST, PHRASES, WITHIN
from heimlich.server.table.clocks import Clock
from heimlich.server.table.commands import Create, GuestCommand
from heimlich.server.table.notes.pads import LONGEST_TEXT
from heimlich.server.table.refusals import CODES
from heimlich.server.table.setup import lessons
from heimlich.server.table.setup.lessons import LessonEntry, LessonShown, LessonStep, NewLesson
from heimlich.server.table.setup.naming import LONGEST_GROUP, LONGEST_NAME
from heimlich.server.table.setup.terms import Terms
from heimlich.server.web.tables.maps import LabelPlace, MapAnswer, MapCity, MapCorner
from heimlich.server.web.tables.sockets import CLOSING

CONNECTING = """Everyone is a guest with a secret token: `POST /api/guests` gives it as a cookie, for pages, and
`POST /api/tokens` in the answer, for programs, which send it as `Authorization: Bearer …`. Tables are opened, listed
and exported over HTTP, as `/schema/openapi.json` tells; they are played over a WebSocket at `/api/socket`, with the
same cookie or header. Name the table there, too: `/api/socket?table=…`. The server does not read it; a proxy before
several processes does, and sends all sockets of a table to one of them, which saves work. A page must come from the
server's own origin, or from one that it allows.

A guest can come back with a passkey: `POST /api/sign-in/options` begins a ceremony, whose `options` the browser's
dialog takes (`PublicKeyCredential.parseRequestOptionsFromJSON`), and `POST /api/sign-in` takes the result with the
ceremony's name; `/api/passkeys/options` and `/api/passkeys` do the same for a new passkey. Every refused passkey gets
the code `passkey`, whatever was wrong."""
PAGE = Path("docs/protocol.md")
TYPESCRIPT = Path("web/src/table/messages/messages.ts")


CASE_PARTS: tuple[type[Struct], ...] = (CaseDay, CaseShown, CaseAnswer, CaseScore, CaseSolution, CaseReason)
MOVE_PARTS: tuple[type[Struct], ...] = (MoveShown, MoveOffered, MoveAnswer, MoveSolution, MoveFinding)
LESSON_PARTS: tuple[type[Struct], ...] = (LessonEntry, LessonShown, LessonStep, NewLesson)
STORY_PARTS = tuple(one for one in StoryPart.__subclasses__() if one not in get_args(Story))


def structs_of(union: Any) -> list[type[Struct]]:
    """List the types of a union."""
    return list(get_args(union)) or [union]


def page() -> str:
    """Write the page about the protocol, for people who write clients."""
    commands: list[type[Struct]] = [Create, *structs_of(GuestCommand)]
    terms: list[type[Struct]] = [Terms, *structs_of(Clock)]
    parts = [
        "# The protocol of live tables",
        "This page is generated from the message types (`python -m heimlich.server.protocol`); do not edit it.",
        f"Protocol {PROTOCOL}. Messages are JSON texts over one WebSocket for each table and tab. The type of a\n"
        f"message is told by its field `t`, of a command by `do`. A client's message has at most {LARGEST_MESSAGE}\n"
        "bytes.",
        _prose(messages),
        "## Connecting",
        CONNECTING,
        _rows("closed with", {str(code): why for code, why in CLOSING.items()}),
        "## From the client",
        *map(_section, structs_of(ClientMessage)),
        "## From the server",
        *map(_section, structs_of(ServerMessage)),
        _section(ChatLine),
        _section(PadGrid),
        "## Commands",
        "What `Do` carries. Opening a table is an HTTP request with `Create`'s terms; all others go to a table.",
        *map(_section, commands),
        "## Terms and clocks",
        *map(_section, terms),
        "## Pictures and patches",
        _prose(audience),
        _prose(patches),
        "### The game `heimlich-co`",
        _prose(heimlich_co),
        _prose(heimlich_co_pad),
        "### The game `suitcases`",
        _prose(suitcases),
        _prose(suitcases_pad),
        "## Lines of the log, and offers",
        _prose(lines),
        "## Replays",
        "`GET /api/tables/<table>/replay` gives the game of a table that is over, `POST /api/replays` the game of a\n"
        'record, which is sent as `{"record": "…"}`.',
        _prose(replays),
        _section(Replay),
        _section(Stream),
        "## Stories",
        "`GET /api/tables/<table>/story` gives the story of a table that is over, `POST /api/stories` that of a\n"
        'record, which is sent as `{"record": "…"}`.',
        _prose(stories),
        *map(_section, structs_of(Story)),
        *map(_section, STORY_PARTS),
        "## Cases of the day",
        "`GET /api/cases` says which day it is, `GET /api/cases/<day>/<degree>` gives a case of that day or an\n"
        "earlier one, and `POST /api/cases/<day>/<degree>/answer` judges a `CaseAnswer`.",
        _prose(cases),
        *map(_section, CASE_PARTS),
        "## Problems of the day",
        "`GET /api/cases/<day>/move` gives the problem of that day or an earlier one, and\n"
        "`POST /api/cases/<day>/move/answer` answers a `MoveAnswer` with a `MoveSolution`.",
        _prose(moves),
        *map(_section, MOVE_PARTS),
        "## Lessons",
        "`GET /api/lessons` lists the lessons, `GET /api/lessons/<id>` gives the steps of one, and\n"
        "`POST /api/lessons/<id>` opens a table for it and starts it, from the step that a `NewLesson` names.",
        _prose(lessons),
        *map(_section, LESSON_PARTS),
        "## Refusals",
        _rows("code", {f"`{code}`": what for code, what in CODES.items()}),
        "## Chat",
        f"At most {LONGEST} characters, and {MOST} messages in {WITHIN // 1000} seconds. The phrases, each said in\n"
        f"every reader's own language: {', '.join(f'`{phrase}`' for phrase in PHRASES)}.",
    ]
    return "\n\n".join(parts) + "\n"


def _rows(head: str, rows: Mapping[str, str]) -> str:
    return "\n".join([f"| {head} | because |", "|---|---|", *(f"| {key} | {why} |" for key, why in rows.items())])


def _prose(module: Any) -> str:
    """Return a module's docstring without its first line."""
    return inspect.cleandoc(module.__doc__).partition("\n\n")[2] or inspect.cleandoc(module.__doc__)


def _section(struct: type[Struct]) -> str:
    info = _info(struct)
    tag = f" `{info.tag_field}: {_quoted(info.tag)}`" if info.tag_field else ""
    about = inspect.cleandoc(struct.__doc__) if struct.__doc__ else ""
    rows = [
        f"| `{field.encode_name}` | {_words(field.type)} | {'yes' if _is_required(field) else 'no'} |"
        for field in info.fields
    ]
    table = ["| field | type | needed |", "|---|---|---|", *rows] if rows else []
    return "\n\n".join(filter(None, [f"### {struct.__name__}{tag}", about, "\n".join(table)]))


def _info(struct: type[Struct]) -> types.StructType:
    found = types.type_info(struct)
    assert isinstance(found, types.StructType)
    return found


def _is_required(field: types.Field) -> bool:
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _quoted(text: object) -> str:
    return f'"{text}"'


def _words(kind: types.Type) -> str:
    """Describe a type for people."""
    match kind:
        case types.IntType(ge=low, le=high):
            return f"whole number{_range(low, high)}"
        case types.StrType(max_length=most):
            return f"text, at most {most} characters" if most else "text"
        case types.BoolType():
            return "true or false"
        case types.NoneType():
            return "null"
        case types.LiteralType(values=values):
            return " or ".join(f"`{_quoted(value)}`" for value in values)
        case types.StructType(cls=struct):
            return f"[{struct.__name__}](#{struct.__name__.lower()})"
        case types.UnionType(types=kinds):
            structs = [one for one in kinds if isinstance(one, types.StructType)]
            return "a command" if len(structs) > 5 else " or ".join(map(_words, kinds))
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            return f"list of {_words(item)}"
        case types.TupleType(item_types=items):
            return f"[{', '.join(map(_words, items))}]"
        case types.DictType(value_type=value):
            return f"object of {_words(value)}"
        case types.AnyType():
            return "anything"
    raise TypeError(f"no words for {kind}")


def _range(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return ""
    return f", from {low}" if high >= 2**31 else f", {low} to {high}"


def typescript() -> str:
    """Write the message types for the browser's client."""
    unions = {
        "ClientMessage": structs_of(ClientMessage),
        "ServerMessage": structs_of(ServerMessage),
        "Command": structs_of(GuestCommand),
        "Clock": structs_of(Clock),
        "Story": structs_of(Story),
    }
    single: list[type[Struct]] = [
        ChatLine,
        PadGrid,
        Create,
        Terms,
        MapAnswer,
        MapCity,
        MapCorner,
        LabelPlace,
        Replay,
        Stream,
        *STORY_PARTS,
        *CASE_PARTS,
        *MOVE_PARTS,
        *LESSON_PARTS,
    ]
    structs = dict.fromkeys([*(one for row in unions.values() for one in row), *single])
    blocks = [
        "// Generated from the server's message types by `python -m heimlich.server.protocol`; do not edit.",
        f"export const PROTOCOL = {PROTOCOL};\nexport const LARGEST_MESSAGE = {LARGEST_MESSAGE};",
        f"/** Of what one says at the table, in characters. */\nexport const LONGEST_CHAT = {LONGEST};",
        f"/** Of a record to be replayed, in characters. */\nexport const LARGEST_RECORD = {LARGEST_RECORD};",
        f"/** Of a name, in characters. */\nexport const LONGEST_NAME = {LONGEST_NAME};",
        f"/** Of a group's name. */\nexport const LONGEST_GROUP = {LONGEST_GROUP};",
        f"/** Of the text on a pad, in characters. */\nexport const LONGEST_NOTE = {LONGEST_TEXT};",
        f"export const PHRASES: readonly string[] = {json.dumps(PHRASES, indent=2)};",
        *map(_interface, structs),
        *(f"export type {name} = {' | '.join(one.__name__ for one in row)};" for name, row in unions.items()),
    ]
    return "\n\n".join(blocks) + "\n"


def _interface(struct: type[Struct]) -> str:
    info = _info(struct)
    rows = [f"  {info.tag_field}: {_quoted(info.tag)};"] if info.tag_field else []
    rows += [
        f"  {field.encode_name}{'' if _is_required(field) else '?'}: {_typescript(field.type)};"
        for field in info.fields
    ]
    about = inspect.cleandoc(struct.__doc__).replace("\n", " ") if struct.__doc__ else struct.__name__
    return "\n".join([f"/** {about} */", f"export interface {struct.__name__} {{", *rows, "}"])


def _typescript(kind: types.Type) -> str:
    match kind:
        case types.IntType() | types.FloatType():
            return "number"
        case types.StrType():
            return "string"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType(values=values):
            return " | ".join(map(_quoted, values))
        case types.StructType(cls=struct):
            return struct.__name__
        case types.UnionType(types=kinds):
            return _union(kinds)
        case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
            return f"readonly ({_typescript(item)})[]"
        case types.TupleType(item_types=items):
            return f"readonly [{', '.join(map(_typescript, items))}]"
        case types.DictType(value_type=value):
            return f"Readonly<Record<string, {_typescript(value)}>>"
        case types.AnyType():
            return "unknown"
    raise TypeError(f"no TypeScript for {kind}")


def _union(kinds: Iterable[types.Type]) -> str:
    names = [_typescript(one) for one in kinds]
    return "Command" if len(names) > 5 else " | ".join(names)


def main() -> None:
    """Write both files, from the folder of the repository."""
    for path, text in ((PAGE, page()), (TYPESCRIPT, typescript())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
