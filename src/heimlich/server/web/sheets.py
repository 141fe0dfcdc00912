"""Sheets to print (score track, dossier, pads) over HTTP: /sheets/<name>.svg and /sheets/<name>.pdf."""

from functools import lru_cache
from typing import Annotated, Literal

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

CACHED = "public, max-age=3600"  # a sheet changes with a release at most
TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf"}
MOST = 64  # more than there are sheets, kinds, languages and papers together

FileName = Annotated[str, Parameter(max_length=40)]
Language = Annotated[Literal["en", "de", "fr"], Parameter(query="lang", description="the language of the words")]
PaperName = Annotated[Literal["a4", "letter"], Parameter(description="the size of the paper")]


@get("/sheets/{file:str}", include_in_schema=False, sync_to_thread=False)
def show_sheet(file: FileName, language: Language = "en", paper: PaperName = "a4") -> Response[bytes]:
    """Send a sheet to print."""
    name, _, kind = file.partition(".")
    drawn = _draw(name, kind, language, paper) if kind in TYPES else None
    if drawn is None:
        raise NotFoundException("there is no such sheet")
    headers = {"cache-control": CACHED, "content-disposition": f'inline; filename="{name}-{paper}.{kind}"'}
    return Response(drawn, media_type=TYPES[kind], headers=headers)


@lru_cache(maxsize=MOST)
def _draw(name: str, kind: str, language: str, paper: str) -> bytes | None:
    from heimlich.drawing.paper import as_pdf, as_svg  # drawn seldom
    from heimlich.drawing.sheets import SHEETS, draw_sheet

    if name not in SHEETS:
        return None
    sheet = draw_sheet(name, language, paper)
    return as_pdf([sheet]) if kind == "pdf" else as_svg(sheet).encode()
