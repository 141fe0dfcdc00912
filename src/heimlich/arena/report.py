"""The standings in words and as plain data."""

from typing import Any

from heimlich.arena.ratings import ratings
from heimlich.arena.standings import Mean, Standing, Standings, almost_always


def _claims(standings: Standings) -> list[list[float]] | None:
    """The claims of the belief, added up over all games, by bin."""
    if not standings.contest.calibration:
        return None
    from heimlich.arena.calibration import added

    found = added(played.claims for dealt in standings.deals for played in dealt.games if played.claims)
    return [list(each) for each in found]


def figures(standings: Standings, bar: float | None = None) -> dict[str, Any]:
    """All figures, ready for JSON."""
    contest = standings.contest
    rated = ratings(contest, standings.deals)
    labels = [each.label for each in contest.everyone]
    rows = standings.rows()
    return {
        "game": contest.game,
        "edition": contest.rules.edition,
        "variants": list(contest.rules.variants),
        "house_rules": dict(contest.rules.house),
        "players": contest.players,
        "seed": contest.seed,
        "deals": len(standings.deals),
        "games": sum(len(dealt.games) for dealt in standings.deals),
        "fair_share": round(1 / contest.players, 4),
        "bar": bar,
        "settled": standings.settled(bar),
        "claims": _claims(standings),
        "contestants": [_row(row, None if rated is None else rated[labels.index(row.label)]) for row in rows],
        "ahead": {
            one.label: {
                other.label: _mean(mean)
                for other in rows
                if other is not one and (mean := standings.ahead(one.label, other.label)) is not None
            }
            for one in rows
        },
    }


def _mean(mean: Mean) -> dict[str, float]:
    return {"value": round(mean.value, 4), "margin": round(mean.margin, 4), "lasting": round(mean.lasting, 4)}


def _row(row: Standing, rating: Any) -> dict[str, Any]:
    thinking = row.thinking
    return {
        "bot": row.label,
        "wins": _mean(row.wins),
        "deals": row.wins.deals,
        "games": row.games,
        "found_out": None if row.found is None else _mean(row.found),
        "guesses_right": None if row.right is None else _mean(row.right),
        "rating": None if rating is None else {"mu": round(rating.mu, 2), "sigma": round(rating.sigma, 2)},
        "decisions": thinking.decisions,
        "ms_a_decision": round(1000 * thinking.seconds / thinking.decisions, 3) if thinking.decisions else None,
        "ms_99": round(1000 * almost_always(thinking), 1) if thinking.decisions else None,
        "ms_worst": round(1000 * thinking.worst, 1) if thinking.decisions else None,
    }


def as_text(found: dict[str, Any]) -> str:
    """Format the standings for people."""
    rules = " ".join([found["edition"], *found["variants"], *(f"{k}={v}" for k, v in found["house_rules"].items())])
    rows = found["contestants"]
    width = max(len(row["bot"]) for row in rows)
    lines = [
        f"{found['game']}, {rules}, {found['players']} players, seed {found['seed']}",
        f"{found['games']:,} games in {found['deals']:,} deals; a fair share is {found['fair_share']:.1%},"
        " ± is the 95 % interval",
        "",
        f"{'':{width}}  {'wins':>14}  {'rating':>12}  {'ms a decision':>13}  {'99 % within':>11}",
    ]
    lines += [f"{row['bot']:{width}}  {_share(row['wins']):>14}  {_rating(row):>12}  {_times(row)}" for row in rows]
    if any(row["found_out"] for row in rows):
        lines += ["", *_guesses(rows, width)]
    if len(rows) > 1:
        lines += ["", "ahead of, in points of the win, where both sat at a table", *_cross_table(found, width)]
    if found.get("claims"):
        from heimlich.arena.calibration import Claims, as_lines

        lines += ["", *as_lines([Claims(*each) for each in found["claims"]])]
    lines += ["", _verdict(found)]
    return "\n".join(lines)


def _share(wins: dict[str, float]) -> str:
    return f"{wins['value']:.1%} ± {wins['margin']:.1%}"


def _rating(row: dict[str, Any]) -> str:
    rating = row["rating"]
    return "–" if rating is None else f"{rating['mu']:.1f} ± {1.96 * rating['sigma']:.1f}"


def _times(row: dict[str, Any]) -> str:
    if row["ms_a_decision"] is None:
        return ""
    return f"{row['ms_a_decision']:>13.2f}  {row['ms_99']:>8g} ms"


def _guesses(rows: list[dict[str, Any]], width: int) -> list[str]:
    """Format the lines on who is found out."""
    lines = ["when dossiers are due: by how many of the others found out, and how many of its own guesses are right"]
    return lines + [
        f"{row['bot']:{width}}  {_share(row['found_out']):>14}  {_share(row['guesses_right']):>14}"
        for row in rows
        if row["found_out"]
    ]


def _cross_table(found: dict[str, Any], width: int) -> list[str]:
    names = [row["bot"] for row in found["contestants"]]
    columns = [max(len(name), 12) for name in names]
    head = "  ".join(f"{name:>{size}}" for name, size in zip(names, columns, strict=True))
    lines = [f"{'':{width}}  {head}"]
    for one in names:
        cells = []
        for other, size in zip(names, columns, strict=True):
            mean = found["ahead"][one].get(other)
            cells.append(f"{'' if mean is None else _points(mean):>{size}}")
        lines.append(f"{one:{width}}  " + "  ".join(cells))
    return lines


def _points(mean: dict[str, float]) -> str:
    return f"{100 * mean['value']:+.1f} ± {100 * mean['margin']:.1f}"


def _verdict(found: dict[str, Any]) -> str:
    return "Settled." if found["settled"] else "Not settled yet: more deals would tell."
