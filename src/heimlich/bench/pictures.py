"""Draws the cost of a decision in the simulators against the number of games at once and of players."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heimlich.lab.pictures import save_panels, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Curves = dict[str, dict[int, float]]


def draw(found: Sequence[dict[str, Any]], folder: Path, form: str) -> list[Path]:
    """Draw the cost against each parameter that was measured at two points at least."""
    pictures: dict[str, tuple[str, str, Callable[[dict[str, Any]], Any]]] = {
        "bench-sim-batch": ("batch", "games at once", lambda row: row["players"]),
        "bench-sim-players": ("players", "players", lambda row: row["batch"]),
    }
    paths = []
    for name, (along, words, fixed) in pictures.items():
        curves = _curves(found, along, fixed)
        if curves:
            title = f"What a decision costs, by the number of {words}"
            panels = {"": curves}
            paths.append(save_panels(folder / f"{name}.{form}", title, panels, _panel(along, words), width=6.4))
    return paths


def _curves(found: Sequence[dict[str, Any]], along: str, fixed: Callable[[dict[str, Any]], Any]) -> Curves:
    """Nanoseconds a decision; of rows that differ in how they were unrolled alone, the quickest."""
    curves: Curves = {}
    for row in found:
        if "error" in row:
            continue
        unit = f"{fixed(row)} players" if along == "batch" else f"2^{fixed(row).bit_length() - 1} games"
        label = f"{row['library']}, {row['game']} {row['variant']}{' observed' if row['observed'] else ''}, {unit}"
        points = curves.setdefault(label, {})
        points[row[along]] = min(points.get(row[along], float("inf")), 1e9 / row["decisions_per_s"])
    return {label: points for label, points in curves.items() if len(points) > 1}


def _panel(along: str, words: str) -> "Callable[[Axes, Curves], None]":
    def panel(axes: "Axes", curves: Curves) -> None:
        for number, (label, points) in enumerate(curves.items()):
            places = sorted(points)
            axes.plot(places, [points[place] for place in places], label=label, **style(number))
        if along == "batch":
            axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel(words)
        axes.set_ylabel("ns a decision")

    return panel
