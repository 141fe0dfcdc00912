"""The figures of several studies side by side, as text."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from heimlich.lab.figures import Figure
from heimlich.lab.subjects import Subject

LEAST_WIDTH = 16
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
Row = tuple[str, Callable[[Figure], str]]


def as_table(subject: Subject, found: Sequence[Figure]) -> str:
    """Format a block for each number of players, with a column for each ruleset."""
    blocks = []
    for players in dict.fromkeys(each["players"] for each in found):
        columns = [each for each in found if each["players"] == players]
        rows = [(name, [cell(each) for each in columns]) for name, cell in _rows(subject, players)]
        rows.insert(0, (f"{players} players", [each["rules"] for each in columns]))
        blocks.append(_aligned(rows))
    return "\n\n".join(blocks)


def _rows(subject: Subject, players: int) -> Iterable[Row]:
    """The rows of a block, from top to bottom."""
    yield "games", lambda each: f"{each['games']:,}"
    for name in ("decisions", *subject.counted):
        yield name, partial(_counted, mean_text, name)
        yield "  half; nine in ten", partial(_counted, _spread_text, name)
    for place in range(players):
        yield f"{ORDINALS[place]} to move wins", partial(_wins, place)
    yield subject.nobody, lambda each: share_text(each["nobody"])
    yield "several win", lambda each: share_text(each["shared"])
    yield f"{subject.events}, by {subject.place}: {subject.amount}", lambda each: mean_text(each["parts"][-1]["amount"])
    for number, kind in enumerate(subject.kinds):
        yield f"  {kind}: how many; what they bring", partial(_part_text, number)


def _counted(write: Callable[[Figure], str], name: str, each: Figure) -> str:
    return write(each["counted"][name])


def _wins(place: int, each: Figure) -> str:
    return share_text(each["wins_by_order"][place])


def _part_text(number: int, each: Figure) -> str:
    part = each["parts"][number]
    return f"{share_text(part['share'], digits=1)}; {mean_text(part['amount'])}"


def mean_text(figure: Figure) -> str:
    """Format a mean and half its interval."""
    if figure["value"] is None:
        return "–"
    margin = (figure["high"] - figure["low"]) / 2
    return f"{figure['value']:.2f} ± {margin:.{2 if margin >= 0.01 else 3}f}"


def share_text(figure: Figure, digits: int | None = None) -> str:
    """Format a share of games in per cent; with the wider half of its interval, unless digits are few."""
    if figure["value"] is None:
        return "–"
    if digits is not None:
        return f"{100 * figure['value']:.{digits}f} %"
    margin = 100 * max(figure["high"] - figure["value"], figure["value"] - figure["low"])
    return f"{100 * figure['value']:.2f} ± {margin:.{2 if margin >= 0.01 else 3}f} %"


def _spread_text(figure: Figure) -> str:
    low, half_low, _, half_high, high = (each["value"] for each in figure["quantiles"].values())
    return f"{half_low} – {half_high}; {low} – {high}"


def _aligned(rows: Sequence[tuple[str, list[str]]]) -> str:
    names = max(len(name) for name, _ in rows)
    widths = [max(LEAST_WIDTH, *(len(cells[number]) for _, cells in rows)) for number in range(len(rows[0][1]))]
    lines = [
        f"{name:<{names}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for name, cells in rows
    ]
    return "\n".join([lines[0], "─" * len(lines[0]), *lines[1:]])
