"""A survey: studies of every edition with every choice of its variants at every number of players, of all games.

A game with several policies is surveyed with each, slow ones only if asked for. Each game and policy has a file of
results of its own.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from heimlich.errors import HeimlichError
from heimlich.game import RulesetName
from heimlich.games import GAMES
from heimlich.lab.results import FinishedGames
from heimlich.lab.study import Study
from heimlich.lab.subjects import Subject, subject_of
from heimlich.lab.tally import Tally
from heimlich.rulesets import JOINT, write_ruleset

LEAST_PLAYERS = 2  # both games can be played by two


class SurveyPart(NamedTuple):
    """The studies of one game and one policy, and where their results are kept."""

    game: str
    policy: str
    studies: list[Study]
    results: FinishedGames

    @property
    def subject(self) -> Subject:
        """The game, as the lab sees it."""
        return subject_of(self.game)

    @property
    def is_slow(self) -> bool:
        """Tell whether its games take much longer than others."""
        return self.policy in self.subject.slow_policies

    def tallies(self, games: int) -> Iterator[tuple[Study, Tally]]:
        """Every study of which there are games, with its tally."""
        for study in self.studies:
            tally = self.results.tally(study, games)
            if tally.games:
                yield study, tally


def rulesets_of(game: str) -> list[str]:
    """Every edition with every choice of its variants, in one word each; and the maps and the like of the game."""
    found = [
        write_ruleset(RulesetName(edition, chosen))
        for edition, variants in GAMES[game].editions().items()
        for number in range(len(variants) + 1)
        for chosen in combinations(variants, number)
    ]
    return [*found, *(JOINT.join((found[0], setting)) for setting in subject_of(game).surveyed)]


def survey(
    seed: int,
    folder: Path | None = None,
    editions: Sequence[str] = (),
    players: Sequence[int] = (),
    *,
    slow: bool = False,
) -> list[SurveyPart]:
    """All parts of the survey, or those of some editions and numbers of players; with slow policies, or without.

    In a folder, they go on from the results that it holds. Every game's first part comes before the second of any.
    """
    games = _games_of(editions)
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HeimlichError(f"cannot make the folder '{folder}': {error.strerror}") from None
    asked = [
        (rank, game, policy)
        for game in games
        for rank, policy in enumerate(reversed([*subject_of(game).policies]))
        if slow or policy not in subject_of(game).slow_policies
    ]
    found = []
    for _, game, policy in sorted(asked, key=lambda each: each[0]):
        path = None if folder is None else folder / f"{game}-{policy}.results"
        studies = list(_studies(game, policy, seed, editions, players))
        found.append(SurveyPart(game, policy, studies, FinishedGames(game, seed, policy, path)))
    if not any(part.studies for part in found):
        raise HeimlichError(f"none of these can be played by {' or '.join(map(str, players))} players")
    return found


def _games_of(editions: Sequence[str]) -> list[str]:
    """The games that have these editions; all, if none is named."""
    known = {edition: game for game, rules in GAMES.items() for edition in rules.editions()}
    for edition in editions:
        if edition not in known:
            raise HeimlichError(f"there is no edition '{edition}' to survey; there are: {', '.join(known)}")
    return list(dict.fromkeys(known[edition] for edition in editions)) or list(GAMES)


def _studies(game: str, policy: str, seed: int, editions: Sequence[str], players: Sequence[int]) -> Iterator[Study]:
    for label in rulesets_of(game):
        if editions and label.split(JOINT)[0] not in editions:
            continue
        rules = Study(label, LEAST_PLAYERS, seed, policy).rules
        if subject_of(game).can_play(policy, rules):
            for number in GAMES[game].players(rules):
                if not players or number in players:
                    yield Study(label, number, seed, policy)
