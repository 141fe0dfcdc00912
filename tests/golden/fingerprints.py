"""The rules in a few numbers and lines, to be compared with what they were."""

from heimlich import GAMES, RulesetName
from heimlich.perft import first_decision, perft
from tests.tables import Case

PERFT_DEPTH = 6
MOST = 2_000  # sequences that are followed one event further


def perft_row(case: Case, depth: int) -> str:
    """A table and its counts, as deep as is quickly done."""
    state = first_decision(case.game, case.game.new(case.rules, case.players), 1)
    counts: list[int] = []
    for level in range(1, depth + 1):
        counts.append(perft(case.game, state, level))
        if counts[-1] > MOST:
            break
    return f"{case}: {' '.join(map(str, counts))}"


def editions_text() -> str:
    """Every setting of every edition and variant of every rules version."""
    rows = []
    for game in GAMES.values():
        for edition, variants in game.editions().items():
            for chosen in ((), *((variant,) for variant in variants)):
                rules = game.ruleset(RulesetName(edition, chosen))
                rows.append(f"{game.id} {edition} {' '.join(chosen)}, rules version {game.rules_version(rules)}")
                rows += [f"  {setting.rule} {setting.name}={setting.value}" for setting in game.settings(rules)]
    return "\n".join(rows) + "\n"
