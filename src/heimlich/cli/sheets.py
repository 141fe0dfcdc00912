"""`heimlich sheets`: score track, dossier and pads, to print."""

import argparse
from pathlib import Path

from heimlich.cli.options import add_language, language_of
from heimlich.drawing.paper import PAPERS, as_pdf, as_svg
from heimlich.drawing.sheets import SHEETS, draw_sheet
from heimlich.errors import HeimlichError


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its options."""
    parser = commands.add_parser("sheets", help="write sheets to print: score track, dossier, pads")
    parser.add_argument("names", nargs="*", metavar="SHEET", help=f"which ones (default: {' '.join(SHEETS)})")
    parser.add_argument("--paper", choices=list(PAPERS), default="a4", help="the size of the paper (default a4)")
    parser.add_argument("--format", choices=["pdf", "svg"], default="pdf", help="kind of file (default pdf)")
    parser.add_argument("-o", "--output", type=Path, default=Path(), help="folder for the files (default: this one)")
    add_language(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw all before anything is written, so that a wrong name writes nothing."""
    drawn = {name: draw_sheet(name, language_of(options), options.paper) for name in options.names or SHEETS}
    for name, sheet in drawn.items():
        path = options.output / f"{name}.{options.format}"
        try:
            path.write_bytes(as_pdf([sheet]) if options.format == "pdf" else as_svg(sheet).encode())
        except OSError as error:
            raise HeimlichError(f"cannot write '{path}': {error.strerror}") from None
        print(path)
    return 0
