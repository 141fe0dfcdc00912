"""The figures as pictures: how long games last, who wins them, and what scorings bring. Needs matplotlib."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heimlich.errors import HeimlichError
from heimlich.lab.figures import ALL, Figure
from heimlich.lab.subjects import Subject
from heimlich.lab.table import ORDINALS
from heimlich.lab.tally import Tally

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, which people with any colour vision tell apart; marks and lines differ as well
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
LINES = ("-", "--", "-.", ":")
PANEL = (4.6, 3.4)  # inches
DOTS = 100
SHOWN = 0.999  # of the games: the longest few would press the others together


def prepare(folder: Path) -> None:
    """Fail early if pictures cannot be drawn."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise HeimlichError("matplotlib is not installed; what would do: pip install 'heimlich[plots]'") from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HeimlichError(f"cannot make the folder '{folder}': {error.strerror}") from None


def draw(
    subject: Subject, found: Sequence[Figure], tallies: Sequence[Tally], folder: Path, form: str = "png"
) -> list[Path]:
    """Write all pictures of a study as files into a folder."""
    turns = subject.counted[0]
    games = f"{min(each['games'] for each in found):,} games of each, {found[0]['policy']} play"
    rows = list(zip(found, tallies, strict=True))
    pictures: dict[str, tuple[str, Callable[[Axes, Any], None]]] = {
        f"lab-{turns}": (
            f"After how many {turns} games are over ({games})",
            lambda axes, some: _lengths(axes, turns, some),
        ),
        "lab-wins": (f"Who wins ({games}; lines: 95 % intervals)", lambda axes, some: _wins(axes, subject, some)),
        f"lab-{subject.events}": (
            f"What {subject.events} bring ({games}; lines: 95 % intervals)",
            lambda axes, some: _parts(axes, subject, some),
        ),
    }
    return [
        save_panels(folder / f"{name}.{form}", title, _by_players(rows), panel)
        for name, (title, panel) in pictures.items()
    ]


def save_panels(
    path: Path, title: str, panels: dict[str, Any], panel: "Callable[[Axes, Any], None]", width: float = PANEL[0]
) -> Path:
    """Save a picture of panels side by side, each drawn from its own data."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Picture

    with rc_context({"svg.hashsalt": "heimlich", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}):
        picture = Picture((width * len(panels), PANEL[1] + 0.6), layout="constrained")
        picture.suptitle(title, fontsize=11)
        for axes, (name, content) in zip(
            picture.subplots(1, len(panels), squeeze=False)[0], panels.items(), strict=True
        ):
            panel(axes, content)
            axes.set_title(name, fontsize=10)
            axes.grid(axis="y", color="#dddddd", linewidth=0.6)
            axes.set_axisbelow(True)
        first = picture.axes[0]
        columns = 4 if len(panels) > 1 else 1
        picture.legend(*first.get_legend_handles_labels(), loc="outside lower center", ncols=columns, frameon=False)
        try:
            picture.savefig(path, dpi=DOTS, metadata={"Date": None} if path.suffix == ".svg" else None)
        except OSError as error:
            raise HeimlichError(f"cannot write '{path}': {error.strerror}") from None
    return path


def style(number: int) -> dict[str, Any]:
    """The line style of the curve with this number."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": MARKS[number % len(MARKS)],
        "linestyle": LINES[number % len(LINES)],
    }


def _by_players(rows: list[tuple[Figure, Tally]]) -> dict[str, list[tuple[Figure, Tally]]]:
    found: dict[str, list[tuple[Figure, Tally]]] = {}
    for row in rows:
        found.setdefault(f"{row[0]['players']} players", []).append(row)
    return found


def _lengths(axes: "Axes", name: str, rows: list[tuple[Figure, Tally]]) -> None:
    """Draw game lengths cumulatively, since games whose last round is played out end at certain turns only."""
    most = 0
    for number, (figure, tally) in enumerate(rows):
        counts = tally.counted[name]
        ended = list(accumulate(counts[value] for value in range(max(counts) + 1)))
        looks = style(number) | {"marker": ""}
        axes.plot([100 * games / tally.games for games in ended], label=figure["rules"], **looks)
        most = max(most, sum(games < SHOWN * tally.games for games in ended))
    axes.set_xlim(0, most)
    axes.set_ylim(0, 100)
    axes.set_xlabel(name)
    axes.set_ylabel("games that are over, %")


def _wins(axes: "Axes", subject: Subject, rows: list[tuple[Figure, Tally]]) -> None:
    places = len(rows[0][0]["wins_by_order"])
    names = [*ORDINALS[:places], subject.nobody.replace(" wins", "\nwins")]
    width = 0.8 / len(rows)
    for number, (figure, _) in enumerate(rows):
        shares = [*figure["wins_by_order"], figure["nobody"]]
        left = [place + (number - (len(rows) - 1) / 2) * width for place in range(len(names))]
        axes.bar(
            left, [100 * each["value"] for each in shares], width, yerr=_margins(shares, 100), label=figure["rules"],
            color=COLOURS[number % len(COLOURS)], error_kw={"linewidth": 0.8},
        )  # fmt: skip
    axes.set_xticks(range(len(names)), names, fontsize=8, rotation=30 if places > 4 else 0)
    axes.set_xlabel("who moves")
    axes.set_ylabel("wins, %")


def _parts(axes: "Axes", subject: Subject, rows: list[tuple[Figure, Tally]]) -> None:
    for number, (figure, _) in enumerate(rows):
        amounts = [part["amount"] for part in figure["parts"] if part["kind"] != ALL]
        shown = [(place, each) for place, each in enumerate(amounts) if each["value"] is not None]
        axes.errorbar(
            [place for place, _ in shown], [each["value"] for _, each in shown],
            yerr=_margins([each for _, each in shown], 1), label=figure["rules"], markersize=4, linewidth=1,
            capsize=2, **style(number),
        )  # fmt: skip
    axes.set_xticks(range(len(subject.kinds)), subject.kinds, fontsize=8)
    axes.set_xlabel(subject.place)
    axes.set_ylabel(subject.amount)


def _margins(figures: Sequence[Figure], scale: float) -> list[list[float]]:
    """The distance from each value to the lower and upper end of its interval."""
    down = [scale * max(0.0, each["value"] - each["low"]) for each in figures]
    return [down, [scale * max(0.0, each["high"] - each["value"]) for each in figures]]
