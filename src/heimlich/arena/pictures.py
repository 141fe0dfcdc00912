"""The standings as a picture: shares of wins with their intervals. Needs matplotlib."""

from pathlib import Path
from typing import Any

from heimlich.errors import HeimlichError

BLUE, GREY = "#0072B2", "#777777"
DOTS = 120


def prepare(path: Path) -> None:
    """Fail early if pictures cannot be drawn."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise HeimlichError("matplotlib is not installed; what would do: pip install 'heimlich[plots]'") from None
    if not path.absolute().parent.is_dir():
        raise HeimlichError(f"cannot write '{path}': there is no such folder")
    formats = FigureCanvasBase.get_supported_filetypes()
    if path.is_dir() or path.suffix[1:].lower() not in formats:
        raise HeimlichError(f"'{path}' is no name of a picture; it ends in one of: {', '.join(sorted(formats))}")


def draw(found: dict[str, Any], path: Path) -> Path:
    """Draw one line for each contestant, the strongest on top; the broken line is a fair share."""
    from matplotlib.figure import Figure

    rows = found["contestants"][::-1]
    figure = Figure(figsize=(7, 1.4 + 0.4 * len(rows)), dpi=DOTS, layout="constrained")
    axes = figure.subplots()
    places = range(len(rows))
    values = [100 * row["wins"]["value"] for row in rows]
    axes.errorbar(
        values, places, xerr=[100 * row["wins"]["margin"] for row in rows], fmt="o", color=BLUE, capsize=4, linewidth=2
    )
    for place, row, value in zip(places, rows, values, strict=True):
        axes.annotate(f"{value:.1f}", (value, place), (0, 7), textcoords="offset points", ha="center", color=BLUE)
        if row["rating"]:
            axes.annotate(
                f"{row['rating']['mu']:.1f}", (1.01, place), xycoords=("axes fraction", "data"), va="center", color=GREY
            )
    axes.axvline(100 * found["fair_share"], color=GREY, linestyle="--", linewidth=1)
    axes.set_yticks(list(places), [row["bot"] for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.3)
    axes.set_xlim(left=0)
    axes.set_xlabel("wins in %, with the 95 % interval; at the right the rating")
    rules = " ".join([found["edition"], *found["variants"]])
    axes.set_title(f"{rules}, {found['players']} players, {found['games']:,} games", loc="left")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise HeimlichError(f"cannot write '{path}': {error}") from None
    return path
