"""The levels between casual and master: five characters, each about twice as likely to win as the one below.

All of them decide like the detective. They differ in how many decisions they look at and how exactly they judge them
(search/attention.py), in how long they remember what the others did, in how readily they play cards, and in whether
they hide. How much a level looks at depends on the rules, as some leave much to overlook and others little:
data/levels.csv has what was measured (`python -m training.levels`). Networks and belief are frozen with it.
"""

import csv
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from heimlich.bots.heimlich_co.belief.hiding import feint
from heimlich.bots.heimlich_co.players.detective import Detective
from heimlich.bots.heimlich_co.players.versions import VERSION_1, Version
from heimlich.bots.heimlich_co.search.attention import Glance
from heimlich.games.heimlich_co.actions import Action
from heimlich.games.heimlich_co.ruleset import Ruleset
from heimlich.games.heimlich_co.state import Table, View
from heimlich.sim.heimlich_co.moves import Array


class Temper(NamedTuple):
    """The part of a level that is the same whatever the rules."""

    memory: float  # the share of earlier evidence that each later decision of the same seat leaves (belief/settings.py)
    kept: float  # what a kept card adds to a win probability of a half: who values it less plays it too readily
    hides: bool = False  # pays for not being seen through, where dossiers are written


TEMPERS = {
    "regular": Temper(0.0, 0.105),
    "snoop": Temper(0.5, 0.12),
    "inspector": Temper(0.8, 0.145),
    "profiler": Temper(0.9, 0.17),
    "veteran": Temper(1.0, 0.2, hides=True),
}


class Climber(Detective):
    """A detective that overlooks, misjudges and forgets as much as its level does."""

    def __init__(self, name: str, attention: Glance | None = None, kept: float | None = None) -> None:
        """Play on this level; `attention` and `kept` replace what it has, for measuring."""
        self.name, self.version = name, _version(TEMPERS[name].memory)
        super().__init__()
        self._attention = attention
        self.kept = TEMPERS[name].kept if kept is None else kept

    def attention(self, table: Table) -> Glance:
        """Look at as much as the level does under these rules."""
        return self._attention or attentions()[kind_of_rules(table.rules), self.name]

    def feint(self, view: View, action: Action) -> Array | float:
        """Pay for what decisions reveal, where dossiers are written, if this level hides."""
        if not (TEMPERS[self.name].hides and view.table.rules.dossier):
            return 0.0
        return feint(self._keeper.at(view.table), view, action)


@cache
def _version(memory: float) -> Version:
    """The frozen belief with such a memory, and the networks frozen with it."""
    return VERSION_1._replace(belief=replace(VERSION_1.belief, memory=memory))


@cache
def attentions() -> dict[tuple[str, str], Glance]:
    """The attention of each level, by kind of rules and level."""
    path = files("heimlich.bots.heimlich_co").joinpath("data/levels.csv")
    with path.open(encoding="utf-8") as lines:
        return {
            (row["rules"], row["level"]): Glance(float(row["looks"]), float(row["noise"]))
            for row in csv.DictReader(lines)
        }


def kind_of_rules(rules: Ruleset) -> str:
    """The rules that levels were measured under which are nearest to these."""
    if rules.one_agent:
        return "cie"
    if rules.edition == "escale":
        return "escale"
    if rules.dossier:
        return "dossier"
    return "top-secret" if rules.top_secret else "rio-grande"
