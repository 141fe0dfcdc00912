"""The figures of a survey, to be looked up by policy, ruleset and number of players."""

from typing import NamedTuple

from heimlich.lab.figures import Figure
from heimlich.lab.study import Study

Key = tuple[str, str, int]  # policy, ruleset, players


class SurveyFigures(NamedTuple):
    """The figures of all studies that have games."""

    all: dict[Key, Figure]

    def of(self, policy: str, label: str, players: int) -> Figure | None:
        """The figures of one study."""
        return self.all.get((policy, label, players))

    def labels(self, policy: str, players: int | None = None) -> list[str]:
        """The rulesets that were studied with a policy, at some number of players or at any."""
        found = (key for key in self.all if key[0] == policy and players in (None, key[2]))
        return list(dict.fromkeys(label for _, label, _ in found))

    def players(self, label: str) -> list[int]:
        """The numbers of players that a ruleset was studied at."""
        return sorted({number for _, each, number in self.all if each == label})


def key_of(study: Study) -> Key:
    """The key of a study."""
    return study.policy, study.label, study.players
