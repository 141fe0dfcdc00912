"""The page of a survey: a template in which marks such as `[[table heimlich-co greedy 4]]` give way to figures.

People write the template, page.md; the survey writes the figures, tables and pictures in it. A figure that the survey
does not have is a dash.
"""

import re
from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from heimlich.errors import HeimlichError
from heimlich.lab.figures import ALL, Figure, figures
from heimlich.lab.page_figures import write_figures
from heimlich.lab.page_pictures import PICTURES
from heimlich.lab.subjects import subject_of
from heimlich.lab.survey import SurveyPart
from heimlich.lab.survey_figures import SurveyFigures, key_of
from heimlich.rulesets import read_ruleset

MARK = re.compile(r"\[\[([^\[\]]+)\]\]")
PICTURE_FOLDER = "pictures"
FIGURES = ".json"
NONE = "–"
LISTED = 4  # seats: the wins of more are told of the first and the last


def template() -> str:
    """The template of the page."""
    return files("heimlich.lab").joinpath("page.md").read_text("utf-8")


def collect(parts: Sequence[SurveyPart], games: int, slow_games: int = 0) -> SurveyFigures:
    """The figures of all studies of a survey of which there are games, up to a number; another of slow policies."""
    return SurveyFigures(
        {
            key_of(study): figures(study, tally)
            for part in parts
            for study, tally in part.tallies(slow_games if part.is_slow else games)
        }
    )


def page(found: SurveyFigures, text: str) -> str:
    """The template with all its marks filled in."""
    return MARK.sub(lambda mark: _filled(found, mark[1].split()), text)


def prepare(path: Path) -> None:
    """Make the folders of a page; fail before games are played, if it could not be written."""
    if path.suffix == FIGURES:
        raise HeimlichError(f"'{path}' is where the figures of the page go; what would do: {path.with_suffix('.md')}")
    _write(path, [])


def write_page(found: SurveyFigures, path: Path) -> list[Path]:
    """Write the page, its pictures into a folder beside it, and its tables as JSON; return all files."""
    texts = [(path, page(found, template()))]
    texts += [(_folder(path) / _file(name), draw(found)) for name, (_, draw) in PICTURES.items()]
    texts += [(path.with_suffix(FIGURES), write_figures(found))]
    _write(path, texts)
    return [place for place, _ in texts]


def _write(path: Path, texts: Sequence[tuple[Path, str]]) -> None:
    """Write the files of a page into folders that are made if need be."""
    place = path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
        _folder(path).mkdir(exist_ok=True)
        for place, text in texts:
            place.write_text(text, "utf-8")
    except OSError as error:  # a full disk does not name the file
        raise HeimlichError(f"cannot write '{error.filename or place}': {error.strerror}") from None


def _folder(path: Path) -> Path:
    """The folder of a page's pictures."""
    return path.parent / PICTURE_FOLDER


def _file(name: str) -> str:
    return f"lab-{name}.svg"


def _filled(found: SurveyFigures, words: list[str]) -> str:
    """The text that a mark stands for: a kind of block, or one figure of a study."""
    kind, *rest = words
    if kind in _BLOCKS:
        return _BLOCKS[kind](found, rest)
    policy, label, players, what = words
    figure = found.of(policy, label, int(players))
    return NONE if figure is None else _value(figure, what)


def _games(found: SurveyFigures, words: list[str]) -> str:
    """The number of games of each study, with the policy that is named, or with those that play fast."""
    numbers = sorted(
        {
            figure["games"]
            for (policy, label, _), figure in found.all.items()
            if (policy in words if words else policy not in subject_of(read_ruleset(label)[0].id).slow_policies)
        }
    )
    if not numbers:
        return "0"
    return f"{numbers[-1]:,}" if len(numbers) == 1 else f"{numbers[0]:,} to {numbers[-1]:,}"


def _studies(found: SurveyFigures, _: list[str]) -> str:
    return str(len(found.all))


def _picture(_: SurveyFigures, words: list[str]) -> str:
    (name,) = words
    return f"![{PICTURES[name][0]}]({PICTURE_FOLDER}/{_file(name)})"


def _table(found: SurveyFigures, words: list[str]) -> str:
    """A table of the rulesets of a game, by policy and number of players; rulesets that do not differ share a row."""
    game, policy, players = words
    labels = [label for label in found.labels(policy, int(players)) if read_ruleset(label)[0].id == game]
    rows = _rows(found, policy, int(players), [label for label in labels if not _is_single_rule(game, label)])
    return _lines([f"{players} players", *_heads(game, int(players))], rows)


def _rules(found: SurveyFigures, words: list[str]) -> str:
    """A table of one ruleset and of those that differ from it by one rule."""
    policy, players, base = words
    labels = [label for label in found.labels(policy, int(players)) if "=" in label and label.startswith(f"{base}+")]
    game = read_ruleset(base)[0].id
    return _lines(["", *_heads(game, int(players))], _rows(found, policy, int(players), [base, *labels]))


def _skill(found: SurveyFigures, words: list[str]) -> str:
    """Every ruleset of the last policy that is named, by policy, side by side; and how many games that one has."""
    players = int(words[0])
    policies = words[1:]
    labels = [label for label in found.labels(policies[-1], players) if "=" not in label]
    heads = [f"{players} players: {' · '.join(policies)}", *_SKILL, f"games, {policies[-1]}"]
    rows = []
    for label in labels:
        pair = [found.of(policy, label, players) for policy in policies]
        cells = [" · ".join(NONE if each is None else _value(each, name) for each in pair) for name in _SKILL.values()]
        rows.append([f"`{label}`", *cells, _value(found.all[policies[-1], label, players], "games")])
    return _lines(heads, rows)


_SKILL = {
    "turns": "turns",
    "scorings": "scorings",
    "lead changes": "lead-changes",
    "a free agent wins, %": "nobody",
    "several win, %": "shared",
    "the first to move wins, %": "win-1",
}


def _is_single_rule(game: str, label: str) -> bool:
    return game == "heimlich-co" and "=" in label


def _rows(found: SurveyFigures, policy: str, players: int, labels: Sequence[str]) -> list[list[str]]:
    rows = [(label, _cells(figure)) for label in labels if (figure := found.of(policy, label, players)) is not None]
    return [
        [", ".join(f"`{label}`" for label, _ in same), *cells]
        for cells, same in ((cells, list(group)) for cells, group in groupby(rows, key=lambda row: row[1]))
    ]


def _heads(game: str, players: int) -> list[str]:
    subject = subject_of(game)
    wins = "wins, in the order of moving, %" if players <= LISTED else "wins of the first and of the last to move, %"
    return [*subject.counted, wins, f"{subject.nobody}, %", "several win, %", subject.amount]


def _cells(figure: Figure) -> list[str]:
    wins = [_percent(each) for each in figure["wins_by_order"]]
    counted = [_spread(each) for name, each in figure["counted"].items() if name != "decisions"]
    shown = " · ".join(wins) if len(wins) <= LISTED else f"{wins[0]} and {wins[-1]}"
    return [*counted, shown, _percent(figure["nobody"]), _percent(figure["shared"]), _value(figure, "amount")]


def _value(figure: Figure, what: str) -> str:
    """One figure of a study, in short: means with one digit, shares in per cent."""
    if what == "games":
        return f"{figure['games']:,}"
    if what in ("nobody", "shared"):
        return _percent(figure[what])
    if what == "amount":
        return _mean(next(part["amount"] for part in figure["parts"] if part["kind"] == ALL))
    kind, _, name = what.partition("-")
    match kind:
        case "win":
            return _percent(figure["wins_by_order"][int(name) - 1])
        case "ending":
            return _percent(figure["endings"][name])
        case "at" | "share":
            return _part(figure, kind, name)
    return _mean(figure["counted"][what.replace("-", " ")])


def _part(figure: Figure, kind: str, name: str) -> str:
    """Return what one kind brings on the average, or its share."""
    part = next(part for part in figure["parts"] if part["kind"] == name)
    return _mean(part["amount"]) if kind == "at" else _percent(part["share"])


def _mean(figure: Figure) -> str:
    return NONE if figure["value"] is None else f"{figure['value']:.1f}"


def _percent(figure: Figure) -> str:
    return NONE if figure["value"] is None else f"{100 * figure['value']:.1f}"


def _spread(figure: Figure) -> str:
    """A mean, and the range that nine games in ten lie in."""
    ends = [figure["quantiles"][share]["value"] for share in ("0.05", "0.95")]
    return f"{_mean(figure)} ({ends[0]} – {ends[1]})"


def _lines(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


_BLOCKS: dict[str, Callable[[SurveyFigures, list[str]], str]] = {
    "games": _games,
    "studies": _studies,
    "picture": _picture,
    "table": _table,
    "rules": _rules,
    "skill": _skill,
}
