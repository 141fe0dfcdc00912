"""The figures of a survey's tables as JSON, for other pages: the rules and the page for teachers quote them.

A figure is what the tables of the page say (docs/lab.md): means with one digit, shares in per cent with one digit.
"""

import json
from typing import Any

from heimlich.lab.figures import Figure
from heimlich.lab.survey_figures import SurveyFigures
from heimlich.rulesets import read_ruleset

POLICIES = {"heimlich-co": "greedy", "suitcases": "random"}  # of the tables


def write_figures(found: SurveyFigures) -> str:
    """Return the file's text: for every ruleset without house rules, its row of each table, by number of players."""
    studies: dict[str, dict[str, Any]] = {}
    for (policy, label, players), figure in sorted(found.all.items()):
        if "=" not in label and policy == POLICIES[read_ruleset(label)[0].id]:
            studies.setdefault(label, {})[str(players)] = _row(figure)
    games = max((figure["games"] for figure in found.all.values()), default=0)
    rows = (
        f"  {json.dumps(label)}: {{\n"
        + ",\n".join(f"   {json.dumps(players)}: {json.dumps(row)}" for players, row in by_players.items())
        + "\n  }"
        for label, by_players in studies.items()
    )
    return f'{{\n "games": {games},\n "studies": {{\n' + ",\n".join(rows) + "\n }\n}\n"


def _row(figure: Figure) -> dict[str, Any]:
    """Return means with the range that nine games in ten lie in; the wins of the first and of the last to move."""
    counted = {name: _spread(each) for name, each in figure["counted"].items() if name != "decisions"}
    wins = figure["wins_by_order"]
    shares = {"first": wins[0], "last": wins[-1], "nobody": figure["nobody"], "shared": figure["shared"]}
    return counted | {name: _percent(each) for name, each in shares.items()}


def _spread(figure: Figure) -> list[float | None]:
    ends = [figure["quantiles"][share]["value"] for share in ("0.05", "0.95")]
    return [None if figure["value"] is None else float(f"{figure['value']:.1f}"), *ends]


def _percent(figure: Figure) -> float | None:
    return None if figure["value"] is None else float(f"{100 * figure['value']:.1f}")
