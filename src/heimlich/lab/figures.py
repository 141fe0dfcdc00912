"""Means, shares and quantiles of a tally, each with its 95 % interval, ready for JSON.

Games are independent of each other; what happens within one game is not. So intervals count games: those of means over
scorings too, as ratios of two sums over games.
"""

from math import sqrt
from typing import Any

from heimlich.lab.study import Study
from heimlich.lab.subjects import subject_of
from heimlich.lab.tally import Counts, Sums, Tally

Z = 1.959964  # a normal variable lies within this many deviations in 95 % of all cases
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
DIGITS = 6
ALL = "all"  # the row that sums all kinds

Figure = dict[str, Any]


def figures(study: Study, tally: Tally) -> Figure:
    """Compute all figures of a study."""
    subject = subject_of(study.game.id)
    return {
        "rules": study.label,
        "players": study.players,
        "policy": study.policy,
        "games": tally.games,
        "counted": {name: spread_of(tally.counted[name]) for name in ("decisions", *subject.counted)},
        "wins_by_order": [mean_share(counts, tally.games) for counts in tally.by_order],
        "wins_by_seat": [mean_share(counts, tally.games) for counts in tally.by_seat],
        "nobody": proportion(tally.winners[0], tally.games),
        "shared": proportion(sum(games for number, games in tally.winners.items() if number > 1), tally.games),
        "endings": {
            name: proportion(tally.endings[number], tally.games) for number, name in enumerate(study.game.endings)
        },
        "parts": [
            {"kind": kind, "share": share_of(sums, tally.games), "amount": amount_of(sums, tally.games)}
            for kind, sums in zip((*subject.kinds, ALL), tally.parts, strict=True)
        ],
    }


def spread_of(counts: Counts) -> Figure:
    """Mean and quantiles of whole numbers."""
    games = sum(counts.values())
    total = sum(value * times for value, times in counts.items())
    squares = sum(value * value * times for value, times in counts.items())
    return {**_mean(total, squares, games), "quantiles": {str(share): quantile(counts, share) for share in QUANTILES}}


def quantile(counts: Counts, share: float) -> Figure:
    """The number that this share of games does not exceed; its interval by the ranks that are as likely."""
    games = sum(counts.values())
    margin = Z * sqrt(games * share * (1 - share))
    ranks = {"value": share * games, "low": share * games - margin, "high": share * games + margin + 1}
    return {name: _at_rank(counts, rank) for name, rank in ranks.items()}


def proportion(times: int, games: int) -> Figure:
    """A share of games; the interval is Wilson's, which is right for rare things too."""
    share = times / games
    middle, width = share + Z * Z / (2 * games), Z * sqrt(share * (1 - share) / games + (Z / games / 2) ** 2)
    scale = 1 + Z * Z / games
    return _figure(share, max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale))


def mean_share(counts: Counts, games: int) -> Figure:
    """A seat's share of the wins; those who win together have equal parts of the one win."""
    whole = 2 * 2 * 3 * 5 * 7  # 1 to 7 winners divide it, so that sums are exact
    parts = {number: whole // number for number in counts}
    total = sum(parts[number] * times for number, times in counts.items())
    squares = sum(parts[number] ** 2 * times for number, times in counts.items())
    return _mean(total, squares, games, whole)


def share_of(sums: Sums, games: int) -> Figure:
    """The share of this kind among all occurrences."""
    return ratio(sums.n, sums.t, sums.nn, sums.nt, sums.tt, games)


def amount_of(sums: Sums, games: int) -> Figure:
    """The mean amount of one occurrence of this kind."""
    return ratio(sums.a, sums.n, sums.aa, sums.na, sums.nn, games)


def ratio(top: int, bottom: int, top_2: int, both: int, bottom_2: int, games: int) -> Figure:
    """One sum over games to another; the interval by how much the games' own sums differ from that ratio."""
    if not bottom:
        return _figure(None, None, None)
    found = top / bottom
    spread = max(0.0, top_2 - 2 * found * both + found * found * bottom_2)
    margin = Z * sqrt(spread * games / max(1, games - 1)) / bottom
    return _figure(found, found - margin, found + margin)


def _mean(total: int, squares: int, games: int, unit: int = 1) -> Figure:
    mean = total / games
    variance = (games * squares - total * total) / (games * max(1, games - 1))
    margin = Z * sqrt(variance / games)
    return _figure(mean / unit, (mean - margin) / unit, (mean + margin) / unit)


def _at_rank(counts: Counts, rank: float) -> int:
    values = sorted(counts)
    seen = 0
    for value in values:
        seen += counts[value]
        if seen >= rank:
            return value
    return values[-1]


def _figure(value: float | None, low: float | None, high: float | None) -> Figure:
    return {
        name: number if number is None else round(number, DIGITS)
        for name, number in (("value", value), ("low", low), ("high", high))
    }
