"""Makes the golden records, playthroughs and tables anew: `python -m tests.golden.make_golden`.

Only for a new rules version or a new game: golden files tell what the rules were when they were right.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from heimlich import GAMES, Decision, RulesetName, read_record
from heimlich.bots.registry import bots_of
from heimlich.game import AnyGame, Line
from heimlich.games.heimlich_co.actions import PlayCard
from heimlich.games.heimlich_co.names import Card
from heimlich.games.suitcases.maps import CURRENT_MAPS
from heimlich.record import Record, Step, closed, new_record, replay
from heimlich.text import Speaker
from tests.golden.fingerprints import editions_text, perft_row, perft_rows_of
from tests.tables import CASES, Case, random_game

HERE = Path(__file__).parent
RECORDS = HERE / "records"
PLAYTHROUGHS = HERE / "playthroughs"
NAMES = ("Anna", "Bob", "Chris", "David", "Emma", "Frida", "Georg")
SEEDS = 4000  # tried for a rare ending


class Plan(NamedTuple):
    """A game worth keeping: at which table, from which seed, and by which bots it is played."""

    case: Case
    seed: int | str
    bot: str = "random"


def record_of(plan: Plan) -> Record:
    """The game as a record."""
    case = plan.case
    steps = random_game(*plan)
    name = case.game.limited(case.name)
    record = new_record(case.game, name, NAMES[: case.players])
    record = Record(record.game, record.rules, record.seats, tuple(step.event for step in steps))
    return closed(record, case.game, steps[-1].after)


# What it takes to see an ending: house rules that bring it about, and bots that get there.
BROUGHT_ABOUT: dict[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "turn-limit": ((("turn_limit", "8"),), "random"),
    "ten-secrets": ((), "courier"),
    "out-of-reach": ((("target", "14"),), "courier"),
}


def _ending(plan: Plan) -> str:
    outcome = plan.case.game.outcome(random_game(*plan)[-1].after)
    assert outcome is not None
    return outcome.ending


def chosen(game: AnyGame) -> Iterator[tuple[str, Plan]]:
    """For every edition: every number of players with everything on, and every ending."""
    for edition, variants in game.editions().items():
        full = RulesetName(edition, variants)
        for players in game.players(game.ruleset(full)):
            yield f"{edition}-{players}", Plan(Case(game, full, players), 1, list(bots_of(game.id))[players % 2])
        for ending in game.endings:
            yield f"{edition}-{ending}", next(_with_ending(game, edition, ending))


def _with_ending(game: AnyGame, edition: str, ending: str) -> Iterator[Plan]:
    house, bot = BROUGHT_ABOUT.get(ending, ((), "random"))
    for seed in range(SEEDS):
        for players in game.players(game.ruleset(RulesetName(edition))):
            plan = Plan(Case(game, RulesetName(edition, (), house), players), seed, bot)
            if _ending(plan) == ending:
                yield plan
    raise LookupError(f"no game of {edition} ends with {ending}")


def with_card(card: Card) -> Plan:
    """A game in which this kind of card is played."""
    case = Case(GAMES["heimlich-co"], RulesetName("rio-grande", ("top-secret",)), 4)
    plans = (Plan(case, seed) for seed in range(SEEDS))
    return next(plan for plan in plans if card in cards_played(record_of(plan)))


def on_maps() -> Iterator[tuple[str, Plan]]:
    """A game of couriers on every built-in map that tables are opened with."""
    for players, name in enumerate(CURRENT_MAPS, 3):
        rules = RulesetName("jumbo", (), (("map", name),))
        yield f"map-{name}", Plan(Case(GAMES["suitcases"], rules, players), 1, "courier")


def cards_played(record: Record) -> set[Card]:
    """The kinds of Top Secret card that are played in a game."""
    decisions = [event.action for event in record.events if isinstance(event, Decision)]
    return {action.card for action in decisions if isinstance(action, PlayCard)}


def playthrough(record: Record, game: AnyGame) -> str:
    """Every event as each seat and a spectator sees it, and their views after it."""
    rows = [f"{record.game} {record.rules.edition} {' '.join(record.rules.variants)}"]
    speaker = Speaker(game.id, record.seats)
    for step in replay(record, game):
        rows += ["", f"# {step.event}"]
        for seat in (None, *range(len(record.seats))):
            rows.append(f"{'spectator' if seat is None else f'seat {seat + 1}'}:")
            rows += [f"  saw  {event}" for event in game.seen(*step, seat)]
            rows += [f"  told {speaker.line(line)}" for line in _log(game, step, seat)]
            rows.append(f"  view {game.format_view(game.view(step.after, seat))}")
    return "\n".join(rows) + "\n"


def _log(game: AnyGame, step: Step[Any], seat: int | None) -> list[Line]:
    seen = game.seen(*step, seat)
    return list(game.log(game.view(step.before, seat), seen, game.view(step.after, seat)))


# Short games with everything in them, told from every seat.
SHORT: dict[str, tuple[str, RulesetName, int, str]] = {
    "heimlich-co-cards-and-dossiers": (
        "heimlich-co",
        RulesetName("rio-grande", ("top-secret", "dossier"), (("target", "16"), ("dossier_from", "10"))),
        3,
        "random",
    ),
    "heimlich-co-cie": (
        "heimlich-co",
        RulesetName("cie", ("dossier",), (("target", "12"), ("dossier_from", "9"), ("dossier_again_below", "8"))),
        2,
        "random",
    ),
    "suitcases": ("suitcases", RulesetName("jumbo", (), (("map", "orient-express"), ("target", "5"))), 3, "courier"),
}


def main() -> None:
    covered: set[Card] = set()
    for game in GAMES.values():
        for name, plan in chosen(game):
            record = record_of(plan)
            covered |= cards_played(record)
            (RECORDS / f"{name}.heimlich").write_text(str(record))
    for name, plan in on_maps():
        (RECORDS / f"{name}.heimlich").write_text(str(record_of(plan)))
    for card in sorted(set(Card) - covered):
        (RECORDS / f"card-{card}.heimlich").write_text(str(record_of(with_card(card))))
    for name, (game_name, rules, players, bot) in SHORT.items():
        plan = Plan(Case(GAMES[game_name], rules, players), "short", bot)
        record = record_of(plan)
        (PLAYTHROUGHS / f"{name}.heimlich").write_text(str(record))
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough(record, plan.case.game))
    rows = list(map(perft_row, CASES))
    for file in sorted(RECORDS.glob("*.heimlich")):
        rows += perft_rows_of(file.stem, read_record(file.read_text(), GAMES))
    (HERE / "perft.txt").write_text("".join(f"{row}\n" for row in rows))
    (HERE / "editions.txt").write_text(editions_text())


if __name__ == "__main__":
    main()
