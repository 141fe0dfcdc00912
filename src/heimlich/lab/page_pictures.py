"""The pictures of a survey's page, each by its name: what it shows in words, and how it is drawn."""

from collections.abc import Callable, Sequence

from heimlich.games import GAMES
from heimlich.lab.figures import ALL, Figure
from heimlich.lab.plots import Panel, PlottedCurve, chart
from heimlich.lab.subjects import subject_of
from heimlich.lab.survey_figures import SurveyFigures
from heimlich.lab.table import ORDINALS
from heimlich.rulesets import read_ruleset

TOWN, MAPS = "heimlich-co", "suitcases"
SHOWN = "greedy"  # the policy of the pictures of Heimlich & Co.
Read = Callable[[Figure], Figure]


def _labels(found: SurveyFigures, game: str, policy: str) -> list[str]:
    return [label for label in found.labels(policy) if read_ruleset(label)[0].id == game]


def _by_players(found: SurveyFigures, policy: str, labels: Sequence[str], title: str, read: Read) -> Panel:
    numbers = sorted({number for label in labels for number in found.players(label)})
    curves = [
        PlottedCurve(
            label, [read(figure) if (figure := found.of(policy, label, number)) else None for number in numbers]
        )
        for label in labels
    ]
    return Panel(title, [str(number) for number in numbers], curves)


def _families(found: SurveyFigures, read: Read) -> list[Panel]:
    """The rulesets of Heimlich & Co. by their variants."""
    labels = [label for label in _labels(found, TOWN, SHOWN) if "=" not in label]
    dossiers = ("dossier", "advanced")
    families = {
        "as printed": [label for label in labels if "+" not in label],
        "with cards": [label for label in labels if label.endswith("+top-secret")],
        "with dossiers": [label for label in labels if label.endswith(dossiers) and "top-secret" not in label],
        "with both": [label for label in labels if label.endswith(dossiers) and "top-secret" in label],
    }
    return [_by_players(found, SHOWN, some, title, read) for title, some in families.items()]


def _turns(found: SurveyFigures) -> str:
    panels = _families(found, lambda figure: figure["counted"]["turns"])
    return chart(PICTURES["turns"][0], "players", "turns", panels)


def _free_agents(found: SurveyFigures) -> str:
    panels = _families(found, lambda figure: figure["nobody"])
    return chart(PICTURES["free-agents"][0], "players", "games, %", panels, scale=100)


def _skill(found: SurveyFigures) -> str:
    panels = _by_policy(found, lambda figure: figure["nobody"])
    return chart(PICTURES["skill"][0], "players", "games, %", panels, scale=100)


def _skill_turns(found: SurveyFigures) -> str:
    panels = _by_policy(found, lambda figure: figure["counted"]["turns"])
    return chart(PICTURES["skill-turns"][0], "players", "turns", panels)


def _by_policy(found: SurveyFigures, read: Read) -> list[Panel]:
    """A panel of the basic editions for each policy."""
    return [
        _by_players(
            found,
            policy,
            [label for label in _labels(found, TOWN, policy) if "=" not in label and "+" not in label],
            f"{policy} play",
            read,
        )
        for policy in ("random", "greedy", "champion")
    ]


def _order(found: SurveyFigures) -> str:
    labels = [label for label in _labels(found, TOWN, SHOWN) if "=" not in label and "+" not in label]
    cards = [label for label in _labels(found, TOWN, SHOWN) if label.endswith("+top-secret")]
    return _by_order("order", _wins(found, SHOWN, [*labels, *cards], (2, 4, 7)))


def _suitcase_wins(found: SurveyFigures) -> str:
    labels = _labels(found, MAPS, "random")
    return _by_order("suitcases", _wins(found, "random", labels, (2, 3, 4)))


def _by_order(name: str, panels: Sequence[Panel]) -> str:
    return chart(PICTURES[name][0], "to move", "% of an equal share", panels, scale=100, around=100)


def _wins(found: SurveyFigures, policy: str, labels: Sequence[str], players: Sequence[int]) -> list[Panel]:
    return [
        Panel(
            f"{number} players",
            ORDINALS[:number],
            [
                PlottedCurve(label, _of_equal_share(figure["wins_by_order"]))
                for label in labels
                if (figure := found.of(policy, label, number)) is not None
            ],
        )
        for number in players
    ]


def _of_equal_share(wins: Sequence[Figure]) -> list[Figure]:
    """Each seat's wins, where 1 is what it would have if all seats won as often."""
    fair = sum(each["value"] for each in wins) / len(wins)
    return [{name: number / fair if fair else None for name, number in each.items()} for each in wins]


def _scorings(found: SurveyFigures) -> str:
    subject = subject_of(TOWN)
    editions = [label for label in GAMES[TOWN].editions() if label in found.labels(SHOWN)]
    curves = [
        PlottedCurve(label, [part["amount"] for part in figure["parts"] if part["kind"] != ALL])
        for label in editions
        if (figure := found.of(SHOWN, label, 4)) is not None
    ]
    panel = Panel("4 players", [kind[:6] for kind in subject.kinds], curves)
    return chart(PICTURES["scorings"][0], subject.place, subject.amount, [panel])


PICTURES: dict[str, tuple[str, Callable[[SurveyFigures], str]]] = {
    "turns": ("How many turns a game lasts, by the number of players", _turns),
    "free-agents": ("How often a free agent wins", _free_agents),
    "order": ("Wins by the order of moving, among the games that a seat wins", _order),
    "scorings": ("What scorings bring, by where the safe stood", _scorings),
    "skill": ("How often a free agent wins, by how the seats play", _skill),
    "skill-turns": ("How long a game is, by how the seats play", _skill_turns),
    "suitcases": ("Wins by the order of moving, by map", _suitcase_wins),
}
